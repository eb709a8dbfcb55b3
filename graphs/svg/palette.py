"""The colours of all pictures.

Blue means that there is a tour, and orange that there is none. These hues are safe for colour-blind readers: M. Okabe and K.
Ito, Color universal design, 2002. In greyscale, cells with a tour are dark, cells without a tour are light, and unknown cells
are in between. A mark has the same meaning in all pictures:

- disc: a tour exists, or starts at this square; in a picture of a tour, its start.
- square: the end of a tour.
- diamond: the start, in a map of pairs of a start and an end.
- cross: no tour; question mark: unknown; ring: a closed tour; arc: an open tour.
- dash: no tour, because the moves do not join all squares.
- frame and line: a square and a move that belong to an obstruction.
- exclamation mark: a solver failed, or answers contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Mark: TypeAlias = Literal[
    "disc", "cross", "question", "exclamation", "ring", "arc", "diamond", "square", "frame", "dash", "line"
]


@dataclass(frozen=True)
class Look:
    """Appearance of a cell: fill colour, mark, and mark colour."""

    fill: str
    mark: Mark | None = None
    ink: str = "#ffffff"


PAPER, INK, FAINT_INK, RULE = "#ffffff", "#262626", "#6e6e6e", "#dddddd"
"""Colours of the page, of text, of faint text, and of lines."""

LIGHT, DARK, HOLE = "#faf6ec", "#ece2cd", "#8f8a80"
"""Colours of light squares, dark squares and holes."""

START, END = "#0b2239", "#c24e00"
"""Colours of the first and the last square of a tour."""

PATH = ("#0a3357", "#2580bf")
"""Colours of a tour's line at its start and its end."""

YES = Look("#0072b2", "disc")
NO = Look("#fae3bd", "cross", "#9a5000")
APART = Look("#f4f2ee", "dash", FAINT_INK)
ERROR = Look("#c24e00", "exclamation")
UNKNOWN = Look("#a9a9a9", "question", "#1a1a1a")
CLOSED = Look("#003a5c", "ring")
OPEN = Look(YES.fill, "arc")
OPEN_OR_CLOSED = Look(YES.fill, "question")
START_OF_TOUR, END_OF_TOUR = Look("none", "disc", START), Look("none", "square", END)
MOVE = Look("none", "line", "#0072b2")
START_SQUARE = Look(START, "diamond")
HOLE_SQUARE = Look(HOLE)
GIVEN = Look("#bfe3d2", None, INK)
WITNESS = Look("#f3d6e6", "frame", "#8f2a68")

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours of plotted lines, from the palette of Okabe and Ito."""


def path_colour(share: float) -> str:
    """Return a tour's colour between its start (0) and end (1)."""
    ends = zip(*(bytes.fromhex(colour[1:]) for colour in PATH), strict=True)
    return "#" + bytes(round(first + (last - first) * share) for first, last in ends).hex()

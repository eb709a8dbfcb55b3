"""Every colour of every picture.

Blue says yes and orange says no. The two hues stay apart for colour-blind readers, after M. Okabe and K. Ito, Color universal
design, 2002. In grey print the answers differ in lightness: yes is dark, no is light, unknown lies between. No picture
relies on colour alone, so each `Look` has a mark too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Look", "Mark", "path_colour"]

Mark: TypeAlias = Literal["disc", "cross", "question", "ring", "arc", "diamond", "square", "dash"]


@dataclass(frozen=True)
class Look:
    """How one kind of cell looks: its fill, its mark, and the ink of the mark and of any text in the cell."""

    fill: str
    mark: Mark | None = None
    ink: str = "#ffffff"


PAPER, INK, FAINT_INK, RULE = "#ffffff", "#262626", "#6e6e6e", "#dddddd"
"""The page, the text on it, its smaller text, and thin lines."""

LIGHT, DARK, HOLE = "#faf6ec", "#ece2cd", "#8f8a80"
"""The squares of a board, and what fills a hole."""

START, END = "#0b2239", "#c24e00"
"""The first and the last square of a tour."""

PATH = ("#0a3357", "#4aa3dc")
"""The line of a tour: at its start, and at its end."""

YES = Look("#0072b2", "disc")
NO = Look("#fae3bd", "cross", "#9a5000")
APART = Look("#f4f2ee", "dash", FAINT_INK)
UNKNOWN = Look("#a9a9a9", "question", "#1a1a1a")
CLOSED = Look("#003a5c", "ring")
OPEN = Look(YES.fill, "arc")
OPEN_OR_CLOSED = Look(YES.fill, "question")
START_OF_TOUR, END_OF_TOUR = Look("none", "disc", START), Look("none", "square", END)
MOVE = Look("none", "dash", "#0072b2")
START_SQUARE = Look(START, "diamond")
HOLE_SQUARE = Look(HOLE)
EMPTY = Look(PAPER)

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""The lines of a plot: the palette of Okabe and Ito, without its yellow, which is too light on white."""


def path_colour(share: float) -> str:
    """Return the colour of a tour's line after this share of its moves, 0 to 1: dark at the start, light at the end.

    Examples
    --------
    >>> path_colour(0) == PATH[0], path_colour(1) == PATH[1]
    (True, True)
    """
    ends = zip(*(bytes.fromhex(colour[1:]) for colour in PATH), strict=True)
    return "#" + bytes(round(first + (last - first) * share) for first, last in ends).hex()

"""What the board explorer of a page shows: boards, and for each square of a board the outcome, its tour or its reason.

The explorer is one JSON document. Texts, tours and witnesses stand in lists of their own, each once, and are named by their
places in them: the 64 tours of an 8x8 board that follow one closed tour cost no more than that tour.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import Leaper, leaper_moves
from graphs.notation import respelled
from graphs.obstructions import Obstruction
from graphs.symmetry import symmetries
from solvers.comparison.problems import subject_of

__all__ = ["ANYWHERE", "LARGEST_BOARD", "NOTHING", "OUTCOMES", "Explorer", "Layer", "board_name", "moves_text", "number_of"]

OUTCOMES = ("found", "impossible", "unknown", "error")
"""How a question ended, in the order in which the entries number them."""
NOTHING = -1
"""Stands for the place of a text, a tour or a witness that an entry does not have."""
ANYWHERE = -1
"""Stands for the number of a square in a layer: the tour may start anywhere."""
LARGEST_BOARD = 10_000
"""Squares up to which a page shows a board and its tours."""
FAR = 1 << 30
"""More rows and columns than any board has."""

Layer: TypeAlias = dict[str, list[tuple[int, int]]]
"""For each name of a layer, such as a competitor, pairs of a square's number and the entry for a tour from there."""


class _Places(dict[Any, int]):
    """The place of each value in the order in which they came; None and the empty text have none."""

    def of(self, value: Any) -> int:
        return self.setdefault(value, len(self)) if value else NOTHING


class Explorer:
    """Collects boards and entries, and gives them as one document.

    Examples
    --------
    >>> explorer = Explorer()
    >>> entry = explorer.add_entry("found", tour=moves_text([(0, 0), (1, 2)], Board(2, 3), (1, 2)))
    >>> explorer.add_board("2x3", Board(2, 3), (1, 2), {"warnsdorff": [(0, entry)]})
    >>> document = explorer.document()
    >>> document["tours"], document["boards"][0]["layers"]
    (['0:1'], [{'name': 'warnsdorff', 'cells': [0, 0]}])
    """

    def __init__(self, chess: Board | None = None) -> None:
        """Make an explorer without boards; squares are named as in chess if this one board is to come."""
        self._chess = chess
        self.boards: list[dict[str, Any]] = []
        self._texts, self._tours, self._witnesses = _Places(), _Places(), _Places()
        self._entries: list[tuple[int, ...]] = []

    def add_entry(
        self, outcome: str, reason: str = "", tour: str | None = None, obstruction: Obstruction | None = None, cols: int = 0
    ) -> int:
        """Add how one question ended, and return the number of the entry.

        Parameters
        ----------
        outcome : one of `OUTCOMES`.
        reason : why there is no tour, or nothing.
        tour : the tour as `moves_text` gives it.
        obstruction : the reason with its witness, if there is one, on a board of `cols` columns.
        """
        witness = self._witnesses.of(None if obstruction is None else (obstruction, cols))
        self._entries.append(
            (OUTCOMES.index(outcome), self._texts.of(respelled(reason, self._chess)), self._tours.of(tour), witness)
        )
        return len(self._entries) - 1

    def add_board(
        self, name: str, board: Board, leaper: Leaper, layers: Layer, *, closed: bool = False, end: Square | None = None
    ) -> None:
        """Add a board with its layers, of which the reader chooses one. Boards of one name are numbered."""
        same = sum(each["name"].partition(" (")[0] == name for each in self.boards)
        self.boards.append(
            {
                "name": f"{name} ({same + 1})" if same else name,
                "rows": board.rows,
                "cols": board.cols,
                "holes": sorted(number_of(hole, board.cols) for hole in board.holes),
                "wrap": board.wrap or "",
                "moves": leaper_moves(leaper),
                "closed": closed,
                "chess": self._chess is not None,
                "end": number_of(end, board.cols),
                "alike": _alike(board, {number for cells in layers.values() for number, _ in cells} - {ANYWHERE}, end),
                "layers": [{"name": each, "cells": [n for pair in cells for n in pair]} for each, cells in layers.items()],
            }
        )

    def document(self) -> dict[str, Any]:
        """Return all as JSON holds it; the entries are four columns."""
        witnesses = [self._witness(*each) for each in self._witnesses]
        lists = {"texts": list(self._texts), "tours": list(self._tours), "witnesses": witnesses}
        names = ("outcome", "reason", "tour", "witness")
        entries = {name: [entry[place] for entry in self._entries] for place, name in enumerate(names)}
        return {"boards": self.boards, "entries": entries, **lists}

    def _witness(self, obstruction: Obstruction, cols: int) -> dict[str, Any]:
        """Return the sentence of an obstruction and its witness as JSON holds them; squares are numbered row by row."""
        drawing, forced = obstruction.drawing, obstruction.forced
        return {
            "sentence": respelled(str(obstruction), self._chess),
            "squares": sorted(number_of(square, cols) for square in obstruction.squares),
            "meaning": drawing.squares + f"; the lines are {drawing.lines}" * bool(drawing.lines),
            "links": drawing.moves,
            "forced": sorted(sorted(number_of(square, cols) for square in move) for move in forced),
        }


def _alike(board: Board, starts: set[int], end: Square | None) -> list[list[int]]:
    """Return the numbers of the squares that symmetries map onto each other, for each start; `end` stays where it is."""
    if len(starts) in (0, board.size):
        return []
    maps = [each for each in symmetries(board) if end is None or each(end) == end]
    found: list[list[int]] = []
    while starts:
        start = divmod(min(starts), board.cols)
        found.append(sorted({number_of(each(start), board.cols) for each in maps}))
        starts = starts.difference(found[-1])
    return found


def number_of(square: Any, cols: int) -> int:
    """Return the number of a square, row by row; without a square, ANYWHERE."""
    return ANYWHERE if square is None else square[0] * cols + square[1]


def board_name(board: Board, leaper: Leaper) -> str:
    """Return a short name of a board and its piece.

    Examples
    --------
    >>> board_name(Board(3, 4), (1, 2)), board_name(Board(3, 3, holes=[(1, 1)]), (1, 2))
    ('3x4', '3x3 less 1')
    """
    size, *words = subject_of(Board(board.rows, board.cols, wrap=board.wrap), leaper).split(" ")
    return " ".join([size, *[f"less {len(board.holes)}"] * bool(board.holes), *words])


def moves_text(squares: Sequence[Square], board: Board, leaper: Leaper) -> str:
    """Return a tour as text: the number of its first square, a colon, and one digit for each move.

    The digit is the place of the move in `leaper_moves(leaper)`.

    Examples
    --------
    >>> moves_text([(0, 0), (1, 2), (2, 0)], Board(3, 3), (1, 2))
    '0:16'
    """
    rows, cols = board.rows if board.wraps_rows else FAR, board.cols if board.wraps_cols else FAR
    digits = {(down % rows, right % cols): str(place) for place, (down, right) in enumerate(leaper_moves(leaper))}
    text = "".join(digits[(there[0] - here[0]) % rows, (there[1] - here[1]) % cols] for here, there in pairwise(squares))
    return f"{number_of(squares[0], board.cols)}:{text}"

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
from graphs.obstructions import Obstruction
from solvers.comparison.problems import subject_of
from solvers.pages.witnesses import witness_document

__all__ = ["ANYWHERE", "NOTHING", "OUTCOMES", "Explorer", "Layer", "board_name", "moves_text"]

OUTCOMES = ("found", "impossible", "unknown", "error")
"""How a question ended, in the order in which the entries number them."""
NOTHING = -1
"""Stands for the place of a text, a tour or a witness that an entry does not have."""
ANYWHERE = -1
"""Stands for the number of a square in a layer: the tour may start anywhere."""
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

    def __init__(self) -> None:
        self.boards: list[dict[str, Any]] = []
        self._texts, self._tours, self._witnesses = _Places(), _Places(), _Places()
        self._entries: dict[str, list[int]] = {"outcome": [], "reason": [], "tour": [], "witness": []}

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
        numbers = OUTCOMES.index(outcome), self._texts.of(reason), self._tours.of(tour), witness
        for column, number in zip(self._entries.values(), numbers, strict=True):
            column.append(number)
        return len(self._entries["outcome"]) - 1

    def add_board(self, name: str, board: Board, leaper: Leaper, layers: Layer, *, closed: bool = False) -> None:
        """Add a board with its layers, of which the reader chooses one. Boards of one name are numbered."""
        same = sum(each["name"].partition(" (")[0] == name for each in self.boards)
        self.boards.append(
            {
                "name": f"{name} ({same + 1})" if same else name,
                "rows": board.rows,
                "cols": board.cols,
                "holes": sorted(row * board.cols + col for row, col in board.holes),
                "wrap": board.wrap or "",
                "moves": leaper_moves(leaper),
                "closed": closed,
                "layers": [{"name": each, "cells": [n for pair in cells for n in pair]} for each, cells in layers.items()],
            }
        )

    def document(self) -> dict[str, Any]:
        """Return all as JSON holds it; the entries are four columns."""
        witnesses = [witness_document(*each) for each in self._witnesses]
        lists = {"texts": list(self._texts), "tours": list(self._tours), "witnesses": witnesses}
        return {"boards": self.boards, "entries": self._entries, **lists}


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

    The number of a square (row, col) is row * cols + col; the digit is the place of the move in `leaper_moves(leaper)`.

    Examples
    --------
    >>> moves_text([(0, 0), (1, 2), (2, 0)], Board(3, 3), (1, 2))
    '0:16'
    """
    rows, cols = board.rows if board.wraps_rows else FAR, board.cols if board.wraps_cols else FAR
    digits = {(down % rows, right % cols): str(place) for place, (down, right) in enumerate(leaper_moves(leaper))}
    text = "".join(digits[(there[0] - here[0]) % rows, (there[1] - here[1]) % cols] for here, there in pairwise(squares))
    return f"{squares[0][0] * board.cols + squares[0][1]}:{text}"

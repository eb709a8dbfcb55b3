"""What the board explorer of a page shows: boards, and for each square of a board the outcome, its tour or its reason.

The explorer is one JSON document. Texts, tours and witnesses stand in lists of their own, each once, and are named by their
places in them: the 64 tours of an 8x8 board that follow one closed tour cost no more than that tour.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
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

Layer: TypeAlias = dict[str, list[tuple[int, int]]]
"""For each name of a layer, such as a competitor, pairs of a square's number and the entry for a tour from there."""


class _Places(dict[Hashable, int]):
    """The place of each value in the order in which they came."""

    def of(self, value: Hashable) -> int:
        return self.setdefault(value, len(self))


@dataclass
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

    boards: list[dict[str, Any]] = field(default_factory=list)
    _texts: _Places = field(default_factory=_Places)
    _tours: _Places = field(default_factory=_Places)
    _witnesses: list[dict[str, Any]] = field(default_factory=list)
    _witness_places: _Places = field(default_factory=_Places)
    _entries: list[tuple[int, int, int, int]] = field(default_factory=list)

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
        numbers = (
            OUTCOMES.index(outcome),
            self._texts.of(reason) if reason else NOTHING,
            NOTHING if tour is None else self._tours.of(tour),
            NOTHING if obstruction is None else self._witness(obstruction, cols),
        )
        self._entries.append(numbers)
        return len(self._entries) - 1

    def _witness(self, obstruction: Obstruction, cols: int) -> int:
        place = self._witness_places.of((obstruction, cols))
        if place == len(self._witnesses):
            self._witnesses.append(witness_document(obstruction, cols))
        return place

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
        columns = zip(*self._entries, strict=True) if self._entries else [()] * 4
        entries = dict(zip(("outcome", "reason", "tour", "witness"), map(list, columns), strict=True))
        lists = {"texts": list(self._texts), "tours": list(self._tours), "witnesses": self._witnesses}
        return {"boards": self.boards, "entries": entries, **lists}


def board_name(board: Board, leaper: Leaper) -> str:
    """Return a short name of a board and its piece.

    Examples
    --------
    >>> board_name(Board(3, 4), (1, 2)), board_name(Board(3, 3, holes=[(1, 1)]), (1, 2))
    ('3x4', '3x3 less 1')
    """
    words = subject_of(Board(board.rows, board.cols, wrap=board.wrap), leaper).split(" ")
    return " ".join([words[0], *([f"less {len(board.holes)}"] if board.holes else []), *words[1:]])


def moves_text(squares: Iterable[Square], board: Board, leaper: Leaper) -> str:
    """Return a tour as text: the number of its first square, a colon, and one digit for each move.

    The number of a square (row, col) is row * cols + col; the digit is the place of the move in `leaper_moves(leaper)`.

    Examples
    --------
    >>> moves_text([(0, 0), (1, 2), (2, 0)], Board(3, 3), (1, 2))
    '0:16'
    """
    rows = board.rows if board.wraps_rows else 0
    cols = board.cols if board.wraps_cols else 0
    digits = {(_modulo(move[0], rows), _modulo(move[1], cols)): str(place) for place, move in enumerate(leaper_moves(leaper))}
    path = list(squares)
    steps = pairwise(path)
    text = "".join(digits[_modulo(there[0] - here[0], rows), _modulo(there[1] - here[1], cols)] for here, there in steps)
    return f"{path[0][0] * board.cols + path[0][1]}:{text}"


def _modulo(number: int, length: int) -> int:
    return number % length if length else number

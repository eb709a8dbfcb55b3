"""Build the data of the board explorer, the part of a page in which the reader selects a board and a start.

The explorer shows the outcome for each start: a tour or a reason. Its data are one JSON document:

- An *entry* is the answer to one question, with its reason, its tour, and the witness of an obstruction: the squares and moves
  that prove that there is no tour. The reason, the tour and the witness may be missing.
- A *layer* of a board contains one entry for each start, such as the results of one solver. The reader selects one layer.

Texts, tours and witnesses are stored in three lists, each only once. Entries refer to them by their indices. So the 64 tours of
an 8x8 board that are rotations of one closed tour need no more space than one tour.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import Leaper, leaper_moves
from graphs.notation import board_subject
from graphs.obstructions import Obstruction
from graphs.obstructions.closed_form import Link
from graphs.obstructions.derivations import Assumption
from graphs.obstructions.obstruction import Count
from solvers.core.problem import Problem

OUTCOMES = ("found", "impossible", "unknown", "error")
"""Outcomes of an answer, which entries contain as indices."""
NOTHING = -1  # index of a missing text, tour or witness
ANYWHERE = -1  # number of a start or an end that is not given
OFF_THE_BOARD = -2  # number of a vertex that is not a square, in the steps of a proof
LARGEST_BOARD = 10_000  # maximum number of squares of a board that a page shows with its tours
FAR = 1 << 30  # modulus of row and column numbers on sides that do not wrap around: larger than any side

Layer: TypeAlias = dict[str, list[tuple[int, int]]]
"""Answers for a board, by the name of the layer.

Each answer is a pair: the number of the start, and the index of its entry.
"""


class _Places(dict[Any, int]):
    """A mapping of distinct values to their indices, in order of insertion."""

    def of(self, value: Any) -> int:
        """Return the index of a value, which is added if new.

        None and the empty text have the index `NOTHING`.
        """
        return self.setdefault(value, len(self)) if value else NOTHING


class Explorer:
    """Builder of the JSON data for a page's board explorer.

    If `chess` is true, the page names squares as in chess until the reader chooses otherwise.

    >>> explorer = Explorer()
    >>> entry = explorer.add_entry("found", tour=explorer_moves_text([(0, 0), (1, 2)], Board(2, 3), (1, 2)))
    >>> explorer.add_board("2x3", Problem(Board(2, 3)), {"warnsdorff": [(0, entry)]})
    >>> document = explorer.document()
    >>> document["tours"], document["boards"][0]["layers"]  # each cell is the number of a start, and the index of its entry
    (['0:1'], [{'name': 'warnsdorff', 'cells': [0, 0]}])
    """

    def __init__(self, chess: bool = False) -> None:
        self._chess = chess
        self.boards: list[dict[str, Any]] = []
        self._texts, self._tours, self._witnesses = _Places(), _Places(), _Places()
        self._entries: list[tuple[int, ...]] = []

    def add_entry(
        self,
        outcome: str,
        reason: str = "",
        tour: str | None = None,
        obstruction: Obstruction | None = None,
        problem: Problem | None = None,
    ) -> int:
        """Add an answer, and return its index.

        `tour` is a text of `explorer_moves_text`.
        """
        key = None
        if obstruction is not None and problem is not None and problem.board is not None:
            key = obstruction, obstruction.count(problem.graph, problem), problem.board.cols
        witness = self._witnesses.of(key)
        self._entries.append((OUTCOMES.index(outcome), self._texts.of(reason), self._tours.of(tour), witness))
        return len(self._entries) - 1

    def add_board(self, name: str, problem: Problem, layers: Layer, block: Sequence[int] = ()) -> None:
        """Add a board with its answers.

        `block` is the first column, the width and the number of copies of repeated columns.
        """
        board, end = problem.require_board(), problem.end
        same = sum(each["name"].partition(" (")[0] == name for each in self.boards)
        self.boards.append(
            {
                "name": f"{name} ({same + 1})" if same else name,
                "rows": board.rows,
                "cols": board.cols,
                "holes": sorted(explorer_number(hole, board.cols) for hole in board.holes),
                "wrap": board.wrap or "",
                "moves": leaper_moves(problem.leaper),
                "closed": problem.closed,
                "end": explorer_number(end, board.cols),
                "givens": [(step, explorer_number(square, board.cols)) for step, square in problem.givens.items()],
                "block": block,
                "layers": [{"name": each, "cells": [n for pair in cells for n in pair]} for each, cells in layers.items()],
            }
        )

    def document(self) -> dict[str, Any]:
        """Return all boards and answers as JSON values.

        It also contains four lists with one number per entry: its outcome, reason, tour and witness. The last three are indices
        in the lists of texts, tours and witnesses.
        """
        witnesses = [self._witness(*each) for each in self._witnesses]
        lists = {"texts": list(self._texts), "tours": list(self._tours), "witnesses": witnesses}
        names = ("outcome", "reason", "tour", "witness")
        entries = {name: [entry[place] for entry in self._entries] for place, name in enumerate(names)}
        return {"boards": self.boards, "chess": self._chess, "entries": entries, **lists}

    def _witness(self, obstruction: Obstruction, count: Count, cols: int) -> dict[str, Any]:
        """Return the squares and moves of an obstruction as JSON values."""
        drawing = obstruction.drawing

        def number(vertex: Any) -> int:
            return OFF_THE_BOARD if isinstance(vertex, Link) else explorer_number(vertex, cols)

        return {
            "sentence": str(obstruction),
            "squares": sorted(map(number, obstruction.squares)),
            "meaning": drawing.squares + f"; the lines are {drawing.lines}" * bool(drawing.lines),
            "links": drawing.moves,
            "moves": sorted(sorted(map(number, move)) for move in count.moves),
            "numbers": [(number(square), value) for square, value in count.numbers],
            "count": [count.meaning, count.sentence],
            "cases": [
                {
                    "end": number(branch.end),
                    "steps": [
                        (isinstance(step, Assumption), step.chosen, *map(number, (step.at, *step.move)))
                        for step in branch.steps
                    ],
                }
                for branch in obstruction.branches
            ],
        }


def explorer_number(square: Any, cols: int) -> int:
    """Return the row-major index of a square, or `ANYWHERE` for None."""
    return ANYWHERE if square is None else square[0] * cols + square[1]


def explorer_board_name(board: Board, leaper: Leaper) -> str:
    """Return a short name of a board, e.g. "3x3 less 1".

    >>> explorer_board_name(Board(3, 4), (1, 2)), explorer_board_name(Board(3, 3, holes=[(1, 1)]), (1, 2))
    ('3x4', '3x3 less 1')
    """
    size, *words = board_subject(Board(board.rows, board.cols, wrap=board.wrap), leaper).split(" ")
    return " ".join([size, *[f"less {len(board.holes)}"] * bool(board.holes), *words])


def explorer_moves_text(squares: Sequence[Square], board: Board, leaper: Leaper) -> str:
    """Encode a tour as its first square and a digit per move.

    Each digit is the index of the move in `leaper_moves(leaper)`.

    >>> explorer_moves_text([(0, 0), (1, 2), (2, 0)], Board(3, 3), (1, 2))
    '0:16'
    """
    rows, cols = board.rows if board.wraps_rows else FAR, board.cols if board.wraps_cols else FAR
    digits = {(down % rows, right % cols): str(place) for place, (down, right) in enumerate(leaper_moves(leaper))}
    text = "".join(digits[(there[0] - here[0]) % rows, (there[1] - here[1]) % cols] for here, there in pairwise(squares))
    return f"{explorer_number(squares[0], board.cols)}:{text}"

"""Recordings of searches: what a search took, gave back, forced and cut off, in its order.

A method holds its path in `Meter.path`. Where nobody watches, that is a plain list, so that watching costs nothing. Else it is
a `Recording`, a list that notes what comes to its end and goes from there.
"""

from __future__ import annotations

from array import array
from typing import Any

from solvers.errors import UnsupportedProblem
from solvers.problem import Problem
from solvers.progress import remark
from solvers.result import Result

__all__ = ["MOST_EVENTS", "MOST_SQUARES", "REASONS", "Recording"]

TAKEN, GIVEN_BACK, FORCED, CUT_OFF = range(4)
"""The kinds of events."""
STARVED, REFUTED, UNFIT, CUT_VERTEX, MISTIMED = range(5)
REASONS = (
    "this square has fewer than two ways left",
    "the same squares in another order led to no tour from here",
    "no square of a fitting colour is left on which a tour may end",
    "one square alone joins two parts of the rest, and no tour visits both",
    "no tour that has the known steps goes on from here",
)
"""The reasons of CUT_OFF."""
MOST_EVENTS, MOST_SQUARES = 1_000_000, 10_000
"""A recording stops when it has so many events; and the largest board."""


class Recording(list[Any]):
    """The path of a search on a board, and all that happened to it.

    Attributes
    ----------
    problem, board : the problem as the solver sees it, and its board.
    asked : the problem of the user.
    result : the result of the search, once it is over.
    events : numbers of the form `4 * value + kind`. The value of a square TAKEN or GIVEN_BACK is its number, row by row. FORCED
        is a move, and CUT_OFF a reason of `REASONS` why no tour begins with the path, and the square at fault: on a board of n
        squares and holes, `divmod(value, n)` gives both numbers. They belong to the square taken or given back before them.
    """

    result: Result
    asked: Problem

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        if problem.board is None or problem.size > MOST_SQUARES:
            raise UnsupportedProblem(f"only on boards of up to {MOST_SQUARES:,} squares can a search be watched", problem)
        self.problem = self.asked = problem
        self.events, self.board = array("q"), problem.board
        self.notes: list[str] = []

    def append(self, square: Any) -> None:
        """Take a square."""
        super().append(square)
        self.note(TAKEN, square)

    def pop(self, *_: Any) -> Any:
        """Give the last square back."""
        self.note(GIVEN_BACK, self[-1])
        return super().pop()

    def note(self, kind: int, square: Any, first: int = 0) -> None:
        """Note an event; `first` is a reason, or the number of the first square of a move."""
        room = MOST_EVENTS - len(self.events)
        if room:
            self.events.append(4 * (first * self.board.rows * self.board.cols + self.number(square)) + kind)
            if room == 1:
                self.notes = [f"the recording stops after {MOST_EVENTS:,} events, and the search goes on"]
                remark(*self.notes)

    def number(self, square: Any) -> int:
        """Return the number of a square, row by row."""
        return int(square[0] * self.board.cols + square[1])

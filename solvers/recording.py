"""Recordings of searches: what a search took, gave back, forced and cut off, in its order.

A method asks `search_path` for the list that is to hold its path. Where nobody watches, that is a plain list, so that watching
costs nothing. Else it is a `Recording`, a list that notes what comes to its end and goes from there.
"""

from __future__ import annotations

from array import array
from contextvars import ContextVar
from typing import Any

from solvers.problem import Problem
from solvers.progress import remark
from solvers.result import Result

__all__ = ["MOST_EVENTS", "MOST_SQUARES", "REASONS", "WATCHING", "Recording", "search_path"]

TAKEN, GIVEN_BACK, FORCED, CUT_OFF = range(4)
"""The kinds of events."""
STARVED, REFUTED, UNFIT, CUT_VERTEX = range(4)
REASONS = (
    "this square has fewer than two ways left",
    "the same squares in another order led to no tour from here",
    "no square of a fitting colour is left on which a tour may end",
    "one square alone joins two parts of the rest, and no tour visits both",
)
"""The reasons of CUT_OFF."""
MOST_EVENTS, MOST_SQUARES = 1_000_000, 10_000
"""A recording stops when it has so many events; and the largest board."""


class Recording(list[Any]):
    """The path of a search on a board, and all that happened to it.

    Attributes
    ----------
    problem : the problem as the solver sees it.
    result : the result of the search, once it is over.
    events : numbers of the form `4 * value + kind`. The value of a square TAKEN or GIVEN_BACK is its number, row by row. FORCED
        is a move, and CUT_OFF a reason of `REASONS` why no tour begins with the path, and the square at fault: on a board of n
        squares and holes, `divmod(value, n)` gives both numbers. They belong to the square taken or given back before them.
    """

    result: Result

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        assert problem.board is not None
        self.problem, self.events = problem, array("q")
        rows, cols = problem.board.rows, problem.board.cols
        self._cells = rows * cols
        self._numbers = {(row, col): row * cols + col for row, col in problem.board}

    def append(self, square: Any) -> None:
        """Take a square."""
        super().append(square)
        self._note(TAKEN, 0, square)

    def pop(self, *_: Any) -> Any:
        """Give the last square back."""
        self._note(GIVEN_BACK, 0, self[-1])
        return super().pop()

    def force(self, one: Any, other: Any) -> None:
        """Note that each tour that begins with the path has this move."""
        self._note(FORCED, self._numbers[one], other)

    def cut_off(self, reason: int, square: Any) -> None:
        """Note why no tour begins with the path."""
        self._note(CUT_OFF, reason, square)

    def _note(self, kind: int, first: int, square: Any) -> None:
        room = MOST_EVENTS - len(self.events)
        if room:
            self.events.append(4 * (first * self._cells + self._numbers[square]) + kind)
            if room == 1:
                remark(f"the recording stops after {MOST_EVENTS:,} events, and the search goes on")


WATCHING: ContextVar[Recording | None] = ContextVar("WATCHING", default=None)
"""The recording of the search that goes on, or None where nobody watches."""


def search_path() -> list[Any]:
    """Return an empty list for the path of a search: a `Recording` where the search is watched.

    Examples
    --------
    >>> search_path()
    []
    """
    recording = WATCHING.get()
    return [] if recording is None else recording

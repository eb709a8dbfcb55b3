"""Record the events of a search.

A search method stores its path in `Meter.path`: a plain list or, if the search is recorded, a `Recording`.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import Any

from graphs.obstructions import FLOWS, PASSES, SLOW_PASSES, Obstruction, find_obstruction
from solvers.core.errors import UnsupportedProblem
from solvers.core.problem import Problem
from solvers.core.result import Result

TAKEN, GIVEN_BACK, FORCED, CUT_OFF = range(4)
"""Kinds of events in a `Recording`."""
STARVED, REFUTED, UNFIT, CUT_VERTEX, MISTIMED = range(5)
REASONS = (
    "fewer than two moves to this square are left",
    "after the same squares in another order, the search found no tour from here",
    "no free square has the colour of the end of a tour",
    "only this square joins two parts of the free squares, and no tour visits both",
    "no tour with the known steps continues from here",
)
"""Texts for the events CUT_OFF, by reason (STARVED to MISTIMED)."""
MOST_EVENTS, MOST_SQUARES = 1_000_000, 10_000  # maximum numbers of events, and of squares of the board, of a recording


class Recording(list[Any]):
    """The path of a search, with a record of all changes.

    Parameters
    ----------
    problem : Problem
        The problem that the solver receives, on a board of at most `MOST_SQUARES` squares.

    Attributes
    ----------
    asked : Problem
        The problem of the user, which may be the same in the reverse direction.
    result : Result
        The result, after the search.
    events : array of int
        The events in order, as numbers `4 * value + kind`.
    notes : list of str
        Remarks, for example that the recording is incomplete.

    Notes
    -----
    Squares are numbered row by row, with holes, below n. The kinds of events are:

    - TAKEN, GIVEN_BACK: `value` is the number of the square that is added to the path or removed.
    - FORCED: every continuation of the path contains the move between the squares `divmod(value, n)`.
    - CUT_OFF: the path has no continuation to a tour. `divmod(value, n)` is the index in `REASONS` and the square.
    """

    result: Result
    asked: Problem

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        if problem.board is None or problem.size > MOST_SQUARES:
            most = f"a search can be recorded only on boards of up to {MOST_SQUARES:,} squares"
            raise UnsupportedProblem(f"{most}: {problem} is not on such a board", problem)
        self.problem = self.asked = problem
        self.events, self.board = array("q"), problem.board
        self.notes: list[str] = []

    @cached_property
    def obstruction(self) -> Obstruction | None:
        """The obstruction that made a search unnecessary, or None."""
        if self.result.exists is not False or self.result.nodes:
            return None
        return find_obstruction(self.problem.graph, self.problem, (*PASSES, *SLOW_PASSES, *FLOWS))

    def append(self, square: Any) -> None:
        super().append(square)
        self.note(TAKEN, square)

    def pop(self, *_: Any) -> Any:
        self.note(GIVEN_BACK, self[-1])
        return super().pop()

    def note(self, kind: int, square: Any, first: int = 0) -> None:
        """Record an event, e.g. that a square is added to the path.

        Parameters
        ----------
        kind : int
            TAKEN, GIVEN_BACK, FORCED or CUT_OFF. After `MOST_EVENTS` events, nothing is recorded.
        square : tuple of int
            The square of the event, or the second square of a forced move.
        first : int, optional
            The index of the reason, or the number of the first square of a forced move.
        """
        vacant = MOST_EVENTS - len(self.events)
        if vacant:
            self.events.append(4 * (first * self.board.rows * self.board.cols + self.number(square)) + kind)
            if vacant == 1:
                self.notes = [f"the recording stops after {MOST_EVENTS:,} events, but the search continues"]

    def number(self, square: Any) -> int:
        """Return the index of a square in row-major order, counting holes.

        Parameters
        ----------
        square : tuple of int
            The square.

        Returns
        -------
        int
            The index, from 0.
        """
        return int(square[0] * self.board.cols + square[1])

"""Record the events of a search.

A search method stores its path in `Meter.path`: a plain list or, if the search is recorded, a `Recorder`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from graphs.board import Board
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


@dataclass(frozen=True)
class Recording:
    """A search and its result.

    Attributes
    ----------
    problem : Problem
        The problem that the solver receives, on a board of at most `MOST_SQUARES` squares.
    asked : Problem
        The problem of the user, which may be the same in the reverse direction.
    result : Result
        The result.
    events : tuple of int
        The first `MOST_EVENTS` events in order, as numbers `4 * value + kind`.

    Notes
    -----
    Squares are numbered row by row, with holes, below n. The kinds of events are:

    - TAKEN, GIVEN_BACK: `value` is the number of the square that is added to the path or removed.
    - FORCED: every continuation of the path contains the move between the squares `divmod(value, n)`.
    - CUT_OFF: the path has no continuation to a tour. `divmod(value, n)` is the index in `REASONS` and the square.
    """

    problem: Problem
    asked: Problem
    result: Result
    events: tuple[int, ...] = field(repr=False)

    @property
    def board(self) -> Board:
        """The board of the problem."""
        return self.problem.require_board()

    @property
    def notes(self) -> list[str]:
        """A remark if the recording is incomplete."""
        remark = f"the recording stops after {MOST_EVENTS:,} events, but the search continues"
        return [remark] * (len(self.events) == MOST_EVENTS)

    @cached_property
    def obstruction(self) -> Obstruction | None:
        """The obstruction that made a search unnecessary, or None."""
        if self.result.exists is not False or self.result.nodes:
            return None
        return find_obstruction(self.problem.graph, self.problem, (*PASSES, *SLOW_PASSES, *FLOWS))


class Recorder(list[Any]):
    """The path of a search, with a record of all changes in `events`, or UnsupportedProblem if the board is too large."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        if problem.board is None or problem.size > MOST_SQUARES:
            most = f"a search can be recorded only on boards of up to {MOST_SQUARES:,} squares"
            raise UnsupportedProblem(f"{most}: {problem} is not on such a board", problem)
        self.events, self.board = array("q"), problem.board

    def append(self, square: Any) -> None:
        super().append(square)
        self.note(TAKEN, square)

    def pop(self, *_: Any) -> Any:
        self.note(GIVEN_BACK, self[-1])
        return super().pop()

    def note(self, kind: int, square: Any, first: int = 0) -> None:
        """Record an event, unless there are `MOST_EVENTS` events.

        `first` is the index of the reason for CUT_OFF, or the number of the first square of a forced move.
        """
        if len(self.events) < MOST_EVENTS:
            self.events.append(4 * (first * self.board.rows * self.board.cols + self.number(square)) + kind)

    def number(self, square: Any) -> int:
        """Return the index of a square in row-major order, counting holes."""
        return int(square[0] * self.board.cols + square[1])

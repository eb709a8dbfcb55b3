"""Record the events of a search: squares added to the path or removed from it, forced moves, and pruned paths.

A search method stores its path in `Meter.path`. If the search is not recorded, this is a plain list, so that no time is lost.
Otherwise it is a `Recording`: a list that records each square that is appended to it or removed from its end.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import Any

from graphs.obstructions import FLOWS, PASSES, SLOW_PASSES, Obstruction, find_obstruction
from solvers.core.errors import UnsupportedProblem
from solvers.core.problem import Problem
from solvers.core.progress import remark
from solvers.core.result import Result

TAKEN, GIVEN_BACK, FORCED, CUT_OFF = range(4)
"""Kinds of events: a square is added to the path; the last square is removed; a move is forced; the path is pruned. `Recording`
describes them."""
STARVED, REFUTED, UNFIT, CUT_VERTEX, MISTIMED = range(5)
REASONS = (
    "fewer than two moves to this square are left",
    "after the same squares in another order, the search found no tour from here",
    "no free square has the colour of the end of a tour",
    "only this square joins two parts of the free squares, and no tour visits both",
    "no tour with the known steps continues from here",
)
"""The reasons of the event CUT_OFF. Their indices are the numbers STARVED, REFUTED, UNFIT, CUT_VERTEX and MISTIMED."""
MOST_EVENTS, MOST_SQUARES = 1_000_000, 10_000
"""Maximum number of events of a recording, and maximum number of squares of the board on which a search can be recorded."""


class Recording(list[Any]):
    """The path of a search on a board, and a record of all changes of this path.

    Parameters
    ----------
    problem : Problem
        The problem that the solver receives, on a board. It may differ from the problem of the user. For example,
        it may ask for the tour in the reverse direction.

    Attributes
    ----------
    problem : Problem
        The problem that the solver receives.
    board : Board
        The board of this problem.
    asked : Problem
        The problem of the user. Until the caller sets this attribute, it is the same as `problem`.
    result : Result
        The result of the search. This attribute exists only after the search.
    events : array of int
        The events in order of time, as numbers `4 * value + kind`. The notes below explain both parts.
    notes : list of str
        Remarks on the recording, for example that it is incomplete.

    Raises
    ------
    UnsupportedProblem
        If the problem has no board, or if its board has more than `MOST_SQUARES` squares.

    Notes
    -----
    The value of an event depends on its kind. Squares are numbered row by row from 0, including holes, and n is the number of
    squares including holes.

    - TAKEN and GIVEN_BACK: the number of the square that is added to the path or removed from it.
    - FORCED: every tour that begins with the path contains a certain move. `divmod(value, n)` gives the numbers of its two
      squares.
    - CUT_OFF: no tour begins with the path. `divmod(value, n)` gives the reason, as an index in `REASONS`, and the number of
      the square that causes it.

    FORCED and CUT_OFF refer to the path after the last event TAKEN or GIVEN_BACK before them.
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
        """An obstruction, if the solver ruled out a tour without a search node and an obstruction is found; otherwise None."""
        if self.result.exists is not False or self.result.nodes:
            return None
        return find_obstruction(self.problem.graph, self.problem, (*PASSES, *SLOW_PASSES, *FLOWS))

    def append(self, square: Any) -> None:
        """Append a square to the path, and record the event TAKEN.

        Parameters
        ----------
        square : tuple of int
            The square.
        """
        super().append(square)
        self.note(TAKEN, square)

    def pop(self, *_: Any) -> Any:
        """Remove the last square of the path, and record the event GIVEN_BACK.

        Parameters
        ----------
        *_ : object
            Ignored, because only the last square can be removed.

        Returns
        -------
        tuple of int
            The square that is removed.
        """
        self.note(GIVEN_BACK, self[-1])
        return super().pop()

    def note(self, kind: int, square: Any, first: int = 0) -> None:
        """Record an event. After `MOST_EVENTS` events, the recording stops, and a remark reports this.

        Parameters
        ----------
        kind : int
            TAKEN, GIVEN_BACK, FORCED or CUT_OFF.
        square : tuple of int
            The square of the event; for FORCED, the second square of the move.
        first : int, optional
            For CUT_OFF, the index of the reason in `REASONS`. For FORCED, the number of the first square of the move.
        """
        vacant = MOST_EVENTS - len(self.events)
        if vacant:
            self.events.append(4 * (first * self.board.rows * self.board.cols + self.number(square)) + kind)
            if vacant == 1:
                self.notes = [f"the recording stops after {MOST_EVENTS:,} events, but the search continues"]
                remark(*self.notes)

    def number(self, square: Any) -> int:
        """Return the number of a square, counted row by row from 0, including holes.

        Parameters
        ----------
        square : tuple of int
            The square.

        Returns
        -------
        int
            The number.
        """
        return int(square[0] * self.board.cols + square[1])

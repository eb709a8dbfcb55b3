"""Question: a problem while a strategy runs, with the properties on which the choice of steps depends."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from graphs.board import Board
from graphs.leapers import KNIGHT
from graphs.obstructions import Finder, Obstruction
from graphs.watching import Watch, unwatched
from solvers.budget import Meter
from solvers.problem import Problem
from solvers.registry import get_solver

__all__ = ["HUGE", "LARGE", "Question"]

LARGE = 2_000
"""Number of squares above which walks, row cuts and stretched tours come before slower steps."""
HUGE = 40_000
"""Number of squares above which any board may be stretched, and a walk between two given ends is faster than a construction."""
NARROW, LOW = 5, 16
"""Side below which a board is narrow, and maximum side of a long board that may be stretched."""


@dataclass
class Question:
    """A problem while a strategy runs, with a record of the steps tried.

    Attributes
    ----------
    problem : Problem
        The problem.
    meter : Meter
        The budget of the whole strategy.
    seed : int
        The seed of the random walks.
    solver : str
        The name of the solver that ran last.
    tried : set
        The name, seed and node limit of each solver run.
    rejected : set of Obstruction
        Candidates that were checked and do not hold.
    searched : set
        Finders that found nothing, each with whether it was called for any ends.
    reason : Obstruction or None
        The simplest known reason why there is no tour.
    watched : Watch
        The watch of the finders. It raises if the budget is spent, or if the search for a simpler reason takes too long.
    """

    problem: Problem
    meter: Meter
    seed: int = 0
    solver: str = ""
    tried: set[tuple[str, int | None, int | None]] = field(default_factory=set)
    rejected: set[Obstruction] = field(default_factory=set)
    searched: set[tuple[Finder, bool]] = field(default_factory=set)
    reason: Obstruction | None = None
    watched: Watch = unwatched

    def __post_init__(self) -> None:
        self.watched = self.meter.watched

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.problem.size

    @property
    def board(self) -> Board | None:
        """The board of the problem; None for any other graph."""
        return self.problem.board

    @property
    def in_print(self) -> bool | None:
        """Whether a tour exists by a published theorem, or None if no theorem covers the problem."""
        return self.problem.theorem and self.problem.theorem[1]

    @property
    def plain(self) -> bool:
        """Whether `construct` supports the problem, a full board of the knight, and no theorem rules out a tour."""
        is_knight = tuple(sorted(self.problem.leaper)) == KNIGHT
        return is_knight and self.in_print is not False and get_solver("construct").refusal(self.problem) is None

    @property
    def piled(self) -> bool:
        """Whether `construct` may stretch and join short tours of another leaper, because the board is large or long."""
        if self.board is None or self.size <= LARGE or tuple(sorted(self.problem.leaper)) == KNIGHT or not self.has_sat:
            return False
        is_large = self.size > HUGE or min(self.board.rows, self.board.cols) <= LOW
        return is_large and get_solver("construct").refusal(self.problem) is None

    @property
    def narrow(self) -> bool:
        """Whether the problem is about a board with a side below `NARROW`."""
        return self.board is not None and min(self.board.rows, self.board.cols) < NARROW

    @property
    def dense(self) -> bool:
        """Whether the vertices have six neighbours or more on average."""
        return self.problem.graph.number_of_edges() >= 3 * self.size

    @property
    def both_ends(self) -> bool:
        """Whether the start and the end of the tour are given."""
        return None not in (self.problem.start, self.problem.end)

    @property
    def restricted(self) -> bool:
        """Whether the tour must be closed, or an end is given."""
        return self.problem.closed or (self.problem.start, self.problem.end) != (None, None)

    @property
    def hardness(self) -> float:
        """How hard the known reason is to check; infinite if none is known."""
        return inf if self.reason is None else self.reason.hardness

    @property
    def has_sat(self) -> bool:
        """Whether the packages of the solver `sat` are installed."""
        return not get_solver("sat").missing

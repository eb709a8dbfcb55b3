"""A problem to decide, with properties that select the solvers to try.

A *strategy* is a sequence of steps that try to decide a question (see `solvers.solving.strategy`). A *walk* is one attempt of
the solver `warnsdorff-repair`. A tour is *stretched* by repeating some of its columns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from graphs.board import Board
from graphs.leapers import KNIGHT
from graphs.obstructions import Finder, Obstruction
from graphs.watching import Watch
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.core.registry import get_solver
from solvers.methods.models.two_factor import MANY

LARGE = 2_000  # on boards with more squares, walks, row cuts and stretched tours are tried early
# sizes of boards, in squares: from HUGE onwards, stretched tours; between both, walks if start and end are given
HUGE, ENORMOUS = 40_000, 250_000
# a board is narrow if its shorter side is below NARROW; up to NARROW_UP_TO squares, walks are then the fastest
NARROW, NARROW_UP_TO = 5, 8_000
LOW = 16  # maximum shorter side of a board that is long enough for stretched tours
# maximum numbers of vertices, and of squares of a board, for linear programs
PROGRAMS_UP_TO, BOARD_PROGRAMS_UP_TO = 1_000, 10_000
DIVISIBLE = 100  # number of vertices above which dividing a graph is faster than searching it


@dataclass(eq=False)
class Question:
    """A problem to decide, and the progress of the strategy."""

    problem: Problem
    meter: Meter
    seed: int = 0  # seed of the random walks
    is_part: bool = False  # whether it is a part of another problem (see `solvers.solving.parts`)
    solver: str = ""  # name of the last solver that ran
    tried: set[tuple[str, int | None, int | None]] = field(default_factory=set)  # name, seed and node limit of each solver run
    searched: set[tuple[Finder, bool]] = field(default_factory=set)  # finders that found nothing, with their `any_ends`
    rejected: set[Obstruction] = field(default_factory=set)  # candidates that do not hold
    reason: Obstruction | None = None  # the simplest known proof that no tour exists
    watch: Watch | None = None  # watch for finders, if not that of `meter`

    @property
    def hardness(self) -> float:
        return inf if self.reason is None else self.reason.hardness

    @cached_property
    def size(self) -> int:
        return self.problem.size

    @cached_property
    def board(self) -> Board | None:
        return self.problem.board

    @cached_property
    def is_knight(self) -> bool:
        """Whether the leaper, if any, is the knight."""
        return tuple(sorted(self.problem.leaper)) == KNIGHT

    @cached_property
    def narrow(self) -> bool:
        return self._shorter_side < NARROW

    @cached_property
    def restricted(self) -> bool:
        """Whether the tour must be closed, or an end is given."""
        return self.problem.closed or (self.problem.start, self.problem.end) != (None, None)

    @cached_property
    def by_theorem(self) -> bool | None:
        """Answer of a published theorem, or None."""
        return self.problem.theorem and self.problem.theorem[1]

    @cached_property
    def constructible(self) -> bool:
        """Whether the solver `construct` may find a tour."""
        return self.by_theorem is not False and get_solver("construct").refusal(self.problem) is None

    @cached_property
    def construct_first(self) -> bool:
        """Whether the solver `construct` is likely to be the fastest."""
        if not self.constructible:
            return False
        if not self.is_knight:  # `construct` needs `sat` for the small tours that it stretches and joins
            return self.size > LARGE and (self.size > HUGE or self._shorter_side <= LOW) and self.has_sat
        return self.size > NARROW_UP_TO if self.narrow else not (self._both_ends and HUGE < self.size < ENORMOUS)

    @cached_property
    def walk_first(self) -> bool:
        """Whether walks by Warnsdorff's rule are likely to be the fastest."""
        if self.narrow:
            return self.by_theorem is True and self.size <= NARROW_UP_TO
        return self.constructible and self.is_knight and self._both_ends

    @cached_property
    def walkable(self) -> bool:
        """Whether Warnsdorff's rule may be faster than a SAT solver."""
        return self.by_theorem is not False and (self.board is not None or self.dense or not self.has_sat)

    @cached_property
    def dense(self) -> bool:
        return self._edges >= 3 * self.size

    @cached_property
    def sparse(self) -> bool:
        """Whether the graph has on average at most 3.05 neighbours per vertex."""
        return self.board is None and 2 * self._edges <= 3.05 * self.size

    @cached_property
    def forced(self) -> bool:
        """Whether the tour is closed, and many vertices have degree 2."""
        if self.board is not None or not self.problem.closed:
            return False
        graph = self.problem.graph_within(self.meter)
        return sum(degree == 2 for _, degree in self.meter.watched(graph.degree)) >= MANY * self.size

    @cached_property
    def divisible(self) -> bool:
        """Whether to divide the graph at two vertices."""
        problem = self.problem
        return self.board is None and not self.is_part and self.size > DIVISIBLE and problem.closed and not problem.steps

    @cached_property
    def has_programs(self) -> bool:
        """Whether the graph is small enough for linear programs."""
        return not self.is_part and self.size <= (PROGRAMS_UP_TO if self.board is None else BOARD_PROGRAMS_UP_TO)

    @cached_property
    def has_sat(self) -> bool:
        return not get_solver("sat").missing

    @cached_property
    def _shorter_side(self) -> float:
        return inf if self.board is None else min(self.board.rows, self.board.cols)

    @cached_property
    def _both_ends(self) -> bool:
        return None not in (self.problem.start, self.problem.end)

    @cached_property
    def _edges(self) -> int:
        graph = self.problem.graph_within(self.meter)
        return sum(degree for _, degree in self.meter.watched(graph.degree)) // 2

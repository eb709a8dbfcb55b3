"""The class `Question`: a problem to which a strategy is applied, with the properties that determine which steps run.

A *strategy* is a sequence of steps that try to decide a problem (see `solvers.solving.strategy`). A *walk* is one attempt of
the solver
`warnsdorff-repair`. A *finder* searches for reasons why a problem has no tour, and yields them as unchecked candidates (see
`graphs.obstructions`). A *row cut* is a set of rows whose removal leaves too many parts for a tour. A tour is *stretched* by
repeating some of its columns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from graphs.board import Board
from graphs.leapers import KNIGHT
from graphs.obstructions import Finder, Obstruction
from graphs.watching import Watch, unwatched
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.core.registry import get_solver

LARGE = 2_000
"""Number of squares above which a strategy tries walks, row cuts and stretched tours (see the module docstring) early."""
HUGE = 40_000
"""Number of squares above which stretched tours are used on boards of any shape. `solvers.solving.strategy.ENORMOUS` describes
another use of this number.
"""
PROGRAMS_UP_TO, BOARD_PROGRAMS_UP_TO = 1_000, 10_000
"""Maximum number of vertices of a graph, and of squares of a board, for which linear programs are computed."""
DIVISIBLE = 100
"""Number of vertices above which a graph is divided into parts. A search of a smaller graph is faster than dividing it."""
NARROW, LOW = 5, 16
"""A board is narrow if its shorter side is below `NARROW`. A board is long enough for stretched tours if it has more than
`LARGE` squares and its shorter side is at most `LOW`.
"""


@dataclass
class Question:
    """A problem that a strategy tries to decide, and a record of the solvers and finders that it has already called.

    Attributes
    ----------
    problem : Problem
        The problem.
    meter : Meter
        The meter that checks the budget of the whole strategy.
    seed : int
        The seed of the random walks.
    solver : str
        The name of the solver that ran last.
    tried : set
        One tuple per run of a solver: the name of the solver; its option `seed` minus the attribute `seed` of this question, or
        None if the solver used its default seed; and the node limit of the run, or None if only the budget limited the run.
    rejected : set of Obstruction
        The candidate obstructions that were checked and do not hold.
    searched : set
        One pair per call of a finder that found no new reason: the finder, and whether it searched for a reason that rules out
        open tours between all pairs of ends.
    reason : Obstruction or None
        The simplest known reason why there is no tour, or None if none is known.
    watched : Watch
        A function that finders apply to each iterable that they read (see `graphs.watching`). It raises an exception if the
        budget is exceeded, or if the search for a simpler reason takes too long.
    is_part : bool
        Whether the problem is a part of another one (see `solvers.solving.parts`). A part is not divided again.
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
    is_part: bool = False

    def __post_init__(self) -> None:
        self.watched = self.meter.watched

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.problem.size

    @property
    def board(self) -> Board | None:
        """The board of the problem, or None for any other graph."""
        return self.problem.board

    @property
    def by_theorem(self) -> bool | None:
        """Whether a published theorem states that a tour exists, or None if no theorem covers the problem."""
        return self.problem.theorem and self.problem.theorem[1]

    @property
    def plain(self) -> bool:
        """Whether the leaper is the knight, `construct` supports the problem, and no published theorem rules out a tour."""
        is_knight = tuple(sorted(self.problem.leaper)) == KNIGHT
        return is_knight and self.by_theorem is not False and get_solver("construct").refusal(self.problem) is None

    @property
    def piled(self) -> bool:
        """Whether the leaper is not the knight and `construct` is likely to build a tour, by stretching and joining tours.

        It is likely if the board is large or long enough, `construct` supports the problem, and `sat` is installed.
        """
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
        """Whether the vertices have at least six neighbours on average."""
        return self._edges >= 3 * self.size

    @property
    def has_programs(self) -> bool:
        """Whether linear programs are likely to show in reasonable time that there is no tour."""
        return not self.is_part and self.size <= (PROGRAMS_UP_TO if self.board is None else BOARD_PROGRAMS_UP_TO)

    @property
    def sparse(self) -> bool:
        """Whether the graph is not a board, and its vertices have at most 3.05 neighbours on average."""
        return self.board is None and 2 * self._edges <= 3.05 * self.size

    @cached_property
    def _edges(self) -> int:
        """The number of edges of the graph."""
        graph = self.problem.graph_within(self.meter)
        return sum(degree for _, degree in self.meter.watched(graph.degree)) // 2

    @property
    def divisible(self) -> bool:
        """Whether to divide the graph into parts: for closed tours, without known steps, of large graphs other than boards.

        It is False if the problem is itself a part.
        """
        is_whole_graph = self.board is None and not self.is_part and self.size > DIVISIBLE
        return is_whole_graph and self.problem.closed and not self.problem.steps

    @property
    def is_open_to_walks(self) -> bool:
        """Whether `warnsdorff-repair` may find a tour sooner than SAT: on a board or a dense graph, or if SAT is not installed.

        It is False if a published theorem rules out a tour.
        """
        return self.by_theorem is not False and (self.board is not None or self.dense or not self.has_sat)

    @property
    def both_ends(self) -> bool:
        """Whether the start and the end of the tour are given."""
        return None not in (self.problem.start, self.problem.end)

    @property
    def restricted(self) -> bool:
        """Whether the tour must be closed, or its start or end is given."""
        return self.problem.closed or (self.problem.start, self.problem.end) != (None, None)

    @property
    def hardness(self) -> float:
        """The `hardness` of the known reason why there is no tour (see `Obstruction`), or infinity if no reason is known."""
        return inf if self.reason is None else self.reason.hardness

    @property
    def has_sat(self) -> bool:
        """Whether the packages of the solver `sat` are installed."""
        return not get_solver("sat").missing

"""The steps of the ladder: what can be tried on a problem, and where. `ladder.py` puts them in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

from graphs.board import Board
from graphs.obstructions import Finder, Obstruction
from graphs.theorems import Theorem, theorem_for
from solvers.budget import Meter
from solvers.problem import Problem
from solvers.progress import begin_step
from solvers.registry import get_solver
from solvers.result import Outcome
from solvers.solving import attempt

__all__ = ["Answer", "Question", "Step", "quote", "refute", "run"]

Answer: TypeAlias = Outcome | Obstruction | Theorem


@dataclass
class Question:
    """A problem on its way up the ladder.

    Attributes
    ----------
    problem, meter : the problem, and the budget of the whole climb.
    seed : for the random choices of the walks.
    solver : the name of the solver that ran last.
    tried : the runs of solvers that were made; see `run`.
    rejected : the obstructions that were checked and do not hold.
    searched : the finders of obstructions that have found nothing.
    """

    problem: Problem
    meter: Meter
    seed: int = 0
    solver: str = ""
    tried: set[tuple[str, int | None, int | None]] = field(default_factory=set)
    rejected: set[Obstruction] = field(default_factory=set)
    searched: set[Finder] = field(default_factory=set)

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.problem.size

    @property
    def board(self) -> Board | None:
        """The board of the problem; None for any other graph."""
        return self.problem.board

    @cached_property
    def quoted(self) -> tuple[Theorem | None, bool | None]:
        """A published theorem that covers the problem, and whether there is a tour by it; None twice where none does."""
        problem = self.problem
        if self.board is None:
            return None, None
        ends: dict[str, Any] = {"start": problem.start, "end": problem.end, "closed": problem.closed}
        return theorem_for(self.board, leaper=problem.leaper, **ends) or (None, None)

    @property
    def in_print(self) -> bool | None:
        """Whether there is a tour by a published theorem; None where no theorem covers the problem."""
        return self.quoted[1]

    @property
    def plain(self) -> bool:
        """Whether `construct` takes the problem, a full board of the knight, and no theorem says that there is no tour."""
        return self.in_print is not False and get_solver("construct").refusal(self.problem) is None

    @property
    def narrow(self) -> bool:
        """Whether the problem is about a board with a side below 5."""
        return self.board is not None and min(self.board.rows, self.board.cols) < 5

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
        """Whether the tour is to be closed, or an end is given."""
        return self.problem.closed or (self.problem.start, self.problem.end) != (None, None)

    @property
    def has_sat(self) -> bool:
        """Whether the packages of the solver `sat` are installed."""
        return not get_solver("sat").missing


Trial: TypeAlias = Callable[[Question], Answer | None]


@dataclass(frozen=True)
class Step:
    """One row of the ladder: a trial, and the condition under which it is made."""

    trial: Trial
    where: Callable[[Question], bool] = lambda _: True


def run(solver: str, *, most_nodes: int | None = None, seed: int | None = None, **options: Any) -> Trial:
    """Return the trial that runs a solver. In one climb, it runs once with the same seed and node limit.

    Parameters
    ----------
    solver : its name.
    most_nodes : the node limit; None for what is left of the budget.
    seed : this number, added to the seed of the question, is the solver's seed.
    **options : the solver's other options.
    """

    def trial(question: Question) -> Answer | None:
        if (solver, seed, most_nodes) in question.tried:
            return None
        question.tried.add((solver, seed, most_nodes))
        question.solver = solver
        chosen = options if seed is None else options | {"seed": question.seed + seed}
        return attempt(question.problem, question.meter, solver, most_nodes, **chosen)

    return trial


def refute(*finders: Finder, any_ends: bool = False) -> Trial:
    """Return the trial of some finders of obstructions: it gives the first of their claims that holds for the problem.

    Each claim is checked once in a climb. With `any_ends`, the finders look for a reason why there is no open tour at all.
    """

    def trial(question: Question) -> Answer | None:
        begin_step(f"looking for a reason why there is no {'open tour at all' if any_ends else 'tour'}")
        problem, meter = question.problem, question.meter
        graph, asked = problem.graph_within(meter), problem.with_ends() if any_ends else problem
        for claim in chain.from_iterable(find(graph, asked, meter.watched) for find in finders):
            if claim not in question.rejected:
                meter.check()
                if claim.holds(graph, problem):
                    return claim
                question.rejected.add(claim)
        if not any_ends:
            question.searched.update(finders)
        return None

    return trial


def quote(question: Question) -> Theorem | None:
    """Return the theorem that covers the problem."""
    return question.quoted[0]

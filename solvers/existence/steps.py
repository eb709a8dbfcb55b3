"""The steps of the ladder: what can be tried on a problem, and where. `ladder.py` puts them in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from graphs.obstructions import Finder, Obstruction
from graphs.theorems import Theorem, theorem_for
from solvers.budget import Meter
from solvers.problem import Problem
from solvers.progress import begin_step
from solvers.registry import get_solver
from solvers.result import Outcome
from solvers.solving import attempt

__all__ = [
    "Answer",
    "Claim",
    "Question",
    "Step",
    "at_least",
    "at_most",
    "both_ends_are_given",
    "dense",
    "end_is_free",
    "installed",
    "known_to_exist",
    "narrow",
    "not_refuted",
    "on_board",
    "plain",
    "quote",
    "refute",
    "refute_without_ends",
    "refuted",
    "restricted",
    "run",
    "theorem_of",
    "wide",
    "without_board",
]


@dataclass(frozen=True)
class Claim:
    """A solver's name and its outcome: an unverified tour, a proof that there is none, or the reason why it stopped."""

    solver: str
    outcome: Outcome


Answer: TypeAlias = Claim | Obstruction | Theorem


@dataclass
class Question:
    """A problem on its way up the ladder.

    Attributes
    ----------
    problem, meter : the problem, and the budget of the whole climb.
    seed : for the random choices of the walks.
    walked : the seeds of the walks that were made.
    rejected : the obstructions that were checked and do not hold.
    searched : the finders of obstructions that have found nothing.
    """

    problem: Problem
    meter: Meter
    seed: int = 0
    walked: set[int] = field(default_factory=set)
    rejected: set[Obstruction] = field(default_factory=set)
    searched: set[Finder] = field(default_factory=set)

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.problem.size

    @cached_property
    def theorem(self) -> tuple[Theorem, bool] | None:
        """A published theorem that covers the problem, and whether there is a tour by it."""
        return theorem_of(self.problem)


Condition: TypeAlias = Callable[[Question], bool]
Trial: TypeAlias = Callable[[Question], Answer | None]


@dataclass(frozen=True)
class Step:
    """One row of the ladder: a trial, and the conditions under which it is made. All of them must hold."""

    trial: Trial
    where: tuple[Condition, ...] = ()


def run(solver: str, *, most_nodes: int | None = None, seed: int | None = None, **options: Any) -> Trial:
    """Return the trial that runs a solver.

    Parameters
    ----------
    solver : its name.
    most_nodes : the node limit; None for what is left of the budget.
    seed : this number, added to the seed of the question, is the solver's seed. In one climb, each number is tried once.
    **options : the solver's other options.
    """

    def trial(question: Question) -> Answer | None:
        if seed in question.walked:
            return None
        if seed is not None:
            question.walked.add(seed)
        chosen = options if seed is None else options | {"seed": question.seed + seed}
        return Claim(solver, attempt(question.problem, question.meter, solver, most_nodes, **chosen))

    return trial


def refute(*finders: Finder) -> Trial:
    """Return the trial of some finders of obstructions: it gives the first of their claims that holds."""

    def trial(question: Question) -> Answer | None:
        begin_step("looking for a reason why there is no tour")
        found = _first_that_holds(question, _claims(finders, question.problem, question.meter))
        if found is None:
            question.searched.update(finders)
        return found

    return trial


def refute_without_ends(*finders: Finder) -> Trial:
    """Return the trial of some finders on the open problem with free ends. Their claims are checked for the problem itself."""

    def trial(question: Question) -> Answer | None:
        begin_step("looking for a reason why there is no open tour at all")
        return _first_that_holds(question, _claims(finders, question.problem.with_ends(), question.meter))

    return trial


def _claims(finders: Iterable[Finder], problem: Problem, meter: Meter) -> Iterator[Obstruction]:
    graph = problem.graph_within(meter)
    return (claim for find in finders for claim in find(graph, problem, meter.watched))


def _first_that_holds(question: Question, claims: Iterator[Obstruction]) -> Obstruction | None:
    """Return the first claim that holds for the problem of the question. Each claim is checked once in a climb."""
    for claim in claims:
        if claim not in question.rejected:
            question.meter.check()
            if claim.holds(question.problem.graph, question.problem):
                return claim
            question.rejected.add(claim)
    return None


def quote(question: Question) -> Theorem | None:
    """Return the theorem that says that there is no tour."""
    return question.theorem[0] if refuted(question) and question.theorem is not None else None


def refuted(question: Question) -> bool:
    """Return whether a theorem says that there is no tour."""
    return question.theorem is not None and not question.theorem[1]


def not_refuted(question: Question) -> bool:
    """Return whether no theorem says that there is no tour."""
    return not refuted(question)


def restricted(question: Question) -> bool:
    """Return whether the tour is to be closed, or an end is given."""
    problem = question.problem
    return problem.closed or problem.start is not None or problem.end is not None


def known_to_exist(question: Question) -> bool:
    """Return whether a theorem says that there is a tour."""
    return question.theorem is not None and question.theorem[1]


def plain(question: Question) -> bool:
    """Return whether `construct` takes the problem, a full board of the knight, and no theorem says that there is no tour."""
    return not_refuted(question) and get_solver("construct").refusal(question.problem) is None


def without_board(question: Question) -> bool:
    """Return whether the problem is about a graph that is no board."""
    return question.problem.board is None


def on_board(question: Question) -> bool:
    """Return whether the problem is about a board."""
    return not without_board(question)


def dense(question: Question) -> bool:
    """Return whether the vertices have six neighbours or more on average."""
    return question.problem.graph.number_of_edges() >= 3 * question.size


def narrow(question: Question) -> bool:
    """Return whether the board has a side below 5."""
    board = question.problem.board
    return board is not None and min(board.rows, board.cols) < 5


def wide(question: Question) -> bool:
    """Return whether both sides of the board are at least 5."""
    return not narrow(question)


def end_is_free(question: Question) -> bool:
    """Return whether at most one end of the tour is given."""
    return question.problem.start is None or question.problem.end is None


def both_ends_are_given(question: Question) -> bool:
    """Return whether the start and the end of the tour are given."""
    return not end_is_free(question)


def installed(solver: str) -> Condition:
    """Return the condition that the packages which a solver needs are installed."""
    return lambda _: not get_solver(solver).missing


def at_least(squares: int) -> Condition:
    """Return the condition that the problem has at least this many squares."""
    return lambda question: question.size >= squares


def at_most(squares: int) -> Condition:
    """Return the condition that the problem has at most this many squares."""
    return lambda question: question.size <= squares


def theorem_of(problem: Problem) -> tuple[Theorem, bool] | None:
    """Return a published theorem that covers a problem, and whether there is a tour by it; None where none does."""
    if problem.board is None:
        return None
    return theorem_for(problem.board, leaper=problem.leaper, start=problem.start, end=problem.end, closed=problem.closed)

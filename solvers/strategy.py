"""The strategy of the solver `auto` and of `decide`: a sequence of steps, run until one of them decides a problem.

`STRATEGY` lists the steps in order, one per row: a trial, and the problems for which it runs. Each step costs more than those
before it. A new solver adds one row. A new obstruction adds none, because the steps try groups of finders.

What settled a no soonest is seldom the reason that is easiest to check. So a no is followed by the rows of `EXPLAINING`: they
look for an easier reason for a few milliseconds, and for any reason where a solver has said no.

What is likely to settle the question soon comes first; `scripts/benchmark.py` measures the steps. A step is not made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any, TypeAlias, TypeVar, cast

from graphs.board import Board
from graphs.errors import BoardError
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES
from graphs.obstructions import (
    EASY,
    FLOWS,
    PASSES,
    PROGRAMS,
    SEARCHES,
    SLOW_PASSES,
    DegreeSet,
    Finder,
    HalfSet,
    Obstruction,
    find_cut_sets,
    find_degree_sets,
    find_row_cuts,
    find_small_cuts,
)
from graphs.theorems import Theorem
from graphs.watching import Watch, unwatched
from solvers.budget import ITEMS_BETWEEN_LOOKS, Meter
from solvers.errors import BudgetSpent
from solvers.evidence import SearchProof
from solvers.outcome import Outcome, Status
from solvers.problem import Problem
from solvers.progress import begin_step
from solvers.registry import get_solver, solver
from solvers.solving import attempt

__all__ = ["EXPLAINING", "STRATEGY", "Question", "Step", "auto", "quote", "refute", "run", "run_strategy"]

T = TypeVar("T")

SMALL = 100
"""Number of squares up to which each finder takes a few milliseconds, and a search is faster than a construction."""
SEARCHES_UP_TO = 1_000
"""Number of squares up to which forced moves are searched for."""
LARGE = 2_000
"""Number of squares above which walks, row cuts and stretched tours come before slower steps."""
THIN = 5_000
"""Number of squares up to which the solver `frontier` is tried."""
NARROW_UP_TO = 8_000
"""Number of squares up to which a walk on a narrow board is faster than a construction."""
FLOWS_UP_TO = 10_000
"""Number of squares up to which flows and linear programs are computed."""
HUGE, ENORMOUS = 40_000, 250_000
"""If both ends are given, a walk is faster than a construction on boards of sizes between these two."""
NARROW, LOW = 5, 16
"""Side below which a board is narrow, and side up to which any large board may be stretched."""


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
    searched : the finders of obstructions that have found nothing, and whether it was for any ends.
    reason : the easiest reason for a no that is known.
    watched : the watch of the finders. It raises if the budget is spent, or if the search for an easier reason takes too long.
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
        """Whether `construct` takes the problem, a full board of the knight, and no theorem says that there is no tour."""
        is_knight = tuple(sorted(self.problem.leaper)) == KNIGHT
        return is_knight and self.in_print is not False and get_solver("construct").refusal(self.problem) is None

    @property
    def piled(self) -> bool:
        """Whether `construct` may stretch and join short tours of another leaper: the board is large, or narrow and long."""
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
        """Whether the tour is to be closed, or an end is given."""
        return self.problem.closed or (self.problem.start, self.problem.end) != (None, None)

    @property
    def hardness(self) -> float:
        """How hard it is to check the reason that is known; infinite where none is."""
        return inf if self.reason is None else self.reason.hardness

    @property
    def has_sat(self) -> bool:
        """Whether the packages of the solver `sat` are installed."""
        return not get_solver("sat").missing


Trial: TypeAlias = Callable[[Question], Outcome | None]


@dataclass(frozen=True)
class Step:
    """One row of the ladder: a trial, and the condition under which it is made."""

    trial: Trial
    where: Callable[[Question], bool] = lambda _: True


def run(name: str, *, most_nodes: int | None = None, seed: int | None = None, **options: Any) -> Trial:
    """Return the trial that runs a solver that takes the problem. In one climb, it runs once with the same seed and node limit.

    Parameters
    ----------
    name : that of the solver.
    most_nodes : the node limit; None for what is left of the budget.
    seed : this number, added to the seed of the question, is the solver's seed.
    **options : the solver's other options.
    """

    def trial(question: Question) -> Outcome | None:
        if (name, seed, most_nodes) in question.tried or get_solver(name).refusal(question.problem):
            return None
        question.tried.add((name, seed, most_nodes))
        question.solver = name
        chosen = options if seed is None else options | {"seed": question.seed + seed}
        return attempt(question.problem, question.meter, name, most_nodes, **chosen)

    return trial


def refute(*finders: Finder, any_ends: bool = False) -> Trial:
    """Return the trial of some finders of obstructions: it gives the first of their claims that holds for the problem.

    In one climb, each finder that finds nothing is tried once, and each claim is checked once. Where a reason is known, only an
    easier one will do. With `any_ends`, the finders look for a reason why there is no open tour at all.
    """

    def trial(question: Question) -> Outcome | None:
        begin_step(f"looking for a reason why there is no {'open tour at all' if any_ends else 'tour'}")
        problem, meter, known = question.problem, question.meter, question.hardness
        graph, asked = problem.graph_within(meter), problem.with_ends() if any_ends else problem
        for find in finders:
            if (find, any_ends) not in question.searched:
                for claim in find(graph, asked, question.watched):
                    if claim not in question.rejected and claim.hardness < known:
                        meter.check()
                        if claim.holds(graph, problem):
                            return Outcome.impossible(meter.nodes, claim)
                        question.rejected.add(claim)
                question.searched.add((find, any_ends))
        return None

    return trial


def quote(question: Question) -> Outcome:
    """Return the theorem by which there is no tour, as the outcome of a trial.

    Parameters
    ----------
    question : Question
        A question that is answered no by a theorem.

    Returns
    -------
    Outcome
        IMPOSSIBLE, with the theorem as evidence.
    """
    theorem, _ = cast(tuple[Theorem, bool], question.problem.theorem)
    reason = f"by theorem alone, because a board of {question.size:,} squares is too large to search: {theorem.statement}"
    return replace(Outcome.impossible(question.meter.nodes, theorem), reason=reason)


STRATEGY: tuple[Step, ...] = (
    # constructions, and walks where these are as fast
    Step(run("construct"), lambda it: it.plain and not it.narrow and not (it.both_ends and HUGE < it.size < ENORMOUS)),
    Step(run("warnsdorff-repair", seed=0, walks=6), lambda it: it.plain and not it.narrow and it.both_ends),
    Step(run("warnsdorff-repair", seed=0, walks=6), lambda it: it.in_print is True and it.narrow and it.size <= NARROW_UP_TO),
    Step(run("construct"), lambda it: it.plain and it.narrow and it.size > NARROW_UP_TO),
    Step(run("construct"), lambda it: it.piled),
    # a glance at the graph; on large boards, a theorem comes before a longer look
    Step(quote, lambda it: it.in_print is False and it.size > MAX_GRAPH_SQUARES),
    Step(refute(*PASSES)),
    Step(refute(find_row_cuts), lambda it: it.size > LARGE),
    Step(quote, lambda it: it.in_print is False and it.size > FLOWS_UP_TO),
    # few known steps leave a search nearly free, and many leave few squares for the others
    Step(run("pruned-compiled", most_nodes=100_000), lambda it: bool(it.problem.steps) and it.size >= SMALL),
    Step(run("sat", most_nodes=20_000, presolve=False), lambda it: bool(it.problem.steps) and it.has_sat),
    # a walk where there are many edges, SAT where there are few
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.board is None and it.dense),
    Step(run("sat", most_nodes=2_000, presolve=False), lambda it: it.board is None and it.has_sat),
    # most large boards have a tour, and many small ones do not
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.in_print is not False and it.size > LARGE),
    Step(refute(*SLOW_PASSES)),
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.in_print is not False),
    # matching and flow; then more walks
    Step(refute(*FLOWS), lambda it: it.size <= FLOWS_UP_TO),
    Step(refute(find_cut_sets, find_degree_sets, any_ends=True), lambda it: it.restricted and it.size <= FLOWS_UP_TO),
    Step(run("warnsdorff-repair", seed=1, walks=6), lambda it: it.in_print is not False),
    Step(run("construct"), lambda it: it.plain and it.narrow and SMALL <= it.size <= NARROW_UP_TO),
    # few vertices, or a narrow graph
    Step(refute(*SEARCHES), lambda it: it.size <= SEARCHES_UP_TO),
    Step(run("frontier", most_nodes=300_000, presolve=False, widest=12), lambda it: it.board is None and it.size <= THIN),
    Step(run("warnsdorff-backtracking", most_nodes=10_000)),
    # SAT finds a tour sooner than linear programs find weights, and these explain nearly every no
    Step(run("sat", most_nodes=10_000, presolve=False), lambda it: it.has_sat),
    Step(refute(*PROGRAMS), lambda it: it.size <= FLOWS_UP_TO),
    Step(run("frontier", most_nodes=300_000, presolve=False, widest=12), lambda it: it.size <= THIN),
    # what settles everything
    Step(run("sat", presolve=False), lambda it: it.has_sat),
    Step(run("cp-sat")),
    Step(run("pruned-compiled"), lambda it: bool(it.problem.steps)),  # on boards that are too large for these two
)
"""The steps, from the cheapest to the one that settles everything: what is tried, and on which problems."""


EXPLAINING: tuple[Step, ...] = (
    Step(refute(*PASSES), lambda it: it.reason is None),
    Step(refute(find_small_cuts), lambda it: it.hardness > EASY),
    Step(refute(*SLOW_PASSES), lambda it: it.reason is None),
    Step(refute(find_cut_sets), lambda it: it.reason is None),
    Step(refute(find_cut_sets, any_ends=True), lambda it: it.restricted and it.hardness > HalfSet.hardness),
    Step(refute(partial(find_small_cuts, most=16)), lambda it: it.hardness >= DegreeSet.hardness),
    Step(refute(find_degree_sets), lambda it: it.hardness > DegreeSet.hardness),
    Step(refute(find_degree_sets, any_ends=True), lambda it: it.restricted and it.hardness > DegreeSet.hardness),
    Step(refute(*SEARCHES), lambda it: it.reason is None and it.size <= SEARCHES_UP_TO),
    Step(refute(*FLOWS, *PROGRAMS), lambda it: it.reason is None),
)
"""The steps that explain a no-tour answer. Each one is tried if the known reason is harder than the reasons that it finds."""


LEAST_ITEMS, LEAST_SECONDS, SHARE = 20_000, 0.02, 0.1
"""Limits of the search for an easier reason: it may take this number of watched items, which is the same on every machine. Then
it may go on for these seconds, or for this share of the time that the answer took, whichever is longer."""


class _Enough(Exception):
    """Raised when the search for an easier reason has taken as long as it may."""


class _Allowance:
    """The watch of the search for an easier reason."""

    def __init__(self, meter: Meter) -> None:
        self.meter, self.items = meter, 0
        self.end = meter.seconds + max(LEAST_SECONDS, SHARE * meter.seconds)

    def __call__(self, items: Iterable[T]) -> Iterator[T]:
        for item in self.meter.watched(items):
            self.items += 1
            if self.items > LEAST_ITEMS and self.items % ITEMS_BETWEEN_LOOKS == 0 and self.meter.seconds > self.end:
                raise _Enough
            yield item


def run_strategy(question: Question, strategy: Iterable[Step] = STRATEGY) -> Outcome:
    """Run steps until one decides the question.

    Parameters
    ----------
    question : Question
        The problem with its budget. The steps record on it what they tried.
    strategy : iterable of Step, optional
        The steps.

    Returns
    -------
    Outcome
        A tour; or IMPOSSIBLE with evidence, the simplest that a short search finds; or the last solver's UNKNOWN.

    Raises
    ------
    BudgetSpent
        If the budget is spent.
    BoardError
        If the remaining steps need a graph, and the board is too large for one.
    """
    outcome = Outcome.unknown(0, "")
    for step in strategy:
        if step.where(question):
            question.meter.check()
            outcome = step.trial(question) or outcome
            if outcome.status is Status.IMPOSSIBLE:
                return _with_simple_reason(question, outcome)
            if outcome.status is Status.FOUND:
                return outcome
            if outcome.limit == "time limit" and question.size > MAX_GRAPH_SQUARES:  # no other step supports the board
                return outcome
    question.meter.check()
    return outcome


def _with_simple_reason(question: Question, outcome: Outcome) -> Outcome:
    """Return IMPOSSIBLE with the simplest reason that is found; a slow search for one follows only if no reason is known."""
    if isinstance(outcome.evidence, Theorem):
        return outcome
    if outcome.evidence is None:
        proof = SearchProof(question.solver, f"{question.solver}: {outcome.reason}", outcome.nodes)
        outcome = replace(outcome, evidence=proof)
    question.reason = outcome.evidence if isinstance(outcome.evidence, Obstruction) else None
    if question.size <= (FLOWS_UP_TO if question.reason is None else SMALL):
        question.watched = _Allowance(question.meter)
        with suppress(BudgetSpent, _Enough):  # the answer is known
            for step in EXPLAINING:
                if step.where(question) and (simpler := step.trial(question)):
                    outcome = simpler
                    question.reason = cast(Obstruction, simpler.evidence)
    return outcome


@solver(
    "auto",
    summary="chooses: construction, repaired walk, obstructions, exact search, CP-SAT",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    as_asked=True,
    reference="the references of the solvers that it chooses from",
    reads_graph=False,
)
def auto(problem: Problem, meter: Meter, *, seed: int = 0) -> Outcome:
    """Return a tour, or the reason why there is none.

    Parameters
    ----------
    seed : for the random choices of the walks.

    Notes
    -----
    A board of more than a million squares has no graph here. Where `construct` does not take it, the answer is UNKNOWN, or a
    theorem.
    """
    question = Question(problem, meter, seed)
    try:
        outcome = run_strategy(question)
    except BoardError as error:  # too large for a graph
        return Outcome.unknown(meter.nodes, str(error))
    reason = f"{question.solver}: {outcome.reason}" if outcome.status is Status.UNKNOWN and outcome.reason else outcome.reason
    return replace(outcome, nodes=meter.nodes, reason=reason if outcome.evidence is None else str(outcome.evidence))

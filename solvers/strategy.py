"""The strategy of the solver `auto` and of `decide`: a sequence of steps, run until one of them decides a problem.

`STRATEGY` lists the steps in order, one per row: a trial, and the problems for which it runs. Steps that are likely to decide
a problem soon come first; `scripts/benchmark.py` measures them. A new solver adds one row. A new obstruction adds none, because
the steps call groups of finders.

The first proof that no tour exists is seldom the simplest to check. So a short search for a simpler reason follows, by the rows
of `EXPLAINING`. No finder, and no solver with the same options, runs twice for one question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar, cast

from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
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
from solvers.budget import ITEMS_BETWEEN_LOOKS, Meter
from solvers.errors import BudgetSpent
from solvers.evidence import SearchProof
from solvers.outcome import Outcome, Status
from solvers.problem import Problem
from solvers.progress import begin_step
from solvers.question import HUGE, LARGE, Question
from solvers.registry import get_solver, solver
from solvers.solving import attempt

__all__ = ["EXPLAINING", "STRATEGY", "Step", "auto", "quote", "refute", "run", "run_strategy"]

T = TypeVar("T")

SMALL = 100
"""Number of squares up to which each finder takes a few milliseconds, and a search is faster than a construction."""
SEARCHES_UP_TO = 1_000
"""Number of squares up to which forced moves are searched for."""
THIN = 5_000
"""Number of squares up to which the solver `frontier` is tried."""
NARROW_UP_TO = 8_000
"""Number of squares up to which a walk on a narrow board is faster than a construction."""
FLOWS_UP_TO = 10_000
"""Number of squares up to which flows and linear programs are computed."""
ENORMOUS = 250_000
"""Number of squares from which a construction between two given ends is faster than a walk again."""


Trial: TypeAlias = Callable[[Question], Outcome | None]


@dataclass(frozen=True)
class Step:
    """One row of a strategy.

    Attributes
    ----------
    trial : callable
        Maps a question to an outcome, or to None if it was not tried or decided nothing.
    where : callable
        Returns whether the trial runs for a question.
    """

    trial: Trial
    where: Callable[[Question], bool] = lambda _: True


def run(name: str, *, most_nodes: int | None = None, seed: int | None = None, **options: Any) -> Trial:
    """Return the trial that runs a solver, if it supports the problem.

    Parameters
    ----------
    name : str
        The name of the solver.
    most_nodes : int, optional
        The node limit. If None, it is the rest of the budget.
    seed : int, optional
        This number plus the seed of the question is the seed of the solver.
    **options : object
        Other options of the solver.

    Returns
    -------
    callable
        The trial.
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
    """Return the trial that searches for an obstruction.

    Parameters
    ----------
    *finders : Finder
        The finders to call, in this order.
    any_ends : bool, optional
        Whether to search for a reason why there is no open tour at all, whatever its ends.

    Returns
    -------
    callable
        The trial. Its outcome is the first candidate that holds, and that is simpler than the known reason.
    """

    def trial(question: Question) -> Outcome | None:
        begin_step(f"searching for a reason why there is no {'open tour at all' if any_ends else 'tour'}")
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
        A question for which a published theorem rules out a tour.

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
    # passes over the graph; on large boards, a theorem comes before slower checks
    Step(quote, lambda it: it.in_print is False and it.size > MAX_GRAPH_SQUARES),
    Step(refute(*PASSES)),
    Step(refute(find_row_cuts), lambda it: it.size > LARGE),
    Step(quote, lambda it: it.in_print is False and it.size > FLOWS_UP_TO),
    # few known steps leave a search nearly free, and many leave few squares for the others
    Step(run("pruned-compiled", most_nodes=100_000), lambda it: bool(it.problem.steps) and it.size >= SMALL),
    Step(run("sat", most_nodes=20_000, presolve=False), lambda it: bool(it.problem.steps) and it.has_sat),
    # a walk if there are many edges, SAT if there are few
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
    # SAT finds a tour sooner than linear programs find weights, but these explain nearly every no-tour answer
    Step(run("sat", most_nodes=10_000, presolve=False), lambda it: it.has_sat),
    Step(refute(*PROGRAMS), lambda it: it.size <= FLOWS_UP_TO),
    Step(run("frontier", most_nodes=300_000, presolve=False, widest=12), lambda it: it.size <= THIN),
    # exact solvers without a node limit
    Step(run("sat", presolve=False), lambda it: it.has_sat),
    Step(run("cp-sat")),
    Step(run("pruned-compiled"), lambda it: bool(it.problem.steps)),  # for boards that are too large for these two
)
"""The steps in order: the trials, and the problems for which they run."""


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
"""Limits of the search for a simpler reason. It may process this number of watched items, which is the same on every machine.
Then it may continue for these seconds, or for this share of the time that the answer took, whichever is longer."""


class _Enough(Exception):
    """Raised when the search for a simpler reason reaches its limits."""


class _Allowance:
    """The watch of the search for a simpler reason."""

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
    """Find a tour, or the reason why there is none, by `STRATEGY`.

    Parameters
    ----------
    problem : Problem
        The problem as the user stated it.
    meter : Meter
        The budget.
    seed : int, optional
        The seed of the random walks.

    Returns
    -------
    Outcome
        If the board has more than a million squares, no graph is built. Then the answer comes from `construct` or from a
        theorem; otherwise it is UNKNOWN.
    """
    question = Question(problem, meter, seed)
    try:
        outcome = run_strategy(question)
    except BoardError as error:  # too large for a graph
        return Outcome.unknown(meter.nodes, str(error))
    reason = f"{question.solver}: {outcome.reason}" if outcome.status is Status.UNKNOWN and outcome.reason else outcome.reason
    return replace(outcome, nodes=meter.nodes, reason=reason if outcome.evidence is None else str(outcome.evidence))

"""The strategy of the solver `auto` and of `decide`: a sequence of steps, run until one of them decides a problem.

- A *question* is a problem together with a record of the solvers and finders already called (see `solvers.solving.question`).
- A *trial* is a function that tries to decide a question, by running a solver, searching for an obstruction, or quoting a
theorem.
- A *step* is a trial together with the condition under which it is called. Each row of `STRATEGY` is a step.
- A *finder* searches for obstructions of one kind, and yields unchecked candidates (see `graphs.obstructions`).
- A *walk* is one attempt of the solver `warnsdorff-repair`.

Steps that are likely to decide a problem soon come first; `scripts/benchmark.py` compares the time of `auto` with that of
single methods. To use a new solver, add one row to `STRATEGY`. A new obstruction needs no row, because the steps call groups of
finders.

The first proof that no tour exists is seldom the simplest to check. So a short search for a simpler reason follows, by the
steps in `EXPLAINING`. For one question, no solver runs twice with the same seed and node limit, and a finder that gave no
reason is not called again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar, cast

from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.loading import load
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
from solvers.core.budget import ITEMS_BETWEEN_LOOKS, Meter
from solvers.core.errors import BudgetSpent, SolverUnavailable
from solvers.core.outcome import Outcome, SearchProof, Status
from solvers.core.problem import Problem
from solvers.core.progress import begin_step
from solvers.core.registry import get_solver, solver
from solvers.solving.question import HUGE, LARGE, Question
from solvers.solving.solve import attempt

T = TypeVar("T")

SMALL = 100
"""Maximum number of squares for which each search for an obstruction takes only a few milliseconds, and exhaustive search is
faster than `construct`."""
SEARCHES_UP_TO = 1_000
"""Maximum number of squares for which forced moves are searched for a contradiction."""
THIN = 5_000
"""Maximum number of squares of a board for which `frontier` is called. For other graphs, the maximum is `FLOWS_UP_TO`."""
NARROW_UP_TO = 8_000
"""Maximum number of squares of a board with a side below 5 on which `warnsdorff-repair` is faster than `construct`."""
FLOWS_UP_TO = 10_000
"""Maximum number of squares of problems for which maximum flows are computed."""
ARC_CONFLICTS = 120_000
"""Maximum number of conflicts of the solver `sat-arcs`, after which `sat` runs."""
ENORMOUS = 250_000
"""If both ends are given, `warnsdorff-repair` is faster than `construct` on boards of more than `HUGE` and fewer than
`ENORMOUS` squares. On smaller and larger boards, `construct` is faster.
"""


Trial: TypeAlias = Callable[[Question], Outcome | None]


@dataclass(frozen=True)
class Step:
    """A step of a strategy: a function that tries to decide a question, and the condition under which it is called.

    Attributes
    ----------
    trial : callable
        A function that receives a `Question` and returns an outcome. It returns None if it ran no solver and has no answer.
    where : callable
        A function that receives the same question and returns whether `trial` is called (default: always).
    """

    trial: Trial
    where: Callable[[Question], bool] = lambda _: True


def run(name: str, *, most_nodes: int | None = None, seed: int | None = None, **options: Any) -> Trial:
    """Return the function of a `Step` that runs a solver on a question.

    Parameters
    ----------
    name : str
        The name of the solver.
    most_nodes : int, optional
        The maximum number of search nodes. If None, the solver may use all that are left in the budget.
    seed : int, optional
        If given, the option `seed` of the solver is this number plus the attribute `seed` of the question. If None, the solver
        uses its default seed.
    **options : object
        The other options of the solver.

    Returns
    -------
    callable
        A function that receives a `Question` and returns the outcome of the solver. It returns None if the solver does not
        support the problem, or has already run for this question with the same seed and node limit.
    """

    def trial(question: Question) -> Outcome | None:
        entry = get_solver(name)
        if (name, seed, most_nodes) in question.tried or entry.refusal(question.problem):
            return None
        question.tried.add((name, seed, most_nodes))
        question.solver = name
        chosen = options if seed is None else options | {"seed": question.seed + seed}
        return attempt(question.problem, question.meter, entry, most_nodes, **chosen)

    return trial


def refute(*finders: Finder, any_ends: bool = False) -> Trial:
    """Return the function of a `Step` that searches for an obstruction.

    Parameters
    ----------
    *finders : Finder
        Functions that yield unchecked candidates (see `graphs.obstructions`), in the order in which they are called.
    any_ends : bool, optional
        Whether to search for a reason why there is no open tour at all, from any start to any end (default: False).

    Returns
    -------
    callable
        A function that receives a `Question`. It returns IMPOSSIBLE with the first candidate that holds or, if a reason is
        already known, with the first that holds and is simpler than this reason. If there is none, it returns None.
    """

    def trial(question: Question) -> Outcome | None:
        begin_step(f"searching for a reason why there is no {'open tour at all' if any_ends else 'tour'}")
        problem, meter, known = question.problem, question.meter, question.hardness
        graph, target = problem.graph_within(meter), problem.with_ends() if any_ends else problem
        for find in finders:
            if (find, any_ends) not in question.searched:
                for candidate in find(graph, target, question.watched):
                    if candidate not in question.rejected and candidate.hardness < known:
                        meter.check()
                        if candidate.holds(graph, problem):
                            return Outcome.impossible(meter.nodes, candidate)
                        question.rejected.add(candidate)
                question.searched.add((find, any_ends))
        return None

    return trial


def quote(question: Question) -> Outcome:
    """Return IMPOSSIBLE, with the published theorem that rules out a tour: the function of a `Step`.

    Parameters
    ----------
    question : Question
        A question whose problem is ruled out by a published theorem.

    Returns
    -------
    Outcome
        IMPOSSIBLE, with the theorem as evidence.
    """
    theorem, _ = cast(tuple[Theorem, bool], question.problem.theorem)
    reason = f"by theorem alone, because a board of {question.size:,} squares is too large to search: {theorem.statement}"
    return replace(Outcome.impossible(question.meter.nodes, theorem), reason=reason)


def divide(question: Question) -> Outcome | None:
    """Divide the graph at two vertices, and decide each part by the strategy. This is the function of a `Step`.

    Parameters
    ----------
    question : Question
        The question about a closed tour of an undirected graph.

    Returns
    -------
    Outcome or None
        FOUND or IMPOSSIBLE, or None if the graph cannot be divided.
    """
    begin_step("dividing the graph at two vertices")
    load("solvers.solving.parts")
    from solvers.solving.parts import parts_of

    parts = parts_of(question.problem, question.meter)
    if parts is None:
        return None
    question.solver, tours = "auto", []
    for part in parts.problems():
        about_part = Question(part, question.meter.step(), question.seed, is_part=True)
        try:
            outcome = divide(about_part) or run_strategy(about_part)
        finally:
            question.meter.nodes += about_part.meter.nodes
        if outcome.status is not Status.FOUND:
            where = f"the part of {part.size:,} vertices at {parts.cut[0]} and {parts.cut[1]}"
            return replace(outcome, nodes=question.meter.nodes, reason=f"{where}: {outcome.reason}", evidence=None)
        tours.append(list(outcome.squares))
    return Outcome.found(parts.join(tours), question.meter.nodes)


FRONTIER = run("frontier", most_nodes=300_000, presolve=False, widest=12)
"""The function of a `Step` that runs the solver `frontier`. It stops at once if the graph has large frontiers."""
STRATEGY: tuple[Step, ...] = (
    # constructions, and walks on boards where these are as fast
    Step(run("construct"), lambda it: it.plain and not it.narrow and not (it.both_ends and HUGE < it.size < ENORMOUS)),
    Step(run("warnsdorff-repair", seed=0, walks=6), lambda it: it.plain and not it.narrow and it.both_ends),
    Step(run("warnsdorff-repair", seed=0, walks=6), lambda it: it.by_theorem is True and it.narrow and it.size <= NARROW_UP_TO),
    Step(run("construct"), lambda it: it.plain and it.narrow and it.size > NARROW_UP_TO),
    Step(run("construct"), lambda it: it.piled),
    # obstructions found in linear time; on large boards, a theorem comes before slower checks
    Step(quote, lambda it: it.by_theorem is False and it.size > MAX_GRAPH_SQUARES),
    Step(refute(*PASSES)),
    Step(refute(find_row_cuts), lambda it: it.size > LARGE),
    Step(quote, lambda it: it.by_theorem is False and it.size > FLOWS_UP_TO),
    # if few steps are known, they hardly restrict a search; if many are, few squares are possible at each other step
    Step(run("pruned-compiled", most_nodes=100_000), lambda it: bool(it.problem.steps) and it.size >= SMALL),
    Step(run("sat", most_nodes=20_000, presolve=False), lambda it: bool(it.problem.steps) and it.has_sat),
    # a walk if there are many edges, SAT if there are few
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.board is None and it.dense),
    Step(run("sat", most_nodes=2_000, presolve=False), lambda it: it.board is None and it.has_sat),
    Step(FRONTIER, lambda it: it.board is None and it.size <= FLOWS_UP_TO),
    Step(divide, lambda it: it.divisible),
    # most large boards have a tour, and many small ones do not
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.is_open_to_walks and it.size > LARGE),
    Step(refute(*SLOW_PASSES)),
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.is_open_to_walks),
    # matching and flow; then more walks
    Step(refute(*FLOWS), lambda it: it.size <= FLOWS_UP_TO),
    Step(refute(find_cut_sets, find_degree_sets, any_ends=True), lambda it: it.restricted and it.size <= FLOWS_UP_TO),
    Step(run("warnsdorff-repair", seed=1, walks=6), lambda it: it.is_open_to_walks),
    Step(run("construct"), lambda it: it.plain and it.narrow and SMALL <= it.size <= NARROW_UP_TO),
    # searches that are fast on small or narrow graphs
    Step(refute(*SEARCHES), lambda it: it.size <= SEARCHES_UP_TO),
    Step(run("warnsdorff-backtracking", most_nodes=10_000)),
    # on graphs with three neighbours per vertex, `sat` either succeeds after few answers, or is slower than `sat-arcs`
    Step(run("sat", most_nodes=20_000, presolve=False), lambda it: it.sparse and it.has_sat),
    Step(run("sat-arcs", most_nodes=ARC_CONFLICTS, presolve=False), lambda it: it.sparse and it.has_sat),
    # SAT finds a tour sooner than linear programs find weights, but weights explain nearly every no-tour answer
    Step(run("sat", most_nodes=10_000, presolve=False), lambda it: it.has_sat and it.has_programs),
    Step(refute(*PROGRAMS), lambda it: it.has_programs),
    Step(FRONTIER, lambda it: it.size <= THIN),
    # exact solvers without a node limit
    Step(run("sat", presolve=False), lambda it: it.has_sat),
    Step(run("cp-sat")),
    Step(run("pruned-compiled"), lambda it: bool(it.problem.steps)),  # for problems that are too large for SAT and CP-SAT
)
"""The steps of `auto` and `decide`, in order."""


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
"""The steps that search for a simpler reason after a no-tour answer. The condition of each step is that it may find a reason
simpler than the known one.
"""


LEAST_ITEMS, LEAST_SECONDS, SHARE = 20_000, 0.02, 0.1
"""Limits of the search for a simpler reason after a no-tour answer. On every machine, the search may read `LEAST_ITEMS` items,
which its watch counts (see `graphs.watching`). After that, it may continue until it has taken `LEAST_SECONDS` seconds or the
fraction `SHARE` of the time that the answer took, whichever is longer.
"""


class _Enough(Exception):
    """Raised when the search for a simpler reason reaches its limits."""


class _Allowance:
    """The watch (see `graphs.watching`) that stops the search for a simpler reason at its limits, by raising `_Enough`."""

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
    """Run the steps of a strategy until one of them decides a question.

    Parameters
    ----------
    question : Question
        The problem and its budget. The steps record in the question which solvers and finders they ran.
    strategy : iterable of Step, optional
        The steps (default: `STRATEGY`).

    Returns
    -------
    Outcome
        FOUND with an unverified tour; or IMPOSSIBLE with the simplest evidence that a short search finds; or UNKNOWN, as the
        last solver returned it.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    BoardError
        If a step needs the graph, and the board is too large for a networkx graph.
    """
    outcome = Outcome.unknown(0, "")
    for step in strategy:
        if step.where(question):
            question.meter.check()
            try:
                outcome = step.trial(question) or outcome
            except SolverUnavailable as error:  # numba must not compile here: the other steps decide, but more slowly
                outcome = outcome if outcome.reason else Outcome.unknown(question.meter.nodes, str(error))
            if outcome.status is Status.IMPOSSIBLE:
                return _with_simple_reason(question, outcome)
            if outcome.status is Status.FOUND:
                return outcome
            if outcome.limit == "time limit" and question.size > MAX_GRAPH_SQUARES:  # no other step supports so large a board
                return outcome
    question.meter.check()
    return outcome


def _with_simple_reason(question: Question, outcome: Outcome) -> Outcome:
    """Return the outcome IMPOSSIBLE, with a simpler reason if a short search finds one. Large problems are not searched."""
    if isinstance(outcome.evidence, Theorem):
        return outcome
    if outcome.evidence is None:
        proof = SearchProof(question.solver, f"{question.solver}: {outcome.reason}", outcome.nodes)
        outcome = replace(outcome, evidence=proof)
    question.reason = outcome.evidence if isinstance(outcome.evidence, Obstruction) else None
    if question.size <= (FLOWS_UP_TO if question.reason is None else SMALL):
        question.watched = _Allowance(question.meter)
        with suppress(BudgetSpent, _Enough):  # the answer does not depend on this search
            for step in EXPLAINING:
                if step.where(question) and (simpler := step.trial(question)):
                    outcome = simpler
                    question.reason = cast(Obstruction, simpler.evidence)
    return outcome


@solver(
    "auto",
    summary="sequence of constructions, repaired walks, obstructions and exact searches",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    as_asked=True,
    reference="the references of the solvers that it runs",
    reads_graph=False,
    also_calls=("ortools", "pysat"),
)
def auto(problem: Problem, meter: Meter, *, seed: int = 0) -> Outcome:
    """Find a tour, or a reason why there is none, by the steps of `STRATEGY`.

    Parameters
    ----------
    problem : Problem
        The problem as the user stated it.
    meter : Meter
        The meter that checks the budget.
    seed : int, optional
        The seed of the random walks (runs of `warnsdorff-repair`).

    Returns
    -------
    Outcome
        The unverified answer. For boards of more than a million squares, no graph is built. Their answer comes from `construct`
        or a theorem, or is UNKNOWN.
    """
    question = Question(problem, meter, seed)
    try:
        outcome = run_strategy(question)
    except BoardError as error:  # the board is too large for a networkx graph
        return Outcome.unknown(meter.nodes, str(error))
    reason = f"{question.solver}: {outcome.reason}" if outcome.status is Status.UNKNOWN and outcome.reason else outcome.reason
    return replace(outcome, nodes=meter.nodes, reason=reason if outcome.evidence is None else str(outcome.evidence))

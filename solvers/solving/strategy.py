"""The solver `auto`, which tries a sequence of other solvers and proofs.

`solve` runs `auto` as it runs any solver (see `solvers.solving.solve`). `auto` makes a *question* of the problem, with a log of
what was tried, and `run_strategy` tries the steps of five phases in order:

1. `CONSTRUCTIONS`: on boards, build a tour, or quote a published theorem if the board is too large to search.
2. `LINEAR_OBSTRUCTIONS`: show in linear time that there is no tour.
3. `SHORT_SEARCHES`: if steps are known, or the graph is not a board, run the solvers that often decide it soon.
4. `WALKS_AND_FLOWS`: search in turn for a tour, mostly by walks, and for obstructions by matchings and flows.
5. `EXACT_SEARCHES`: run exact solvers, first with limits, then to the end.

A *step* is a condition on the attributes of `Question`, and a function that tries to decide the question. Most of these
functions come from `run` below, and call a solver, or from `refute`, and call *finders*: functions that search for obstructions
of one kind. Within a phase, the step that is likely to decide soonest is first. No solver runs twice with the same seed and
node limit.

If a step finds a tour, `auto` returns it, and `solve` verifies it. If a step shows that there is no tour, its proof is seldom
the simplest to check. So the steps in `EXPLAINING` then search for a simpler one for a short time.

To use a new solver, add a step to one phase. A new obstruction needs no step, because the steps call groups of finders.
`scripts/benchmark.py` compares the time of `auto` with that of single solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar, cast

from graphs.errors import BoardError, NotLoaded
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
from solvers.solving.question import LARGE, NARROW_UP_TO, Question
from solvers.solving.solve import attempt

T = TypeVar("T")

SMALL = 100  # maximum number of squares for which each search for an obstruction takes a few milliseconds
SEARCHES_UP_TO = 1_000  # maximum number of squares for searches for contradicting forced moves
THIN = 5_000  # maximum number of squares of a board for the solver `frontier`
FLOWS_UP_TO = 10_000  # maximum number of squares for maximum flows
ARC_CONFLICTS = 120_000  # conflicts of the solver `sat-arcs` before `sat` is used

Trial: TypeAlias = Callable[[Question], Outcome | None]
"""Type of functions that try to decide a question."""


@dataclass(frozen=True)
class Step:
    """A step of a strategy: a function and its condition."""

    trial: Trial
    where: Callable[[Question], bool] = lambda _: True


def run(name: str, *, most_nodes: int | None = None, seed: int | None = None, **options: Any) -> Trial:
    """Return a function that runs the named solver on a problem.

    This function returns None if the solver has already run.
    """

    def trial(question: Question) -> Outcome | None:
        entry = get_solver(name)
        if (name, seed, most_nodes) in question.tried or entry.refusal(question.problem):
            return None
        if entry.extra:  # its packages may be missing
            entry.check_installed()
        question.tried.add((name, seed, most_nodes))
        question.solver = name
        chosen = options if seed is None else options | {"seed": question.seed + seed}
        return attempt(question.problem, question.meter, entry, most_nodes, **chosen)

    return trial


def refute(*finders: Finder, any_ends: bool = False) -> Trial:
    """Return a function that searches for a proof that no tour exists.

    Only proofs simpler than the known one are returned.

    If `any_ends` is True, the reason must rule out open tours from every start to every end.
    """

    def trial(question: Question) -> Outcome | None:
        begin_step(f"searching for a reason why there is no {'open tour at all' if any_ends else 'tour'}")
        problem, meter = question.problem, question.meter
        graph, target = problem.graph_within(meter), problem.with_ends() if any_ends else problem
        watch = question.watch or meter.watched
        for find in finders:
            if (find, any_ends) not in question.searched:
                for candidate in find(graph, target, watch):
                    if candidate not in question.rejected and candidate.hardness < question.hardness:
                        meter.check()
                        if candidate.holds(graph, problem):
                            return Outcome.impossible(meter.nodes, candidate)
                        question.rejected.add(candidate)
                question.searched.add((find, any_ends))
        return None

    return trial


def quote(question: Question) -> Outcome:
    """Return IMPOSSIBLE, with a published theorem as evidence."""
    theorem, _ = cast(tuple[Theorem, bool], question.problem.theorem)
    return Outcome.impossible(question.meter.nodes, theorem)


def divide(question: Question) -> Outcome | None:
    """Divide the graph at two vertices, if possible, and decide both parts."""
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


WALK = run("warnsdorff-repair", seed=0, walks=1)
FRONTIER = run("frontier", most_nodes=300_000, presolve=False, widest=12)  # stops at once if the frontiers are large

TREE = run("treewidth", most_nodes=16_000_000, most_cost=200_000_000)  # stops at once if the separators are large

CONSTRUCTIONS: tuple[Step, ...] = (
    Step(run("construct"), lambda it: it.construct_first),
    Step(run("warnsdorff-repair", seed=0, walks=6), lambda it: it.walk_first),
    Step(quote, lambda it: it.by_theorem is False and it.size > MAX_GRAPH_SQUARES),
)
"""Steps that build a tour of a board, or quote a theorem.

Later steps read the graph, and boards above `MAX_GRAPH_SQUARES` have none.
"""

LINEAR_OBSTRUCTIONS: tuple[Step, ...] = (
    Step(refute(*PASSES)),
    Step(refute(find_row_cuts), lambda it: it.size > LARGE),
    Step(quote, lambda it: it.by_theorem is False and it.size > FLOWS_UP_TO),
)
"""Steps that prove in linear time that there is no tour.

A theorem is quoted if the obstructions of the next phases would take too long.
"""

SHORT_SEARCHES: tuple[Step, ...] = (
    Step(run("pruned-compiled", most_nodes=100_000), lambda it: bool(it.problem.steps) and it.size >= SMALL),
    Step(run("sat", most_nodes=20_000, presolve=False), lambda it: bool(it.problem.steps)),
    Step(WALK, lambda it: it.board is None and it.dense),
    Step(run("sat", most_nodes=100, presolve=False), lambda it: it.board is None and it.size <= SEARCHES_UP_TO),
    Step(TREE, lambda it: it.board is None and it.size <= FLOWS_UP_TO),
    Step(run("sat", most_nodes=2_000, presolve=False), lambda it: it.board is None),
    Step(FRONTIER, lambda it: it.board is None and it.size <= FLOWS_UP_TO),
    Step(divide, lambda it: it.divisible),
    Step(run("sat", most_nodes=100_000, presolve=False, cadical=True), lambda it: it.forced and not it.is_part),
)
"""Steps for known steps, and for graphs that are not boards.

Few known steps hardly restrict a search, and many leave few squares for each other step: `pruned-compiled` is good at the
first, `sat` at the second. In a graph with many edges, a walk finds a tour; with few edges, `sat` often does at once. If small
sets of vertices divide the graph, `treewidth` decides, and if the graph is long and thin also `frontier`. If many vertices have
two neighbours, `sat` replaces paths of required edges, and CaDiCaL often decides the question sooner than the later steps.
"""

WALKS_AND_FLOWS: tuple[Step, ...] = (
    Step(WALK, lambda it: it.walkable and it.size > LARGE),
    Step(refute(*SLOW_PASSES)),
    Step(WALK, lambda it: it.walkable),
    Step(refute(*FLOWS), lambda it: it.size <= FLOWS_UP_TO),
    Step(refute(find_cut_sets, find_degree_sets, any_ends=True), lambda it: it.restricted and it.size <= FLOWS_UP_TO),
    Step(run("sat", most_nodes=500, presolve=False), lambda it: not it.is_knight and it.size <= FLOWS_UP_TO),
    Step(run("warnsdorff-repair", seed=1, walks=6), lambda it: it.walkable),
    Step(run("construct"), lambda it: it.constructible and it.is_knight and it.narrow and SMALL <= it.size <= NARROW_UP_TO),
    Step(refute(*SEARCHES), lambda it: it.size <= SEARCHES_UP_TO),
    Step(run("warnsdorff-backtracking", most_nodes=10_000)),
)
"""Steps that search in turn for a tour and for obstructions.

On large boards, a walk is first, because most of them have a tour. Many small ones do not. On boards of leapers other than the
knight, walks often fail, so a short run of `sat` comes before most of them.
"""

EXACT_SEARCHES: tuple[Step, ...] = (
    Step(run("sat", most_nodes=20_000, presolve=False), lambda it: it.sparse),
    Step(run("sat-arcs", most_nodes=ARC_CONFLICTS, presolve=False), lambda it: it.sparse),
    Step(run("sat", most_nodes=10_000, presolve=False), lambda it: it.has_programs),
    Step(refute(*PROGRAMS), lambda it: it.has_programs),
    Step(FRONTIER, lambda it: it.size <= THIN),
    Step(run("sat", presolve=False)),
    Step(run("cp-sat")),
    Step(run("pruned-compiled"), lambda it: bool(it.problem.steps)),
    Step(run("pruned"), lambda _: bool(get_solver("cp-sat").missing)),
)
"""Steps that run exact solvers, first with limits, then to the end.

In sparse graphs, `sat` either decides the question soon, or is slower than `sat-arcs`. Linear programs explain nearly every
no-tour answer, but if there is a tour, `sat` finds it sooner. The step after `cp-sat` is for problems with known steps that
are too large for `sat` and `cp-sat`. The last one is for installations without OR-Tools, e.g. in a browser.
"""

STRATEGY = (*CONSTRUCTIONS, *LINEAR_OBSTRUCTIONS, *SHORT_SEARCHES, *WALKS_AND_FLOWS, *EXACT_SEARCHES)
"""The steps of `auto` and `decide`, in order."""


def is_unexplained(question: Question) -> bool:
    """Return whether no obstruction is known yet."""
    return question.reason is None


EXPLAINING: tuple[Step, ...] = (
    Step(refute(*PASSES), is_unexplained),
    Step(refute(find_small_cuts), lambda it: it.hardness > EASY),
    Step(refute(*SLOW_PASSES), is_unexplained),
    Step(refute(find_cut_sets), is_unexplained),
    Step(refute(find_cut_sets, any_ends=True), lambda it: it.restricted and it.hardness > HalfSet.hardness),
    Step(refute(partial(find_small_cuts, most=16)), lambda it: it.hardness >= DegreeSet.hardness),
    Step(refute(find_degree_sets), lambda it: it.hardness > DegreeSet.hardness),
    Step(refute(find_degree_sets, any_ends=True), lambda it: it.restricted and it.hardness > DegreeSet.hardness),
    Step(refute(*SEARCHES), lambda it: it.reason is None and it.size <= SEARCHES_UP_TO),
    Step(refute(*FLOWS, *PROGRAMS), is_unexplained),
)
"""Steps that search for a simpler proof that no tour exists."""


LEAST_ITEMS, LEAST_SECONDS, SHARE = 20_000, 0.02, 0.1
"""Limits of the search for a simpler proof that no tour exists.

It stops after `LEAST_ITEMS` items of work, or after `LEAST_SECONDS` seconds or the fraction `SHARE` of the time that the answer
took, whichever comes last.
"""


class _Allowance:
    """A watch that limits the search for a simpler proof."""

    def __init__(self, meter: Meter) -> None:
        self.meter, self.items = meter, 0
        self.end = meter.seconds + max(LEAST_SECONDS, SHARE * meter.seconds)

    def __call__(self, items: Iterable[T]) -> Iterator[T]:
        for item in self.meter.watched(items):
            self.items += 1
            if self.items > LEAST_ITEMS and self.items % ITEMS_BETWEEN_LOOKS == 0 and self.meter.seconds > self.end:
                raise BudgetSpent("the search for a simpler reason has reached its limits")
            yield item


def run_strategy(question: Question, strategy: Iterable[Step] = STRATEGY) -> Outcome:
    """Try the steps of a strategy until one decides the question.

    A tour is not verified. IMPOSSIBLE has the simplest evidence found soon. UNKNOWN is that of the last solver. This may raise
    BudgetSpent, or BoardError if a step needs the graph of a board that is too large for one.
    """
    outcome = Outcome.unknown(0, "")
    for step in strategy:
        if step.where(question):
            question.meter.check()
            try:
                outcome = step.trial(question) or outcome
            except (SolverUnavailable, NotLoaded) as error:  # the other steps decide, but more slowly
                outcome = outcome if outcome.reason else Outcome.unknown(question.meter.nodes, str(error))
            if outcome.status is Status.IMPOSSIBLE:
                return with_simple_reason(question, outcome)
            if outcome.status is Status.FOUND:
                return outcome
            if outcome.limit == "time limit" and question.size > MAX_GRAPH_SQUARES:  # no other step supports so large a board
                return outcome
    question.meter.check()
    return outcome


def with_simple_reason(question: Question, outcome: Outcome) -> Outcome:
    """Search briefly for a simpler proof that no tour exists."""
    if isinstance(outcome.evidence, Theorem):
        return outcome
    if outcome.evidence is None:
        name = question.solver
        outcome = replace(outcome, evidence=SearchProof(name, f"{name}: {outcome.reason}", outcome.nodes))
    question.reason = outcome.evidence if isinstance(outcome.evidence, Obstruction) else None
    if question.size <= (SMALL if question.reason else FLOWS_UP_TO):
        question.watch = _Allowance(question.meter)
        with suppress(BudgetSpent, NotLoaded):  # the answer does not depend on this search
            for step in EXPLAINING:
                if step.where(question) and (simpler := step.trial(question)):
                    outcome, question.reason = simpler, cast(Obstruction, simpler.evidence)
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
    """Find a tour or prove that none exists, by several solvers.

    Boards of more than a million squares have no graph. Only `construct` or a theorem can answer them.

    Parameters
    ----------
    seed : int, optional
        The seed of the random walks (runs of `warnsdorff-repair`).
    """
    question = Question(problem, meter, seed)
    try:
        outcome = run_strategy(question)
    except BoardError as error:  # the board is too large for a networkx graph
        return Outcome.unknown(meter.nodes, str(error))
    reason = str(outcome.evidence or outcome.reason)
    if outcome.status is Status.UNKNOWN and reason:
        reason = f"{question.solver}: {reason}"
    return replace(outcome, nodes=meter.nodes, reason=reason, solver=question.solver)

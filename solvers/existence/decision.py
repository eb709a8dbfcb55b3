"""Does a tour exist? A ladder of ever more costly steps, climbed until one of them settles it.

`LADDER` is the whole order, one step a row: what is tried, and where. `decide` climbs it and gives a verdict with evidence; the
solver `auto` climbs it and gives a tour, or the reason why there is none. A new obstruction or a new solver is one new row.

The order: where a theorem promises a tour, make one; look for obstructions that a few passes over the graph show; walk by
Warnsdorff's rule with repair; look for obstructions by matching and by flow; search a little; at last let CP-SAT settle it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import Board
from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions import (
    Obstruction,
    find_colours,
    find_cut_sets,
    find_dead_ends,
    find_degree_sets,
    find_disconnected,
    find_outer_lines,
    find_trivial,
)
from graphs.theorems import Theorem, theorem_for
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent, SolverError
from solvers.existence.cut_sets import smallest_cut_set
from solvers.existence.verdict import SearchProof, Verdict
from solvers.problem import Problem
from solvers.progress import begin_step
from solvers.registry import get_solver
from solvers.result import Outcome, Status
from solvers.solving import attempt, verified

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["LADDER", "Claim", "Question", "Step", "climb", "decide", "held_against_theorems"]


@dataclass(frozen=True)
class Claim:
    """What a solver says, and which one: a tour that nobody has verified yet, a proof, or why it stopped."""

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
    """

    problem: Problem
    meter: Meter
    seed: int = 0
    walked: set[int] = field(default_factory=set)
    rejected: set[Obstruction] = field(default_factory=set)

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.problem.size

    @cached_property
    def theorem(self) -> tuple[Theorem, bool] | None:
        """A published theorem that covers the problem, and whether there is a tour by it."""
        return _theorem(self.problem)


Condition: TypeAlias = Callable[[Question], bool]
Trial: TypeAlias = Callable[[Question], Answer | None]


@dataclass(frozen=True)
class Step:
    """One row of the ladder: a trial, and the conditions under which it is made. All of them must hold."""

    trial: Trial
    where: tuple[Condition, ...] = ()


def run(solver: str, *, most_nodes: int | None = None, seed: int | None = None, **options: Any) -> Trial:
    """Return the trial of a solver; `seed` is added to the seed of the question, and makes one trial only."""

    def trial(question: Question) -> Answer | None:
        if seed in question.walked:
            return None
        if seed is not None:
            question.walked.add(seed)
        chosen = options if seed is None else options | {"seed": question.seed + seed}
        return Claim(solver, attempt(question.problem, question.meter, solver, most_nodes, **chosen))

    return trial


def refute(*finders: Callable[[nx.Graph[Any], Any], Iterator[Obstruction]]) -> Trial:
    """Return the trial of some finders of obstructions: the first of their claims that holds. Each is checked once."""

    def trial(question: Question) -> Answer | None:
        begin_step("looking for a reason why there is no tour")
        problem = question.problem
        return _first_that_holds(question, (claim for find in finders for claim in find(problem.graph, problem)))

    return trial


def run_without_ends(solver: str, most_nodes: int) -> Trial:
    """Return the trial of a solver on the open problem without start and end: where that has no tour, no other has one."""

    def trial(question: Question) -> Answer | None:
        outcome = attempt(question.problem.with_ends(), question.meter, solver, most_nodes)
        if outcome.status is not Status.IMPOSSIBLE:
            return None
        return Claim(solver, replace(outcome, reason=f"there is no open tour at all: {outcome.reason}"))

    return trial


def refute_without_ends(*finders: Callable[[nx.Graph[Any], Any], Iterator[Obstruction]]) -> Trial:
    """Return the trial of finders that look for obstructions of the open problem; the claims are checked for this one."""

    def trial(question: Question) -> Answer | None:
        problem = question.problem.with_ends()
        return _first_that_holds(question, (claim for find in finders for claim in find(problem.graph, problem)))

    return trial


def _first_that_holds(question: Question, claims: Iterator[Obstruction]) -> Obstruction | None:
    """Return the first claim that holds for the problem of the question. Each claim is checked once in a climb."""
    for claim in claims:
        if claim not in question.rejected:
            if claim.holds(question.problem.graph, question.problem):
                return claim
            question.rejected.add(claim)
    return None


def quote(question: Question) -> Theorem | None:
    """Return the theorem that says that there is no tour."""
    return question.theorem[0] if refuted(question) and question.theorem is not None else None


def refuted(question: Question) -> bool:
    """Whether a theorem says that there is no tour."""
    return question.theorem is not None and not question.theorem[1]


def not_refuted(question: Question) -> bool:
    """Whether no theorem says that there is no tour."""
    return not refuted(question)


def restricted(question: Question) -> bool:
    """Whether the tour is to be closed, or an end is given."""
    problem = question.problem
    return problem.closed or problem.start is not None or problem.end is not None


def promised(question: Question) -> bool:
    """Whether a theorem says that there is a tour."""
    return question.theorem is not None and question.theorem[1]


def plain(question: Question) -> bool:
    """Whether `construct` takes the problem, a full board of the knight, and no theorem says that there is no tour."""
    return not_refuted(question) and get_solver("construct").refusal(question.problem) is None


def narrow(question: Question) -> bool:
    """Whether the board has a side below 5."""
    board = question.problem.board
    return board is not None and min(board.rows, board.cols) < 5


def wide(question: Question) -> bool:
    """Whether both sides of the board are at least 5."""
    return not narrow(question)


def end_is_free(question: Question) -> bool:
    """Whether at most one end of the tour is given."""
    return question.problem.start is None or question.problem.end is None


def both_ends_are_given(question: Question) -> bool:
    """Whether the start and the end of the tour are given."""
    return not end_is_free(question)


def at_least(squares: int) -> Condition:
    """Return the condition that the board has so many squares."""
    return lambda question: question.size >= squares


def at_most(squares: int) -> Condition:
    """Return the condition that the board has no more squares."""
    return lambda question: question.size <= squares


LADDER: tuple[Step, ...] = (
    # a plain board is tiled: 8x8 in 0.04 ms and 100x100 in 1.4 ms, where a repaired walk takes 0.2 and 50 ms
    Step(run("construct"), (plain, wide, end_is_free)),
    # between two given ends, from 50x50 to 200x200 a construction takes 0.75 times as long as a walk; then the walk is compiled
    # and takes 0.7 times as long at 300x300; on a board of a million squares it is the construction again, 0.75 times as long
    Step(run("construct"), (plain, wide, both_ends_are_given, at_most(40_000))),
    Step(run("construct"), (plain, wide, both_ends_are_given, at_least(250_000))),
    Step(run("warnsdorff-repair", seed=0, walks=6), (plain, wide, both_ends_are_given)),
    # on 4 rows, the states of a construction take 50 ms, a walk of 4x100 5 ms and of 4x1000 24 ms
    Step(run("warnsdorff-repair", seed=0, walks=6), (promised, narrow, at_most(8_000))),
    Step(run("construct"), (plain, narrow, at_least(8_001))),
    Step(quote, (refuted, at_least(MAX_GRAPH_SQUARES + 1))),
    Step(refute(find_trivial, find_disconnected, find_colours)),
    # what a theorem refutes needs no search; up to 10,000 squares a reason that can be checked by hand is looked for first
    Step(refute(find_outer_lines), (refuted, at_least(10_001))),
    Step(quote, (refuted, at_least(10_001))),
    # a large board is walked before its dead ends are sought, 50 microseconds a square; a walk that fails costs more than
    # the dead ends of a small one
    Step(run("warnsdorff-repair", seed=0, walks=1), (not_refuted, at_least(2_001))),
    Step(refute(find_dead_ends)),
    Step(run("warnsdorff-repair", seed=0, walks=1), (not_refuted,)),
    # matching and flow cost more than linear time
    Step(refute(find_cut_sets), (at_most(10_000),)),
    Step(refute(find_degree_sets), (at_most(400),)),
    Step(refute_without_ends(find_cut_sets, find_degree_sets), (restricted, at_most(400))),
    Step(run("warnsdorff-repair", seed=1, walks=6), (not_refuted,)),
    Step(run("construct"), (plain, narrow, at_least(100), at_most(8_000))),
    # half of all searches end far below this many nodes, the others may never end, and CP-SAT takes milliseconds
    Step(run("warnsdorff-backtracking", most_nodes=20_000)),
    # a closed tour, or one with given ends, can be harder to refute than every open tour
    Step(run("cp-sat", most_nodes=10_000), (restricted,)),
    Step(run_without_ends("cp-sat", most_nodes=10_000), (restricted,)),
    Step(run("cp-sat", most_nodes=100_000), (restricted,)),
    Step(run_without_ends("cp-sat", most_nodes=100_000), (restricted,)),
    Step(run("cp-sat")),
)
"""The steps, from the cheapest to the one that settles everything. A walk whose seed was tried before is not made again."""

EXPLAINED_UP_TO = 100
"""Squares up to which `decide` looks for a cut set where a solver says no: the search for one takes about a second."""


def climb(question: Question) -> Answer:
    """Return what the first step that settles the question finds; where none does, the last solver's UNKNOWN.

    Raises
    ------
    BudgetSpent : the budget ran out.
    BoardError : the steps that are left need a graph, for which the board is too large.
    """
    answer: Answer | None = None
    for step in LADDER:
        if all(holds(question) for holds in step.where):
            question.meter.check()
            answer = step.trial(question) or answer
            if answer is not None and not (isinstance(answer, Claim) and answer.outcome.status is Status.UNKNOWN):
                return answer
    assert answer is not None, "the last step of the ladder is a solver that takes every problem"
    question.meter.check()
    return answer


def decide(
    problem: Problem | Board | nx.Graph[Any],
    budget: Budget | None = None,
    *,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    confirm: bool = False,
) -> Verdict:
    """Decide whether a problem has a tour.

    Parameters
    ----------
    problem : a problem; or a board (for the knight) or a networkx graph, with `start`, `end` and `closed` beside it. The
        published theorems are held against every answer about a board.
    budget : for the whole decision; None is no limit.
    start, end, closed : as in `Problem`; only where `problem` is a board or a graph.
    confirm : where an exact solver proves that there is no tour, run a second one that works in another way. Where the
        second does not finish within the budget, the answer is unknown.

    Raises
    ------
    SolverError : two exact solvers, or a solver and a theorem, contradict each other; the sentence quotes both.

    Examples
    --------
    >>> verdict = decide(Board(4, 7), start=(1, 0))
    >>> verdict.exists, type(verdict.evidence).__name__, verdict.theorem.name
    (False, 'HalfSet', '4xn boards, inner rows')
    """
    question = Question(Problem.of(problem, start=start, end=end, closed=closed).refreshed(), Meter(budget))
    try:
        verdict = _verdict(question, climb(question), confirm)
    except (BudgetSpent, BoardError) as stopped:
        verdict = Verdict(None, None, str(stopped))
    return _held(question.problem, verdict, question.theorem)


def held_against_theorems(problem: Problem, verdict: Verdict) -> Verdict:
    """Return the verdict with a theorem that says the same; a theorem answers alone where a board is too large to search.

    Raises
    ------
    SolverError : a theorem says the contrary.
    """
    return _held(problem, verdict, _theorem(problem))


def _theorem(problem: Problem) -> tuple[Theorem, bool] | None:
    if problem.board is None:
        return None
    return theorem_for(problem.board, leaper=problem.leaper, start=problem.start, end=problem.end, closed=problem.closed)


def _held(problem: Problem, verdict: Verdict, known: tuple[Theorem, bool] | None) -> Verdict:
    if known is None:
        return verdict
    theorem, expected = known
    if verdict.exists is None:
        if problem.size <= MAX_GRAPH_SQUARES:
            return verdict
        return Verdict(expected, theorem, f"by theorem alone, for {verdict.reason}: {theorem.statement}", theorem)
    if verdict.exists != expected:
        raise SolverError(f"{problem}: {verdict.reason}; but {theorem}", (problem, verdict.evidence, theorem))
    return replace(verdict, theorem=theorem)


def _verdict(question: Question, answer: Answer, confirm: bool) -> Verdict:
    """Return the verdict that an answer gives, after the one check that it needs."""
    if isinstance(answer, Obstruction):
        return Verdict(False, answer, str(answer))
    if isinstance(answer, Theorem):
        reason = f"by theorem alone, for a board of {question.size:,} squares is too large to search: {answer.statement}"
        return Verdict(False, answer, reason)
    solver, outcome = answer.solver, answer.outcome
    match outcome.status:
        case Status.FOUND:
            return Verdict(True, verified(solver, question.problem, outcome.squares), f"a tour was found by {solver}")
        case Status.IMPOSSIBLE:
            return _explained(question) or _proven(question, answer, confirm)
        case _:
            return Verdict(None, None, f"no answer: {outcome.reason}")


def _explained(question: Question) -> Verdict | None:
    """Return a cut set as the reason for a solver's no, where the board is small and has one."""
    if question.size > EXPLAINED_UP_TO:
        return None
    cut_set = smallest_cut_set(question.problem, seconds=question.meter.seconds_left)
    return None if cut_set is None else Verdict(False, cut_set, str(cut_set))


def _proven(question: Question, answer: Claim, confirm: bool) -> Verdict:
    first = answer.solver
    proof = SearchProof(first, f"{first}: {answer.outcome.reason}", answer.outcome.nodes)
    if not confirm:
        return Verdict(False, proof, str(proof))
    second = "warnsdorff-backtracking" if first == "cp-sat" else "cp-sat"
    outcome = attempt(question.problem, question.meter, second)
    if outcome.status is Status.FOUND:
        tour = verified(second, question.problem, outcome.squares)
        raise SolverError(
            f"{question.problem}: {first} says {answer.outcome.reason}, but {second} found the tour {tour}",
            (question.problem, answer, outcome),
        )
    if outcome.status is Status.UNKNOWN:
        return Verdict(None, None, f"{proof}; not confirmed, for {second} {outcome.reason}")
    return Verdict(False, confirmed := replace(proof, confirmed_by=second), str(confirmed))

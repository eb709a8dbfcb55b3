"""Does a tour exist? The verdict with evidence: `decide` climbs the ladder, checks what it finds, and quotes the theorems.

`ladder.py` says what is tried, and in which order. A tour is verified here, once. Where an exact solver proves that there is
none, an obstruction that explains it is looked for, and on small boards a cut set instead of weighted cuts. (Where there are no
weights there is no cut set either, for cut sets are weighted cuts.)
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions import FINDERS, Finder, Obstruction, WeightedCuts, cut_set, find_forced_moves, find_obstruction
from graphs.symmetry import orbits
from graphs.theorems import Theorem
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent, SolverError, UnsupportedProblem
from solvers.existence.ladder import LADDER, climb
from solvers.existence.steps import Answer, Question, Step
from solvers.existence.verdict import SearchProof, Verdict
from solvers.problem import Problem
from solvers.result import Outcome, Status
from solvers.solving import attempt, verified

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["decide", "held_against_theorems", "verdict_of"]

EXPLAINED_UP_TO: dict[Finder, int] = {find_forced_moves: 1_000}
"""Squares up to which a finder is run where a solver says no; the others up to 10,000."""
SIMPLIFIED_UP_TO = 100
"""Squares up to which a cut set is looked for that says the same as weighted cuts."""
MOST_ORBITS, FEW = 16, 4
"""The most orbits of a board from which a cut set is put together, and the most of them in it: a few thousand sets."""


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
    return verdict_of(Question(Problem.of(problem, start=start, end=end, closed=closed), Meter(budget)), confirm=confirm)


def verdict_of(question: Question, ladder: Iterable[Step] = LADDER, *, confirm: bool = False) -> Verdict:
    """Return the verdict on a question, as `decide` does, by the steps of a ladder."""
    try:
        verdict = _verdict(question, climb(question, ladder), confirm)
    except (BudgetSpent, BoardError, UnsupportedProblem) as stopped:  # spent, or too large for a graph or for the memory
        verdict = Verdict(None, None, str(stopped))
    return _held(question, verdict)


def held_against_theorems(problem: Problem, verdict: Verdict) -> Verdict:
    """Return the verdict with a theorem that says the same; a theorem answers alone where a board is too large to search.

    Raises
    ------
    SolverError : a theorem says the contrary.
    """
    return _held(Question(problem, Meter()), verdict)


def _held(question: Question, verdict: Verdict) -> Verdict:
    theorem, expected = question.quoted
    if theorem is None or (verdict.exists is None and question.size <= MAX_GRAPH_SQUARES):
        return verdict
    if verdict.exists is None:
        return Verdict(expected, theorem, f"by theorem alone, for {verdict.reason}: {theorem.statement}", theorem)
    if verdict.exists != expected:
        raise SolverError(f"{question.problem}: {verdict.reason}; but {theorem}", (question.problem, verdict.evidence, theorem))
    return replace(verdict, theorem=theorem)


def _verdict(question: Question, answer: Answer, confirm: bool) -> Verdict:
    """Return the verdict that an answer gives, after the one check that it needs."""
    if isinstance(answer, Outcome) and answer.status is Status.IMPOSSIBLE:
        answer = _explanation(question) or answer
    if isinstance(answer, Obstruction):
        return Verdict(False, simple := _simpler(question, answer), str(simple))
    if isinstance(answer, Theorem):
        reason = f"by theorem alone, for a board of {question.size:,} squares is too large to search: {answer.statement}"
        return Verdict(False, answer, reason)
    if answer.status is Status.IMPOSSIBLE:
        return _proven(question, answer, confirm)
    if answer.status is Status.UNKNOWN:
        return Verdict(None, None, f"no answer: {answer.reason}")
    tour = verified(question.solver, question.problem, answer.squares)
    return Verdict(True, tour, f"a tour was found by {question.solver}")


def _explanation(question: Question) -> Obstruction | None:
    """Return an obstruction as the reason for a solver's no, by the finders that the climb has not come to."""
    finders = [find for find in FINDERS if find not in question.searched and question.size <= EXPLAINED_UP_TO.get(find, 10_000)]
    with suppress(BudgetSpent):  # the answer is known, if not explained
        graph = question.problem.graph_within(question.meter)
        return find_obstruction(graph, question.problem, finders, question.meter.watched)
    return None


def _simpler(question: Question, reason: Obstruction) -> Obstruction:
    """Return a cut set instead of weighted cuts, where one consists of a few orbits of squares."""
    problem = question.problem
    if problem.size > SIMPLIFIED_UP_TO or not isinstance(reason, WeightedCuts):
        return reason
    groups = [(vertex,) for vertex in problem.graph] if problem.board is None else orbits(problem.board)
    if len(groups) <= MOST_ORBITS:
        unions = (frozenset(chain(*some)) for number in range(1, FEW + 1) for some in combinations(groups, number))
        with suppress(BudgetSpent):
            for cut in sorted(unions, key=len):
                question.meter.check()
                claim = cut_set(problem.graph, cut)
                if claim.parts >= len(cut) and claim.holds(problem.graph, problem):  # the first is cheap, and needed
                    return claim
    return reason


def _proven(question: Question, answer: Outcome, confirm: bool) -> Verdict:
    first = question.solver
    proof = SearchProof(first, f"{first}: {answer.reason}", answer.nodes)
    if not confirm:
        return Verdict(False, proof, str(proof))
    second = "warnsdorff-backtracking" if first == "cp-sat" else "cp-sat"
    outcome = attempt(question.problem, question.meter, second)
    if outcome.status is Status.FOUND:
        tour = verified(second, question.problem, outcome.squares)
        raise SolverError(
            f"{question.problem}: {first} says {answer.reason}, but {second} found the tour {tour}",
            (question.problem, answer, outcome),
        )
    if outcome.status is Status.UNKNOWN:
        return Verdict(None, None, f"{proof}; not confirmed, for {second} {outcome.reason}")
    return Verdict(False, confirmed := replace(proof, confirmed_by=second), str(confirmed))

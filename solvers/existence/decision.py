"""Does a tour exist? Decided by the cheapest means that settle it, with evidence that can be checked.

The order: the tour that a theorem promises, made; obstructions that a few passes show; a tour by Warnsdorff's rule with
repair; obstructions by matching and flow; a short search; CP-SAT. Where an exact solver finds that there is none, a cut set
that explains it is looked for once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions import (
    Obstruction,
    find_colours,
    find_cut_sets,
    find_dead_ends,
    find_degree_sets,
    find_disconnected,
    find_obstruction,
    find_trivial,
)
from graphs.theorems import Theorem, theorem_for
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent, SolverError
from solvers.existence.cut_sets import smallest_cut_set
from solvers.existence.promised import promised_tour
from solvers.existence.verdict import Evidence, SearchProof, Verdict
from solvers.problem import Problem
from solvers.result import Result, Status
from solvers.solving import attempt

__all__ = ["computed", "decide", "told"]

SEARCH, MODEL = "warnsdorff-backtracking", "cp-sat"
SEARCH_NODES = 20_000
"""Node cap of the search: half of all searches end far below it, the others may never end, and CP-SAT takes milliseconds."""
EXPLAINED_UP_TO = 100
"""Squares up to which a no by CP-SAT is explained by a cut set, if there is a small one."""
DEAD_ENDS_FIRST_UP_TO = 2_000
"""Squares up to which dead ends cost less to find than a walk that fails; a large board is walked first."""
MATCHED_UP_TO, FLOWN_UP_TO = 10_000, 400
"""Squares up to which obstructions are sought by matching and by flow, whose cost grows faster than linearly."""


def decide(problem: Problem, budget: Budget | None = None, *, confirm: bool = False) -> Verdict:
    """Decide whether a problem has a tour.

    Parameters
    ----------
    problem : any problem; one made by `Problem.on_board` is also held against the published theorems.
    budget : for the whole decision; None is no limit.
    confirm : have every no that rests on a solver's word settled by a second exact solver of another kind; where that one
        does not finish within the budget, the answer is unknown.

    Raises
    ------
    SolverError : two exact solvers, or a solver and a theorem, contradict each other; the sentence holds both sides.

    Examples
    --------
    >>> from graphs import Board
    >>> verdict = decide(Problem.on_board(Board(4, 7), start=(1, 0)))
    >>> verdict.exists, type(verdict.evidence).__name__, verdict.theorem.name
    (False, 'HalfSet', '4xn boards, inner rows')
    """
    meter = Meter(budget or Budget())
    try:
        verdict = computed(problem, meter, confirm=confirm)
    except BudgetSpent as spent:
        verdict = Verdict(None, None, str(spent))
    return told(problem, verdict.exists, verdict.evidence, verdict.reason)


def told(problem: Problem, exists: bool | None, evidence: Evidence | None, reason: str) -> Verdict:
    """The verdict, held against the published theorems; where a board is too large to search, one alone may answer.

    Raises
    ------
    SolverError : a theorem says the contrary.
    """
    known = _theorem(problem)
    if known is None:
        return Verdict(exists, evidence, reason)
    theorem, expected = known
    if exists is None and problem.size <= MAX_GRAPH_SQUARES:
        return Verdict(None, None, reason)
    if exists is None:
        return Verdict(expected, theorem, f"by theorem alone, for {reason}: {theorem.statement}", theorem)
    if exists != expected:
        raise SolverError(f"{problem}: {reason}; but {theorem}", (problem, evidence, theorem))
    return Verdict(exists, evidence, reason, theorem)


def _theorem(problem: Problem) -> tuple[Theorem, bool] | None:
    board, start, end = problem.board, problem.start, problem.end
    if board is None:
        return None
    ends: dict[str, Any] = {"start": start, "end": end}
    return theorem_for(board, leaper=problem.leaper, closed=problem.closed, **ends)


def computed(problem: Problem, meter: Meter, *, confirm: bool = False, explained: bool = True, seed: int = 0) -> Verdict:
    """The verdict by what can be computed; a solver's no is explained by a cut set if there is one.

    Theorems only tell where a tour is worth looking for first.

    Raises
    ------
    BudgetSpent : the budget ran out.
    """
    promised = promised_tour(problem, meter, seed)
    if promised is not None:
        return Verdict(True, promised.tour, f"a tour was found by {promised.solver}")
    meter.more(meter.nodes)
    try:
        graph = problem.graph
    except BoardError as error:  # too large a board
        return Verdict(None, None, str(error))
    meter.more(meter.nodes)
    obstruction = find_obstruction(graph, problem, (find_trivial, find_disconnected, find_colours))
    if obstruction is not None:
        return _no(problem, obstruction)
    result = None
    for stage in _stages(problem, meter, seed):
        if isinstance(stage, Obstruction):
            return _no(problem, stage)
        result = stage
        if result.status is Status.FOUND:
            return Verdict(True, result.tour, f"a tour was found by {result.solver}")
        if result.status is Status.IMPOSSIBLE:
            return _proven(problem, result, meter, confirm, explained)
    return Verdict(None, None, f"no answer: {result.reason if result else 'nothing was tried'}")


def _stages(problem: Problem, meter: Meter, seed: int) -> Iterator[Obstruction | Result]:
    """Ever more costly attempts; each is made when the one before has not settled the question."""
    if problem.size > DEAD_ENDS_FIRST_UP_TO:
        yield attempt(problem, meter, "warnsdorff-repair", seed=seed, walks=1)
    obstruction: Obstruction | None = find_obstruction(problem.graph, problem, [find_dead_ends])
    if obstruction is not None:
        yield obstruction
        return
    if problem.size <= DEAD_ENDS_FIRST_UP_TO:
        yield attempt(problem, meter, "warnsdorff-repair", seed=seed, walks=1)
    if problem.size <= MATCHED_UP_TO:
        obstruction = find_obstruction(problem.graph, problem, [find_cut_sets])
    if obstruction is None and problem.size <= FLOWN_UP_TO:
        obstruction = find_obstruction(problem.graph, problem, [find_degree_sets])
    if obstruction is not None:
        yield obstruction
    yield attempt(problem, meter, "warnsdorff-repair", seed=seed + 1, walks=6)
    yield attempt(problem, meter, SEARCH, most_nodes=SEARCH_NODES)
    yield attempt(problem, meter, MODEL)


def _no(problem: Problem, obstruction: Obstruction) -> Verdict:
    if not obstruction.holds(problem.graph, problem):
        raise SolverError(f"{problem}: the obstruction does not hold: {obstruction}", (problem, obstruction))
    return Verdict(False, obstruction, str(obstruction))


def _proven(problem: Problem, result: Result, meter: Meter, confirm: bool, explained: bool) -> Verdict:
    if explained and problem.size <= EXPLAINED_UP_TO:
        explanation = smallest_cut_set(problem, seconds=meter.seconds_left)
        if explanation is not None:
            return _no(problem, explanation)
    proof = SearchProof(result.solver, f"{result.solver}: {result.reason}", result.nodes)
    if not confirm:
        return Verdict(False, proof, str(proof))
    second = attempt(problem, meter, MODEL if result.solver == SEARCH else SEARCH)
    if second.status is Status.FOUND:
        raise SolverError(
            f"{problem}: {result.solver} says {result.reason}, but {second.solver} found the tour {second.tour}",
            (problem, result, second),
        )
    if second.status is Status.UNKNOWN:
        return Verdict(None, None, f"{proof}; not confirmed, for {second.solver} {second.reason}")
    proof = SearchProof(proof.solver, proof.reason, proof.nodes, confirmed_by=second.solver)
    return Verdict(False, proof, str(proof))

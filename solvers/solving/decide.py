"""Decide whether a tour exists: run the strategy, verify the tour that it finds, and compare the answer with the theorems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, cast

from graphs.errors import expect
from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import Obstruction
from graphs.verify import Steps
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, SolverError, UnsupportedProblem
from solvers.core.outcome import Outcome, SearchProof, Status
from solvers.core.problem import Problem, Subject
from solvers.core.registry import get_solver
from solvers.core.result import Result
from solvers.solving.question import Question
from solvers.solving.solve import DEFAULT, attempt, run, verified, verified_result
from solvers.solving.strategy import with_simple_reason

Decide: TypeAlias = Callable[[Problem], Result]
"""A function that decides a problem."""
MOST_CHECKED = 100_000
"""Maximum work of `with_shared_reasons`, which takes about half a second.

The work is the product of the number of squares, the number of no-tour answers and the number of different obstructions.
"""


def decide(
    problem: Subject,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    confirm: bool = False,
) -> Result:
    """Decide whether a problem has a tour.

    This runs the same strategy as `solve(problem)`, and gives a reason for every answer. If the budget is spent, or if the
    board is too large, the answer is unknown.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        The problem. If it is a board or a graph, the keyword arguments `leaper` to `steps` specify the rest of the problem.
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    start, end : square, optional
        The given first and last square, as in `Problem`. If None, a tour may start or end at any square.
    closed : bool, optional
        Whether the tour must be closed (default: False).
    steps : mapping of int to square, optional
        Known steps, as in `Problem`.
    budget : Budget, optional
        Limits on the time and the search nodes of the whole decision. If None, there is no limit.
    confirm : bool, optional
        Whether to confirm a no-tour answer that rests on a search alone: a second exact solver with a different method is run.
        If it does not finish within the budget, the answer is unknown.

    Returns
    -------
    Result
        The result. Its attribute `exists` is True if a tour exists, False if none exists, or None if this is unknown.

    Raises
    ------
    SolverError
        If two exact solvers, or a solver and a theorem, contradict each other. The message quotes both.

    See Also
    --------
    solve : Find a tour with a given solver.

    Examples
    --------
    >>> from graphs import Board
    >>> result = decide(Board(4, 7), start=(1, 0))
    >>> result.exists, type(result.evidence).__name__, result.theorem.name
    (False, 'HalfSet', '4xn boards, inner rows')
    """
    return decide_problem(Problem.of(problem, leaper, start, end, closed, steps), Meter(budget), confirm=confirm)


def decide_problem(problem: Problem, meter: Meter, *, confirm: bool = False) -> Result:
    """Decide a problem as `decide` does, within the limits of a meter."""
    expect(bool, confirm, "confirm")
    entry = get_solver(DEFAULT)
    try:
        outcome = run(entry, problem, meter, {})
        if confirm and isinstance(outcome.evidence, SearchProof):
            outcome = _confirmed(problem, meter, outcome.evidence)
    except (BudgetSpent, UnsupportedProblem) as stopped:  # the budget is spent, or the tour does not fit into the memory
        outcome = Outcome.unknown(meter.nodes, str(stopped), getattr(stopped, "limit", ""))
    if outcome.status is Status.FOUND:
        outcome = replace(outcome, reason=f"a tour was found by {outcome.solver}")
    elif outcome.status is Status.UNKNOWN and outcome.solver:
        outcome = replace(outcome, reason=f"no answer: {outcome.reason}")
    return verified_result(problem, outcome, meter, entry, {})


def decide_within(problem: Problem, meter: Meter, most_nodes: int) -> Result:
    """Decide a problem with at most `most_nodes` search nodes, which are added to those of the meter.

    If the budget is already spent, this raises `BudgetSpent`.
    """
    step = meter.step(most_nodes)
    verdict = decide_problem(problem, step)
    meter.nodes += step.nodes
    return verdict


def _confirmed(problem: Problem, meter: Meter, proof: SearchProof) -> Outcome:
    """Confirm by a second exact solver that no tour exists. The outcome is unknown if this solver does not finish."""
    first = proof.solver
    second = "warnsdorff-backtracking" if first == "cp-sat" else "cp-sat"
    outcome = attempt(problem, meter, second)
    if outcome.status is Status.FOUND:
        tour = verified(second, problem, outcome.squares)
        raise SolverError(f"{problem}: {proof}, but {second} found the tour {tour}", (problem, proof, outcome))
    if outcome.status is Status.UNKNOWN:
        return replace(outcome, reason=f"{proof}; not confirmed, because {second} {outcome.reason}")
    return Outcome.impossible(meter.nodes, replace(proof, confirmed_by=second))


def with_known_reasons(decided: Decide, reasons: list[Obstruction], problem: Problem) -> Result:
    """Decide a problem by an obstruction of an earlier problem if one holds, and by `decided` if none does.

    The obstructions are tried from the easiest to the hardest. The first one that holds becomes the evidence, unless a short
    search finds a simpler one. If `decided` finds an obstruction, it is added to `reasons`.
    """
    easiest_first = sorted(reasons, key=lambda each: each.hardness)
    obstruction = next((reason for reason in easiest_first if reason.holds(problem.graph, problem)), None)
    if obstruction is not None:
        meter = Meter()
        outcome = with_simple_reason(Question(problem, meter), Outcome.impossible(0, obstruction))
        return verified_result(problem, outcome, meter, get_solver(DEFAULT), {})
    verdict = decided(problem)
    if isinstance(verdict.evidence, Obstruction):
        reasons.append(verdict.evidence)
    return verdict


def with_shared_reasons(problem: Problem, answers: Mapping[Any, Result]) -> dict[Any, Result]:
    """Replace obstructions in the results for open tours from each square, so that fewer different obstructions are used.

    The obstruction that holds for the most squares becomes the reason for all these squares. This is repeated for the squares
    that remain. If two obstructions hold for equally many squares, the simpler one is used. The results are not changed if all
    obstructions are of one kind, or if the work is above `MOST_CHECKED`. The ends of `problem` do not matter.
    """
    noes = {square: result for square, result in answers.items() if isinstance(result.evidence, Obstruction)}
    reasons, shared = {cast(Obstruction, result.evidence): None for result in noes.values()}, dict(answers)
    if len(set(map(type, reasons))) < 2 or problem.size * len(noes) * len(reasons) > MOST_CHECKED:
        return shared

    def holds_at(reason: Obstruction, square: Any) -> bool:
        return noes[square].evidence == reason or reason.holds(problem.graph, problem.with_ends(start=square))

    holds = {reason: {square for square in noes if holds_at(reason, square)} for reason in reasons}
    while noes:
        best = max(reasons, key=lambda reason: (len(holds[reason] & noes.keys()), -reason.hardness))
        for square in holds[best] & noes.keys():
            shared[square] = replace(noes.pop(square), evidence=best, reason=str(best))
    return shared

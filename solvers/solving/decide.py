"""Decide whether a tour exists, with a reason for every answer.

`decide` runs the solver `auto` in the stages of `solve` (see `solvers.solving.solve`), with two differences. If `confirm` is
True, a second solver confirms a no-tour answer that rests on a search. If a tour would not fit into the memory, the answer is
UNKNOWN instead of an error.

`decide_by_known_reasons` and `with_shared_reasons` serve maps of many answers, whose reasons are often the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, cast

from graphs.errors import expect
from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import Obstruction
from graphs.theorems import Theorem
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
"""Type of functions that decide a problem."""
MOST_CHECKED = 100_000  # maximum of squares × no-tour answers × different obstructions in `with_shared_reasons` (half a second)


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
    """Decide whether a tour exists, with a reason for every answer.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        As in `solve`.
    leaper, start, end, closed, steps : optional
        As in `solve`.
    budget : Budget, optional
        Limits on the time and the search nodes of the whole decision. If None, there is no limit.
    confirm : bool, optional
        Whether a second exact solver must confirm an answer IMPOSSIBLE that rests on a search alone (default: False).

    Returns
    -------
    Result
        The result of the solver `auto`. Its attribute `exists` is True if a tour exists, False if none exists, or None if this
        is unknown: the budget was exceeded, the board is too large, or the second solver did not finish.

    Raises
    ------
    SolverError
        If two exact solvers, or a solver and a theorem, contradict each other. The message quotes both.

    Examples
    --------
    >>> from graphs import Board
    >>> result = decide(Board(4, 7), start=(1, 0))
    >>> result.exists, type(result.evidence).__name__, result.theorem.name
    (False, 'HalfSet', '4xn boards, inner rows')
    """
    return decide_problem(Problem.of(problem, leaper, start, end, closed, steps), Meter(budget), confirm=confirm)


def decide_problem(problem: Problem, meter: Meter, *, confirm: bool = False) -> Result:
    """Decide whether a tour exists, within the budget of `meter`."""
    expect(bool, confirm, "confirm")
    entry = get_solver(DEFAULT)
    try:
        outcome = run(entry, problem, meter, {})
        if confirm and isinstance(outcome.evidence, SearchProof):
            outcome = _confirmed(problem, meter, outcome.evidence)
    except (BudgetSpent, UnsupportedProblem) as stopped:  # the budget is exceeded, or the tour does not fit into memory
        outcome = Outcome.unknown(meter.nodes, str(stopped), getattr(stopped, "limit", ""))
    if outcome.status is Status.FOUND:
        outcome = replace(outcome, reason=f"a tour was found by {outcome.solver}")
    elif isinstance(outcome.evidence, Theorem):
        alone = f"by theorem alone, because a board of {problem.size:,} squares is too large to search"
        outcome = replace(outcome, reason=f"{alone}: {outcome.evidence.statement}")
    elif outcome.status is Status.UNKNOWN and outcome.solver:
        outcome = replace(outcome, reason=f"no answer: {outcome.reason}")
    return verified_result(problem, outcome, meter, entry, {})


def decide_within(problem: Problem, meter: Meter, most_nodes: int) -> Result:
    """Decide whether a tour exists, within a limit on search nodes."""
    step = meter.step(most_nodes)
    verdict = decide_problem(problem, step)
    meter.nodes += step.nodes
    return verdict


def _confirmed(problem: Problem, meter: Meter, proof: SearchProof) -> Outcome:
    """Confirm by another exact solver that no tour exists.

    The status is UNKNOWN if the second solver does not finish.
    """
    first = proof.solver
    second = "warnsdorff-backtracking" if first == "cp-sat" else "cp-sat"
    outcome = attempt(problem, meter, second)
    if outcome.status is Status.FOUND:
        tour = verified(second, problem, outcome.squares)
        raise SolverError(f"{problem}: {proof}, but {second} found the tour {tour}", (problem, proof, outcome))
    if outcome.status is Status.UNKNOWN:
        return replace(outcome, reason=f"{proof}; not confirmed, because {second} {outcome.reason}")
    return Outcome.impossible(meter.nodes, replace(proof, confirmed_by=second))


def decide_by_known_reasons(decided: Decide, reasons: list[Obstruction], problem: Problem) -> Result:
    """Decide a problem by a known obstruction, or by `decided`.

    The obstruction that is easiest to check is the evidence, unless a short search finds a simpler one. New obstructions are
    added to `reasons`.
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
    """Replace obstructions so that few different ones explain all answers.

    The answers are for open tours from different starts. The obstruction that holds for the most starts becomes their reason;
    then the same is done for the other starts. Nothing changes if all obstructions are of one kind, or if the work is above
    `MOST_CHECKED`.
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

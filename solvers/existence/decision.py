"""Does a tour exist? `decide` runs the strategy, verifies a tour, and compares the answer with the published theorems."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from graphs.errors import BoardError, expect
from graphs.leapers import KNIGHT, Leaper
from graphs.verify import Steps
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent, SolverError, UnsupportedProblem
from solvers.evidence import SearchProof
from solvers.outcome import Outcome, Status
from solvers.problem import Problem, Subject
from solvers.question import Question
from solvers.result import Result
from solvers.solving import DEFAULT, attempt, verified
from solvers.strategy import STRATEGY, Step, run_strategy

__all__ = ["WORDS", "decide", "decide_question"]

WORDS = {True: "yes", False: "no", None: "unknown"}
"""The answers as text."""


def decide(
    problem: Subject,
    budget: Budget | None = None,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    confirm: bool = False,
) -> Result:
    """Decide whether a problem has a tour.

    This is `solve(problem)` with a reason for every answer. A spent budget, or a board that is too large, gives an unknown
    answer.

    Parameters
    ----------
    problem : Problem, Board or networkx.Graph
        The problem; or a board or a graph, with the following keyword arguments.
    budget : Budget, optional
        Limits on time and search nodes of the whole decision. If None, there is no limit.
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    start, end : square, optional
        As in `Problem`, for a board or a graph.
    closed : bool, optional
        As in `Problem`, for a board or a graph.
    steps : mapping of int to square, optional
        As in `Problem`, for a board or a graph.
    confirm : bool, optional
        Whether to run a second exact solver with a different method if only a search proves that there is no tour. If the
        second solver does not finish within the budget, the answer is unknown.

    Returns
    -------
    Result
        Its `exists` is True, False, or None if unknown.

    Raises
    ------
    SolverError
        If two exact solvers, or a solver and a theorem, contradict each other. The message quotes both.

    See Also
    --------
    solve : a tour by a given solver.

    Examples
    --------
    >>> from graphs import Board
    >>> result = decide(Board(4, 7), start=(1, 0))
    >>> result.exists, type(result.evidence).__name__, result.theorem.name
    (False, 'HalfSet', '4xn boards, inner rows')
    """
    question = Question(Problem.of(problem, leaper, start, end, closed, steps), Meter(budget))
    return decide_question(question, confirm=confirm)


def decide_question(question: Question, strategy: Iterable[Step] = STRATEGY, *, confirm: bool = False) -> Result:
    """Decide a question as `decide` does, by the steps of a given strategy.

    Parameters
    ----------
    question : Question
        The problem and its budget.
    strategy : iterable of Step, optional
        The steps to run.
    confirm : bool, optional
        As in `decide`.

    Returns
    -------
    Result
        The answer.

    Raises
    ------
    SolverError
        As in `decide`.
    """
    expect(bool, confirm, "confirm")
    problem, meter = question.problem, question.meter
    try:
        outcome = run_strategy(question, strategy)
        reasons = {Status.FOUND: f"a tour was found by {question.solver}", Status.UNKNOWN: f"no answer: {outcome.reason}"}
        if confirm and isinstance(outcome.evidence, SearchProof):
            outcome = _confirmed(question, outcome.evidence)
            reasons[Status.UNKNOWN] = outcome.reason
        by_search = isinstance(outcome.evidence, SearchProof)
        outcome = replace(outcome, reason=str(outcome.evidence) if by_search else reasons.get(outcome.status, outcome.reason))
    except (BudgetSpent, BoardError, UnsupportedProblem) as stopped:  # spent, or too large for a graph or for the memory
        outcome = Outcome.unknown(meter.nodes, str(stopped), getattr(stopped, "limit", ""))
    seconds = meter.seconds
    tour = verified(question.solver, problem, outcome.squares) if outcome.status is Status.FOUND else None
    result = Result.of(problem, replace(outcome, nodes=meter.nodes), tour, DEFAULT, seconds=seconds)
    return result.with_theorem(problem)


def _confirmed(question: Question, proof: SearchProof) -> Outcome:
    """Return the outcome with the name of a second exact solver that found no tour either, or UNKNOWN.

    Raises
    ------
    SolverError
        If the second solver finds a tour.
    """
    problem, first = question.problem, proof.solver
    second = "warnsdorff-backtracking" if first == "cp-sat" else "cp-sat"
    outcome = attempt(problem, question.meter, second)
    if outcome.status is Status.FOUND:
        tour = verified(second, problem, outcome.squares)
        raise SolverError(f"{problem}: {proof}, but {second} found the tour {tour}", (problem, proof, outcome))
    if outcome.status is Status.UNKNOWN:
        return replace(outcome, reason=f"{proof}; not confirmed, because {second} {outcome.reason}")
    return Outcome.impossible(question.meter.nodes, replace(proof, confirmed_by=second))

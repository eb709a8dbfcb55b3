"""A tour where one is promised: made at once, by construction on large boards, else by Warnsdorff's rule with repair."""

from __future__ import annotations

from typing import Any

from graphs.theorems import theorem_for
from solvers.budget import Meter
from solvers.problem import Problem
from solvers.registry import get_solver
from solvers.result import Result
from solvers.solving import attempt

__all__ = ["promised_tour"]

CONSTRUCTED_FROM = 100_000
"""Squares from which a construction pays for the loading of the compiled code."""


def promised_tour(problem: Problem, meter: Meter, seed: int = 0) -> Result | None:
    """A tour that a theorem promises or a construction makes; None where there is neither, or where a few walks fail.

    Raises
    ------
    BudgetSpent : the budget ran out.
    """
    board, large = problem.board, problem.size >= CONSTRUCTED_FROM
    if board is None:
        return None
    ends: dict[str, Any] = {"start": problem.start, "end": problem.end}
    known = theorem_for(board, leaper=problem.leaper, closed=problem.closed, **ends)
    if known is not None and not known[1]:
        return None
    if large and not get_solver("construct").refusal(problem):
        result = attempt(problem, meter, "construct")
        if result.tour is not None:
            return result
    if known is None:
        return None
    result = attempt(problem, meter, "warnsdorff-repair", seed=seed, walks=6)
    return None if result.tour is None else result

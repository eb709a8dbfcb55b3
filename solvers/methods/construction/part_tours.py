"""Search for tours of small parts of a board, from which tours of large boards are constructed."""

from __future__ import annotations

from typing import Any

from solvers.core.meter import Meter
from solvers.core.problem import Problem
from solvers.methods.warnsdorff_repair import warnsdorff_repair

WALKS = 50
"""Maximum number of walks of `warnsdorff-repair` in one search, from the start or from the end of the tour."""


def find_part_tour(problem: Problem, meter: Meter) -> Any:
    """Search for a tour with `warnsdorff-repair`.

    If both ends are given, and no tour is found from the start, the search is repeated from the end.

    Parameters
    ----------
    problem : Problem
        The problem.
    meter : Meter
        The budget.

    Returns
    -------
    sequence of squares or None
        The squares of the tour, from the start to the end or from the end to the start, or None if no tour is found.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    """
    ways = [problem] if problem.end is None else [problem, problem.with_ends(start=problem.end, end=problem.start)]
    for way in ways:
        step = meter.step()
        try:
            squares = warnsdorff_repair(way, step, walks=WALKS).squares
        finally:
            meter.nodes += step.nodes
        if squares is not None:
            return squares
    return None

"""Search for obstructions, which a solver runs before its own search or during a pause of it."""

from __future__ import annotations

from collections.abc import Iterable

from graphs.obstructions import Finder, find_obstruction
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem


def outcome_by(finders: Iterable[Finder], problem: Problem, meter: Meter) -> Outcome | None:
    """Search for an obstruction, and return the outcome IMPOSSIBLE if one is found.

    Parameters
    ----------
    finders : iterable of Finder
        Functions that each search for obstructions of one kind. They are tried in this order.
    problem : Problem
        The problem.
    meter : Meter
        The budget. The outcome contains the number of search nodes that it has counted so far.

    Returns
    -------
    Outcome or None
        The outcome, or None if no finder finds an obstruction. None does not prove that a tour exists.

    Raises
    ------
    BudgetSpent
        If the time limit is exceeded.
    """
    obstruction = find_obstruction(problem.graph_within(meter), problem, finders, meter.watched)
    return None if obstruction is None else Outcome.impossible(meter.nodes, obstruction)

"""Turning a tour until it ends at a given square: each turn moves its end by two moves (L. Pósa, 1976), led by the distance.

Each turn is linear in the squares, and there are about half as many as the moves from the one end to the other.
"""

from __future__ import annotations

from typing import Any

from solvers.budget import Meter
from solvers.methods.compiled.warnsdorff_repair import compiled_walk
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["turned_tour"]

MOST_TURNS = 20_000
"""Ten times as many as the farthest ends of a board of a million squares need."""


def turned_tour(problem: Problem, tour: Any, meter: Meter) -> Outcome:
    """The tour from the problem's start to its end that a tour from the same start is turned into.

    Parameters
    ----------
    problem : of a board, with a start and an end.
    tour : the squares of the tour, an array of shape (number of squares, 2).
    """
    walk = compiled_walk(problem, seed=0)
    assert walk is not None
    walk.adopt(tour, turns=MOST_TURNS)
    if walk.run(meter):
        return Outcome.found(walk.tour(), walk.nodes)
    return Outcome.unknown(walk.nodes, f"the tour could not be turned to end at {problem.end}")

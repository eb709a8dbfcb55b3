"""Tours between two given squares: take a tour from the start, and rotate it until it ends at the end.

Each of Pósa's rotations moves the end of the tour by two moves (L. Pósa, 1976), and the walk of `warnsdorff-repair` leads it
there by distance. Cost: a rotation is linear in the squares, and about half as many are needed as there are moves between the
two ends.
"""

from __future__ import annotations

from typing import Any

from solvers.budget import Meter
from solvers.methods.warnsdorff_repair import Walk
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["rotated_tour"]

MOST_TURNS = 20_000
"""Ten times as many as the farthest ends of a board of a million squares need."""


def rotated_tour(problem: Problem, walk: Walk, tour: Any, meter: Meter) -> Outcome:
    """Return a tour from the problem's start to its end, made of another tour from the start.

    Parameters
    ----------
    problem : the problem of a board, with a start and an end.
    walk : a walk of this problem.
    tour : the squares of the other tour: a list, or an array of shape (number of squares, 2).
    """
    walk.adopt(tour, turns=MOST_TURNS)
    if walk.run(meter):
        return Outcome.found(walk.tour(), walk.nodes)
    return Outcome.unknown(walk.nodes, f"the tour could not be rotated to end at {problem.end}")

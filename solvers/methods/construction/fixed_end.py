"""Tours between two given squares: take a tour from the start, and rotate it until it ends at the end.

Each of Pósa's rotations moves the end of the tour by two moves (L. Pósa, 1976), and the walk of `warnsdorff-repair` leads it
there by distance. Cost: a rotation is linear in the squares, and about half as many are needed as there are moves between the
two ends. Rotations do not reach all ends of boards with five rows; there new walks, which may also grow, take over.
"""

from __future__ import annotations

from solvers.budget import Meter
from solvers.methods.construction.tiling import tiled_tour
from solvers.methods.warnsdorff_repair import repaired_tour, walk_of
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["fixed_end_tour"]

WALKS = 100
"""Walks that begin where the rotations have failed. One or two of them find nearly every tour that exists; the tour of 5x6
from (0, 2) to (2, 3) takes more than 20."""


def fixed_end_tour(problem: Problem, meter: Meter) -> Outcome:
    """Return a tour from the problem's start to its end, on a board with both sides at least 5."""
    board = problem.board
    assert board is not None
    walk = walk_of(problem, seed=0)
    turns = 200 + 10 * min(board.rows + board.cols, 2000)  # ten times as many as two ends of a square board need
    walk.adopt(tiled_tour(board, problem.start), turns)
    if walk.run(meter):
        return Outcome.found(walk.tour(), walk.nodes)
    other = walk_of(problem, seed=0)
    other.now.nodes = walk.nodes
    return repaired_tour(problem, other, meter, WALKS)

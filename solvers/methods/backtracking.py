"""Classic backtracking on the graph's adjacency: try the moves in a fixed order, take back what leads nowhere.

The oldest program for the knight's tour. With `move_order="clockwise"` it makes the same search, node for node, as the
usual C++ and Python programs; with `"java"` as the usual Java program. Exact, exponential: fit for 6x6 and a lucky 8x8.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from graphs.leapers import MoveOrder, ordered_neighbours
from solvers.budget import Meter
from solvers.methods.depth_first import depth_first_tours
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome, first_found

__all__ = ["backtracking", "backtracking_tours"]


def backtracking_tours(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Iterator[list[Hashable]]:
    """Every tour, in the order of the search."""
    return depth_first_tours(problem, ordered_neighbours(problem.graph, move_order), meter)


@solver(
    "backtracking",
    summary="classic depth-first search in a fixed move order, no pruning",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=backtracking_tours,
    reference="R. J. Walker, An enumerative technique for a class of combinatorial problems, 1960",
)
def backtracking(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """The first tour of the search, or the proof by exhaustion that there is none."""
    return first_found(backtracking_tours(problem, meter, move_order=move_order), meter)

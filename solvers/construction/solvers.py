"""The entry of `construct` in the registry. What it needs is imported when it runs."""

from __future__ import annotations

from graphs.leapers import KNIGHT
from solvers.budget import Meter
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

__all__ = ["construct"]


def _refusal(problem: Problem) -> str | None:
    board = problem.board
    assert board is not None
    if board.holes or board.wrap or sorted(problem.leaper) != list(KNIGHT):
        return "holes, joined edges, or another piece than the knight"
    return "boards with a side below 5" if min(board.rows, board.cols) < 5 else None


@solver(
    "construct",
    summary="small tours joined into a tour of any board with both sides at least 5, in linear time",
    exact=False,
    closed=True,
    fixed_end=False,
    needs_board=True,
    refuses=_refusal,
    translated=True,
    packages=("numba",),
    reference="I. Parberry, An efficient algorithm for the knight's tour problem, Discrete Applied Mathematics 73, 1997",
)
def construct(problem: Problem, meter: Meter) -> Outcome:
    """A tour written straight into an array, without a graph.

    Notes
    -----
    For the knight, on boards without holes and joined edges. Closed tours wherever there is one, open tours from every
    start that can have one. A node is a square of the tour.
    """
    from solvers.construction.weave import woven_tour

    return woven_tour(problem, meter)

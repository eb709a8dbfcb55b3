"""The entry of `construct` in the registry. What it needs is imported when it runs."""

from __future__ import annotations

from typing import Any

from graphs.leapers import KNIGHT
from graphs.theorems import theorem_for
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
    if problem.closed and problem.end is not None and min(board.rows, board.cols) < 5:
        return "closed tours with a fixed end on boards with a side below 5"
    return None


@solver(
    "construct",
    summary="small tours joined, or stretched on boards with a side below 5: a tour of any full board, in linear time",
    exact=False,
    closed=True,
    fixed_end=True,
    needs_board=True,
    refuses=_refusal,
    compiled=True,
    packages=("numba",),
    reference="I. Parberry, An efficient algorithm for the knight's tour problem, Discrete Applied Mathematics 73, 1997",
)
def construct(problem: Problem, meter: Meter) -> Outcome:
    """A tour written straight into an array, without a graph.

    Notes
    -----
    For the knight, on boards without holes and joined edges. Closed tours wherever there is one, open tours from every
    start that can have one, and to any end by turns (on boards with a side below 5 without). A node is a square of the tour, or
    a turn.

    Raises
    ------
    UnsupportedProblem : a board too large for the memory.
    """
    from solvers.methods.construction.move_codes import check_memory
    from solvers.methods.construction.strips import narrow_tour
    from solvers.methods.construction.tiling import woven_tour

    board = problem.board
    assert board is not None
    start: Any = problem.start
    end: Any = problem.end
    known = theorem_for(board, start=start, end=end, closed=problem.closed)
    if known is not None and not known[1]:
        return Outcome.unknown(0, f"it is not constructed: {known[0].statement}")
    if end is not None and (sum(start) + sum(end)) % 2 == board.size % 2:
        return Outcome.unknown(0, "it is not constructed: the colours of start and end do not fit")
    check_memory(board, turned=end is not None)
    meter.require(problem.size)  # a tour is made in one go, or not at all
    if min(board.rows, board.cols) < 5:
        return narrow_tour(problem, meter)
    if end is None:
        return woven_tour(problem, meter)
    from solvers.methods.construction.fixed_end import turned_tour

    tour = woven_tour(problem.with_ends(start=start), meter)
    return tour if tour.squares is None else turned_tour(problem, tour.squares, meter)

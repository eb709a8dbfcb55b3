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
    reference="I. Parberry, An efficient algorithm for the knight's tour problem, Discrete Applied Mathematics 73, 1997",
)
def construct(problem: Problem, meter: Meter) -> Outcome:
    """Construct a tour of a full board, without a graph.

    Notes
    -----
    The piece is the knight, and the board has no holes and no joined edges. There is a closed tour wherever one exists, an
    open tour from every start that can have one, and from there to a given end by rotations. A node is a square of the tour
    or a rotation.

    Raises
    ------
    UnsupportedProblem : the board is too large for the memory.
    """
    from solvers.methods.construction.fixed_end import rotated_tour
    from solvers.methods.construction.move_pairs import check_memory
    from solvers.methods.construction.strips import strip_tour
    from solvers.methods.construction.tiling import tiled_tour
    from solvers.methods.warnsdorff_repair import walk_of

    board = problem.board
    assert board is not None
    start: Any = problem.start
    end: Any = problem.end
    known = theorem_for(board, start=start, end=end, closed=problem.closed)
    if known is not None and not known[1]:
        return Outcome.unknown(0, f"it is not constructed: {known[0].statement}")
    if end is not None and (sum(start) + sum(end)) % 2 == board.size % 2:
        return Outcome.unknown(0, "it is not constructed: the colours of start and end do not fit")
    narrow = min(board.rows, board.cols) < 5
    check_memory(board, rotated=end is not None and not narrow)
    meter.require(problem.size)  # a tour is made in one go, or not at all
    if narrow:
        return strip_tour(problem, meter)
    if end is None:
        return tiled_tour(problem, meter)
    walk = walk_of(problem, seed=0)
    if walk.cannot_close():
        return Outcome.unknown(0, f"it is not constructed: the end {end} is not a move from the start {start}")
    tour = tiled_tour(problem.asking(start=start), meter)
    return tour if tour.squares is None else rotated_tour(problem, walk, tour.squares, meter)

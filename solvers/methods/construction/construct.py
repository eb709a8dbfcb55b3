"""`construct` chooses how to make a tour of a full board: by blocks (`tiling`), by `strips`, or by rotations to a given end.

Tours of other leapers are made of short tours, which are stretched and joined (`piles`).

A tour from the start is rotated until it ends at the given end. Each of Pósa's rotations moves the end of the tour by two moves
(L. Pósa, 1976), and the walk of `warnsdorff-repair` leads it there by distance. Cost: a rotation is linear in the squares, and
about half as many are needed as there are moves between the two ends. Rotations do not reach all ends of boards with five rows;
there new walks, which may also grow, take over.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from graphs.board import Board
from graphs.leapers import KNIGHT, leaper_moves
from graphs.theorems import colours_forbid, theorem_for
from solvers.budget import Meter
from solvers.methods.construction.move_pairs import check_memory
from solvers.methods.construction.piles import stretched_tour
from solvers.methods.construction.strips import strip_tour
from solvers.methods.construction.tiling import tiled_tour
from solvers.methods.warnsdorff_repair import repaired_tour, walk_of
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver

__all__ = ["construct"]

WALKS = 100
"""Walks that begin where the rotations have failed. One or two of them find nearly every tour that exists; the tour of 5x6
from (0, 2) to (2, 3) takes more than 20."""


def _refusal(problem: Problem) -> str | None:
    board = problem.board
    assert board is not None
    if board.holes or board.wrap:
        return "holes or joined edges"
    if sorted(problem.leaper) != list(KNIGHT) and problem.end is not None:
        return "a given end for another piece than the knight"
    return None


@solver(
    "construct",
    summary="small tours joined or stretched to a tour of any full board, in linear time where an end is free",
    exact=False,
    closed=True,
    fixed_end=True,
    needs_board=True,
    refuses=_refusal,
    reference="I. Parberry, An efficient algorithm for the knight's tour problem, Discrete Applied Mathematics 73, 1997",
    reads_graph=False,
)
def construct(problem: Problem, meter: Meter) -> Outcome:
    """Construct a tour of a full board, without a graph.

    Notes
    -----
    The board has no holes and no joined edges. For the knight, the solver finds a closed tour wherever one exists, and an open
    tour from every possible start; rotations lead to a given end if both sides are at least 5. A node is a square of the tour,
    a rotation, or a conflict in the search for a tour that can be stretched.

    Raises
    ------
    UnsupportedProblem : the board is too large for the memory.
    """
    board, end = problem.board, problem.end
    assert board is not None
    if sorted(problem.leaper) != list(KNIGHT):
        squares = stretched_tour(problem, meter)
        none = "no tour of a shorter board is found that can be stretched to this one"
        return Outcome.unknown(meter.nodes, none) if squares is None else Outcome.found(squares, meter.nodes + problem.size)
    no = _reason_against(board, problem.start, end, problem.closed)
    if no:
        return Outcome.unknown(0, f"it is not constructed: {no}")
    narrow = min(board.rows, board.cols) < 5
    check_memory(board, rotated=end is not None and not narrow)
    meter.require(problem.size)  # a tour is made in one go, or not at all
    if narrow:
        squares = strip_tour(problem, meter)
        none = "no walk through the states of its columns makes a tour"
        return Outcome.unknown(0, none) if squares is None else Outcome.found(squares, problem.size)
    if end is None:
        return Outcome.found(tiled_tour(board, problem.start, meter), problem.size)
    return _rotated(problem, board, meter)


def _reason_against(board: Board, start: Any, end: Any, closed: bool) -> str | None:
    """Return why there is no such tour, where a theorem or the ends say so.

    A corner has two neighbours only, so the tour enters it from the start, or ends there. A tour from (2, 1) on a board of five
    rows has two corners beside its start.
    """
    known = theorem_for(board, start=start, end=end, closed=closed)
    if known is not None and not known[1]:
        return known[0].statement
    if end is None:
        return None
    if colours_forbid(board.size, (start, end), closed=closed):
        return "the colours of start and end do not fit"
    corners = set(product((0, board.rows - 1), (0, board.cols - 1)))
    for one, other in ((start, end), (end, start)):
        beside = sorted(corners.intersection(board.step(one, move) for move in leaper_moves(KNIGHT)))
        if len(beside) == 2 and other not in beside:
            return f"of the corners {beside[0]} and {beside[1]} beside {one} one must be the other end"
    return None


def _rotated(problem: Problem, board: Board, meter: Meter) -> Outcome:
    """Return a tour from the problem's start to its end, on a board with both sides at least 5."""
    walk = walk_of(problem, 0, meter)
    turns = 200 + 10 * min(board.rows + board.cols, 2000)  # ten times as many as two ends of a square board need
    walk.adopt(tiled_tour(board, problem.start, meter), turns)
    if walk.run(meter):
        return Outcome.found(walk.tour(), walk.nodes)
    other = walk_of(problem, 0, meter)
    other.now.nodes = walk.nodes
    return repaired_tour(problem, other, meter, WALKS)

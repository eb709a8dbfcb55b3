"""The solver `construct`, which constructs a tour of a full board (without holes) by one of several methods.

- Knight, both sides at least 5: tours of small blocks are joined (module `tiling`).
- Knight, one side below 5: the tour of a short board is stretched, that is, some of its columns are repeated (module `strips`).
- Other leapers: short tours are stretched, and then joined (module `piles`).

If an end is given and both sides are at least 5, a tour from the start is constructed first. Then it is changed by rotations
until it ends at the given end. A rotation [1]_ exchanges one move of the tour for another; the new end is two moves away from
the old one. The solver `warnsdorff-repair` chooses rotations that bring the end nearer to the given end. On boards with five
rows, rotations cannot reach every end. In that case, `warnsdorff-repair` searches for a tour with new walks from the start.

Notes
-----
The construction takes linear time. A rotation takes time linear in the number of squares. The number of rotations is about half
the number of moves that a knight needs from the end of the first tour to the given end.

References
----------
.. [1] L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14, 1976.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from graphs.board import Board
from graphs.leapers import KNIGHT, leaper_moves
from graphs.theorems import colours_forbid, theorem_for
from solvers.budget import Meter
from solvers.methods.construction.move_pairs import check_memory
from solvers.methods.construction.piles import stretch_tour
from solvers.methods.construction.strips import strip_tour
from solvers.methods.construction.tiling import tiled_tour
from solvers.methods.warnsdorff_repair import repaired_tour, walk_of
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver

WALKS = 100
"""Maximum number of walks of `warnsdorff-repair` if rotations do not lead to the given end. For nearly every start and end with
a tour, one or two walks are enough. The search for the tour of 5x6 from (0, 2) to (2, 3) takes more than 20."""


def _refusal(problem: Problem) -> str | None:
    board = problem.board
    assert board is not None
    if board.holes or board.wrap:
        return "holes or joined edges"
    if sorted(problem.leaper) != list(KNIGHT) and problem.end is not None:
        return "a given end for another leaper than the knight"
    return None


@solver(
    "construct",
    summary="joins or stretches small tours to a tour of any full board, in linear time if an end is free",
    exact=False,
    closed=True,
    fixed_end=True,
    needs_board=True,
    refuses=_refusal,
    reference="I. Parberry, An efficient algorithm for the knight's tour problem, Discrete Applied Mathematics 73, 1997",
    reads_graph=False,
)
def construct(problem: Problem, meter: Meter) -> Outcome:
    """Construct a tour of a full board by joining or stretching small tours.

    Parameters
    ----------
    problem : Problem
        A problem on a board without holes or joined edges. The end may be given only for the knight.
    meter : Meter
        The budget.

    Returns
    -------
    Outcome
        A tour, or UNKNOWN if none is constructed.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded.
    UnsupportedProblem
        If the board is too large for the available memory.

    Notes
    -----
    No graph is built. For the knight, the solver finds a closed tour if one exists, and an open tour from every possible start.
    If an end is given and both sides are at least 5, the tour is rotated until it ends there (see the module docstring). These
    count as search nodes: each square of the tour, each rotation, and each conflict in the SAT search for a tour that can be
    stretched.
    """
    board, end = problem.board, problem.end
    assert board is not None
    if sorted(problem.leaper) != list(KNIGHT):
        squares = stretch_tour(problem, meter)
        none = "no tour of a shorter board is found that can be stretched to this one"
        return Outcome.unknown(meter.nodes, none) if squares is None else Outcome.found(squares, meter.nodes + problem.size)
    no = _reason_against(board, problem.start, end, problem.closed)
    if no:
        return Outcome.unknown(0, f"it is not constructed: {no}")
    narrow = min(board.rows, board.cols) < 5
    check_memory(board, rotated=end is not None and not narrow)
    meter.require(problem.size)  # all squares of a tour are placed at once
    if narrow:
        squares = strip_tour(problem, meter)
        none = "no walk through the states of its columns makes a tour"
        return Outcome.unknown(0, none) if squares is None else Outcome.found(squares, problem.size)
    if end is None:
        return Outcome.found(tiled_tour(board, problem.start, meter), problem.size)
    return _rotated(problem, board, meter)


def _reason_against(board: Board, start: Any, end: Any, closed: bool) -> str | None:
    """Return the reason why no tour has the given start and end, or None if no reason is found.

    A reason can be a theorem, the colours of the two squares, or the corners that are one move away from one of them.

    A corner has only two neighbours. If one of them is the start, the corner is the second square or the end of the tour. So if
    the start is a neighbour of two corners, the end must be one of these corners. An example is the start (2, 1) on a board of
    five rows. The same holds if start and end change roles.
    """
    theorem_and_answer = theorem_for(board, start=start, end=end, closed=closed)
    if theorem_and_answer is not None and not theorem_and_answer[1]:
        return theorem_and_answer[0].statement
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
    """Construct a tour from the start of a problem, and rotate it until it ends at the given end.

    Both sides of the board are at least 5. If the rotations fail, search for the tour with new walks.
    """
    walk = walk_of(problem, 0, meter)
    turns = 200 + 10 * min(board.rows + board.cols, 2000)  # ten times as many as needed for any two ends on a square board
    walk.adopt(tiled_tour(board, problem.start, meter), turns)
    if walk.run(meter):
        return Outcome.found(walk.tour(), walk.nodes)
    other = walk_of(problem, 0, meter)
    other.now.nodes = walk.nodes
    return repaired_tour(problem, other, meter, WALKS)

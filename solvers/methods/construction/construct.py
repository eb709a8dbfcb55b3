"""The solver `construct`, which constructs a tour of a full board (without holes) by one of several methods.

- Knight, both sides at least 5: tours of small blocks are joined (module `tiling`).
- Knight, one side below 5: the tour of a short board is stretched, that is, some of its columns are repeated (module `strips`).
- Other leapers: tours of short boards are stretched and then joined (module `piles`).
- Start and end given: the board is divided into small pieces, whose tours are joined (module `given_ends`). This is done for
  every leaper, except for the knight on boards with a side below 5.

Notes
-----
The construction takes linear time.
"""

from __future__ import annotations

from graphs.board import Board
from graphs.leapers import KNIGHT
from graphs.theorems import colours_forbid, theorem_for
from solvers.meter import Meter
from solvers.methods.construction.dividing import is_blocked
from solvers.methods.construction.given_ends import tour_between
from solvers.methods.construction.move_pairs import check_memory
from solvers.methods.construction.piles import stretch_tour
from solvers.methods.construction.strips import strip_tour
from solvers.methods.construction.tiling import tiled_tour
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver


def _refusal(problem: Problem) -> str | None:
    board = problem.board
    assert board is not None
    if board.holes or board.wrap:
        return "holes or joined edges"
    return None


@solver(
    "construct",
    summary="builds a tour of a full board from small tours, in linear time; may fail",
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
        A problem on a board without holes or joined edges.
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
    Three things count as search nodes: each square of the tour, each search node in the search for the tour of a piece, and
    each conflict of the SAT solver that searches for a tour to stretch.
    """
    board, end = problem.board, problem.end
    assert board is not None
    is_knight = sorted(problem.leaper) == list(KNIGHT)
    narrow = is_knight and min(board.rows, board.cols) < 5
    no = _reason_against(problem, board)
    if no:
        return Outcome.unknown(0, f"it is not constructed: {no}")
    if not is_knight or (end is not None and not narrow):
        if end is not None:
            squares, none = (
                tour_between(problem, meter),
                "no tour was found for a small piece of the board, or two pieces could not be joined",
            )
        else:
            squares, none = (
                stretch_tour(problem, meter),
                "no tours of shorter boards were found that can be stretched to the length of this board",
            )
        return Outcome.unknown(meter.nodes, none) if squares is None else Outcome.found(squares, meter.nodes + problem.size)
    check_memory(board)
    meter.require(problem.size)  # all squares of a tour are placed at once
    if narrow:
        squares = strip_tour(problem, meter)
        none = "a column-by-column search finds no tour that can be stretched to this board"
        return Outcome.unknown(0, none) if squares is None else Outcome.found(squares, problem.size)
    return Outcome.found(tiled_tour(board, problem.start, meter), problem.size)


def _reason_against(problem: Problem, board: Board) -> str | None:
    """Return the reason why a problem has no tour, or None if no reason is found.

    A reason can be a theorem, the colours of the two ends, or the two-move rule (see the module `dividing`).
    """
    start, end, closed, leaper = problem.start, problem.end, problem.closed, problem.leaper
    theorem_and_answer = theorem_for(board, leaper=leaper, start=start, end=end, closed=closed)
    if theorem_and_answer is not None and not theorem_and_answer[1]:
        return theorem_and_answer[0].statement
    if end is None:
        return None
    if sum(leaper) % 2 == 0:
        return "no tour of two or more squares exists: the moves of this leaper do not change the colour"
    if colours_forbid(board.size, (start, end), closed=closed):
        return "the colours of start and end do not fit"
    if is_blocked(board.rows, board.cols, leaper, start, end):
        return "the two-move rule forbids these ends"
    return None

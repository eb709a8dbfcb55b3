"""The solver `construct`: build a tour of a board of any size from small tours.

- Knight, one side below 5: some columns of a tour of a shorter board are repeated (module `strip_tours`).
- Otherwise, the board is divided into small pieces, whose tours are joined (module `divided_boards`).
- If this fails and no end is given, columns of a shorter board's tour are repeated (module `stretched_tours`).
- Knight on a cylinder or torus: a few moves are repeated around it (module `cylinder_tours`). If this fails, a tour is built
  that does not use the joined edges.

The construction takes linear time.
"""

from __future__ import annotations

from graphs.board import Board
from graphs.leapers import KNIGHT
from graphs.theorems import colours_forbid, theorem_for
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver
from solvers.methods.construction.cylinder_tours import cylinder_tour
from solvers.methods.construction.divided_boards import divided_tour
from solvers.methods.construction.dividing import Dividing
from solvers.methods.construction.move_pairs import check_move_pair_memory
from solvers.methods.construction.stretched_tours import find_stretched_tour
from solvers.methods.construction.strip_tours import strip_tour

COPIES = 5  # of the size of a tour in memory, at most, while `cylinder_tour` makes it
SECONDS_PER_SQUARE = 5e-8  # approximate time of `cylinder_tour` and of the check of its tour, in seconds


def _refusal(problem: Problem) -> str | None:
    return "holes" if problem.require_board().holes else None


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
    """Construct a tour of a board without holes from tours of small boards.

    For the knight on a board without joined edges, the solver finds a closed tour if one exists, and an open tour from every
    start that has one. It also finds the closed tours of all cylinders, and of all tori except 2x2, 2x4 and 4x4. No graph is
    built. Three things count as search nodes: each square of the tour; if an end is given, each search node in the searches for
    tours of small pieces; and each conflict of the SAT solver that searches for a tour to stretch.
    """
    board = problem.require_board()
    if board.size == 1:
        meter.require(1)
        return Outcome.found([(0, 0)], 1)
    flat = " without joined edges" if board.wrap else ""
    if flat:
        if problem.end is None and sorted(problem.leaper) == list(KNIGHT):
            check_move_pair_memory(board, COPIES)
            meter.require_seconds(problem.size * SECONDS_PER_SQUARE, f"a tour of {problem.size:,} squares")
            meter.require(problem.size)
            squares = cylinder_tour(board, problem.start)
            if squares is not None:
                return Outcome.found(squares, problem.size)
        problem = _flat(problem, board.rows, board.cols)
        board = problem.require_board()
    no = _reason_against(problem, board)
    if no:
        return Outcome.unknown(0, f"no tour{flat} can be constructed: {no}")
    narrowest = min(board.rows, board.cols)
    turned = _flat(problem, board.cols, board.rows, -1)
    wide, high = (problem, turned)[:: 1 if board.rows <= board.cols else -1]
    if sorted(problem.leaper) == list(KNIGHT) and narrowest < 5:
        check_move_pair_memory(board)
        meter.require(problem.size)  # all squares of a tour are placed at once
        attempts = [(strip_tour, wide)]
        none = "a column-by-column search finds no tour that can be stretched to this board"
    else:
        is_divisible = problem.end is not None or (
            narrowest >= max(2, 2 * sum(problem.leaper) - 1) and sum(problem.leaper) % 2 == 1
        )
        attempts = [(divided_tour, problem)] * is_divisible
        none = "no tour was found for a small piece of the board, or two pieces could not be joined"
        if problem.end is None:
            attempts += [(find_stretched_tour, wide), (find_stretched_tour, high)]
            none = "no tours of shorter boards were found that can be joined, or stretched to the length of this board"
    for build, way in attempts:
        squares = build(way, meter)
        if squares is not None:
            meter.require(problem.size)  # in addition to the nodes of the searches for pieces
            if way is not problem:
                squares = [square[::-1] for square in squares] if isinstance(squares, list) else squares[:, ::-1]
            return Outcome.found(squares, meter.nodes + problem.size)
    return Outcome.unknown(meter.nodes, none)


def _flat(problem: Problem, rows: int, cols: int, order: int = 1) -> Problem:
    """Return the problem on a board without joined edges. If `order` is -1, exchange rows and columns of the ends."""
    start, end = (square and square[::order] for square in (problem.start, problem.end))
    return Problem.on_board(Board(rows, cols), problem.leaper, start=start, end=end, closed=problem.closed)


def _reason_against(problem: Problem, board: Board) -> str | None:
    """Return a reason why no tour exists, or None.

    The reason is a theorem, the colours of the squares, or the two-move rule.
    """
    start, end, closed, leaper = problem.start, problem.end, problem.closed, problem.leaper
    theorem_and_answer = theorem_for(board, leaper=leaper, start=start, end=end, closed=closed)
    if theorem_and_answer is not None and not theorem_and_answer[1]:
        return theorem_and_answer[0].statement
    if end is None and not closed:
        return None
    if sum(leaper) % 2 == 0:
        return "the moves of this leaper do not change the colour, so no tour visits squares of both colours"
    if colours_forbid(board.size, (start, end), closed=closed):
        which = f"of {board.size:,} squares is closed" if closed else f"leads from {start} to {end}"
        return f"a tour alternates between two colours, so none {which}"
    if not closed and Dividing(leaper).is_blocked(board.rows, board.cols, start, end):
        return f"the squares with only two moves rule out every tour from {start} to {end}"
    return None

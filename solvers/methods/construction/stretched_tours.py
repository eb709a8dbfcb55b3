"""Construct tours of long boards with few rows: columns of a short board's tour are repeated (see `stretches`).

The tour is represented by one byte per square (see `move_pairs`). It is stretched by copying bytes. Only the final tour is
converted to a list of squares. Once the short tour is found, the construction takes linear time.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from graphs.board import Board
from graphs.obstructions.row_cuts import find_row_cut
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.problem import Problem
from solvers.methods.construction.move_pairs import (
    check_move_pair_memory,
    follow_move_pairs,
    move_pair_lines,
    repeat_move_pairs,
)
from solvers.methods.construction.stretch_search import BLOCKS, find_some_stretch
from solvers.methods.construction.stretches import Stretch

MOST_COLS, MOST_SQUARES = 80, 2_000
"""Limits of the short boards on which a tour that can be stretched is searched for: maximum number of columns, and maximum
number of squares. `solvers.existence.heights.decide_height` has the same limits."""
NARROW = 16
"""Maximum number of rows of a board for which `find_stretched_tour` searches."""
MOST_CONFLICTS = 50_000
"""Maximum number of conflicts of the SAT solver on all short boards together: the work of some seconds."""


def find_stretched_tour(problem: Problem, meter: Meter) -> Any:
    """Construct a tour by repeating columns of a shorter board's tour, or return None.

    The problem may have a start, but no end. The squares are returned as by `move_pairs.follow_move_pairs`.
    """
    board, leaper, start = problem.board, problem.leaper, None if problem.closed else problem.start
    assert board is not None
    if board.rows > NARROW or find_row_cut(board.rows, leaper, problem.closed, start):
        return None
    step, stretch = meter.step(MOST_CONFLICTS), None
    most_cols = min(MOST_COLS, MOST_SQUARES // board.rows, board.cols)
    with suppress(BudgetSpent):
        for cols in range(start[1] + 1 if start else 1, most_cols + 1):
            blocks = [block for block in BLOCKS if (board.cols - cols) % block == 0]
            short = Problem.on_board(Board(board.rows, cols), leaper, start=start, closed=problem.closed)
            stretch = stretch or find_some_stretch(short, step, blocks)
    meter.nodes += step.nodes
    meter.check()
    return None if stretch is None else stretched_tour(problem, stretch, meter)


def stretched_tour(problem: Problem, stretch: Stretch, meter: Meter) -> Any:
    """Lengthen a tour to the board of a problem by repeating its block of columns.

    The squares are returned as by `move_pairs.follow_move_pairs`. A closed tour begins at the start of the problem.
    """
    board, short = problem.board, stretch.board
    assert board is not None
    check_move_pair_memory(board)
    meter.require(problem.size)
    times = stretch.times_to(board.cols)
    runs = (stretch.cut, 1), (stretch.block, 1 + times), (short.cols - stretch.cut - stretch.block, 1)
    moves = [(one, other) for one, other in stretch.moves if other]
    lines = move_pair_lines(short.rows, short.cols, moves, problem.leaper)
    first = (problem.start or (0, 0)) if stretch.tour.closed else stretch.begin(times)
    return follow_move_pairs(b"".join(repeat_move_pairs(line, runs) for line in lines), board, first, meter, problem.leaper)

"""Find tours that can be lengthened by repeating columns (see `stretches`), and lengthen them.

A tour is stretched by repeating a *block* of columns. The search is that of the solver `sat`, with additional conditions: a
move over the left side of the block is chosen if and only if the same move, shifted to the right side of the block, is chosen.
If the moves of a tour form several cycles when it is stretched, a clause excludes this tour. The clause requires a move of
which a copy in the stretched tour joins the shortest of these cycles to other squares. A search takes a few seconds for boards
of a few hundred squares.

The tour found is represented by one byte per square (see `move_pairs`). It is stretched by copying bytes. Only the final tour
is converted to a list of squares. So stretching takes linear time.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from graphs.board import Board
from graphs.obstructions.row_cuts import find_row_cut
from graphs.theorems import colours_forbid
from graphs.tour import Tour
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.problem import Problem
from solvers.core.registry import get_solver
from solvers.methods.construction.move_pairs import (
    check_move_pair_memory,
    follow_move_pairs,
    move_pair_lines,
    repeat_move_pairs,
)
from solvers.methods.construction.stretches import Stretch, is_over, moved, shifted
from solvers.methods.models.sat_search import EdgeSearch
from solvers.methods.models.two_factor import two_factor_tour

BLOCKS = (1, 2, 3, 4)
"""Numbers of columns that `find_some_stretch` tries to repeat."""
# Most searches need less than a hundred.
MOST_CONFLICTS = 2_000
"""Maximum number of SAT conflicts for one position of the columns to repeat."""
MOST_COLS, MOST_SQUARES = 80, 2_000
"""Maximum number of columns and of squares of the short boards on which tours are searched for.

The function `solvers.existence.heights.decide_height` also uses the maximum number of columns.
"""
NARROW = 16
"""Maximum number of rows of a board for which `find_stretched_tour` searches."""
MOST_CONFLICTS_IN_ALL = 50_000
"""Maximum number of SAT conflicts on all short boards together: the work of some seconds."""


def find_stretched_tour(problem: Problem, meter: Meter) -> Any:
    """Search for a tour of a shorter board, and lengthen it by repeating columns.

    Return None if this fails. The problem may have a start, but no end. The squares are returned as by
    `move_pairs.follow_move_pairs`.
    """
    board, leaper, start = problem.require_board(), problem.leaper, None if problem.closed else problem.start
    if board.rows > NARROW or find_row_cut(board.rows, leaper, problem.closed, start):
        return None
    step, stretch = meter.step(MOST_CONFLICTS_IN_ALL), None
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
    """Lengthen a tour to the board of a problem by repeating a block of its columns.

    The squares are returned as by `move_pairs.follow_move_pairs`. A closed tour begins at the start of the problem.
    """
    board, short = problem.require_board(), stretch.board
    check_move_pair_memory(board)
    meter.require(problem.size)
    times = stretch.times_to(board.cols)
    runs = (stretch.cut, 1), (stretch.block, 1 + times), (short.cols - stretch.cut - stretch.block, 1)
    moves = [(one, other) for one, other in stretch.moves if other]
    pairs = repeat_move_pairs(move_pair_lines(short.rows, short.cols, moves, problem.leaper), runs)
    first = problem.start or (0, 0)
    if not stretch.tour.closed:
        ((first, _),) = stretch.copies((stretch.tour[0], None), times)
    return follow_move_pairs(pairs, board, first, meter, problem.leaper)


def find_stretch(problem: Problem, cut: int, block: int, meter: Meter | None = None) -> Stretch | None:
    """Search for a tour in which the columns from `cut` to `cut + block - 1` can be repeated.

    At least one column must remain on each side of this block. None means that no such tour exists.

    >>> from graphs import Board
    >>> stretch = find_stretch(Problem.on_board(Board(5, 8), start=(0, 0)), cut=3, block=1)
    >>> len(*stretch.cycles(1000))  # the squares of 5x1008, and the apex
    5041
    """
    get_solver("sat").check_installed()
    return _Search(problem, meter or Meter(), cut, block).stretch()


def find_some_stretch(
    problem: Problem, meter: Meter, blocks: Sequence[int] = BLOCKS, most_conflicts: int = MOST_CONFLICTS
) -> Stretch | None:
    """Search for a tour in which some block of columns can be repeated.

    `blocks` contains the numbers of columns of the blocks to try. For each, a few positions near the middle of the board and to
    the right of the start are tried, with at most `most_conflicts` conflicts of the SAT solver per position.

    >>> from graphs import Board
    >>> find_some_stretch(Problem.on_board(Board(3, 16), closed=True), Meter()).block
    2
    """
    board, start = problem.require_board(), problem.start
    changes_colour = sum(problem.leaper) % 2 == 1
    for block in blocks:
        sizes = board.size, board.rows * (board.cols + block)
        if changes_colour and any(colours_forbid(size, closed=problem.closed) for size in sizes):
            continue
        middle = (board.cols - block) // 2
        for cut in dict.fromkeys((middle, (board.cols - block + 1) // 2, middle - 1, middle + 2)):
            if (start[1] if start else 0) < cut < board.cols - block:
                step = meter.step(most_conflicts)
                try:
                    if stretch := find_stretch(problem, cut, block, step):
                        return stretch
                except BudgetSpent:
                    meter.check()
                finally:
                    meter.nodes += step.nodes
    return None


class _Search(EdgeSearch):
    def __init__(self, problem: Problem, meter: Meter, cut: int, block: int) -> None:
        super().__init__(problem, meter)
        self.at, self.block = cut, block
        squares: Any = [*self.squares, None]
        self.variables = {moved(squares[one], squares[other]): number for number, (one, other) in enumerate(self.edges, 1)}
        for move, number in self.variables.items():
            if move[1] is None and cut <= move[0][1] < cut + block:
                self.add_clause([-number])
            for line, cols in ((cut, block), (cut + block, -block)):
                if is_over(line, move):
                    twin = self.variables.get(shifted(move, cols))
                    self.add_clause([-number] if twin is None else [-number, twin])

    def stretch(self) -> Stretch | None:
        """Return a tour in which the block of columns can be repeated, or None."""
        while (cycle := self._next_cycle(join=False)) is not None:
            tour = Tour(two_factor_tour(cycle, self.squares, self.problem), self.problem.closed, self.problem.board)
            stretch = Stretch(tour, self.at, self.block)
            times, parts = stretch.outcome
            if len(parts) == 1:
                return stretch
            inside = {*min(parts, key=len)}
            clause = (
                number
                for move, number in self.variables.items()
                if any((one in inside) != (other in inside) for one, other in stretch.copies(move, times))
            )
            self.add_clause([*clause])  # excludes this tour
        return None

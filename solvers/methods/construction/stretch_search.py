"""Search with a SAT solver for tours that can be lengthened by repeating columns (see `stretches`).

A tour is stretched by repeating a *block* of columns. The search is that of the solver `sat`, with additional conditions: a
move over the left side of the block is chosen if and only if the same move, shifted to the right side of the block, is chosen.
If the moves of a tour form several cycles when it is stretched, a clause excludes this tour. The clause requires another move:
one that is copied, with the block, so that a copy joins the shortest of these cycles to other squares. A search takes a few
seconds for boards of a few hundred squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphs.theorems import colours_forbid
from graphs.tour import Tour
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent, ProblemError
from solvers.core.problem import Problem
from solvers.core.registry import get_solver
from solvers.methods.construction.stretches import Stretch, is_over, moved, shifted, stretch_cycles
from solvers.methods.models.sat_search import EdgeSearch
from solvers.methods.models.two_factor import two_factor_tour

BLOCKS = (1, 2, 3, 4)
"""Numbers of columns of the blocks that `find_some_stretch` tries."""
MOST_CONFLICTS = 2_000
"""Maximum number of conflicts of the SAT solver for one position of a block. Most searches need less than a hundred."""


def find_stretch(problem: Problem, cut: int, block: int, meter: Meter | None = None) -> Stretch | None:
    """Search for a tour in which a given block of columns can be repeated.

    The block begins at column `cut` and has `block` columns. At least one column must remain on each side of it. None means
    that no such tour exists.

    >>> from graphs import Board
    >>> stretch = find_stretch(Problem.on_board(Board(5, 8), start=(0, 0)), cut=3, block=1)
    >>> stretch.begin(1000), len(stretch.neighbours(1000))  # the squares of 5x1008, and the apex
    ((0, 0), 5041)
    """
    board = problem.board
    if board is None or board.holes or board.wrap:
        raise ProblemError(f"{problem} must be on a board without holes that is not a cylinder or torus", problem)
    if not (cut > 0 and block > 0 and cut + block < board.cols):
        raise ProblemError(
            f"a block must have at least one column, and at least one column of the board on each side: "
            f"{block=} and {cut=} do not fit {board.cols} columns",
            cut,
        )
    get_solver("sat").check_installed()
    return _Search(problem, meter or Meter(), cut, block).stretch()


def find_some_stretch(
    problem: Problem,
    meter: Meter,
    blocks: Sequence[int] = BLOCKS,
    most_conflicts: int = MOST_CONFLICTS,
) -> Stretch | None:
    """Search for a tour in which some block of columns can be repeated.

    `blocks` contains the numbers of columns of the blocks to try. For each, a few positions near the middle of the board and to
    the right of the start are tried, with at most `most_conflicts` conflicts of the SAT solver per position.

    >>> from graphs import Board
    >>> find_some_stretch(Problem.on_board(Board(3, 16), closed=True), Meter()).block
    2
    """
    board, start = problem.board, problem.start
    assert board is not None
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
    """A search for a tour in which one given block of columns can be repeated."""

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
            if stretch.period is not None:
                return stretch
            self.add_clause(self._clause_against(stretch))
        return None

    def _clause_against(self, stretch: Stretch) -> list[int]:
        """Return a clause against a tour that falls into several cycles when stretched."""
        times = 0
        while len(parts := stretch_cycles(stretch.neighbours(times))) == 1:
            times += 1
        inside = {*min(parts, key=lambda cycle: len(cycle))}
        return [
            number
            for move, number in self.variables.items()
            if any((one in inside) != (other in inside) for one, other in stretch.copies(move, times))
        ]

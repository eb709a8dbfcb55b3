"""Find all squares of one board that can be left out such that the other squares have a closed tour.

A rotation of an open tour (see `board_ends`) changes its end. If the last square but one is a neighbour of the start, the tour
without its last square is closed. So the last square can be left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphs.board import Board, Square
from graphs.leapers import leaper_moves
from graphs.symmetry import orbits
from solvers.existence.board_ends import BoardEnds, BoardWalks
from solvers.existence.decision import decide_within
from solvers.methods.construction.dividing import two_move_squares
from solvers.problem import Problem

STARTS = 4
"""Number of squares near the middle of a board that are tried as starts of open tours."""


class HoleWalks(BoardWalks):
    """The search for the squares of one board that can be left out (see the module docstring)."""

    def run(self, effort: int) -> BoardEnds:
        """Examine all squares that the colours allow.

        Parameters
        ----------
        effort : int
            Maximum number of search nodes for the decision of each square that the rotations do not reach.

        Returns
        -------
        BoardEnds
            The squares that cannot be left out, and the squares for which this is unknown, each as a tuple of one square.
        """
        found, board = self.found, self.board
        found.names = ("without",)
        beside = two_move_squares(board.rows, board.cols, self.leaper)[1]
        wanted = np.zeros(board.size, bool)
        for square in (orbit[0] for orbit in orbits(board) if sum(orbit[0]) % 2 == 0):
            wanted[self._number(square)] = square not in beside
            found.pairs += 1
        found.blocked = found.pairs - int(wanted.sum())
        middle = sorted((square for square in board if sum(square) % 2 == 0), key=self._distance)
        for start in middle[:STARTS] if wanted.any() else ():
            self._walk(start, wanted, self._neighbours(start))
        for hole in map(self._square, np.flatnonzero(wanted)):
            self.meter.check()
            problem = Problem.on_board(Board(board.rows, board.cols, {hole}), self.leaper, closed=True)
            self._store(decide_within(problem, self.meter, effort), hole)
        return found

    def _distance(self, square: Square) -> int:
        return abs(2 * square[0] + 1 - self.board.rows) + abs(2 * square[1] + 1 - self.board.cols)

    def _neighbours(self, square: Square) -> Any:
        """Return for each square whether it is a neighbour of a given square."""
        near = np.zeros(self.board.size, bool)
        steps = (self.board.step(square, move) for move in leaper_moves(self.leaper))
        near[[self._number(other) for other in steps if other is not None]] = True
        return near

"""A board as one flat array with a rim around it, so that a move is a number to add and never leads out of the array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.leapers import MoveOrder
from solvers.methods.compiled.arrays import free_squares, moves_on_board
from solvers.methods.compiled.warnsdorff_kernels import TAKEN, Squares
from solvers.problem import Problem

__all__ = ["PaddedBoard"]


class PaddedBoard:
    """The squares of a board without wrap.

    Attributes
    ----------
    moves : the moves as (row delta, column delta), without those that are longer than the board.
    arrays : what the kernels work on.
    width : squares in a row of the padded board.
    rim : width of the rim.
    """

    def __init__(self, problem: Problem, order: MoveOrder) -> None:
        assert problem.board is not None
        self.board = problem.board
        self.moves, self.rim = moves_on_board(problem, order)
        self.width = self.board.cols + 2 * self.rim
        differences = np.array([down * self.width + right for down, right in self.moves], np.int64)
        self.arrays = Squares(differences, np.zeros(0, np.int64), self._degrees().reshape(-1))

    def number(self, square: Any) -> int:
        """Return the number of a square."""
        return (int(square[0]) + self.rim) * self.width + int(square[1]) + self.rim

    def beside(self, square: Any) -> npt.NDArray[np.int64]:
        """Return the numbers of the squares, or places on the rim, that are a move away."""
        return np.asarray(self.number(square) + self.arrays.moves)

    def squares(self, path: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the squares of a path of numbers, or of rows (row, col), as an array of rows."""
        return path if path.ndim == 2 else np.stack(np.divmod(path, self.width), axis=1).astype(np.int32) - np.int32(self.rim)

    def _degrees(self) -> npt.NDArray[np.int8]:
        """Return the number of neighbours of each square, and `TAKEN` more on the rim and on holes.

        All squares in the middle of a board without holes have the same number. So it is enough to count on a small board
        that has one middle row and one middle column, and to repeat these.
        """
        board, rim = self.board, self.rim
        rows, cols = (side if board.holes else min(side, 4 * rim + 1) for side in (board.rows, board.cols))
        free = free_squares(board, rows, cols, rim)
        degree = np.where(free, 0, TAKEN).astype(np.int8)
        for down, right in self.moves:
            degree[rim : rim + rows, rim : rim + cols] += free[rim + down :, rim + right :][:rows, :cols]
        for axis, more in enumerate((board.rows - rows, board.cols - cols)):
            times = np.ones(degree.shape[axis], np.int64)
            times[len(times) // 2] += more
            degree = np.repeat(degree, times, axis)
        return degree

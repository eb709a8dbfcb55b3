"""A board as one flat array with a rim around it, so that a move is a number to add and never leads out of the array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.board import Move
from graphs.leapers import MoveOrder
from solvers.methods.compiled.arrays import moves_on_board
from solvers.methods.compiled.warnsdorff_kernels import TAKEN, Squares
from solvers.methods.tie_breaks import centre_rank
from solvers.problem import Problem

__all__ = ["PaddedBoard"]


class PaddedBoard:
    """The squares of a board without wrap. The rim is as wide as the longest move.

    Attributes
    ----------
    moves : the moves as (row delta, column delta), without those that are longer than the board.
    arrays : what the kernels work on.
    width : squares in a row of the padded board.
    rim : width of the rim.
    """

    def __init__(self, problem: Problem, order: MoveOrder) -> None:
        assert problem.board is not None
        self.board = board = problem.board
        self.rim = min(max(problem.leaper), max(board.rows, board.cols))
        self.width = board.cols + 2 * self.rim
        self.moves = [move for move in moves_on_board(problem, order) if max(map(abs, move)) <= self.rim]
        self.arrays = Squares(
            moves=np.array([self.difference(move) for move in self.moves], np.int64),
            first=np.zeros(0, np.int64),
            degree=self._degrees().reshape(-1),
        )

    def number(self, square: Any) -> int:
        """Return the number of a square."""
        row, col = square
        return int((row + self.rim) * self.width + col + self.rim)

    def beside(self, square: Any) -> npt.NDArray[np.int64]:
        """Return the numbers of the squares, or places on the rim, that are a move away."""
        return np.asarray(self.number(square) + self.arrays.moves)

    def difference(self, move: Move) -> int:
        """Return what a move adds to the number of a square."""
        return int(move[0] * self.width + move[1])

    def squares(self, path: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """Return the squares with these numbers, as an array of rows (row, col)."""
        return (np.stack(np.divmod(path, self.width), axis=1) - self.rim).astype(self.coordinate)

    @property
    def coordinate(self) -> type[np.int16 | np.int32]:
        """The smallest integer type that holds every row and column."""
        return np.int16 if max(self.board.rows, self.board.cols) < 2**15 else np.int32

    def centre_ranks(self) -> npt.NDArray[Any]:
        """Return Roth's rank for each number; those of the rim are never used."""
        rows, cols = self.board.rows, self.board.cols
        integer = np.int32 if rows**2 + cols**2 < 2**31 else np.int64
        down = np.arange(-self.rim, rows + self.rim, dtype=integer)[:, None]
        right = np.arange(-self.rim, cols + self.rim, dtype=integer)
        return np.asarray(centre_rank(down, right, rows, cols)).reshape(-1)

    def _degrees(self) -> npt.NDArray[np.int8]:
        """Return the number of neighbours of each square, and `TAKEN` more on the rim and on holes.

        All squares in the middle of a board without holes have the same number. So it is enough to count on a small board
        that has one middle row and one middle column, and to repeat these.
        """
        board, reach = self.board, 2 * self.rim
        rows, cols = (side if board.holes else min(side, 2 * reach + 1) for side in (board.rows, board.cols))
        free = np.zeros((rows + reach, cols + reach), np.bool_)
        inside = slice(self.rim, self.rim + rows), slice(self.rim, self.rim + cols)
        free[inside] = True
        for row, col in board.holes:
            free[row + self.rim, col + self.rim] = False
        degree = np.where(free, 0, TAKEN).astype(np.int8)
        for down, right in self.moves:
            degree[inside] += free[self.rim + down : self.rim + down + rows, self.rim + right : self.rim + right + cols]
        for axis, small, side in ((1, cols, board.cols), (0, rows, board.rows)):
            if small < side:
                times = np.ones(degree.shape[axis], np.int64)
                times[len(times) // 2] += side - small
                degree = np.repeat(degree, times, axis)
        return degree

"""Graphs as integer arrays: compressed adjacency, straight from a board where there is one, else from the graph.

Squares are numbered in row-major order, the order of the nodes of `knight_graph`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.board import Board, Move
from graphs.leapers import MoveOrder, leaper_moves, ordered_neighbours
from solvers.problem import Problem

__all__ = ["Adjacency", "adjacency_of", "moves_on_board"]

Integers: TypeAlias = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Adjacency:
    """Compressed adjacency: the neighbours of square i are `heads[first[i]:first[i + 1]]`, in the order of the moves.

    Attributes
    ----------
    first : shape (number of squares + 1,).
    heads : shape (2 x number of edges,).
    squares : the square (or node) of each number.
    """

    first: Integers
    heads: Integers
    squares: Sequence[Hashable]

    def number(self, square: Hashable) -> int:
        """The number of a square."""
        return self.squares.index(square)


def adjacency_of(problem: Problem, order: MoveOrder = "adjacency") -> Adjacency:
    """The adjacency of a problem, each square's neighbours in the order of the moves.

    Raises
    ------
    MoveError : as `graphs.leapers.ordered_neighbours`.
    """
    if problem.board is not None and problem.board.wrap is None:
        return _of_board(problem.board, moves_on_board(problem, order))
    neighbours = ordered_neighbours(problem.graph, order)
    squares = list(neighbours)
    number: dict[Any, int] = {square: index for index, square in enumerate(squares)}
    degrees = [len(near) for near in neighbours.values()]
    heads = [number[other] for near in neighbours.values() for other in near]
    return Adjacency(_first(np.array(degrees, np.int64)), np.array(heads, np.int32), squares)


def moves_on_board(problem: Problem, order: MoveOrder) -> list[Move]:
    """The moves of the problem's piece, each once, in the order in which `ordered_neighbours` would try them.

    Raises
    ------
    MoveError : as `graphs.leapers.ordered_neighbours`.
    """
    legal = leaper_moves(problem.leaper)
    if isinstance(order, str) and order == "adjacency":
        return sorted(legal)
    moves = [move for move in dict.fromkeys(leaper_moves(problem.leaper, order)) if move in legal]
    if len(moves) < len(set(legal)):
        ordered_neighbours(problem.graph, moves)  # says which move the order lacks, if the board has it
    return moves


def _of_board(board: Board, moves: list[Move]) -> Adjacency:
    number = np.full((board.rows, board.cols), -1, np.int32)
    free = np.ones((board.rows, board.cols), np.bool_)
    if board.holes:
        free[tuple(np.array(sorted(board.holes)).T)] = False
    number[free] = np.arange(board.size, dtype=np.int32)
    rows, cols = np.nonzero(free)
    reached = np.full((board.size, len(moves)), -1, np.int32)
    for index, (down, right) in enumerate(moves):
        there_row, there_col = rows + down, cols + right
        inside = (there_row >= 0) & (there_row < board.rows) & (there_col >= 0) & (there_col < board.cols)
        reached[inside, index] = number[there_row[inside], there_col[inside]]
    present = reached >= 0
    return Adjacency(_first(present.sum(axis=1)), reached[present], _RowMajor(board, rows, cols))


def _first(degrees: npt.NDArray[np.int64]) -> Integers:
    return np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)


class _RowMajor(Sequence[Any]):
    """The squares of a board by their numbers, without a list of them."""

    def __init__(self, board: Board, rows: npt.NDArray[np.int64], cols: npt.NDArray[np.int64]) -> None:
        self.board, self.rows, self.cols = board, rows, cols

    def __getitem__(self, index: Any) -> Any:
        return int(self.rows[index]), int(self.cols[index])

    def __len__(self) -> int:
        return len(self.rows)

    def index(self, square: Any, start: int = 0, stop: int | None = None) -> int:
        row, col = square
        if not self.board.holes:
            return int(row * self.board.cols + col)
        return int(np.flatnonzero((self.rows == row) & (self.cols == col))[0])

"""The neighbours of every square as two arrays of integers (compressed sparse rows), from a board or from a graph.

A square's number is its place in the order of the graph's nodes; on a board that is row-major order. Cost: linear; from a
graph, one look-up for each edge and direction, which takes most of the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.board import Board, Move
from graphs.leapers import MoveOrder, leaper_moves, ordered_neighbours
from solvers.budget import Meter
from solvers.problem import Problem

__all__ = ["Adjacency", "adjacency_of", "free_squares", "moves_on_board"]

BAND = 250_000
"""Squares whose arrays are built between two looks at the clock."""

Integers: TypeAlias = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Adjacency:
    """The neighbours of every square: those of square i are `heads[first[i]:first[i + 1]]`, in the move order.

    Attributes
    ----------
    first : shape (number of squares + 1,).
    heads : shape (2 x number of edges,).
    problem : the problem that they come from.
    """

    first: Integers
    heads: Integers
    problem: Problem

    @cached_property
    def squares(self) -> list[Any]:
        """The square (or node) with each number."""
        return list(self.problem.graph if self.problem.board is None else self.problem.board)

    def number(self, square: Any) -> int:
        """Return the number of a square."""
        board = self.problem.board
        return self.squares.index(square) if board is None or board.holes else int(square[0] * board.cols + square[1])


def adjacency_of(problem: Problem, order: MoveOrder = "adjacency", meter: Meter | None = None) -> Adjacency:
    """Return the adjacency of a problem, each square's neighbours in the move order.

    Parameters
    ----------
    meter : its time limit holds for the building of the arrays; None is no limit.

    Raises
    ------
    MoveError : as `graphs.leapers.ordered_neighbours`.
    BudgetSpent : the time is over.

    Examples
    --------
    >>> adjacency_of(Problem.on_board(Board(3, 3), start=(0, 0))).heads[:4]
    array([5, 7, 6, 8], dtype=int32)
    """
    meter = Meter() if meter is None else meter
    if problem.board is not None and problem.board.wrap is None:
        return _of_board(problem, problem.board, *moves_on_board(problem, order), meter)
    neighbours = ordered_neighbours(problem.graph_within(meter), order, meter.watched)
    number = dict(zip(neighbours, range(problem.size), strict=True))
    first = _first(np.fromiter(map(len, neighbours.values()), np.int64, problem.size))
    arcs = chain.from_iterable(meter.watched(neighbours.values()))
    return Adjacency(first, np.fromiter(map(number.__getitem__, arcs), np.int32, first[-1]), problem)


def moves_on_board(problem: Problem, order: MoveOrder) -> tuple[list[Move], int]:
    """Return the moves of the problem's piece that fit on its board, and the rim around the board that no move crosses.

    Each move comes once, in the order in which `ordered_neighbours` puts them.

    Raises
    ------
    MoveError : as `graphs.leapers.ordered_neighbours`.
    """
    assert problem.board is not None
    legal = leaper_moves(problem.leaper)
    if isinstance(order, str) and order == "adjacency":
        order = sorted(legal)
    moves = [move for move in dict.fromkeys(leaper_moves(problem.leaper, order)) if move in legal]
    if len(moves) < len(set(legal)):
        ordered_neighbours(problem.graph, moves)  # says which move the order lacks, if the board has it
    rim = min(max(problem.leaper), max(problem.board.rows, problem.board.cols))
    return [move for move in moves if max(map(abs, move)) <= rim], rim


def free_squares(board: Board, rim: int) -> npt.NDArray[np.int8]:
    """Return 1 for each square of a board with a rim, and 0 for the rim and the holes."""
    free = np.zeros((board.rows + 2 * rim, board.cols + 2 * rim), np.int8)
    free[rim:-rim, rim:-rim] = 1
    for row, col in board.holes:
        free[row + rim, col + rim] = 0
    return free


def _of_board(problem: Problem, board: Board, moves: list[Move], rim: int, meter: Meter) -> Adjacency:
    """Return the adjacency on a board, in bands of rows, so that the clock is looked at often and no array is copied whole."""
    free = free_squares(board, rim)
    numbers = np.empty(free.shape, np.int32)
    first = np.zeros(board.size + 1, np.int32)
    heads = np.empty(board.size * len(moves), np.int32)  # longer than needed: memory counts only once it is written
    rows, cols = slice(rim, rim + board.rows), slice(rim, rim + board.cols)
    bands = [slice(top, min(top + 1 + BAND // board.cols, rows.stop)) for top in range(rim, rows.stop, 1 + BAND // board.cols)]
    numbers[:rim], numbers[-rim:] = -1, -1
    counted = 0
    for band in bands:
        meter.check()
        upto = np.cumsum(free[band], dtype=np.int32).reshape(-1, free.shape[1]) + counted
        numbers[band] = np.where(free[band], upto - 1, -1)
        counted = int(upto[-1, -1])
    squares = arcs = 0  # where no move fits, one that leads off the board stands for all
    for band in bands:
        meter.check()
        reached = [numbers[_shifted(band, down), _shifted(cols, right)] for down, right in moves or [(rim, 0)]]
        neighbours = np.stack(reached, axis=-1)[free[band, cols] == 1]
        present = neighbours >= 0
        found = neighbours[present]
        ends = np.cumsum(present.sum(axis=1), dtype=np.int32) + arcs
        first[squares + 1 : squares + 1 + len(ends)] = ends
        heads[arcs : arcs + len(found)] = found
        squares, arcs = squares + len(ends), arcs + len(found)
    return Adjacency(first, heads[:arcs], problem)


def _shifted(band: slice, steps: int) -> slice:
    return slice(band.start + steps, band.stop + steps)


def _first(degrees: npt.NDArray[np.int64]) -> Integers:
    return np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)

"""Adjacency lists in two arrays, as compressed sparse rows.

Squares are numbered from 0 in the order in which the graph lists its nodes. On a board, they are numbered row by row.

Building the arrays takes linear time. For a networkx graph, most of this time is for one lookup per edge and direction.

`Circuit` describes tours as circuits of arcs, for solvers with a constraint for circuits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.board import Board, Move
from graphs.leapers import MoveOrder, leaper_moves, ordered_neighbours
from solvers.core.budget import Meter
from solvers.core.problem import Problem

BAND = 250_000  # approximate number of squares between two checks of the clock while arrays are built

Integers: TypeAlias = npt.NDArray[np.int32]


@dataclass(frozen=True)
class AdjacencyArrays:
    """Adjacency lists in two arrays (compressed sparse rows).

    The neighbours of square i are `heads[first[i]:first[i + 1]]`. So `first` has one entry more than there are squares, and
    each edge gives two entries of `heads`.
    """

    first: Integers
    heads: Integers
    problem: Problem

    @cached_property
    def squares(self) -> list[Any]:
        """The squares, by number."""
        return list(self.problem.nodes)

    def number(self, square: Any) -> int:
        board = self.problem.board
        return self.squares.index(square) if board is None or board.holes else int(square[0] * board.cols + square[1])

    @property
    def ends(self) -> list[int | None]:
        """Numbers of the given start and end, or None."""
        return [None if square is None else self.number(square) for square in (self.problem.start, self.problem.end)]


def adjacency_arrays(problem: Problem, order: MoveOrder = "adjacency", meter: Meter | None = None) -> AdjacencyArrays:
    """Return the adjacency lists of a problem in two arrays.

    MoveError is raised if the order is invalid or lacks a move of the graph, or if it needs squares and a node is not one.

    >>> adjacency_arrays(Problem.on_board(Board(3, 3), start=(0, 0))).heads[:4]
    array([5, 7, 6, 8], dtype=int32)
    """
    meter = Meter() if meter is None else meter
    if problem.board is not None and problem.board.wrap is None:
        return _of_board(problem, problem.board, *moves_on_board(problem, order), meter)
    adjacency = AdjacencyArrays(*problem.rows(meter, order), problem)
    meter.check()
    return adjacency


def moves_on_board(problem: Problem, order: MoveOrder) -> tuple[list[Move], int]:
    """Return the moves that fit on a board, and the width of its rim.

    The rim is a border around the board, so wide that each of these moves leads from the board to the board or the rim.
    MoveError is raised if the order lacks a move that is possible on the board.
    """
    board, legal = problem.require_board(), leaper_moves(problem.leaper)
    if isinstance(order, str) and order == "adjacency":
        order = sorted(legal)
    moves = [move for move in dict.fromkeys(leaper_moves(problem.leaper, order)) if move in legal]
    if len(moves) < len(set(legal)):
        ordered_neighbours(problem.graph, moves)  # raises MoveError if the board has a move that the order lacks
    rim = min(max(problem.leaper), max(board.rows, board.cols))
    return [move for move in moves if max(map(abs, move)) <= rim], rim


def free_square_array(board: Board, rim: int) -> npt.NDArray[np.int8]:
    """Return a padded array of a board: 1 for squares, 0 elsewhere.

    Its shape is (rows + 2 * rim, cols + 2 * rim).
    """
    free = np.zeros((board.rows + 2 * rim, board.cols + 2 * rim), np.int8)
    free[rim:-rim, rim:-rim] = 1
    for row, col in board.holes:
        free[row + rim, col + rim] = 0
    return free


def _of_board(problem: Problem, board: Board, moves: list[Move], rim: int, meter: Meter) -> AdjacencyArrays:
    """Return the adjacency lists of a board that does not wrap around.

    They are computed in bands of some rows, and the clock is checked before each band. The large arrays are written in place,
    not copied.
    """
    free = free_square_array(board, rim)
    # the number of each square, counted from 1; 0 for holes and the rim
    numbers = np.cumsum(free, dtype=np.int32).reshape(free.shape)
    numbers *= free
    heads = np.empty(board.size * len(moves), np.int32)  # longer than needed; memory is used only for the written part
    stop, height = rim + board.rows, 1 + BAND // board.cols
    degrees, arcs = [], 0
    for top in range(rim, stop, height):
        meter.check()
        bottom = min(top + height, stop)
        # If no move fits, a move that leads off the board is used instead.
        reached = [
            numbers[top + down : bottom + down, rim + right : rim + right + board.cols] for down, right in moves or [(rim, 0)]
        ]
        neighbours = np.stack(reached, axis=-1)[free[top:bottom, rim:-rim] == 1]
        present = neighbours > 0
        found = neighbours[present]
        heads[arcs : arcs + len(found)] = found
        degrees.append(present.sum(axis=1))
        arcs += len(found)
    heads = heads[:arcs]
    heads -= 1
    first = np.concatenate([[0], np.cumsum(np.concatenate(degrees))]).astype(np.int32)
    return AdjacencyArrays(first, heads, problem)


class Circuit:
    """A directed graph whose Hamiltonian circuits are the tours of a problem.

    Each move gives two arcs, one per direction. For an open tour, there is an additional node, the apex. Arcs lead from it to
    each possible start, and from each possible end back to it.

    Attributes
    ----------
    nodes : numpy.ndarray of int
        The node of each square. For a closed tour, nodes are counted from 0. For an open tour, node 0 is the apex.
    tails, heads : numpy.ndarray of int
        The two nodes of each arc. The arcs of the apex come last.
    first : int
        The node at which a circuit begins: the apex, or the start of a closed tour (without a start, its first square).

    Examples
    --------
    >>> import networkx as nx
    >>> circuit = Circuit(adjacency_arrays(Problem(nx.path_graph("abc"), start="a")))
    >>> circuit.arcs
    [(1, 2), (2, 1), (2, 3), (3, 2), (0, 1), (1, 0), (2, 0), (3, 0)]
    >>> circuit.tour_of([(0, 1), (3, 0), (1, 2), (2, 3)])
    ['a', 'b', 'c']
    """

    def __init__(self, adjacency: AdjacencyArrays) -> None:
        self._adjacency, closed = adjacency, adjacency.problem.closed
        self.nodes = nodes = np.arange(adjacency.problem.size) + (not closed)
        starts, ends = (nodes if each is None else nodes[[each]] for each in adjacency.ends)
        self.tails, self.heads = np.repeat(nodes, np.diff(adjacency.first)), nodes[adjacency.heads]
        self.first = int(starts[0]) if closed else 0
        if not closed:
            self.tails = np.concatenate([self.tails, np.zeros_like(starts), ends])
            self.heads = np.concatenate([self.heads, starts, np.zeros_like(ends)])

    @cached_property
    def arcs(self) -> list[tuple[int, int]]:
        return [*zip(self.tails.tolist(), self.heads.tolist(), strict=True)]

    def tour_of(self, arcs: Iterable[tuple[int, int]]) -> list[Any]:
        """Return the tour whose circuit consists of the given arcs."""
        after = dict(arcs)
        order = [self.first]
        while (node := after[order[-1]]) != self.first:
            order.append(node)
        before = int(self.nodes[0])
        return [self._adjacency.squares[node - before] for node in order[before:]]

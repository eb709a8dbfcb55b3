"""The compiled twin of `warnsdorff`: same options, same walk. On boards without joined edges it works on a padded array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.board import Board
from graphs.leapers import MoveOrder, leaper_moves
from solvers.budget import Meter
from solvers.compiled.arrays import adjacency_of
from solvers.compiled.warnsdorff_kernels import (
    FIRST,
    FREE_BELOW,
    POHL,
    RANDOM,
    ROTH,
    SQUIRREL,
    TAKEN,
    walk_on_adjacency,
    walk_on_board,
)
from solvers.errors import OptionError, UnsupportedProblem
from solvers.problem import Problem
from solvers.result import Outcome
from solvers.squirrel import squirrel_stages

__all__ = ["run_walk"]

RULES = {"first": FIRST, "random": RANDOM, "roth": ROTH, "pohl": POHL, "squirrel": SQUIRREL}
SLICE = 1_000_000
"""Steps between two looks at the clock."""


def run_walk(problem: Problem, meter: Meter, order: MoveOrder, tie_break: str, seed: int) -> Outcome:
    """The walk of `warnsdorff`."""
    names = str(tie_break).split("+")
    for name in names:
        if name not in RULES:
            raise OptionError(f"unknown tie_break {name!r}: it is one of {', '.join(RULES)}, or several joined by '+'", name)
    ground = _ground(problem, order)
    stages = np.full((1, 9), -1, np.int64)
    if "squirrel" in names:
        stages = np.array([[*map(ground.delta, each.order), ground.place(each.until)] for each in squirrel_stages(problem)])
    nearness = ground.nearness() if "roth" in names else np.zeros(1, np.int32)
    start = ground.place(problem.start) if problem.start is not None else ground.first_place()
    end = None if problem.end in (None, problem.start) else ground.place(problem.end)
    beside_end: set[int] = set()
    if end is not None:
        beside_end = ground.take(end)  # the end is kept back until all others are visited
    size = problem.size - (end is not None)
    path = np.empty(size + 1, np.int64)
    path[0] = start
    ground.degree[start] += TAKEN
    rules = np.array([RULES[name] for name in names], np.int64)
    state = np.array([seed], np.uint64)
    meter.more(0, SLICE)
    length, stage, stuck = 1, 0, ground.is_stuck(start)
    while length < size and not stuck:
        until = min(meter.more(length, SLICE), size)
        length, stage, stuck = ground.kernel(
            ground.moves, ground.first, ground.degree, path, length, rules, nearness, state, stages, stage, until
        )
        stuck = stuck or (length < size and ground.is_stuck(int(path[length - 1])))
    if end is not None and length == size and int(path[length - 1]) in beside_end:
        meter.more(length, SLICE)
        path[length] = end
        length += 1
    squares = ground.squares(path[:length])
    if length < problem.size:
        last = tuple(squares[-1].tolist()) if isinstance(squares, np.ndarray) else squares[-1]
        return Outcome.unknown(length, f"dead end at {last} after {length:,} of {problem.size:,} squares")
    if problem.closed and not ground.are_beside(int(path[0]), int(path[length - 1])):
        last = tuple(squares[-1].tolist()) if isinstance(squares, np.ndarray) else squares[-1]
        return Outcome.unknown(length, f"the walk visits all squares but ends at {last}, not a move from its start")
    return Outcome.found(squares, length)


def _ground(problem: Problem, order: MoveOrder) -> _Padded | _Adjacent:
    if problem.board is not None and problem.board.wrap is None:
        return _Padded(problem.board, problem, order)
    return _Adjacent(problem, order)


class _Padded:
    """A board with a rim as wide as the longest move, flattened: a move is a number to add to a place."""

    kernel = staticmethod(walk_on_board)
    first = np.zeros(1, np.int64)

    def __init__(self, board: Board, problem: Problem, order: MoveOrder) -> None:
        by_name = isinstance(order, str) and order == "adjacency"
        moves = sorted(leaper_moves(problem.leaper)) if by_name else list(leaper_moves(problem.leaper, order))
        self.board, self.problem = board, problem
        self.rim = min(max(problem.leaper), max(board.rows, board.cols))
        self.width = board.cols + 2 * self.rim
        self.moves = np.array([down * self.width + right for down, right in moves if self._fits(down, right)], np.int64)
        self._check_order(moves)
        free = np.zeros((board.rows + 2 * self.rim, self.width), np.bool_)
        free[self.rim : self.rim + board.rows, self.rim : self.rim + board.cols] = True
        for row, col in board.holes:
            free[row + self.rim, col + self.rim] = False
        degree = np.zeros(free.shape, np.int8)
        for down, right in moves:
            if self._fits(down, right):
                rows, cols = slice(self.rim, self.rim + board.rows), slice(self.rim, self.rim + board.cols)
                degree[rows, cols] += free[
                    self.rim + down : self.rim + down + board.rows, self.rim + right : self.rim + right + board.cols
                ]
        degree[~free] += TAKEN
        self.degree = degree.reshape(-1)

    def _fits(self, down: int, right: int) -> bool:
        return abs(down) <= self.rim and abs(right) <= self.rim

    def _check_order(self, moves: list[Any]) -> None:
        missing = set(leaper_moves(self.problem.leaper)) - set(moves)
        if missing and self.board.size > 1:
            from graphs.leapers import ordered_neighbours

            ordered_neighbours(self.problem.graph, moves)  # says which move the order lacks, if the board has it

    def place(self, square: Any) -> int:
        """The number of a square; -1 for None or a square off the board."""
        if square is None or square not in self.board:
            return -1
        return int((square[0] + self.rim) * self.width + square[1] + self.rim)

    def first_place(self) -> int:
        """The first square in row-major order."""
        return self.place(next(iter(self.board)))

    def delta(self, move: Any) -> int:
        """What a move adds to a place."""
        return int(move[0] * self.width + move[1])

    def nearness(self) -> npt.NDArray[np.int32]:
        """Minus the squared distance from the centre, in half squares."""
        rows = 2 * (np.arange(self.board.rows + 2 * self.rim) - self.rim) - (self.board.rows - 1)
        cols = 2 * (np.arange(self.width) - self.rim) - (self.board.cols - 1)
        return -(np.square(rows, dtype=np.int32)[:, None] + np.square(cols, dtype=np.int32)).reshape(-1)

    def is_stuck(self, place: int) -> bool:
        """Whether no neighbour of a place is free."""
        return bool((self.degree[place + self.moves] >= FREE_BELOW).all())

    def take(self, place: int) -> set[int]:
        """Take a square away, and return its neighbours' places."""
        beside = {int(place + move) for move in self.moves}
        for near in beside:
            self.degree[near] -= 1
        self.degree[place] += TAKEN
        return beside

    def are_beside(self, one: int, other: int) -> bool:
        """Whether two places are a move apart."""
        return other - one in self.moves

    def squares(self, path: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """The squares of places, as rows of an array."""
        kind = np.int16 if max(self.board.rows, self.board.cols) < 2**15 else np.int32
        found = np.empty((len(path), 2), kind)
        rows, cols = np.divmod(path, self.width)
        found[:, 0] = rows - self.rim
        found[:, 1] = cols - self.rim
        return found


class _Adjacent:
    """Any other graph, by compressed adjacency."""

    kernel = staticmethod(walk_on_adjacency)

    def __init__(self, problem: Problem, order: MoveOrder) -> None:
        adjacency = adjacency_of(problem, order)
        self.problem, self.adjacency = problem, adjacency
        self.moves, self.first = adjacency.heads.astype(np.int64), adjacency.first.astype(np.int64)
        degrees = np.diff(self.first)
        if len(degrees) and degrees.max() >= 32:
            raise UnsupportedProblem(
                "'warnsdorff-compiled' takes graphs with at most 31 neighbours a square: use warnsdorff", problem
            )
        self.degree = degrees.astype(np.int8)

    def place(self, square: Any) -> int:
        """The number of a square."""
        return self.adjacency.number(square)

    def first_place(self) -> int:
        """The first square."""
        return 0

    def delta(self, move: Any) -> int:
        """Never asked for: `squirrel` is for boards without joined edges."""
        raise AssertionError(move)

    def nearness(self) -> npt.NDArray[np.int32]:
        """Minus the squared distance from the centre, in half squares."""
        from solvers.warnsdorff import nearness

        ranks = nearness(self.problem.graph)
        return np.array([ranks[square] for square in self.adjacency.squares], np.int32)

    def is_stuck(self, place: int) -> bool:
        """Whether no neighbour of a place is free."""
        return bool((self.degree[self.moves[self.first[place] : self.first[place + 1]]] >= FREE_BELOW).all())

    def take(self, place: int) -> set[int]:
        """Take a square away, and return its neighbours' places."""
        beside = set(self.moves[self.first[place] : self.first[place + 1]].tolist())
        for near in beside:
            self.degree[near] -= 1
        self.degree[place] += TAKEN
        return beside

    def are_beside(self, one: int, other: int) -> bool:
        """Whether two places are a move apart."""
        return other in self.moves[self.first[one] : self.first[one + 1]]

    def squares(self, path: npt.NDArray[np.int64]) -> list[Any]:
        """The squares of places."""
        return [self.adjacency.squares[place] for place in path.tolist()]

"""The compiled twin of `warnsdorff`: same options, same walk. On boards without joined edges it works on a padded array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.board import Board
from graphs.leapers import MoveOrder
from solvers.budget import Meter
from solvers.errors import UnsupportedProblem
from solvers.methods.compiled.arrays import adjacency_of, moves_on_board
from solvers.methods.compiled.warnsdorff_kernels import (
    FIRST,
    FREE_BELOW,
    POHL,
    RANDOM,
    ROTH,
    SQUIRREL,
    TAKEN,
    walk_on_adjacency,
    walk_on_board,
    walk_with_one_rule,
)
from solvers.methods.squirrel import squirrel_stages
from solvers.methods.warnsdorff import outward, tie_break_names
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["run_walk"]

RULES = {"first": FIRST, "random": RANDOM, "roth": ROTH, "pohl": POHL, "squirrel": SQUIRREL}
SLICE = 1_000_000
"""Steps between two looks at the clock."""


def run_walk(problem: Problem, meter: Meter, order: MoveOrder, tie_break: str, seed: int) -> Outcome:
    """The walk of `warnsdorff`."""
    names = tie_break_names(tie_break)
    ground = _ground(problem, order, names)
    start = ground.place(problem.start) if problem.start is not None else ground.first_place()
    end = None if problem.end in (None, problem.start) else ground.place(problem.end)
    beside_end: set[int] = set()
    if end is not None:
        beside_end = ground.take(end)  # the end is kept back until all others are visited
    size = problem.size - (end is not None)
    ground.begin(start, names, seed)
    meter.more(0, SLICE)
    length, stuck = 1, ground.is_stuck(start)
    while length < size and not stuck:
        length, stuck = ground.advance(length, min(meter.more(length, SLICE), size))
        stuck = stuck or (length < size and ground.is_stuck(ground.stands(length)))
    if end is not None and length == size and ground.stands(length) in beside_end:
        meter.more(length, SLICE)
        ground.put(length, end)
        length += 1
    return _outcome(problem, ground, start, length)


def _outcome(problem: Problem, ground: _Padded | _Adjacent, start: int, length: int) -> Outcome:
    squares = ground.squares(length)
    last = squares[-1] if isinstance(squares, list) else tuple(squares[-1].tolist())
    if length < problem.size:
        return Outcome.unknown(length, f"dead end at {last} after {length:,} of {problem.size:,} squares")
    if problem.closed and not ground.are_beside(start, ground.stands(length)):
        return Outcome.unknown(length, f"the walk visits all squares but ends at {last}, not a move from its start")
    return Outcome.found(squares, length)


def _ground(problem: Problem, order: MoveOrder, names: list[str]) -> _Padded | _Adjacent:
    if problem.board is None or problem.board.wrap is not None:
        return _Adjacent(problem, order)
    padded = _Padded(problem.board, problem, order)
    return _Swift(padded) if len(padded.moves) == 8 and names in (["first"], ["roth"]) else padded


class _State:
    """What a walk by `walk_on_board` or `walk_on_adjacency` goes on from."""

    def __init__(self, size: int, start: int, names: list[str], seed: int) -> None:
        self.path = np.empty(size + 1, np.int64)
        self.path[0] = start
        self.rules = np.array([RULES[name] for name in names], np.int64)
        self.random = np.array([seed], np.uint64)
        self.nearness = np.zeros(1, np.int32)
        self.stages = np.full((1, 9), -1, np.int64)
        self.stage = 0

    def advance(self, kernel: Any, moves: Any, first: Any, degree: Any, length: int, until: int) -> tuple[int, bool]:
        """Walk on."""
        length, self.stage, stuck = kernel(
            moves, first, degree, self.path, length, self.rules, self.nearness, self.random, self.stages, self.stage, until
        )
        return length, stuck


class _Padded:
    """A board with a rim as wide as the longest move, flattened: a move is a number to add to a place."""

    state: _State

    def __init__(self, board: Board, problem: Problem, order: MoveOrder) -> None:
        self.board, self.problem = board, problem
        self.rim = min(max(problem.leaper), max(board.rows, board.cols))
        self.width = board.cols + 2 * self.rim
        self.steps = [(down, right) for down, right in moves_on_board(problem, order) if self._fits(down, right)]
        self.moves = np.array([self.delta(step) for step in self.steps], np.int64)
        self.degree = self._degrees().reshape(-1)

    def _degrees(self) -> npt.NDArray[np.int8]:
        """The degrees of all squares; past a small board without holes, those of its middle row and column over and over."""
        board, reach = self.board, 2 * self.rim
        rows, cols = (side if board.holes else min(side, 2 * reach + 1) for side in (board.rows, board.cols))
        free = np.zeros((rows + reach, cols + reach), np.bool_)
        inside = slice(self.rim, self.rim + rows), slice(self.rim, self.rim + cols)
        free[inside] = True
        for row, col in board.holes:
            free[row + self.rim, col + self.rim] = False
        degree = np.where(free, 0, TAKEN).astype(np.int8)
        for down, right in self.steps:
            degree[inside] += free[self.rim + down : self.rim + down + rows, self.rim + right : self.rim + right + cols]
        for axis, small, side in ((1, cols, board.cols), (0, rows, board.rows)):
            if small < side:
                times = np.ones(degree.shape[axis], np.int64)
                times[len(times) // 2] += side - small
                degree = np.repeat(degree, times, axis)
        return degree

    def _fits(self, down: int, right: int) -> bool:
        return abs(down) <= self.rim and abs(right) <= self.rim

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

    def begin(self, start: int, names: list[str], seed: int) -> None:
        """Take the start, and get ready to walk from it by these rules."""
        self.degree[start] += TAKEN
        self.state = _State(self.problem.size, start, names, seed)
        if "roth" in names:
            self.state.nearness = self.nearness()
        if "squirrel" in names:
            stages = squirrel_stages(self.problem)
            self.state.stages = np.array([[*map(self.delta, each.order), self.place(each.until)] for each in stages])

    def advance(self, length: int, until: int) -> tuple[int, bool]:
        """Walk on; the length of the walk, and whether it is stuck."""
        return self.state.advance(walk_on_board, self.moves, np.zeros(1, np.int64), self.degree, length, until)

    def stands(self, length: int) -> int:
        """The place where a walk of this length ends."""
        return int(self.state.path[length - 1])

    def put(self, length: int, place: int) -> None:
        """Put a place behind a walk of this length."""
        self.state.path[length] = place

    def squares(self, length: int) -> npt.NDArray[Any]:
        """The squares of the walk, as rows of an array."""
        found = np.empty((length, 2), self.kind)
        rows, cols = np.divmod(self.state.path[:length], self.width)
        found[:, 0] = rows - self.rim
        found[:, 1] = cols - self.rim
        return found

    @property
    def kind(self) -> type[np.int16 | np.int32]:
        """The smallest type that holds a row or a column."""
        return np.int16 if max(self.board.rows, self.board.cols) < 2**15 else np.int32


class _Swift(_Padded):
    """A padded board of a piece with 8 moves, walked by one simple rule: it writes the squares at once."""

    def __init__(self, padded: _Padded) -> None:
        self.__dict__.update(padded.__dict__)

    def begin(self, start: int, names: list[str], seed: int) -> None:
        """Take the start, and get ready to walk from it."""
        self.degree[start] += TAKEN
        self.outward = names == ["roth"]
        self.path = np.empty((self.problem.size + 1, 2), self.kind)
        self.put(0, start)
        self.downs, self.rights = np.array(self.steps, np.int64).T.copy()
        origin = self.rim * self.width + self.rim
        self.frame = (origin, self.width, self.board.rows - 1, self.board.cols - 1)

    def advance(self, length: int, until: int) -> tuple[int, bool]:
        """Walk on; the length of the walk, and whether it is stuck."""
        grown: tuple[int, bool] = walk_with_one_rule(
            self.moves, self.downs, self.rights, self.degree, self.path, length, self.outward, self.frame, until
        )
        return grown

    def stands(self, length: int) -> int:
        """The place where a walk of this length ends."""
        return self.place(tuple(self.path[length - 1].tolist()))

    def put(self, length: int, place: int) -> None:
        """Put a place behind a walk of this length."""
        self.path[length] = place // self.width - self.rim, place % self.width - self.rim

    def squares(self, length: int) -> npt.NDArray[Any]:
        """The squares of the walk, as rows of an array."""
        return self.path[:length]


class _Adjacent:
    """Any other graph, by compressed adjacency."""

    state: _State

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

    def begin(self, start: int, names: list[str], seed: int) -> None:
        """Take the start, and get ready to walk from it by these rules."""
        if "squirrel" in names:
            squirrel_stages(self.problem)  # refuses: it is for boards without joined edges
        self.degree[start] += TAKEN
        self.state = _State(self.problem.size, start, names, seed)
        if "roth" in names:
            self.state.nearness = self.nearness()

    def advance(self, length: int, until: int) -> tuple[int, bool]:
        """Walk on; the length of the walk, and whether it is stuck."""
        return self.state.advance(walk_on_adjacency, self.moves, self.first, self.degree, length, until)

    def stands(self, length: int) -> int:
        """The place where a walk of this length ends."""
        return int(self.state.path[length - 1])

    def put(self, length: int, place: int) -> None:
        """Put a place behind a walk of this length."""
        self.state.path[length] = place

    def nearness(self) -> npt.NDArray[np.int32]:
        """Minus the squared distance from the centre, in half squares."""
        ranks = outward(self.problem.graph)
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

    def squares(self, length: int) -> list[Any]:
        """The squares of the walk."""
        return [self.adjacency.squares[place] for place in self.state.path[:length].tolist()]

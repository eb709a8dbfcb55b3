"""The compiled twin of the walks of `warnsdorff-repair`, for boards and graphs of many thousands of squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.budget import Meter
from solvers.methods.compiled.arrays import Adjacency, adjacency_of
from solvers.methods.compiled.warnsdorff_repair_kernels import (
    COMPLETE,
    COUNTERS,
    FREE,
    KEPT,
    LENGTH,
    NO_MORE,
    NODES,
    NOT_YET,
    PAUSED,
    PUT_ASIDE,
    TURNS,
    WORK,
    State,
    walk_and_turn,
)
from solvers.methods.tie_breaks import centre_rank_array
from solvers.problem import Problem
from solvers.splitmix import SplitMix64

__all__ = ["CompiledWalk", "compiled_walk"]

SLICE = 5_000_000
"""Work between two looks at the clock."""
ALL = 2**62
"""More nodes than are ever placed, so that the kernel pauses at the node limit only."""
MOST_NEIGHBOURS = 256
"""The room for neighbours of one square in the kernel."""


def compiled_walk(problem: Problem, seed: int) -> CompiledWalk | None:
    """Return the compiled twin of the walk, or None where a square has too many neighbours for the kernel."""
    adjacency = adjacency_of(problem)
    if np.diff(adjacency.first).max(initial=0) > MOST_NEIGHBOURS:
        return None
    return CompiledWalk(problem, adjacency, seed)


class CompiledWalk:
    """The `Walk` of `solvers.methods.warnsdorff_repair` on arrays of integers."""

    def __init__(self, problem: Problem, adjacency: Adjacency, seed: int) -> None:
        size = problem.size
        self.problem, self.squares = problem, adjacency.squares
        self.first = None if problem.start is None else adjacency.number(problem.start)
        self.last = None if problem.end in (None, problem.start) else adjacency.number(problem.end)
        self.closed = problem.closed
        self.whole = size - (self.last is not None)
        self.nodes = 0
        first, heads = adjacency.first.astype(np.int64), adjacency.heads.astype(np.int64)
        self.degrees = np.diff(first)
        self.state = State(
            first=first,
            heads=heads,
            ranks=_ranks(problem),
            degree=np.empty(size, np.int64),
            place=np.empty(size, np.int64),
            path=np.empty(size + 1, np.int64),
            goal=np.empty(size, np.bool_),
            distance=np.empty(2 * size, np.int64),
            queue=np.empty(2 * size, np.int64),
            counters=np.zeros(COUNTERS, np.int64),
            random=np.array([seed % 2**64], np.uint64),
        )

    @property
    def length(self) -> int:
        return int(self.state.counters[LENGTH])

    def begin(self, meter: Meter, number: int, turns: int) -> None:
        start = self.first
        if start is None:
            start = self._below(len(self.degrees)) if number else int(self.degrees.argmin())
        self.by_rank = number % 2 == 0
        self.state.degree[:] = self.degrees
        self.state.place[:] = FREE
        self.state.counters[:] = 0
        self.state.counters[[NODES, TURNS, PUT_ASIDE]] = self.nodes, turns, NOT_YET
        beside = self.last if self.last is not None else start if self.closed else None
        self.state.goal[:] = beside is None
        if beside is not None:
            self.state.goal[self._near(beside)] = True
        if self.last is not None:
            self._take(self.last, KEPT)
        self._append(meter, start)
        free = [near for near in self._near(start).tolist() if self.state.place[near] == FREE]
        if number and free:
            self._append(meter, free[self._below(len(free))] if len(free) > 1 else free[0])

    def adopt(self, tour: Any, turns: int) -> None:
        board = self.problem.board
        assert board is not None
        assert not board.holes
        state, size = self.state, self.problem.size
        squares = np.asarray(tour)
        self.nodes, self.whole, self.by_rank = size, size, False
        state.path[:size] = squares[:, 0].astype(np.int64) * board.cols + squares[:, 1]
        state.place[state.path[:size]] = np.arange(size)
        state.degree[:] = 0
        state.goal[:] = False
        state.goal[self.last] = True
        state.counters[:] = 0
        state.counters[[LENGTH, NODES, TURNS, PUT_ASIDE]] = size, size, turns, NO_MORE
        self.last = None

    def run(self, meter: Meter) -> bool:
        status, pause = PAUSED, 0
        while status == PAUSED:
            self.state.counters[WORK] = SLICE
            status = walk_and_turn(self.state, self.whole, self.by_rank, pause)
            self.nodes = int(self.state.counters[NODES])
            if status == PAUSED:
                pause = meter.more(self.nodes, ALL)
        if status == COMPLETE and self.last is not None:
            self._append(meter, self.last)
        return bool(status == COMPLETE)

    def tour(self) -> Any:
        path, board = self.state.path[: self.length], self.problem.board
        if board is None or board.holes:
            return [self.squares[place] for place in path.tolist()]
        found = np.empty((len(path), 2), np.int32)
        found[:, 0], found[:, 1] = np.divmod(path, board.cols)
        return found

    def _append(self, meter: Meter, square: int) -> None:
        meter.more(self.nodes)
        self._take(square, self.length)
        self.state.path[self.length] = square
        self.nodes += 1
        self.state.counters[LENGTH] += 1
        self.state.counters[NODES] = self.nodes

    def _take(self, square: int, place: int) -> None:
        self.state.place[square] = place
        self.state.degree[self._near(square)] -= 1

    def _near(self, square: int) -> Any:
        return self.state.heads[self.state.first[square] : self.state.first[square + 1]]

    def _below(self, limit: int) -> int:
        random = SplitMix64(int(self.state.random[0]))
        chosen = random.below(limit)
        self.state.random[0] = random.state
        return chosen


def _ranks(problem: Problem) -> Any:
    ranks = centre_rank_array(problem)
    return np.zeros(problem.size, np.int64) if ranks is None else ranks

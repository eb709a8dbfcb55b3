"""The twin of `solvers.methods.backtracking` and of `warnsdorff-backtracking`: same options, tours and node counts.

Arrays hold the path, the free squares and where to go on at each depth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphs.leapers import MoveOrder
from solvers.budget import Meter
from solvers.methods.compiled.arrays import Adjacency, adjacency_of
from solvers.methods.compiled.backtracking_kernels import EXHAUSTED, FOUND, search_fewest_first, search_in_order
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["run_fewest_first", "run_in_order"]

SLICE = 2**24
"""Squares that a search looks at between two looks at the clock: some hundredths of a second."""


def run_in_order(problem: Problem, meter: Meter, *, move_order: MoveOrder) -> Outcome:
    """Search as `backtracking` does."""
    search = _Search(problem, adjacency_of(problem, move_order, meter))
    between = SLICE // (1 + search.most_neighbours)
    return search.run(meter, between, search_in_order)


def run_fewest_first(problem: Problem, meter: Meter, *, move_order: MoveOrder) -> Outcome:
    """Search as `warnsdorff-backtracking` does."""
    search = _Search(problem, adjacency_of(problem, move_order, meter))
    starts = search.heads[search.first[-2] :]
    choices = np.full(len(search.heads) + problem.size + 1, -1, np.int64)  # the neighbours of every square, a -1 after each
    choices[: len(starts)] = starts
    behind = np.zeros(problem.size + 2, np.int64)
    behind[0] = len(starts) + 1
    search.place[0] = 0
    between = 1 + SLICE // (1 + search.most_neighbours) ** 2
    return search.run(meter, between, search_fewest_first, choices, behind)


class _Search:
    """The state of one search; `backtracking_kernels` says what each array holds."""

    def __init__(self, problem: Problem, adjacency: Adjacency) -> None:
        size = problem.size
        self.adjacency = adjacency
        starts = np.arange(size, dtype=np.int32)
        if problem.start is not None:
            starts = np.array([adjacency.number(problem.start)], np.int32)
        elif problem.closed:
            starts = starts[:1]
        self.heads = np.concatenate([adjacency.heads, starts]).astype(np.int64)
        self.first = np.append(adjacency.first, len(self.heads)).astype(np.int64)
        self.free = np.ones(size, np.bool_)
        self.length = size
        self.end: int | None = None
        beside = int(starts[0]) if problem.closed else None
        if problem.end is not None and problem.end != problem.start:
            beside = self.end = adjacency.number(problem.end)
            self.free[self.end] = False  # the end is kept back until all other squares are placed
            self.length -= 1
        self.may_end = np.full(size, beside is None)
        if beside is not None:
            self.may_end[self._near(beside)] = True
        self.path = np.zeros(size + 2, np.int64)
        self.path[0] = size
        self.place = np.zeros(size + 2, np.int64)
        self.place[0] = self.first[size]
        self.counters = np.zeros(2, np.int64)
        self.most_neighbours = int(np.diff(adjacency.first).max())

    def _near(self, square: int) -> Any:
        return self.heads[self.first[square] : self.first[square + 1]]

    def run(self, meter: Meter, between: int, kernel: Any, *more: Any) -> Outcome:
        """Call the kernel again and again until the search ends; look at the budget every `between` nodes."""
        state = self.first, self.heads, self.may_end, self.length, self.free, self.path, self.place, self.counters
        pause = meter.more(0, between)
        while True:
            status = kernel(*state, pause, *more)
            nodes = int(self.counters[1])
            if status == EXHAUSTED:
                return Outcome.impossible(nodes, f"the search is exhausted after {nodes:,} nodes")
            if status == FOUND:
                path = self.path[1 : self.length + 1].tolist()
                if self.end is not None:
                    if nodes == pause:
                        meter.more(nodes, between)
                    path.append(self.end)
                    nodes += 1
                return Outcome.found([self.adjacency.squares[index] for index in path], nodes)
            pause = meter.more(nodes, between)

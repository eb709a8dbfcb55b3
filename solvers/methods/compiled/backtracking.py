"""The twin of `solvers.methods.backtracking` and of `warnsdorff-backtracking`: same options, tours and node counts."""

from __future__ import annotations

import numpy as np

from graphs.leapers import MoveOrder
from solvers.budget import Meter
from solvers.methods.compiled.arrays import adjacency_of
from solvers.methods.compiled.backtracking_kernels import EXHAUSTED, PAUSED, Search, search
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["run"]

SLICE = 2**24
"""Squares that a search looks at between two looks at the clock: some hundredths of a second."""


def run(problem: Problem, meter: Meter, *, move_order: MoveOrder, fewest_first: bool) -> Outcome:
    """Search as `backtracking` does, or as `warnsdorff-backtracking` if the squares with the fewest neighbours come first."""
    adjacency = adjacency_of(problem, move_order, meter)
    start, end = (None if square is None else adjacency.number(square) for square in (problem.start, problem.end))
    last = [] if end in (None, start) else [end]  # kept back until all other squares are placed
    if start is None and problem.closed:
        start = 0
    starts = np.arange(problem.size) if start is None else [start]
    beside = start if problem.closed else last[0] if last else None
    heads = np.concatenate([adjacency.heads, starts]).astype(np.int64)
    first = np.append(adjacency.first, len(heads)).astype(np.int64)
    free, may_end = np.ones(problem.size, np.bool_), np.full(problem.size, beside is None)
    free[last] = False
    if beside is not None:
        may_end[heads[first[beside] : first[beside + 1]]] = True
    path, place = np.zeros((2, problem.size + 2), np.int64)
    path[0], place[0] = problem.size, first[problem.size]
    counters = np.zeros(2, np.int64)
    state = Search(first, heads, heads.copy() if fewest_first else heads, free, may_end, path, place, counters)
    between = 1 + SLICE // (1 + int(np.diff(adjacency.first).max())) ** (2 if fewest_first else 1)
    length, nodes, status = problem.size - len(last), 0, PAUSED
    while status == PAUSED:
        pause = meter.more(nodes, between)
        status = search(state, length, pause, fewest_first)
        nodes = int(counters[1])
    if status == EXHAUSTED:
        return Outcome.impossible(nodes, f"the search is exhausted after {nodes:,} nodes")
    if last and nodes == pause:
        meter.more(nodes, between)
    squares = [adjacency.squares[number] for number in [*path[1 : length + 1].tolist(), *last]]
    return Outcome.found(squares, nodes + len(last))

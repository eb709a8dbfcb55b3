"""The compiled twin of the walks of `warnsdorff-repair`, for boards and graphs of thousands of squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.budget import Meter
from solvers.compiled.arrays import adjacency_of
from solvers.compiled.repair_kernels import COMPLETE, PAUSED, walk_and_turn
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["run_walks"]

SLICE = 20_000
"""Nodes between two looks at the clock; a turn of a long path is slow."""
MOST_NEIGHBOURS = 256


def run_walks(problem: Problem, meter: Meter, seed: int, walks: int, turns: int) -> Outcome | None:
    """The walks of `warnsdorff-repair`; None where the graph has squares with too many neighbours for the kernel."""
    adjacency = adjacency_of(problem)
    first, heads = adjacency.first.astype(np.int64), adjacency.heads.astype(np.int64)
    degrees = np.diff(first)
    if degrees.max(initial=0) > MOST_NEIGHBOURS:
        return None
    size = problem.size
    start = 0 if problem.start is None else adjacency.number(problem.start)
    end = None if problem.end in (None, problem.start) else adjacency.number(problem.end)
    goal = np.ones(size, np.bool_)
    if end is not None or problem.closed:
        goal[:] = False
        beside = start if end is None else end
        goal[heads[first[beside] : first[beside + 1]]] = True
    draws = np.array([seed], np.uint64)
    whole = size - (end is not None)
    nodes = longest = 0
    for _ in range(walks):
        degree, place, path = degrees.copy(), np.full(size, -1, np.int64), np.empty(size + 1, np.int64)
        for square, at in ((end, -2), (start, 0)):
            if square is not None:
                place[square] = at
                degree[heads[first[square] : first[square + 1]]] -= 1
        path[0] = start
        counters = np.array([1, nodes + 1, turns], np.int64)
        status = PAUSED
        meter.more(nodes, SLICE)
        while status == PAUSED:
            pause = meter.more(int(counters[1]), SLICE) if counters[1] < size + nodes or status == PAUSED else 0
            status = walk_and_turn(first, heads, degree, place, path, goal, whole, counters, draws, pause)
        length, nodes = int(counters[0]), int(counters[1])
        if status == COMPLETE:
            if end is not None:
                path[length] = end
                length += 1
                nodes += 1
            return Outcome.found(_squares(problem, adjacency.squares, path[:length]), nodes)
        longest = max(longest, length)
    what = "closes into a tour" if longest == size else f"visits more than {longest:,} of {size:,} squares"
    return Outcome.unknown(nodes, f"none of {walks} walks {what}")


def _squares(problem: Problem, squares: Any, path: Any) -> Any:
    if problem.board is None or problem.board.holes:
        return [squares[place] for place in path.tolist()]
    found = np.empty((len(path), 2), np.int32)
    found[:, 0], found[:, 1] = np.divmod(path, problem.board.cols)
    return found

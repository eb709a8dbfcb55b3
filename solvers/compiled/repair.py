"""The compiled twin of the walks of `warnsdorff-repair`, for boards and graphs of thousands of squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.budget import Meter
from solvers.compiled.arrays import adjacency_of
from solvers.compiled.repair_kernels import COMPLETE, PAUSED, walk_and_turn
from solvers.draws import Draws
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
    for number_of_walk in range(walks):
        if number_of_walk and problem.start is None:
            again = Draws(int(draws[0]))
            start = again.below(size)
            draws[0] = again.state
            if problem.closed:
                goal[:] = False
                goal[heads[first[start] : first[start + 1]]] = True
        degree, place, path = degrees.copy(), np.full(size, -1, np.int64), np.empty(size + 1, np.int64)
        for square, at in ((end, -2), (start, 0)):
            if square is not None:
                place[square] = at
                degree[heads[first[square] : first[square + 1]]] -= 1
        path[0] = start
        counters = np.array([1, nodes + 1, turns], np.int64)
        meter.more(nodes, SLICE)
        if number_of_walk:
            _step_anywhere(first, heads, degree, place, path, counters, draws)
        status, pause = PAUSED, 0
        while status == PAUSED:
            status = walk_and_turn(first, heads, degree, place, path, goal, whole, counters, draws, pause)
            if status == PAUSED:
                pause = meter.more(int(counters[1]), SLICE)
        length, nodes = int(counters[0]), int(counters[1])
        if status == COMPLETE:
            if end is not None:
                meter.more(nodes, SLICE)
                path[length] = end
                length += 1
                nodes += 1
            return Outcome.found(_squares(problem, adjacency.squares, path[:length]), nodes)
        longest = max(longest, length)
    what = "closes into a tour" if longest == size else f"visits more than {longest:,} of {size:,} squares"
    return Outcome.unknown(nodes, f"none of {walks} walks {what}")


def _step_anywhere(first: Any, heads: Any, degree: Any, place: Any, path: Any, counters: Any, draws: Any) -> None:
    """As `solvers.repair` does at the beginning of all walks but the first."""
    free = [near for near in heads[first[path[0]] : first[path[0] + 1]].tolist() if place[near] == -1]
    if not free:
        return
    again = Draws(int(draws[0]))
    chosen = free[again.below(len(free))] if len(free) > 1 else free[0]
    draws[0] = again.state
    place[chosen], path[1] = 1, chosen
    degree[heads[first[chosen] : first[chosen + 1]]] -= 1
    counters[:2] += 1


def _squares(problem: Problem, squares: Any, path: Any) -> Any:
    if problem.board is None or problem.board.holes:
        return [squares[place] for place in path.tolist()]
    found = np.empty((len(path), 2), np.int32)
    found[:, 0], found[:, 1] = np.divmod(path, problem.board.cols)
    return found

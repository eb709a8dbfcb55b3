"""The twin of `solvers.methods.backtracking` and of `warnsdorff-backtracking`: same options, tours and node counts.

Depth 0 holds a root, numbered after the last square, whose neighbours are the starts. At every other depth stands a
square of the path.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
from numba import uintp

from graphs.leapers import MoveOrder
from graphs.text import plural
from solvers.budget import Meter
from solvers.jit import inlined, jit_in_place
from solvers.methods.compiled.arrays import adjacency_of
from solvers.outcome import Outcome
from solvers.problem import Problem

__all__ = ["run"]

EXHAUSTED, FOUND, PAUSED = 0, 1, 2
SLICE = 2**24
"""Squares that a search looks at between two looks at the clock: some hundredths of a second."""


Search = namedtuple("Search", "first heads choices free may_end path place")
"""A search, in arrays. All numbers have 64 bits.

Attributes
----------
first, heads : the neighbours of square i are `heads[first[i]:first[i + 1]]`, in the move order.
choices : the squares to try beside square i, in the same places: `heads` itself, or room to sort them by the rule.
free : whether a square is free.
may_end : whether a square may be the last one that the kernel places.
path : the square at each depth.
place : for each depth, the index in `choices` of the next square to try.
"""


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
    state = Search(first, heads, heads.copy() if fewest_first else heads, free, may_end, path, place)
    between = 1 + SLICE // (1 + int(np.diff(adjacency.first).max())) ** (2 if fewest_first else 1)
    length, depth, nodes, status = problem.size - len(last), 0, 0, PAUSED
    while status == PAUSED:
        pause = meter.more(nodes, between, depth)
        status, depth, nodes = search(state, depth, nodes, length, pause, fewest_first)
    if status == EXHAUSTED:
        return Outcome.impossible(nodes, f"the search is exhausted after {plural(nodes, 'node')}")
    if last and nodes == pause:
        meter.more(nodes, between)
    squares = [adjacency.squares[number] for number in [*path[1 : length + 1].tolist(), *last]]
    return Outcome.found(squares, nodes + len(last))


@jit_in_place
def search(state: Any, depth: int, nodes: int, length: int, pause: int, fewest_first: bool) -> Any:
    """Search on until a tour is found, the search is exhausted, or `pause` nodes are placed.

    Return which of these, and the new depth and number of nodes.

    Indices are cast to unsigned ones, which spares numba's check for negative indices: it would cost a third of the time.

    Parameters
    ----------
    length : the number of squares of a complete path.
    fewest_first : try the squares with the fewest free neighbours first.
    """
    first, heads, choices, free, may_end, path, place = state
    square = path[depth]
    index, stop = place[depth], first[square + 1]
    status = PAUSED
    while True:
        if index < stop:
            near = choices[uintp(index)]
            if free[uintp(near)]:
                if nodes == pause:
                    break
                nodes += 1
                index += 1
                if depth + 1 < length:
                    place[uintp(depth)] = index
                    depth += 1
                    path[uintp(depth)] = near
                    square = near
                    free[uintp(near)] = False
                    if fewest_first:
                        _sort_choices(first, heads, free, near, choices)
                    index, stop = first[uintp(near)], first[uintp(near + 1)]
                elif may_end[uintp(near)]:
                    path[depth + 1] = near
                    status = FOUND
                    break
            else:
                index += 1
        elif depth == 0:
            status = EXHAUSTED
            break
        else:
            free[uintp(square)] = True
            depth -= 1
            square = path[uintp(depth)]
            index, stop = place[uintp(depth)], first[uintp(square + 1)]
    place[depth] = index
    return status, depth, nodes


@inlined
def _sort_choices(first: Any, heads: Any, free: Any, square: Any, choices: Any) -> None:
    """Sort the free neighbours by how many free neighbours each has; behind them goes the square itself, which is not free."""
    begin = end = first[uintp(square)]
    for index in range(begin, first[uintp(square + 1)]):
        near = heads[uintp(index)]
        choices[uintp(index)] = square
        if free[uintp(near)]:
            degree = 0
            for other in range(first[uintp(near)], first[uintp(near + 1)]):
                degree += free[uintp(heads[uintp(other)])]
            at = end
            while at > begin and (choices[uintp(at - 1)] >> 32) > degree:
                choices[uintp(at)] = choices[uintp(at - 1)]
                at -= 1
            choices[uintp(at)] = (degree << 32) | near
            end += 1
    for at in range(begin, end):
        choices[uintp(at)] &= 0xFFFFFFFF

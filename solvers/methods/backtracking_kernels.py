"""Compiled versions of the solvers `backtracking` and `warnsdorff-backtracking`.

The path begins at depth 0 with an artificial root, which is not a square. The number of the root is one higher than that of the
last square. Its neighbours are the possible starts. So the choice of a start needs no code of its own. The squares of the path
are at the depths 1, 2, …
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from graphs.leapers import MoveOrder
from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.compiling import inlined, jit_in_place
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.methods.arrays import adjacency_arrays

EXHAUSTED, FOUND, PAUSED = 0, 1, 2
"""Results of `search_by_backtracking`; PAUSED means that the budget must be checked."""
SLICE = 2**24  # approximate number of neighbours inspected between two checks of the clock (some hundredths of a second)


Search = namedtuple("Search", "first heads choices degree free may_end path place")
"""The state of a search, in arrays.

Attributes
----------
first, heads : numpy.ndarray
    The neighbours of square i are `heads[first[i]:first[i + 1]]`, in the move order.
choices : numpy.ndarray
    The squares to try after square i, at the same indices as in `heads`. For `backtracking`, this is `heads` itself. For
    `warnsdorff-backtracking`, it is an array into which the search writes the free neighbours, sorted by Warnsdorff's rule.
degree : numpy.ndarray
    Scratch space of `warnsdorff-backtracking`: the number of free neighbours of each square that is written to `choices`.
free : numpy.ndarray
    For each square, True if it is neither on the path nor the given end, which is added after the search.
may_end : numpy.ndarray
    For each square, whether it may be the last one that the search places: True only for neighbours of the start of a closed
    tour, or of a given end; True for all squares in other problems.
path : numpy.ndarray
    The square at each depth.
place : numpy.ndarray
    For each depth, the index in `choices` of the next square to try.
"""


def run(problem: Problem, meter: Meter, *, move_order: MoveOrder, fewest_first: bool) -> Outcome:
    adjacency = adjacency_arrays(problem, move_order, meter)
    start, end = adjacency.ends
    last = [] if end in (None, start) else [end]  # not free until all other squares are placed
    if start is None and problem.closed:
        start = 0
    starts = np.arange(problem.size) if start is None else [start]
    beside = start if problem.closed else last[0] if last else None
    heads = np.concatenate([adjacency.heads, starts]).astype(np.uint32)
    first = np.append(adjacency.first, len(heads)).astype(np.uint32)
    free, may_end = np.ones(problem.size, np.bool_), np.full(problem.size, beside is None)
    free[last] = False
    if beside is not None:
        may_end[heads[first[beside] : first[beside + 1]]] = True
    degree, path, place = np.zeros((3, problem.size + 2), np.uint32)
    path[0], place[0] = problem.size, first[problem.size]
    state = Search(first, heads, heads.copy() if fewest_first else heads, degree, free, may_end, path, place)
    between = 1 + SLICE // (1 + int(np.diff(adjacency.first).max())) ** (2 if fewest_first else 1)
    length, depth, nodes, status = problem.size - len(last), 0, 0, PAUSED
    while status == PAUSED:
        pause = meter.more(nodes, between)
        status, depth, nodes = search_by_backtracking(state, depth, nodes, length, pause, fewest_first)
    if status == EXHAUSTED:
        return Outcome.impossible(nodes, f"the search is exhausted after {plural(nodes, 'node')}")
    if last and nodes == pause:
        meter.more(nodes, between)
    squares = [adjacency.squares[number] for number in [*path[1 : length + 1].tolist(), *last]]
    return Outcome.found(squares, nodes + len(last))


@jit_in_place
def search_by_backtracking(state: Any, depth: int, nodes: int, length: int, pause: int, fewest_first: bool) -> Any:
    """Continue a search until it ends or has `pause` search nodes.

    `length` is the number of squares of a complete path. It does not count a given end, which is added after the search.
    Returns the status, the depth of the last square, and the number of search nodes.
    """
    first, heads, choices, degree, free, may_end, path, place = state
    square = path[depth]
    index, stop = place[depth], first[square + 1]
    status = PAUSED
    while True:
        if index < stop:
            near = choices[index]
            if free[near]:
                if nodes == pause:
                    break
                nodes += 1
                index += 1
                if depth + 1 < length:
                    place[depth] = index
                    depth += 1
                    path[depth] = near
                    square = near
                    free[near] = False
                    if fewest_first:
                        _sort_choices(first, heads, free, near, choices, degree)
                    index, stop = first[near], first[near + 1]
                elif may_end[near]:
                    path[depth + 1] = near
                    status = FOUND
                    break
            else:
                index += 1
        elif depth == 0:
            status = EXHAUSTED
            break
        else:
            free[square] = True
            depth -= 1
            square = path[depth]
            index, stop = place[depth], first[square + 1]
    place[depth] = index
    return status, depth, nodes


@inlined
def _sort_choices(first: Any, heads: Any, free: Any, square: Any, choices: Any, degree: Any) -> None:
    """Sort the free neighbours of a square by Warnsdorff's rule.

    They are written to `choices` from index `first[square]` onwards. The remaining entries up to `first[square + 1]` are filled
    with the square itself, which the search skips because it is not free.
    """
    begin = end = first[square]
    for index in range(begin, first[square + 1]):
        near = heads[index]
        choices[index] = square
        if free[near]:
            degree[near] = 0
            for other in range(first[near], first[near + 1]):
                degree[near] += free[heads[other]]
            at = end
            while at > begin and degree[choices[at - 1]] > degree[near]:
                choices[at] = choices[at - 1]
                at -= 1
            choices[at] = near
            end += 1

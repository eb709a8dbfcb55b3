"""The walk of `solvers.methods.warnsdorff_repair` on compressed adjacency: the same walk, turn for turn, draw for draw."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from solvers.methods.compiled.jit import inlined, jit, jit_inner
from solvers.methods.compiled.random_numbers import below

__all__ = [
    "COMPLETE",
    "COUNTERS",
    "FREE",
    "KEPT",
    "LENGTH",
    "NODES",
    "NOT_YET",
    "NO_MORE",
    "PAUSED",
    "PUT_ASIDE",
    "TURNS",
    "WORK",
    "State",
    "walk_and_turn",
]

FAILED, COMPLETE, PAUSED = 0, 1, 2
FREE, KEPT, ASIDE = -1, -2, -3
LENGTH, NODES, TURNS, PUT_ASIDE, SWEPT, NEAREST, IDLE, WORK, COUNTERS = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Indices of the counters: length of the path, nodes, turns left, the square put aside (or NOT_YET or NO_MORE), whether the
distances hold, the least of them that a turn reached, turns since then, work until the next pause; last their number."""
NOT_YET, NO_MORE = -1, -2
PATIENCE, FAR = 50, 1 << 30
"""As in `solvers.methods.warnsdorff_repair`."""


class State(NamedTuple):
    """A walk as arrays of 64-bit integers. Where nothing else is said, an array holds one number for each square.

    Attributes
    ----------
    first, heads : the adjacency: the neighbours of square i are heads[first[i]] to heads[first[i + 1] - 1].
    ranks : breaks ties of the rule: the lowest goes first.
    degree : the number of free neighbours.
    place : the index on the path, or FREE, KEPT or ASIDE.
    path : the squares in their order, with room for the end, which is visited last.
    goal : booleans: whether a path of all squares may end there.
    distance, queue : two numbers for each square, for the search of distances.
    counters : see LENGTH to WORK above.
    random : one unsigned number, the state of the random generator.
    """

    first: Any
    heads: Any
    ranks: Any
    degree: Any
    place: Any
    path: Any
    goal: Any
    distance: Any
    queue: Any
    counters: Any
    random: Any


@inlined
def _any(some: Any, count: Any, random: Any) -> Any:
    return some[below(random, count)] if count > 1 else some[0]


@inlined
def _change_degrees(walk: Any, square: Any, change: Any) -> None:
    for index in range(walk.first[square], walk.first[square + 1]):
        walk.degree[walk.heads[index]] += change


@jit_inner
def _free_neighbour(walk: Any, by_rank: bool, some: Any) -> int:
    """Return the neighbour of the end that the rule chooses, or -1."""
    last = walk.path[walk.counters[LENGTH] - 1]
    fewest, lowest, count = FAR, np.int64(0), 0
    for index in range(walk.first[last], walk.first[last + 1]):
        near = walk.heads[index]
        if walk.place[near] == FREE and walk.degree[near] <= fewest:
            rank = walk.ranks[near] if by_rank else np.int64(0)
            if walk.degree[near] < fewest or rank < lowest:
                fewest, lowest, count = walk.degree[near], rank, 0
            if rank == lowest:
                some[count] = near
                count += 1
    return _any(some, count, walk.random) if count else -1


@jit_inner
def _sweep(walk: Any, whole: int) -> None:
    """Find the distances to where the end is needed, by an even number of moves and, in the second half, by an odd one."""
    size, length, distance, queue = walk.place.size, walk.counters[LENGTH], walk.distance, walk.queue
    distance[:] = FAR
    tail = 0
    for index in range(length):
        square = walk.path[index]
        if walk.goal[square] if length == whole else walk.degree[square] > 0:
            distance[square] = 0
            queue[tail] = square
            tail += 1
    head = 0
    while head < tail:
        state = queue[head]
        head += 1
        square, other_parity = (state, size) if state < size else (state - size, 0)
        for index in range(walk.first[square], walk.first[square + 1]):
            other = walk.heads[index] + other_parity
            if distance[other] == FAR:
                distance[other] = distance[state] + 1
                queue[tail] = other
                tail += 1


@jit_inner
def _turn(walk: Any, whole: int, some: Any) -> bool:
    """Make one turn; return False where there is none."""
    path, place, length = walk.path, walk.place, walk.counters[LENGTH]
    last = path[length - 1]
    turns = 0
    for index in range(walk.first[last], walk.first[last + 1]):
        behind = place[walk.heads[index]] + 1
        if 1 <= behind < length - 1:
            some[turns] = behind
            turns += 1
    if turns == 0:
        return False
    counters = walk.counters
    if not counters[SWEPT]:
        _sweep(walk, whole)
        counters[SWEPT], counters[NEAREST], counters[IDLE] = 1, FAR, 0
        counters[WORK] -= 4 * place.size
    nearest = np.int64(FAR)
    for index in range(turns):
        nearest = min(nearest, walk.distance[path[some[index]]])
    counters[IDLE] = 0 if nearest < counters[NEAREST] else counters[IDLE] + 1
    counters[NEAREST] = min(nearest, counters[NEAREST])
    led = nearest < walk.distance[last] or below(walk.random, 2) > 0
    if led and below(walk.random, 16) > 0:
        count = 0
        for index in range(turns):
            if walk.distance[path[some[index]]] == nearest:
                some[count] = some[index]
                count += 1
        turns = count
    first = _any(some, turns, walk.random)
    _reverse(path, place, first, length - 1)
    counters[WORK] -= (length - first) // 4
    return True


@jit_inner
def _reverse(path: Any, place: Any, left: int, right: int) -> None:
    while left < right:
        path[left], path[right] = path[right], path[left]
        place[path[left]], place[path[right]] = left, right
        left += 1
        right -= 1
    if left == right:
        place[path[left]] = left


@jit
def walk_and_turn(walk: Any, whole: int, by_rank: bool, pause: int) -> int:
    """Walk on until the tour is complete, the turns are used up, `pause` nodes are placed, or it is time to look at the clock.

    The clock is looked at when the counter WORK is used up. It counts in units of about 10 ns, because one turn of a long
    path takes as long as thousands of steps. `whole` is the length of the path when it is complete.
    """
    some = np.empty(256, np.int64)
    place, path, counters = walk.place, walk.path, walk.counters
    while counters[TURNS] > 0:
        length = counters[LENGTH]
        last, aside = path[length - 1], counters[PUT_ASIDE]
        if length == whole and walk.goal[last]:
            return COMPLETE
        if counters[NODES] >= pause or counters[WORK] <= 0:
            return PAUSED
        counters[WORK] -= 8
        if aside >= 0 and length == whole - 1:
            place[aside] = FREE
            _change_degrees(walk, aside, 1)
            counters[PUT_ASIDE], counters[SWEPT] = NO_MORE, 0
        chosen = _free_neighbour(walk, by_rank, some)
        if chosen >= 0:
            place[chosen], path[length] = length, chosen
            _change_degrees(walk, chosen, -1)
            counters[LENGTH] += 1
            counters[NODES] += 1
            counters[SWEPT] = 0
            continue
        counters[TURNS] -= 1
        patient = counters[PUT_ASIDE] != NOT_YET or not counters[SWEPT] or counters[IDLE] < PATIENCE
        if patient and _turn(walk, whole, some):
            counters[NODES] += 1
        elif counters[PUT_ASIDE] == NOT_YET and length > 1:
            place[last] = ASIDE
            counters[PUT_ASIDE], counters[SWEPT] = last, 0
            counters[LENGTH] -= 1
        else:
            return FAILED
    return FAILED

"""The walk of `solvers.repair`, on compressed adjacency: the same walk, turn for turn."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

__all__ = ["COMPLETE", "FAILED", "PAUSED", "walk_and_turn"]

FAILED, COMPLETE, PAUSED = 0, 1, 2
FREE = -1
LENGTH, NODES, TURNS = 0, 1, 2


@njit(inline="always")
def _below(state: Any, limit: Any) -> Any:
    """`solvers.draws.Draws.below`."""
    state[0] += uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
    return (np.int64((mixed ^ (mixed >> uint64(31))) >> uint64(32)) * limit) >> 32


@njit(cache=True, nogil=True)
def walk_and_turn(
    first: Any, heads: Any, degree: Any, place: Any, path: Any, goal: Any, whole: int, counters: Any, state: Any, pause: int
) -> int:
    """Walk on until the tour is complete, the turns are used up, or `pause` nodes are placed.

    `goal` tells for each square whether the tour may end there; `whole` is the length of the path when it is complete;
    `counters` holds the length of the path, the nodes, and the turns left.
    """
    some = np.empty(256, np.int64)
    while counters[TURNS] > 0:
        length = counters[LENGTH]
        last = path[length - 1]
        if length == whole and goal[last]:
            return COMPLETE
        if counters[NODES] >= pause:
            return PAUSED
        fewest, count = np.int64(1) << 60, 0
        for index in range(first[last], first[last + 1]):
            near = heads[index]
            if place[near] == FREE:
                if degree[near] < fewest:
                    fewest, count = degree[near], 0
                if degree[near] == fewest:
                    some[count] = near
                    count += 1
        if count > 0:
            chosen = some[_below(state, count)] if count > 1 else some[0]
            place[chosen] = length
            path[length] = chosen
            for index in range(first[chosen], first[chosen + 1]):
                degree[heads[index]] -= 1
            counters[LENGTH] += 1
            counters[NODES] += 1
            continue
        helpful = 0
        for index in range(first[last], first[last + 1]):
            behind = place[heads[index]] + 1
            if 1 <= behind < length - 1:
                new_last = path[behind]
                good = degree[new_last] > 0 if length < whole else goal[new_last]
                if good and helpful == 0:
                    count = 0
                    helpful = 1
                if good or helpful == 0:
                    some[count] = behind
                    count += 1
        if count == 0:
            return FAILED
        left = some[_below(state, count)] if count > 1 else some[0]
        right = length - 1
        while left < right:
            path[left], path[right] = path[right], path[left]
            place[path[left]], place[path[right]] = left, right
            left += 1
            right -= 1
        if left == right:
            place[path[left]] = left
        counters[TURNS] -= 1
        counters[NODES] += 1
    return FAILED

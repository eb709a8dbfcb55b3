"""The twin of the search of `solvers.methods.backtracking`, on arrays: the same squares in the same order.

Each kernel goes on from the given state until it has found a tour, has exhausted the search, or has placed a given number
of nodes. At depth 0 stands a root, numbered after the last square, whose neighbours are the starts. At every other depth
stands a square of the path.

State
-----
first, heads : the neighbours of square i are `heads[first[i]:first[i + 1]]`, in the move order.
may_end : whether a square may be the last one that the kernel places.
length : the number of squares of a complete path.
free : which squares are free: an array of booleans.
path : the square at each depth.
place : for each depth, where in `heads` (or in `choices`) the next neighbour to try stands.
counters : the depth, and the nodes placed.
pause : the count of nodes at which to stop.

All numbers have 64 bits. Indices are cast to unsigned ones, which spares numba's check for negative indices: it would cost
a third of the time.
"""

from __future__ import annotations

from typing import Any

from numba import uintp

from solvers.methods.compiled.jit import inlined, jit_in_place

__all__ = ["EXHAUSTED", "FOUND", "PAUSED", "search_fewest_first", "search_in_order"]

EXHAUSTED, FOUND, PAUSED = 0, 1, 2


@jit_in_place
def search_in_order(
    first: Any, heads: Any, may_end: Any, length: int, free: Any, path: Any, place: Any, counters: Any, pause: int
) -> int:
    """Search, trying the neighbours in their order; return a status."""
    depth, nodes = counters[0], counters[1]
    square = path[depth]
    index, stop = place[depth], first[square + 1]
    status = PAUSED
    while True:
        if index < stop:
            near = heads[uintp(index)]
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
    counters[0], counters[1] = depth, nodes
    return status


@jit_in_place
def search_fewest_first(
    first: Any,
    heads: Any,
    may_end: Any,
    length: int,
    free: Any,
    path: Any,
    place: Any,
    counters: Any,
    pause: int,
    choices: Any,
    behind: Any,
) -> int:
    """Search, trying the squares with the fewest free neighbours first.

    `choices` is a stack: for each depth, the squares to try there in their order, and -1 after the last. `behind` says where
    those of each depth end.
    """
    depth, nodes = counters[0], counters[1]
    status = PAUSED
    while True:
        near = choices[place[depth]]
        if near >= 0:
            if nodes == pause:
                break
            nodes += 1
            place[depth] += 1
            if depth + 1 < length:
                depth += 1
                path[depth] = near
                free[near] = False
                place[depth] = behind[depth - 1]
                behind[depth] = _sort_choices(first, heads, free, near, choices, place[depth])
            elif may_end[near]:
                path[depth + 1] = near
                status = FOUND
                break
        elif depth == 0:
            status = EXHAUSTED
            break
        else:
            free[path[depth]] = True
            depth -= 1
    counters[0], counters[1] = depth, nodes
    return status


@inlined
def _sort_choices(first: Any, heads: Any, free: Any, square: Any, choices: Any, base: Any) -> Any:
    """Write the free neighbours into `choices`, sorted by how many free neighbours each has, and -1 after the last.

    Return the place after the -1.
    """
    count = 0
    for index in range(first[square], first[square + 1]):
        near = heads[uintp(index)]
        if free[uintp(near)]:
            degree = 0
            for other in range(first[uintp(near)], first[uintp(near + 1)]):
                degree += free[uintp(heads[uintp(other)])]
            at = count
            while at > 0 and (choices[base + at - 1] >> 32) > degree:
                choices[base + at] = choices[base + at - 1]
                at -= 1
            choices[base + at] = (degree << 32) | near
            count += 1
    for at in range(base, base + count):
        choices[at] &= 0xFFFFFFFF
    choices[base + count] = -1
    return base + count + 1

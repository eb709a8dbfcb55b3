"""The twin of the search of `solvers.methods.backtracking`, on arrays: the same squares in the same order.

At depth 0 stands a root, numbered after the last square, whose neighbours are the starts. At every other depth stands a
square of the path.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uintp

from solvers.jit import inlined, jit_in_place

__all__ = ["EXHAUSTED", "FOUND", "PAUSED", "Search", "search"]

EXHAUSTED, FOUND, PAUSED = 0, 1, 2


class Search(NamedTuple):
    """A search, in arrays. All numbers have 64 bits.

    Attributes
    ----------
    first, heads : the neighbours of square i are `heads[first[i]:first[i + 1]]`, in the move order.
    choices : the squares to try beside square i, in the same places: `heads` itself, or room to sort them by the rule.
    free : whether a square is free.
    may_end : whether a square may be the last one that the kernel places.
    path : the square at each depth.
    place : for each depth, where in `choices` the next square to try stands.
    counters : the depth, and the nodes placed.
    """

    first: Any
    heads: Any
    choices: Any
    free: Any
    may_end: Any
    path: Any
    place: Any
    counters: Any


@jit_in_place
def search(state: Any, length: int, pause: int, fewest_first: bool) -> int:
    """Search on until a tour is found, the search is exhausted, or `pause` nodes are placed; return which of these.

    Indices are cast to unsigned ones, which spares numba's check for negative indices: it would cost a third of the time.

    Parameters
    ----------
    length : the number of squares of a complete path.
    fewest_first : try the squares with the fewest free neighbours first.
    """
    first, heads, choices, free, may_end, path, place, counters = state
    depth, nodes = counters
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
    counters[0], counters[1] = depth, nodes
    return status


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

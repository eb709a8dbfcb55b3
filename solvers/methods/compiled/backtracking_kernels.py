"""The twin of the search of `solvers.methods.backtracking`, on arrays: the same squares in the same order.

Each kernel goes on from the given state until it has found a tour, has exhausted the search, or has placed a given number
of nodes. At depth 0 stands a root, numbered after the last square, whose neighbours are the starts. At every other depth
stands a square of the path.

State
-----
first, heads : the neighbours of square i are `heads[first[i]:first[i + 1]]`, in the move order.
may_end : whether a square may be the last one that the kernel places.
length : the number of squares of a complete path.
free : which squares are free: an array of booleans or, for up to 64 squares, the bits of one number.
path : the square at each depth.
place : for each depth, where in `heads` (or in `choices`) the next neighbour to try stands.
counters : the depth, and the nodes placed.
pause : the count of nodes at which to stop.

All numbers have 64 bits. Indices are cast to unsigned ones, which spares numba's check for negative indices: it would cost
a third of the time.
"""

from __future__ import annotations

from typing import Any

from numba import uint64, uintp

from solvers.methods.compiled.jit import inlined, jit

__all__ = ["EXHAUSTED", "FOUND", "PAUSED", "search_fewest_first", "search_in_order", "search_in_order_bits"]

EXHAUSTED, FOUND, PAUSED = 0, 1, 2


@jit
def search_in_order(
    first: Any, heads: Any, may_end: Any, length: int, free: Any, path: Any, place: Any, counters: Any, pause: int
) -> Any:
    """Search, trying the neighbours in their order; `free` is an array. Return a status, and `free`."""
    return _search(_is_true, _negated, first, heads, may_end, length, free, path, place, counters, pause)


@jit
def search_in_order_bits(
    first: Any, heads: Any, may_end: Any, length: int, free: Any, path: Any, place: Any, counters: Any, pause: int
) -> Any:
    """Search as `search_in_order`; `free` is one number."""
    return _search(_is_set, _flipped, first, heads, may_end, length, free, path, place, counters, pause)


@inlined
def _search(
    is_free: Any,
    flipped: Any,
    first: Any,
    heads: Any,
    may_end: Any,
    length: Any,
    free: Any,
    path: Any,
    place: Any,
    counters: Any,
    pause: Any,
) -> Any:
    """Search, trying the neighbours in their order, for one way of keeping the free squares."""
    depth, nodes = counters[0], counters[1]
    square = path[depth]
    index, stop = place[depth], first[square + 1]
    status = PAUSED
    while True:
        if index < stop:
            near = heads[uintp(index)]
            if is_free(free, near):
                if nodes == pause:
                    break
                nodes += 1
                index += 1
                if depth + 1 < length:
                    place[uintp(depth)] = index
                    depth += 1
                    path[uintp(depth)] = near
                    square = near
                    free = flipped(free, near)
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
            free = flipped(free, square)
            depth -= 1
            square = path[uintp(depth)]
            index, stop = place[uintp(depth)], first[uintp(square + 1)]
    place[depth] = index
    counters[0], counters[1] = depth, nodes
    return status, free


@inlined
def _is_set(word: Any, square: Any) -> Any:
    return (word >> uint64(square)) & uint64(1)


@inlined
def _flipped(word: Any, square: Any) -> Any:
    return word ^ (uint64(1) << uint64(square))


@inlined
def _is_true(free: Any, square: Any) -> Any:
    return free[uintp(square)]


@inlined
def _negated(free: Any, square: Any) -> Any:
    free[uintp(square)] = not free[uintp(square)]
    return free


@jit
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
) -> Any:
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
    return status, free


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

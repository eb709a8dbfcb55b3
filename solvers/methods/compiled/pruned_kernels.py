"""The twin of the search of `solvers.methods.pruned`, on arrays: the same squares in the same order.

The kernel goes on from the given state until its block of tours is full, the search is exhausted, the node limit is reached, or
it is time to look at the clock.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64, uintp

from solvers.methods.compiled.jit import inlined, jit, jit_in_place
from solvers.methods.compiled.required_edges_kernels import (
    COUNT,
    DELETED,
    OPEN,
    REQUIRED,
    TRAIL,
    Edges,
    delete,
    has_cut_vertex,
    require,
    settle,
    undo,
)

__all__ = [
    "COUNTERS",
    "DEPTH",
    "EXHAUSTED",
    "FULL",
    "IN_BLOCK",
    "NODES",
    "PAUSED",
    "TOURS",
    "WORK",
    "Search",
    "begin",
    "search_tours",
    "two_colours",
]

EXHAUSTED, FULL, PAUSED = 0, 1, 2
DEPTH, NODES, TOURS, IN_BLOCK, WORK, COUNTERS = 0, 1, 2, 3, 4, 5
"""Indices of the counters: the place of the last vertex on the path; nodes; tours found; tours in the block; and the work that
is left until the next look at the clock, in units of some nanoseconds. COUNTERS is how many there are."""
FRESH, CAME_BACK, CHECKED = 0, 1, 2
"""How far the search is with a vertex of the path: what `came_back` and `checked` say in the textbook."""


class Search(NamedTuple):
    """The state of a search. The arrays hold 64-bit integers, unless another type is named.

    Attributes
    ----------
    path, mark, nodes, tours, hashed, progress : for each place of the path: the vertex; what the textbook's `_Step` calls mark,
        nodes, tours and hash; and FRESH, CAME_BACK or CHECKED.
    choices : a stack of indices into `Edges.heads`: for each place of the path, the vertices to try behind it.
    next_choice, choices_end : for each place of the path: where in `choices` its next choice is, and where they end.
    on_path : booleans: for each vertex, whether it is on the path.
    visited : the same as the bits of unsigned words.
    keys : see `zobrist_keys`.
    table : for each slot the words of `visited`, and behind them the last vertex + 1; 0 is an empty slot.
    colours : for each square its colour; empty where there are no two colours.
    is_end : booleans: for each vertex, whether it is the given end.
    block, block_nodes : the tours found, and the number of nodes at each.
    counters : see DEPTH to WORK above.
    """

    path: Any
    mark: Any
    nodes: Any
    tours: Any
    hashed: Any
    progress: Any
    choices: Any
    next_choice: Any
    choices_end: Any
    on_path: Any
    visited: Any
    keys: Any
    table: Any
    colours: Any
    is_end: Any
    block: Any
    block_nodes: Any
    counters: Any


@jit_in_place
def begin(edges: Edges, search: Search, root: int, start: int, end: int, fewest_first: bool) -> bool:
    """Apply the rules to the problem and place the root; return False where that shows that there is no tour.

    A start or an end of -1 is none.
    """
    if not settle(edges):
        return False
    squares = search.block.shape[1]
    is_open = root == squares
    if end >= 0 and not require(edges, edges.edge[edges.first[root] + end]):
        return False
    if search.colours.size:
        more = 2 * search.colours.sum() - squares
        if more != 0 and not (is_open and abs(more) == 1 and _end_only_on(edges, search, root, 1 if more > 0 else 0, -1)):
            return False
    search.counters[DEPTH] = -1
    search.counters[NODES] = 0 if is_open else 1
    _place(edges, search, root, edges.counters[TRAIL], fewest_first)
    if is_open and start >= 0:
        search.choices[0] = edges.first[root] + start
        search.choices_end[0] = 1
    return True


@jit_in_place
def search_tours(
    edges: Edges, search: Search, fewest_first: bool, one_direction: bool, slots: int, least_nodes: int, limit: int
) -> int:
    """Search on, and return how it stopped: EXHAUSTED; FULL, the block of tours; PAUSED, at the node limit or for the clock."""
    counters, next_choice = search.counters, search.next_choice
    vertices, root = edges.left.size, search.path[0]
    while counters[DEPTH] >= 0:
        if counters[WORK] <= 0:
            return PAUSED
        depth = counters[DEPTH]
        head = search.path[depth]
        if next_choice[depth] == search.choices_end[depth]:
            _take_back(edges, search, one_direction, slots, least_nodes)
            continue
        arc = search.choices[next_choice[depth]]
        near, edge = edges.heads[uintp(arc)], edges.edge[uintp(arc)]
        if edges.state[uintp(edge)] == DELETED:
            next_choice[depth] += 1
            continue
        if search.progress[depth] == CAME_BACK and depth > 0:
            search.progress[depth] = CHECKED
            counters[WORK] -= 4 * edges.heads.size
            if has_cut_vertex(edges, head, root, search.on_path, vertices - depth - 1):
                next_choice[depth] = search.choices_end[depth]
                continue
        if counters[NODES] == limit:
            return PAUSED
        next_choice[depth] += 1
        counters[NODES] += 1
        mark = edges.counters[TRAIL]
        good = _may_place(edges, search, root, depth, near, edge, slots)
        counters[WORK] -= 8 + edges.counters[TRAIL] - mark
        if not good:
            undo(edges, mark)
            _delete_first_step(edges, search, edge)
        elif edges.counters[COUNT] < vertices:
            _place(edges, search, near, mark, fewest_first)
        elif counters[NODES] + vertices - depth - 2 > limit:
            counters[NODES] = limit
            return PAUSED
        else:
            counters[NODES] += vertices - depth - 2
            _write_tour(edges, search, near)
            undo(edges, mark)
            if one_direction:
                _delete_first_step(edges, search, edge)
            if counters[IN_BLOCK] == search.block.shape[0]:
                return FULL
    return EXHAUSTED


@inlined
def _may_place(edges: Any, search: Any, root: Any, depth: Any, near: Any, edge: Any, slots: Any) -> Any:
    if edges.state[uintp(edge)] == OPEN:
        if slots > 0:
            bit = uint64(1) << uint64(near & 63)
            search.visited[near >> 6] ^= bit
            slot = (search.hashed[depth] ^ search.keys[near] ^ search.keys[edges.left.size + near]) & (slots - 1)
            refuted = _is_in_table(search, slot, near)
            search.visited[near >> 6] ^= bit
            if refuted:
                return False
        if not require(edges, edge):
            return False
    squares = search.block.shape[1]
    if depth > 0 or root != squares or search.colours.size == 0 or squares % 2 == 1:
        return True
    return _end_only_on(edges, search, root, 1 - search.colours[near], near)


@inlined
def _is_in_table(search: Any, slot: Any, last: Any) -> Any:
    words = search.visited.size
    same = search.table[slot, words] == uint64(last + 1)
    word = 0
    while same and word < words:
        same = search.table[slot, word] == search.visited[word]
        word += 1
    return same


@jit_in_place
def _end_only_on(edges: Edges, search: Search, root: int, colour: int, start: int) -> bool:
    """Delete the edges of the apex to squares of the other colour, but keep the edge to the start."""
    for index in range(edges.first[root], edges.first[root + 1]):
        square = edges.heads[index]
        if search.colours[square] != colour and square != start and not delete(edges, edges.edge[index]):
            return False
    return True


@inlined
def _place(edges: Any, search: Any, vertex: Any, mark: Any, fewest_first: Any) -> None:
    counters = search.counters
    depth = counters[DEPTH] + 1
    counters[DEPTH] = depth
    search.on_path[vertex] = True
    search.visited[vertex >> 6] ^= uint64(1) << uint64(vertex & 63)
    search.path[depth], search.mark[depth], search.progress[depth] = vertex, mark, FRESH
    search.nodes[depth], search.tours[depth] = counters[NODES], counters[TOURS]
    search.hashed[depth] = (search.hashed[depth - 1] if depth > 0 else int64(0)) ^ search.keys[vertex]
    base = search.choices_end[depth - 1] if depth > 0 else int64(0)
    sort = fewest_first and vertex < search.block.shape[1]
    search.next_choice[depth], search.choices_end[depth] = base, _write_choices(edges, search, vertex, base, sort)


@inlined
def _write_choices(edges: Any, search: Any, vertex: Any, base: Any, fewest_first: Any) -> Any:
    """Write the choices after a vertex on the stack, those with the fewest free neighbours first; return where they end."""
    stop = base
    for index in range(edges.first[uintp(vertex)], edges.first[uintp(vertex + 1)]):
        near = edges.heads[uintp(index)]
        if search.on_path[uintp(near)] or edges.state[uintp(edges.edge[uintp(index)])] == DELETED:
            continue
        if near >= search.block.shape[1]:
            continue
        at, entry = stop, index
        if fewest_first:
            entry |= _free_neighbours(edges, search, near) << 32
            while at > base and (search.choices[at - 1] >> 32) > (entry >> 32):
                search.choices[at] = search.choices[at - 1]
                at -= 1
        search.choices[at] = entry
        stop += 1
    for at in range(base, stop if fewest_first else base):
        search.choices[at] &= 0xFFFFFFFF
    return stop


@jit_in_place
def _free_neighbours(edges: Edges, search: Search, vertex: int) -> int:
    free = 0
    for index in range(edges.first[vertex], edges.first[vertex + 1]):
        other = edges.heads[index]
        free += other < search.block.shape[1] and not search.on_path[other] and not search.is_end[other]
    return free


@inlined
def _write_tour(edges: Any, search: Any, near: Any) -> None:
    """Write the path into the block, and behind it the other squares, along the required edges."""
    counters, squares = search.counters, search.block.shape[1]
    row = search.block[counters[IN_BLOCK]]
    skipped = edges.left.size - squares  # the apex
    depth = counters[DEPTH]
    for at in range(skipped, depth + 1):
        row[at - skipped] = search.path[at]
    before, last = search.path[depth], near
    for at in range(depth + 1 - skipped, squares):
        row[at] = last
        for index in range(edges.first[uintp(last)], edges.first[uintp(last + 1)]):
            onward = edges.heads[uintp(index)]
            if edges.state[uintp(edges.edge[uintp(index)])] == REQUIRED and onward != before:
                before, last = last, onward
                break
    search.block_nodes[counters[IN_BLOCK]] = counters[NODES]
    counters[IN_BLOCK] += 1
    counters[TOURS] += 1


@inlined
def _take_back(edges: Any, search: Any, one_direction: Any, slots: Any, least_nodes: Any) -> None:
    """Take the last vertex back. If its search found no tour, keep the state in the table.

    In one direction, a first step is deleted when all tours that begin with it are found: those that end with it are the same
    tours backwards.
    """
    counters = search.counters
    depth = counters[DEPTH]
    vertex = search.path[depth]
    without_tour = search.tours[depth] == counters[TOURS]
    if slots > 0 and without_tour and counters[NODES] - search.nodes[depth] >= least_nodes:
        slot = (search.hashed[depth] ^ search.keys[edges.left.size + vertex]) & (slots - 1)
        for word in range(search.visited.size):
            search.table[slot, word] = search.visited[word]
        search.table[slot, search.visited.size] = uint64(vertex + 1)
        counters[WORK] -= search.visited.size
    search.on_path[vertex] = False
    search.visited[vertex >> 6] ^= uint64(1) << uint64(vertex & 63)
    undo(edges, search.mark[depth])
    counters[DEPTH] = depth - 1
    if depth > 0 and without_tour:
        search.progress[depth - 1] = max(search.progress[depth - 1], CAME_BACK)
    if depth > 0 and (without_tour or one_direction):
        _delete_first_step(edges, search, edges.edge[search.choices[search.next_choice[depth - 1] - 1]])


@inlined
def _delete_first_step(edges: Any, search: Any, edge: Any) -> None:
    """Delete an edge that goes on from the root, for no tour is left that comes back by it; keep any other edge."""
    if search.counters[DEPTH] == 0 and not delete(edges, edge):
        search.next_choice[0] = search.choices_end[0]


@jit
def two_colours(first: Any, heads: Any) -> Any:
    """Return a colour, 0 or 1, for each square, or an empty array if two colours are too few."""
    size = first.size - 1
    colours = np.full(size, -1, np.int64)
    queue = np.empty(size, np.int64)
    for begun in range(size):
        if colours[begun] < 0:
            colours[begun] = 0
            queue[0] = begun
            head, tail = 0, 1
            while head < tail:
                square = queue[head]
                head += 1
                for index in range(first[square], first[square + 1]):
                    other = heads[index]
                    if colours[other] < 0:
                        colours[other] = 1 - colours[square]
                        queue[tail] = other
                        tail += 1
                    elif colours[other] == colours[square]:
                        return colours[:0]
    return colours

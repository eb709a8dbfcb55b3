"""The twin of the search of `solvers.methods.pruned`, on arrays: the same squares in the same order.

The kernel goes on from the given state until its block of tours is full, the search is exhausted, the node limit is reached, or
it is time to look at the clock.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64, uintp

from solvers.methods.compiled.jit import jit_in_place, jit_inner, jit_merged
from solvers.methods.compiled.required_edges_kernels import (
    DELETED,
    OPEN,
    REQUIRED,
    Edges,
    delete,
    follow,
    has_cut_vertex,
    require,
    undo,
)
from solvers.methods.pruned import LEAST_NODES

__all__ = ["AT", "EXHAUSTED", "FULL", "PAUSED", "STEP", "UNCOLOURED", "Search", "search_tours"]

EXHAUSTED, FULL, PAUSED = 0, 1, 2
FRESH, CAME_BACK, CHECKED = 0, 1, 2
"""How far the search is with a vertex of the path: what `came_back` and `checked` say in the textbook."""
UNCOLOURED = 2

STEP = np.dtype(
    [(name, "i8") for name in ("vertex", "mark", "nodes", "tours", "hash", "progress", "next_choice", "choices_end")]
)
"""A vertex of the path: the textbook's `_Step`, with FRESH, CAME_BACK or CHECKED, and where in `choices` its choices stand."""
AT = np.dtype(
    [(name, "i8") for name in ("root", "start", "end", "limit", "depth", "nodes", "tours", "in_block", "work")]
    + [(name, "?") for name in ("fewest_first", "one_direction", "has_begun", "has_colours")]
)
"""The question: its root, start and end (-1 means none) and the node limit. The place of the last vertex on the path, or -1;
nodes; tours; tours in the block; and the work until the next look at the clock, in units of some nanoseconds."""


class Search(NamedTuple):
    """The state of a search.

    Attributes
    ----------
    steps : for each place of the path a STEP.
    choices : a stack of indices into `Edges.arcs`: for each place of the path, the arcs to try behind it.
    visited : the vertices of the path as the bits of unsigned words.
    table : for each slot the words of `visited`, and behind them the last vertex + 1; 0 is an empty slot.
    block, block_nodes : the tours found, and the number of nodes at each.
    at : one AT.
    """

    steps: Any
    choices: Any
    visited: Any
    table: Any
    block: Any
    block_nodes: Any
    at: Any


@jit_in_place
def search_tours(edges: Edges, search: Search) -> int:
    """Search on, and return how it stopped: EXHAUSTED; FULL, the block of tours; PAUSED, at the node limit or for the clock."""
    at, now, size = search.at, edges.now, edges.vertices.size - 1
    if not at.has_begun:
        at.has_begun = True
        if not _begin(edges, search):
            return EXHAUSTED
    while at.depth >= 0:
        if at.work <= 0:
            return PAUSED
        step = search.steps[uintp(at.depth)]
        if step.next_choice == step.choices_end:
            _take_back(edges, search)
            continue
        arc = edges.arcs[uintp(search.choices[uintp(step.next_choice)])]
        if edges.edges[uintp(arc.edge)].state == DELETED:
            step.next_choice += 1
            continue
        if step.progress == CAME_BACK and at.depth > 0:
            step.progress = CHECKED
            at.work -= 4 * edges.arcs.size
            if has_cut_vertex(edges, step.vertex, at.root, size - at.depth - 1):
                step.next_choice = step.choices_end
                continue
        if at.nodes == at.limit:
            return PAUSED
        step.next_choice += 1
        at.nodes += 1
        mark = now.changes
        good = _may_place(edges, search, arc.head, arc.edge)
        at.work -= 8 + now.changes - mark
        if not good:
            undo(edges, mark)
            _delete_first_step(edges, search, arc.edge)
        elif now.required < size:
            _place(edges, search, arc.head, mark)
        elif at.nodes + size - at.depth - 2 > at.limit:
            at.nodes = at.limit
            return PAUSED
        else:
            at.nodes += size - at.depth - 2
            _write_tour(edges, search, arc.head)
            undo(edges, mark)
            if at.one_direction:
                _delete_first_step(edges, search, arc.edge)
            if at.in_block == search.block.shape[0]:
                return FULL
    return EXHAUSTED


@jit_inner
def _begin(edges: Edges, search: Search) -> bool:
    """Apply the rules to the problem and place the root; return False where that shows that there is no tour."""
    at, squares = search.at, search.block.shape[1]
    at.has_colours = _has_colours(edges, search)
    first, is_open = edges.vertices[at.root].first, at.root == squares
    if not follow(edges) or (at.end >= 0 and not require(edges, edges.arcs[first + at.end].edge)):
        return False
    if at.has_colours:
        more = -squares
        for square in range(squares):
            more += 2 * edges.vertices[square].colour
        if more != 0 and not (is_open and abs(more) == 1 and _end_only_on(edges, at.root, int64(more > 0), int64(-1))):
            return False
    at.nodes = not is_open
    _place(edges, search, at.root, edges.now.changes)
    if is_open and at.start >= 0:
        search.choices[0] = first + at.start
        search.steps[0].choices_end = 1
    return True


@jit_inner
def _has_colours(edges: Edges, search: Search) -> bool:
    """Give each square a colour, 0 or 1, so that neighbours have different colours; return whether that is possible."""
    vertices, queue, squares = edges.vertices, search.choices, search.block.shape[1]
    for begun in range(squares):
        head = tail = 0
        if vertices[begun].colour == UNCOLOURED:
            vertices[begun].colour = 0
            queue[0] = begun
            tail = 1
        while head < tail:
            square = queue[head]
            head += 1
            for index in range(vertices[square].first, vertices[square + 1].first):
                other = edges.arcs[index].head
                if other < squares and vertices[other].colour == UNCOLOURED:
                    vertices[other].colour = 1 - vertices[square].colour
                    queue[tail] = other
                    tail += 1
                elif other < squares and vertices[other].colour == vertices[square].colour:
                    return False
    return True


@jit_inner
def _may_place(edges: Edges, search: Search, near: int, edge: int) -> bool:
    at, squares = search.at, search.block.shape[1]
    if edges.edges[uintp(edge)].state == OPEN and (_is_refuted(edges, search, near) or not require(edges, edge)):
        return False
    if at.depth > 0 or at.root != squares or not at.has_colours or squares % 2 == 1:
        return True
    return _end_only_on(edges, at.root, 1 - edges.vertices[near].colour, near)


@jit_merged
def _flip(search: Search, vertex: int) -> None:
    search.visited[vertex >> 6] ^= uint64(1) << uint64(vertex & 63)


@jit_merged
def _slot(edges: Edges, search: Search, hashed: int, last: int) -> Any:
    return (hashed ^ edges.vertices[last].last_key) & (search.table.shape[0] - 1)


@jit_merged
def _is_refuted(edges: Edges, search: Search, near: int) -> Any:
    """Return whether the table holds the path with this vertex at its end."""
    if search.table.shape[0] == 0:
        return False
    words, hashed = search.visited.size, search.steps[search.at.depth].hash
    slot = _slot(edges, search, hashed ^ edges.vertices[near].visited_key, near)
    if search.table[slot, words] != uint64(near + 1):
        return False
    _flip(search, near)
    word = 0
    while word < words and search.table[slot, word] == search.visited[word]:
        word += 1
    _flip(search, near)
    return word == words


@jit_inner
def _end_only_on(edges: Edges, root: int, colour: Any, start: Any) -> bool:
    """Delete the edges of the apex to squares of the other colour, but keep the edge to the start."""
    for index in range(edges.vertices[root].first, edges.vertices[root + 1].first):
        arc = edges.arcs[index]
        if edges.vertices[arc.head].colour != colour and arc.head != start and not delete(edges, arc.edge):
            return False
    return True


@jit_inner
def _place(edges: Edges, search: Search, vertex: int, mark: int) -> None:
    at, base, hashed = search.at, 0, 0
    if at.depth >= 0:
        base, hashed = search.steps[at.depth].choices_end, search.steps[at.depth].hash
    at.depth += 1
    edges.vertices[vertex].on_path = True
    _flip(search, vertex)
    step = search.steps[at.depth]
    step.vertex, step.mark, step.nodes, step.tours, step.progress = vertex, mark, at.nodes, at.tours, FRESH
    step.hash = hashed ^ edges.vertices[vertex].visited_key
    step.next_choice, step.choices_end = base, _write_choices(edges, search, vertex, base)


@jit_inner
def _write_choices(edges: Edges, search: Search, vertex: int, base: int) -> int:
    """Write the choices after a vertex on the stack, those with the fewest free neighbours first; return where they end."""
    vertices, choices, squares = edges.vertices, search.choices, search.block.shape[1]
    fewest_first = search.at.fewest_first and vertex < squares
    stop = base
    for index in range(vertices[uintp(vertex)].first, vertices[vertex + 1].first):
        arc = edges.arcs[uintp(index)]
        if vertices[uintp(arc.head)].on_path or edges.edges[uintp(arc.edge)].state == DELETED or arc.head >= squares:
            continue
        place, entry = stop, index
        if fewest_first:
            entry |= _free_neighbours(edges, arc.head, squares) << 32
            while place > base and (choices[place - 1] >> 32) > (entry >> 32):
                choices[uintp(place)] = choices[place - 1]
                place -= 1
        choices[uintp(place)] = entry
        stop += 1
    for place in range(base, stop if fewest_first else base):
        choices[uintp(place)] &= 0xFFFFFFFF
    return stop


@jit_inner
def _free_neighbours(edges: Edges, vertex: int, squares: int) -> int:
    free = 0
    for index in range(edges.vertices[vertex].first, edges.vertices[vertex + 1].first):
        other = edges.arcs[index].head
        free += other < squares and not edges.vertices[other].on_path and not edges.vertices[other].is_end
    return free


@jit_inner
def _write_tour(edges: Edges, search: Search, near: int) -> None:
    """Write the path into the block, and behind it the other squares, along the required edges."""
    at, squares = search.at, search.block.shape[1]
    row = search.block[at.in_block]
    skipped = edges.vertices.size - 1 - squares  # the apex
    for place in range(skipped, at.depth + 1):
        row[place - skipped] = search.steps[place].vertex
    before, last = search.steps[at.depth].vertex, near
    for place in range(at.depth + 1 - skipped, squares):
        row[uintp(place)] = last
        for index in range(edges.vertices[uintp(last)].first, edges.vertices[uintp(last + 1)].first):
            arc = edges.arcs[uintp(index)]
            if edges.edges[uintp(arc.edge)].state == REQUIRED and arc.head != before:
                before, last = last, arc.head
                break
    search.block_nodes[at.in_block] = at.nodes
    at.in_block += 1
    at.tours += 1


@jit_inner
def _take_back(edges: Edges, search: Search) -> None:
    """Take the last vertex back. If its search found no tour, keep the state in the table.

    In one direction, a first step is deleted when all tours that begin with it are found: those that end with it are the same
    tours backwards.
    """
    at, words = search.at, search.visited.size
    step = search.steps[at.depth]
    without_tour = step.tours == at.tours
    if search.table.shape[0] > 0 and without_tour and at.nodes - step.nodes >= LEAST_NODES:
        slot = _slot(edges, search, step.hash, step.vertex)
        for word in range(words):
            search.table[slot, word] = search.visited[word]
        search.table[slot, words] = uint64(step.vertex + 1)
        at.work -= words
    edges.vertices[step.vertex].on_path = False
    _flip(search, step.vertex)
    undo(edges, step.mark)
    at.depth -= 1
    if at.depth >= 0:
        before = search.steps[at.depth]
        if without_tour:
            before.progress = max(before.progress, CAME_BACK)
        if without_tour or at.one_direction:
            _delete_first_step(edges, search, edges.arcs[search.choices[before.next_choice - 1]].edge)


@jit_inner
def _delete_first_step(edges: Edges, search: Search, edge: int) -> None:
    """Delete an edge that goes on from the root, for no tour is left that comes back by it; keep any other edge."""
    if search.at.depth == 0 and not delete(edges, edge):
        search.steps[0].next_choice = search.steps[0].choices_end

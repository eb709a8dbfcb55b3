"""The twin of the search of `solvers.methods.pruned`, on arrays: the same squares in the same order.

The kernel goes on from the given state until its block of tours is full, the search is exhausted, the node limit is reached, or
it is time to look at the clock.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import int64, uint64, uintp

from solvers.jit import inlined, jit_in_place, jit_inner, record_of
from solvers.methods.compiled.required_edges_kernels import (
    DELETED,
    NONE,
    OPEN,
    REQUIRED,
    Edges,
    has_cut_vertex,
    settle,
    settle_all,
    undo,
)
from solvers.methods.pruned import LEAST_NODES

__all__ = ["AT", "EXHAUSTED", "FULL", "PAUSED", "STEP", "UNCOLOURED", "Search", "search_tours"]

EXHAUSTED, FULL, PAUSED = 0, 1, 2
UNCOLOURED = 2

STEP = record_of("vertex", "mark", "nodes", "tours", "came_back", "next", "stop")
"""A vertex of the path: the textbook's `_Step`, with the arcs that are left to try after it."""
AT = record_of(
    *("root", "start", "end", "limit", "one_direction", "has_begun", "has_colours"),
    *("depth", "hash", "nodes", "tours", "in_block", "work"),
)
"""The question: its root, the start of an open tour, the end (-1 means none) and the node limit. The place of the last vertex
on the path, or -1; the exclusive or of the keys of the path; nodes; tours; tours in the block; and the work until the next look
at the clock, in units of some nanoseconds."""


class Search(NamedTuple):
    """The state of a search.

    Attributes
    ----------
    steps : for each place of the path a STEP.
    visited : the vertices of the path as the bits of unsigned words.
    table : for each slot the words of `visited` without the last vertex of the path, and this vertex + 1; 0 is an empty slot.
    block, block_nodes : the tours found, and the number of nodes at each.
    at : one AT.
    """

    steps: Any
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
        if step.next == step.stop:
            _take_back(edges, search)
            continue
        index = step.next
        arc = edges.arcs[uintp(index)]
        if arc.state == DELETED or edges.vertices[uintp(arc.head)].on_path:
            step.next += 1
            continue
        if step.came_back == 1 and at.depth > 0:
            step.came_back = 2
            at.work -= 4 * edges.arcs.size
            if has_cut_vertex(edges, step.vertex, at.root, size - at.depth - 1):
                step.next = step.stop
                continue
        if at.nodes == at.limit:
            return PAUSED
        step.next += 1
        at.nodes += 1
        mark = now.changes
        good = _may_place(edges, search, index)
        at.work -= 8 + now.changes - mark
        if not good:
            undo(edges, mark)
            _delete_first_step(edges, search, index)
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
                _delete_first_step(edges, search, index)
            if at.in_block == search.block.shape[0]:
                return FULL
    return EXHAUSTED


@inlined
def _begin(edges: Edges, search: Search) -> bool:
    """Apply the rules to the problem and place the root; return False where that shows that there is no tour."""
    at, squares = search.at, search.block.shape[1]
    is_open = at.root == squares
    at.has_colours = _has_colours(edges, search)
    if not settle_all(edges) or (at.end >= 0 and not settle(edges, edges.vertices[at.root].first + at.end, REQUIRED)):
        return False
    if at.has_colours:
        more = -squares
        for square in range(squares):
            more += 2 * edges.vertices[square].colour
        if more != 0 and not (is_open and abs(more) == 1 and _end_only_on(edges, at.root, int64(more > 0), NONE)):
            return False
    at.nodes = not is_open
    _place(edges, search, at.root, edges.now.changes)
    if is_open and at.start >= 0:
        search.steps[0].next += at.start
        search.steps[0].stop = search.steps[0].next + 1
    return True


@inlined
def _has_colours(edges: Edges, search: Search) -> bool:
    """Give each square a colour, 0 or 1, so that neighbours have different colours; return whether that is possible."""
    vertices, queue, head, tail = edges.vertices, search.steps, 0, 0
    for begun in range(search.block.shape[1]):
        if vertices[begun].colour == UNCOLOURED:
            vertices[begun].colour = 0
            queue[tail].vertex = begun
            tail += 1
        while head < tail:
            square = queue[head].vertex
            head += 1
            for index in range(vertices[square].first, vertices[square + 1].first):
                other = vertices[edges.arcs[index].head]
                if other.colour == UNCOLOURED:
                    other.colour = 1 - vertices[square].colour
                    queue[tail].vertex = edges.arcs[index].head
                    tail += 1
                elif other.colour == vertices[square].colour:
                    return False
    return True


@jit_inner
def _end_only_on(edges: Edges, root: int, colour: Any, start: int) -> bool:
    """Delete the edges of the apex to squares of the other colour, but keep the edge to the start."""
    for index in range(edges.vertices[root].first, edges.vertices[root + 1].first):
        head = edges.arcs[index].head
        if edges.vertices[head].colour != colour and head != start and not settle(edges, index, DELETED):
            return False
    return True


@jit_inner
def _may_place(edges: Edges, search: Search, index: int) -> bool:
    at, arc, squares = search.at, edges.arcs[index], search.block.shape[1]
    if arc.state == OPEN and (_is_refuted(edges, search, arc.head) or not settle(edges, index, REQUIRED)):
        return False
    if at.depth > 0 or at.root < squares or not at.has_colours or squares % 2 == 1:
        return True
    return _end_only_on(edges, at.root, 1 - edges.vertices[arc.head].colour, arc.head)


@inlined
def _is_refuted(edges: Edges, search: Search, near: int) -> bool:
    """Return whether the table holds the path with this vertex at its end."""
    row = search.table[_slot(edges, search, near)]
    if row[search.visited.size] != uint64(near + 1):
        return False
    same = True
    for word in range(search.visited.size):
        same = same and row[word] == search.visited[word]
    return same


@inlined
def _slot(edges: Edges, search: Search, last: int) -> Any:
    """Return the place in the table of the path with one more vertex, its last."""
    here = edges.vertices[last]
    return (search.at.hash ^ here.visited_key ^ here.last_key) & (search.table.shape[0] - 1)


@inlined
def _flip(edges: Edges, search: Search, vertex: int) -> None:
    """Put a vertex on the path, or take it off."""
    edges.vertices[vertex].on_path ^= 1
    search.at.hash ^= edges.vertices[vertex].visited_key
    search.visited[vertex >> 6] ^= uint64(1) << uint64(vertex & 63)


@jit_inner
def _place(edges: Edges, search: Search, vertex: int, mark: int) -> None:
    at = search.at
    at.depth += 1
    _flip(edges, search, vertex)
    step = search.steps[at.depth]
    step.vertex, step.mark, step.nodes, step.tours, step.came_back = vertex, mark, at.nodes, at.tours, 0
    step.next, step.stop = edges.vertices[vertex].first, edges.vertices[vertex + 1].first


@inlined
def _write_tour(edges: Edges, search: Search, near: int) -> None:
    """Write the path into the block, and behind it the other squares, along the required edges."""
    at, squares = search.at, search.block.shape[1]
    row = search.block[at.in_block]
    skipped = edges.vertices.size - 1 - squares  # the apex
    for place in range(skipped, at.depth + 1):
        row[place - skipped] = search.steps[place].vertex
    before, here = search.steps[at.depth].vertex, near
    for place in range(at.depth + 1 - skipped, squares):
        row[uintp(place)] = here
        index = edges.vertices[uintp(here)].first
        while edges.arcs[uintp(index)].state != REQUIRED or edges.arcs[uintp(index)].head == before:
            index += 1
        before, here = here, edges.arcs[uintp(index)].head
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
    _flip(edges, search, step.vertex)
    if without_tour and at.nodes - step.nodes >= LEAST_NODES:
        row = search.table[_slot(edges, search, step.vertex)]
        for word in range(words):
            row[word] = search.visited[word]
        row[words] = step.vertex + 1
        at.work -= words
    undo(edges, step.mark)
    at.depth -= 1
    if at.depth >= 0:
        before = search.steps[at.depth]
        if without_tour:
            before.came_back += 1
        if without_tour or at.one_direction:
            _delete_first_step(edges, search, before.next - 1)


@inlined
def _delete_first_step(edges: Edges, search: Search, index: int) -> None:
    """Delete an edge that goes on from the root, for no tour is left that comes back by it; keep any other edge."""
    if search.at.depth == 0 and not settle(edges, index, DELETED):
        search.steps[0].next = search.steps[0].stop

"""Compiled functions: find edges that each tour must use, and cut vertices.

The reference implementations are `graphs.obstructions.required_edges` and `solvers.methods.pruned`.

Each edge is open, required or deleted. The search finds only closed tours that contain all required edges and no deleted edge.
Each change of an edge from open to required or deleted is stored in a list. For each change in the list, the rules of the
reference implementation are applied to both ends of the edge. This may append further changes. So the order of the changes
differs from that of the reference implementation. In the end, the same edges are required and deleted, or both versions find
that there is no closed tour.

The parameter `search` is always a `solvers.methods.pruned_kernels.Search`.

References
----------
R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from solvers.core.compiling import compiled_record_type, inlined, jit_inner, jit_merged

OPEN, REQUIRED, DELETED, NONE = np.array([0, 1, 2, 2**32 - 1])
"""States of an edge, and NONE for a missing index.

Numba would compile functions again for each Python constant.
"""

VERTEX = compiled_record_type(
    *("first", "stop"),  # its arcs are those from `first` to `stop - 1`
    "left",  # number of its open and required edges
    "mate",  # other end of its path of required edges; itself without required edges; NONE with two required edges
    "on_path",
    "colour",
    *("visited_key", "last_key"),  # see `zobrist_keys`
    "low",  # a number of the check for cut vertices; see `has_cut_vertex`
    *("parent", "place"),  # the vertex from which this check reached it, and the next arc that the check follows from it
    kind=np.uint32,
)
"""A vertex of the graph, and its data in the search."""
ARC = compiled_record_type("tail", "head", "back", "state", kind=np.uint32)
"""One direction of an edge.

`back` is the index of the reverse arc, and `state` is OPEN, REQUIRED or DELETED.
"""
CHANGE = compiled_record_type("arc", "first_end", "last_end", kind=np.uint32)
"""A required or deleted edge.

For a required edge, `first_end` and `last_end` are the ends of its path of required edges.
"""


@inlined
def settle_required_edges(search: Any) -> bool:
    """Apply the rules to all vertices. Return False on a contradiction."""
    mark = search.at.changes
    for vertex in range(search.vertices.size):
        if not _settle_vertex(search, vertex):
            return False
    return _follow(search, mark)


@jit_merged
def settle_required_edge(search: Any, index: Any, state: int) -> Any:
    """Require or delete an edge. Return False on a contradiction.

    The rules are applied to all changes.
    """
    if search.arcs[index].state != OPEN:
        return search.arcs[index].state == state
    mark = search.at.changes
    return _change(search, index, state) and _follow(search, mark)


@jit_merged
def undo_required_edges(search: Any, mark: int) -> None:
    """Undo all changes of edges except the first `mark`."""
    vertices, arcs, at = search.vertices, search.arcs, search.at
    for place in range(at.changes - 1, mark - 1, -1):
        change = search.changes[place]
        arc = arcs[change.arc]
        one, other = vertices[arc.tail], vertices[arc.head]
        if arc.state == DELETED:
            one.left += 1
            other.left += 1
        else:
            at.required -= 1
            vertices[change.first_end].mate, vertices[change.last_end].mate = arc.tail, arc.head
            one.mate, other.mate = change.first_end, change.last_end
        arc.state = arcs[arc.back].state = OPEN
    at.changes = mark


@jit_merged
def _follow(search: Any, place: int) -> bool:
    """Apply the rules to each change from index `place` onwards.

    The rules can append further changes to the list. Return False if they leave no closed tour.
    """
    at = search.at
    while place < at.changes:
        change = search.changes[place]
        arc = search.arcs[change.arc]
        if not (_settle_vertex(search, int64(arc.head)) and _settle_vertex(search, int64(arc.tail))):
            return False
        if arc.state == REQUIRED and at.required < search.vertices.size - 1:
            closing = _open_arc(search, change.first_end, change.last_end)
            if closing != NONE and not _change(search, closing, DELETED):
                return False
        place += 1
    return True


@inlined
def _open_arc(search: Any, one: int, other: int) -> Any:
    """Return the index of an open arc between two vertices, or NONE."""
    for index in range(search.vertices[one].first, search.vertices[one].stop):
        if search.arcs[index].head == other and search.arcs[index].state == OPEN:
            return int64(index)
    return NONE


@jit_merged
def _settle_vertex(search: Any, vertex: Any) -> bool:
    """Apply the rules for required edges to one vertex.

    If it has two required edges, its other edges are deleted. If only two of its edges are not deleted, both are required.

    Return False if these changes leave no closed tour.
    """
    here = search.vertices[vertex]
    if (here.mate == NONE) == (here.left == 2):
        return True
    for index in range(here.first, here.stop):
        if search.arcs[index].state == OPEN and not _change(search, int64(index), DELETED if here.mate == NONE else REQUIRED):
            return False
    return True


@jit_merged
def _change(search: Any, index: Any, state: int) -> Any:
    """Require or delete an open edge. Return False on a contradiction.

    It is a contradiction if a vertex of the edge has fewer than two edges that are not deleted or more than two required
    edges, or if the required edges form a cycle that does not contain all vertices.
    """
    vertices, at, arc = search.vertices, search.at, search.arcs[index]
    one, other = vertices[arc.tail], vertices[arc.head]
    change = search.changes[at.changes]
    change.arc = index
    if state == DELETED:
        one.left -= 1
        other.left -= 1
    elif one.mate == NONE or other.mate == NONE or (one.mate == arc.head and at.required < vertices.size - 1):
        return False
    else:
        one_end, last_end = one.mate, other.mate
        change.first_end, change.last_end = one_end, last_end
        one.mate = other.mate = NONE
        vertices[one_end].mate, vertices[last_end].mate = last_end, one_end
        at.required += 1
    arc.state = search.arcs[arc.back].state = state
    at.changes += 1
    return one.left >= 2 and other.left >= 2


@jit_inner
def has_cut_vertex(search: Any, head: int, root: int, outer: int) -> Any:
    """Return whether the rest of the graph is not biconnected.

    The path from `root` to `head` counts as a single vertex, and `outer` vertices are not on it. Deleted edges are ignored.

    A depth-first search starts at `head` and numbers the vertices from 1 as it reaches them. The `low` of a vertex is the
    lowest number among the neighbours of the vertex and of its descendants in the search tree, except that the parent of a
    vertex is not counted as its neighbour. If the `low` of a vertex is not lower than the number of its parent, and this parent
    is not `head`, the parent is a cut vertex (R. Tarjan, 1972).
    """
    vertices, numbers, vertex, reached = search.vertices, search.numbers, head, 1
    numbers[:] = 0
    numbers[head] = numbers[root] = reached
    vertices[head].place = vertices[head].first
    while True:
        here = vertices[vertex]
        if here.place < here.stop:
            arc = search.arcs[here.place]
            here.place += 1
            near = vertices[arc.head]
            if arc.state == DELETED:
                continue
            if numbers[arc.head] > 0:
                if arc.head != here.parent:
                    here.low = min(here.low, numbers[arc.head])
            elif not near.on_path:
                reached += 1
                numbers[arc.head] = near.low = reached
                near.parent, near.place = vertex, near.first
                vertex = arc.head
        elif here.parent == head:
            return reached <= outer
        elif here.low >= numbers[here.parent]:
            return True
        else:
            vertices[here.parent].low = min(vertices[here.parent].low, here.low)
            vertex = here.parent

"""The twin of `graphs.obstructions.required_edges`, on arrays, and the check for cut vertices of `solvers.methods.pruned`.

Every change of an edge is kept in a list. The rules look at the ends of each new change in turn, and make further changes. So
they are applied in another order than in the textbook, but the same edges are required and deleted in the end, or both find
that there is no closed tour.

References
----------
R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uintp

from solvers.jit import inlined, jit_inner, jit_merged, record_of

__all__ = ["ARC", "CHANGE", "DELETED", "NONE", "OPEN", "REQUIRED", "VERTEX", "has_cut_vertex", "settle", "settle_all", "undo"]

OPEN, REQUIRED, DELETED, NONE = np.array([0, 1, 2, 2**32 - 1])
"""Numbers of numpy: for each plain number that is passed on, numba would compile a kernel once more."""

VERTEX = record_of(
    *("first", "stop"),  # where its arcs begin, and where they end
    "left",  # the number of its open and required edges
    "mate",  # the other end of its path of required edges; NONE inside a path, where it has two of them
    "on_path",
    "colour",
    *("visited_key", "last_key"),  # see `zobrist_keys`
    "low",  # the lowest number that the check for cut vertices saw from there
    *("parent", "place"),  # from where it reached it, and at which arc it is
    kind=np.uint32,
)
ARC = record_of("tail", "head", "back", "state", kind=np.uint32)
"""An edge as one of its ends sees it: this end, the other end, the arc of the same edge there; OPEN, REQUIRED or DELETED."""
CHANGE = record_of("arc", "first_end", "last_end", kind=np.uint32)
"""A change of an edge; if it is required now, also the ends of the path of required edges that it became a part of."""


@inlined
def settle_all(search: Any) -> bool:
    """Apply the rules to the graph as it is; return False where they leave no closed tour."""
    mark = search.at.changes
    for vertex in range(search.vertices.size):
        if not _settle_vertex(search, vertex):
            return False
    return _follow(search, mark)


@jit_merged
def settle(search: Any, index: Any, state: int) -> Any:
    """Require or delete the edge of an arc and apply the rules; return False where they leave no closed tour."""
    if search.arcs[uintp(index)].state != OPEN:
        return search.arcs[uintp(index)].state == state
    mark = search.at.changes
    return _change(search, index, state) and _follow(search, mark)


@jit_merged
def undo(search: Any, mark: int) -> None:
    """Take back all changes after the first `mark` of them, the last one first."""
    vertices, arcs, at = search.vertices, search.arcs, search.at
    for place in range(at.changes - 1, mark - 1, -1):
        change = search.changes[uintp(place)]
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
    """Apply the rules to the ends of each change from a place on; return False where they leave no closed tour."""
    at = search.at
    while place < at.changes:
        change = search.changes[uintp(place)]
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
    """Return the arc from one vertex to another if it is open, else NONE."""
    for index in range(search.vertices[one].first, search.vertices[one].stop):
        if search.arcs[index].head == other and search.arcs[index].state == OPEN:
            return int64(index)
    return NONE


@jit_merged
def _settle_vertex(search: Any, vertex: Any) -> bool:
    """Delete all other edges of a vertex with two required ones; require both edges of one that has no more."""
    here = search.vertices[vertex]
    if (here.mate == NONE) == (here.left == 2):
        return True
    for index in range(here.first, here.stop):
        if search.arcs[index].state == OPEN and not _change(search, int64(index), DELETED if here.mate == NONE else REQUIRED):
            return False
    return True


@jit_merged
def _change(search: Any, index: Any, state: int) -> Any:
    """Require or delete an open edge; return False where a vertex gets too few or too many edges, or a cycle closes early."""
    vertices, at, arc = search.vertices, search.at, search.arcs[uintp(index)]
    one, other = vertices[arc.tail], vertices[arc.head]
    change = search.changes[uintp(at.changes)]
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
    """Return whether the edges that are left have a cut vertex, where the path from the root to the head counts as one vertex.

    A depth-first search starts at the path and numbers the vertices as it reaches them, from 1. `low` is the lowest number of
    the neighbours of a vertex, and of those that were reached by way of it. `outer` is how many vertices are not on the path.
    """
    vertices, numbers, vertex, reached = search.vertices, search.numbers, head, 1
    numbers[:] = 0
    numbers[head] = numbers[root] = reached
    vertices[head].place = vertices[head].first
    while True:
        here = vertices[uintp(vertex)]
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

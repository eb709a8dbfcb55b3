"""The twin of `graphs.obstructions.required_edges`, on arrays, and the check for cut vertices of `solvers.methods.pruned`.

Every change of an edge is kept in a list. The rules look at the ends of each new change in turn, and make further changes. So
they are applied in another order than in the textbook, but the same edges are required and deleted in the end, or both find
that there is no closed tour.

References
----------
R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import uintp

from solvers.jit import inlined, jit_inner, jit_merged, record_of

__all__ = ["ARC", "CHANGE", "DELETED", "NONE", "NOW", "OPEN", "REQUIRED", "VERTEX", "Edges"]
__all__ += ["has_cut_vertex", "settle", "settle_all", "undo"]

OPEN, REQUIRED, DELETED, NONE = np.array([0, 1, 2, -1])
"""Numbers of numpy: for each plain number that is passed on, numba would compile a kernel once more."""

VERTEX = record_of(
    "first",  # where its arcs begin; they end where those of the next vertex begin
    "left",  # the number of its open and required edges
    "mate",  # the other end of its path of required edges; NONE inside a path, where it has two of them
    "on_path",
    "colour",
    "visited_key",  # these two: see `zobrist_keys`
    "last_key",
    "number",  # when the last check for cut vertices reached the vertex
    "low",  # the lowest number that this check saw from there
    "parent",  # from where it reached it, and at which arc it is
    "place",
)
ARC = record_of("head", "back", "state")
"""An edge as one of its ends sees it: the other end, the arc of the same edge there, and OPEN, REQUIRED or DELETED."""
CHANGE = record_of("arc", "first_end", "last_end")
"""A change of an edge; if it is required now, also the ends of the path of required edges that it became a part of."""
NOW = record_of("changes", "required", "stamp")
"""The number of changes and of required edges; the last number given by a check for cut vertices."""


class Edges(NamedTuple):
    """The edges of a graph.

    Attributes
    ----------
    vertices : for each vertex a VERTEX, and one more, where the arcs end.
    arcs : for each vertex and each of its neighbours an ARC.
    changes : a CHANGE for each change so far.
    now : one NOW.
    """

    vertices: Any
    arcs: Any
    changes: Any
    now: Any


@inlined
def settle_all(edges: Edges) -> bool:
    """Apply the rules to the graph as it is; return False where they leave no closed tour."""
    mark = edges.now.changes
    for vertex in range(edges.vertices.size - 1):
        if not _settle_vertex(edges, vertex):
            return False
    return _follow(edges, mark)


@jit_merged
def settle(edges: Edges, index: int, state: int) -> Any:
    """Require or delete the edge of an arc and apply the rules; return False where they leave no closed tour."""
    if edges.arcs[index].state != OPEN:
        return edges.arcs[index].state == state
    mark = edges.now.changes
    return _change(edges, index, state) and _follow(edges, mark)


@jit_merged
def undo(edges: Edges, mark: int) -> None:
    """Take back all changes after the first `mark` of them, the last one first."""
    vertices, arcs, now = edges.vertices, edges.arcs, edges.now
    for place in range(now.changes - 1, mark - 1, -1):
        change = edges.changes[uintp(place)]
        arc = arcs[uintp(change.arc)]
        back = arcs[uintp(arc.back)]
        one, other = vertices[uintp(back.head)], vertices[uintp(arc.head)]
        if arc.state == DELETED:
            one.left += 1
            other.left += 1
        else:
            now.required -= 1
            vertices[uintp(change.first_end)].mate, vertices[uintp(change.last_end)].mate = back.head, arc.head
            one.mate, other.mate = change.first_end, change.last_end
        arc.state = back.state = OPEN
    now.changes = mark


@jit_merged
def _follow(edges: Edges, place: int) -> bool:
    """Apply the rules to the ends of each change from a place on; return False where they leave no closed tour."""
    vertices, arcs, now = edges.vertices, edges.arcs, edges.now
    while place < now.changes:
        change = edges.changes[uintp(place)]
        arc = arcs[uintp(change.arc)]
        if not (_settle_vertex(edges, arc.head) and _settle_vertex(edges, arcs[uintp(arc.back)].head)):
            return False
        if arc.state == REQUIRED and now.required < vertices.size - 2:
            closing = _arc(edges, change.first_end, change.last_end)
            if closing != NONE and arcs[uintp(closing)].state == OPEN and not _change(edges, closing, DELETED):
                return False
        place += 1
    return True


@inlined
def _arc(edges: Edges, one: int, other: int) -> Any:
    """Return the arc from one vertex to another, or NONE."""
    for index in range(edges.vertices[uintp(one)].first, edges.vertices[uintp(one + 1)].first):
        if edges.arcs[uintp(index)].head == other:
            return index
    return NONE


@jit_merged
def _settle_vertex(edges: Edges, vertex: int) -> bool:
    """Delete all other edges of a vertex with two required ones; require both edges of one that has no more."""
    here = edges.vertices[uintp(vertex)]
    if (here.mate == NONE) == (here.left == 2):
        return True
    for index in range(here.first, edges.vertices[uintp(vertex + 1)].first):
        if edges.arcs[uintp(index)].state == OPEN and not _change(edges, index, DELETED if here.mate == NONE else REQUIRED):
            return False
    return True


@jit_merged
def _change(edges: Edges, index: int, state: int) -> Any:
    """Require or delete an open edge; return False where a vertex gets too few or too many edges, or a cycle closes early."""
    vertices, now, arc = edges.vertices, edges.now, edges.arcs[uintp(index)]
    back = edges.arcs[uintp(arc.back)]
    one, other = vertices[uintp(back.head)], vertices[uintp(arc.head)]
    change = edges.changes[uintp(now.changes)]
    change.arc = index
    if state == DELETED:
        one.left -= 1
        other.left -= 1
    elif one.mate == NONE or other.mate == NONE or (one.mate == arc.head and now.required < vertices.size - 2):
        return False
    else:
        one_end, last_end = one.mate, other.mate
        change.first_end, change.last_end = one_end, last_end
        one.mate = other.mate = NONE
        vertices[uintp(one_end)].mate, vertices[uintp(last_end)].mate = last_end, one_end
        now.required += 1
    arc.state = back.state = state
    now.changes += 1
    return one.left >= 2 and other.left >= 2


@jit_inner
def has_cut_vertex(edges: Edges, head: int, root: int, outer: int) -> Any:
    """Return whether the edges that are left have a cut vertex, where the path from the root to the head counts as one vertex.

    A depth-first search starts at the path and numbers the vertices as it reaches them. `low` is the lowest number among the
    neighbours of a vertex, and of those that were reached by way of it. `outer` is how many vertices are not on the path.
    """
    vertices, arcs, now = edges.vertices, edges.arcs, edges.now
    base = now.stamp + 1
    vertices[head].number = vertices[root].number = now.stamp = base
    index = vertices[head].first
    while arcs[index].state == DELETED or vertices[arcs[index].head].on_path:
        index += 1
    begun = vertex = arcs[index].head
    _reach(edges, begun, begun)
    while True:
        here = vertices[uintp(vertex)]
        if here.place < vertices[uintp(vertex + 1)].first:
            arc = arcs[uintp(here.place)]
            here.place += 1
            near = vertices[uintp(arc.head)]
            if arc.state == DELETED:
                continue
            if near.number >= base:
                if arc.head != here.parent:
                    here.low = min(here.low, near.number)
            elif not near.on_path:
                _reach(edges, arc.head, vertex)
                vertex = arc.head
        else:
            parent = vertices[uintp(here.parent)]
            if vertex == begun or here.low >= parent.number:
                return vertex != begun or now.stamp - base < outer
            parent.low = min(parent.low, here.low)
            vertex = here.parent


@inlined
def _reach(edges: Edges, vertex: int, parent: int) -> None:
    edges.now.stamp += 1
    here = edges.vertices[vertex]
    here.number = here.low = edges.now.stamp
    here.parent, here.place = parent, here.first

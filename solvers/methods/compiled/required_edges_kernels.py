"""The twin of `graphs.obstructions.required_edges`, on arrays, and the check for cut vertices of `solvers.methods.pruned`.

The rules are applied in another order, but the same edges are required and deleted in the end, or both find that there is no
closed tour. Indices in inner loops are cast to unsigned numbers, which spares numba's check for negative ones.

References
----------
R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uintp

from solvers.methods.compiled.jit import jit_inner, jit_merged

__all__ = ["ARC", "CHANGE", "DELETED", "EDGE", "NOW", "OPEN", "REQUIRED", "VERTEX", "Edges"]
__all__ += ["delete", "follow", "has_cut_vertex", "require", "undo"]

OPEN, REQUIRED, DELETED = 0, 1, 2
NONE = -1

VERTEX = np.dtype(
    [
        ("number", "i8"),  # when the last check for cut vertices reached the vertex
        ("low", "i8"),  # the lowest number that this check saw from there
        ("visited_key", "i8"),  # these two: see `zobrist_keys`
        ("last_key", "i8"),
        ("first", "i8"),  # where its arcs begin; they end where those of the next vertex begin
        ("left", "i8"),  # the number of its open and required edges
        ("fixed", "i8"),  # the number of its required edges
        ("far_end", "i8"),  # for an end of a path of required edges, the other end
        ("parent", "i8"),  # from where the check for cut vertices reached it, and at which arc the check is
        ("place", "i8"),
        ("on_path", "i8"),
        ("is_end", "i8"),
        ("colour", "i8"),
    ],
    align=True,
)
ARC = np.dtype([("head", "i8"), ("edge", "i8")])
EDGE = np.dtype([("one", "i8"), ("other", "i8"), ("state", "i8")])
CHANGE = np.dtype([("edge", "i8"), ("first_end", "i8"), ("last_end", "i8")])
"""A change of an edge; if it is required now, also the ends of the path of required edges that it became a part of."""
NOW = np.dtype([(name, "i8") for name in ("changes", "tight", "required", "stamp")])
"""The number of changes, of vertices in `tight` and of required edges; the last number given by a check for cut vertices."""


class Edges(NamedTuple):
    """The edges of a graph.

    Attributes
    ----------
    vertices : for each vertex a VERTEX, and one more, where the arcs end.
    arcs : for each vertex and each of its neighbours an ARC.
    edges : for each edge an EDGE.
    changes : a CHANGE for each change so far.
    tight : vertices that have got down to two edges, and whose edges are not required yet.
    now : one NOW.
    """

    vertices: Any
    arcs: Any
    edges: Any
    changes: Any
    tight: Any
    now: Any


@jit_merged
def follow(edges: Edges) -> bool:
    """Require all edges of the vertices in `tight`, until there are none; return whether every vertex has two edges left."""
    now = edges.now
    while now.tight > 0:
        vertex = edges.tight[uintp(now.tight - 1)]
        if edges.vertices[uintp(vertex)].fixed == 2:
            now.tight -= 1
        elif not _require(edges, _any_open_edge(edges, vertex)):
            return False
    return True


@jit_merged
def require(edges: Edges, edge: int) -> bool:
    """Require an edge and apply the rules; return False where they leave no closed tour."""
    state = edges.edges[uintp(edge)].state
    return _require(edges, edge) and follow(edges) if state == OPEN else state == REQUIRED


@jit_merged
def delete(edges: Edges, edge: int) -> bool:
    """Delete an edge and apply the rules; return False where they leave no closed tour."""
    state = edges.edges[uintp(edge)].state
    return _delete(edges, edge) and follow(edges) if state == OPEN else state == DELETED


@jit_merged
def undo(edges: Edges, mark: int) -> None:
    """Take back all changes after the first `mark` of them, the last one first."""
    vertices, now, required = edges.vertices, edges.now, 0
    for back in range(now.changes - mark):
        change = edges.changes[uintp(now.changes - 1 - back)]
        edge = edges.edges[uintp(change.edge)]
        one, other = edge.one, edge.other
        if edge.state == DELETED:
            vertices[uintp(one)].left += 1
            vertices[uintp(other)].left += 1
        else:
            required += 1
            vertices[uintp(one)].fixed -= 1
            vertices[uintp(other)].fixed -= 1
            vertices[uintp(change.first_end)].far_end = one
            vertices[uintp(change.last_end)].far_end = other
        edge.state = OPEN
    now.changes = mark
    now.required -= required
    now.tight = 0


@jit_merged
def _require(edges: Edges, number: int) -> Any:
    """Require an edge; delete what it makes useless; return whether every vertex has two edges left."""
    vertices, now, edge = edges.vertices, edges.now, edges.edges[uintp(number)]
    one, other = edge.one, edge.other
    first_end, last_end = vertices[uintp(one)].far_end, vertices[uintp(other)].far_end
    change = edges.changes[uintp(now.changes)]
    change.edge, change.first_end, change.last_end = number, first_end, last_end
    now.changes += 1
    now.required += 1
    edge.state = REQUIRED
    vertices[uintp(first_end)].far_end, vertices[uintp(last_end)].far_end = last_end, first_end
    vertices[uintp(one)].fixed += 1
    vertices[uintp(other)].fixed += 1
    for vertex in (one, other):
        if vertices[uintp(vertex)].fixed == 2 and vertices[uintp(vertex)].left > 2:
            for index in range(vertices[uintp(vertex)].first, vertices[uintp(vertex + 1)].first):
                unused = edges.arcs[uintp(index)].edge
                if edges.edges[uintp(unused)].state == OPEN and not _delete(edges, unused):
                    return False
    if now.required >= vertices.size - 2:
        return True
    closing = _open_edge(edges, first_end, last_end)
    return closing == NONE or _delete(edges, closing)


@jit_merged
def _delete(edges: Edges, number: int) -> Any:
    """Delete an edge; return whether both its ends have two edges left."""
    vertices, now, edge = edges.vertices, edges.now, edges.edges[uintp(number)]
    one, other = edge.one, edge.other
    edges.changes[uintp(now.changes)].edge = number
    now.changes += 1
    edge.state = DELETED
    left_one, left_other = vertices[uintp(one)].left - 1, vertices[uintp(other)].left - 1
    vertices[uintp(one)].left = left_one
    vertices[uintp(other)].left = left_other
    tight = now.tight
    if left_one == 2:
        edges.tight[uintp(tight)] = one
        tight += 1
    if left_other == 2:
        edges.tight[uintp(tight)] = other
        tight += 1
    now.tight = tight
    return left_one >= 2 and left_other >= 2


@jit_inner
def _open_edge(edges: Edges, one: int, other: int) -> Any:
    """Return the open edge between two vertices, or NONE."""
    vertices = edges.vertices
    arcs_of_one = vertices[uintp(one + 1)].first - vertices[uintp(one)].first
    if arcs_of_one > vertices[uintp(other + 1)].first - vertices[uintp(other)].first:
        one, other = other, one
    for index in range(vertices[uintp(one)].first, vertices[uintp(one + 1)].first):
        arc = edges.arcs[uintp(index)]
        if arc.head == other:
            return int64(arc.edge) if edges.edges[uintp(arc.edge)].state == OPEN else NONE
    return NONE


@jit_inner
def _any_open_edge(edges: Edges, vertex: int) -> Any:
    """Return an open edge of a vertex that has one."""
    index = edges.vertices[uintp(vertex)].first
    while edges.edges[uintp(edges.arcs[uintp(index)].edge)].state != OPEN:
        index += 1
    return edges.arcs[uintp(index)].edge


@jit_inner
def has_cut_vertex(edges: Edges, head: int, root: int, outer: int) -> Any:
    """Return whether the edges that are left have a cut vertex, where the path from the root to the head counts as one vertex.

    A depth-first search starts at the path and numbers the vertices as it reaches them. `low` is the lowest number among the
    neighbours of a vertex, and of those that were reached by way of it. `outer` is how many vertices are not on the path.
    """
    vertices, arcs, now = edges.vertices, edges.arcs, edges.now
    base = now.stamp + 1
    vertices[uintp(head)].number, vertices[uintp(root)].number = base, base
    now.stamp = base
    index = vertices[uintp(head)].first
    while edges.edges[uintp(arcs[uintp(index)].edge)].state == DELETED or vertices[uintp(arcs[uintp(index)].head)].on_path:
        index += 1
    begun = vertex = arcs[uintp(index)].head
    _reach(edges, begun, begun)
    while True:
        here = vertices[uintp(vertex)]
        if here.place < vertices[uintp(vertex + 1)].first:
            arc = arcs[uintp(here.place)]
            here.place += 1
            near = vertices[uintp(arc.head)]
            if edges.edges[uintp(arc.edge)].state == DELETED:
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


@jit_inner
def _reach(edges: Edges, vertex: int, parent: int) -> None:
    edges.now.stamp += 1
    here = edges.vertices[uintp(vertex)]
    here.number = here.low = edges.now.stamp
    here.parent, here.place = parent, here.first

"""The twin of `graphs.obstructions.required_edges`, on arrays, and the check for cut vertices of `solvers.methods.pruned`.

The rules are applied in another order, but the same edges are required and deleted in the end, or both find that there is no
closed tour.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uintp

from solvers.methods.compiled.jit import inlined, jit_in_place

__all__ = ["COUNT", "DELETED", "OPEN", "REQUIRED", "TRAIL", "Edges", "delete", "has_cut_vertex", "require", "settle", "undo"]

OPEN, REQUIRED, DELETED = 0, 1, 2
NONE = -1
TRAIL, TIGHT, COUNT, STAMP = 0, 1, 2, 3
"""Indices of the counters: changes on the trail; vertices in `tight`; required edges; and the highest number that the last
check for cut vertices gave to a vertex."""


class Edges(NamedTuple):
    """The edges of a graph as arrays of 64-bit integers.

    Attributes
    ----------
    first, heads : the neighbours of vertex v are heads[first[v]] to heads[first[v + 1] - 1].
    edge : for each index of `heads`, the number of the edge.
    one, other : for each edge, its ends.
    state : for each edge, OPEN, REQUIRED or DELETED.
    left : for each vertex, the number of its open and required edges.
    fixed : for each vertex, the number of its required edges.
    far_end : for each end of a path of required edges, the other end.
    trail : the edges that were changed, in the order of the changes.
    trail_one, trail_other : for each change to REQUIRED, the ends of the path of required edges that the edge became a part of.
    tight : vertices that have got down to two edges, and whose edges are not required yet.
    counters : see TRAIL to STAMP above.
    number, low, parent, place : for each vertex, what `has_cut_vertex` notes.
    """

    first: Any
    heads: Any
    edge: Any
    one: Any
    other: Any
    state: Any
    left: Any
    fixed: Any
    far_end: Any
    trail: Any
    trail_one: Any
    trail_other: Any
    tight: Any
    counters: Any
    number: Any
    low: Any
    parent: Any
    place: Any


@jit_in_place
def settle(edges: Edges) -> bool:
    """Apply the rules to the graph as it is; return False where they leave no closed tour."""
    for vertex in range(edges.left.size):
        if edges.left[vertex] < 2:
            return False
        if edges.left[vertex] == 2:
            edges.tight[edges.counters[TIGHT]] = vertex
            edges.counters[TIGHT] += 1
    return _follow(edges, NONE)


@jit_in_place
def require(edges: Edges, edge: int) -> bool:
    """Require an edge and apply the rules; return False where they leave no closed tour."""
    if edges.state[edge] != OPEN:
        return bool(edges.state[edge] == REQUIRED)
    return _follow(edges, edge)


@jit_in_place
def delete(edges: Edges, edge: int) -> bool:
    """Delete an edge and apply the rules; return False where they leave no closed tour."""
    if edges.state[edge] != OPEN:
        return bool(edges.state[edge] == DELETED)
    counters = edges.counters
    counters[TRAIL], counters[TIGHT], good = _delete(edges, edge, counters[TRAIL], counters[TIGHT])
    return good and _follow(edges, NONE)


@jit_in_place
def undo(edges: Edges, mark: int) -> None:
    """Take back all changes after the first `mark` of them, the last one first."""
    required = 0
    for back in range(edges.counters[TRAIL] - mark):
        at = edges.counters[TRAIL] - 1 - back
        edge = edges.trail[uintp(at)]
        one, other = edges.one[uintp(edge)], edges.other[uintp(edge)]
        if edges.state[uintp(edge)] == DELETED:
            edges.left[uintp(one)] += 1
            edges.left[uintp(other)] += 1
        else:
            required += 1
            edges.fixed[uintp(one)] -= 1
            edges.fixed[uintp(other)] -= 1
            edges.far_end[uintp(edges.trail_one[uintp(at)])] = one
            edges.far_end[uintp(edges.trail_other[uintp(at)])] = other
        edges.state[uintp(edge)] = OPEN
    edges.counters[TRAIL] = mark
    edges.counters[COUNT] -= required
    edges.counters[TIGHT] = 0


@jit_in_place
def _follow(edges: Edges, edge: int) -> bool:
    """Require an edge, unless it is NONE, and then all edges of the vertices in `tight`, until there are none.

    This is the inner loop: it keeps the counters in local variables, and calls no function that is not inlined.
    """
    trail, tight, count = edges.counters[TRAIL], edges.counters[TIGHT], edges.counters[COUNT]
    good = True
    while good:
        if edge != NONE:
            one, other = edges.one[uintp(edge)], edges.other[uintp(edge)]
            first_end, last_end = edges.far_end[uintp(one)], edges.far_end[uintp(other)]
            edges.trail[uintp(trail)] = edge
            edges.trail_one[uintp(trail)] = first_end
            edges.trail_other[uintp(trail)] = last_end
            trail += 1
            count += 1
            edges.state[uintp(edge)] = REQUIRED
            edges.far_end[uintp(first_end)] = last_end
            edges.far_end[uintp(last_end)] = first_end
            edges.fixed[uintp(one)] += 1
            edges.fixed[uintp(other)] += 1
            for vertex in (one, other):
                if good and edges.fixed[uintp(vertex)] == 2 and edges.left[uintp(vertex)] > 2:
                    for index in range(edges.first[uintp(vertex)], edges.first[uintp(vertex + 1)]):
                        unused = edges.edge[uintp(index)]
                        if edges.state[uintp(unused)] == OPEN:
                            trail, tight, good = _delete(edges, unused, trail, tight)
                            if not good:
                                break
            if good and count < edges.left.size - 1:
                closing = _open_edge(edges, first_end, last_end)
                if closing != NONE:
                    trail, tight, good = _delete(edges, closing, trail, tight)
        edge = NONE
        while good and tight > 0 and edge == NONE:
            vertex = edges.tight[uintp(tight - 1)]
            if edges.fixed[uintp(vertex)] == 2:
                tight -= 1
            else:
                edge = _any_open_edge(edges, vertex)
        if edge == NONE:
            break
    edges.counters[TRAIL], edges.counters[TIGHT], edges.counters[COUNT] = trail, tight, count
    return good


@inlined
def _delete(edges: Any, edge: Any, trail: Any, tight: Any) -> Any:
    """Delete an edge; return the counters TRAIL and TIGHT, and whether both its ends have two edges left."""
    edges.state[uintp(edge)] = DELETED
    edges.trail[uintp(trail)] = edge
    one, other = edges.one[uintp(edge)], edges.other[uintp(edge)]
    left_one, left_other = edges.left[uintp(one)] - 1, edges.left[uintp(other)] - 1
    edges.left[uintp(one)] = left_one
    edges.left[uintp(other)] = left_other
    if left_one == 2:
        edges.tight[uintp(tight)] = one
        tight += 1
    if left_other == 2:
        edges.tight[uintp(tight)] = other
        tight += 1
    return trail + 1, tight, left_one >= 2 and left_other >= 2


@inlined
def _open_edge(edges: Any, one: Any, other: Any) -> Any:
    """Return the open edge between two vertices, or NONE."""
    first, stop = edges.first[uintp(one)], edges.first[uintp(one + 1)]
    if stop - first > edges.first[uintp(other + 1)] - edges.first[uintp(other)]:
        first, stop = edges.first[uintp(other)], edges.first[uintp(other + 1)]
        other = one
    found = NONE
    for index in range(first, stop):
        if edges.heads[uintp(index)] == other:
            if edges.state[uintp(edges.edge[uintp(index)])] == OPEN:
                found = edges.edge[uintp(index)]
            break
    return found


@inlined
def _any_open_edge(edges: Any, vertex: Any) -> Any:
    """Return an open edge of a vertex that has one."""
    index = edges.first[uintp(vertex)]
    while edges.state[uintp(edges.edge[uintp(index)])] != OPEN:
        index += 1
    return edges.edge[uintp(index)]


@jit_in_place
def has_cut_vertex(edges: Edges, head: int, root: int, on_path: Any, outer: int) -> bool:
    """Return whether the edges that are left have a cut vertex, where the path from the root to the head counts as one vertex.

    A depth-first search starts at the path and numbers the vertices as it reaches them. `low` is the lowest number among the
    neighbours of a vertex, and of those that were reached by way of it. (R. Tarjan, Depth-first search and linear graph
    algorithms, 1972.)

    Parameters
    ----------
    on_path : for each vertex, whether it is on the path.
    outer : how many vertices are not.
    """
    base = edges.counters[STAMP] + 1
    edges.number[head], edges.number[root] = base, base
    count = base + 1
    begun = vertex = _next_outer(edges, head, on_path)
    _reach(edges, vertex, -1, count)
    while True:
        index = edges.place[uintp(vertex)]
        if index < edges.first[uintp(vertex + 1)]:
            edges.place[uintp(vertex)] = index + 1
            near = edges.heads[uintp(index)]
            if edges.state[uintp(edges.edge[uintp(index)])] == DELETED:
                continue
            if edges.number[uintp(near)] >= base:
                if near != edges.parent[uintp(vertex)]:
                    edges.low[uintp(vertex)] = min(edges.low[uintp(vertex)], edges.number[uintp(near)])
            elif not on_path[uintp(near)]:
                count += 1
                _reach(edges, near, vertex, count)
                vertex = near
        else:
            parent = edges.parent[uintp(vertex)]
            if vertex == begun or edges.low[uintp(vertex)] >= edges.number[uintp(parent)]:
                edges.counters[STAMP] = count
                return vertex != begun or count - base < outer
            edges.low[uintp(parent)] = min(edges.low[uintp(parent)], edges.low[uintp(vertex)])
            vertex = parent


@jit_in_place
def _next_outer(edges: Edges, head: int, on_path: Any) -> int:
    """Return a neighbour of the head that is not on the path. There is one, for the head has two edges left."""
    index = edges.first[head]
    while edges.state[edges.edge[index]] == DELETED or on_path[edges.heads[index]]:
        index += 1
    return int(edges.heads[index])


@jit_in_place
def _reach(edges: Edges, vertex: int, parent: int, number: int) -> None:
    edges.number[vertex], edges.low[vertex], edges.parent[vertex] = number, number, parent
    edges.place[vertex] = edges.first[vertex]

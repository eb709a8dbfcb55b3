"""The twin of `solvers.methods.required_edges`, on arrays, and the check for cut vertices of `solvers.methods.pruned`.

The rules are followed in another order, but they end in the same edges, or in the same contradiction.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uintp

from solvers.methods.compiled.jit import jit

__all__ = ["COUNT", "DELETED", "OPEN", "REQUIRED", "TRAIL", "Edges", "delete", "has_cut_vertex", "require", "settle", "undo"]

OPEN, REQUIRED, DELETED = 0, 1, 2
TRAIL, TIGHT, COUNT, STAMP = 0, 1, 2, 3
"""Indices of the counters: changes made, vertices waiting, required edges, and the highest number given in the last check."""


class Edges(NamedTuple):
    """The edges of a graph as arrays of 64-bit integers.

    Attributes
    ----------
    first, heads : the neighbours of vertex v are heads[first[v]] to heads[first[v + 1] - 1].
    edge : for each place in `heads`, the number of the edge.
    one, other : for each edge, its ends.
    state : for each edge, OPEN, REQUIRED or DELETED.
    left : for each vertex, the number of its open and required edges.
    fixed : for each vertex, the number of its required edges.
    far_end : for each end of a path of required edges, the other end.
    trail, trail_one, trail_other : the changed edges, and for a required one the ends of the path that it became part of.
    tight : vertices with two edges left, still to be looked at.
    counters : see TRAIL to STAMP above.
    number, low, parent, place : for each vertex, the state of the check for cut vertices.
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


@jit
def settle(edges: Edges) -> bool:
    """Follow what the graph itself forces; return False where it leaves no closed tour."""
    for vertex in range(edges.left.size):
        if edges.left[vertex] < 2:
            return False
        if edges.left[vertex] == 2:
            edges.tight[edges.counters[TIGHT]] = vertex
            edges.counters[TIGHT] += 1
    return _follow(edges)


@jit
def require(edges: Edges, edge: int) -> bool:
    """Require an edge and follow what that forces; return False where it leaves no closed tour."""
    if edges.state[uintp(edge)] != OPEN:
        return bool(edges.state[uintp(edge)] == REQUIRED)
    return _require(edges, edge) and _follow(edges)


@jit
def delete(edges: Edges, edge: int) -> bool:
    """Delete an edge and follow what that forces; return False where it leaves no closed tour."""
    if edges.state[uintp(edge)] != OPEN:
        return bool(edges.state[uintp(edge)] == DELETED)
    return _delete(edges, edge) and _follow(edges)


@jit
def undo(edges: Edges, mark: int) -> None:
    """Take back all changes since a mark, the last one first."""
    counters = edges.counters
    counters[TIGHT] = 0
    at = counters[TRAIL]
    required = 0
    while at > mark:
        at -= 1
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
    counters[TRAIL] = mark
    counters[COUNT] -= required


@jit
def _follow(edges: Edges) -> bool:
    counters = edges.counters
    while counters[TIGHT] > 0:
        counters[TIGHT] -= 1
        vertex = edges.tight[uintp(counters[TIGHT])]
        if edges.fixed[uintp(vertex)] == 2:
            continue
        for index in range(edges.first[uintp(vertex)], edges.first[uintp(vertex + 1)]):
            edge = edges.edge[uintp(index)]
            if edges.state[uintp(edge)] == OPEN and not _require(edges, edge):
                return False
    return True


@jit
def _require(edges: Edges, edge: int) -> bool:
    one, other = edges.one[uintp(edge)], edges.other[uintp(edge)]
    first_end, last_end = edges.far_end[uintp(one)], edges.far_end[uintp(other)]
    at = edges.counters[TRAIL]
    edges.trail[uintp(at)] = edge
    edges.trail_one[uintp(at)] = first_end
    edges.trail_other[uintp(at)] = last_end
    edges.counters[TRAIL] = at + 1
    edges.counters[COUNT] += 1
    edges.state[uintp(edge)] = REQUIRED
    edges.far_end[uintp(first_end)] = last_end
    edges.far_end[uintp(last_end)] = first_end
    edges.fixed[uintp(one)] += 1
    edges.fixed[uintp(other)] += 1
    if not (_delete_unused(edges, one) and _delete_unused(edges, other)):
        return False
    if edges.counters[COUNT] >= edges.left.size - 1:
        return True
    if edges.first[uintp(first_end + 1)] - edges.first[uintp(first_end)] > (
        edges.first[uintp(last_end + 1)] - edges.first[uintp(last_end)]
    ):
        first_end, last_end = last_end, first_end
    for index in range(edges.first[uintp(first_end)], edges.first[uintp(first_end + 1)]):
        if edges.heads[uintp(index)] == last_end:
            closing = edges.edge[uintp(index)]
            return edges.state[uintp(closing)] != OPEN or _delete(edges, closing)
    return True


@jit
def _delete_unused(edges: Edges, vertex: int) -> bool:
    """Delete the open edges of a vertex that has two required ones; return False where one of them cannot be spared."""
    if edges.fixed[uintp(vertex)] == 2 and edges.left[uintp(vertex)] > 2:
        for index in range(edges.first[uintp(vertex)], edges.first[uintp(vertex + 1)]):
            edge = edges.edge[uintp(index)]
            if edges.state[uintp(edge)] == OPEN and not _delete(edges, edge):
                return False
    return True


@jit
def _delete(edges: Edges, edge: int) -> bool:
    counters = edges.counters
    edges.state[uintp(edge)] = DELETED
    at = counters[TRAIL]
    edges.trail[uintp(at)] = edge
    counters[TRAIL] = at + 1
    one, other = edges.one[uintp(edge)], edges.other[uintp(edge)]
    left_one, left_other = edges.left[uintp(one)] - 1, edges.left[uintp(other)] - 1
    edges.left[uintp(one)] = left_one
    edges.left[uintp(other)] = left_other
    if left_one == 2 and edges.fixed[uintp(one)] < 2:
        edges.tight[uintp(counters[TIGHT])] = one
        counters[TIGHT] += 1
    if left_other == 2 and edges.fixed[uintp(other)] < 2:
        edges.tight[uintp(counters[TIGHT])] = other
        counters[TIGHT] += 1
    return left_one >= 2 and left_other >= 2


@jit
def has_cut_vertex(edges: Edges, head: int, root: int, on_path: Any, outer: int) -> bool:
    """Return whether the edges that are left, with the path as one edge from head to root, have a cut vertex.

    R. Tarjan's search of 1972, from the head by way of the root: `number` counts the vertices as they are reached, `low` is the
    lowest number that can be reached from behind a vertex. `outer` is how many vertices there are, head and root included.
    """
    base = edges.counters[STAMP] + 1
    count = base + 1
    edges.number[head], edges.low[head] = base, base
    edges.number[root], edges.low[root], edges.parent[root], edges.place[root] = count, count, head, edges.first[root]
    vertex = root
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
                edges.number[uintp(near)] = count
                edges.low[uintp(near)] = count
                edges.parent[uintp(near)] = vertex
                edges.place[uintp(near)] = edges.first[uintp(near)]
                vertex = near
        elif vertex == root:
            edges.counters[STAMP] = count
            return count - base + 1 < outer
        else:
            parent = edges.parent[uintp(vertex)]
            if edges.low[uintp(vertex)] >= edges.number[uintp(parent)]:
                edges.counters[STAMP] = count
                return True
            edges.low[uintp(parent)] = min(edges.low[uintp(parent)], edges.low[uintp(vertex)])
            vertex = parent

"""Compiled functions that find elimination orders and tree decompositions of a graph.

The graph during an elimination consists of linked lists of neighbours and a hash table of its edges. Vertices of small degree
are on a stack for this degree. A vertex whose neighbours change is pushed again, which makes its older entry invalid. So the
top of the first stack is the vertex of least degree whose neighbours changed last. Other ties are random, because the vertices
are numbered at random before.

If no separator has more than w vertices, the graph and all edges that are added have at most w edges per vertex together. This
bounds the memory. The time is O(w^2) per vertex: an order of 9,000 vertices takes about 20 ms.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64

from solvers.core.budget import Meter
from solvers.core.compiling import compiled_record_type, inlined, jit_in_place, jit_inner
from solvers.methods.frontier.state_table import DONE, PAUSED
from solvers.methods.frontier.words import place_of_key

# The search needs four bits for each vertex of a bag.
MOST_WIDTH = 14
"""Maximum number of neighbours of a vertex when it is eliminated."""
SEEDS, GOOD_COST = 4, 2e6
"""Number of elimination orders to compare, and the estimated cost below which no other order is tried."""
VERTICES_AT_A_TIME = 2**14
"""Number of vertices that are eliminated between two checks of the clock."""
STOPPED = -1
"""Status of `eliminate`, besides DONE and PAUSED, if the width would exceed `MOST_WIDTH`."""
MOST_CHOICES = MOST_WIDTH * (MOST_WIDTH - 1) // 2
"""Maximum number of pairs of vertices in a separator."""


class Fill(NamedTuple):
    """A graph while its vertices are eliminated, as arrays.

    It consists of linked lists of neighbours, and of stacks of vertices by degree.
    """

    newest: Any  # last arc of each vertex, or -1
    arcs: Any  # for each arc: its head, and the previous arc of its tail. Eliminated heads are skipped
    degree: Any
    entry: Any  # the valid entry of each vertex, or -1 after its elimination
    entries: Any  # for each entry: its vertex, and the entry below it on its stack
    tops: Any  # the newest entry for each degree
    edges: Any  # hash table of edges
    order: Any  # the vertices eliminated so far
    first: Any  # for each of them, the start of its neighbours in `bags`
    bags: Any
    now: Any  # a record with the fields of FILLED


FILLED = compiled_record_type("done", "arcs", "entries")
"""Number of vertices eliminated, of arcs and of entries so far."""


class Tree(NamedTuple):
    """A tree decomposition of a graph.

    Vertex i is the one that is eliminated as number i, counted from 0.
    """

    order: Any  # for each vertex, its number in the graph
    first: Any  # the later vertices of the bag of vertex i are bags[first[i]:first[i + 1]], in ascending order
    bags: Any
    is_edge: Any  # for each entry of `bags`, whether it is a neighbour in the graph
    counts: Any  # for each entry of `bags`, its number of neighbours among the vertices below; written by the search
    degree: Any
    slot: Any
    first_child: Any  # the children of vertex i are children[first_child[i]:first_child[i + 1]]
    children: Any
    size: Any  # number of vertices of each subtree
    cost: float  # estimated cost


def narrow_tree(size: int, edges: Any, seed: int, meter: Meter) -> Tree | None:
    """Return a tree decomposition of low estimated cost, or None if all are too wide.

    It is the best of `SEEDS` elimination orders. The maximum width is `MOST_WIDTH`.

    `edges` is an array with two columns, without loops and repetitions.
    """
    best: Tree | None = None
    for each in range(SEEDS):
        if len(edges) > MOST_WIDTH * size or (best and best.cost < GOOD_COST):
            break
        number = np.random.default_rng(seed + each).permutation(size)
        fill = _fill(size, len(edges))
        enter(fill, number[edges])
        while (status := eliminate(fill)) == PAUSED:
            meter.check()
        meter.check()
        if status == DONE:
            back = np.argsort(number)
            tree = tree_of(back[fill.order], fill.first, back[fill.bags[: fill.first[-1]]], edges)
            best = tree if best is None or tree.cost < best.cost else best
    return best


def tree_of(order: Any, first: Any, bags: Any, edges: Any) -> Tree:
    """Return the tree decomposition that belongs to an elimination order.

    `first` and `bags` contain the neighbours of each vertex at its elimination.
    """
    size, widths = len(order), np.diff(first)
    rank = np.empty(size, np.int64)
    rank[order] = np.arange(size)
    keys = np.sort(np.repeat(np.arange(size), widths) * size + rank[bags])
    bags = keys % size if size else keys
    edges = np.sort(np.sort(rank[edges], axis=1) @ [size, 1])
    has_parent = widths > 0
    parents = bags[first[:-1][has_parent]]
    number = np.bincount(parents, minlength=size)
    cost = 2.5 ** (widths + 1) @ (1 + number) + 0.05 * 6.25**widths @ np.maximum(number - 1, 0)
    tree = Tree(
        order=order,
        first=first,
        bags=bags,
        is_edge=np.append(edges, -1)[np.searchsorted(edges, keys)] == keys,
        counts=np.zeros(len(bags), np.int64),
        degree=np.bincount(np.concatenate(np.divmod(edges, size)), minlength=size),
        slot=np.zeros(size, np.int64),
        first_child=np.append(0, np.cumsum(number)),
        children=np.flatnonzero(has_parent)[np.argsort(parents, kind="stable")],
        size=np.ones(size, np.int64),
        cost=float(cost),
    )
    colour(tree.first, tree.bags, tree.slot, tree.size)
    return tree


def _fill(size: int, edges: int) -> Fill:
    """Return empty arrays for the elimination of a graph's vertices.

    If no bag is too large, all edges together are at most `MOST_WIDTH` per vertex.
    """
    most_edges = max(MOST_WIDTH * size, edges) + MOST_CHOICES
    return Fill(
        newest=np.full(size, -1, np.int32),
        arcs=np.empty((2 * most_edges, 2), np.int32),
        degree=np.zeros(size, np.int32),
        entry=np.zeros(size, np.int32),
        entries=np.empty((size * (MOST_WIDTH + 1), 2), np.int32),
        tops=np.full(MOST_WIDTH + 1, -1, np.int32),
        edges=np.zeros(2 ** (2 * most_edges).bit_length(), np.uint64),
        order=np.empty(size, np.int64),
        first=np.zeros(size + 1, np.int64),
        bags=np.empty(size * MOST_WIDTH, np.int64),
        now=np.zeros(1, FILLED)[0],
    )


@jit_in_place
def enter(fill: Fill, edges: Any) -> None:
    """Store a graph in the arrays before its vertices are eliminated."""
    for edge in range(len(edges)):
        _add_edge(fill, edges[edge, 0], edges[edge, 1])
    for vertex in range(len(fill.order)):
        _push(fill, vertex)


@jit_in_place
def eliminate(fill: Fill) -> int:
    """Eliminate vertices of least degree, and return the status: DONE, PAUSED or STOPPED."""
    now, size = fill.now, len(fill.order)
    for _ in range(VERTICES_AT_A_TIME):
        if now.done == size:
            return DONE
        vertex = _least(fill)
        if vertex < 0 or now.arcs > 2 * MOST_WIDTH * size:
            return STOPPED
        fill.order[now.done], fill.entry[vertex] = vertex, -1
        start = stop = fill.first[now.done]
        arc = fill.newest[vertex]
        while arc >= 0:
            other = fill.arcs[arc, 0]
            if fill.entry[other] >= 0:
                place = stop
                while place > start and fill.bags[place - 1] > other:
                    fill.bags[place] = fill.bags[place - 1]
                    place -= 1
                fill.bags[place] = other
                stop += 1
            arc = fill.arcs[arc, 1]
        for one in range(start, stop):
            for two in range(one + 1, stop):
                _add_edge(fill, fill.bags[one], fill.bags[two])
        for place in range(start, stop):
            fill.degree[fill.bags[place]] -= 1
            _push(fill, fill.bags[place])
        now.done += 1
        fill.first[now.done] = stop
    return PAUSED


@inlined
def _least(fill: Fill) -> Any:
    """Return a vertex of least degree, the last one that was pushed, or -1 if all degrees are above `MOST_WIDTH`."""
    for degree in range(MOST_WIDTH + 1):
        while fill.tops[degree] >= 0:
            entry = fill.tops[degree]
            vertex = fill.entries[entry, 0]
            fill.tops[degree] = fill.entries[entry, 1]
            if fill.entry[vertex] == entry:
                return int64(vertex)
    return -1


@jit_inner
def _push(fill: Fill, vertex: int) -> None:
    now, degree = fill.now, fill.degree[vertex]
    fill.entry[vertex] = now.entries
    if degree <= MOST_WIDTH:
        fill.entries[now.entries, 0], fill.entries[now.entries, 1] = vertex, fill.tops[degree]
        fill.tops[degree] = now.entries
        now.entries += 1


@jit_inner
def _add_edge(fill: Fill, one: int, two: int) -> None:
    """Add an edge unless the graph contains it."""
    now = fill.now
    key = uint64(min(one, two)) * uint64(len(fill.order)) + uint64(max(one, two)) + uint64(1)
    place = place_of_key(key, fill.edges)
    if fill.edges[place] == key:
        return
    fill.edges[place] = key
    for tail, head in ((one, two), (two, one)):
        fill.arcs[now.arcs, 0], fill.arcs[now.arcs, 1] = head, fill.newest[tail]
        fill.newest[tail] = now.arcs
        fill.degree[tail] += 1
        now.arcs += 1


@jit_in_place
def colour(first: Any, bags: Any, slot: Any, size: Any) -> None:
    """Assign slots (colours) to all vertices, and compute the sizes of all subtrees."""
    for vertex in range(len(slot)):
        if first[vertex] < first[vertex + 1]:
            size[bags[first[vertex]]] += size[vertex]
    for vertex in range(len(slot) - 1, -1, -1):
        used = 0
        for place in range(first[vertex], first[vertex + 1]):
            used |= 1 << slot[bags[place]]
        while used >> slot[vertex] & 1:
            slot[vertex] += 1

"""Find two vertices whose removal divides a graph as evenly as possible.

For each vertex u, a depth-first search of the graph without u numbers the vertices in the order in which it reaches them. Let w
be a vertex of the search tree, and let v be its parent. The `low` of w is the lowest number that a neighbour of w, or a
neighbour of a descendant of w, has. If it is at least the number of v, no edge leads from w and its descendants to a vertex
that was numbered before v. Then removing u and v separates w and its descendants from all other vertices.
`graphs.obstructions.dead_ends` finds single vertices in the same way.

Notes
-----
Runs in O(|V| |E|) time: 0.3 s for a graph of 3,300 vertices and 5,600 edges.

References
----------
J. Hopcroft and R. Tarjan, Efficient algorithms for graph manipulation, 1973.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.core.budget import Meter
from solvers.core.compiling import jit
from solvers.methods.arrays import AdjacencyArrays

ARCS_BETWEEN_LOOKS = 10_000_000  # number of arcs between two checks of the clock (about a tenth of a second)


def most_even_parts(adjacency: AdjacencyArrays, meter: Meter) -> tuple[int, int, int]:
    """Find two vertices whose removal divides a graph most evenly.

    Return the pair and the size of the smaller part, or 0 if no pair divides the graph. Vertices with fewer than three
    neighbours are skipped.
    """
    best, size = (0, 0, 0), len(adjacency.first) - 1
    band = 1 + ARCS_BETWEEN_LOOKS // (1 + len(adjacency.heads))
    for start in range(0, size, band):
        meter.check()
        cut = _most_even_cut(adjacency.first, adjacency.heads, start, min(start + band, size))
        best = max(best, cut, key=lambda each: each[2])
    return best


@jit
def _most_even_cut(first: Any, heads: Any, start: int, stop: int) -> tuple[int, int, int]:
    """Find two vertices whose removal divides a graph most evenly.

    The first vertex is from `start` to `stop` - 1.
    """
    size = len(first) - 1
    number, low, reached, before, at, path = np.zeros((6, size), np.int32)
    best = (0, 0, 0)
    for removed in range(start, stop):
        if first[removed + 1] - first[removed] < 3:
            continue
        number[:] = 0
        at[:] = first[:-1]
        here = path[0] = 0 if removed else 1
        number[here] = low[here] = count = reached[here] = 1
        length = 1
        while length:
            here = path[length - 1]
            if at[here] < first[here + 1]:
                there = heads[at[here]]
                at[here] += 1
                if there == removed:
                    continue
                if number[there]:
                    low[here] = min(low[here], number[there])
                else:
                    count += 1
                    number[there] = low[there] = count
                    reached[there] = 1
                    before[there] = here
                    path[length] = there
                    length += 1
                continue
            length -= 1
            if length:
                back = before[here]
                reached[back] += reached[here]
                low[back] = min(low[back], low[here])
                if low[here] >= number[back]:
                    smaller = min(reached[here], size - 2 - reached[here])
                    if smaller > best[2]:
                        best = (removed, back, smaller)
    return best

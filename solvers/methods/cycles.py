"""Cycles that together visit every vertex once: find them, and join them by exchanges of two edges.

Let a-b be an edge of one cycle and c-d an edge of another, and let the graph have the edges a-c and b-d. Put these two in the
place of a-b and c-d: the two cycles become one. This is the patching of R. M. Karp (A patching algorithm for the nonsymmetric
traveling-salesman problem, 1979). Cost: linear in the size of the graph for each cycle that is joined.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

__all__ = ["cycles_of", "join_cycles", "walk"]

Pairs = list[list[int]]
"""For each vertex, its two neighbours on its cycle."""


def cycles_of(pairs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the cycles, each as its vertices in the order of a walk along it.

    Parameters
    ----------
    pairs : for each vertex, its two neighbours on its cycle.

    Examples
    --------
    >>> cycles_of([[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]])
    [[0, 1, 2], [3, 4, 5]]
    """
    seen = [False] * len(pairs)
    cycles = []
    for first in range(len(pairs)):
        cycle: list[int] = []
        vertex = first
        while not seen[vertex]:
            seen[vertex] = True
            cycle.append(vertex)
            one, other = pairs[vertex]
            vertex = other if seen[one] else one
        if cycle:
            cycles.append(cycle)
    return cycles


def walk(after: Mapping[int, int], first: int) -> list[int]:
    """Return the vertices of a cycle in order, from the first one on.

    Parameters
    ----------
    after : for each vertex, the next one.

    Examples
    --------
    >>> walk({0: 2, 1: 0, 2: 1}, 1)
    [1, 0, 2]
    """
    order = [first]
    while (vertex := after[order[-1]]) != first:
        order.append(vertex)
    return order


def join_cycles(
    cycles: Sequence[Sequence[int]], pairs: Sequence[Sequence[int]], adjacent: Sequence[Collection[int]]
) -> list[list[int]]:
    """Join cycles, the smallest first, until no exchange joins two of them, and return the cycles that are left.

    Parameters
    ----------
    cycles : the cycles, as `cycles_of` returns them.
    pairs : for each vertex, its two neighbours on its cycle.
    adjacent : for each vertex, its neighbours in the graph. A vertex that has none here keeps its edges.

    Examples
    --------
    >>> two_squares = [[1, 3], [0, 2], [1, 3], [0, 2], [5, 7], [4, 6], [5, 7], [4, 6]]
    >>> cube = [[1, 3, 4], [0, 2, 5], [1, 3, 6], [0, 2, 7], [5, 7, 0], [4, 6, 1], [5, 7, 2], [4, 6, 3]]
    >>> join_cycles(cycles_of(two_squares), two_squares, cube)
    [[0, 4, 7, 6, 5, 1, 2, 3]]
    """
    new = [list(pair) for pair in pairs]
    members = {number: list(cycle) for number, cycle in enumerate(cycles)}
    cycle_of = [0] * len(pairs)
    for number, cycle in members.items():
        for vertex in cycle:
            cycle_of[vertex] = number
    before = 0
    while len(members) != before:
        before = len(members)
        for number in sorted(members, key=lambda number: len(members[number])):
            exchange = _exchange(members[number], new, cycle_of, adjacent)
            if exchange is not None:
                a, b, c, d = exchange
                for vertex, old, other in ((a, b, c), (c, d, a), (b, a, d), (d, c, b)):
                    new[vertex][new[vertex].index(old)] = other
                joined = cycle_of[c]
                for vertex in members[number]:
                    cycle_of[vertex] = joined
                members[joined] += members.pop(number)
    return cycles_of(new)


def _exchange(
    cycle: list[int], pairs: Pairs, cycle_of: list[int], adjacent: Sequence[Collection[int]]
) -> tuple[int, int, int, int] | None:
    """Return a, b, c and d of an exchange that joins a cycle to another one; None where there is none."""
    for a in cycle:
        for c in adjacent[a]:
            if cycle_of[c] != cycle_of[a]:
                for b, d in product(pairs[a], pairs[c]):
                    if d in adjacent[b]:
                        return a, b, c, d
    return None

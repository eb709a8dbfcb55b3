"""The order in which a frontier passes over a graph: the vertices one by one, so that the frontier stays small.

The frontier at a moment consists of the vertices that have not come yet and have a neighbour that has. Its size is what the
cost of a search over the frontier depends on. To find the best order is NP-hard (it is the pathwidth of the graph), so a few
orders are compared: row by row and column by column on a board; the order of the graph itself; and one that takes next the
vertex which brings the fewest new ones into the frontier. On graphs that are no boards, the last one is nearly always the best;
it begins at a vertex far from another one, as that of E. Cuthill and J. McKee does (1969), and keeps the frontier smaller.

Cost: linear in the number of edges, times the size of the frontier for the last order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import log
from typing import Any

from solvers.budget import Meter
from solvers.problem import Problem

__all__ = ["MOST_WIDTH", "FrontierOrder", "best_order"]

MOST_WIDTH = 60
"""The widest frontier that a search takes: its vertices are the bits of a number of 64."""

Neighbours = Sequence[Sequence[int]]


@dataclass(frozen=True)
class FrontierOrder:
    """An order of the vertices of a graph.

    Attributes
    ----------
    vertices : the nodes of the graph, in this order; their numbers from here on are their places in it.
    near : for each number, the numbers of its neighbours, in ascending order.
    """

    vertices: tuple[Hashable, ...]
    near: tuple[tuple[int, ...], ...]

    @cached_property
    def sizes(self) -> list[int]:
        """How many vertices the frontier has after each vertex."""
        change = [0] * (len(self.near) + 1)
        for vertex, near in enumerate(self.near):
            if near and near[0] < vertex:
                change[near[0]] += 1
                change[vertex] -= 1
        return list(accumulate(change[:-1]))

    @property
    def width(self) -> int:
        """The largest size of the frontier."""
        return max(self.sizes, default=0)

    @property
    def effort(self) -> float:
        """An estimate of the work, to compare orders: the logarithm of the sum of 3 to the power of each size."""
        width = self.width
        return width * log(3) + log(sum(3.0 ** (size - width) for size in self.sizes) or 1)


def best_order(problem: Problem, meter: Meter) -> FrontierOrder:
    """Return the order with the least effort.

    Raises
    ------
    BudgetSpent : the time is over.

    Examples
    --------
    >>> from graphs.families import graph_family
    >>> best_order(Problem(graph_family("J31")), Meter()).width
    7
    """
    graph = problem.graph_within(meter)
    vertices = list(graph)
    number = {vertex: index for index, vertex in enumerate(vertices)}
    near = [sorted({number[other] for other in graph.adj[vertex]} - {number[vertex]}) for vertex in meter.watched(vertices)]
    orders = (_renumbered(vertices, near, order, meter) for order in _orders(problem, vertices, near, meter))
    return min(orders, key=lambda order: order.effort)


def _renumbered(vertices: Sequence[Hashable], near: Neighbours, order: Sequence[int], meter: Meter) -> FrontierOrder:
    number = [0] * len(order)
    for index, vertex in enumerate(order):
        number[vertex] = index
    neighbours = (tuple(sorted(number[other] for other in near[vertex])) for vertex in meter.watched(order))
    return FrontierOrder(tuple(vertices[vertex] for vertex in order), tuple(neighbours))


def _orders(problem: Problem, vertices: Sequence[Hashable], near: Neighbours, meter: Meter) -> Iterator[Sequence[int]]:
    yield range(len(vertices))
    """Yield orders of the numbers of the vertices."""
    yield range(len(vertices))
    if problem.board is not None:
        squares: Sequence[Any] = vertices
        yield sorted(range(len(squares)), key=lambda index: squares[index])
        yield sorted(range(len(squares)), key=lambda index: squares[index][::-1])
    order = _fewest_new_first(near, meter)
    if order is not None:
        yield order


def _fewest_new_first(near: Neighbours, meter: Meter) -> list[int] | None:
    """Return the order that takes next the vertex of the frontier with the fewest untouched neighbours, the oldest of them.

    None where the frontier becomes too wide for any search.
    """
    order: list[int] = []
    untouched = list(map(len, near))
    is_touched = [False] * len(near)
    frontier: list[int] = []

    def touch(vertex: int) -> None:
        is_touched[vertex] = True
        frontier.append(vertex)
        for other in near[vertex]:
            untouched[other] -= 1

    for first in meter.watched(range(len(near))):
        if not is_touched[first]:
            touch(_far_vertex(near, first, meter))
        while frontier:
            meter.check()
            if len(frontier) > MOST_WIDTH:
                return None
            vertex = min(frontier, key=untouched.__getitem__)
            frontier.remove(vertex)
            order.append(vertex)
            for other in near[vertex]:
                if not is_touched[other]:
                    touch(other)
    return order


def _far_vertex(near: Neighbours, first: int, meter: Meter) -> int:
    """Return a vertex from which some other is as far away as any that a few breadth-first searches find."""
    distance, farthest = -1, first
    while True:
        away = {farthest: 0}
        waiting = [farthest]
        for vertex in meter.watched(waiting):
            for other in near[vertex]:
                if other not in away:
                    away[other] = away[vertex] + 1
                    waiting.append(other)
        last = waiting[-1]
        if away[last] <= distance:
            return farthest
        distance = away[last]
        farthest = min((each for each in waiting if away[each] == distance), key=lambda each: len(near[each]))

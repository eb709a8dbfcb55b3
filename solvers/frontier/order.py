"""The order in which a frontier passes over a graph: the vertices one by one, so that the frontier stays small.

The frontier at a moment consists of the vertices that have not come yet and have a neighbour that has. Its size is what the
cost of a search over the frontier depends on. To find the best order is NP-hard (it is the pathwidth of the graph), so a few
orders are compared: row by row and column by column on a board; the order of the graph itself; and one that takes next the
vertex which brings the fewest new ones into the frontier. On graphs that are no boards, the last one is nearly always the best;
it begins at a vertex far from another one, as that of E. Cuthill and J. McKee does (1969), and keeps the frontier smaller.
Cost: linear in the number of edges, times the size of the frontier for the last order.

A beam search finds narrower frontiers, and takes a fifth of a second for 64 vertices (`narrow_order`). The frontier after some
vertices are treated depends only on the set of them. So an order is a chain of sets, each with one vertex more than the one
before. The search keeps only some sets of each size: those whose chain has the least work so far (B. T. Lowerre, The HARPY
speech recognition system, 1976).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import accumulate
from math import log
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from solvers.budget import Meter
from solvers.problem import Problem

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["MOST_WIDTH", "Order", "best_order", "effort_of", "line_orders", "narrow_order"]

MOST_WIDTH = 60
"""The widest frontier that a search takes: its vertices are the bits of a number of 64."""
MOST_SETS, LEAST_SETS = 300, 10
"""Sets of each size in the beam; with 2,000 no better order was found for the quotients of square boards up to 18 x 18."""
SETS_OF_ALL_SIZES = 30_000

Vertex = TypeVar("Vertex", bound=Hashable)
Chain: TypeAlias = tuple[int, int, Any]
"""The work so far, the frontier as bits, and the vertices in order: the last one with the chain of those before it."""


@dataclass(frozen=True)
class Order:
    """An order of the vertices of a graph.

    Attributes
    ----------
    vertices : the nodes of the graph, in this order; their numbers from here on are their places in it.
    near : for each number, the numbers of its neighbours, in ascending order.
    """

    vertices: tuple[Hashable, ...]
    near: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, graph: nx.Graph[Any], vertices: Sequence[Hashable], meter: Meter) -> Order:
        """Return an order of all nodes of a graph; loops and parallel edges are ignored."""
        number = {vertex: index for index, vertex in enumerate(vertices)}
        near = ({number[other] for other in graph.adj[vertex]} - {number[vertex]} for vertex in meter.watched(vertices))
        return cls(tuple(vertices), tuple(tuple(sorted(each)) for each in near))

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


def effort_of(sizes: Iterable[int]) -> float:
    """Return an estimate of the work, to compare orders: the logarithm of the sum of 3 to the power of each frontier's size."""
    sizes = list(sizes)
    width = max(sizes, default=0)
    return width * log(3) + log(sum(3.0 ** (size - width) for size in sizes) or 1)


def best_order(problem: Problem, meter: Meter | None = None, gain: float = 0.0) -> Order:
    """Return the order with the least effort.

    Parameters
    ----------
    meter : the budget; only its time limit counts here.
    gain : how much less effort an order must take that is not one of `line_orders`, which may be symmetric.

    Raises
    ------
    BudgetSpent : the time is over.

    Examples
    --------
    >>> from graphs.families import graph_family
    >>> best_order(Problem(graph_family("J31"))).width
    7
    """
    meter = meter or Meter()
    best = min(line_orders(problem, meter), key=lambda order: effort_of(order.sizes))
    few = _fewest_new_first(problem.graph, meter)
    order = best if few is None else Order.of(problem.graph, few, meter)
    return order if effort_of(order.sizes) < effort_of(best.sizes) - gain else best


def line_orders(problem: Problem, meter: Meter) -> Iterator[Order]:
    """Yield the order of the graph; and row by row and column by column on a board, where these are other ones."""
    graph = problem.graph_within(meter)
    lines = [tuple(graph)]
    if problem.board is not None:
        lines += [tuple(sorted(graph)), tuple(sorted(graph, key=lambda square: square[::-1]))]
    for vertices in dict.fromkeys(lines):
        yield Order.of(graph, vertices, meter)


def _fewest_new_first(graph: nx.Graph[Any], meter: Meter) -> list[Hashable] | None:
    """Return the order that takes next the vertex of the frontier with the fewest untouched neighbours, the oldest of them.

    None where the frontier becomes too wide for any search.
    """
    import networkx as nx

    order: list[Hashable] = []
    frontier: list[Hashable] = []
    untouched = dict.fromkeys(graph)
    while untouched or frontier:
        meter.check()
        if not frontier:
            for layer in nx.bfs_layers(graph, next(iter(untouched))):
                meter.check()
                farthest = layer
            frontier.append(min(farthest, key=graph.degree))
            del untouched[frontier[0]]
        order.append(min(frontier, key=lambda vertex: sum(other in untouched for other in graph.adj[vertex])))
        frontier.remove(order[-1])
        new = [vertex for vertex in graph.adj[order[-1]] if vertex in untouched]
        frontier += new
        for vertex in new:
            del untouched[vertex]
        if len(frontier) > MOST_WIDTH:
            return None
    return order


def narrow_order(adjacency: Mapping[Vertex, Any], meter: Meter | None = None) -> list[Vertex]:
    """Return the vertices of a graph in an order with narrow frontiers.

    Parameters
    ----------
    adjacency : the neighbours of each vertex, as in `graph.adj`.
    meter : the budget; only its time limit counts here.

    Raises
    ------
    BudgetSpent : the time is over.

    Examples
    --------
    >>> import networkx as nx
    >>> narrow_order(nx.path_graph(5).adj)
    [4, 3, 2, 1, 0]
    """
    meter, vertices = meter or Meter(), list(adjacency)
    bit = {vertex: 1 << index for index, vertex in enumerate(vertices)}
    near = [sum(bit[other] for other in adjacency[vertex]) for vertex in vertices]
    chains: dict[int, Chain] = {0: (0, 0, ())}
    most = max(LEAST_SETS, min(MOST_SETS, SETS_OF_ALL_SIZES // max(1, len(vertices))))
    for _ in vertices:
        meter.check()
        chains = dict(nsmallest(most, _longer(chains, near).items(), key=itemgetter(1)))
    ((_, _, order),) = chains.values()
    numbers = []
    while order:
        order, last = order
        numbers.append(last)
    return [vertices[number] for number in reversed(numbers)]


def _longer(chains: Mapping[int, Chain], near: list[int]) -> dict[int, Chain]:
    """Return all sets with one vertex more, each with its best chain."""
    longer: dict[int, Chain] = {}
    for treated, (work, frontier, order) in chains.items():
        next_ones = frontier or (1 << len(near)) - 1 & ~treated
        while next_ones:
            one = next_ones & -next_ones
            next_ones -= one
            number = one.bit_length() - 1
            more = treated | one
            after = (frontier | near[number]) & ~more
            chain = (work + 3 ** after.bit_count(), after, (order, number))
            if more not in longer or chain[0] < longer[more][0]:
                longer[more] = chain
    return longer

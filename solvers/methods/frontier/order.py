"""Find orders of the vertices of a graph with small frontiers.

The vertices are processed one by one. The *frontier* consists of the vertices that are not processed yet and have a processed
neighbour. The *width* of an order is the maximum size of its frontiers. The work of a search grows exponentially with this
width. The smallest possible width is the pathwidth of the graph. It is NP-hard to find an order of this width. So `best_order`
compares only a few orders:

- on a board, row by row and column by column;
- the order in which the graph lists its vertices;
- the *greedy* order: the next vertex is the one that adds the fewest new vertices to the frontier. The first vertex is far from
  some other vertex, as in the order of E. Cuthill and J. McKee [1]_, but the frontiers are smaller than in their order. On
  graphs that are not boards, the greedy order is nearly always the best of these orders.

`narrow_order` finds orders with smaller frontiers by a beam search, in a fifth of a second for 64 vertices. A frontier depends
only on the set of processed vertices. So an order is a *chain* of sets, each with one vertex more than the previous one. The
*work* of a chain is the sum of 3**size over the sizes of its frontiers. For each number of processed vertices, the search
stores only a limited number of sets: those whose chains have the least work so far [2]_.

Each order takes O(|E|) time to compute, except the greedy order, which takes up to O(|E| w) time for frontiers of w vertices.

References
----------
.. [1] E. Cuthill and J. McKee, Reducing the bandwidth of sparse symmetric matrices, ACM National Conference, 1969.
.. [2] B. T. Lowerre, The HARPY speech recognition system, 1976.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import accumulate
from math import log
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from solvers.core.budget import Meter
from solvers.core.problem import Problem

if TYPE_CHECKING:
    import networkx as nx

# Compiled code stores a set of these vertices as bits of a 64-bit word.
MOST_WIDTH = 60
"""Maximum number of vertices in a frontier."""
# A limit of 2,000 gave no better orders of the quotient graphs in which symmetric tours of square boards up to 18x18 are
# counted.
MOST_SETS, LEAST_SETS = 300, 10
"""Maximum and minimum limit on the number of sets of equal size that `narrow_order` stores."""
SETS_OF_ALL_SIZES = 30_000
"""Approximate number of sets that `narrow_order` stores, in equal parts for all sizes of sets."""

Vertex = TypeVar("Vertex", bound=Hashable)
Chain: TypeAlias = tuple[int, int, Any]
"""A chain of sets: its work, the frontier of its last set as a bit mask, and its vertices in order. The order is `()` or a
pair: the order without its last vertex, and the last vertex."""


@dataclass(frozen=True)
class Order:
    """An order of the vertices of a graph, with the neighbours of each vertex."""

    vertices: tuple[Hashable, ...]
    near: tuple[tuple[int, ...], ...]  # the neighbours of each vertex, in ascending order

    @classmethod
    def of(cls, graph: nx.Graph[Any], vertices: Sequence[Hashable], meter: Meter) -> Order:
        """Create an `Order` from a graph and all its nodes."""
        number = {vertex: index for index, vertex in enumerate(vertices)}
        near = ({number[other] for other in graph.adj[vertex]} - {number[vertex]} for vertex in meter.watched(vertices))
        return cls(tuple(vertices), tuple(tuple(sorted(each)) for each in near))

    @cached_property
    def sizes(self) -> list[int]:
        """Number of vertices in the frontier after each step."""
        change = [0] * len(self.vertices)
        for vertex, near in enumerate(self.near[: len(change)]):
            change[min((vertex, *near[:1]))] += 1
            change[vertex] -= 1
        return list(accumulate(change))

    @property
    def width(self) -> int:
        """Maximum size of a frontier."""
        return max(self.sizes, default=0)

    @cached_property
    def effort(self) -> float:
        """Logarithm of the estimated work of a search in this order.

        It is the logarithm of the sum of 3**size over the sizes of all frontiers.
        """
        return self.width * log(3) + log(sum(3.0 ** (size - self.width) for size in self.sizes) or 1)


def best_order(problem: Problem, meter: Meter | None = None, gain: float = 0.0) -> Order:
    """Return the order of the vertices with the least estimated search work.

    It is the greedy order or one of `line_orders`. The greedy order is chosen only if its effort is more than `gain`
    below that of the others. With a positive `gain`, a caller prefers the orders of `line_orders`, for example because they may
    be symmetric.

    >>> from graphs.families import graph_family
    >>> best_order(Problem(graph_family("J31"))).width
    7
    """
    meter = meter or Meter()
    best = min(line_orders(problem, meter), key=lambda order: order.effort)
    few = _fewest_new_first(problem.graph, meter)
    order = best if few is None else Order.of(problem.graph, few, meter)
    return order if order.effort < best.effort - gain else best


def line_orders(problem: Problem, meter: Meter) -> Iterator[Order]:
    """Yield simple orders of the vertices: as in the graph, by rows, and by columns."""
    graph = problem.graph_within(meter)
    lines = [tuple(graph)]
    if problem.board is not None:
        lines += [tuple(sorted(graph)), tuple(sorted(graph, key=lambda square: square[::-1]))]
    for vertices in dict.fromkeys(lines):
        yield Order.of(graph, vertices, meter)


def _fewest_new_first(graph: nx.Graph[Any], meter: Meter) -> list[Hashable] | None:
    """Return a greedy order of the vertices, or None if a frontier is too large.

    The next vertex is the vertex of the frontier with the fewest neighbours that are neither processed nor in the frontier. If
    several vertices have the fewest, it is the one that has been in the frontier for the longest time.
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
    """Return an order of the vertices with small frontiers, found by beam search.

    If it finds no order whose frontiers have at most `MOST_WIDTH` vertices, the order of `adjacency` is returned.

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
        if not chains:
            return vertices
    ((_, _, order),) = chains.values()
    numbers = []
    while order:
        order, last = order
        numbers.append(last)
    return [vertices[number] for number in reversed(numbers)]


def _longer(chains: Mapping[int, Chain], near: list[int]) -> dict[int, Chain]:
    """Extend each set of processed vertices by a frontier vertex.

    If the frontier is empty, the set is extended by each other vertex. Return the new sets with at most `MOST_WIDTH` vertices
    in the frontier, each with its best chain (see the module docstring).
    """
    longer: dict[int, Chain] = {}
    for treated, (work, frontier, order) in chains.items():
        next_ones = frontier or (1 << len(near)) - 1 & ~treated
        while next_ones:
            one = next_ones & -next_ones
            next_ones -= one
            number = one.bit_length() - 1
            more = treated | one
            after = (frontier | near[number]) & ~more
            width = after.bit_count()
            chain = (work + 3**width, after, (order, number))
            if width <= MOST_WIDTH and (more not in longer or chain[0] < longer[more][0]):
                longer[more] = chain
    return longer

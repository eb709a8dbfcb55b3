"""Divide a graph at two vertices, and join tours of the parts.

Let the graph without the vertices u and v have two components. A closed tour visits u and v once each. Between them, it visits
all vertices of one component, then all of the other. So it consists of two paths from u to v. To find the path through one
component, replace the other component by one additional vertex that is adjacent to u and v only. A closed tour of this smaller
graph must use both edges of the additional vertex. The rest of this tour is the path.

The two smaller graphs are solved independently, and may be divided again. If one of them has no closed tour, neither has the
graph.

References
----------
W. T. Tutte, Connectivity in Graphs, 1966, on the division of graphs at two vertices.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import networkx as nx

from graphs.loading import load
from graphs.obstructions.closed_form import closed_form_parts
from solvers.core.budget import Meter
from solvers.core.problem import Problem

SMALLEST = 16  # minimum number of vertices of a component; chains of vertices of degree 2 are not cut off


@dataclass(frozen=True)
class Parts:
    """A closed-tour problem, divided at two vertices into two parts."""

    whole: Problem  # the problem of a closed tour of the whole graph
    cut: tuple[Hashable, Hashable]
    components: tuple[list[Hashable], list[Hashable]]

    def problems(self) -> Iterable[Problem]:
        """Yield a closed-tour problem for each part.

        Its vertices are integers: 0 and 1 for the two separating vertices, 2 for an additional vertex that replaces the other
        component, then those of the component in their order.
        """
        for inside in self.components:
            number = {vertex: place for place, vertex in enumerate([*self.cut, None, *inside])}
            edges = ((number[one], number[other]) for one in inside for other in self.whole.graph[one])
            part: nx.Graph[int] = nx.Graph([(0, 2), (1, 2)])
            part.add_nodes_from(range(3, len(inside) + 3))
            part.add_edges_from(edges)
            yield Problem(part, closed=True)

    def join(self, tours: Iterable[Sequence[int]]) -> list[Hashable]:
        """Join closed tours of both parts to one of the graph."""
        tour: list[Hashable] = []
        for inside, squares, first in zip(self.components, tours, (0, 1), strict=True):
            place = squares.index(2)
            path = [*squares[place + 1 :], *squares[:place]]
            if path[0] != first:  # one path leads from 0 to 1, the other back
                path.reverse()
            vertices = [*self.cut, None, *inside]
            tour += [vertices[number] for number in path[:-1]]
        place = 0 if self.whole.start is None else tour.index(self.whole.start)
        return tour[place:] + tour[:place]


def parts_of(problem: Problem, meter: Meter) -> Parts | None:
    """Divide a graph at two vertices into two similar parts.

    The problem is a closed tour, without known steps, of an undirected biconnected graph. Return None if no two vertices leave
    exactly two components, both of at least `SMALLEST` vertices. Only the time limit of the budget is used.
    """
    load("solvers.solving.parts_kernels")
    from solvers.methods.arrays import adjacency_arrays
    from solvers.solving.parts_kernels import most_even_parts

    graph, adjacency = problem.graph_within(meter), adjacency_arrays(problem, meter=meter)
    first, second, size = most_even_parts(adjacency, meter)
    if size < SMALLEST:
        return None
    cut = adjacency.squares[first], adjacency.squares[second]
    components = closed_form_parts(graph, meter.watched, cut)
    if len(components) != 2:
        return None
    one, other = ([vertex for vertex in meter.watched(graph) if vertex in component] for component in components)
    return Parts(problem, cut, (one, other))

"""The blocks of a graph: the largest parts that stay connected when any one of their vertices is taken away.

A depth-first search numbers the vertices as it reaches them. `low` of a vertex is the lowest number among its neighbours, and
among the neighbours of all vertices that were reached by way of it. Suppose that the search comes back from a vertex to the one
before it, and `low` is not below the number of the one before. Then nothing but the one before joins this part to the rest: it
and the vertices reached since, as far as they are in no block yet, make up a block.

J. Hopcroft and R. Tarjan, Efficient algorithms for graph manipulation, 1973. Cost: linear in the number of edges.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphs.obstructions.obstruction import Graph, Node
from graphs.watching import Watch, ticks, unwatched

__all__ = ["blocks"]


def blocks(graph: Graph, watched: Watch = unwatched) -> Iterator[list[Node]]:
    """Yield the vertices of each block. A vertex without a neighbour is in no block.

    Parameters
    ----------
    graph : any undirected graph.
    watched : the steps of the search pass through it; it may raise to stop the search.

    Examples
    --------
    >>> import networkx as nx
    >>> sorted(map(sorted, blocks(nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3)]))))
    [[0, 1, 2], [2, 3]]
    """
    neighbours = dict(graph.adjacency())
    tick = ticks(watched)
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    for first in neighbours:
        if first in number:
            continue
        number[first] = low[first] = len(number)
        without_block = [first]
        path = [(first, 0, iter(neighbours[first]))]  # with each vertex: its place in `without_block`, and what to try
        while path:
            next(tick)
            here, place, choices = path[-1]
            for there in choices:
                if there not in number:
                    number[there] = low[there] = len(number)
                    path.append((there, len(without_block), iter(neighbours[there])))
                    without_block.append(there)
                    break
                low[here] = min(low[here], number[there])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[here])
                    if low[here] >= number[before]:
                        yield [before, *without_block[place:]]
                        del without_block[place:]

"""The blocks of a graph: the maximal connected subgraphs that stay connected if any one vertex is removed.

A depth-first search numbers the vertices in the order in which it reaches them. A vertex is *reached through* v if the search
reaches it after v and before it returns from v. The `low` of a vertex v is the lowest number among the neighbours of v and the
neighbours of all vertices reached through v.

Suppose that the search returns from a vertex v to its predecessor u, and that `low` of v is at least the number of u. Then u
alone joins v, and the vertices reached through v, to the rest of the graph. So a block consists of u, v and those vertices
reached through v that are not yet in another block.

Notes
-----
Runs in O(|V| + |E|) time.

References
----------
J. Hopcroft and R. Tarjan, Efficient algorithms for graph manipulation, 1973.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphs.leapers import Graph
from graphs.obstructions.tour_problem import Node
from graphs.watching import Watch, ticks, unwatched


def blocks(graph: Graph, watched: Watch = unwatched) -> Iterator[list[Node]]:
    """Yield the vertices of each block: a maximal subgraph that stays connected if any one vertex is removed.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    watched : Watch, optional
        Function that may raise an exception to stop the search; see `graphs.watching`.

    Yields
    ------
    list of Hashable
        The vertices of a block, at least two. A vertex without a neighbour is in no block.

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
        path = [(first, 0, iter(neighbours[first]))]  # per vertex: its place in `without_block`, its next neighbours
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

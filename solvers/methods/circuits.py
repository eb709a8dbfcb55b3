"""Tours as circuits: each move is an arc in each direction, and the arcs of a tour lead through all nodes and back.

A further node, the apex, makes an open tour a circuit: arcs lead from it to each possible start, and from each possible end
back to it. Cost: linear in the number of moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property

import numpy as np

from solvers.methods.compiled.arrays import Adjacency

__all__ = ["Circuit"]


class Circuit:
    """The graph whose circuits through all nodes are the tours of a problem.

    Parameters
    ----------
    adjacency : the moves of the problem.

    Attributes
    ----------
    nodes : the nodes of the squares, in their order. For an open tour they begin at 1, and node 0 is the apex.
    tails, heads : the nodes which each arc leads from and to; the arcs of the apex come last.
    arcs : pairs of a tail and a head.
    first : the node before the first square of an open tour, or that of the first square of a closed one.

    Examples
    --------
    >>> import networkx as nx
    >>> from solvers.methods.compiled.arrays import adjacency_of
    >>> from solvers.problem import Problem
    >>> circuit = Circuit(adjacency_of(Problem(nx.path_graph("abc"), start="a")))
    >>> circuit.arcs
    [(1, 2), (2, 1), (2, 3), (3, 2), (0, 1), (1, 0), (2, 0), (3, 0)]
    >>> circuit.tour_of([(0, 1), (3, 0), (1, 2), (2, 3)])
    ['a', 'b', 'c']
    """

    def __init__(self, adjacency: Adjacency) -> None:
        self._adjacency, problem = adjacency, adjacency.problem
        self.nodes = nodes = np.arange(problem.size) + (not problem.closed)
        starts, ends = (nodes if each is None else nodes[[adjacency.number(each)]] for each in (problem.start, problem.end))
        self.tails, self.heads = np.repeat(nodes, np.diff(adjacency.first)), nodes[adjacency.heads]
        self.first = int(starts[0]) if problem.closed else 0
        if not problem.closed:
            self.tails = np.concatenate([self.tails, np.zeros_like(starts), ends])
            self.heads = np.concatenate([self.heads, starts, np.zeros_like(ends)])

    @cached_property
    def arcs(self) -> list[tuple[int, int]]:
        return [*zip(self.tails.tolist(), self.heads.tolist(), strict=True)]

    def tour_of(self, arcs: Iterable[tuple[int, int]]) -> list[Hashable]:
        """Return the tour whose arcs, in any order, are these pairs of nodes."""
        after = dict(arcs)
        order = [self.first]
        while (node := after[order[-1]]) != self.first:
            order.append(node)
        before = int(self.nodes[0])
        return [self._adjacency.squares[node - before] for node in order[before:]]

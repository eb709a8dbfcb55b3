"""Tours as circuits: each move becomes two arcs, one per direction, and a tour is a circuit through all nodes.

Each square is a node. An additional node, the apex, makes an open tour a circuit: arcs lead from the apex to each possible
start, and from each possible end back to the apex. Building the arcs takes linear time in the number of moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property

import numpy as np

from solvers.methods.arrays import AdjacencyArrays


class Circuit:
    """A directed graph whose Hamiltonian circuits are the tours.

    Attributes
    ----------
    nodes : numpy.ndarray of int
        The node of each square. For a closed tour, nodes are counted from 0. For an open tour, node 0 is the apex.
    tails, heads : numpy.ndarray of int
        The two nodes of each arc. The arcs of the apex come last.
    first : int
        The node at which a circuit begins: the apex, or the start of a closed tour (without a start, its first square).

    Examples
    --------
    >>> import networkx as nx
    >>> from solvers.methods.arrays import adjacency_arrays
    >>> from solvers.core.problem import Problem
    >>> circuit = Circuit(adjacency_arrays(Problem(nx.path_graph("abc"), start="a")))
    >>> circuit.arcs
    [(1, 2), (2, 1), (2, 3), (3, 2), (0, 1), (1, 0), (2, 0), (3, 0)]
    >>> circuit.tour_of([(0, 1), (3, 0), (1, 2), (2, 3)])
    ['a', 'b', 'c']
    """

    def __init__(self, adjacency: AdjacencyArrays) -> None:
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
        """Return the tour that is given by the arcs of a circuit."""
        after = dict(arcs)
        order = [self.first]
        while (node := after[order[-1]]) != self.first:
            order.append(node)
        before = int(self.nodes[0])
        return [self._adjacency.squares[node - before] for node in order[before:]]

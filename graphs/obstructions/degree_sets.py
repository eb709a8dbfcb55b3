"""Degree sets: squares that need more moves than their neighbours can take part in, found by a largest flow.

A Hamiltonian cycle of the closed form uses two moves at every vertex: it is a 2-factor. A flow from the vertices, as tails,
to the vertices, as heads, with capacity two at each and one along each move, is full where there is a 2-factor. Where it
cannot be full, the tails on the source's side of a smallest cut are the witness. (W. T. Tutte, The factors of graphs, 1952;
L. R. Ford and D. R. Fulkerson, Maximal flow through a network, 1956.) Cost: a preflow-push, n**2 times the root of the
number of moves at worst.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from graphs.obstructions.closed_form import closed_form, only_squares
from graphs.obstructions.obstruction import Obstruction, Squares, TourProblem, free_ends, listed

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["DegreeSet", "find_degree_sets"]


@dataclass(frozen=True)
class DegreeSet(Obstruction):
    """Squares that need more moves than their neighbours can take part in.

    An end of a tour is on one of its moves, every other square on two. Add up the moves that the squares of the set need. Add
    up the moves that all squares can give to them: each gives at most two, a given end at most one. If the need is greater,
    there is no tour, not even one in several pieces (no 2-factor, when the tour is closed).
    """

    needy: Squares

    def __str__(self) -> str:
        return (
            f"the {len(self.needy)} square(s) {listed(self.needy)} need more moves than their neighbours can give them: "
            f"no two moves for each square can be chosen"
        )

    @property
    def squares(self) -> Squares:
        return self.needy

    def holds(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
        given = set() if problem.closed else {problem.start, problem.end} - {None}
        if not all(square in graph for square in self.needy) or (len(graph) == 1 and not problem.closed):
            return False
        need = sum(1 if square in given else 2 for square in self.needy) - free_ends(problem)
        give = 0
        for square in graph:
            takers = sum(near in self.needy for near in graph.adj[square] if near != square)
            give += min(1 if square in given else 2, takers)
        return give < need

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        return type(self)(frozenset(map(image, self.needy)))


def find_degree_sets(graph: nx.Graph[Any], problem: TourProblem) -> Iterator[DegreeSet]:
    """Yield the squares on the source's side of a smallest cut, where the flow is not full, as a claim.

    Parameters
    ----------
    graph : any undirected graph.
    problem : any object with `start`, `end` and `closed`, such as a `solvers.Problem`.

    Examples
    --------
    >>> import networkx as nx
    >>> from solvers import Problem
    >>> graph = nx.complete_bipartite_graph(2, 4)
    >>> [sorted(claim.needy) for claim in find_degree_sets(graph, Problem(graph))]
    [[2, 3, 4, 5]]
    """
    import networkx as nx

    whole = closed_form(graph, problem)
    squares = list(whole)
    number = {square: index for index, square in enumerate(squares)}
    network: nx.DiGraph[Any] = nx.DiGraph()
    heads, source, sink = len(squares), 2 * len(squares), 2 * len(squares) + 1
    network.add_nodes_from((source, sink))
    for square, tail in number.items():
        network.add_edge(source, tail, capacity=2)
        network.add_edge(heads + tail, sink, capacity=2)
        for near in whole.adj[square]:
            network.add_edge(tail, heads + number[near], capacity=1)
    flow, (near_source, _) = nx.minimum_cut(network, source, sink)
    if flow < 2 * len(whole):
        yield DegreeSet(only_squares(squares[node] for node in near_source if node < heads))

"""Degree sets: squares that need more moves than their neighbours can take part in, found by a largest flow.

A Hamiltonian cycle of the closed form has two moves at every vertex. Can so many moves be chosen at all? Let every vertex
stand twice, as a tail and as a head, and let each move lead from the tail of either vertex to the head of the other. In a
Hamiltonian cycle each tail has two heads, and each head two tails. That is a flow: two units leave each tail, two arrive at
each head, and one passes along a move at most.

If a tail is left short, the tails on the source's side of a smallest cut are the degree set: all heads next to them are full,
and it is not enough.

W. T. Tutte, The factors of graphs, 1952. Cost: that of the flow (`flow.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.obstructions.closed_form import closed_form, numbered, only_squares
from graphs.obstructions.flow import largest_flow
from graphs.obstructions.obstruction import Graph, Obstruction, Squares, TourProblem, Weighing, given_ends, listed
from graphs.watching import Watch, unwatched

__all__ = ["DegreeSet", "find_degree_sets"]


@dataclass(frozen=True)
class DegreeSet(Obstruction):
    """Squares that need more moves than their neighbours can take part in.

    An end of a tour is on one of its moves, every other square on two. Add up the moves that the squares of the set need. Add
    up the moves that all squares can give them: each gives at most two, and a given end at most one. If the need is greater,
    there is no tour. A closed tour does not even exist in several pieces then: the graph has no 2-factor.

    Attributes
    ----------
    needy : the squares of the set.
    """

    needy: Squares

    def __str__(self) -> str:
        words = self.words
        return (
            f"the {words.some(len(self.needy))} {listed(self.needy)} need more {words.edges} than their neighbours can give "
            f"them: no two {words.edges} for each {words.vertex} can be chosen"
        )

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return 1 for the squares of the set, -1 for each square next to more of them than a tour can lead to from there.

        None where a square of the set is such a square.
        """
        ends = given_ends(problem)
        full = {
            square: -1
            for square, near in graph.adjacency()
            if sum(other in self.needy for other in near if other != square) > (1 if square in ends else 2)
        }
        return (full | dict.fromkeys(self.needy, 1), []) if self.needy.isdisjoint(full) else None


def find_degree_sets(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[DegreeSet]:
    """Yield the squares of the tails on the source's side of a smallest cut, where the flow is not full, as a claim.

    `Finder` says what the parameters are.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> graph = nx.complete_bipartite_graph(2, 4)
    >>> [sorted(claim.needy) for claim in find_degree_sets(graph, Ends())]
    [[2, 3, 4, 5]]
    """
    vertices, near = numbered(closed_form(graph, problem, watched))
    _, needy = largest_flow(near, 2, watched)
    if needy:
        yield DegreeSet.on(graph, only_squares(vertices[tail] for tail in needy))

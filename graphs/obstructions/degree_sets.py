"""Degree sets: squares that need more moves than their neighbours can take part in, found by a largest flow.

A Hamiltonian cycle of the closed form has two moves at every vertex. Can so many moves be chosen at all? Let every vertex
stand twice, as a tail and as a head, and let each move lead from the tail of either vertex to the head of the other. In a
Hamiltonian cycle each tail has two heads, and each head two tails. That is a flow: two units leave each tail, two arrive at
each head, and one passes along a move at most. With one unit for each vertex, it is a largest matching (`cut_sets`).

If a tail is left short, the tails on the source's side of a smallest cut are the degree set: all heads next to them are full,
and it is not enough.

The flow is filled greedily first, then by augmenting paths: a tail takes a head that another tail gives up, which takes a
third tail's head, and so on, until a head has room.

W. T. Tutte, The factors of graphs, 1952; L. R. Ford and D. R. Fulkerson, Maximal flow through a network, 1956. Cost: a search
through the graph for each unit that the greedy flow lacks; from tails that no path helps, only one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphs.obstructions.closed_form import closed_form, numbered, only_squares
from graphs.obstructions.obstruction import Drawing, Graph, Obstruction, Squares, TourProblem, Weighing, given_ends, listed
from graphs.watching import Watch, ticks, unwatched

__all__ = ["DegreeSet", "find_degree_sets", "largest_flow"]


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

    label = "degrees"
    meaning = "some squares need more moves than their neighbours can give"
    hardness = 6
    drawing = Drawing("the squares that need more moves than there are")
    certificate = "degree-set"

    needy: Squares

    def __str__(self) -> str:
        words = self.words
        if len(self.needy) == 1:
            return f"the {words.vertex} {listed(self.needy)} needs more {words.edges} than its neighbours can give it"
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
    vertices, near = numbered(closed_form(graph, problem, watched), watched)
    _, needy = largest_flow(near, 2, watched)
    if needy:
        yield DegreeSet.on(graph, only_squares(vertices[tail] for tail in needy))


def largest_flow(near: Sequence[Sequence[int]], most: int, watched: Watch = unwatched) -> tuple[list[list[int]], set[int]]:
    """Return the tails that each head takes, and the tails on the source's side of a smallest cut.

    Parameters
    ----------
    near : for each tail the heads next to it. There are as many heads as tails; both are numbered from 0.
    most : the number of edges for each tail and each head.
    watched : the steps of the searches pass through it; it may raise to stop them.

    Returns
    -------
    The second value is empty where each tail has `most` heads. Else it holds the tails that lack a head, and those which
    could give up a head to them: all heads next to these tails are full.

    Examples
    --------
    >>> largest_flow([[1], [0, 1], [1]], most=1)
    ([[1], [0], []], {0, 2})
    """
    tails_of: list[list[int]] = [[] for _ in near]
    heads_of: list[set[int]] = [set() for _ in near]
    for tail, heads in enumerate(watched(near)):
        for head in heads:
            if len(heads_of[tail]) < most and len(tails_of[head]) < most:
                heads_of[tail].add(head)
                tails_of[head].append(tail)
    tick = ticks(watched)
    lost: set[int] = set()
    for tail in range(len(near)):
        while len(heads_of[tail]) < most and tail not in lost:
            lost |= _augment(tail, near, most, heads_of, tails_of, lost, tick)
    return tails_of, lost


def _augment(
    first: int,
    near: Sequence[Sequence[int]],
    most: int,
    heads_of: list[set[int]],
    tails_of: list[list[int]],
    lost: set[int],
    tick: Iterator[None],
) -> set[int]:
    """Give a tail one more head along a shortest augmenting path; if there is none, return the tails that were reached.

    The search leaves out the tails in `lost`, which reach no head with room, now or later.
    """
    to_head: dict[int, int] = {}  # the tail from which each head was reached
    to_tail: dict[int, int] = {}  # the head by way of which each tail was reached: the tail may give this one up
    reached = [first]
    seen = lost | {first}
    for tail in reached:
        next(tick)
        for head in near[tail]:
            if head in to_head or head in heads_of[tail]:
                continue
            to_head[head] = tail
            if len(tails_of[head]) < most:
                while True:
                    taker = to_head[head]
                    heads_of[taker].add(head)
                    tails_of[head].append(taker)
                    if taker == first:
                        return set()
                    head = to_tail[taker]
                    heads_of[taker].remove(head)
                    tails_of[head].remove(taker)
            for other in tails_of[head]:
                if other not in seen:
                    seen.add(other)
                    to_tail[other] = head
                    reached.append(other)
    return set(reached)

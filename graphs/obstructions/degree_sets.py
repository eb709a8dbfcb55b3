"""Degree sets: squares that need more moves than their neighbours can take part in, found by a largest flow.

A Hamiltonian cycle of the closed form has two moves at every vertex. Can so many moves be chosen at all? Let every vertex
stand twice, as a tail and as a head, and let each move lead from the tail of either vertex to the head of the other. In a
Hamiltonian cycle each tail has two heads, and each head two tails. That is a flow: two units leave each tail, two arrive at
each head, and one passes along a move at most.

The flow is filled greedily first, then by augmenting paths: a tail takes a head that another tail gives up, which takes a
third tail's head, and so on, until a head has room. If a tail is left short, the tails that can be reached in this way are the
degree set: all heads next to them are full, and it is not enough. (They are on the source's side of a smallest cut.)

W. T. Tutte, The factors of graphs, 1952; L. R. Ford and D. R. Fulkerson, Maximal flow through a network, 1956. Cost: a search
through the graph for each unit that the greedy flow lacks; from tails that no path helps, only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from graphs.obstructions.closed_form import closed_form, numbered, only_squares
from graphs.obstructions.obstruction import Obstruction, Squares, TourProblem, free_ends, listed
from graphs.watching import Watch, ticks, unwatched
from graphs.words import subject_of

if TYPE_CHECKING:
    import networkx as nx

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

    @property
    def squares(self) -> Squares:
        return self.needy

    def rules_out(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
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
        return replace(self, needy=frozenset(map(image, self.needy)))


def find_degree_sets(graph: nx.Graph[Any], problem: TourProblem, watched: Watch = unwatched) -> Iterator[DegreeSet]:
    """Yield the squares of the tails on the source's side of a smallest cut, where the flow is not full, as a claim.

    `Finder` says what the parameters are.

    Examples
    --------
    >>> import networkx as nx
    >>> from solvers import Problem
    >>> graph = nx.complete_bipartite_graph(2, 4)
    >>> [sorted(claim.needy) for claim in find_degree_sets(graph, Problem(graph))]
    [[2, 3, 4, 5]]
    """
    vertices, near = numbered(closed_form(graph, problem, watched))
    needy = _without_two(near, ticks(watched))
    if needy:
        yield DegreeSet(only_squares(vertices[tail] for tail in needy), subject=subject_of(graph))


def _without_two(adjacent: Sequence[Sequence[int]], tick: Iterator[None]) -> set[int]:
    """Fill the flow, and return the tails on the source's side of a smallest cut: none if each tail has its two heads."""
    tails_of: list[list[int]] = [[] for _ in adjacent]
    heads_of: list[set[int]] = [set() for _ in adjacent]
    for tail, near in enumerate(adjacent):
        for head in near:
            if len(heads_of[tail]) < 2 and len(tails_of[head]) < 2:
                heads_of[tail].add(head)
                tails_of[head].append(tail)
    lost: set[int] = set()
    for tail in range(len(adjacent)):
        while len(heads_of[tail]) < 2 and tail not in lost:
            lost |= _augment(tail, adjacent, heads_of, tails_of, lost, tick)
    return lost


def _augment(
    first: int,
    adjacent: Sequence[Sequence[int]],
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
        for head in adjacent[tail]:
            if head in to_head or head in heads_of[tail]:
                continue
            to_head[head] = tail
            if len(tails_of[head]) < 2:
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

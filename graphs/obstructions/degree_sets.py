"""Degree sets: squares that need more moves than their neighbours provide.

The finder works on the closed form (`closed_form`), in which every tour is a Hamiltonian cycle, with two moves at every vertex.
Split each vertex into a *tail* and a *head*, and join each tail to the heads of its neighbours. A Hamiltonian cycle is a flow
in this bipartite graph: two units leave each tail, two arrive at each head, and at most one flows along an edge. With one unit
instead of two, a maximum flow is a maximum matching, which `cut_sets` uses.

If a maximum flow gives some tail fewer than two units, consider a minimum cut. The vertices whose tails are on the source's
side are the degree set: they need more units than their neighbours can receive from them. The flow is built greedily, then by
augmenting paths. For each unit that is missing from the greedy flow, one search takes O(|E|) time. All searches without success
take O(|E|) time together.

References
----------
W. T. Tutte, The factors of graphs, 1952.
L. R. Ford and D. R. Fulkerson, Maximal flow through a network, 1956.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphs.leapers import Graph
from graphs.obstructions.closed_form import closed_form, closed_form_squares, number_vertices
from graphs.obstructions.obstruction import (
    COUNTED,
    Drawing,
    Obstruction,
    Squares,
    TourProblem,
    Weighing,
    given_ends,
    list_squares,
)
from graphs.watching import Watch, unwatched, watched_ticks


@dataclass(frozen=True)
class DegreeSet(Obstruction):
    """Squares that need more moves than their neighbours can provide.

    In a tour, an end has one move, and every other square two. A neighbour provides at most two moves to squares in `needy`,
    but only one if it is a given end, or has a single neighbour in `needy`.
    """

    label = "degrees"
    meaning = "some squares need more moves than their neighbours can provide"
    hardness = 6
    drawing = Drawing("the squares that need more moves than their neighbours can provide", "counted", COUNTED)
    certificate = "degree-set"

    needy: Squares

    def __str__(self) -> str:
        words = self.words
        squares, rest = list_squares(self.needy), "neighbours can provide"
        if len(self.needy) == 1:
            return f"in a tour, the {words.vertex} {squares} needs more {words.edges} than its {rest}"
        return f"in a tour, the {words.some(len(self.needy))} {squares} need more {words.edges} than their {rest}"

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        # weight 1 for each square of the set, and -1 for each square with more neighbours in the set than moves in a tour
        ends = given_ends(problem)
        full = {
            square: -1
            for square, near in graph.adjacency()
            if sum(other in self.needy for other in near if other != square) > (1 if square in ends else 2)
        }
        return (full | dict.fromkeys(self.needy, 1), []) if self.needy.isdisjoint(full) else None


def find_degree_sets(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[DegreeSet]:
    """Yield squares that need more moves than their neighbours can provide.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        An undirected graph, the problem on it, and a function that may stop the finder (see `graphs.watching`).

    Yields
    ------
    DegreeSet
        The obstruction, unchecked, if the maximum flow shows one.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> [sorted(candidate.needy) for candidate in find_degree_sets(nx.complete_bipartite_graph(2, 4), Ends())]
    [[2, 3, 4, 5]]
    """
    vertices, near = number_vertices(closed_form(graph, problem, watched), watched)
    _, needy = degree_set_flow(near, 2, watched)
    if needy:
        yield DegreeSet.on(graph, closed_form_squares(vertices[tail] for tail in needy))


def degree_set_flow(near: Sequence[Sequence[int]], most: int, watched: Watch = unwatched) -> tuple[list[list[int]], set[int]]:
    """Return a maximum flow and a minimum cut in the bipartite double cover.

    At most `most` units flow at each tail and head. The flow lists, per head, the tails that give it a unit. The cut contains
    the tails on the source's side.

    >>> degree_set_flow([[1], [0, 1], [1]], most=1)
    ([[1], [0], []], {0, 2})
    """
    tails_of: list[list[int]] = [[] for _ in near]
    heads_of: list[set[int]] = [set() for _ in near]
    for tail, heads in enumerate(watched(near)):
        for head in heads:
            if len(heads_of[tail]) < most and len(tails_of[head]) < most:
                heads_of[tail].add(head)
                tails_of[head].append(tail)
    tick = watched_ticks(watched)
    lost: set[int] = set()  # tails from which no augmenting path exists

    def augment(first: int) -> Iterable[int]:
        """Augment the flow from `first`, or return the tails that were reached."""
        to_head: dict[int, int] = {}  # the tail from which each head was reached
        to_tail: dict[int, int] = {}  # the head through which each tail was reached, which the tail may give up
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
                            return ()
                        head = to_tail[taker]
                        heads_of[taker].remove(head)
                        tails_of[head].remove(taker)
                for other in tails_of[head]:
                    if other not in seen:
                        seen.add(other)
                        to_tail[other] = head
                        reached.append(other)
        return reached

    for tail in range(len(near)):
        while len(heads_of[tail]) < most and tail not in lost:
            lost.update(augment(tail))
    return tails_of, lost

"""Degree sets: squares that need more moves than their neighbours can provide, found by maximum flow.

The finder works on the closed form (`closed_form`), in which every tour is a Hamiltonian cycle. A Hamiltonian cycle has two
moves at every vertex. The finder searches for a set of vertices for which this is impossible, because their neighbours are too
few.

Consider a bipartite graph that contains each vertex twice, once as a *tail* and once as a *head*. Each tail is joined to the
heads of its neighbours. A Hamiltonian cycle then is a flow from tails to heads: two units leave each tail, two units arrive at
each head, and at most one unit flows from a tail to a head. With one unit per tail and per head instead of two, a maximum flow
is a maximum matching, which `cut_sets` uses.

If fewer than two units leave some tail in a maximum flow, consider a minimum cut. The vertices whose tails are on the source's
side of the cut form the degree set. Together, these tails need more units than their neighbouring heads can receive from them.

The flow is built greedily at first, then by augmenting paths. On an augmenting path, a tail takes a unit of a head from another
tail, which takes a unit of a head from a third tail, and so on, until a head is reached that can receive one more unit.

Notes
-----
For each unit that is missing from the greedy flow, one search for an augmenting path is needed, which takes O(|E|) time. All
searches that find no path take O(|E|) time together.

References
----------
W. T. Tutte, The factors of graphs, 1952.
L. R. Ford and D. R. Fulkerson, Maximal flow through a network, 1956.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphs.leapers import Graph
from graphs.obstructions.closed_form import closed_form, number_vertices, only_squares
from graphs.obstructions.obstruction import Drawing, Obstruction, Squares, TourProblem, Weighing, given_ends, list_squares
from graphs.watching import Watch, ticks, unwatched


@dataclass(frozen=True)
class DegreeSet(Obstruction):
    """Squares that need more moves than their neighbours can provide.

    A tour has one move at each of its ends, and two moves at every other square. Add up the moves that the squares of the set
    need. Then add up the moves that their neighbours can provide: each neighbour at most two, a given end at most one, and a
    square with a single neighbour in the set at most one. If the first sum is greater, there is no tour. If the tour must be
    closed, the graph does not even have a 2-factor, that is, disjoint cycles that cover all squares.

    Attributes
    ----------
    needy : frozenset
        The squares of the set.
    """

    label = "degrees"
    meaning = "some squares need more moves than their neighbours can provide"
    hardness = 6
    drawing = Drawing("the squares that need more moves than their neighbours can provide")
    certificate = "degree-set"

    needy: Squares

    def __str__(self) -> str:
        words = self.words
        squares, rest = list_squares(self.needy), "neighbours can provide"
        if len(self.needy) == 1:
            return f"in a tour, the {words.vertex} {squares} needs more {words.edges} than its {rest}"
        return f"in a tour, the {words.some(len(self.needy))} {squares} need more {words.edges} than their {rest}"

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return weight 1 for each square of the set, and -1 for each square with too many neighbours in the set.

        More than two neighbours in the set are too many or, at a given end, more than one: a tour cannot use the moves to all
        of them.

        Parameters
        ----------
        graph : networkx.Graph
            Any undirected graph.
        problem : TourProblem
            The problem on this graph.

        Returns
        -------
        tuple or None
            The weights of the squares, and an empty list, because no set of squares gets a weight. Or None if a square of the
            set itself has too many neighbours in the set, because it would need both weights.
        """
        ends = given_ends(problem)
        full = {
            square: -1
            for square, near in graph.adjacency()
            if sum(other in self.needy for other in near if other != square) > (1 if square in ends else 2)
        }
        return (full | dict.fromkeys(self.needy, 1), []) if self.needy.isdisjoint(full) else None


def find_degree_sets(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[DegreeSet]:
    """Yield a candidate: squares that need more moves than their neighbours can provide, found by maximum flow.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    problem : TourProblem
        The problem on this graph.
    watched : Watch, optional
        Function that may raise an exception to stop the finder; see `graphs.watching`.

    Yields
    ------
    DegreeSet
        The obstruction, unchecked. Nothing is yielded if there is a flow with two units at every tail (see the module
        docstring).

    Examples
    --------
    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> graph = nx.complete_bipartite_graph(2, 4)
    >>> [sorted(candidate.needy) for candidate in find_degree_sets(graph, Ends())]
    [[2, 3, 4, 5]]
    """
    vertices, near = number_vertices(closed_form(graph, problem, watched), watched)
    _, needy = largest_flow(near, 2, watched)
    if needy:
        yield DegreeSet.on(graph, only_squares(vertices[tail] for tail in needy))


def largest_flow(near: Sequence[Sequence[int]], most: int, watched: Watch = unwatched) -> tuple[list[list[int]], set[int]]:
    """Return a maximum flow from tails to heads, and a minimum cut (see the module docstring).

    Parameters
    ----------
    near : sequence of sequence of int
        The heads to which each tail can give units. There are as many heads as tails, and both are numbered from 0.
    most : int
        Maximum number of units at each tail and at each head.
    watched : Watch, optional
        Function that may raise an exception to stop the search; see `graphs.watching`.

    Returns
    -------
    tails_of : list of list of int
        For each head, the tails that give it a unit.
    needy : set of int
        The tails on the source's side of a minimum cut. They include all tails that give fewer than `most` units. Each head
        that is next to a tail in this set receives `most` units. The set is empty if each tail gives `most` units.

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
    """Search for a shortest augmenting path from the tail `first` (see the module docstring), and add one unit along this path.

    Return an empty set if there is a path. Otherwise, return the set of all tails that the search reached. The search skips the
    tails in `lost`, which earlier searches without a path have reached.
    """
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

"""Lazy cuts: constraints against several short cycles, added only when needed.

The solver chooses two moves at every square: a two-factor (see `two_factor`). So each answer of the solver is a set of cycles
that together visit every square once. If it is one cycle, this cycle is a tour. If there are several cycles:

1. They are joined by exchanges of two moves, often into a single cycle: a tour [1]_. Let a-b be a move of one cycle and c-d a
   move of another cycle, and let a-c and b-d also be moves of the graph. If a-c and b-d replace a-b and c-d, the two cycles
   become one.
2. If several cycles are left, cuts are added: one for each cycle of the answer, and one for each cycle that is left after the
   joins. A cut is the condition that chosen moves lead from the squares of the cycle to other squares. If the graph without
   these squares is disconnected, a cut is added for each of its components instead. These cuts are stronger. Then the solver
   searches again [2]_.

The search ends when there is one cycle, or when the solver proves that no choice satisfies all conditions, so that there is no
tour. The solvers `sat`, `sat-arcs` and `highs` and the model `lazy-cuts` of `cp-sat` use this method.

Joining the cycles of an answer takes linear time in the size of the graph.

References
----------
.. [1] R. M. Karp, A patching algorithm for the nonsymmetric traveling-salesman problem, 1979.
.. [2] G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Hashable, Iterator, Sequence
from itertools import chain, islice, pairwise, product
from typing import TYPE_CHECKING

from graphs.watching import Watch, unwatched
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.models.two_factor import Clause, TwoFactor, two_factor_tour

if TYPE_CHECKING:
    import numpy as np

EASY = 100  # number of cuts after which stronger cuts, for components, are added
MOST_PARTED = 300  # maximum number of cycles for which cuts for components are added, because they take quadratic time


class LazyCutSearch(TwoFactor, ABC):
    """Base class of searches that exclude short cycles by cuts.

    Each solver is a subclass, which also defines what counts as a search node. Each call of `tour` continues where the previous
    call stopped. `cuts` contains the set of vertices of each cut.
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        import numpy as np

        super().__init__(problem, meter)
        self._edge_array = np.array(self.edges)
        self.cuts: list[frozenset[int]] = []

    def tour(self) -> list[Hashable] | None:
        """Return a tour, or None if none exists."""
        cycle = self._next_cycle(join=True)
        return None if cycle is None else self._tour_of(cycle)

    def tours(self) -> Iterator[list[Hashable]]:
        """Yield every tour, by forbidding each tour that is found."""
        variable = {frozenset(edge): number for number, edge in enumerate(self.edges, 1)}
        while (cycle := self._next_cycle(join=False)) is not None:  # no joins, because a joined cycle could be found twice
            tour = self._tour_of(cycle)
            yield tour
            if not self.problem.closed and self.problem.start is None:
                yield tour[::-1]
            self.forbid([variable[frozenset(edge)] for edge in pairwise([*cycle, cycle[0]])])

    def _tour_of(self, cycle: list[int]) -> list[Hashable]:
        if not self.paths:
            return two_factor_tour(cycle, self.squares, self.problem)
        steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        squares = [square for one, other in steps for square in (self.squares[one], *self.paths.get((one, other), ()))]
        return two_factor_tour([*range(len(squares))], squares, self.problem)

    def _next_cycle(self, *, join: bool) -> list[int] | None:
        """Return the vertices of a Hamiltonian cycle, or None.

        Cuts are added until the chosen edges form a single cycle, or no choice is left. If `join` is true, the cycles of each
        choice are joined where possible, which can also result in a single cycle.
        """
        import numpy as np

        while (chosen := self.choose()) is not None:
            edges = self._edge_array[chosen]
            edges = np.concatenate([edges, edges[:, ::-1]])
            # Each vertex has two chosen edges. So after sorting both directions by their first vertex, two rows belong to each.
            pairs = edges[np.argsort(edges[:, 0], kind="stable"), 1].reshape(-1, 2).tolist()
            cycles = lazy_cut_cycles(pairs)
            joined = cycles
            if join and len(cycles) > 1:
                joined = join_lazy_cut_cycles(cycles, pairs, self.adjacent, self.meter.watched, self.paths)
            if len(joined) == 1:
                return joined[0]
            groupings = (cycles, joined) if len(joined) < len(cycles) else (cycles,)
            for inside in dict.fromkeys(chain.from_iterable(map(self._unconnected, groupings))):
                self.cuts.append(inside)
                self.cut(inside)
            self.lead_on(chosen, len(cycles))
        return None

    def _unconnected(self, cycles: Sequence[Sequence[int]]) -> Iterator[frozenset[int]]:
        """Yield sets of vertices that an edge of each tour must leave.

        The sets are the cycles, or components instead of a cycle (see the module docstring). A set and its complement have the
        same cut, so the smaller of the two is yielded.
        """
        import networkx as nx
        import numpy as np

        between: nx.Graph[int] = nx.Graph()  # one node per cycle; an edge if an edge of the graph joins the two cycles
        parting: set[int] = set()  # cycles without which the graph is disconnected
        if len(self.cuts) >= EASY and len(cycles) <= MOST_PARTED:
            cycle_of = np.empty(len(self.variables_at), dtype=int)
            for number, cycle in enumerate(cycles):
                cycle_of[cycle] = number
            ends = cycle_of[self._edge_array]
            # Each pair is sorted as one number. If numpy compares rows, a Ctrl-C becomes a TypeError of numpy.
            pairs = np.unique(ends[ends[:, 0] != ends[:, 1]] @ [len(cycles), 1])
            between.add_edges_from(divmod(pair, len(cycles)) for pair in pairs.tolist())
            parting = {*nx.articulation_points(between)}
        for number in self.meter.watched(range(len(cycles))):
            parts = [{number}]
            if number in parting:
                others = [*between[number]]
                between.remove_node(number)
                parts = [*nx.connected_components(between)]
                between.add_edges_from((number, other) for other in others)
            for part in parts:
                # Of two sides of the same size, the one that contains cycle 0 is yielded.
                if (2 * sum(len(cycles[each]) for each in part), 0 not in part) > (len(self.variables_at), False):
                    part = {*range(len(cycles))} - part
                yield frozenset(chain.from_iterable(cycles[each] for each in part))

    @abstractmethod
    def choose(self) -> np.ndarray | None:
        """Choose two edges per vertex, or return None if impossible.

        The array contains a bool per edge.
        """

    @abstractmethod
    def cut(self, inside: frozenset[int]) -> None:
        """Require that chosen edges leave a vertex set."""

    @abstractmethod
    def forbid(self, cycle: Clause) -> None:
        """Forbid choosing all edges of a cycle."""

    def lead_on(self, chosen: np.ndarray, cycles: int) -> None:
        """Influence which edges the solver chooses next."""
        return


class LazySumSearch(LazyCutSearch):
    """A search with lazy cuts, by a solver with linear constraints."""

    def add_sums(self) -> None:
        """Require two chosen edges at each vertex.

        They also include the conditions on the ends of an open tour.
        """
        for number, variables in self.meter.watched(self.exactly()):
            self.add_sum(variables, number, number)

    def cut(self, inside: frozenset[int]) -> None:
        outward = self.outward(inside)
        self.add_sum(outward, 2, max(2, len(outward)))

    def forbid(self, cycle: Clause) -> None:
        self.add_sum(cycle, 0, len(cycle) - 1)

    @abstractmethod
    def add_sum(self, variables: Sequence[int], least: int, most: int) -> None:
        """Require that `least` to `most` of some edges are chosen."""


def lazy_cut_cycles(pairs: Sequence[Sequence[int]]) -> list[list[int]]:
    """List the cycles of a 2-regular graph, given as adjacency lists.

    >>> lazy_cut_cycles([[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]])
    [[0, 1, 2], [3, 4, 5]]
    """
    seen = [False] * len(pairs)
    cycles = []
    for vertex in range(len(pairs)):
        cycle: list[int] = []
        while not seen[vertex]:
            seen[vertex] = True
            cycle.append(vertex)
            one, other = pairs[vertex]
            vertex = other if seen[one] else one
        if cycle:
            cycles.append(cycle)
    return cycles


def join_lazy_cut_cycles(
    cycles: Sequence[Sequence[int]],
    pairs: Sequence[Sequence[int]],
    adjacent: Sequence[Sequence[int]],
    watched: Watch = unwatched,
    kept: Container[tuple[int, int]] = (),
) -> list[list[int]]:
    """Join cycles by exchanging pairs of edges.

    The smallest cycles are joined first.

    `pairs` contains the two neighbours of each vertex on its cycle, and `adjacent` all its neighbours. Edges in `kept`, and
    those of a vertex without an entry in `adjacent`, such as the apex, are not exchanged.

    >>> two_squares = [[1, 3], [0, 2], [1, 3], [0, 2], [5, 7], [4, 6], [5, 7], [4, 6]]
    >>> cube = [[1, 3, 4], [0, 2, 5], [1, 3, 6], [0, 2, 7], [5, 7, 0], [4, 6, 1], [5, 7, 2], [4, 6, 3]]
    >>> join_lazy_cut_cycles(lazy_cut_cycles(two_squares), two_squares, cube)
    [[0, 4, 7, 6, 5, 1, 2, 3]]
    """
    new = list(pairs)
    members = dict(enumerate(map(list, cycles)))
    cycle_of = {vertex: number for number, cycle in members.items() for vertex in cycle}
    before = 0
    while len(members) != before:
        before = len(members)
        # The longest cycle is left out: its exchanges are found from the other cycle.
        for number in watched(sorted(members, key=lambda number: len(members[number]))[:-1]):
            # a-b and c-d are edges of different cycles, and a-c and b-d are edges of the graph
            exchanges = (
                (a, b, c, d)
                for a in watched(members[number])
                for c in adjacent[a]
                if cycle_of[c] != number
                for b, d in product(new[a], new[c])
                if d in adjacent[b] and (a, b) not in kept and (c, d) not in kept
            )
            for a, b, c, d in islice(exchanges, 1):
                for vertex, old, other in ((a, b, c), (c, d, a), (b, a, d), (d, c, b)):
                    new[vertex] = [other if each == old else each for each in new[vertex]]
                joined = cycle_of[c]
                members[joined] += members[number]
                cycle_of |= dict.fromkeys(members.pop(number), joined)
    return lazy_cut_cycles(new) if len(members) < len(cycles) else list(map(list, cycles))

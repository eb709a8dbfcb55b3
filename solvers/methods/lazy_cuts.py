"""Lazy cuts: a solver chooses cycles that visit every square, and gets cuts against those that are no tour.

Every square has two of the chosen moves (`two_factor`). So each answer of the solver is a set of cycles that visit every square
once. If it is one cycle, that is a tour. If there are several:

1. Two cycles are joined wherever an exchange of two moves makes one of them. Often one cycle is left: a tour. Let a-b be a move
   of one cycle and c-d a move of another, and let the graph have the moves a-c and b-d. Put these two in the place of a-b and
   c-d: the two cycles become one. This is the patching of R. M. Karp (A patching algorithm for the nonsymmetric
   traveling-salesman problem, 1979).
2. Otherwise each cycle gets a cut: chosen moves lead out of its squares. The solver searches again.

In the end there is one cycle, or the solver proves that nothing satisfies all conditions: then there is no tour. `sat` and the
model `lazy-cuts` of `cp-sat` are such solvers.

G. Dantzig, R. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem, 1954. Cost, beside that of the
solver: linear in the size of the graph for each cycle that is joined.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, compress, islice, pairwise, product
from typing import Any

from solvers.budget import Meter
from solvers.methods.two_factor import Clause, TwoFactor, tour_of
from solvers.problem import Problem

__all__ = ["CutSearch", "SumSearch", "cycles_of", "join_cycles"]


class CutSearch(TwoFactor, ABC):
    """The search for two-factors of one cycle. Each call goes on where the last one stopped.

    Parameters
    ----------
    problem : the problem, of two squares or more.
    meter : the budget; a node is a conflict of the solver.

    Attributes
    ----------
    cuts : the sets of vertices that got a cut, in the order in which they got it.
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        super().__init__(problem, meter)
        self.meter = meter
        self.cuts: list[frozenset[int]] = []

    def tour(self) -> list[Hashable] | None:
        """Return a tour, or None if there is none.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        cycle = self._next_cycle(join=True)
        return None if cycle is None else tour_of(cycle, self.squares, self.problem)

    def tours(self) -> Iterator[list[Hashable]]:
        """Yield every tour. Each one that was found is forbidden, and the solver goes on.

        Raises
        ------
        BudgetSpent : the budget ran out before the solver had found all.
        """
        while (cycle := self._next_cycle(join=False)) is not None:  # a joined cycle could come twice
            tour = tour_of(cycle, self.squares, self.problem)
            yield tour
            if not self.problem.closed and self.problem.start is None:
                yield tour[::-1]
            self.forbid([self.variable[frozenset(edge)] for edge in pairwise([*cycle, cycle[0]])])

    def _next_cycle(self, *, join: bool) -> list[int] | None:
        while (chosen := self.choose()) is not None:
            pairs: list[list[int]] = [[] for _ in self.variables_at]
            for one, other in compress(self.edges, chosen):
                pairs[one].append(other)
                pairs[other].append(one)
            cycles = cycles_of(pairs)
            joined = join_cycles(cycles, pairs, self.adjacent) if join and len(cycles) > 1 else cycles
            if len(joined) == 1:
                return joined[0]
            without_twins = (some[: len(some) if len(some) > 2 else 1] for some in (cycles, joined))  # two cycles have one cut
            for inside in dict.fromkeys(map(frozenset, chain.from_iterable(without_twins))):
                self.cuts.append(inside)
                self.cut(self.outward(inside))
            self.lead_on(chosen, len(cycles))
        return None

    @abstractmethod
    def choose(self) -> Sequence[Any] | None:
        """Return for each edge whether the solver chooses it; None where it proves that the conditions contradict each other.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """

    @abstractmethod
    def cut(self, outward: Clause) -> None:
        """Add the condition that edges are chosen which lead out of a set of vertices."""

    @abstractmethod
    def forbid(self, cycle: Clause) -> None:
        """Add the condition that not all of these edges are chosen."""

    @abstractmethod
    def lead_on(self, chosen: Sequence[Any], cycles: int) -> None:
        """Prepare the next choice after one that makes several cycles."""


class SumSearch(CutSearch):
    """A search by a solver that is told how many of some edges are chosen: two at each vertex, and two or more in each cut."""

    def add_sums(self) -> None:
        """Add the conditions of the two-factor."""
        for number, variables in self.meter.watched(self.exactly()):
            self.add_sum(variables, number, number)

    def cut(self, outward: Clause) -> None:
        self.add_sum(outward, 2, max(2, len(outward)))

    def forbid(self, cycle: Clause) -> None:
        self.add_sum(cycle, 0, len(cycle) - 1)

    @abstractmethod
    def add_sum(self, variables: Sequence[int], least: int, most: int) -> None:
        """Add that from `least` to `most` of the edges are chosen; an edge has its number in the two-factor, from 1."""


def cycles_of(pairs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the cycles, each as its vertices in the order of a walk along it.

    Parameters
    ----------
    pairs : for each vertex, its two neighbours on its cycle.

    Examples
    --------
    >>> cycles_of([[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]])
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


def join_cycles(
    cycles: Sequence[Sequence[int]], pairs: Sequence[Sequence[int]], adjacent: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Join cycles, the smallest first, until no exchange joins two of them, and return the cycles that are left.

    Parameters
    ----------
    cycles : the cycles, as `cycles_of` returns them.
    pairs : for each vertex, its two neighbours on its cycle.
    adjacent : for each vertex, its neighbours in the graph. A vertex that has none here keeps its edges.

    Examples
    --------
    >>> two_squares = [[1, 3], [0, 2], [1, 3], [0, 2], [5, 7], [4, 6], [5, 7], [4, 6]]
    >>> cube = [[1, 3, 4], [0, 2, 5], [1, 3, 6], [0, 2, 7], [5, 7, 0], [4, 6, 1], [5, 7, 2], [4, 6, 3]]
    >>> join_cycles(cycles_of(two_squares), two_squares, cube)
    [[0, 4, 7, 6, 5, 1, 2, 3]]
    """
    new = [list(pair) for pair in pairs]
    members = dict(enumerate(map(list, cycles)))
    cycle_of = {vertex: number for number, cycle in members.items() for vertex in cycle}
    before = 0
    while len(members) != before:
        before = len(members)
        for number in sorted(members, key=lambda number: len(members[number])):
            exchanges = (
                (a, b, c, d)
                for a in members[number]
                for c in adjacent[a]
                if cycle_of[c] != number
                for b, d in product(new[a], new[c])
                if d in adjacent[b]
            )
            for a, b, c, d in islice(exchanges, 1):
                for vertex, old, other in ((a, b, c), (c, d, a), (b, a, d), (d, c, b)):
                    new[vertex][new[vertex].index(old)] = other
                joined = cycle_of[c]
                members[joined] += members[number]
                cycle_of |= dict.fromkeys(members.pop(number), joined)
    return cycles_of(new)

"""Two-factors: every square has exactly two of the chosen moves, so that the chosen moves make up cycles.

A closed tour is a two-factor of one cycle. An open tour becomes one by a further vertex, the apex, which is joined to the
squares where the tour may start or end. In the cycle, the apex is between the last square of the tour and the first.

A SAT solver gets a variable for each edge, which is true where the edge is chosen. All conditions are of one kind: exactly k of
these variables are true. Two of the edges at each square are chosen; of the edges between the apex and a group of squares, as
many as the tour has ends in the group. Only cuts make the chosen edges one cycle instead of several.

A solver that cannot count gets clauses instead of a number: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
constraints, CP 2005.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

__all__ = ["Clause", "TwoFactor", "at_most"]

Clause = list[int]


@dataclass(frozen=True)
class TwoFactor:
    """A graph with the vertices 0 … vertices - 1, whose Hamiltonian cycles are the tours.

    Parameters
    ----------
    vertices : the number of vertices, the apex included.
    edges : pairs of vertices; the variable of an edge is its place in this list, from 1.
    apex : the vertex that stands for the ends of an open tour; None for a closed tour.
    groups : further conditions: a number, and edges of the apex of which exactly this number are chosen.

    Examples
    --------
    >>> triangle = TwoFactor(3, ((0, 1), (0, 2), (1, 2)))
    >>> list(triangle.exactly()), triangle.cut([0])
    ([(2, [1, 2]), (2, [1, 3]), (2, [2, 3])], [1, 2])
    """

    vertices: int
    edges: tuple[tuple[int, int], ...]
    apex: int | None = None
    groups: tuple[tuple[int, tuple[int, ...]], ...] = ()

    @cached_property
    def variables_at(self) -> list[list[int]]:
        """The variables of the edges at each vertex."""
        at: list[list[int]] = [[] for _ in range(self.vertices)]
        for variable, (one, other) in enumerate(self.edges, 1):
            at[one].append(variable)
            at[other].append(variable)
        return at

    @cached_property
    def adjacent(self) -> list[list[int]]:
        """The neighbours of each vertex."""
        near: list[list[int]] = [[] for _ in range(self.vertices)]
        for one, other in self.edges:
            near[one].append(other)
            near[other].append(one)
        return near

    @cached_property
    def variable(self) -> dict[tuple[int, int], int]:
        """The variable of each edge, in both directions."""
        numbered = list(enumerate(self.edges, 1))
        return {edge: number for number, edge in numbered} | {edge[::-1]: number for number, edge in numbered}

    def exactly(self) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield the conditions: a number, and variables of which exactly this number are true."""
        for vertex, variables in enumerate(self.variables_at):
            if vertex != self.apex:
                yield 2, variables
        yield from self.groups

    def clauses(self) -> Iterator[Clause]:
        """Yield the conditions as clauses. The counters of the groups have the variables behind those of the edges.

        Of the edges of a group at least one is chosen. Where there are to be two, the second follows: there is an even number
        of chosen edges at the apex, as at every other vertex.
        """
        for vertex, variables in enumerate(self.variables_at):
            if vertex != self.apex:
                yield from map(list, combinations(variables, max(len(variables) - 1, 0)))
                yield from map(list, combinations([-each for each in variables], 3))
        first = len(self.edges) + 1
        for count, group in self.groups:
            yield list(group)
            yield from at_most(count, group, first)
            first += count * len(group)

    def cut(self, inside: Collection[int]) -> Clause:
        """Return the clause of a cut: of the edges that lead out of a set of vertices, at least one is chosen."""
        variables = (each for vertex in inside for each in self.variables_at[vertex])
        return [each for each in variables if (self.edges[each - 1][0] in inside) != (self.edges[each - 1][1] in inside)]


def at_most(count: int, variables: Sequence[int], first: int) -> Iterator[Clause]:
    """Yield clauses which say that at most `count` of the variables are true: Sinz's sequential counter.

    Parameters
    ----------
    count : at least 1.
    variables : the variables that are counted.
    first : the number of the first of the further variables. Number `first + i * count + j` is true if more than j of the
        counted variables up to the i-th are true.

    Examples
    --------
    >>> list(at_most(1, [1, 2], 3))
    [[-1, 3], [-2, 4], [-3, 4], [-2, -3]]
    """
    for i, variable in enumerate(variables):
        here = [first + i * count + j for j in range(count)]
        yield [-variable, here[0]]
        if i:
            before = [each - count for each in here]
            for j in range(count):
                yield [-before[j], here[j]]
            for j in range(1, count):
                yield [-variable, -before[j - 1], here[j]]
            yield [-variable, -before[-1]]

"""The clauses of a two-factor: every square has exactly two of the chosen moves, so that the chosen moves make up cycles.

A closed tour is a two-factor of one cycle. An open tour becomes one when a further vertex, the apex, is joined to the squares where
the tour may start or end: its first and last squares are the two neighbours of the apex in the cycle.

A variable stands for a move, in both directions. A square of degree d gets d clauses of d - 1 moves (leave out any one, and
another is chosen) and a clause for each three of its moves (not all of them). For the apex, whose degree is that of the whole
board, a counter takes further variables (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005).

Resolution cannot count, so that the colours are counted here: where each move changes the colour of the square, the sides of a
board have equally many squares and the tour has one end on each, or one side has a square more and both ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

__all__ = ["Clause", "TwoFactor", "bipartition"]

Clause = list[int]


@dataclass(frozen=True)
class TwoFactor:
    """A graph with the vertices 0 … vertices - 1, whose Hamiltonian cycles are the tours.

    Parameters
    ----------
    vertices : the number of vertices, the apex included.
    edges : pairs of vertices; the variable of an edge is its place in this list, from 1.
    apex : the vertex that stands for the ends of an open tour, with the groups of its edges of which exactly so many are chosen.
        None for a closed tour.

    Examples
    --------
    >>> triangle = TwoFactor(3, ((0, 1), (0, 2), (1, 2)))
    >>> list(triangle.clauses())
    [[2], [1], [3], [1], [3], [2]]
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

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses: each vertex has two of its edges, and the apex as many as each of its groups says."""
        for vertex, variables in enumerate(self.variables_at):
            if vertex == self.apex:
                continue
            for left_out in variables:
                yield [each for each in variables if each != left_out]
            for three in combinations(variables, 3):
                yield [-each for each in three]
        last = len(self.edges)
        for count, variables in self.groups:
            yield list(variables)
            yield from at_most(count, variables, last + 1)
            last += count * len(variables)

    def cut(self, inside: Collection[int]) -> Clause:
        """Return the clause that a tour leaves a set of vertices: one of the edges with one end in it is chosen."""
        variables = (each for vertex in inside for each in self.variables_at[vertex])
        return [each for each in variables if (self.edges[each - 1][0] in inside) != (self.edges[each - 1][1] in inside)]


def at_most(count: int, variables: Sequence[int], first: int) -> Iterator[Clause]:
    """Yield the clauses of Sinz's counter: at most `count` of the variables are true.

    The new variable `first + i * count + j` follows where more than j of the variables up to the i-th are true.
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


def bipartition(adjacent: Sequence[Sequence[int]]) -> list[int] | None:
    """Return the side, 0 or 1, of each vertex of a connected graph where every edge joins the two sides; else None."""
    side = [-1] * len(adjacent)
    side[0] = 0
    reached = [0]
    for vertex in reached:
        for other in adjacent[vertex]:
            if side[other] < 0:
                side[other] = 1 - side[vertex]
                reached.append(other)
            elif side[other] == side[vertex]:
                return None
    return side if len(reached) == len(adjacent) else None

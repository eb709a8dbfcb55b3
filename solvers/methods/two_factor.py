"""The clauses of a two-factor: every square has exactly two of the chosen moves, so that the chosen moves make up cycles.

A closed tour is a two-factor of one cycle. An open tour becomes one when a further vertex, the apex, is joined to the squares
where the tour may start or end: its first and last squares are the two neighbours of the apex in the cycle.

A variable stands for a move, in both directions. A square of degree d gets d clauses of d - 1 moves (leave out any one, and
another is chosen) and a clause for each three of its moves (not all of them). Of a square with very many moves there would be
too many threes, and the apex can have a move to each square. There a counter takes further variables (C. Sinz, Towards an
optimal CNF encoding of Boolean cardinality constraints, CP 2005). A solver that counts by itself gets no clauses, but
`exactly`.

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
CROWDED = 16
"""A square with more moves gets counters: 16 moves have 560 threes, and 100 moves 161,700."""


@dataclass(frozen=True)
class TwoFactor:
    """A graph with the vertices 0 … vertices - 1, whose Hamiltonian cycles are the tours.

    Parameters
    ----------
    vertices : the number of vertices, the apex included.
    edges : pairs of vertices; the variable of an edge is its place in this list, from 1.
    apex : the vertex that stands for the ends of an open tour; None for a closed tour.
    groups : sets of variables, of each of which exactly so many are true: the edges of the apex, or the edge between the given
        ends of a closed tour.

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

    def exactly(self) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield what the clauses say: a number, and variables of which exactly so many are true.

        Examples
        --------
        >>> list(TwoFactor(3, ((0, 1), (0, 2), (1, 2))).exactly())
        [(2, [1, 2]), (2, [1, 3]), (2, [2, 3])]
        """
        for vertex, variables in enumerate(self.variables_at):
            if vertex != self.apex:
                yield 2, variables
        yield from self.groups

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses: each vertex has two of its edges, and each group as many as it says.

        The empty clause stands for what cannot be: a vertex with fewer than two edges, or a group without an edge.
        """
        crowded = []
        for vertex, variables in enumerate(self.variables_at):
            if vertex == self.apex:
                continue
            if len(variables) < 2:
                yield []
            if len(variables) > CROWDED:
                crowded.append(variables)
                continue
            for left_out in variables:
                yield [each for each in variables if each != left_out]
            for three in combinations(variables, 3):
                yield [-each for each in three]
        first = len(self.edges) + 1
        for count, group in self.groups:
            yield list(group)  # for two edges of an apex this is enough: all degrees of a graph add up to an even number
            yield from at_most(count, group, first)
            first += count * len(group)
        for variables in crowded:
            yield from at_most(2, variables, first)
            first += 2 * len(variables)
            yield from at_least_two(variables, first)
            first += 2 * len(variables)

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


def at_least_two(variables: Sequence[int], first: int) -> Iterator[Clause]:
    """Yield the clauses of a counter: at least two of the variables are true.

    Where the new variable `first + 2 * i` is true, one of the variables up to the i-th is; where `first + 2 * i + 1` is, two
    are.
    """
    for i, variable in enumerate(variables):
        one, two = first + 2 * i, first + 2 * i + 1
        yield [-one, variable, one - 2] if i else [-one, variable]
        if i:
            yield [-two, two - 2, variable]
            yield [-two, two - 2, one - 2]
        else:
            yield [-two]
    yield [first + 2 * len(variables) - 1]


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

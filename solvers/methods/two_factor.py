"""Two-factors: every square has exactly two of the chosen moves, so that the chosen moves make up cycles.

A closed tour is a two-factor of one cycle. An open tour becomes one by a further vertex, the apex, which is joined to the
squares where the tour may start or end. In the cycle, the apex is between the last square of the tour and the first.

A SAT solver gets a variable for each edge, which is true where the edge is chosen. All conditions are of one kind: exactly k of
these variables are true. Two of the edges at each square are chosen; of the edges between the apex and a group of squares, as
many as the tour has ends in the group. Only cuts make the chosen edges one cycle instead of several.

`sat` and the lazy cuts of `cp_sat` choose two edges at each vertex. The chosen edges are cycles; where there is only one, it is
a tour. A solver that cannot count gets clauses instead of a number: C. Sinz, Towards an optimal CNF encoding of Boolean
cardinality constraints, CP 2005. Cost: linear in the size of the graph.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from itertools import count as count_from
from typing import TypeAlias

from graphs.leapers import ordered_neighbours
from graphs.obstructions.closed_form import possible_ends, two_colours
from graphs.obstructions.obstruction import given_ends
from solvers.budget import Meter
from solvers.problem import Problem

__all__ = ["Clause", "TwoFactor", "at_most", "tour_of"]

Clause: TypeAlias = list[int]
Group: TypeAlias = tuple[int, list[int]]
"""A number, and things of which exactly this number are chosen."""


class TwoFactor:
    """The graph whose Hamiltonian cycles are the tours of a problem of two squares or more.

    Parameters
    ----------
    problem : the problem.
    meter : its time limit holds for the building.

    Attributes
    ----------
    problem : the problem.
    squares : the squares; their places in this list are the vertices.
    apex : the vertex that stands for the ends of an open tour, after those of the squares; None for a closed tour.
    edges : pairs of vertices; the variable of an edge is its place in this list, from 1.
    groups : further conditions: a number, and edges of the apex of which exactly this number are chosen.
    variables_at : for each vertex, the variables of its edges.
    adjacent : for each square, its neighbours; none for the apex.

    Examples
    --------
    >>> import networkx as nx
    >>> two_factor = TwoFactor(Problem(nx.path_graph(3)), Meter())
    >>> two_factor.edges, two_factor.groups, two_factor.outward([0])
    ([(0, 1), (1, 2), (0, 3), (2, 3)], [(2, [3, 4])], [1, 3])
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
        number = {square: vertex for vertex, square in enumerate(neighbours)}
        self.problem, self.squares = problem, list(number)
        numbered = enumerate(neighbours.values())
        self.edges = [(one, number[other]) for one, near in numbered for other in near if one < number[other]]
        self.apex = None if problem.closed else len(number)
        self.groups: list[Group] = []
        for count, ends in [] if problem.closed else self._ends():
            first = len(self.edges) + 1
            self.edges += [(number[end], len(number)) for end in ends]
            self.groups.append((count, [*range(first, first + len(ends))]))
        self.variables_at: list[list[int]] = [[] for _ in range(len(number) + (not problem.closed))]
        self.adjacent: list[list[int]] = [[] for _ in self.variables_at]
        for variable, (one, other) in enumerate(self.edges, 1):
            self.variables_at[one].append(variable)
            self.variables_at[other].append(variable)
            if other != self.apex:
                self.adjacent[one].append(other)
                self.adjacent[other].append(one)

    def _ends(self) -> list[tuple[int, list[Hashable]]]:
        """Return groups of squares, and the number of ends in each. The colours only matter if an end is free."""
        given = given_ends(self.problem)
        return possible_ends(self.squares, given, two_colours(self.problem.graph) if len(given) < 2 else None)

    @cached_property
    def variable(self) -> dict[frozenset[int], int]:
        """The variable of each edge."""
        return {frozenset(edge): variable for variable, edge in enumerate(self.edges, 1)}

    def exactly(self) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield the conditions: a number, and variables of which exactly this number are true."""
        yield from ((2, self.variables_at[vertex]) for vertex in range(len(self.squares)))
        yield from self.groups

    def clauses(self) -> Iterator[Clause]:
        """Yield the conditions as clauses. The counters of the groups have the variables behind those of the edges.

        Of the edges of a group at least one is chosen. Where there are to be two, the second follows: there is an even number
        of chosen edges at the apex, as at every other vertex.
        """
        for variables in self.variables_at[: len(self.squares)]:
            yield from map(list, combinations(variables, max(len(variables) - 1, 0)))
            yield from map(list, combinations([-each for each in variables], 3))
        first = len(self.edges) + 1
        for count, group in self.groups:
            yield list(group)
            yield from at_most(count, group, first)
            first += count * len(group)

    def outward(self, inside: Collection[int]) -> Clause:
        """Return the clause of a cut: of the edges that lead out of a set of vertices, at least one is chosen."""
        variables = (each for vertex in inside for each in self.variables_at[vertex])
        return [each for each in variables if (self.edges[each - 1][0] in inside) != (self.edges[each - 1][1] in inside)]


def tour_of(cycle: list[int], squares: Sequence[Hashable], problem: Problem) -> list[Hashable]:
    """Return the tour that a cycle makes, in the direction from the problem's start to its end.

    Parameters
    ----------
    cycle : places in the list of squares; the place after the last square represents the ends of an open tour.
    """
    start = problem.start
    place = cycle.index(len(squares) if not problem.closed else 0 if start is None else squares.index(start))
    tour = [squares[vertex] for vertex in cycle[place:] + cycle[:place] if vertex < len(squares)]
    return tour if start in (None, tour[0]) else tour[::-1]


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
    for here, variable in zip(count_from(first, count), variables, strict=False):
        yield [-variable, here]
        if here > first:
            yield from ([count - each, each] for each in range(here, here + count))
            yield from ([-variable, count + 1 - each, each] for each in range(here + 1, here + count))
            yield [-variable, 1 - here]

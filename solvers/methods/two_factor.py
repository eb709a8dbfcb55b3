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

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

from graphs.obstructions import two_colours
from solvers.methods.cycles import cycles_of, join_cycles
from solvers.problem import Problem

__all__ = ["Clause", "Cycle", "TwoFactor", "at_most", "without_twin"]

Clause: TypeAlias = list[int]
Cycle: TypeAlias = list[int]


class TwoFactor:
    """The graph whose Hamiltonian cycles are the tours of a problem of two squares or more.

    Parameters
    ----------
    problem : the problem.
    neighbours : the neighbours of each square, in the order of the graph.

    Attributes
    ----------
    vertices : the number of vertices: the squares, by their place in the problem's graph, and the apex.
    edges : pairs of vertices; the variable of an edge is its place in this list, from 1.
    apex : the vertex that stands for the ends of an open tour; None for a closed tour.
    groups : further conditions: a number, and edges of the apex of which exactly this number are chosen.

    Examples
    --------
    >>> import networkx as nx
    >>> path = nx.path_graph(3)
    >>> two_factor = TwoFactor(Problem(path), {square: list(near) for square, near in path.adjacency()})
    >>> two_factor.edges, two_factor.groups, two_factor.cut([0])
    ([(0, 1), (1, 2), (0, 3), (2, 3)], [(2, [3, 4])], [1, 3])
    """

    def __init__(self, problem: Problem, neighbours: Mapping[Hashable, Collection[Hashable]]) -> None:
        number = {square: vertex for vertex, square in enumerate(neighbours)}
        self._squares, self._start = list(number), problem.start
        self._is_reversible = not problem.closed and problem.start is None
        adjacent = [[number[other] for other in near] for near in neighbours.values()]
        self.edges = [(one, other) for one, near in enumerate(adjacent) for other in near if one < other]
        self.vertices = len(number) + (not problem.closed)
        self.apex = None if problem.closed else len(number)
        self.groups: list[tuple[int, list[int]]] = []
        for count, ends in [] if problem.closed else _ends(problem, number):
            self.groups.append((count, list(range(len(self.edges) + 1, len(self.edges) + 1 + len(ends)))))
            self.edges += [(end, len(number)) for end in ends]

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

    def read(self, chosen: Iterable[Any], *, join: bool) -> list[list[Cycle]]:
        """Return the cycles of the chosen edges; and where there are several, those that are left after exchanges join some.

        Parameters
        ----------
        chosen : for each edge, whether it is chosen.
        join : whether to make exchanges. They keep the chosen edges of the groups, so that each group has as many as before.
        """
        pairs: list[list[int]] = [[] for _ in range(self.vertices)]
        for (one, other), is_chosen in zip(self.edges, chosen, strict=True):
            if is_chosen:
                pairs[one].append(other)
                pairs[other].append(one)
        cycles = cycles_of(pairs)
        if len(cycles) == 1 or not join:
            return [cycles]
        edges = [self.edges[variable - 1] for _, group in self.groups for variable in group]
        kept = {edge for one, apex in edges if apex in pairs[one] for edge in ((one, apex), (apex, one))}
        return [cycles, join_cycles(cycles, pairs, self.adjacent, kept)]

    def squares(self, cycle: Cycle) -> list[Hashable]:
        """Return the tour that a cycle makes, in the direction from the problem's start to its end."""
        apex = self.apex
        if apex is not None:
            order = [self._squares[vertex] for vertex in _from(cycle, apex)[1:]]
            return order if self._start in (None, order[0]) else order[::-1]
        order = [self._squares[vertex] for vertex in cycle]
        return order if self._start is None else _from(order, self._start)

    def tours(self, cycle: Cycle) -> Iterator[list[Hashable]]:
        """Yield the tour that a cycle makes, and its reverse where it is an open tour between free ends."""
        tour = self.squares(cycle)
        yield tour
        if self._is_reversible:
            yield tour[::-1]


def without_twin(cycles: list[Cycle]) -> list[Cycle]:
    """Return the cycles, but only one of two: the edges that lead out of one lead into the other."""
    return cycles[:1] if len(cycles) == 2 else cycles


def _from(cycle: list[Any], first: Any) -> list[Any]:
    """Return the same cycle from another of its vertices on."""
    place = cycle.index(first)
    return cycle[place:] + cycle[:place]


def _ends(problem: Problem, number: Mapping[Hashable, int]) -> list[tuple[int, list[int]]]:
    """Return groups of squares, and how many ends of an open tour are in each group."""
    given = [number[square] for square in (problem.start, problem.end) if square is not None]
    if len(given) == 2:
        return [(1, [end]) for end in given]
    colour = two_colours(problem.graph)
    if colour is None:
        groups = [(2, list(number.values()))]
    else:
        sides: tuple[list[int], list[int]] = [], []
        for square, vertex in number.items():
            sides[colour[square]].append(vertex)
        more = len(sides[0]) - len(sides[1])
        groups = [(1, sides[0]), (1, sides[1])] if more == 0 else [(2, sides[0] if more > 0 else sides[1])]
    for end in given:
        groups = [(1, [end]), *_without(end, groups)]
    return groups


def _without(end: int, groups: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """Return the groups for the other end, where one of their squares is an end already."""
    rest = [(count - (end in squares), [square for square in squares if square != end]) for count, squares in groups]
    return [(count, squares) for count, squares in rest if count]


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

"""Two-factors: sets of edges with exactly two at every vertex.

A closed tour is a two-factor that is a single cycle. An open tour becomes such a cycle by an additional vertex, the apex. The
apex is joined to the squares where the tour may start or end. In the cycle, it is between the last square of the tour and the
first.

Each edge has a Boolean variable, which is true if the edge is chosen. All conditions require that exactly k of some variables
are true. There are two kinds:

- At each square, two edges are chosen.
- The squares where an open tour may start or end form groups, such as a given end or all squares of one colour. For each group,
  it is known whether one or both ends of the tour are in it. Exactly this number of edges between the apex and the group is
  chosen.

Edges that no Hamiltonian cycle can contain are omitted (see `RequiredEdges`). In a graph with many vertices of degree
two, most edges are required. Then each path of required edges is replaced by one required edge between its ends.

These conditions allow several cycles. `lazy_cuts` adds cuts until there is one cycle, which is a tour. For a solver without
cardinality constraints, the conditions are also available as clauses [1]_. Building them takes linear time.

References
----------
.. [1] C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, combinations
from itertools import count as count_from
from math import inf
from typing import TypeAlias

from graphs.obstructions.closed_form import closed_form_ends, two_colours
from graphs.obstructions.obstruction import given_ends
from graphs.obstructions.required_edges import RequiredEdges
from solvers.core.budget import Meter
from solvers.core.problem import Problem

MANY = 0.1  # paths of required edges are replaced by single edges if at least this fraction of the vertices is inside them

Clause: TypeAlias = list[int]
"""A clause of a SAT problem, in DIMACS notation."""
Group: TypeAlias = tuple[int, list[int]]
"""A condition (k, variables): exactly k of the variables are true."""


class TwoFactor:
    """A graph whose Hamiltonian cycles are the tours of a problem.

    Attributes
    ----------
    squares : list of Hashable
        The squares. Their indices in this list are the vertices.
    apex : int or None
        The vertex between the ends of an open tour (see the module docstring), after those of the squares. None if closed.
    edges : list of tuple of int
        The edges, as pairs of vertices. The variable of an edge is its position in this list, counted from 1.
    groups : list of Group
        The conditions on the edges of the apex.
    variables_at : list of list of int
        The variables of the edges at each vertex.
    adjacent : list of list of int
        The squares adjacent to each vertex. The list of the apex is empty.
    paths : dict
        For each required edge that replaces a path, as the vertices (a, b) and as (b, a): the squares between a and b.
    required : list of int
        The variables of these edges.

    Examples
    --------
    >>> import networkx as nx
    >>> two_factor = TwoFactor(Problem(nx.path_graph(3)), Meter())
    >>> two_factor.edges, two_factor.groups, two_factor.outward({0})
    ([(0, 1), (1, 2), (0, 3), (2, 3)], [(2, [3, 4])], [1, 3])
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        neighbours = problem.ground.neighbours(meter)
        number = {square: vertex for vertex, square in enumerate(neighbours)}
        self.problem, self.squares, self.meter = problem, list(number), meter
        self.apex = None if problem.closed else len(number)
        self.paths: dict[tuple[int, int], list[Hashable]] = {}
        numbered = enumerate(meter.watched(neighbours.values()))
        edges = [(one, number[other]) for one, near in numbered for other in near if one < number[other]]
        ends = [] if problem.closed else [(count, [number[end] for end in some]) for count, some in self._ends()]
        self._number_edges(edges, ends)
        is_replacing = problem.closed and problem.board is None  # few squares of a board have only two moves
        middles = [vertex for vertex, variables in enumerate(self.variables_at) if len(variables) == 2]
        if middles and (is_replacing or self._may_exclude(middles)):
            rules = RequiredEdges(map(self._neighbours, range(len(self.variables_at))), meter.watched)
            if rules.settle():
                excluded = {(min(edge), max(edge)) for is_required, *edge, _, _ in rules.changes if not is_required}
                left = [(count, [end for end in some if (end, self.apex) not in excluded]) for count, some in ends]
                if all(len(some) >= count for count, some in left):  # otherwise there is no tour, which the conditions show
                    edges, ends = [edge for edge in meter.watched(edges) if edge not in excluded], left
                self._number_edges(self._replace_paths(edges, rules.required) if is_replacing else edges, ends)

    def _number_edges(self, edges: list[tuple[int, int]], ends: Iterable[tuple[int, list[int]]]) -> None:
        """Assign a variable to each edge."""
        watched, size = self.meter.watched, len(self.squares)
        self.edges, self.groups = list(edges), list[Group]()
        self.required = [*range(len(edges) - len(self.paths) // 2 + 1, len(edges) + 1)]
        for count, some in ends:
            first = len(self.edges) + 1
            self.edges += [(end, size) for end in some]
            self.groups.append((count, [*range(first, first + len(some))]))
        vertices = range(size + (self.apex is not None))
        self.variables_at: list[list[int]] = [[] for _ in watched(vertices)]
        self.adjacent: list[list[int]] = [[] for _ in watched(vertices)]
        for variable, (one, other) in enumerate(watched(self.edges), 1):
            self.variables_at[one].append(variable)
            self.variables_at[other].append(variable)
            if other != self.apex:
                self.adjacent[one].append(other)
                self.adjacent[other].append(one)

    def _neighbours(self, vertex: int) -> list[int]:
        """Return the neighbours of a vertex, including the apex."""
        if self.apex is None:
            return self.adjacent[vertex]
        return [sum(self.edges[variable - 1]) - vertex for variable in self.variables_at[vertex]]

    def _may_exclude(self, middles: list[int]) -> bool:
        """Return whether `RequiredEdges`, which is slow, may exclude an edge.

        They cannot if the vertices of degree two, `middles`, lie on separate paths of two edges with ends that are not
        adjacent.
        """
        paths = [(vertex, *self._neighbours(vertex)) for vertex in middles]
        are_separate = len({*chain.from_iterable(paths)}) == 3 * len(paths)
        return not are_separate or any(one in self._neighbours(other) for _, one, other in paths)

    def _replace_paths(self, edges: list[tuple[int, int]], required: list[list[int]]) -> list[tuple[int, int]]:
        """Contract each path of required edges to one edge, if worthwhile.

        The new edges come last. `required` contains the neighbours of each vertex on the paths.
        """
        watched = self.meter.watched
        kept = [vertex for vertex in watched(range(len(self.squares))) if len(required[vertex]) < 2]
        if len(self.squares) - len(kept) < MANY * len(self.squares) or len(kept) < 3:
            return edges
        number = {vertex: place for place, vertex in enumerate(kept)}
        for end in watched(kept):
            path = [end, *required[end]]
            while path[-1] not in number:
                path += [vertex for vertex in required[path[-1]] if vertex != path[-2]]
            if len(path) > 1:
                self.paths[number[end], number[path[-1]]] = [self.squares[vertex] for vertex in path[1:-1]]
        self.squares = [self.squares[vertex] for vertex in kept]
        left = [
            (number[one], number[other])
            for one, other in watched(edges)
            if one in number and other in number and other not in required[one]
        ]
        return left + [(one, other) for one, other in self.paths if one < other]

    def _ends(self) -> list[tuple[int, list[Hashable]]]:
        """Group the squares where a tour may start or end.

        Squares are grouped by colour only if the start or the end of the tour is not given.
        """
        given = given_ends(self.problem)
        colours = None if len(given) == 2 else two_colours(self.problem.graph_within(self.meter), self.meter.watched)
        return closed_form_ends(self.squares, given, colours)

    def exactly(self) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield conditions (k, variables): exactly k of the variables are true."""
        yield from ((2, self.variables_at[vertex]) for vertex in range(len(self.squares)))
        yield from self.groups
        yield from ((1, [edge]) for edge in self.required)

    def clauses(self, counted_from: float = inf) -> Iterator[Clause]:
        """Yield the conditions of a two-factor as clauses.

        To count the chosen edges of the `groups`, and of vertices with at least `counted_from` edges, the clauses use
        additional variables. Their numbers follow those of the edges.

        If the condition of a group requires k edges, its clauses require only that at least one and at most k are chosen. For k
        = 2, this is enough because the number of chosen edges at the apex is even: every other vertex has two chosen edges.
        """
        first = len(self.edges) + 1
        for variables in self.variables_at[: len(self.squares)]:
            yield from map(list, combinations(variables, max(len(variables) - 1, 0)))
            if len(variables) < counted_from:
                yield from map(list, combinations([-each for each in variables], 3))
            else:
                yield from at_most(2, variables, first)
                first += 2 * len(variables)
        yield from ([edge] for edge in self.required)
        for count, group in self.groups:
            yield list(group)
            yield from at_most(count, group, first)
            first += count * len(group)

    def outward(self, inside: AbstractSet[int]) -> Clause:
        """Return the variables of the edges that leave a vertex set."""
        variables = (each for vertex in inside for each in self.variables_at[vertex])
        return [each for each in variables if not inside >= {*self.edges[each - 1]}]


def two_factor_tour(cycle: list[int], squares: Sequence[Hashable], problem: Problem) -> list[Hashable]:
    """Convert a Hamiltonian cycle to a tour, from start to end.

    For an open tour, the cycle contains additional vertices, from `len(squares)` onwards, between the ends of the tour.
    """
    start = problem.start
    place = cycle.index(len(squares) if not problem.closed else 0 if start is None else squares.index(start))
    tour = [squares[vertex] for vertex in cycle[place:] + cycle[:place] if vertex < len(squares)]
    return tour if start in (None, tour[0]) else tour[::-1]


def at_most(count: int, variables: Sequence[int], first: int) -> Iterator[Clause]:
    """Yield clauses that make at most `count` variables true (Sinz's counter).

    Additional variables are counted from `first`. If more than j of the first i + 1 counted variables are true, the additional
    variable `first + i * count + j` must be true. Both i and j start at 0.

    >>> list(at_most(1, [1, 2], 3))
    [[-1, 3], [-2, 4], [-3, 4], [-2, -3]]
    """
    for here, variable in zip(count_from(first, count), variables, strict=False):
        yield [-variable, here]
        if here > first:
            yield from ([count - each, each] for each in range(here, here + count))
            yield from ([-variable, count + 1 - each, each] for each in range(here + 1, here + count))
            yield [-variable, 1 - here]

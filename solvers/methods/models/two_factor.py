"""Two-factors: choices of moves such that exactly two moves at every square are chosen. So the chosen moves form cycles.

A closed tour is a two-factor that is a single cycle. An open tour becomes such a cycle by an additional vertex, the apex. The
apex is joined to the squares where the tour may start or end. In the cycle, it is between the last square of the tour and the
first.

Each edge has a Boolean variable, which is true if the edge is chosen. All conditions require that exactly k of some variables
are true. There are two kinds:

- At each square, two edges are chosen.
- The squares where an open tour may start or end form groups, such as a given end or all squares of one colour. For each group,
  it is known whether one or both ends of the tour are in it. Exactly this number of edges between the apex and the group is
  chosen.

Edges that no Hamiltonian cycle can contain are omitted (see `two_factor_forced_edges`). In a graph with many vertices of degree
two, most edges are required. Then each path of required edges is replaced by one required edge between its ends.

These conditions allow several cycles. `lazy_cuts` adds cuts until there is one cycle, which is a tour. For a solver without
cardinality constraints, the conditions are also available as clauses [1]_. Building them takes linear time.

References
----------
.. [1] C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import combinations
from itertools import count as count_from
from math import inf
from typing import TypeAlias

from graphs.leapers import ordered_neighbours
from graphs.obstructions.closed_form import closed_form_ends, two_colours
from graphs.obstructions.obstruction import given_ends
from graphs.watching import Watch, unwatched, watched_ticks
from solvers.core.budget import Meter
from solvers.core.problem import Problem

MANY = 0.1
"""Fraction of the vertices that must be inside paths of required edges. If fewer are, the paths are not replaced."""

Clause: TypeAlias = list[int]
"""Variables, counted from 1; a negative number is the negation of a variable. A clause requires that at least one is true."""
Group: TypeAlias = tuple[int, list[int]]
"""A condition: a number k, and a list of variables. Exactly k of these variables are true."""


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

    Examples
    --------
    >>> import networkx as nx
    >>> two_factor = TwoFactor(Problem(nx.path_graph(3)), Meter())
    >>> two_factor.edges, two_factor.groups, two_factor.outward({0})
    ([(0, 1), (1, 2), (0, 3), (2, 3)], [(2, [3, 4])], [1, 3])
    """

    def __init__(self, problem: Problem, meter: Meter) -> None:
        neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
        number = {square: vertex for vertex, square in enumerate(neighbours)}
        self.problem, self.squares = problem, list(number)
        numbered = enumerate(meter.watched(neighbours.values()))
        self.edges = [(one, number[other]) for one, near in numbered for other in near if one < number[other]]
        self.apex = None if problem.closed else len(number)
        self.groups: list[Group] = []
        for count, ends in [] if problem.closed else self._ends(meter):
            first = len(self.edges) + 1
            self.edges += [(number[end], len(number)) for end in ends]
            self.groups.append((count, [*range(first, first + len(ends))]))
        self._set_edges_at(len(number) + (not problem.closed), meter)
        self.paths: dict[tuple[int, int], list[Hashable]] = {}
        excluded, required = two_factor_forced_edges(self.edges, self.variables_at, meter.watched)
        if excluded:
            self._leave_out(excluded, meter)
        if problem.closed and problem.board is None:  # few squares of a board have only two moves
            self._replace_paths(required, meter)

    def _set_edges_at(self, vertices: int, meter: Meter) -> None:
        self.variables_at: list[list[int]] = [[] for _ in meter.watched(range(vertices))]
        self.adjacent: list[list[int]] = [[] for _ in meter.watched(range(vertices))]
        for variable, (one, other) in enumerate(meter.watched(self.edges), 1):
            self.variables_at[one].append(variable)
            self.variables_at[other].append(variable)
            if other != self.apex:
                self.adjacent[one].append(other)
                self.adjacent[other].append(one)

    def _leave_out(self, excluded: set[int], meter: Meter) -> None:
        """Remove edges, and renumber the variables of the remaining edges."""
        left = [each for each in meter.watched(range(1, len(self.edges) + 1)) if each not in excluded]
        new = {old: variable for variable, old in enumerate(left, 1)}
        groups = [(count, [new[each] for each in group if each in new]) for count, group in self.groups]
        if all(len(group) >= count for count, group in groups):  # otherwise there is no tour, which the conditions already show
            self.groups = groups
            self.edges = [self.edges[each - 1] for each in left]
            self._set_edges_at(len(self.variables_at), meter)

    def _replace_paths(self, required: Mapping[int, set[int]], meter: Meter) -> None:
        """Replace each path of required edges by one edge, if this saves many vertices.

        `required` contains the neighbours of each vertex on these paths.
        """
        kept = [vertex for vertex in meter.watched(range(len(self.squares))) if len(required.get(vertex, ())) < 2]
        if len(self.squares) - len(kept) < MANY * len(self.squares) or len(kept) < 3:
            return
        number = {vertex: place for place, vertex in enumerate(kept)}
        for end in meter.watched(kept):
            path = [end, *required.get(end, ())]
            while path[-1] not in number:
                path += required[path[-1]] - {path[-2]}
            if len(path) > 1:
                self.paths[number[end], number[path[-1]]] = [self.squares[vertex] for vertex in path[1:-1]]
        self.edges = [
            (number[one], number[other])
            for one, other in meter.watched(self.edges)
            if one in number and other in number and other not in required.get(one, ())
        ]
        self.edges += [(one, other) for one, other in self.paths if one < other]
        self.squares = [self.squares[vertex] for vertex in kept]
        self._set_edges_at(len(kept), meter)

    def _ends(self, meter: Meter) -> list[tuple[int, list[Hashable]]]:
        """Return groups of squares with their numbers of tour ends.

        A group is a pair (k, squares): exactly k ends are among these squares.

        Squares are grouped by colour only if the start or the end of the tour is not given.
        """
        given = given_ends(self.problem)
        colours = None if len(given) == 2 else two_colours(self.problem.graph_within(meter), meter.watched)
        return closed_form_ends(self.squares, given, colours)

    @cached_property
    def variable(self) -> dict[frozenset[int], int]:
        """The variable of each edge, by the set of its two vertices."""
        return {frozenset(edge): variable for variable, edge in enumerate(self.edges, 1)}

    def exactly(self) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield each condition: a number k, and variables with exactly k true ones."""
        yield from ((2, self.variables_at[vertex]) for vertex in range(len(self.squares)))
        yield from self.groups
        yield from ((1, [self.variable[frozenset(ends)]]) for ends in self.paths if ends[0] < ends[1])

    def clauses(self, counted_from: float = inf) -> Iterator[Clause]:
        """Yield the conditions for a two-factor as clauses.

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
        yield from ([self.variable[frozenset(ends)]] for ends in self.paths if ends[0] < ends[1])
        for count, group in self.groups:
            yield list(group)
            yield from at_most(count, group, first)
            first += count * len(group)

    def outward(self, inside: AbstractSet[int]) -> Clause:
        """Return the variables of the edges that leave a set of vertices."""
        variables = (each for vertex in inside for each in self.variables_at[vertex])
        return [each for each in variables if not inside >= {*self.edges[each - 1]}]


def two_factor_forced_edges(
    edges: Sequence[tuple[int, int]], edges_at: Sequence[Collection[int]], watched: Watch = unwatched
) -> tuple[set[int], dict[int, set[int]]]:
    """Find edges that no Hamiltonian cycle contains, and edges that all contain.

    Return the numbers of the former, and for the latter each vertex's neighbours.

    They follow from vertices that have only two edges. A Hamiltonian cycle contains both edges of such a vertex: they are
    required. If two edges of a vertex are required, its other edges are excluded. The required edges form paths, and an edge
    between the ends of a path is excluded because it would close a cycle too early. An excluded edge may leave another vertex
    with only two edges. So the rules are repeated until none applies. Both results are empty if a vertex is left with fewer
    than two edges, because then there is no Hamiltonian cycle.

    >>> edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0)]  # a square with a diagonal
    >>> two_factor_forced_edges(edges, [[1, 3, 5], [1, 2], [2, 3, 4], [4, 5]])
    ({3}, {0: {1, 3}, 1: {0, 2}, 2: {1, 3}, 3: {0, 2}})
    """
    excluded: set[int] = set()
    required: dict[int, set[int]] = {}
    paths: dict[int, tuple[int, int]] = {}  # for each end of a path of required edges: its other end and the path's size
    unsettled = [vertex for vertex, each in enumerate(edges_at) if len(each) == 2]

    def left(vertex: int) -> dict[int, int]:
        """Return the edges of a vertex that are not excluded, and their other ends."""
        return {edge: sum(edges[edge - 1]) - vertex for edge in edges_at[vertex] if edge not in excluded}

    def exclude(some: Iterable[int]) -> None:
        excluded.update(some)
        unsettled.extend(vertex for edge in some for vertex in edges[edge - 1])

    tick = watched_ticks(watched)
    while unsettled:
        next(tick)
        at_vertex = left(vertex := unsettled.pop())
        if len(at_vertex) < 2:
            return set(), {}
        for other in set(at_vertex.values()) - required.get(vertex, set()) if len(at_vertex) == 2 else ():
            (first, some), (last, more) = paths.get(vertex, (vertex, 1)), paths.get(other, (other, 1))
            paths[first], paths[last] = (last, some + more), (first, some + more)
            for one, end in (vertex, other), (other, vertex):
                required.setdefault(one, set()).add(end)
                if len(required[one]) == 2:
                    exclude([edge for edge, end in left(one).items() if end not in required[one]])
            if some + more < len(edges_at):
                exclude([edge for edge, end in left(first).items() if end == last and end not in required.get(first, ())])
    return excluded, dict(sorted(required.items()))


def two_factor_tour(cycle: list[int], squares: Sequence[Hashable], problem: Problem) -> list[Hashable]:
    """Return the tour of a Hamiltonian cycle, from start to end.

    For an open tour, the cycle contains additional vertices, from `len(squares)` onwards, between the ends of the tour.
    """
    start = problem.start
    place = cycle.index(len(squares) if not problem.closed else 0 if start is None else squares.index(start))
    tour = [squares[vertex] for vertex in cycle[place:] + cycle[:place] if vertex < len(squares)]
    return tour if start in (None, tour[0]) else tour[::-1]


def at_most(count: int, variables: Sequence[int], first: int) -> Iterator[Clause]:
    """Yield clauses for at most `count` true variables (Sinz's counter).

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

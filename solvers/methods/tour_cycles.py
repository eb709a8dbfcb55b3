"""The cycles that make tours: the two-factor of a problem, and the way back from its Hamiltonian cycles to squares.

`sat` and the lazy cuts of `cp_sat` choose two edges at each vertex. What is chosen are cycles; where there is only one, it is a
tour. Cost: linear in the size of the graph.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from graphs.obstructions import two_colours
from solvers.methods.cycles import cycles_of, join_cycles
from solvers.methods.two_factor import TwoFactor
from solvers.problem import Problem

__all__ = ["Cycle", "TourCycles", "two_factor_of", "without_twin"]

Cycle: TypeAlias = list[int]


class TourCycles:
    """The two-factor of a problem of two squares or more, and the tours that its cycles make.

    Parameters
    ----------
    problem : the problem.
    neighbours : the neighbours of each square, in the order of the graph.

    Attributes
    ----------
    two_factor : the graph whose Hamiltonian cycles are the tours.
    """

    def __init__(self, problem: Problem, neighbours: Mapping[Hashable, Collection[Hashable]]) -> None:
        self._squares = list(neighbours)
        self._start = problem.start
        self._is_reversible = not problem.closed and problem.start is None
        self.two_factor = two_factor_of(problem, neighbours)

    def read(self, chosen: Iterable[Any], *, join: bool) -> list[list[Cycle]]:
        """Return the cycles of the chosen edges; and where there are several, those that are left after exchanges join some.

        Parameters
        ----------
        chosen : for each edge, whether it is chosen.
        join : whether to make exchanges. They keep the chosen edges of the groups, so that each group has as many as before.
        """
        pairs: list[list[int]] = [[] for _ in range(self.two_factor.vertices)]
        for (one, other), is_chosen in zip(self.two_factor.edges, chosen, strict=True):
            if is_chosen:
                pairs[one].append(other)
                pairs[other].append(one)
        cycles = cycles_of(pairs)
        if len(cycles) == 1 or not join:
            return [cycles]
        edges = [self.two_factor.edges[variable - 1] for _, group in self.two_factor.groups for variable in group]
        kept = {edge for one, apex in edges if apex in pairs[one] for edge in ((one, apex), (apex, one))}
        return [cycles, join_cycles(cycles, pairs, self.two_factor.adjacent, kept)]

    def squares(self, cycle: Cycle) -> list[Hashable]:
        """Return the tour that a cycle makes, in the direction from the problem's start to its end."""
        apex = self.two_factor.apex
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


def two_factor_of(problem: Problem, neighbours: Mapping[Hashable, Collection[Hashable]]) -> TwoFactor:
    """Return the graph whose Hamiltonian cycles are the tours of a problem.

    Parameters
    ----------
    problem : a problem of two squares or more.
    neighbours : the neighbours of each square, in the order of the graph.

    Examples
    --------
    >>> import networkx as nx
    >>> path = nx.path_graph(3)
    >>> two_factor_of(Problem(path), {square: list(near) for square, near in path.adjacency()}).edges
    ((0, 1), (1, 2), (0, 3), (2, 3))
    """
    number = {square: vertex for vertex, square in enumerate(neighbours)}
    adjacent = [[number[other] for other in near] for near in neighbours.values()]
    edges = [(one, other) for one, near in enumerate(adjacent) for other in near if one < other]
    if problem.closed:
        return TwoFactor(len(adjacent), tuple(edges))
    apex = len(adjacent)
    groups = []
    for count, ends in _ends(problem, number):
        groups.append((count, tuple(range(len(edges) + 1, len(edges) + 1 + len(ends)))))
        edges += [(end, apex) for end in ends]
    return TwoFactor(apex + 1, tuple(edges), apex, tuple(groups))


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

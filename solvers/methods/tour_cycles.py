"""The cycles that make tours: the two-factor of a problem, and the way back from its Hamiltonian cycles to squares.

`sat` and the lazy cuts of `cp_sat` choose two edges at each vertex. What is chosen are cycles; where there is only one, it is a
tour. Cost: linear in the size of the graph.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from solvers.methods.two_factor import TwoFactor, bipartition
from solvers.problem import Problem

__all__ = ["Cycle", "TourCycles", "two_factor_of", "without_twin"]

Cycle: TypeAlias = list[int]


class TourCycles:
    """The two-factor of a problem of two squares or more, and what its cycles mean.

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

    def pairs(self, chosen: Iterable[Any]) -> list[list[int]]:
        """Return the chosen neighbours of each vertex; `chosen` says for each edge whether it is chosen."""
        pairs: list[list[int]] = [[] for _ in range(self.two_factor.vertices)]
        for (one, other), is_chosen in zip(self.two_factor.edges, chosen, strict=True):
            if is_chosen:
                pairs[one].append(other)
                pairs[other].append(one)
        return pairs

    def kept(self, pairs: list[list[int]]) -> set[tuple[int, int]]:
        """Return the chosen edges of the groups, in both directions. An exchange would change how many there are."""
        edges = [self.two_factor.edges[variable - 1] for _, group in self.two_factor.groups for variable in group]
        return {edge for one, other in edges if other in pairs[one] for edge in ((one, other), (other, one))}

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
    """Return the cycles, but of two only one: what leads out of it leads into the other."""
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
    for count, ends in _ends(problem, number, adjacent):
        groups.append((count, tuple(range(len(edges) + 1, len(edges) + 1 + len(ends)))))
        edges += [(end, apex) for end in ends]
    return TwoFactor(apex + 1, tuple(edges), apex, tuple(groups))


def _ends(problem: Problem, number: Mapping[Hashable, int], adjacent: list[list[int]]) -> list[tuple[int, list[int]]]:
    """Return groups of squares, and how many ends of an open tour are in each group."""
    given = [number[square] for square in (problem.start, problem.end) if square is not None]
    if len(given) == 2:
        return [(1, [end]) for end in given]
    side = bipartition(adjacent)
    squares = range(len(adjacent))
    if side is None:
        groups = [(2, list(squares))]
    else:
        sides = [[square for square in squares if side[square] == each] for each in (0, 1)]
        more = len(sides[0]) - len(sides[1])
        groups = [(1, sides[0]), (1, sides[1])] if more == 0 else [(2, sides[0] if more > 0 else sides[1])]
    for end in given:
        groups = [(1, [end]), *_without(end, groups)]
    return groups


def _without(end: int, groups: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """Return the groups for the other end, where one of their squares is an end already."""
    rest = [(count - (end in squares), [square for square in squares if square != end]) for count, squares in groups]
    return [(count, squares) for count, squares in rest if count]

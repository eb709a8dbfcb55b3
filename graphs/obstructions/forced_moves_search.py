"""The search for the derivation of `forced_moves`; vertices are numbers here.

Every settled move keeps its reasons: the moves, settled before, from which it follows. From a contradiction, the search goes
back along the reasons, and leaves out all steps on which the contradiction does not rest. If that of a case does not rest on
the move that was tried, the other case ends in the same contradiction, and is left out too (R. Stallman and G. Sussman,
Forward reasoning and dependency-directed backtracking, 1977).

Before a move is tried, the search looks at what follows from each choice and from each exclusion. A move with one side that
ends in a contradiction at once is the best one, for only its other side is left to search. Without one, it takes the move of
which the less fruitful side settles the most moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from graphs.watching import Watch, ticks, unwatched

__all__ = ["Refutation", "refutation"]

Edge: TypeAlias = tuple[int, int]
MOST_CASES = 40
"""The most moves that are tried in one derivation. Nobody would read more cases."""
MOST_LOOKS = 4000
"""How often the search looks at what follows from a choice or an exclusion, at most."""


@dataclass
class Refutation:
    """A `Derivation` with numbers for vertices: steps (move, chosen, at), and an end or a move with its two cases."""

    steps: list[tuple[Edge, bool, int | None]]
    end: int = -1
    cases: tuple[Edge, Refutation, Refutation] | None = None


def refutation(adjacent: Sequence[Sequence[int]], watched: Watch = unwatched) -> Refutation | None:
    """Return a derivation that shows that a graph has no Hamiltonian cycle; None where none is found within the limits.

    Parameters
    ----------
    adjacent : the neighbours of each vertex.
    watched : the steps of the search pass through it; it may raise to stop the search.

    Examples
    --------
    >>> refutation([[1, 2], [0, 2], [0, 1, 3, 4], [2, 4], [2, 3]]).steps
    [((2, 4), True, 4), ((3, 4), True, 4), ((2, 3), False, None)]
    """
    try:
        found = _Search(adjacent, ticks(watched)).refuted(range(len(adjacent)), 0)
    except _Stopped:
        return None
    return found[0]


class _Stopped(Exception):
    """The chosen moves are a tour, or the search has reached a limit."""


@dataclass
class _Contradiction(Exception):
    """The rules contradict each other at a vertex; the reasons are the moves from which that follows."""

    at: int
    reasons: list[Edge]


Found: TypeAlias = tuple[Refutation, set[Edge]]
"""A refutation, and the moves settled before it on which it rests."""


class _Search:
    """The state of the search.

    Attributes
    ----------
    left : for each vertex, the vertices to which its moves lead that are not excluded.
    chosen : for each vertex, those to which its chosen moves lead.
    trail : the settled moves in their order: the move, whether it is chosen, the vertex of the rule, and the reasons.
    """

    def __init__(self, adjacent: Sequence[Sequence[int]], tick: Iterator[None]) -> None:
        self.adjacent = adjacent
        self.left = [set(near) for near in adjacent]
        self.chosen: list[list[int]] = [[] for _ in adjacent]
        self.trail: list[tuple[Edge, bool, int | None, list[Edge]]] = []
        self.cases = self.looks = 0
        self.tick = tick

    def refuted(self, waiting: Iterable[int], before: int) -> Found:
        """Return the refutation of what is settled so far.

        Parameters
        ----------
        waiting : the vertices to which the rules are to be applied.
        before : the length of the trail at the beginning of the derivation: its steps are those from there on.

        Raises
        ------
        _Stopped : none is found within the limits.
        """
        try:
            self.propagate(list(waiting))
        except _Contradiction as contradiction:
            return self.trimmed(before, Refutation([], contradiction.at), set(contradiction.reasons))
        self.cases += 1
        if self.cases > MOST_CASES:
            raise _Stopped
        edge, first = self.best_edge()
        one = self.case(edge, first)
        if edge not in one[1]:
            return self.trimmed(before, *one)
        other = self.case(edge, not first)
        if edge not in other[1]:
            return self.trimmed(before, *other)
        chosen, excluded = (one, other) if first else (other, one)
        return self.trimmed(before, Refutation([], cases=(edge, chosen[0], excluded[0])), (one[1] | other[1]) - {edge})

    def case(self, edge: Edge, chosen: bool) -> Found:
        """Return the refutation of what is settled so far together with a move that is chosen or excluded."""
        before = len(self.trail)
        try:
            waiting = self.settle(edge, chosen, None, [])
        except _Contradiction as contradiction:
            found = self.trimmed(before + 1, Refutation([], contradiction.at), set(contradiction.reasons))
        else:
            found = self.refuted(waiting, before + 1)
        self.undo(before)
        return found

    def trimmed(self, before: int, refutation: Refutation, needed: set[Edge]) -> Found:
        """Put the steps from `before` on that a refutation needs in front of it."""
        steps = []
        for edge, chosen, at, reasons in reversed(self.trail[before:]):
            if edge in needed:
                needed.remove(edge)
                needed.update(reasons)
                steps.append((edge, chosen, at))
        refutation.steps[:0] = reversed(steps)
        return refutation, needed

    def best_edge(self) -> tuple[Edge, bool]:
        """Return the move to try, and the side to begin with."""
        best: tuple[int, Edge] | None = None
        for edge in self.candidates():
            sizes = []
            for chosen in (True, False):
                size = self.look(edge, chosen)
                if size is None:
                    return edge, chosen
                sizes.append(size)
            if best is None or min(sizes) > best[0]:
                best = min(sizes), edge
        if best is None:
            raise _Stopped
        return best[1], True

    def candidates(self) -> Iterator[Edge]:
        """Yield the moves that are not settled. Vertices with the fewest moves left come first."""
        vertices = sorted(range(len(self.left)), key=lambda vertex: (len(self.left[vertex]), -len(self.chosen[vertex]), vertex))
        seen = set()
        for vertex in vertices:
            for other in sorted(self.left[vertex]):
                edge = _edge(vertex, other)
                if other not in self.chosen[vertex] and edge not in seen:
                    seen.add(edge)
                    yield edge

    def look(self, edge: Edge, chosen: bool) -> int | None:
        """Return how many moves a choice or an exclusion settles; None where it ends in a contradiction."""
        self.looks += 1
        if self.looks > MOST_LOOKS:
            raise _Stopped
        before = len(self.trail)
        try:
            self.propagate(self.settle(edge, chosen, None, []))
            return len(self.trail) - before
        except _Contradiction:
            return None
        finally:
            self.undo(before)

    def propagate(self, waiting: list[int]) -> None:
        """Apply the rules to the waiting vertices, and to those whose moves change, until nothing more follows.

        Raises
        ------
        _Contradiction : the rules contradict each other.
        """
        while waiting:
            next(self.tick)
            vertex = waiting.pop()
            left, chosen = self.left[vertex], self.chosen[vertex]
            if len(left) < 2:
                raise _Contradiction(vertex, self.excluded_at(vertex))
            if len(left) == 2:
                for other in sorted(left):
                    if other in left and other not in chosen:
                        waiting += self.settle(_edge(vertex, other), True, vertex, self.excluded_at(vertex))
            elif len(chosen) == 2:
                reasons = [_edge(vertex, other) for other in chosen]
                for other in sorted(left.difference(chosen)):
                    waiting += self.settle(_edge(vertex, other), False, vertex, reasons)

    def excluded_at(self, vertex: int) -> list[Edge]:
        """Return the excluded moves of a vertex."""
        return [_edge(vertex, other) for other in self.adjacent[vertex] if other not in self.left[vertex]]

    def settle(self, edge: Edge, chosen: bool, at: int | None, reasons: list[Edge]) -> list[int]:
        """Choose or exclude a move, and return the vertices to which the rules are to be applied now."""
        one, other = edge
        self.trail.append((edge, chosen, at, reasons))
        if not chosen:
            self.left[one].remove(other)
            self.left[other].remove(one)
            return [one, other]
        self.chosen[one].append(other)
        self.chosen[other].append(one)
        for vertex in edge:
            if len(self.chosen[vertex]) > 2:
                raise _Contradiction(vertex, [_edge(vertex, near) for near in self.chosen[vertex]])
        return [one, other, *self.without_short_cycle(one)]

    def without_short_cycle(self, vertex: int) -> list[int]:
        """Exclude the move that would close the path through a vertex too early; return the vertices whose moves change."""
        path = self.path(vertex)
        edges = [_edge(here, there) for here, there in pairwise(path)]
        first, last = path[0], path[-1]
        if first == last:
            if len(edges) == len(self.left):
                raise _Stopped  # a tour
            raise _Contradiction(first, edges)
        if len(path) > 2 and last in self.left[first] and len(path) < len(self.left):
            return self.settle(_edge(first, last), False, None, edges)
        return []

    def path(self, vertex: int) -> list[int]:
        """Return the path of chosen moves through a vertex, from end to end. On a cycle, its first vertex is also its last."""
        sides = []
        for onward in self.chosen[vertex]:
            side = [vertex, onward]
            while len(self.chosen[side[-1]]) == 2:
                one, other = self.chosen[side[-1]]
                side.append(other if one == side[-2] else one)
                if side[-1] == vertex:
                    return side
            sides.append(side)
        return sides[0] if len(sides) == 1 else [*reversed(sides[1][1:]), *sides[0]]

    def undo(self, before: int) -> None:
        while len(self.trail) > before:
            (one, other), chosen, _, _ = self.trail.pop()
            if chosen:
                self.chosen[one].pop()
                self.chosen[other].pop()
            else:
                self.left[one].add(other)
                self.left[other].add(one)


def _edge(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)

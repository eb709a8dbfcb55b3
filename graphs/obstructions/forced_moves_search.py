"""The search for the derivation of `forced_moves`: vertices are numbers here, and every settled move keeps its reasons.

The reasons are the moves, settled before, that a step rests on. Read backwards from the contradiction, they leave out what the
derivation does not need; a case whose move is not among the reasons of its contradiction is not needed either (R. Stallman and
G. Sussman, Forward reasoning and dependency-directed backtracking, 1977).
Before a move is tried, others are: a move whose choice, or whose exclusion, fails at once has one case to look at only.
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
"""Moves that are tried in one derivation: more cases nobody reads."""
MOST_LOOKS = 4000
"""Moves whose consequences are looked at."""


@dataclass
class Refutation:
    """Steps (move, chosen, vertex that shows it), and the vertex of the contradiction or a move with its two cases."""

    steps: list[tuple[Edge, bool, int | None]]
    end: int = -1
    cases: tuple[Edge, Refutation, Refutation] | None = None


def refutation(adjacent: Sequence[Sequence[int]], watched: Watch = unwatched) -> Refutation | None:
    """Return the derivation of a contradiction from a Hamiltonian cycle; None where none is found within the bounds.

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
    """A tour was met, or the search is past its bounds."""


@dataclass
class _Contradiction(Exception):
    """The rules contradict each other at a vertex, because of these moves."""

    at: int
    reasons: list[Edge]


Found: TypeAlias = tuple[Refutation, set[Edge]]
"""A refutation, and the moves settled before it that it rests on."""


class _Search:
    def __init__(self, adjacent: Sequence[Sequence[int]], tick: Iterator[None]) -> None:
        self.adjacent = adjacent
        self.left = [set(near) for near in adjacent]
        self.chosen: list[list[int]] = [[] for _ in adjacent]
        self.trail: list[tuple[Edge, bool, int | None, list[Edge]]] = []
        self.cases = self.looks = 0
        self.tick = tick

    def refuted(self, waiting: Iterable[int], before: int) -> Found:
        """Return the refutation of what is settled so far, its steps those of the trail from `before` on.

        Raises
        ------
        _Stopped : there is none within the bounds.
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
        """Put the steps since `before` that are needed in front of a refutation."""
        steps = []
        for edge, chosen, at, reasons in reversed(self.trail[before:]):
            if edge in needed:
                needed.remove(edge)
                needed.update(reasons)
                steps.append((edge, chosen, at))
        refutation.steps[:0] = reversed(steps)
        return refutation, needed

    def best_edge(self) -> tuple[Edge, bool]:
        """Return a move to try, and the case to begin with: the first that fails at once, else one that settles many moves."""
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
        """Yield the moves that are not settled, those of vertices with the fewest moves left first."""
        vertices = sorted(range(len(self.left)), key=lambda vertex: (len(self.left[vertex]), -len(self.chosen[vertex]), vertex))
        seen = set()
        for vertex in vertices:
            for other in sorted(self.left[vertex]):
                edge = _edge(vertex, other)
                if other not in self.chosen[vertex] and edge not in seen:
                    seen.add(edge)
                    yield edge

    def look(self, edge: Edge, chosen: bool) -> int | None:
        """Return how many moves are settled with this one; None where that ends in a contradiction."""
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
        """Apply the rules to these vertices, and to those that they change, until nothing follows."""
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
        return [_edge(vertex, other) for other in self.adjacent[vertex] if other not in self.left[vertex]]

    def settle(self, edge: Edge, chosen: bool, at: int | None, reasons: list[Edge]) -> list[int]:
        """Settle a move, and return the vertices to which the rules are to be applied."""
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
        """Exclude the move that would close the path through a vertex too early, and return the vertices that it changes."""
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
        """Return the path of chosen moves through a vertex, from end to end; on a cycle the first vertex is the last, too."""
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

"""The search for the derivation of `forced_moves`; vertices are numbers here.

The rules are those of `required_edges.py`, which keeps a list of all changes. From a contradiction, the search goes back
through that list, finds for each change the earlier ones from which it follows, and leaves out those on which the contradiction
does not rest. If that of a case does not rest on the move that was tried, the other case ends in the same contradiction, and is
left out too (R. Stallman and G. Sussman, Forward reasoning and dependency-directed backtracking, 1977).

Before a move is tried, the search looks at what follows from each choice and from each exclusion. A move with one side that
ends in a contradiction at once is the best one, for only its other side is left to search. Without one, it takes the move of
which the less fruitful side settles the most moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from graphs.obstructions.derivation import Case, Derivation, Step
from graphs.obstructions.obstruction import Node
from graphs.obstructions.required_edges import RequiredEdges
from graphs.watching import Watch, unwatched

__all__ = ["refutation"]

Edge: TypeAlias = tuple[int, int]
Found: TypeAlias = tuple[Derivation, set[int]]
"""A derivation, and the places of the earlier changes on which it rests."""
MOST_CASES = 40
"""The most moves that are tried in one derivation. Nobody would read more cases."""
MOST_LOOKS = 4000
"""How often the search looks at what follows from a choice or an exclusion, at most."""


def refutation(near: Sequence[Sequence[int]], names: Sequence[Node], watched: Watch = unwatched) -> Derivation | None:
    """Return a derivation that shows that a graph has no Hamiltonian cycle; None where none is found within the limits.

    Parameters
    ----------
    near : the neighbours of each vertex.
    names : what the derivation calls each vertex.
    watched : the steps of the search pass through it; it may raise to stop the search.

    Examples
    --------
    >>> for step in refutation([[1, 2], [0, 2], [0, 1, 3, 4], [2, 4], [2, 3]], "abcde").steps:
    ...     print(*step.move, step.chosen, step.at)
    e c True e
    e d True e
    c d False None
    """
    search = _Search(near, names, watched)
    try:
        return search.derived(search.edges.settle(), 0)[0]
    except _Stopped:
        return None


class _Stopped(Exception):
    """No move is left to try, or the search has reached a limit."""


class _Search:
    """The state of the search: the edges, and how many moves were tried and looked at."""

    def __init__(self, near: Sequence[Sequence[int]], names: Sequence[Node], watched: Watch) -> None:
        self.near, self.names = near, names
        self.edges = RequiredEdges(near, watched)
        self.cases = self.looks = 0

    def derived(self, open_still: bool, first: int) -> Found:
        """Return the derivation of a contradiction from what is settled so far.

        Parameters
        ----------
        open_still : False where the rules have ended in a contradiction.
        first : the place of the first change that is a step of the derivation; those before it are given.

        Raises
        ------
        _Stopped : none is found within the limits.
        """
        if not open_still:
            suspects: Iterable[int] = self.edges.changes[-1][1:3] if self.edges.changes else range(len(self.near))
            vertex = next(vertex for vertex in suspects if len(self.edges.left(vertex)) < 2)
            return self.trimmed(first, Derivation((), self.names[vertex]), self.deleted_at(vertex, self.places()))
        self.cases += 1
        if self.cases > MOST_CASES:
            raise _Stopped
        edge, side = self.best_edge()
        mark = self.edges.mark()
        found: dict[bool, Derivation] = {}
        rests_on: set[int] = set()
        for chosen in (side, not side):
            found[chosen], needed = self.derived(self.tried(edge, chosen), mark + 1)
            self.edges.undo(mark)
            if mark not in needed:
                return self.trimmed(first, found[chosen], needed)
            rests_on |= needed - {mark}
        move = self.names[edge[0]], self.names[edge[1]]
        return self.trimmed(first, Derivation((), Case(move, found[True], found[False])), rests_on)

    def tried(self, edge: Edge, chosen: bool) -> bool:
        return self.edges.require(*edge) if chosen else self.edges.delete(*edge)

    def trimmed(self, first: int, derivation: Derivation, needed: set[int]) -> Found:
        """Put the changes from `first` on that a derivation needs in front of it, as steps."""
        places = self.places()
        steps = []
        for place in reversed(range(first, len(self.edges.changes))):
            if place in needed:
                needed.remove(place)
                chosen, one, other, *_ = self.edges.changes[place]
                at, reasons = self.rule(place, places)
                needed |= reasons
                steps.append(Step((self.names[one], self.names[other]), chosen, None if at is None else self.names[at]))
        return replace(derivation, steps=(*reversed(steps), *derivation.steps)), needed

    def rule(self, place: int, places: dict[Edge, int]) -> tuple[int | None, set[int]]:
        """Return the vertex of the rule by which a change follows, if it has one, and the places of the changes before it."""
        chosen, one, other, *_ = self.edges.changes[place]
        if chosen:
            return one, {each for each in self.deleted_at(one, places) if each < place}
        earlier = self.required_at(one, places, place)
        if len(earlier) == 2:
            return one, {places[_edge(one, each)] for each in earlier}
        path = [one, *earlier]
        while path[-1] != other:
            path.append(next(each for each in self.required_at(path[-1], places, place) if each != path[-2]))
        return None, {places[_edge(*step)] for step in pairwise(path)}

    def places(self) -> dict[Edge, int]:
        """Return the place of each settled edge among the changes."""
        return {_edge(one, other): place for place, (_, one, other, *_) in enumerate(self.edges.changes)}

    def deleted_at(self, vertex: int, places: dict[Edge, int]) -> set[int]:
        """Return the places of the deleted edges of a vertex."""
        left = self.edges.left(vertex)
        return {places[_edge(vertex, other)] for other in self.near[vertex] if other not in left}

    def required_at(self, vertex: int, places: dict[Edge, int], before: int) -> list[int]:
        """Return the neighbours of a vertex by edges that were required before a change."""
        return [other for other in self.edges.required[vertex] if places[_edge(vertex, other)] < before]

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
        edges = self.edges
        vertices = sorted(range(len(self.near)), key=lambda each: (len(edges.left(each)), -len(edges.required[each]), each))
        moves = (_edge(vertex, other) for vertex in vertices for other in sorted(edges.open[vertex]))
        return iter(dict.fromkeys(moves))

    def look(self, edge: Edge, chosen: bool) -> int | None:
        """Return how many moves a choice or an exclusion settles; None where it ends in a contradiction."""
        self.looks += 1
        if self.looks > MOST_LOOKS:
            raise _Stopped
        mark = self.edges.mark()
        open_still = self.tried(edge, chosen)
        size = self.edges.mark() - mark
        self.edges.undo(mark)
        return size if open_still else None


def _edge(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)

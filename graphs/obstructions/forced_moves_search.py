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

from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import TypeAlias

from graphs.obstructions.derivation import Case, Derivation, Move, Step
from graphs.obstructions.obstruction import Node
from graphs.obstructions.required_edges import RequiredEdges
from graphs.watching import Watch, unwatched

__all__ = ["refutation"]

Edge: TypeAlias = tuple[int, int]
Found: TypeAlias = tuple[Derivation, set[Edge]]
"""A derivation, and the edges that were settled before and on which it rests."""
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
        """Return the derivation of a contradiction from what is settled so far, and take its steps back.

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
            return self.with_steps(first, Derivation((), self.names[vertex]), self.deleted_at(vertex))
        self.cases += 1
        if self.cases > MOST_CASES:
            raise _Stopped
        edge, side = self.best_edge()
        mark = self.edges.mark()
        found: dict[bool, Derivation] = {}
        rests_on: set[Edge] = set()
        for chosen in (side, not side):
            found[chosen], needed = self.derived(self.tried(edge, chosen), mark + 1)
            self.edges.undo(mark)
            if edge not in needed:
                return self.with_steps(first, found[chosen], needed)
            rests_on |= needed - {edge}
        return self.with_steps(first, Derivation((), Case(self.move(*edge), found[True], found[False])), rests_on)

    def tried(self, edge: Edge, chosen: bool) -> bool:
        return self.edges.require(*edge) if chosen else self.edges.delete(*edge)

    def move(self, one: int, other: int) -> Move:
        return self.names[one], self.names[other]

    def with_steps(self, first: int, derivation: Derivation, needed: set[Edge]) -> Found:
        """Take back the changes from `first` on, and put those that a derivation needs in front of it, as steps."""
        steps = list(derivation.steps)
        while self.edges.mark() > first:
            chosen, one, other, *_ = self.edges.changes[-1]
            self.edges.undo(self.edges.mark() - 1)
            if _edge(one, other) in needed:
                needed.remove(_edge(one, other))
                at, reasons = self.rule(chosen, one, other)
                needed |= reasons
                steps.insert(0, Step(self.move(one, other), chosen, None if at is None else self.names[at]))
        return Derivation(tuple(steps), derivation.end), needed

    def rule(self, chosen: bool, one: int, other: int) -> tuple[int | None, set[Edge]]:
        """Return the vertex of the rule by which an edge comes next, if it has one, and the edges from which that follows."""
        if chosen:
            return one, self.deleted_at(one)
        required = self.edges.required
        path = [one, *required[one]]
        if len(path) == 3:
            return one, {_edge(one, each) for each in required[one]}
        while path[-1] != other:
            path.append(next(each for each in required[path[-1]] if each != path[-2]))
        return None, {_edge(*step) for step in pairwise(path)}

    def deleted_at(self, vertex: int) -> set[Edge]:
        return {_edge(vertex, other) for other in set(self.near[vertex]).difference(self.edges.left(vertex))}

    def best_edge(self) -> tuple[Edge, bool]:
        """Return the move to try, and the side to begin with. Vertices with the fewest moves left come first."""
        edges = self.edges
        vertices = sorted(range(len(self.near)), key=lambda each: (len(edges.left(each)), -len(edges.required[each]), each))
        candidates = dict.fromkeys(_edge(vertex, other) for vertex in vertices for other in sorted(edges.open[vertex]))
        settled: dict[Edge, int] = {}  # how many moves the less fruitful side settles
        for edge, chosen in product(candidates, (True, False)):
            self.looks += 1
            if self.looks > MOST_LOOKS:
                raise _Stopped
            mark = edges.mark()
            open_still = self.tried(edge, chosen)
            size = edges.mark() - mark
            edges.undo(mark)
            if not open_still:
                return edge, chosen
            settled[edge] = min(size, settled.get(edge, size))
        if not settled:
            raise _Stopped
        return max(settled, key=settled.__getitem__), True


def _edge(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)

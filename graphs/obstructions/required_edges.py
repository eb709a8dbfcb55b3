"""Derive the edges that every closed tour must use, or cannot use.

A closed tour has exactly two edges at every vertex. An edge is *required* if every closed tour must use it, *deleted* if none
can, and otherwise *open*. Three rules require or delete edges:

- If a vertex has only two edges left, both are required. If it has fewer, there is no tour.
- If a vertex has two required edges, all its other edges are deleted.
- Required edges join into paths. The edge that would close such a path to a cycle is deleted, unless the path visits every
  vertex.

All changes are recorded, so that a search can undo them (`solvers.methods.pruned`) or explain them (`forced_moves`). Each edge
changes at most once between two calls of `undo`.

References
----------
F. Rubin, A search procedure for Hamilton paths and circuits, 1974.
B. Vandegriend and J. Culberson, The G(n,m) phase transition is not hard for the Hamiltonian cycle problem, 1998.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphs.watching import Watch, unwatched, watched_ticks


class RequiredEdges:
    """Edges of a graph, classified as open, required or deleted.

    If `count`, the number of required edges, equals the number of vertices, they are a closed tour. `changes` are tuples
    `(is_required, one, other, first_end, last_end)`. A rule is applied to `one`, if to a vertex. A required edge is now in a
    path from `first_end` to `last_end`. A cycle of four vertices with one diagonal, which no tour uses:

    >>> edges = RequiredEdges([[1, 2, 3], [0, 2], [0, 1, 3], [0, 2]])
    >>> edges.settle(), edges.required[0], edges.open[0]
    (True, [3, 1], set())
    """

    def __init__(self, near: Iterable[Iterable[int]], watched: Watch = unwatched) -> None:
        self.open = [set(each) for each in watched(near)]
        self.required: list[list[int]] = [[] for _ in self.open]
        self.count = 0
        self._far_end = list(range(len(self.open)))  # maps each end of a path of required edges to the other end
        self.changes: list[tuple[bool, int, int, int, int]] = []
        self._tight: list[int] = []  # vertices with only two edges left, not both of them required
        self._tick = watched_ticks(watched)

    def has(self, one: int, other: int) -> bool:
        """Return whether an edge is open or required."""
        return other in self.open[one] or other in self.required[one]

    def left(self, vertex: int) -> list[int]:
        """Return the neighbours by open, then by required edges."""
        return [*self.open[vertex], *self.required[vertex]]

    def settle(self) -> bool:
        """Apply the rules, and return whether a closed tour is still possible."""
        self._tight = [vertex for vertex, others in enumerate(self.open) if len(others) == 2]
        return min(map(len, self.open)) >= 2 and self._follow()

    def require(self, one: int, other: int) -> bool:
        """Require an edge, and return whether a closed tour is still possible."""
        return other in self.required[one] or (other in self.open[one] and self._require(one, other) and self._follow())

    def delete(self, one: int, other: int) -> bool:
        """Delete an edge, and return whether a closed tour is still possible."""
        if other in self.required[one]:
            return False
        return other not in self.open[one] or (self._delete(one, other) and self._follow())

    def mark(self) -> int:
        """Return the number of changes so far, for `undo`."""
        return len(self.changes)

    def undo(self, mark: int) -> None:
        """Undo all changes except the first `mark`."""
        self._tight.clear()
        while len(self.changes) > mark:
            next(self._tick)
            was_required, one, other, first_end, last_end = self.changes.pop()
            if was_required:
                self.required[one].pop()
                self.required[other].pop()
                self.count -= 1
                self._far_end[first_end], self._far_end[last_end] = one, other
            self.open[one].add(other)
            self.open[other].add(one)

    def _follow(self) -> bool:
        while self._tight:
            next(self._tick)
            vertex = self._tight.pop()
            if not all(self._require(vertex, other) for other in [*self.open[vertex]] if other in self.open[vertex]):
                return False
        return True

    def _require(self, one: int, other: int) -> bool:
        first_end, last_end = self._far_end[one], self._far_end[other]
        self.changes.append((True, one, other, first_end, last_end))
        self._far_end[first_end], self._far_end[last_end] = last_end, first_end
        self.count += 1
        for vertex, neighbour in ((one, other), (other, one)):
            self.open[vertex].remove(neighbour)
            self.required[vertex].append(neighbour)
        for vertex in (one, other):
            if len(self.required[vertex]) == 2 and not all(self._delete(vertex, unused) for unused in [*self.open[vertex]]):
                return False
        closes_early = self.count < len(self.open) - 1 and last_end in self.open[first_end]
        return not closes_early or self._delete(first_end, last_end)

    def _delete(self, one: int, other: int) -> bool:
        next(self._tick)
        self.changes.append((False, one, other, 0, 0))
        self.open[one].remove(other)
        self.open[other].remove(one)
        least = 2
        for vertex in (one, other):
            edges_left = len(self.open[vertex]) + len(self.required[vertex])
            if edges_left == 2 and self.open[vertex]:
                self._tight.append(vertex)
            least = min(edges_left, least)
        return least == 2

"""The search of `pruned`, which tells those who watch it what it forces, what it cuts off, and why."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from solvers.methods.pruned import Search
from solvers.recording import CUT_VERTEX, REFUTED, STARVED, UNFIT, search_path

__all__ = ["WatchedSearch"]


class WatchedSearch(Search):
    """The same search. Its recording holds the squares of the path, without the apex."""

    def __init__(self, *asked: Any) -> None:
        super().__init__(*asked)
        self.recording: Any = search_path()

    def tours(self) -> Iterator[list[Hashable]]:
        yield from super().tours()
        if not self.meter.nodes:
            self._tell_why_not(self.start or 0, -1)

    def _settle(self) -> bool:
        settles = super()._settle()
        self._tell_forced(0)
        if settles and self.is_closed:
            self.recording.append(self.squares[self.root])
        return settles

    def _may_place(self, near: int) -> bool:
        self.recording.append(self.squares[near])
        mark = self.edges.mark()
        may_place = super()._may_place(near)
        self._tell_forced(mark)
        if not may_place:
            self._tell_why_not(near, mark)
            self.recording.pop()
        return may_place

    def _has_cut_vertex(self, head: int) -> bool:
        has_cut_vertex = super()._has_cut_vertex(head)
        if has_cut_vertex:
            self.recording.cut_off(CUT_VERTEX, self.squares[head])
        return has_cut_vertex

    def _take_back(self) -> None:
        if self.path[-1].vertex < self.size:
            self.recording.pop()
        super()._take_back()

    def _tell_forced(self, mark: int) -> None:
        for is_required, one, other, *_ in self.edges.changes[mark:]:
            if is_required and max(one, other) < self.size:
                self.recording.force(self.squares[one], self.squares[other])

    def _tell_why_not(self, near: int, mark: int) -> None:
        """Tell which rule of `_may_place` forbids a square: a refuted state changes no edge, and a dead end lacks edges."""
        starved = [vertex for vertex in range(self.size) if len(self.edges.left(vertex)) < 2]
        reason = REFUTED if self.edges.mark() == mark else STARVED if starved else UNFIT
        self.recording.cut_off(reason, self.squares[starved[0] if starved else near])

"""Derivations: moves that follow one from another by the rules of `forced_moves`, up to a contradiction, and their check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from graphs.obstructions.obstruction import Node

__all__ = ["Case", "Derivation", "Move", "Step", "contradicts"]

Move: TypeAlias = tuple[Node, Node]
Left: TypeAlias = dict[Node, dict[Node, bool]]
"""For each vertex, the vertices to which its moves lead that are not excluded; each with whether the move is chosen."""


@dataclass(frozen=True)
class Step:
    """A move that a rule settles.

    Attributes
    ----------
    move : its two vertices.
    chosen : True where it is chosen, False where it is excluded.
    at : the vertex of the rule: one that has only two moves left, or two chosen ones. None for a move that would close a cycle
        before all vertices are on it.
    """

    move: Move
    chosen: bool
    at: Node | None


@dataclass(frozen=True)
class Case:
    """A move that is tried, and what follows where it is chosen and where it is excluded."""

    move: Move
    if_chosen: Derivation
    if_excluded: Derivation


@dataclass(frozen=True)
class Derivation:
    """Steps that end in a contradiction.

    Attributes
    ----------
    steps : in their order; each follows from those before it.
    end : the vertex of the contradiction: it has fewer than two moves left, or more than two chosen, or is on a cycle of chosen
        moves that does not visit all vertices. Or a case, both sides of which end in a contradiction.
    """

    steps: tuple[Step, ...]
    end: Node | Case

    def parts(self) -> Iterator[Derivation]:
        """Yield this derivation, and those of its cases."""
        yield self
        if isinstance(self.end, Case):
            yield from self.end.if_chosen.parts()
            yield from self.end.if_excluded.parts()


def contradicts(left: Left, derivation: Derivation) -> bool:
    """Return whether each step of a derivation follows from those before it, and the end is a contradiction.

    It searches for nothing.

    Parameters
    ----------
    left : for each vertex of the closed form its neighbours, each with False: no move is chosen yet. They are changed.
    derivation : the steps and the end.
    """
    for step in derivation.steps:
        if not _follows(left, step):
            return False
        _settle(left, step.move, step.chosen)
    end = derivation.end
    if not isinstance(end, Case):
        if end not in left:
            return False
        chosen = _chosen(left, end)
        return len(left[end]) < 2 or len(chosen) > 2 or any(_joins(left, end, other) for other in chosen)
    if not _is_open(left, end.move):
        return False
    for is_chosen, each in ((True, end.if_chosen), (False, end.if_excluded)):
        after = {vertex: dict(near) for vertex, near in left.items()}
        _settle(after, end.move, is_chosen)
        if not contradicts(after, each):
            return False
    return True


def _follows(left: Left, step: Step) -> bool:
    if not _is_open(left, step.move):
        return False
    if step.at is None:
        return not step.chosen and _joins(left, *step.move)
    return step.at in step.move and len(left[step.at] if step.chosen else _chosen(left, step.at)) == 2


def _is_open(left: Left, move: Move) -> bool:
    return left.get(move[0], {}).get(move[1]) is False


def _settle(left: Left, move: Move, chosen: bool) -> None:
    for here, there in (move, move[::-1]):
        if chosen:
            left[here][there] = True
        else:
            del left[here][there]


def _chosen(left: Left, vertex: Node) -> list[Node]:
    return [other for other, chosen in left[vertex].items() if chosen]


def _joins(left: Left, one: Node, other: Node) -> bool:
    """Return whether a path of two or more chosen moves that does not visit all vertices leads from one vertex to the other."""
    path = {one: None}
    while onward := [vertex for vertex in _chosen(left, one) if vertex not in path]:
        path[one := onward[0]] = None
    return one == other and 2 < len(path) < len(left)

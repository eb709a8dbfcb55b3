"""Derivations: moves that follow one from another by the rules of `forced_moves`, up to a contradiction, and their check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from graphs.obstructions.obstruction import Node

__all__ = ["Case", "Derivation", "Move", "Step", "contradicts"]

Move: TypeAlias = tuple[Node, Node]
Neighbours: TypeAlias = dict[Node, set[Node]]


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

    def all_steps(self) -> Iterator[Step]:
        """Yield the steps, and those of the cases."""
        yield from self.steps
        if isinstance(self.end, Case):
            yield from self.end.if_chosen.all_steps()
            yield from self.end.if_excluded.all_steps()

    def ends(self) -> Iterator[Node]:
        """Yield the vertex of each contradiction."""
        if isinstance(self.end, Case):
            yield from self.end.if_chosen.ends()
            yield from self.end.if_excluded.ends()
        else:
            yield self.end

    def mapped(self, image: Callable[[Any], Any]) -> Derivation:
        """Return the same derivation with every vertex replaced by its image."""
        steps = tuple(
            Step((image(each.move[0]), image(each.move[1])), each.chosen, None if each.at is None else image(each.at))
            for each in self.steps
        )
        if not isinstance(self.end, Case):
            return Derivation(steps, image(self.end))
        case, (one, other) = self.end, self.end.move
        return Derivation(steps, Case((image(one), image(other)), case.if_chosen.mapped(image), case.if_excluded.mapped(image)))


def contradicts(left: Neighbours, derivation: Derivation) -> bool:
    """Return whether each step of a derivation follows from those before it, and the end is a contradiction.

    It searches for nothing.

    Parameters
    ----------
    left : for each vertex of the closed form its neighbours; they are changed.
    derivation : the steps and the end.
    """
    return _Replay(left, {vertex: set() for vertex in left}).contradicts(derivation)


@dataclass
class _Replay:
    """A check of the steps of a derivation, one after another; it searches for nothing.

    Attributes
    ----------
    left : for each vertex, the vertices to which its moves lead that are not excluded.
    chosen : for each vertex, those to which its chosen moves lead.
    """

    left: Neighbours
    chosen: Neighbours

    def contradicts(self, derivation: Derivation) -> bool:
        for step in derivation.steps:
            if not self._follows(step):
                return False
            self._settle(step.move, step.chosen)
        if not isinstance(derivation.end, Case):
            return self._is_contradiction(derivation.end)
        case = derivation.end
        if not self._is_left(case.move) or case.move[1] in self.chosen[case.move[0]]:
            return False
        cases = ((True, case.if_chosen), (False, case.if_excluded))
        return all(self._assuming(case.move, chosen).contradicts(each) for chosen, each in cases)

    def _follows(self, step: Step) -> bool:
        one, other = step.move
        if not self._is_left(step.move) or other in self.chosen[one]:
            return False
        if step.at is None:
            path = self._path(one)
            return not step.chosen and path[-1] == other and 2 < len(path) < len(self.left)
        if step.at not in step.move:
            return False
        return len(self.left[step.at]) == 2 if step.chosen else len(self.chosen[step.at]) == 2

    def _is_left(self, move: Move) -> bool:
        return move[0] in self.left and move[1] in self.left[move[0]]

    def _settle(self, move: Move, chosen: bool) -> None:
        for here, there in (move, move[::-1]):
            if chosen:
                self.chosen[here].add(there)
            else:
                self.left[here].discard(there)

    def _assuming(self, move: Move, chosen: bool) -> _Replay:
        left, done = ({vertex: set(near) for vertex, near in each.items()} for each in (self.left, self.chosen))
        branch = _Replay(left, done)
        branch._settle(move, chosen)
        return branch

    def _is_contradiction(self, vertex: Node) -> bool:
        if vertex not in self.left:
            return False
        if len(self.left[vertex]) < 2 or len(self.chosen[vertex]) > 2:
            return True
        path = self._path(vertex)
        return 2 < len(path) < len(self.left) and vertex in self.chosen[path[-1]]

    def _path(self, first: Node) -> list[Node]:
        """Return the path of chosen moves that begins at a vertex, up to its end or to a vertex with more than two of them."""
        path = [first]
        seen = {first}
        while len(self.chosen[path[-1]]) <= 2:
            onward = [vertex for vertex in self.chosen[path[-1]] if vertex not in seen]
            if not onward or (len(path) > 1 and len(onward) > 1):
                break
            path.append(onward[0])
            seen.add(onward[0])
        return path

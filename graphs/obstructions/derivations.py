"""Derivations: proofs by rules, step by step, that no tour exists.

The rules are applied to the closed form (`closed_form`), in which every tour is a Hamiltonian cycle. A move is *chosen* if
every tour must have it, *excluded* if no tour can have it, and *left* if it is not excluded.

- If a vertex has only two moves left, both are chosen.
- If a vertex has two chosen moves, its other moves are excluded.
- Chosen moves join into paths. The move that would close such a path to a cycle is excluded if the path misses a vertex.

If no rule applies any more, two cases are distinguished: a move is chosen, or it is excluded. There is no tour if every case
ends in a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from graphs.obstructions.closed_form import Link
from graphs.obstructions.obstruction import Node, Witness
from graphs.tour import as_square

Move: TypeAlias = tuple[Node, Node]
Left: TypeAlias = dict[Node, dict[Node, bool]]
"""Edges that are not excluded, with whether they are chosen."""


@dataclass(frozen=True)
class Step:
    """A step of a proof: a move is required or excluded.

    `at` is the vertex to which the rule applies, or None if the move would close a cycle that misses a vertex.
    """

    move: Move
    chosen: bool
    at: Node | None


class Assumption(Step):
    """The assumption, in one case, that a move is used or not."""


class Branch(NamedTuple):
    """One case of a proof: its steps, assumptions and contradiction."""

    steps: tuple[Step, ...]
    end: Node

    def __str__(self) -> str:
        assumed = [step for step in self.steps if isinstance(step, Assumption)]
        words = (f"{'with' if step.chosen else 'without'} {'–'.join(map(str, step.move))}" for step in assumed)
        return ", ".join([*words, f"fewer than two moves are left at {self.end}"])


@dataclass(frozen=True)
class Case:
    """A case distinction: a tour uses a move, or it does not."""

    move: Move
    if_chosen: Derivation
    if_excluded: Derivation


@dataclass(frozen=True)
class Derivation:
    """A step-by-step proof that a graph has no Hamiltonian cycle.

    Each step follows from those before it. The `end` is a case distinction, or a vertex with fewer than two moves left, with
    more than two chosen moves, or on a cycle of chosen moves that misses another vertex.
    """

    steps: tuple[Step, ...]
    end: Node | Case

    def parts(self) -> Iterator[Derivation]:
        """Yield this derivation and, recursively, the derivations of its cases."""
        yield self
        if isinstance(self.end, Case):
            yield from self.end.if_chosen.parts()
            yield from self.end.if_excluded.parts()

    def branches(self, before: tuple[Step, ...] = ()) -> Iterator[Branch]:
        """Yield each case of the proof, with all its steps."""
        steps = (*before, *self.steps)
        if not isinstance(self.end, Case):
            yield Branch(steps, self.end)
            return
        for chosen, derivation in ((True, self.end.if_chosen), (False, self.end.if_excluded)):
            yield from derivation.branches((*steps, Assumption(self.end.move, chosen, None)))

    def witness(self) -> Witness:
        """Return the proof as JSON values for a certificate."""
        steps = {"steps": [[*map(_as_json, step.move), step.chosen, _as_json(step.at)] for step in self.steps]}
        if not isinstance(self.end, Case):
            return steps | {"end": _as_json(self.end)}
        cases = {"if_forced": self.end.if_chosen.witness(), "if_ruled_out": self.end.if_excluded.witness()}
        return steps | {"edge": list(map(_as_json, self.end.move)), **cases}


def _as_json(vertex: Any) -> Any:
    return {"link": vertex.number} if isinstance(vertex, Link) else as_square(vertex)


def contradicts(left: Left, derivation: Derivation) -> bool:
    """Return whether a derivation rules out all Hamiltonian cycles.

    `left` contains the neighbours of each vertex with value False, because no move is chosen yet. It is modified.
    """
    for step in derivation.steps:
        if not _follows(left, step):
            return False
        _settle(left, step.move, step.chosen)
    end = derivation.end
    if not isinstance(end, Case):
        if end not in left:
            return False
        chosen = _chosen_neighbours(left, end)
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
    return step.at in step.move and len(left[step.at] if step.chosen else _chosen_neighbours(left, step.at)) == 2


def _is_open(left: Left, move: Move) -> bool:
    return left.get(move[0], {}).get(move[1]) is False


def _settle(left: Left, move: Move, chosen: bool) -> None:
    for here, there in (move, move[::-1]):
        if chosen:
            left[here][there] = True
        else:
            del left[here][there]


def _chosen_neighbours(left: Left, vertex: Node) -> list[Node]:
    return [other for other, chosen in left[vertex].items() if chosen]


def _joins(left: Left, one: Node, other: Node) -> bool:
    """Return whether chosen moves join two vertices, but miss another.

    The path must have at least two moves.
    """
    path = {one: None}
    while onward := [vertex for vertex in _chosen_neighbours(left, one) if vertex not in path]:
        path[one := onward[0]] = None
    return one == other and 2 < len(path) < len(left)

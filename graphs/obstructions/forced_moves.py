"""Forced moves: a square with only two moves left needs both, and what follows from that ends in a contradiction.

The rules work on the closed form, in which every tour is a Hamiltonian cycle. They settle one move after another: it is
chosen, which means that every tour has it, or excluded, which means that no tour has it.

- A vertex has only two moves left: both are chosen.
- A vertex has two chosen moves: its other moves are excluded.
- Chosen moves join into paths. The move that would close such a path to a cycle is excluded, as long as the path does not
  visit all vertices.

They are applied until nothing more follows. If they end in a contradiction, there is no tour. If they do not, a move is tried:
there is no tour if the rules end in a contradiction where it is chosen, and where it is excluded as well. The witness is the
list of the steps on which the contradiction rests, and each step can be checked by itself.

Reference: F. Rubin, A search procedure for Hamilton paths and circuits, 1974. Cost: linear in the number of moves for each
move that is tried; there is a limit to how many are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from graphs.obstructions.closed_form import Extra, closed_form
from graphs.obstructions.forced_moves_search import Refutation, refutation
from graphs.obstructions.obstruction import Node, Obstruction, Squares, TourProblem, listed
from graphs.watching import Watch, unwatched
from graphs.words import subject_of

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Case", "Derivation", "ForcedMoves", "Link", "Step", "find_forced_moves"]

Move: TypeAlias = tuple[Node, Node]


@dataclass(frozen=True, order=True)
class Link:
    """A vertex of the closed form that is no square: a link of the chain from the end of an open tour back to its start."""

    number: int

    def __str__(self) -> str:
        return f"link {self.number}"


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


@dataclass(frozen=True)
class ForcedMoves(Obstruction):
    """Moves that every tour must have, and moves that none can have, until the rules contradict each other.

    Attributes
    ----------
    derivation : the steps. Its vertices are squares, and a `Link` for each further vertex of the closed form.
    """

    derivation: Derivation

    def __str__(self) -> str:
        steps = list(self.derivation.all_steps())
        forced = sum(step.chosen for step in steps)
        cases = sum(1 for _ in self.derivation.ends())
        where = f"at {listed(self.squares)}" + (f", in each of {cases} cases" if cases > 1 else "")
        some = f"{forced} forced and {len(steps) - forced} excluded {self.words.edges}"
        return f"{some} leave no tour: they contradict each other {where}"

    @property
    def squares(self) -> Squares:
        """The squares at which the contradictions are; if these are links only, the squares of the steps."""
        ends = frozenset(end for end in self.derivation.ends() if not isinstance(end, Link))
        vertices = (vertex for step in self.derivation.all_steps() for vertex in step.move)
        return ends or frozenset(vertex for vertex in vertices if not isinstance(vertex, Link))

    @property
    def forced(self) -> tuple[Move, ...]:
        """The chosen moves between squares that do not depend on a case, for a picture."""
        steps = self.derivation.steps
        return tuple(step.move for step in steps if step.chosen and not any(isinstance(each, Link) for each in step.move))

    def rules_out(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
        if len(graph) < 2 or (problem.closed and len(graph) < 3):
            return False
        whole = closed_form(graph, problem)
        number = sum(isinstance(vertex, Extra) for vertex in whole)
        return any(
            _Replay(_with_links(whole, order)).contradicts(self.derivation)
            for order in {tuple(range(number)), tuple(reversed(range(number)))}  # the chain can be read from either end
        )

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        return replace(
            self, derivation=self.derivation.mapped(lambda vertex: vertex if isinstance(vertex, Link) else image(vertex))
        )


def _with_links(whole: nx.Graph[Any], order: tuple[int, ...]) -> dict[Node, set[Node]]:
    """Return the neighbours of each vertex of a closed form, with the further vertices as links, numbered in this order."""
    extras = [vertex for vertex in whole if isinstance(vertex, Extra)]
    name: dict[Any, Node] = {vertex: vertex for vertex in whole} | {
        extra: Link(number) for extra, number in zip(extras, order, strict=True)
    }
    return {name[vertex]: {name[other] for other in near} for vertex, near in whole.adjacency()}


class _Replay:
    """A check of the steps of a derivation, one after another; it searches for nothing.

    Attributes
    ----------
    left : for each vertex, the vertices to which its moves lead that are not excluded.
    chosen : for each vertex, those to which its chosen moves lead.
    """

    def __init__(self, left: dict[Node, set[Node]], chosen: dict[Node, set[Node]] | None = None) -> None:
        self.left = left
        self.chosen: dict[Node, set[Node]] = {vertex: set() for vertex in left} if chosen is None else chosen

    def contradicts(self, derivation: Derivation) -> bool:
        """Return whether each step follows from those before it, and the end is a contradiction."""
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


def find_forced_moves(graph: nx.Graph[Any], problem: TourProblem, watched: Watch = unwatched) -> Iterator[ForcedMoves]:
    """Yield the derivation of a contradiction, where one is found, as a claim.

    `Finder` says what the parameters are.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(3, 8))
    >>> [claim.holds(graph, Ends(closed=True)) for claim in find_forced_moves(graph, Ends(closed=True))]
    [True]
    """
    if len(graph) < 2 or (problem.closed and len(graph) < 3):
        return
    whole = closed_form(graph, problem, watched)
    near = _with_links(whole, tuple(range(sum(isinstance(vertex, Extra) for vertex in whole))))
    names = list(near)
    number = {vertex: index for index, vertex in enumerate(names)}
    found = refutation([sorted(number[other] for other in near[vertex]) for vertex in watched(names)], watched)
    if found is not None:
        yield ForcedMoves(_named(found, names), subject=subject_of(graph))


def _named(found: Refutation, names: list[Node]) -> Derivation:
    """Return a refutation with the names of its vertices."""
    steps = tuple(
        Step((names[one], names[other]), chosen, None if at is None else names[at]) for (one, other), chosen, at in found.steps
    )
    if found.cases is None:
        return Derivation(steps, names[found.end])
    (one, other), if_chosen, if_excluded = found.cases
    return Derivation(steps, Case((names[one], names[other]), _named(if_chosen, names), _named(if_excluded, names)))

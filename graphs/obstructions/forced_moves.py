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
from dataclasses import dataclass
from typing import Any, Self

from graphs.obstructions.closed_form import Link, closed_form, numbered, only_squares
from graphs.obstructions.derivation import Case, Derivation, Move, Step, contradicts
from graphs.obstructions.forced_moves_search import refutation
from graphs.obstructions.obstruction import Graph, Node, Obstruction, Squares, TourProblem, listed
from graphs.watching import Watch, unwatched

__all__ = ["Case", "Derivation", "ForcedMoves", "Link", "Step", "find_forced_moves"]


@dataclass(frozen=True)
class ForcedMoves(Obstruction):
    """Moves that every tour must have, and moves that none can have, until the rules contradict each other.

    Attributes
    ----------
    derivation : the steps. Its vertices are squares, and a `Link` for each further vertex of the closed form.
    """

    derivation: Derivation

    def __str__(self) -> str:
        steps = self._steps()
        forced = sum(step.chosen for step in steps)
        cases = len(self._ends())
        where = f"at {listed(self.squares)}" + (f", in each of {cases} cases" if cases > 1 else "")
        some = f"{forced} forced and {len(steps) - forced} excluded {self.words.edges}"
        return f"{some} leave no tour: they contradict each other {where}"

    def _steps(self) -> list[Step]:
        return [step for part in self.derivation.parts() for step in part.steps]

    def _ends(self) -> list[Node]:
        return [part.end for part in self.derivation.parts() if not isinstance(part.end, Case)]

    @property
    def squares(self) -> Squares:
        """The squares at which the contradictions are; if these are links only, the squares of the steps."""
        return only_squares(self._ends()) or only_squares(vertex for step in self._steps() for vertex in step.move)

    @property
    def forced(self) -> tuple[Move, ...]:
        """The chosen moves between squares that do not depend on a case, for a picture."""
        steps = self.derivation.steps
        return tuple(step.move for step in steps if step.chosen and len(only_squares(step.move)) == 2)

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        if len(graph) < (3 if problem.closed else 2):
            return False
        whole = closed_form(graph, problem)
        links = len(whole) - len(graph)

        def shows(claim: ForcedMoves) -> bool:
            return contradicts({vertex: dict.fromkeys(near, False) for vertex, near in whole.adjacency()}, claim.derivation)

        def turned(vertex: Node) -> Node:
            return Link(links - 1 - vertex.number) if isinstance(vertex, Link) else vertex

        return shows(self) or (links > 1 and shows(super().mapped(turned)))  # the chain can be read from either end

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        return super().mapped(lambda vertex: vertex if isinstance(vertex, Link) else image(vertex))


def find_forced_moves(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[ForcedMoves]:
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
    if len(graph) < (3 if problem.closed else 2):
        return
    vertices, near = numbered(closed_form(graph, problem, watched))
    found = refutation(list(map(sorted, watched(near))), vertices, watched)
    if found is not None:
        yield ForcedMoves.on(graph, found)

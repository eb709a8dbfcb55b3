"""Obstructions that a glance at the problem shows: no squares, too few of them, an end that cannot be one.

Cost: constant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.obstructions.obstruction import Graph, Node, Obstruction, TourProblem
from graphs.watching import Watch, unwatched

__all__ = ["EndNotAMove", "NoSquares", "OffTheBoard", "TooFewSquares", "find_trivial"]


@dataclass(frozen=True)
class NoSquares(Obstruction):
    """The graph is empty, and a tour has at least one square."""

    def __str__(self) -> str:
        return f"there are no {self.words.vertices}, and a tour has at least one"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        return len(graph) == 0


@dataclass(frozen=True)
class TooFewSquares(Obstruction):
    """A closed tour is sought on one or two squares, and it needs three."""

    number: int

    def __str__(self) -> str:
        return f"a closed tour needs at least 3 {self.words.vertices}, not {self.number}"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        return problem.closed and len(graph) == self.number < 3


@dataclass(frozen=True)
class OffTheBoard(Obstruction):
    """The start or the end is no square of the board."""

    square: Node

    def __str__(self) -> str:
        return f"{self.square} is not {self.words.inside}"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        return self.square is not None and self.square in (problem.start, problem.end) and self.square not in graph


@dataclass(frozen=True)
class EndNotAMove(Obstruction):
    """The start and the end of a closed tour are given, and no move joins them."""

    start: Node
    end: Node

    def __str__(self) -> str:
        words = self.words
        return f"a closed tour ends {words.beside} its start, and {self.end} is not {words.step_from} {self.start}"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        given = None not in (self.start, self.end) and {problem.start, problem.end} == {self.start, self.end}
        return problem.closed and given and not graph.has_edge(self.start, self.end)


def find_trivial(graph: Graph, problem: TourProblem, _watched: Watch = unwatched) -> Iterator[Obstruction]:
    """Yield the trivial obstructions of a problem, as claims.

    `Finder` says what the parameters are; a glance needs no watch.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(3, 4))
    >>> [str(claim) for claim in find_trivial(graph, Ends(start=(0, 0), end=(2, 3), closed=True))]
    ['a closed tour ends a move away from its start, and (2, 3) is not a move from (0, 0)']
    """
    start, end = problem.start, problem.end
    strangers = (OffTheBoard.on(graph, square) for square in (start, end))
    claims = NoSquares.on(graph), *strangers, TooFewSquares.on(graph, len(graph)), EndNotAMove.on(graph, start, end)
    yield from (claim for claim in claims if claim.rules_out(graph, problem))

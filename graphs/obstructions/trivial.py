"""Trivially checkable obstructions: no squares, too few squares, an invalid start or end.

Notes
-----
Finding and checking them takes constant time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from graphs.leapers import Graph
from graphs.obstructions.obstruction import Drawing, Obstruction, Witness
from graphs.obstructions.tour_problem import Node, TourProblem
from graphs.watching import Watch, unwatched


class _Bare:
    """Base class of the obstructions in this module. They are checked without a witness."""

    hardness = 0
    directed = True
    drawing = Drawing()
    certificate: ClassVar[str] = "trivial"

    def witness(self, graph: Graph, problem: TourProblem) -> Witness:
        return {}


@dataclass(frozen=True)
class NoSquares(_Bare, Obstruction):
    """A graph without squares. It has no tour, because a tour has at least one square."""

    label = "no squares"
    meaning = "there are no squares"

    def __str__(self) -> str:
        return f"there are no {self.words.vertices}, and a tour has at least one"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        return len(graph) == 0


@dataclass(frozen=True)
class TooFewSquares(_Bare, Obstruction):
    """A graph with fewer than three squares. It has no closed tour, because a closed tour needs at least three.

    In a directed graph, two squares are enough for a closed tour.

    Attributes
    ----------
    number : int
        The number of squares.
    """

    label = "too few squares"
    meaning = "a closed tour needs three squares"

    number: int

    def __str__(self) -> str:
        return f"a closed tour needs at least {self.words.least_closed} {self.words.vertices}, not {self.number}"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        return problem.closed and len(graph) == self.number < self.words.least_closed


@dataclass(frozen=True)
class OffTheBoard(_Bare, Obstruction):
    """A start or an end that is not a square of the board.

    Attributes
    ----------
    square : Hashable
        The start or the end.
    """

    label = "off the board"
    meaning = "the start or the end is not a square of the board"
    certificate = ""

    square: Node

    def __str__(self) -> str:
        return f"{self.square} is not {self.words.inside}"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        return self.square is not None and self.square in (problem.start, problem.end) and self.square not in graph


@dataclass(frozen=True)
class EndNotAMove(_Bare, Obstruction):
    """The given start and the given end of a closed tour, if no move joins them.

    Attributes
    ----------
    start : Hashable
        The given start.
    end : Hashable
        The given end.
    """

    label = "end not a move"
    meaning = "no move joins the end of a closed tour to its start"

    start: Node
    end: Node

    def __str__(self) -> str:
        words = self.words
        return f"a closed tour ends {words.beside} its start, and {self.end} is not {words.step_from} {self.start}"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        ends_match = None not in (self.start, self.end) and {problem.start, problem.end} == {self.start, self.end}
        return problem.closed and ends_match and not graph.has_edge(problem.end, problem.start)


def find_trivial(graph: Graph, problem: TourProblem, _watched: Watch = unwatched) -> Iterator[Obstruction]:
    """Yield the trivial obstructions of a problem.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    problem : TourProblem
        The problem on this graph.
    _watched : Watch, optional
        This watch is not used, because the finder takes constant time.

    Yields
    ------
    Obstruction
        The obstruction, for which the method `rules_out` returns True.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(3, 4))
    >>> [str(candidate) for candidate in find_trivial(graph, Ends(start=(0, 0), end=(2, 3), closed=True))]
    ['a closed tour ends a move away from its start, and (2, 3) is not a move from (0, 0)']
    """
    start, end = problem.start, problem.end
    strangers = (OffTheBoard.on(graph, square) for square in (start, end))
    candidates = NoSquares.on(graph), *strangers, TooFewSquares.on(graph, len(graph)), EndNotAMove.on(graph, start, end)
    yield from (candidate for candidate in candidates if candidate.rules_out(graph, problem))

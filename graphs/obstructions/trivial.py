"""Trivial obstructions: too few squares, invalid ends, or too many squares of one colour.

Let the vertices have two colours such that every edge joins different colours, like the black and white squares of a chessboard
for the knight. Then the colours of a tour alternate:

- If both colours have the same number of squares, the two ends of an open tour have different colours.
- If one colour has one square more than the other, both ends of an open tour have this colour.
- If one colour has at least two squares more than the other, there is no tour.
- A closed tour needs the same number of squares of both colours.

Counting the colours takes linear time, all other checks constant time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from graphs.leapers import Graph
from graphs.obstructions.closed_form import two_colours
from graphs.obstructions.obstruction import (
    Drawing,
    Node,
    Obstruction,
    Squares,
    TourProblem,
    Weighing,
    Witness,
    given_ends,
    known_steps,
)
from graphs.text import WORDS, subject_of
from graphs.watching import Watch, unwatched


@dataclass(frozen=True)
class Colours(Obstruction):
    """A two-colouring that rules out a tour.

    `colour` contains the squares of one colour, and `reason` is the violated condition as a sentence.
    """

    label = "colours"
    meaning = "too many squares of one colour"
    hardness = 1
    drawing = Drawing("the squares of one colour")
    certificate = "colours"

    colour: Squares
    reason: str

    def __str__(self) -> str:
        return self.reason

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        # a colour with one square more than the other has all odd steps of a tour, so check the known steps
        weights = (self.weighing(graph, problem) or ({},))[0]
        steps = known_steps(problem, len(graph)).items()
        if sum(weights.values()) == 1 and any(weights.get(square) == (-1) ** step for step, square in steps):
            return True
        return super().rules_out(graph, problem)

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        # weight 1 for the more frequent colour (if equal, not that of a given start), and -1 for the other: moves weigh 0
        for here, near in graph.adjacency():
            others = near.keys() - {here} if here in near else near
            if not (self.colour.isdisjoint(others) if here in self.colour else self.colour.issuperset(others)):
                return None
        more = max(self.colour, frozenset(graph) - self.colour, key=lambda side: (len(side), problem.start not in side))
        return dict.fromkeys(graph, -1) | dict.fromkeys(more, 1), []


def find_colours(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[Colours]:
    """Yield a two-colouring that rules out a tour, if there is one.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        An undirected graph, the problem on it, and a function that may stop the finder (see `graphs.watching`).

    Yields
    ------
    Colours
        The obstruction, unchecked.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [len(candidate.squares) for candidate in find_colours(knight_graph(Board(5, 5)), Ends(closed=True))]
    [13]
    """
    colour = two_colours(graph, watched)
    if colour is None:
        return
    classes = [frozenset(square for square in colour if colour[square] == which) for which in (0, 1)]
    more, fewer = sorted(classes, key=len, reverse=True)
    broken = _broken_rule(more, fewer, problem)
    if broken is not None:
        words = WORDS[subject_of(graph)]
        counts = f"there are {len(more)} {words.vertices} of one colour and {len(fewer)} of the other"
        yield Colours.on(graph, more, f"{counts}, and every {words.edge} changes the colour: {broken}")


def _broken_rule(more: Squares, fewer: Squares, problem: TourProblem) -> str | None:
    surplus, ends = len(more) - len(fewer), set(given_ends(problem))
    if surplus and problem.closed:
        return "a closed tour visits both colours equally often"
    if surplus > 1:
        return "in a tour, the numbers of the two colours differ by at most one"
    if surplus and any((square in fewer) == step % 2 for step, square in known_steps(problem, len(more | fewer)).items()):
        return "a tour is on the more frequent colour at every odd step, and so at its start and end"
    same = not surplus and len(ends) == 2 and (ends <= more or ends <= fewer)
    return "the start and the end of a tour have different colours" if same else None


class _Bare:
    """Base class of obstructions that need no evidence in a certificate."""

    hardness = 0
    directed = True
    certificate: ClassVar[str] = "trivial"

    def witness(self, graph: Graph, problem: TourProblem) -> Witness:
        return {}


@dataclass(frozen=True)
class NoSquares(_Bare, Obstruction):
    """A graph without squares, which has no tour."""

    label = "no squares"
    meaning = "there are no squares"

    def __str__(self) -> str:
        return f"there are no {self.words.vertices}, and a tour has at least one"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        return len(graph) == 0


@dataclass(frozen=True)
class TooFewSquares(_Bare, Obstruction):
    """A graph with too few squares for a closed tour."""

    label = "too few squares"
    meaning = "a closed tour needs three squares"

    number: int

    def __str__(self) -> str:
        return f"a closed tour needs at least {self.words.least_closed} {self.words.vertices}, not {self.number}"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        return problem.closed and len(graph) == self.number < self.words.least_closed


@dataclass(frozen=True)
class OffTheBoard(_Bare, Obstruction):
    """A start or an end that is not on the board."""

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
    """A start and an end of a closed tour that are not adjacent."""

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
    """Yield the trivial obstructions of a problem, in constant time.

    Parameters
    ----------
    graph, problem, _watched : networkx.Graph, TourProblem, Watch
        An undirected graph, the problem on it, and an unused watch.

    Yields
    ------
    Obstruction
        An obstruction that holds.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [str(each) for each in find_trivial(knight_graph(Board(3, 4)), Ends(start=(0, 0), end=(2, 3), closed=True))]
    ['a closed tour ends a move away from its start, and (2, 3) is not a move from (0, 0)']
    """
    start, end = problem.start, problem.end
    strangers = (OffTheBoard.on(graph, square) for square in (start, end))
    candidates = NoSquares.on(graph), *strangers, TooFewSquares.on(graph, len(graph)), EndNotAMove.on(graph, start, end)
    yield from (candidate for candidate in candidates if candidate.rules_out(graph, problem))

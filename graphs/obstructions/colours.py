"""Counting colours: where every move changes the colour, the colours of a tour alternate.

Any two-colouring of the graph serves, such as the black and white squares of a chessboard for the knight. With as many
squares of each colour a tour ends on the other colour than it begins; with one more of one colour it begins and ends on
that; with a greater surplus there is none. A closed tour needs as many of each. Cost: linear in the number of moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphs.obstructions.closed_form import two_colours
from graphs.obstructions.cut_sets import cut_set
from graphs.obstructions.obstruction import Obstruction, Squares, TourProblem, Weighing, moves
from graphs.obstructions.weighted_cuts import around_parts
from graphs.watching import Watch, unwatched
from graphs.words import WORDS, subject_of

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Colours", "find_colours"]


@dataclass(frozen=True)
class Colours(Obstruction):
    """The numbers of squares of two colours, or the colours of the given ends, do not fit a walk that alternates between them.

    Attributes
    ----------
    colour : the squares of one colour, the witness; all other squares have the other colour.
    reason : the sentence; it says which count is wrong.
    """

    colour: Squares
    reason: str

    def __str__(self) -> str:
        return self.reason

    def rules_out(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
        if any((here in self.colour) == (there in self.colour) for here, there in moves(graph)):
            return False
        inside = sum(square in self.colour for square in graph)
        surplus = inside - (len(graph) - inside)
        ends = [square in self.colour for square in (problem.start, problem.end) if square is not None]
        if problem.closed:
            return surplus != 0
        if abs(surplus) > 1:
            return True
        if surplus == 0:
            return len(ends) == 2 and ends[0] == ends[1]
        return any(end != (surplus > 0) for end in ends)

    def weighing(self, graph: nx.Graph[Any], problem: TourProblem) -> Weighing | None:
        cuts = (self.colour, frozenset(graph) - self.colour)  # without one colour, each square of the other is a part
        return next((around_parts(graph, problem, cut) for cut in cuts if cut_set(graph, cut).rules_out(graph, problem)), None)


def find_colours(graph: nx.Graph[Any], problem: TourProblem, watched: Watch = unwatched) -> Iterator[Colours]:
    """Yield the colour with the most squares where the colours of a two-coloured graph rule a tour out, as a claim.

    `Finder` says what the parameters are.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(5, 5))
    >>> [len(claim.squares) for claim in find_colours(graph, Ends(closed=True))]
    [13]
    """
    colour = two_colours(graph, watched)
    if colour is None:
        return
    classes = [frozenset(square for square in colour if colour[square] == which) for which in (0, 1)]
    more, fewer = sorted(classes, key=len, reverse=True)
    broken = _broken_rule(more, fewer, problem)
    if broken is not None:
        subject = subject_of(graph)
        words = WORDS[subject]
        counts = f"there are {len(more)} {words.vertices} of one colour and {len(fewer)} of the other"
        yield Colours(more, f"{counts}, and every {words.edge} changes the colour: {broken}", subject=subject)


def _broken_rule(more: Squares, fewer: Squares, problem: TourProblem) -> str | None:
    surplus = len(more) - len(fewer)
    ends = {problem.start, problem.end} - {None}
    if problem.closed:
        return "a closed tour needs as many of each" if surplus else None
    if surplus > 1:
        return "a tour needs numbers that differ by one at most"
    if surplus == 1:
        return "a tour begins and ends on the first of them" if ends & fewer else None
    same = len(ends) == 2 and (ends <= more or ends <= fewer)
    return "a tour ends on the other colour than it begins" if same else None

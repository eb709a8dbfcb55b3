"""Counting colours: where every move changes the colour, the colours of a tour alternate.

Any two-colouring of the graph serves, such as the black and white squares of a chessboard for the knight. With as many
squares of each colour a tour ends on the other colour than it begins; with one more of one colour it begins and ends on
that; with a greater surplus there is none. A closed tour needs as many of each. Cost: linear in the number of moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.obstructions.closed_form import two_colours
from graphs.obstructions.obstruction import Drawing, Graph, Obstruction, Squares, TourProblem, Weighing, given_ends, known_steps
from graphs.text import WORDS, subject_of
from graphs.watching import Watch, unwatched

__all__ = ["Colours", "find_colours"]


@dataclass(frozen=True)
class Colours(Obstruction):
    """The numbers of squares of two colours, or the colours of the given ends, do not fit a walk that alternates between them.

    Attributes
    ----------
    colour : the squares of one colour, the witness; all other squares have the other colour.
    reason : the sentence; it says which count is wrong.
    """

    label = "colours"
    meaning = "too many squares of one colour"
    hardness = 2
    drawing = Drawing("the squares of the colour that is too common")
    certificate = "colours"

    colour: Squares
    reason: str

    def __str__(self) -> str:
        return self.reason

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        """Return whether the claim shows that there is no tour; with one square more of a colour, all odd steps are on that."""
        weights = (self.weighing(graph, problem) or ({},))[0]
        known = known_steps(problem, len(graph)).items()
        if sum(weights.values()) == 1 and any(weights.get(square) == (-1) ** step for step, square in known):
            return True
        return super().rules_out(graph, problem)

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return 1 for the squares of the commoner colour, -1 for the others: no move weighs anything.

        Where there are as many of each, it is -1 for the colour of the start. None where a move does not change the colour.
        """
        for here, near in graph.adjacency():
            others = near.keys() - {here} if here in near else near
            if not (self.colour.isdisjoint(others) if here in self.colour else self.colour.issuperset(others)):
                return None
        more = max(self.colour, frozenset(graph) - self.colour, key=lambda side: (len(side), problem.start not in side))
        return dict.fromkeys(graph, -1) | dict.fromkeys(more, 1), []


def find_colours(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[Colours]:
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
        words = WORDS[subject_of(graph)]
        counts = f"there are {len(more)} {words.vertices} of one colour and {len(fewer)} of the other"
        yield Colours.on(graph, more, f"{counts}, and every {words.edge} changes the colour: {broken}")


def _broken_rule(more: Squares, fewer: Squares, problem: TourProblem) -> str | None:
    surplus, ends = len(more) - len(fewer), set(given_ends(problem))
    if surplus and problem.closed:
        return "a closed tour needs as many of each"
    if surplus > 1:
        return "a tour needs numbers that differ by one at most"
    if surplus and any((square in fewer) == step % 2 for step, square in known_steps(problem, len(more | fewer)).items()):
        return "a tour begins and ends on the first of them"
    same = not surplus and len(ends) == 2 and (ends <= more or ends <= fewer)
    return "a tour ends on the other colour than it begins" if same else None

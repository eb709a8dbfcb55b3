"""Weighted cuts: weights under which the moves of a tour would weigh more than any moves can.

Give every square a weight, above or below zero, and give a weight above zero to some sets of squares. A move weighs as much as
its two squares and the sets of which it has one end inside and one outside.

Weigh a closed tour. It has two moves at every square, and at least two that lead out of every set: so its moves weigh at least
twice the sum of all weights. But it has no move twice: so its moves weigh at most as much as all moves above zero together.
If the least is more than the most, there is no closed tour. At an end of an open tour there is one move fewer, and perhaps one
fewer out of each set around it. So each end lowers the least by the weights of its square and of these sets.

Other obstructions are special cases: their `weighing` gives the weights. By the duality of linear programming there are such
weights whenever the subtour relaxation has no solution (`subtour_relaxation`). M. Jünger and W. Pulleyblank call them zones and
moats (Geometric duality and combinatorial optimization, 1993). Cost of the check: linear in the size of the graph and the sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.loading import load
from graphs.obstructions.closed_form import numbered
from graphs.obstructions.obstruction import Drawing, Graph, Node, Obstruction, Squares, TourProblem, Weighing, bounds
from graphs.text import plural
from graphs.watching import Watch, unwatched

__all__ = ["WeightedCuts", "find_weighted_cuts"]


@dataclass(frozen=True)
class WeightedCuts(Obstruction):
    """Weights of squares and of sets of squares that no tour can satisfy.

    Attributes
    ----------
    weights : squares with their weights, whole numbers; all other squares weigh nothing.
    cuts : sets of squares with their weights, whole numbers above zero.
    least, most : what the moves of a tour would weigh at least, and what they can weigh at most.
    """

    label = "weights"
    meaning = "squares and sets of squares weighed: a tour would need more than its moves can weigh"
    hardness = 8
    drawing = Drawing("the squares whose weights are above zero")
    certificate = "weighted-cuts"

    weights: frozenset[tuple[Node, int]]
    cuts: frozenset[tuple[Squares, int]]
    least: int
    most: int

    def __str__(self) -> str:
        words = self.words
        sets = f" and {plural(len(self.cuts), 'set')} of {words.vertices}" if self.cuts else ""
        return (
            f"with weights on {words.some(len(self.weights))}{sets}, the {words.edges} of a tour would weigh {self.least:,} or "
            f"more, and no {words.edges} can weigh more than {self.most:,}"
        )

    @property
    def squares(self) -> Squares:
        """The squares whose weights are above zero."""
        return frozenset(square for square, weight in self.weights if weight > 0)

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        weights = dict(self.weights)
        found = bounds(graph, problem, weights, self.cuts)
        return len(weights) == len(self.weights) and found == (self.least, self.most) and self.least > self.most

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing:
        return dict(self.weights), self.cuts


def find_weighted_cuts(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[WeightedCuts]:
    """Yield the weights by which the subtour relaxation has no solution, as a claim.

    `Finder` says what the parameters are. The watch looks between two linear programs.

    Examples
    --------
    >>> from graphs import Board, leaper_graph
    >>> from graphs.obstructions import Ends
    >>> graph = leaper_graph(Board(13, 13), 2, 3)
    >>> [claim.holds(graph, Ends()) for claim in find_weighted_cuts(graph, Ends())]
    [True]
    """
    load("graphs.obstructions.subtour_relaxation")
    from graphs.obstructions.subtour_relaxation import refuting_weights

    if len(graph) < 2:
        return
    squares, near = numbered(graph, watched)
    edges = [(one, two) for one, others in enumerate(watched(near)) for two in others if one < two]
    given = [squares.index(end) for end in dict.fromkeys((problem.start, problem.end)) if end in graph]
    ends = None if problem.closed and len(given) < 2 else given
    for of_vertices, of_sets in refuting_weights(len(squares), edges, ends, watched):
        weights: dict[Node, int] = {squares[vertex]: weight for vertex, weight in of_vertices.items()}
        cuts = frozenset((frozenset(squares[vertex] for vertex in cut), weight) for cut, weight in of_sets)
        least, most = bounds(graph, problem, weights, cuts)
        if least > most:
            yield WeightedCuts.on(graph, frozenset(weights.items()), cuts, least, most)
            return

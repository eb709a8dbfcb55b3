"""Weighted cuts: weights of squares and sets that rule out a tour.

Give every square a weight, which may be positive, negative or zero, and some sets of squares a positive weight. The weight of a
move is the sum of the weights of its two squares, and of the sets that contain exactly one of them.

A closed tour has two moves at every square, and at least two that lead out of every set. So its moves weigh at least twice the
sum of all weights. But it uses no move twice, so they weigh at most as much as all moves of positive weight. If the lower bound
exceeds the upper bound, there is no closed tour. An open tour has one move fewer at each end, and may have one move fewer out
of each set that contains the end. The docstring of `bounds` has two examples.

Most other obstructions are special cases: their method `weighing` returns the weights. By linear programming duality, such
weights exist whenever the subtour relaxation (`subtour_relaxation`) has no solution. The check takes linear time.

References
----------
M. Jünger and W. Pulleyblank, Geometric duality and combinatorial optimization, 1993.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.leapers import Graph
from graphs.loading import load
from graphs.obstructions.closed_form import number_vertices
from graphs.obstructions.obstruction import COUNTED, Drawing, Node, Obstruction, Squares, TourProblem, Weighing, bounds
from graphs.text import plural
from graphs.watching import Watch, unwatched


@dataclass(frozen=True)
class WeightedCuts(Obstruction):
    """Weights of squares and cuts that prove that there is no tour, as in a linear program.

    `weights` are pairs of a square and an integer, or 0 for all other squares. `cuts` are pairs of a set of squares and a
    positive integer. A tour would weigh at least `least`, but at most `most`.
    """

    label = "weights"
    meaning = "with weights on squares and sets of squares, a tour would weigh more than is possible"
    hardness = 8
    drawing = Drawing("the squares of a marked set", "counted", COUNTED)
    certificate = "weighted-cuts"

    weights: frozenset[tuple[Node, int]]
    cuts: frozenset[tuple[Squares, int]]
    least: int
    most: int

    def __str__(self) -> str:
        words = self.words
        sets = f" and {plural(len(self.cuts), 'set')} of {words.vertices}" if self.cuts else ""
        return (
            f"with weights on {words.some(len(self.weights))}{sets}, the {words.edges} of a tour would count at least "
            f"{self.least:,} in total, but no set of {words.edges} counts more than {self.most:,}"
        )

    @property
    def squares(self) -> Squares:
        """Squares in at least one weighted set."""
        return frozenset().union(*(squares for squares, _ in self.cuts))

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        weights = dict(self.weights)
        limits = bounds(graph, problem, weights, self.cuts)
        return len(weights) == len(self.weights) and limits == (self.least, self.most) and self.least > self.most

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing:
        return dict(self.weights), self.cuts


def find_weighted_cuts(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[WeightedCuts]:
    """Yield weights that prove that the subtour relaxation is infeasible.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        An undirected graph, the problem on it, and a function that may stop the finder between linear programs.

    Yields
    ------
    WeightedCuts
        The obstruction, unchecked.

    Examples
    --------
    >>> from graphs import Board, leaper_graph
    >>> from graphs.obstructions import Ends
    >>> graph = leaper_graph(Board(13, 13), 2, 3)
    >>> [candidate.holds(graph, Ends()) for candidate in find_weighted_cuts(graph, Ends())]
    [True]
    """
    load("graphs.obstructions.subtour_relaxation")
    from graphs.obstructions.subtour_relaxation import subtour_relaxation_weights

    if len(graph) < 2:
        return
    squares, near = number_vertices(graph, watched)
    edges = [(one, two) for one, others in enumerate(watched(near)) for two in others if one < two]
    fixed_ends = [squares.index(end) for end in dict.fromkeys((problem.start, problem.end)) if end in graph]
    ends = None if problem.closed and len(fixed_ends) < 2 else fixed_ends
    for of_vertices, of_sets in subtour_relaxation_weights(len(squares), edges, ends, watched):
        weights: dict[Node, int] = {squares[vertex]: weight for vertex, weight in of_vertices.items()}
        cuts = frozenset((frozenset(squares[vertex] for vertex in cut), weight) for cut, weight in of_sets)
        least, most = bounds(graph, problem, weights, cuts)
        if least > most:
            yield WeightedCuts.on(graph, frozenset(weights.items()), cuts, least, most)
            return

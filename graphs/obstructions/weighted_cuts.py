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

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from graphs.obstructions.obstruction import Node, Obstruction, Squares, TourProblem, Weighing, moves
from graphs.watching import Watch, unwatched
from graphs.words import plural, subject_of

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["WeightedCuts", "around_parts", "as_weighted_cuts", "find_weighted_cuts", "weighted_cuts"]


@dataclass(frozen=True)
class WeightedCuts(Obstruction):
    """Weights of squares and of sets of squares that no tour can satisfy.

    Attributes
    ----------
    weights : squares with their weights, whole numbers; all other squares weigh nothing.
    cuts : sets of squares with their weights, whole numbers above zero.
    least, most : what the moves of a tour would weigh at least, and what they can weigh at most.
    """

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

    def rules_out(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
        weights = dict(self.weights)
        known = all(square in graph for square in chain(weights, *(cut for cut, _ in self.cuts)))
        sound = all(weight > 0 and 0 < len(cut) < len(graph) for cut, weight in self.cuts)
        if len(graph) < 2 or not known or not sound or len(weights) < len(self.weights):
            return False
        return self == weighted_cuts(graph, problem, weights, self.cuts) and self.least > self.most

    def weighing(self, graph: nx.Graph[Any], problem: TourProblem) -> Weighing:
        return dict(self.weights), self.cuts

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        return replace(
            self,
            weights=frozenset((image(square), weight) for square, weight in self.weights),
            cuts=frozenset((frozenset(map(image, cut)), weight) for cut, weight in self.cuts),
        )


def weighted_cuts(
    graph: nx.Graph[Any], problem: TourProblem, weights: Mapping[Any, int], cuts: Iterable[tuple[Squares, int]]
) -> WeightedCuts:
    """Return the claim with these weights: what the moves of a tour would weigh at least, and what they can weigh at most.

    Parameters
    ----------
    graph, problem : the tour that is sought.
    weights : of squares of the graph.
    cuts : sets of squares of the graph, with their weights.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> graph = nx.star_graph(3)
    >>> print(weighted_cuts(graph, Ends(), {1: 1, 2: 1, 3: 1}, []))
    with weights on 3 vertices, the edges of a tour would weigh 4 or more, and no edges can weigh more than 3
    """
    cuts = frozenset(cuts)
    around: dict[Node, set[tuple[Squares, int]]] = {square: set() for square in graph}
    for each in cuts:
        for square in each[0]:
            around[square].add(each)
    least = 2 * sum(weights.values()) + 2 * _total(cuts)
    at_end = {square: weights.get(square, 0) + _total(around[square]) for square in graph}
    lower = _most_at_ends(at_end, {problem.start, problem.end} - {None})
    least -= min(0, lower) if problem.closed else lower  # a closed tour is an open one, too
    both_ways = (weights.get(one, 0) + weights.get(two, 0) + _total(around[one] ^ around[two]) for one, two in moves(graph))
    most = sum(max(0, weight) for weight in both_ways) // 2
    nonzero = frozenset((square, weight) for square, weight in weights.items() if weight)
    return WeightedCuts(nonzero, cuts, least, most, subject=subject_of(graph))


def _total(cuts: Iterable[tuple[Squares, int]]) -> int:
    return sum(weight for _, weight in cuts)


def _most_at_ends(at_end: Mapping[Node, int], given: set[Node]) -> int:
    """Return by how much the two ends of an open tour lower the least: a free end is where that is most."""
    free = sorted((weight for square, weight in at_end.items() if square not in given), reverse=True)
    return sum(at_end.get(end, 0) for end in given) + sum(free[: 2 - len(given)])


def as_weighted_cuts(obstruction: Obstruction, graph: nx.Graph[Any], problem: TourProblem) -> WeightedCuts | None:
    """Return weighted cuts that hold where an obstruction holds; None for a kind that is no special case of them.

    So a certificate needs one check, whatever the reason is.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphs.obstructions import Ends, cut_set
    >>> star = nx.star_graph(3)
    >>> weighed = as_weighted_cuts(cut_set(star, [0]), star, Ends())
    >>> weighed.least, weighed.most
    (2, 0)
    """
    problem = obstruction.reading(graph, problem) or problem
    weighing = obstruction.weighing(graph, problem)
    return None if weighing is None else weighted_cuts(graph, problem, *weighing)


def around_parts(graph: nx.Graph[Any], problem: TourProblem, cut: Squares) -> Weighing:
    """Return -1 for each square of a cut set, 1 for each part of the rest. So every move weighs nothing, or less."""
    import networkx as nx

    ends = {problem.start, problem.end} - {None}
    weights: dict[Node, int] = dict.fromkeys(cut, -1)
    cuts = []
    for part in map(frozenset, nx.connected_components(graph.subgraph(set(graph) - cut))):
        if len(ends) == 2 and ends <= part:  # what leads out of the part leads out of the other squares, which hold no end
            cuts.append((frozenset(graph) - part, 1))
        elif len(part) == 1:
            weights[min(part)] = 1
        else:
            cuts.append((part, 1))
    return weights, cuts


def find_weighted_cuts(graph: nx.Graph[Any], problem: TourProblem, watched: Watch = unwatched) -> Iterator[WeightedCuts]:
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
    from graphs.obstructions.subtour_relaxation import refuting_weights

    if len(graph) < 2:
        return
    squares = list(graph)
    number = {square: vertex for vertex, square in enumerate(squares)}
    edges = [(number[one], number[two]) for one, two in watched(moves(graph)) if number[one] < number[two]]
    ends = None
    if not problem.closed or None not in (problem.start, problem.end):
        ends = tuple(number[end] for end in dict.fromkeys((problem.start, problem.end)) if end in number)
    found = refuting_weights(len(squares), edges, ends, watched)
    if found is not None:
        of_vertices, of_sets = found
        weights = {squares[vertex]: weight for vertex, weight in of_vertices.items()}
        cuts = ((frozenset(squares[vertex] for vertex in cut), weight) for cut, weight in of_sets.items())
        yield weighted_cuts(graph, problem, weights, cuts)

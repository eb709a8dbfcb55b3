"""Simple obstructions as weighted cuts: one argument shows of all of them that there is no tour.

So a certificate needs one check, whatever the reason is. Cost: linear in the size of the graph.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from graphs.obstructions.colours import Colours
from graphs.obstructions.cut_sets import CutSet, HalfSet, cut_set
from graphs.obstructions.dead_ends import DeadEnds
from graphs.obstructions.degree_sets import DegreeSet
from graphs.obstructions.disconnected import Disconnected
from graphs.obstructions.obstruction import Obstruction, Squares, TourProblem
from graphs.obstructions.weighted_cuts import WeightedCuts, weighted_cuts

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["as_weighted_cuts"]


def as_weighted_cuts(obstruction: Obstruction, graph: nx.Graph[Any], problem: TourProblem) -> WeightedCuts | None:
    """Return weighted cuts that hold where the obstruction holds; None for a kind that is no special case of them.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from solvers import Problem
    >>> graph = knight_graph(Board(4, 4))
    >>> inner = cut_set(graph, [(1, 1), (1, 2), (2, 1), (2, 2)])
    >>> weighed = as_weighted_cuts(inner, graph, Problem(graph))
    >>> weighed.least, weighed.most
    (2, 0)
    """
    problem = obstruction.reading(graph, problem) or problem
    match obstruction:
        case WeightedCuts():
            return obstruction
        case Disconnected():
            return _around_parts(frozenset(), graph, problem)
        case Colours(colour):
            cuts = (colour, frozenset(graph) - colour)  # one of them leaves the squares of the other as so many parts
            return next(
                (_around_parts(cut, graph, problem) for cut in cuts if cut_set(graph, cut).rules_out(graph, problem)), None
            )
        case CutSet(cut):
            return _around_parts(cut, graph, problem)
        case HalfSet(half):
            return _to_and_fro(half, graph, problem)
        case DegreeSet(needy):
            return _needed(needy, graph, problem)
        case DeadEnds(regions):
            return _gated(regions, graph, problem)
        case _:
            return None


def _around_parts(cut: Squares, graph: nx.Graph[Any], problem: TourProblem) -> WeightedCuts:
    """Weigh a cut set: -1 for each of its squares, 1 for each part that is left. So every move weighs nothing, or less."""
    import networkx as nx

    ends = {problem.start, problem.end} - {None}
    weights = dict.fromkeys(cut, -1)
    cuts = []
    for part in map(frozenset, nx.connected_components(graph.subgraph(set(graph) - cut))):
        if len(ends) == 2 and ends <= part:  # what leads out of the part leads out of the other squares, which hold no end
            cuts.append((frozenset(graph) - part, 1))
        elif len(part) == 1:
            weights[min(part)] = 1
        else:
            cuts.append((part, 1))
    return weighted_cuts(graph, problem, weights, cuts)


def _to_and_fro(half: Squares, graph: nx.Graph[Any], problem: TourProblem) -> WeightedCuts:
    """Weigh a half set: 1 for its squares, -1 for the others, 1 for what the moves to and fro cannot reach.

    A move to or fro weighs nothing, and one between the others -2, or -1 where it leads out of that set.
    """
    first = next((end for end in (problem.start, problem.end) if end is not None and end not in half), next(iter(graph)))
    reached = {first}
    waiting = [first]
    for here in waiting:
        fresh = [there for there in graph.adj[here] if (there in half) != (here in half) and there not in reached]
        reached.update(fresh)
        waiting += fresh
    weights = {square: 1 if square in half else -1 for square in graph}
    return weighted_cuts(graph, problem, weights, [(frozenset(graph) - reached, 1)])


def _needed(needy: Squares, graph: nx.Graph[Any], problem: TourProblem) -> WeightedCuts:
    """Weigh a degree set: 1 for its squares, -1 for each square next to more of them than a tour can lead to from there."""
    ends = set() if problem.closed else {problem.start, problem.end}
    weights = Counter(dict.fromkeys(needy, 1))
    for square, near in graph.adjacency():
        if sum(other in needy for other in near if other != square) > (1 if square in ends else 2):
            weights[square] -= 1
    return weighted_cuts(graph, problem, weights, [])


def _gated(regions: tuple[tuple[Squares, Any], ...], graph: nx.Graph[Any], problem: TourProblem) -> WeightedCuts:
    """Weigh dead ends: -1 for each gate, 1 for its region, 1 for the two together. So every move weighs nothing, or less."""
    ends = set() if problem.closed else {problem.start, problem.end}
    weights: Counter[Any] = Counter()
    cuts: Counter[Squares] = Counter()
    for region, gate in regions:
        if not region & ends:
            weights[gate] -= 1
            cuts.update((region, region | {gate}))
    return weighted_cuts(graph, problem, weights, cuts.items())

"""Bounds on the weight of a tour's moves, given weights of squares and of sets of squares.

The module `weighted_cuts` explains why such weights can show that there is no tour.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import TypeAlias

from graphs.leapers import Graph
from graphs.obstructions.tour_problem import Node, Squares, TourProblem

Weighing: TypeAlias = tuple[dict[Node, int], Collection[tuple[Squares, int]]]
"""Weights of squares, and a list of sets of squares, each with its weight. The module `weighted_cuts` explains them."""


def bounds(
    graph: Graph, problem: TourProblem, weights: dict[Node, int], cuts: Collection[tuple[Squares, int]]
) -> tuple[int, int]:
    """Return a lower and an upper bound on the weight of the moves of a tour.

    The weight of a move is the sum of the weights of its two squares, and of the sets that contain exactly one of them.
    `weighted_cuts` explains the method. If the lower bound exceeds the upper bound, there is no tour.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    problem : TourProblem
        The problem, which determines the ends of the tour and whether it is closed.
    weights : dict
        Weights of squares. All other squares have weight 0.
    cuts : collection of tuple
        Pairs of a set of squares and its weight.

    Returns
    -------
    least : int
        Lower bound on the total weight of the moves of every tour.
    most : int
        Upper bound on that weight: the sum of the weights of all moves of positive weight, because a tour uses no move twice.

    Notes
    -----
    A closed tour has two moves at each square and at least two out of each set. So its moves weigh at least twice the sum of
    all weights.

    An open tour has one move fewer at each end, and may have one move fewer out of each set that contains the end. If an end is
    not given, it is assumed to be on the square for which the lower bound is smallest. Without one of its moves, a closed tour
    is an open tour. So the lower bound for open tours also applies to closed tours, and `least` is the larger of both bounds.

    Both bounds are 0 if the graph has fewer than two squares, or if the weights are invalid: a square is not in the graph, or a
    set is empty, contains all squares or does not have a positive weight.

    Examples
    --------
    Square 0 has moves to the squares 1, 2 and 3, and there are no others. Give weight 1 to each of the squares 1, 2 and 3. Then
    each of the three moves has weight 1, so `most` is 3. Twice the sum of all weights is 6. Two of the three squares may be the
    ends of an open tour, which reduces this by 1 each, so `least` is 4. There is no open tour:

    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> bounds(nx.star_graph(3), Ends(), {1: 1, 2: 1, 3: 1}, [])
    (4, 3)

    In a graph of two triangles joined by one move, give weight 1 to the set of one triangle. Only that move has a weight, but a
    closed tour needs two moves out of the set:

    >>> bounds(nx.barbell_graph(3, 0), Ends(closed=True), {}, [(frozenset({0, 1, 2}), 1)])
    (2, 1)
    """
    near = dict(graph.adjacency())
    at_end = defaultdict(int, weights)
    crossing: dict[Node, Counter[Node]] = defaultdict(Counter)
    for cut, weight in cuts:
        if weight < 1 or not 0 < len(cut) < len(near) or not cut <= near.keys():
            return 0, 0
        for one in cut:
            at_end[one] += weight
            for two in near[one].keys() - cut:
                crossing[one][two] += weight
                crossing[two][one] += weight
    if len(near) < 2 or not weights.keys() <= near.keys():
        return 0, 0
    most, seen, weigh = 0, set(), defaultdict(int, weights).__getitem__
    # a move of positive weight leaves a set, or one of its two squares has positive weight: only such squares are checked
    for one, others in near.items():
        if one in crossing or (weigh(one) > 0 and weigh(one) + max(map(weigh, others), default=0) > 0):
            seen.add(one)
            both_ways = (weigh(one) + weigh(two) + crossing[one][two] for two in others if two not in seen)
            most += sum(weight for weight in both_ways if weight > 0)
    fixed_ends = {problem.start, problem.end} - {None}
    unweighed = [0] * min(2, len(near) - len(at_end.keys() | fixed_ends))
    ends = [at_end.pop(end, 0) for end in fixed_ends]
    lower = sum(ends) + sum(sorted([*at_end.values(), *unweighed], reverse=True)[: 2 - len(ends)])  # the free ends
    least = 2 * (sum(weights.values()) + sum(weight for _, weight in cuts))
    return least - (min(0, lower) if problem.closed else lower), most

"""Finding an obstruction: the cheap ones first. All take a graph and what is asked of it, and cost little more than n**2.

What is found here is a claim: `kinds.Obstruction.holds` checks it by other means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphs.obstructions.kinds import (
    Asked,
    Colours,
    DeadEnds,
    Disconnected,
    EndNotAMove,
    NoSquares,
    Obstruction,
    OffTheBoard,
    TooFewSquares,
)
from graphs.obstructions.matchings import cut_set_by_matching, degree_set_by_flow, two_colours

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["dead_ends", "find_obstruction", "quick_obstruction"]


def find_obstruction(graph: nx.Graph[Any], problem: Asked) -> Obstruction | None:
    """A reason why the graph has no such tour, or None where none of the kinds applies (which does not mean that there is one).

    Parameters
    ----------
    graph : any undirected graph.
    problem : what is asked: an object with `start`, `end` and `closed`, such as a `solvers.Problem`.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from solvers import Problem
    >>> graph = knight_graph(Board(3, 3))
    >>> print(find_obstruction(graph, Problem(graph)))
    no move leads to or from (1, 1)
    """
    return (
        quick_obstruction(graph, problem)
        or dead_ends(graph, problem)
        or cut_set_by_matching(graph, problem)
        or degree_set_by_flow(graph, problem)
    )


def quick_obstruction(graph: nx.Graph[Any], problem: Asked) -> Obstruction | None:
    """The obstructions that a few passes over the graph show: counts, connection, colours."""
    return _plain(graph, problem) or _disconnected(graph) or _colours(graph, problem)


def _plain(graph: nx.Graph[Any], problem: Asked) -> Obstruction | None:
    start, end = problem.start, problem.end
    if len(graph) == 0:
        return NoSquares()
    for square in (start, end):
        if square is not None and square not in graph:
            return OffTheBoard(square)
    if problem.closed and len(graph) < 3:
        return TooFewSquares(len(graph))
    if problem.closed and start is not None and end is not None and not graph.has_edge(start, end):
        return EndNotAMove(start, end)
    return None


def _disconnected(graph: nx.Graph[Any]) -> Obstruction | None:
    import networkx as nx

    parts = [frozenset(part) for part in nx.connected_components(graph)]
    return Disconnected(min(parts, key=len)) if len(parts) > 1 else None


def _colours(graph: nx.Graph[Any], problem: Asked) -> Obstruction | None:
    colour = two_colours(graph)
    if colour is None:
        return None
    classes = [frozenset(square for square, its in colour.items() if its == which) for which in (0, 1)]
    more, fewer = sorted(classes, key=len, reverse=True)
    counts = f"there are {len(more)} squares of one colour and {len(fewer)} of the other, and every move changes the colour"
    surplus = len(more) - len(fewer)
    ends = [square for square in (problem.start, problem.end) if square is not None]
    if problem.closed:
        return Colours(more, f"{counts}: a closed tour needs as many of each") if surplus else None
    if surplus > 1:
        return Colours(more, f"{counts}: a tour needs numbers that differ by one at most")
    if surplus == 1:
        wrong = any(end in fewer for end in ends)
        return Colours(more, f"{counts}: a tour begins and ends on the first of them") if wrong else None
    if len(ends) == 2 and ends[0] != ends[1] and colour[ends[0]] == colour[ends[1]]:
        return Colours(more, f"{counts}: a tour ends on the other colour than it begins")
    return None


def dead_ends(graph: nx.Graph[Any], problem: Asked) -> DeadEnds | None:
    """Regions behind one square each, more than a tour can end in; linear, but some 50 microseconds a square."""
    import networkx as nx

    gates: frozenset[Any] = frozenset(nx.articulation_points(graph))
    if not gates:
        return None
    given = {problem.start, problem.end} - {None}
    regions: list[tuple[frozenset[Any], Any]] = []
    for squares in nx.biconnected_components(graph):
        block: frozenset[Any] = frozenset(squares)
        joints = block & gates
        region = block - gates
        if len(joints) == 1 and (problem.closed or not region & given):
            regions.append((region, next(iter(joints))))
    free_ends = 0 if problem.closed else 2 - len(given)
    if len(regions) <= free_ends:
        return None
    regions.sort(key=lambda each: (len(each[0]), sorted(map(str, each[0]))))
    return DeadEnds(tuple(regions[: free_ends + 1]))

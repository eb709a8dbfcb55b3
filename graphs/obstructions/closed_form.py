"""The closed form of a problem: a graph in which every tour of the problem is a Hamiltonian cycle.

An open tour is closed by one, two or three further vertices, which lead from its end back to its start. So a finder that works
on the closed form deals with cycles only. Cost: linear in the number of moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from graphs.obstructions.obstruction import Graph, Node, Squares, TourProblem, given_ends
from graphs.watching import Watch, ticks, unwatched

__all__ = ["Link", "closed_form", "numbered", "only_squares", "two_colours"]


@dataclass(frozen=True)
class Link:
    """A vertex of the closed form that is no square: a link of the chain from the end of an open tour back to its start."""

    number: int


def closed_form(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Graph:
    """Return a graph in which every tour of the problem, of two squares or more, is a Hamiltonian cycle.

    It has no loops and no parallel edges.

    Parameters
    ----------
    graph : any undirected graph.
    problem : any object with `start`, `end` and `closed`; an end that is not in the graph counts as free.
    watched : the moves pass through it; it may raise to stop the building.

    Notes
    -----
    The extra vertices form a chain, the first joined to all squares where the tour may begin, the last to all where it may
    end. Where an end is given the chain has at least two vertices, so that no cycle avoids the given end. Where the graph has
    two colours, the length of the chain is such that the closed form has two colours as well: a matching then shows more.
    Conversely, every Hamiltonian cycle gives a tour, with one exception. Where no end is given and both colours have the same
    number of squares, the chain has two vertices, and a cycle may avoid the edge between them: it then gives two paths.

    Examples
    --------
    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> path = nx.path_graph(4)
    >>> len(closed_form(path, Ends())), len(closed_form(path, Ends(closed=True)))
    (6, 4)
    """
    import networkx as nx

    whole: Graph = nx.Graph()
    whole.add_nodes_from(graph)
    whole.add_edges_from(watched((here, there) for here, near in graph.adjacency() for there in near if there != here))
    if problem.closed:
        return whole
    ends = [end for end in given_ends(problem) if end in graph]
    sides, length = _sides(graph, ends, two_colours(graph, watched))
    if ends:
        sides = ends[:1], ends[1:] or [square for square in sides[1] if square != ends[0]]
    chain = [Link(number) for number in range(length)]
    nx.add_path(whole, chain)
    for link, side in zip((chain[0], chain[-1]), sides, strict=True):
        whole.add_edges_from((link, square) for square in side)
    return whole


def _sides(graph: Graph, ends: list[Any], colour: dict[Node, int] | None) -> tuple[Sequence[list[Any]], int]:
    """Return the squares where a tour may begin by their colour, those where it may end, and the length of the chain."""
    if not colour:
        return [list(graph)] * 2, 2 if ends else 1
    first = colour[ends[0]] if ends else 0
    classes = [[square for square in graph if colour[square] == which] for which in (first, 1 - first)]
    if len(classes[0]) == len(classes[1]):  # the ends have different colours
        return classes, 2
    return [max(classes, key=len)] * 2, 3 if ends else 1  # both ends have the commoner colour


def two_colours(graph: Graph, watched: Watch = unwatched) -> dict[Node, int] | None:
    """Return a colour, 0 or 1, for each square so that every move changes it; None where there is no such colouring.

    Parameters
    ----------
    graph : any undirected graph. The first square of each connected part has colour 0.
    watched : the steps of the search pass through it; it may raise to stop the search.

    Examples
    --------
    >>> import networkx as nx
    >>> two_colours(nx.path_graph(3)), two_colours(nx.cycle_graph(3))
    ({0: 0, 1: 1, 2: 0}, None)
    """
    tick = ticks(watched)
    neighbours = dict(graph.adjacency())
    colour: dict[Node, int] = {}
    for first in neighbours:
        waiting = [] if first in colour else [first]
        colour.setdefault(first, 0)
        for here in waiting:
            next(tick)
            for there in neighbours[here]:
                if there not in colour:
                    colour[there] = 1 - colour[here]
                    waiting.append(there)
                elif colour[there] == colour[here] and there != here:
                    return None
    return colour


def only_squares(vertices: Iterable[Node]) -> Squares:
    """Return the vertices of a closed form that are squares."""
    return frozenset(vertex for vertex in vertices if not isinstance(vertex, Link))


def numbered(whole: Graph) -> tuple[list[Node], list[list[int]]]:
    """Return the vertices of a graph, such as a closed form, and for each of them the places of its neighbours in this list."""
    vertices = list(whole)
    number = {vertex: place for place, vertex in enumerate(vertices)}
    return vertices, [[number[other] for other in near] for _, near in whole.adjacency()]

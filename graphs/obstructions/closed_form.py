"""The closed form: a graph with extra vertices that turn open tours into cycles.

A chain of one, two or three additional vertices (`Link`) leads from the end of an open tour back to its start. So a finder that
works on the closed form deals only with cycles. The closed form is built in linear time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from graphs.leapers import Graph
from graphs.obstructions.obstruction import Node, Squares, TourProblem, given_ends
from graphs.watching import Watch, unwatched, watched_ticks

Group: TypeAlias = tuple[int, list[Node]]
"""A number of ends of a tour, and their possible squares."""


@dataclass(frozen=True)
class Link:
    """An additional vertex that joins the two ends of an open tour."""

    number: int

    def __str__(self) -> str:
        return "end"


def closed_form(graph: Graph, problem: TourProblem, watched: Watch = unwatched, *, by_colour: bool = True) -> Graph:
    """Add vertices to a graph so that open tours become cycles.

    The graph must have at least two squares. Loops are omitted, and ends that are not in the graph. The first link is joined to
    all squares where the tour may begin, and the last link to all where it may end.

    If `by_colour` is False, every Hamiltonian cycle gives a tour. If it is True and the graph is bipartite, the closed form is
    bipartite too, so that a matching can rule out more tours. But if no end is given and both colours are equally frequent, a
    cycle may avoid the edge between the two links, and gives two paths instead of a tour.
    """
    import networkx as nx

    whole: Graph = nx.Graph()
    whole.add_nodes_from(graph)
    whole.add_edges_from(watched((here, there) for here, near in graph.adjacency() for there in near if there != here))
    if problem.closed:
        return whole
    fixed_ends = [end for end in given_ends(problem) if end in graph]
    colour = (by_colour and two_colours(graph, watched)) or {}
    sides = [squares for count, squares in closed_form_ends(graph, fixed_ends, colour) for _ in range(count)][:2]
    ends_differ = 0 < len(graph) == 2 * sum(colour.values())
    length = 2 if ends_differ or (fixed_ends and not colour) else 3 if fixed_ends else 1
    if not by_colour and len(fixed_ends) == 2:
        length = 1  # this vertex is adjacent only to the two given ends
    chain = [Link(number) for number in range(length)]
    nx.add_path(whole, chain)
    for link, side in zip((chain[0], chain[-1]), sides, strict=True):
        whole.add_edges_from((link, square) for square in side)
    return whole


def closed_form_ends(squares: Collection[Node], given: Sequence[Node], colour: Mapping[Node, int] | None) -> list[Group]:
    """Group the squares where a tour may start or end.

    A group is a given end, or contains squares of one colour. The numbers add up to more than 2 if the colours rule out a tour.

    >>> closed_form_ends(["a", "b", "c"], [], {"a": 0, "b": 1, "c": 0})
    [(2, ['a', 'c'])]
    """
    groups = [(2, list(squares))]
    if colour:
        sides = [[square for square in squares if colour[square] == side] for side in (0, 1)]
        groups = [(1, side) for side in sides] if len(sides[0]) == len(sides[1]) else [(2, max(sides, key=len))]
    for end in reversed(given):
        rest = [(count - (end in group), [square for square in group if square != end]) for count, group in groups]
        groups = [(1, [end]), *(group for group in rest if group[0])]
    return groups


def two_colours(graph: Graph, watched: Watch = unwatched) -> dict[Node, int] | None:
    """Return a two-colouring of a graph, ignoring loops, or None.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    watched : Watch, optional
        Function that may raise an exception to stop the search; see `graphs.watching`.

    Returns
    -------
    dict or None
        The colours, 0 for the first square of each component, or None if the graph is not bipartite.

    Examples
    --------
    >>> import networkx as nx
    >>> two_colours(nx.path_graph(3)), two_colours(nx.cycle_graph(3))
    ({0: 0, 1: 1, 2: 0}, None)
    """
    tick = watched_ticks(watched)
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


def closed_form_parts(graph: Graph, watched: Watch = unwatched, without: Collection[Node] = ()) -> list[Squares]:
    """Return the connected components of a graph without some vertices."""
    tick, parts, done = watched_ticks(watched), [], set(without)
    for first in graph:
        if first in done:
            continue
        done.add(first)
        part = [first]
        for here in part:
            next(tick)
            near = [there for there in graph.adj[here] if there not in done]
            done.update(near)
            part += near
        parts.append(frozenset(part))
    return parts


def closed_form_squares(vertices: Iterable[Node]) -> Squares:
    """Return the given vertices without those of type `Link`."""
    return frozenset(vertex for vertex in vertices if not isinstance(vertex, Link))


def number_vertices(whole: Graph, watched: Watch = unwatched) -> tuple[list[Node], list[list[int]]]:
    """Return the vertices of a graph, and adjacency lists of their indices."""
    vertices = list(whole)
    number = {vertex: place for place, vertex in enumerate(vertices)}
    return vertices, [[number[other] for other in near] for _, near in watched(whole.adjacency())]

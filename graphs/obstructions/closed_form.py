"""The closed form of a problem: a graph in which every tour of the problem is a Hamiltonian cycle.

A chain of one, two or three additional vertices (`Link`) leads from the end of an open tour back to its start. So a finder that
works on the closed form deals only with cycles.

Notes
-----
The closed form is built in O(|V| + |E|) time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from graphs.leapers import Graph
from graphs.obstructions.obstruction import Node, Squares, TourProblem, given_ends
from graphs.watching import Watch, ticks, unwatched

Group: TypeAlias = tuple[int, list[Node]]
"""A pair of a number and a list of squares. Exactly this number of ends of the tour are in the list."""


@dataclass(frozen=True)
class Link:
    """A vertex of the closed form that is not a square.

    The links form a chain from the end of an open tour back to its start.

    Attributes
    ----------
    number : int
        Position in the chain, counted from 0.
    """

    number: int


def closed_form(graph: Graph, problem: TourProblem, watched: Watch = unwatched, *, by_colour: bool = True) -> Graph:
    """Return the closed form of a problem: a graph in which every tour of two or more squares becomes a Hamiltonian cycle.

    For open tours, it has additional vertices, the *links*, which form a chain from the end of a tour back to its start.

    Parameters
    ----------
    graph : networkx.Graph
        An undirected graph.
    problem : TourProblem
        Any object with `start`, `end` and `closed`. An end that is not a vertex of the graph is ignored, as if it were not
        given.
    watched : Watch, optional
        Function that may raise an exception to stop the construction; see `graphs.watching`.
    by_colour : bool, optional
        Whether the links are joined only to squares that can be ends by their colour, if the graph has a two-colouring. If
        False, colours are ignored, the chain of links is as short as possible, and every Hamiltonian cycle gives a tour of the
        problem.

    Returns
    -------
    networkx.Graph
        The closed form, without loops and parallel edges. Its vertices are the squares in the order of `graph`, followed by the
        links.

    Notes
    -----
    The links form a chain. The first link is joined to all squares where the tour may begin, the last link to all squares where
    the tour may end.

    If `by_colour` is False or the graph has no two-colouring, the chain has one link if no end is given, and two links if one
    end is given, so that no Hamiltonian cycle avoids this end. If both ends are given, the chain has two links, or only one if
    `by_colour` is False.

    If colours are used, the length of the chain is chosen so that the closed form also has a two-colouring. A matching in the
    closed form can then rule out more tours. Every Hamiltonian cycle gives a tour, except in one case: no end is given, and
    both colours have the same number of squares. The chain then has two links. A Hamiltonian cycle without the edge between
    these links does not give a tour, but two paths.

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
    fixed_ends = [end for end in given_ends(problem) if end in graph]
    colour = (by_colour and two_colours(graph, watched)) or {}
    sides = [squares for count, squares in possible_ends(graph, fixed_ends, colour) for _ in range(count)][:2]
    ends_differ = 0 < len(graph) == 2 * sum(colour.values())
    length = 2 if ends_differ or (fixed_ends and not colour) else 3 if fixed_ends else 1
    if not by_colour and len(fixed_ends) == 2:
        length = 1  # this vertex is adjacent only to the two given ends
    chain = [Link(number) for number in range(length)]
    nx.add_path(whole, chain)
    for link, side in zip((chain[0], chain[-1]), sides, strict=True):
        whole.add_edges_from((link, square) for square in side)
    return whole


def possible_ends(squares: Collection[Node], given: Sequence[Node], colour: Mapping[Node, int] | None) -> list[Group]:
    """Return disjoint lists of squares that must contain the ends of an open tour, and the number of ends in each list.

    Each given end is in a list of its own. In a two-coloured graph, the ends have different colours if both colours have the
    same number of squares. Otherwise both ends have the more frequent colour.

    Parameters
    ----------
    squares : collection of Hashable
        All squares, at least two.
    given : sequence of Hashable
        The given ends, at most two.
    colour : mapping from Hashable to int, optional
        The colour of each square, 0 or 1. If empty or None, the ends may have any colour.

    Returns
    -------
    list of tuple of int and list
        Pairs of a number of ends and the list of squares that must contain them. The given ends come first. The numbers of ends
        add up to 2, or to more than 2 if the colours of the given ends rule out a tour.

    Examples
    --------
    >>> possible_ends(["a", "b", "c"], ["a"], None)
    [(1, ['a']), (1, ['b', 'c'])]
    >>> possible_ends(["a", "b", "c"], [], {"a": 0, "b": 1, "c": 0})
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
    """Return a colour for each square so that every move changes the colour.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph. Loops are ignored.
    watched : Watch, optional
        Function that may raise an exception to stop the search; see `graphs.watching`.

    Returns
    -------
    dict or None
        The colour of each square, 0 or 1, or None if there is no such colouring. The first square of each connected part has
        colour 0.

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


def connected_parts(graph: Graph, watched: Watch = unwatched, without: Collection[Node] = ()) -> list[Squares]:
    """Return the vertices of each connected component of a graph.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    watched : Watch, optional
        Function that may raise an exception to stop the search; see `graphs.watching`.
    without : collection of Hashable, optional
        Vertices that are left out of the graph.

    Returns
    -------
    list of frozenset
        The components, in the order of their first vertices.
    """
    tick, parts, done = ticks(watched), [], set(without)
    for first in graph:
        waiting = [] if first in done else [first]
        done.add(first)
        for here in waiting:
            next(tick)
            near = [there for there in graph.adj[here] if there not in done]
            done.update(near)
            waiting += near
        parts.append(frozenset(waiting))
    return [part for part in parts if part]


def only_squares(vertices: Iterable[Node]) -> Squares:
    """Return the vertices of a closed form that are squares.

    Parameters
    ----------
    vertices : iterable of Hashable
        Squares and links.

    Returns
    -------
    frozenset
        The vertices that are not a `Link`.
    """
    return frozenset(vertex for vertex in vertices if not isinstance(vertex, Link))


def number_vertices(whole: Graph, watched: Watch = unwatched) -> tuple[list[Node], list[list[int]]]:
    """Assign the numbers 0, 1, … to the vertices of a graph, such as a closed form.

    Parameters
    ----------
    whole : networkx.Graph
        Any undirected graph.
    watched : Watch, optional
        Function that may raise an exception to stop the work; see `graphs.watching`.

    Returns
    -------
    vertices : list
        The vertices. The number of a vertex is its index in this list.
    near : list of lists of int
        For each vertex, the indices of its neighbours in the list of vertices.
    """
    vertices = list(whole)
    number = {vertex: place for place, vertex in enumerate(vertices)}
    return vertices, [[number[other] for other in near] for _, near in watched(whole.adjacency())]

"""Cut sets and degree sets by bipartite matching and flow.

A tour is a Hamiltonian cycle of the *closed form* of its problem: an open tour is closed by one to three extra vertices that
lead from its end back to its start. A Hamiltonian cycle gives every square a successor, one to each: a perfect matching of
the squares (as tails) to the squares (as heads). Where there is none, Hall's theorem gives a set of squares with fewer
neighbours than squares; where a proper set has just as many neighbours as squares, its neighbours are a cut set all the same.
(P. Hall, 1935; A. L. Dulmage and N. S. Mendelsohn, 1958.) For a 2-factor the same is done with flow instead of matching.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.obstructions.kinds import Asked, CutSet, DegreeSet, HalfSet, Obstruction

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["cut_set", "cut_set_by_matching", "degree_set_by_flow", "two_colours"]

Node: TypeAlias = Hashable
Colours: TypeAlias = dict[Node, int]


class _Extra:
    """A vertex of the closed form that is no square."""


def cut_set_by_matching(graph: nx.Graph[Any], problem: Asked) -> Obstruction | None:
    """The smallest cut set among those that matchings show, or a half set where that says the same of the board's halves."""
    whole = _closed_form(graph, problem)
    colour = two_colours(whole) or {}
    claims: list[Obstruction] = []
    for tails in _tight_sets(whole):
        heads = {near for tail in tails for near in whole.adj[tail]}
        claims.append(cut_set(graph, heads - tails))
        half = tails | {square for square in colour if square not in heads and colour[square] != colour[next(iter(tails))]}
        claims.append(HalfSet(frozenset(square for square in half if not isinstance(square, _Extra))))
    proven = [claim for claim in claims if claim.holds(graph, problem)]
    return min(proven, key=_length, default=None)


def _length(claim: Obstruction) -> tuple[int, str]:
    few = isinstance(claim, CutSet) and len(claim.squares) <= 4
    return (len(claim.squares) if few else 5 if isinstance(claim, HalfSet) else 5 + len(claim.squares)), str(claim)


def cut_set(graph: nx.Graph[Any], cut: Iterable[Node]) -> CutSet:
    """The cut set of these squares, with its parts counted; whether it proves anything is for `holds` to say."""
    import networkx as nx

    squares = frozenset(square for square in cut if not isinstance(square, _Extra))
    rest = graph.subgraph([square for square in graph if square not in squares])
    return CutSet(squares, nx.number_connected_components(rest) if len(rest) else 0)


def _closed_form(graph: nx.Graph[Any], problem: Asked) -> nx.Graph[Any]:
    """The graph whose Hamiltonian cycles are the tours asked for; two-coloured where the graph is, so that matchings see it."""
    import networkx as nx

    whole: nx.Graph[Any] = nx.Graph()
    whole.add_nodes_from(graph)
    whole.add_edges_from((here, there) for here, near in graph.adjacency() for there in near if here != there)
    if problem.closed:
        return whole
    colour = two_colours(graph) or {}
    start, end = problem.start, problem.end if problem.end != problem.start else None
    if start is None:
        start, end = end, None
    from_start = [start] if start is not None else list(graph)
    if not colour:
        chain = [_Extra(), _Extra()] if start is not None else [_Extra()]
        to_end = [end] if end is not None else [square for square in graph if square != start]
        _join(whole, chain, from_start, to_end)
        return whole
    classes = [[square for square in graph if colour[square] == which] for which in (0, 1)]
    if len(classes[0]) == len(classes[1]):  # the ends have different colours: two extra vertices
        first = colour[start] if start is not None else 0
        starts = from_start if start is not None else classes[0]
        _join(whole, [_Extra(), _Extra()], starts, [end] if end is not None else classes[1 - first])
    else:  # both ends have the commoner colour: three extra vertices, or one where no end is given
        common = max(classes, key=len)
        to_end = [end] if end is not None else [square for square in common if square != start]
        _join(whole, [_Extra() for _ in range(1 if start is None else 3)], from_start if start is not None else common, to_end)
    return whole


def two_colours(graph: nx.Graph[Any]) -> Colours | None:
    """The colour, 0 or 1, of each square of a connected graph (0 for the first), or None where it has no two-colouring."""
    import networkx as nx

    first = next(iter(graph))
    colour = {first: 0}
    for here, there in nx.bfs_edges(graph, first):
        colour[there] = 1 - colour[here]
    return (
        colour
        if all(colour[here] != colour[there] or here == there for here, near in graph.adjacency() for there in near)
        else None
    )


def _join(whole: nx.Graph[Any], chain: list[_Extra], starts: list[Any], ends: list[Any]) -> None:
    import networkx as nx

    nx.add_path(whole, chain)
    whole.add_node(chain[0])
    whole.add_edges_from((chain[0], start) for start in starts)
    whole.add_edges_from((chain[-1], end) for end in ends)


def _tight_sets(whole: nx.Graph[Any]) -> Iterable[set[Node]]:
    """Sets of squares with no more neighbours than squares, none of them all squares."""
    import networkx as nx

    squares = list(whole)
    number = {square: index for index, square in enumerate(squares)}  # numbers, for the order of sets of other things varies
    cover: nx.Graph[Any] = nx.Graph()
    tails, heads = range(len(squares)), len(squares)
    cover.add_nodes_from(tails)
    cover.add_edges_from((number[here], heads + number[there]) for here in squares for there in whole.adj[here])
    mate = nx.bipartite.hopcroft_karp_matching(cover, tails)
    arrows: nx.DiGraph[Any] = nx.DiGraph()
    arrows.add_nodes_from(tails)
    arrows.add_edges_from((tail, mate[head]) for tail in tails for head in cover.adj[tail] if head in mate)
    unmatched = [tail for tail in tails if tail not in mate]
    for tail in unmatched[:8]:
        yield {squares[each] for each in {tail} | nx.descendants(arrows, tail)}
    if unmatched:
        return
    components = nx.condensation(arrows)
    for component in components:
        closed = {component} | nx.descendants(components, component)
        members = {squares[each] for part in closed for each in components.nodes[part]["members"]}
        if len(members) < len(whole):
            yield members


def degree_set_by_flow(graph: nx.Graph[Any], problem: Asked) -> Obstruction | None:
    """A set of squares that need more moves than there are for them, by a largest flow of moves from squares to squares."""
    import networkx as nx

    whole = _closed_form(graph, problem)
    squares = list(whole)
    number = {square: index for index, square in enumerate(squares)}
    network: nx.DiGraph[Any] = nx.DiGraph()
    heads, source, sink = len(squares), 2 * len(squares), 2 * len(squares) + 1
    for square, tail in number.items():
        network.add_edge(source, tail, capacity=2)
        network.add_edge(heads + tail, sink, capacity=2)
        for near in whole.adj[square]:
            network.add_edge(tail, heads + number[near], capacity=1)
    flow, (near_source, _) = nx.minimum_cut(network, source, sink)
    if flow >= 2 * len(whole):
        return None
    needy = frozenset(squares[node] for node in near_source if node < heads and not isinstance(squares[node], _Extra))
    claim = DegreeSet(needy)
    return claim if claim.holds(graph, problem) else None

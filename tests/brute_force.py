"""Every question about small graphs answered by the plainest dynamic programming: the truth that other answers are held to."""

from itertools import pairwise

import networkx as nx


def fixed_edges_of(graph):
    """Return the fixed edges, each once even if parallel edges are fixed."""
    return [*{frozenset((one, other)): (one, other) for one, other, is_fixed in graph.edges(data="fixed") if is_fixed}.values()]


def count_tours_plainly(graph, *, start=None, end=None, closed=False):
    """Return the number of tours. A closed tour is one, whatever its first vertex, unless both ends are given.

    Nor does its direction matter, unless the graph is directed. The tours that use a fixed edge are all but those without it.
    """
    fixed, vertices = fixed_edges_of(graph), list(graph)
    if fixed:
        free = nx.Graph(graph.edges())
        free.add_nodes_from(graph)
        free.add_edges_from(fixed[1:], fixed=True)
        lacking = nx.restricted_view(free, [], fixed[:1])
        return sum(
            sign * count_tours_plainly(each, start=start, end=end, closed=closed) for sign, each in ((1, free), (-1, lacking))
        )
    if closed and len(vertices) < 3 - graph.is_directed():
        return 0
    if closed and start is None:
        start, end = (vertices[0] if end is None else end), None
    near = {vertex: set(graph[vertex]) - {vertex} for vertex in vertices}
    paths = {(1 << number, number): 1 for number, vertex in enumerate(vertices) if start in (None, vertex)}
    for _ in vertices[1:]:
        longer = {}
        for (visited, last), count in paths.items():
            for number, vertex in enumerate(vertices):
                if not visited >> number & 1 and vertex in near[vertices[last]]:
                    longer[visited | 1 << number, number] = longer.get((visited | 1 << number, number), 0) + count
        paths = longer
    ends = {vertices[last]: count for (_, last), count in paths.items() if end in (None, vertices[last])}
    if not closed:
        return sum(ends.values())
    directed = sum(count for last, count in ends.items() if start in near[last])
    return directed if end is not None or graph.is_directed() else directed // 2


def has_tour(graph, problem):
    """Return whether a graph has the tour that a problem asks for."""
    return count_tours_plainly(graph, start=problem.start, end=problem.end, closed=problem.closed) > 0


def is_tour(graph, squares, *, start=None, end=None, closed=False):
    """Return whether a sequence of vertices is a tour of a graph."""
    squares = list(squares)
    steps = [*pairwise(squares), *([(squares[-1], squares[0])] if closed else [])]
    return (
        len(squares) == len(graph)
        and set(squares) == set(graph)
        and all(graph.has_edge(one, other) and one != other for one, other in steps)
        and set(map(frozenset, fixed_edges_of(graph))) <= set(map(frozenset, steps))
        and start in (None, squares[0])
        and end in (None, squares[-1])
        and not (closed and len(squares) < 3 - graph.is_directed())
    )


def moves_of(squares, *, closed):
    """Return the moves of a tour, without their direction and order."""
    return frozenset(map(frozenset, pairwise([*squares, *squares[:closed]])))


def every_tour(graph, *, closed, most):
    """Return all tours in every direction and from every vertex, or None where it would take more than so many visits."""
    tours, paths, least = [], [(vertex,) for vertex in graph], 2 if graph.is_directed() else 3
    for _ in range(most):
        if not paths:
            return tours
        path = paths.pop()
        if len(path) == len(graph) and (not closed or (len(path) >= least and path[0] in graph[path[-1]])):
            tours.append(path)
        paths += [(*path, each) for each in graph[path[-1]] if each not in path]
    return None

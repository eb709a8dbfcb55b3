"""Every question about small graphs answered by the plainest dynamic programming: the truth that other answers are held to."""

from itertools import pairwise


def count_paths(graph, *, start=None, end=None, closed=False):
    """Return the number of tours with a direction and, if closed, with a first vertex: sequences of all vertices."""
    vertices = list(graph)
    near = {vertex: set(graph[vertex]) - {vertex} for vertex in vertices}
    if closed and len(vertices) < 3:
        return 0
    paths = {(1 << number, number, number): 1 for number, vertex in enumerate(vertices) if start in (None, vertex)}
    for _ in vertices[1:]:
        longer = {}
        for (visited, first, last), count in paths.items():
            for number, vertex in enumerate(vertices):
                if not visited >> number & 1 and vertex in near[vertices[last]]:
                    key = (visited | 1 << number, first if closed else 0, number)
                    longer[key] = longer.get(key, 0) + count
        paths = longer
    return sum(
        count
        for (_, first, last), count in paths.items()
        if end in (None, vertices[last]) and (not closed or vertices[first] in near[vertices[last]])
    )


def is_tour(graph, squares, *, start=None, end=None, closed=False):
    """Return whether a sequence of vertices is a tour of a graph."""
    squares = list(squares)
    steps = [*pairwise(squares), *([(squares[-1], squares[0])] if closed else [])]
    return (
        len(squares) == len(graph) == len(set(squares))
        and all(graph.has_edge(one, other) and one != other for one, other in steps)
        and start in (None, squares[0])
        and end in (None, squares[-1])
        and not (closed and len(squares) < 3)
    )

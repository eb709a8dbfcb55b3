"""Every question about small graphs answered by the plainest dynamic programming: the truth that other answers are held to."""

from itertools import pairwise


def count_tours_plainly(graph, *, start=None, end=None, closed=False):
    """Return the number of tours. A closed tour is one, whatever its first vertex and direction, unless both ends are given."""
    vertices = list(graph)
    if closed and len(vertices) < 3:
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
    return directed if end is not None else directed // 2


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
        and start in (None, squares[0])
        and end in (None, squares[-1])
        and not (closed and len(squares) < 3)
    )


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


def tours_of(graph, *, start=None, end=None, closed=False, steps=()):
    """Return all tours that agree with the question. A closed tour without a given square begins at the first vertex."""
    known = [*dict(steps).items(), *((step, end) for step, end in ((1, start), (len(graph), end)) if end is not None)]
    if closed and not known:
        known = [(1, next(iter(graph)))]
    tours = every_tour(graph, closed=closed, most=10**7)
    return {tour for tour in tours if all(tour[step - 1] == vertex for step, vertex in known)}

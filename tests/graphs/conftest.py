"""A search that is plain enough to be believed."""

import pytest


@pytest.fixture(scope="session")
def naive_tour():
    """A tour of a graph by the plainest search there is, or None."""
    return _naive_tour


def _naive_tour(graph, problem):
    """A tour by the plainest search there is, or None."""
    if problem.closed and len(graph) < 3:
        return None

    def walked(path):
        if len(path) == len(graph):
            fits = problem.end in (None, path[-1]) and (not problem.closed or graph.has_edge(path[-1], path[0]))
            return path if fits else None
        return next(filter(None, (walked([*path, near]) for near in graph.adj[path[-1]] if near not in path)), None)

    return next(filter(None, (walked([first]) for first in graph if problem.start in (None, first))), None)

"""Graphs in which a tour is hidden."""

import networkx as nx


def graph_with_tour(tour, more=(), *, closed=False):
    """Return a graph of the tour's edges, with more edges beside them."""
    graph = nx.Graph()
    nx.add_path(graph, tour)
    if closed:
        graph.add_edge(tour[-1], tour[0])
    graph.add_edges_from(more)
    return graph

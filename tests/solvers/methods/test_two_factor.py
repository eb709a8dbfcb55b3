"""Edges that no tour contains or that all contain, against the tours that brute force finds."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Meter, Problem
from solvers.methods.models.two_factor import TwoFactor
from tests.brute_force import every_tour
from tests.solvers.problems import subdivided_graphs


def edges_left(graph, **asked):
    """The edges that are left, and those of the replaced paths."""
    two_factor = TwoFactor(Problem(graph, **asked), Meter())
    replaced = {
        frozenset(ends): {
            frozenset(step) for step in pairwise([two_factor.squares[ends[0]], *inside, two_factor.squares[ends[1]]])
        }
        for ends, inside in two_factor.paths.items()
    }
    left = [frozenset(edge) for edge in two_factor.edges if two_factor.apex not in edge]
    single = {frozenset(two_factor.squares[vertex] for vertex in edge) for edge in left if edge not in replaced}
    required = set().union(*replaced.values())
    return single | required, required


@given(subdivided_graphs(8, 5), st.booleans())
def test_every_edge_of_every_tour_is_left_and_every_replaced_path_is_in_every_tour(graph, closed):
    left, required = edges_left(graph, closed=closed)
    for tour in every_tour(graph, closed=closed, most=10**6):
        assert required <= {frozenset(edge) for edge in pairwise([*tour, *tour[:closed]])} <= left


@pytest.mark.parametrize(
    "graph, excluded",
    [
        (nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]), 1),  # the diagonal closes a cycle too early
        (nx.wheel_graph(5), 0),
        (nx.Graph([*nx.cycle_graph(6).edges, (0, 2), (0, 3)]), 2),  # both edges of 1, 4 and 5 are required
    ],
)
def test_edges_are_excluded_by_vertices_with_two_edges(graph, excluded):
    assert graph.number_of_edges() - len(edges_left(graph, closed=True)[0]) == excluded

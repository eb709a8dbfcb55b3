"""Edges that no tour contains: none of them is in a tour that brute force finds, and what the rules exclude is known."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Meter, Problem
from solvers.methods.models.two_factor import TwoFactor
from tests.brute_force import every_tour


def edges_left(graph, **asked):
    two_factor = TwoFactor(Problem(graph, **asked), Meter())
    return {
        frozenset(two_factor.squares[vertex] for vertex in edge) for edge in two_factor.edges if two_factor.apex not in edge
    }


@given(size=st.integers(4, 8), more=st.integers(0, 5), seed=st.integers(0, 2**31 - 1), closed=st.booleans())
def test_every_edge_of_every_tour_is_left(size, more, seed, closed):
    graph = nx.gnm_random_graph(size, size + more, seed=seed)
    left = edges_left(graph, closed=closed)
    for tour in every_tour(graph, closed=closed, most=10**6):
        assert {frozenset(edge) for edge in pairwise([*tour, *tour[:closed]])} <= left


@pytest.mark.parametrize(
    "graph, excluded",
    [
        (nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]), 1),  # the diagonal closes a cycle too early
        (nx.wheel_graph(5), 0),
        (nx.Graph([*nx.cycle_graph(6).edges, (0, 2), (0, 3)]), 2),  # both edges of 1, 4 and 5 are required
    ],
)
def test_edges_are_excluded_by_vertices_with_two_edges(graph, excluded):
    assert graph.number_of_edges() - len(edges_left(graph, closed=True)) == excluded

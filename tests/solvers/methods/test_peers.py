"""Solvers of other packages: honest about what they can show. That clingo is exact is tested with all exact solvers."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from solvers import Budget, Problem, Status, enumerate_tours, solve
from solvers.methods.lin_kernighan import MOST_SQUARES


@pytest.mark.parametrize("name", ["clingo", "elkai"])
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"closed": True},
        {"start": (2, 3)},
        {"start": (0, 0), "end": (0, 1)},
        {"closed": True, "start": (0, 0), "end": (1, 2)},
    ],
    ids=str,
)
def test_a_tour_is_found_from_and_to_where_it_is_sought(name, asked):
    tour = solve(Board(6, 6), name, **asked).tour
    assert asked.get("start", tour[0]) == tour[0]
    assert asked.get("end", tour[-1]) == tour[-1]


@pytest.mark.parametrize("vertices", range(1, 6))
@pytest.mark.parametrize("asked", [{}, {"start": 0}, {"end": 0}])
def test_elkai_takes_the_smallest_graphs(vertices, asked):
    assert solve(nx.path_graph(vertices), "elkai", **asked).status is Status.FOUND


@settings(deadline=None, max_examples=8)
@given(st.permutations(range(7)), st.booleans())
def test_elkai_never_denies_a_tour(order, closed):
    graph = nx.path_graph(order)
    result = solve(Problem(graph, closed=closed), "elkai")
    assert result.status is (Status.UNKNOWN if closed else Status.FOUND)


def test_elkai_repeats_its_tour():
    assert solve(Board(8, 8), "elkai").tour == solve(Board(8, 8), "elkai").tour


def test_elkai_leaves_large_boards_alone_and_keeps_its_limits():
    assert f"{MOST_SQUARES:,} at most" in solve(Board(40, 40), "elkai").reason
    assert "node limit" in solve(Board(8, 8), "elkai", budget=Budget(nodes=63)).reason
    assert "time limit" in solve(Board(24, 24), "elkai", budget=Budget(seconds=0.2)).reason


def test_clingo_counts_the_tours_of_3x4_and_the_closed_ones_of_5x6():
    assert sum(1 for _ in enumerate_tours(Board(3, 4), "clingo")) == 16
    assert sum(1 for _ in enumerate_tours(Board(5, 6), "clingo", closed=True)) == 8


def test_clingo_keeps_its_limits():
    held = solve(Board(30, 30), "clingo", budget=Budget(nodes=5))
    assert (held.status, held.nodes <= 5) == (Status.UNKNOWN, True)
    assert "clingo" in solve(Board(60, 60), "clingo", budget=Budget(seconds=1)).reason

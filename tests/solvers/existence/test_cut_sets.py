"""The smallest cut set of a problem."""

import itertools
import random
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from graphs.obstructions import CutSet
from solvers import (
    Problem,
)
from solvers.existence.cut_sets import smallest_cut_set

ROOT = Path(__file__).parents[3]

# The smallest cut set.


@pytest.mark.parametrize(
    ("problem", "squares", "parts"),
    [
        (Problem.on_board(Board(4, 4)), {(1, 1), (1, 2), (2, 1), (2, 2)}, 6),
        (Problem(nx.star_graph(3)), {0}, 3),
        (Problem(nx.star_graph(5)), {0}, 5),
        (Problem(nx.star_graph(5), closed=True), {0}, 5),
        (Problem(nx.star_graph(2), closed=True), {0}, 2),
        (Problem(nx.complete_bipartite_graph(2, 7)), {0, 1}, 7),
        (Problem(nx.barbell_graph(3, 1), start=3), {3}, 2),
        (Problem(nx.path_graph(5), start=0, end=2), {2}, 2),
    ],
)
def test_the_smallest_cut_set_is_found_with_all_its_parts(problem, squares, parts):
    assert smallest_cut_set(problem) == CutSet(frozenset(squares), parts)


def cut_sets(problem):
    """All cut sets, by trying all sets of squares."""
    for size in range(len(problem.graph)):
        for some in itertools.combinations(problem.graph, size):
            rest = problem.graph.subgraph(set(problem.graph) - set(some))
            claim = CutSet(frozenset(some), nx.number_connected_components(rest))
            if claim.holds(problem.graph, problem):
                yield claim


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 8), st.floats(0.1, 0.5), st.booleans(), st.integers(0, 2**32))
def test_the_smallest_cut_set_is_the_smallest_of_all(number, density, closed, seed):
    graph = nx.gnp_random_graph(number, density, seed=seed)
    chance = random.Random(seed)
    start = chance.choice([None, *graph])
    end = chance.choice([None, *(node for node in graph if node != start)])
    problem = Problem(graph, start=start, end=end, closed=closed)
    found, smallest = smallest_cut_set(problem), next(cut_sets(problem), None)
    ends_are_a_move_apart = None in (start, end) or graph.has_edge(start, end)
    if not closed or (nx.is_connected(graph) and ends_are_a_move_apart):  # else a simpler reason is found first
        assert (found and len(found.cut)) == (smallest and len(smallest.cut))
    if found is not None:
        assert found.holds(graph, problem)


@settings(deadline=None, max_examples=80)
@given(st.integers(3, 14), st.integers(0, 6), st.booleans(), st.booleans(), st.integers(0, 2**32))
def test_no_cut_set_is_found_on_a_graph_with_a_tour(number, extra, closed, ends, seed):
    chance = random.Random(seed)
    tour = chance.sample(range(number), number)
    graph = nx.Graph()
    graph.add_nodes_from(range(number))
    nx.add_path(graph, [*tour, tour[0]] if closed else tour)
    graph.add_edges_from(chance.sample(range(number), 2) for _ in range(extra))
    given_ends = {"start": tour[0], "end": tour[-1]} if ends else {"start": chance.choice([None, tour[0]])}
    assert smallest_cut_set(Problem(graph, closed=closed, **given_ends)) is None


CTRL_C = """
import os, signal, threading
from graphs import Board
from solvers import Problem
from solvers.existence.cut_sets import smallest_cut_set
smallest_cut_set(Problem.on_board(Board(3, 3)))  # everything is loaded
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    smallest_cut_set(Problem.on_board(Board(8, 8)), effort=1000)
    print("went on")
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_stops_the_search_for_a_cut_set():
    done = subprocess.run([sys.executable, "-c", CTRL_C], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout == "stopped\n"

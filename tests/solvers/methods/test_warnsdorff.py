"""Warnsdorff's rule: greedy, never claiming more than it walked; and with backtracking, exact."""

import networkx as nx
import pytest

from graphs import Board, knight_graph
from solvers import Budget, Problem, solve
from tests.solvers.data import data
from tests.solvers.problems import fingerprint

SEEDS = data("seed_programs")["programs"]


def answers(name, solver, entries):
    """What our solver says to every start, written as in the data of the documents' programs."""
    graph = knight_graph(Board.parse(name))
    said = {}
    for start, entry in entries.items():
        problem = Problem(graph, start=tuple(map(int, start.split(","))))
        limit = Budget(nodes=entry["nodes"]) if entry["status"] == "unknown" else None
        result = solve(problem, solver, budget=limit, move_order="clockwise")
        said[start] = {"status": result.status.value, "nodes": result.nodes}
        if result.tour is not None:
            said[start]["tour_sha256"] = fingerprint(result.tour)
    return said


@pytest.mark.parametrize("board", ["5x5", "6x6", "7x7", "8x8"])
def test_the_rule_with_backtracking_searches_as_the_cpp_program_of_the_document(board):
    printed = SEEDS["cpp-warnsdorff"][board]
    assert len(printed) == len(Board.parse(board))
    assert answers(board, "warnsdorff-backtracking", printed) == printed


@pytest.mark.parametrize("board", ["5x5", "6x6", "7x7", "8x8"])
def test_the_greedy_walk_goes_where_the_python_program_of_the_document_goes(board):
    graph = knight_graph(Board.parse(board))
    for text, walk in SEEDS["python-warnsdorff"][board].items():
        result = solve(graph, "warnsdorff", start=tuple(map(int, text.split(","))), move_order="clockwise")
        assert (result.status.value, result.nodes) == (walk["status"], walk["nodes"])
        if result.tour is None:
            row, col = walk["dead_end"].split(",")
            assert result.reason == f"dead end at ({row}, {col}) after {walk['nodes']} of {len(graph)} squares"
        else:
            assert fingerprint(result.tour) == walk["tour_sha256"]


def test_the_walk_goes_to_the_square_with_the_fewest_free_neighbours():
    cross = nx.Graph([("start", "many"), ("start", "few"), ("many", "a"), ("many", "b"), ("few", "many")])
    assert "at a after 4" in solve(cross, "warnsdorff", start="start").reason


def test_no_free_neighbour_counts_as_the_fewest():
    """As in the documents' programs: the walk goes into a dead end even where others are left."""
    fork = nx.Graph([("start", "dead end"), ("start", "on"), ("on", "end")])
    result = solve(fork, "warnsdorff", start="start")
    assert (result.exists, result.nodes) == (None, 2)
    assert "dead end at dead end" in result.reason

"""Limits hold for the whole call: for graphs, arrays and models that are built before the search, and for memory."""

import networkx as nx
import pytest

from graphs import Board, knight_graph
from graphs.leapers import leaper_graph
from graphs.loading import clock
from graphs.move_orders import ordered_neighbours
from solvers import Budget, BudgetSpent, Meter, Problem, Status, solve, solver_names
from solvers.counting.plan import best_plan
from solvers.methods.compiled.arrays import adjacency_of
from tests.solvers.programs import python

NO_TIME = Budget(seconds=1e-9)


@pytest.mark.parametrize("solver", solver_names())
def test_a_tenth_of_a_second_is_kept_on_a_board_of_a_million_squares(solver):
    before = clock("cpu")
    solve(Board(1000, 1000), solver, budget=Budget(seconds=0.1))
    assert clock("cpu") - before < 3


@pytest.mark.parametrize("solver", solver_names())
def test_a_node_limit_may_be_larger_than_any_number_of_a_machine(solver):
    assert solve(Board(5, 5), solver, budget=Budget(nodes=10**20), start=(0, 0)).exists


@pytest.mark.parametrize(
    ("solver", "graph"),
    [
        ("warnsdorff-backtracking", nx.complete_bipartite_graph(1000, 1002)),
        ("cp-sat", leaper_graph(Board(24, 24), 3, 4)),
        ("cp-sat", Board(200, 200)),
    ],
    ids=["hundreds of free neighbours at each vertex", "no tour, which the circuit does not show", "a model that takes longer"],
)
def test_the_time_limit_of_a_long_search_is_kept(solver, graph):
    before = clock("cpu")
    result = solve(graph, solver, budget=Budget(seconds=0.1))
    assert (result.exists, result.limit) == (None, "time limit")
    assert "time limit of 0.1 s" in result.reason
    assert clock("cpu") - before < 3


@pytest.mark.parametrize("solver", ["auto", "construct"])
def test_a_tour_of_millions_of_squares_is_written_within_the_time(solver):
    result = solve(Board(8000, 8000), solver, budget=Budget(seconds=0.05))
    assert (result.status, result.limit) == (Status.UNKNOWN, "time limit")
    assert "time limit of 0.05 s" in result.reason


def test_compiling_is_no_part_of_the_time_limit_of_a_count(tmp_path):
    limit = "Budget(seconds=0.5, clock='cpu')"
    count = f"from graphs import Board; from solvers import *; print(count_tours(Board(3, 4), budget={limit}))"
    assert "directed=16" in python("-c", count, NUMBA_CACHE_DIR=str(tmp_path)).stdout


BUILDERS = {
    "graph": Problem.graph_within,
    "arrays": lambda problem, meter: adjacency_of(problem, meter=meter),
    "neighbours": lambda problem, meter: ordered_neighbours(problem.graph, "clockwise", meter.watched),
}


@pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)
@pytest.mark.parametrize("wrap", [None, "both"])
def test_graphs_and_arrays_are_built_within_the_time(build, wrap):
    problem = Problem(Board(30, 30, wrap=wrap))
    with pytest.raises(BudgetSpent):
        build(problem, Meter(NO_TIME))
    build(problem, Meter())
    assert list(problem.graph.adjacency()) == list(knight_graph(problem.board).adjacency())


def test_the_order_of_a_count_is_looked_for_within_the_time():
    with pytest.raises(BudgetSpent):
        best_plan(Problem(knight_graph(Board(6, 6))), Meter(NO_TIME))

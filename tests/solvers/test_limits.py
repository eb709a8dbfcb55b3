"""Limits hold for the whole call: for graphs, arrays and models that are built before the search, and for memory."""

import subprocess
import sys
import time
import tracemalloc

import networkx as nx
import pytest

from graphs import Board, knight_graph
from graphs.leapers import leaper_graph, ordered_neighbours
from solvers import Budget, BudgetSpent, Meter, Problem, Status, solve, solver_names
from solvers.methods.compiled.arrays import adjacency_of
from solvers.methods.cp_sat_circuit import BUILDING
from solvers.methods.cp_sat_search import LOADING, CpSat

NO_TIME = Budget(seconds=1e-9)


@pytest.mark.parametrize("solver", solver_names())
def test_a_tenth_of_a_second_is_kept_on_a_board_of_a_million_squares(solver):
    solve(Board(1000, 1000), solver, budget=NO_TIME)  # loads the code
    before = time.perf_counter()
    result = solve(Problem.on_board(Board(1000, 1000)), solver, budget=Budget(seconds=0.1))
    whole = time.perf_counter() - before
    assert (result.seconds if result.status is Status.FOUND else whole) < 3  # a second on a machine that does nothing else


def test_cp_sat_does_not_set_up_a_model_that_takes_longer_than_its_time():
    before = time.perf_counter()
    result = solve(Board(200, 200), "cp-sat", budget=Budget(seconds=0.1))
    assert result.status is Status.UNKNOWN
    assert "time limit of 0.1 s" in result.reason
    assert time.perf_counter() - before < 1


def test_cp_sat_says_how_large_the_model_is_that_it_does_not_set_up():
    with pytest.raises(BudgetSpent, match=r"time limit of 1 s .* a model of 10,000,000 variables takes CP-SAT about 20 s"):
        CpSat(Meter(Budget(seconds=1)), workers=1, seed=0, soon=1).check_time(10_000_000, BUILDING + LOADING)


BUILDERS = {
    "graph": Problem.graph_within,
    "arrays": lambda problem, meter: adjacency_of(problem, meter=meter),
    "neighbours": lambda problem, meter: ordered_neighbours(problem.graph, "clockwise", meter.watched),
}


@pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)
@pytest.mark.parametrize("wrap", [None, "both"])
def test_graphs_and_arrays_are_built_within_the_time(build, wrap):
    problem = Problem.on_board(Board(30, 30, wrap=wrap))
    with pytest.raises(BudgetSpent):
        build(problem, Meter(NO_TIME))
    build(problem, Meter())
    assert list(problem.graph.adjacency()) == list(knight_graph(problem.board).adjacency())


def test_a_graph_whose_building_was_stopped_is_built_anew():
    class Stopped(Exception):
        pass

    def two_passes(items):
        nonlocal passes
        passes -= 1
        if passes < 0:
            raise Stopped
        return items

    passes = 2  # the squares and the nodes; the edges are missing
    with pytest.raises(Stopped):
        leaper_graph(Board(6, 6), 1, 2, watched=two_passes)
    problem = Problem.on_board(Board(6, 6))
    with pytest.raises(BudgetSpent):
        problem.graph_within(Meter(NO_TIME))
    assert nx.utils.graphs_equal(problem.graph, knight_graph(Board(6, 6)))


@pytest.mark.parametrize(
    "graph", [lambda squares: knight_graph(Board(20, squares // 20)), nx.wheel_graph], ids=["board", "wheel"]
)
def test_the_compiled_search_in_warnsdorffs_order_takes_memory_in_proportion_to_the_squares(graph):
    def peak(squares):
        problem = Problem(graph(squares))
        tracemalloc.start()
        solve(problem, "warnsdorff-backtracking-compiled", budget=Budget(nodes=10))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(100)  # loads the code
    assert peak(8000) < 6 * peak(2000)


@pytest.mark.parametrize(
    ("solver", "side"), [("backtracking-compiled", 5), ("warnsdorff-compiled", 5), ("cp-sat", 5), ("warnsdorff-repair", 200)]
)
def test_the_seconds_of_a_first_run_do_not_hold_the_loading_of_code(solver, side):
    code = f"""
import sys
from graphs import Board
from solvers import Meter, solve
loaded = []
started = Meter.__init__
def noted(self, *arguments):
    loaded.append("numba" in sys.modules or "ortools.sat.python.cp_model" in sys.modules)
    started(self, *arguments)
Meter.__init__ = noted
solve(Board({side}, {side}), {solver!r})
print(loaded[-1])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == ["True"]

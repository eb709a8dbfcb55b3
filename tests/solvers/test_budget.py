"""A budget is kept to the node, and to the second."""

import math
import time

import networkx as nx
import numpy as np
import pytest

from graphs import Board, leaper_graph
from solvers import Budget, BudgetSpent, Meter, Problem, ProblemError, Status, decide, enumerate_tours, solve

SEARCHES = ("backtracking", "warnsdorff-backtracking")


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, -math.inf, "9"])
def test_a_time_limit_is_a_number_above_0(seconds):
    with pytest.raises(ProblemError, match="time limit"):
        Budget(seconds=seconds)


@pytest.mark.parametrize("nodes", [0, -1, 1.5, math.nan, math.inf, "9"])
def test_a_node_limit_is_a_whole_number_above_0(nodes):
    with pytest.raises(ProblemError, match="node limit"):
        Budget(nodes=nodes)


@pytest.mark.parametrize(
    ("limits", "plain"),
    [
        ({"nodes": np.int64(5)}, Budget(nodes=5)),
        ({"seconds": np.float64(1)}, Budget(seconds=1.0)),
        ({"seconds": np.float32(0.5)}, Budget(seconds=0.5)),
        ({"seconds": np.int32(2), "nodes": np.uint8(3)}, Budget(seconds=2, nodes=3)),
    ],
)
def test_numpy_numbers_are_kept_as_numbers_of_python(limits, plain):
    budget = Budget(**limits)
    assert repr(budget) == repr(plain)
    assert type(budget.seconds) is type(plain.seconds)
    assert type(budget.nodes) is type(plain.nodes)


@pytest.mark.parametrize(("seconds", "nodes"), [(True, None), (None, True), (np.bool_(True), None), (None, np.float64(5))])
def test_a_truth_value_is_no_limit_and_half_a_node_is_none(seconds, nodes):
    with pytest.raises(ProblemError, match="limit"):
        Budget(seconds=seconds, nodes=nodes)


@pytest.mark.parametrize("call", [solve, decide, enumerate_tours])
@pytest.mark.parametrize(("budget", "right"), [(10, "10"), (np.float64(2.5), "2.5"), ("10", "10"), ({"seconds": 3}, "10")])
def test_a_plain_number_is_no_budget_and_the_error_says_what_is(call, budget, right):
    with pytest.raises(ProblemError, match=rf"no budget: give Budget\(seconds={right}\)"):
        call(Board(5, 5), budget=budget)


def test_a_meter_asks_for_a_halt_at_the_node_limit():
    meter = Meter(Budget(nodes=10))
    assert meter.more(0) == 10
    with pytest.raises(BudgetSpent, match="node limit of 10"):
        meter.more(10)
    assert meter.nodes == 10


def test_a_meter_without_limits_never_halts():
    meter = Meter()
    assert meter.seconds_left == math.inf
    assert meter.more(10**12) > 10**12


def test_a_meter_asks_for_a_halt_when_its_time_is_over():
    meter = Meter(Budget(seconds=1e-9))
    assert meter.seconds_left == 0
    with pytest.raises(BudgetSpent, match="time limit of 1e-09 s"):
        meter.more(0)


@pytest.mark.parametrize("limit", [1, 2, 63, 64, 2047, 2048, 2049, 10_000])
@pytest.mark.parametrize("solver", SEARCHES)
def test_a_search_stops_at_exactly_the_node_limit(solver, limit, on_board):
    result = solve(on_board("7x7", start=(0, 1)), solver, budget=Budget(nodes=limit))
    assert (result.status, result.nodes, result.tour) == (Status.UNKNOWN, limit, None)
    assert f"{limit:,}" in result.reason


@pytest.mark.parametrize("limit", [1, 2, 63])
def test_the_greedy_walk_stops_at_exactly_the_node_limit(limit, on_board):
    result = solve(on_board("8x8", start=(0, 0)), "warnsdorff", budget=Budget(nodes=limit), move_order="clockwise")
    assert (result.status, result.nodes) == (Status.UNKNOWN, limit)


def test_the_greedy_walk_needs_as_many_nodes_as_squares(on_board):
    problem = on_board("8x8", start=(0, 0), end=(5, 2))
    assert solve(problem, "warnsdorff", move_order="clockwise", budget=Budget(nodes=64)).status is Status.FOUND
    assert solve(problem, "warnsdorff", move_order="clockwise", budget=Budget(nodes=63)).nodes == 63


@pytest.mark.parametrize("limit", range(1, 64, 3))
def test_cp_sat_stays_within_the_node_limit(limit, on_board):
    result = solve(on_board("4x8", closed=True), "cp-sat", budget=Budget(nodes=limit))
    assert result.status in (Status.UNKNOWN, Status.IMPOSSIBLE)
    assert result.nodes <= limit
    if result.status is Status.UNKNOWN:
        assert "node limit" in result.reason


@pytest.mark.parametrize("limit", range(1, 30, 4))
def test_cp_sat_stays_within_the_node_limit_where_one_step_holds_many_conflicts(limit, on_board):
    assert solve(on_board("5x6", start=(0, 0), closed=True), "cp-sat", budget=Budget(nodes=limit)).nodes <= limit


@pytest.mark.parametrize("solver", ["backtracking", "warnsdorff-backtracking", "warnsdorff", "cp-sat"])
def test_a_node_limit_past_any_count_is_as_good_as_none(solver, on_board):
    assert solve(on_board("5x5", start=(2, 2)), solver, budget=Budget(nodes=10**30)).status is Status.FOUND


@pytest.mark.parametrize(
    ("solver", "options"),
    [
        ("backtracking", {}),
        ("warnsdorff", {"tie_break": "random", "seed": 5}),
        ("warnsdorff-backtracking", {"move_order": "java"}),
        ("cp-sat", {"seed": 3}),
        ("cp-sat", {"workers": 2}),
    ],
)
def test_the_same_question_gets_the_same_answer(solver, options, on_board):
    def answer():
        result = solve(on_board("4x8"), solver, budget=Budget(nodes=500), **options)
        return result.status, result.tour, result.nodes, result.reason

    assert answer() == answer()


@pytest.mark.parametrize("solver", SEARCHES)
def test_a_search_of_20x20_keeps_its_time_limit(solver, on_board):
    problem = on_board("20x20", closed=True)
    before = time.perf_counter()
    result = solve(problem, solver, budget=Budget(seconds=1))
    assert result.status is Status.UNKNOWN
    assert "time limit of 1 s" in result.reason
    assert time.perf_counter() - before < 3


def test_cp_sat_keeps_its_time_limit():
    """The antelope has no tour of 24x24, which the circuit model does not show in ten seconds."""
    problem = Problem(leaper_graph(Board(24, 24), 3, 4))
    before = time.perf_counter()
    result = solve(problem, "cp-sat", budget=Budget(seconds=0.3))
    assert result.status is Status.UNKNOWN
    assert "time limit of 0.3 s" in result.reason
    assert time.perf_counter() - before < 3


def test_the_greedy_walk_keeps_its_time_limit(graph_of_300x300):
    before = time.perf_counter()
    result = solve(Problem(graph_of_300x300), "warnsdorff", budget=Budget(seconds=0.05))
    assert result.status is Status.UNKNOWN
    assert time.perf_counter() - before < 3


@pytest.mark.parametrize("solver", [*SEARCHES, "cp-sat"])
def test_an_enumeration_keeps_its_time_limit(solver, on_board):
    before = time.perf_counter()
    with pytest.raises(BudgetSpent, match="time limit"):
        list(enumerate_tours(on_board("8x8"), solver, budget=Budget(seconds=0.5)))
    assert time.perf_counter() - before < 3


@pytest.mark.parametrize("solver", [*SEARCHES, "warnsdorff"])
def test_a_dense_graph_gets_no_more_time_than_a_board(solver):
    two_sides = nx.complete_bipartite_graph(600, 602)  # no tour, and every free square has hundreds of free neighbours
    before = time.perf_counter()
    assert solve(Problem(two_sides), solver, budget=Budget(seconds=0.5)).status is Status.UNKNOWN
    assert time.perf_counter() - before < 3


@pytest.mark.parametrize(
    "limits", [{"seconds": 10**400}, {"seconds": True}, {"seconds": np.True_}, {"nodes": np.True_}], ids=str
)
def test_what_only_looks_like_a_limit_is_refused(limits):
    with pytest.raises(ProblemError, match="limit"):
        Budget(**limits)


def test_the_rest_of_a_budget_is_never_zero_seconds():
    """A budget of 0 seconds would be refused as bad input, at the very moment when the time is over."""
    meter = Meter(Budget(seconds=5, nodes=10))
    meter.nodes = 4
    rest = meter.rest()
    assert 0 < rest.seconds <= 5
    assert rest.nodes == 6
    late = Meter(Budget(seconds=5), started=time.perf_counter() - 10)
    with pytest.raises(BudgetSpent, match="time limit of 5 s"):
        late.rest()
    assert Meter().rest() == Budget()
    assert late.reason(BudgetSpent("stopped at 0.1 s", limit="time limit")) == "stopped at the time limit of 5 s"
    assert late.reason(BudgetSpent("stopped at 1 GB", limit="memory limit")) == "stopped at 1 GB"

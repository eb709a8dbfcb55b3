"""The compiled twins make the very same searches as the textbook solvers."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, MoveError, leaper_moves
from solvers import Budget, Problem, UnsupportedProblem, solve
from solvers.methods import backtracking_kernels as depth_first
from tests.solvers.problems import board_problems, graph_problems, same

TIE_BREAKS = ["first", "random", "roth", "pohl", "roth+random", "pohl+random", "pohl+roth+random"]


@pytest.mark.parametrize("name", ["backtracking", "warnsdorff-backtracking"])
@given(problem=board_problems(most=36), order=st.sampled_from(["adjacency", "clockwise", "java"]), nodes=st.integers(1, 3000))
def test_a_search_and_its_twin_agree_in_status_nodes_and_tour(name, problem, order, nodes):
    budget = Budget(nodes=nodes)
    textbook = solve(problem, name, budget=budget, move_order=order)
    assert same(textbook, solve(problem, f"{name}-compiled", budget=budget, move_order=order))


@given(
    problem=board_problems(most=36),
    order=st.sampled_from(["adjacency", "clockwise", "java"]),
    tie_break=st.sampled_from(TIE_BREAKS),
    seed=st.integers(0, 2**31 - 1),
    nodes=st.none() | st.integers(1, 40),
)
def test_a_walk_and_its_twin_agree_square_for_square(problem, order, tie_break, seed, nodes):
    options = {"move_order": order, "tie_break": tie_break, "seed": seed}
    textbook = solve(problem, "warnsdorff", budget=Budget(nodes=nodes), **options)
    assert same(textbook, solve(problem, "warnsdorff-compiled", budget=Budget(nodes=nodes), **options))


@given(problem=graph_problems())
def test_twins_agree_on_graphs_that_are_no_boards(problem):
    for name in ("backtracking", "warnsdorff-backtracking", "warnsdorff"):
        assert same(solve(problem, name), solve(problem, f"{name}-compiled"))


@pytest.mark.parametrize("name", ["backtracking", "warnsdorff-backtracking", "warnsdorff"])
def test_a_given_end_counts_for_the_node_limit(name):
    path = Problem(nx.path_graph(3), start=0, end=2)
    for solver in (name, f"{name}-compiled"):
        assert [solve(path, solver, budget=Budget(nodes=nodes)).nodes for nodes in (2, 3)] == [2, 3]


@pytest.mark.parametrize("size", [7, 8, 9])
def test_a_search_stopped_and_gone_on_with_is_the_same(size, monkeypatch):
    monkeypatch.setattr(depth_first, "SLICE", 97)
    problem = Problem(Board(size, size), start=(0, 0))
    for name in ("backtracking", "warnsdorff-backtracking"):
        budget = Budget(nodes=20_000)
        assert same(solve(problem, name, budget=budget), solve(problem, f"{name}-compiled", budget=budget))


@pytest.mark.parametrize(
    "side, start, nodes", [(8, (0, 0), 8_250_733), pytest.param(6, (4, 0), 156_626_397, marks=pytest.mark.slow)]
)
def test_the_nodes_of_the_classic_program(side, start, nodes):
    result = solve(Board(side, side), "backtracking-compiled", start=start, move_order="clockwise")
    assert (result.exists, result.nodes) == (True, nodes)


def test_a_graph_of_too_many_neighbours_is_refused_by_the_compiled_walk():
    with pytest.raises(UnsupportedProblem, match=r"at most 31 .* use 'warnsdorff'"):
        solve(nx.complete_graph(40), "warnsdorff-compiled")


ORDERS = {
    "all moves backwards": leaper_moves((1, 2), "java")[::-1],
    "some moves twice": [(1, 2), (1, 2), (2, 1), *leaper_moves((1, 2), "java"), (1, 2)],
    "a move of another piece": [(1, 1), *leaper_moves((1, 2), "java")],
    "two moves": [(1, 2), (2, 1)],
    "no move": [],
    "all moves but one": leaper_moves((1, 2), "java")[:-1],
}


@pytest.mark.parametrize("twin", ["backtracking", "warnsdorff", "warnsdorff-backtracking"])
@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS.keys())
@pytest.mark.parametrize("board", [Board(1, 1), Board(5, 5), Board(9, 9, holes=[(4, 4)])])
def test_an_order_of_moves_means_the_same_to_both_twins(twin, order, board):
    def answer(name):
        try:
            found = solve(board, name, start=(0, 0), budget=Budget(nodes=20_000), move_order=order)
        except MoveError as error:
            return str(error)
        return found.status, found.nodes, found.tour

    assert answer(twin) == answer(f"{twin}-compiled")

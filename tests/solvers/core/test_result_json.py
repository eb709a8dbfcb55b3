"""Each result that is written as JSON is read again, whatever its answer, its evidence, its limit and its problem."""

import threading

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board
from graphs.families import flower_snark
from solvers import Budget, Outcome, Problem, Result, Status, decide, get_solver, pair_map, solve, solver_table, start_map
from tests.solvers.problems import board_problems, graph_problems

CANCELLED = threading.Event()
CANCELLED.set()
LARGE = [
    Problem.on_board(board, leaper, closed=closed)
    for board in (Board(1500, 1500), Board(1501, 1501), Board(1500, 1501, wrap="both"), Board(2, 10**6, wrap="rows"))
    for leaper, closed in [((1, 2), True), ((1, 2), False), ((1, 3), True)]
]
STOPPING = [
    *(Budget(nodes=nodes) for nodes in (1, 2, 50, 3_000)),
    Budget(cancel=CANCELLED),
    Budget(seconds=5e-324),
    Budget(seconds=1e-5),
]
BUDGETS = [*STOPPING, Budget(seconds=1.7e308, nodes=10**5_000), Budget(seconds=10**308, nodes=10**30, clock="cpu")]


def assert_read_again(result, problem):
    read = Result.from_json(result.to_json(), problem)
    assert read == result
    assert (read.seconds, str(read.evidence)) == (result.seconds, str(result.evidence))


@st.composite
def digraph_problems(draw):
    """A problem of a small directed graph, or of a small graph with a fixed edge."""
    problem = draw(graph_problems(most=6))
    graph = nx.DiGraph(problem.graph) if draw(st.booleans()) else nx.Graph(problem.graph)
    arcs = sorted(each for each in graph.edges if each[0] != each[1])
    if arcs and graph.is_directed():
        graph.remove_edge(*draw(st.sampled_from(arcs)))
    elif arcs:
        graph.edges[draw(st.sampled_from(arcs))]["fixed"] = True
    return Problem(graph, **problem.ends)


@given(
    board_problems() | graph_problems() | digraph_problems(),
    st.sampled_from(["decide", "confirm", *(each.name for each in solver_table() if each.is_built_in)]),
    st.sampled_from([None, *BUDGETS]),
)
def test_a_small_problem(problem, name, budget):
    if name in ("decide", "confirm"):
        assert_read_again(decide(problem, confirm=name == "confirm", budget=budget), problem)
        return
    if not get_solver(name).missing and not get_solver(name).refusal(problem):
        assert_read_again(solve(problem, name, budget=budget), problem)


@pytest.mark.parametrize("problem", LARGE, ids=repr)
def test_a_board_that_is_too_large_to_search(problem):
    for budget in STOPPING:
        for name in ("auto", "construct"):
            if not get_solver(name).refusal(problem):
                assert_read_again(solve(problem, name, budget=budget), problem)
        assert_read_again(decide(problem, budget=budget), problem)


@pytest.mark.parametrize(
    "problem",
    [
        Problem(flower_snark(5), closed=True),
        Problem(nx.tutte_graph(), closed=True),
        Problem("6x6", steps={17: (2, 2)}),
        Problem("8x8", start="a1", end="h8"),
        Problem.on_board("8x8", (1, 3), closed=True),
        Problem(nx.relabel_nodes(nx.grid_graph((3, 3, 3)), {(0, 0, 0): "origin"})),
    ],
    ids=str,
)
def test_a_larger_problem_at_each_limit(problem):
    for budget in (None, *BUDGETS):
        assert_read_again(solve(problem, budget=budget), problem)
        assert_read_again(decide(problem, budget=budget), problem)


@pytest.mark.parametrize("board", [Board(3, 4), Board(4, 5), Board(6, 6)], ids=repr)
def test_the_answers_of_a_map(board):
    for start, result in start_map(board).items():
        assert_read_again(result, Problem(board, start=start))


def test_the_answers_of_a_map_of_pairs():
    for (start, end), result in pair_map("3x4").items():
        assert_read_again(result, Problem("3x4", start=start, end=end))


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("limit", ["", "time limit", "node limit", "memory limit", "cancelled"])
def test_what_a_users_solver_may_answer(temporary_solver, status, limit):
    squares = [0, 1, 2] if status is Status.FOUND else None
    outcome = Outcome(status, squares, 10**18, 'a reason: \N{SNOWMAN} "quoted"\n', limit)
    name = temporary_solver(lambda problem, meter, *, weights=(0.5, float("inf")), words=None: outcome)
    assert_read_again(solve(nx.path_graph(3), name, weights=[1, (2, None)], words={"a": "b"}), nx.path_graph(3))

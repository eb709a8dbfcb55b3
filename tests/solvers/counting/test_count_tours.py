"""Counting: the published numbers, brute force on small graphs, two methods against each other, and the limits."""

import math
import random
import re
from time import process_time

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, knight_graph
from solvers import Budget, BudgetSpent, Problem, ProblemError, TourCount, count_tours, watch_steps
from solvers.core.budget import Meter
from solvers.counting.checks import check_count
from solvers.counting.count_plan import best_count_plan
from solvers.counting.counting import count_on_tree
from tests.brute_force import count_tours_plainly
from tests.plain_frontier import states_after
from tests.solvers.data import COUNTS
from tests.solvers.problems import graph_problems, plans

TOO_LARGE = {"7x7", "8x8", "5x9", "6x8", "6x9", "6x10"}
"""Boards that take seconds; the slow tests have some of them."""


def quick(table):
    return [(board, number) for board, number in COUNTS[table].items() if board not in TOO_LARGE]


@settings(max_examples=100)
@given(plans())
def test_the_textbook_and_its_twin_count_the_same_in_every_order(swept, case):
    problem, plan = case
    numbers = {states_after(each, problem.size)[1] for each in (plan, best_count_plan(problem))}
    assert numbers == {swept(plan).complete}


@pytest.mark.parametrize("board, number", quick("directed_open"))
def test_open_tours_of_square_boards(board, number):
    count = count_tours(Board.parse(board))
    assert count.directed == number
    assert count.undirected == (number if board == "1x1" else number // 2)


@pytest.mark.parametrize("board, number", [each for rows in "345" for each in quick(f"undirected_open_{rows}xn")], ids=str)
def test_open_tours_of_long_boards(board, number):
    assert count_tours(Board.parse(board)).undirected == number


@pytest.mark.parametrize(
    "board, number", [each for kind in ("nxn", "3xn", "5xn", "6xn") for each in quick(f"closed_{kind}")], ids=str
)
def test_closed_tours(board, number):
    assert count_tours(Board.parse(board), closed=True) == TourCount(None, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    "board, closed, number",
    [
        ("6x8", True, 55_488_142),
        ("6x10", True, 239_187_240_144),
        ("5x9", False, 264_895_640),
        ("7x7", False, 82_787_609_160),
    ],
)
def test_counts_that_take_long(board, closed, number):
    assert count_tours(Board.parse(board), closed=closed).undirected == number


@pytest.mark.parametrize("square, number", COUNTS["directed_open_from_one_square"]["5x5"].items())
def test_open_tours_from_one_square(square, number):
    start = tuple(map(int, square.split(",")))
    assert count_tours(Board(5, 5), start=start) == TourCount(number, None)
    assert count_tours(Board(5, 5), end=start) == TourCount(number, None)


def test_other_leapers():
    """The wazir's graph is the grid: 4x4 has 6 Hamiltonian cycles, 6x6 has 1072 (OEIS A003763)."""
    for side, number in ((4, 6), (6, 1072)):
        assert count_tours(Board(side, side), leaper=(0, 1), closed=True).undirected == number


@pytest.mark.parametrize(
    "graph, closed, count",
    [
        (nx.empty_graph(0), False, TourCount(0, 0)),
        (nx.petersen_graph(), True, TourCount(None, 0)),
        (nx.petersen_graph(), False, TourCount(240, 120)),
        (nx.Graph([(0, 1), (1, 2), (2, 0), (0, 0)]), True, TourCount(None, 1)),
        (nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 0)]), True, TourCount(None, 1)),
    ],
)
def test_small_graphs(graph, closed, count):
    assert count_tours(graph, closed=closed) == count


def expected(problem):
    """The count by brute force; an open tour without ends is met in two directions."""
    number = count_tours_plainly(problem.graph, start=problem.start, end=problem.end, closed=problem.closed)
    if problem.closed:
        return TourCount(None, number)
    undirected = None if (problem.start, problem.end) != (None, None) else number if problem.size == 1 else number // 2
    return TourCount(number, undirected)


@settings(max_examples=100)
@given(graph_problems(most=7))
def test_the_count_is_that_of_brute_force(problem):
    assert count_tours(problem) == expected(problem)


@settings(max_examples=100)
@given(graph_problems(most=8).filter(lambda problem: problem.size > 2))
def test_the_count_on_a_tree_is_that_of_brute_force(problem):
    problem = problem.with_ends(closed=True) if problem.closed else problem
    number, _ = count_on_tree(problem, math.inf, Meter(), None)
    count = TourCount.of(problem, number)
    assert count == expected(problem)


def with_hubs(hubs, arms, seed=1):
    """Ladders in a ring, each joined to all hubs: small separators, but no linear order with narrow frontiers."""
    chance, edges = random.Random(seed), []
    for arm in range(arms):
        edges += [((arm, one), (arm, other)) for one, other in nx.circular_ladder_graph(10).edges]
        edges += [((arm, 0), ((arm + 1) % arms, 1)), *(((arm, chance.randrange(2, 20)), ("hub", hub)) for hub in range(hubs))]
    return nx.Graph(chance.sample(edges, len(edges)))


@pytest.mark.parametrize("hubs, arms", [(1, 5), (2, 20)])
def test_a_tree_and_a_sweep_count_the_same(hubs, arms, swept):
    problem = Problem(with_hubs(hubs, arms), closed=True)
    number, _ = count_on_tree(problem, math.inf, Meter(), None)
    assert number == swept(best_count_plan(problem)).complete > 0


def test_a_graph_with_small_separators_is_counted_although_its_frontiers_are_wide():
    graph = with_hubs(4, 40)
    problem = Problem(graph, closed=True)
    count = count_tours(problem, budget=Budget(seconds=60))
    assert count.undirected > 10**40
    assert check_count(problem, count) == "another tree gives the same number"
    with pytest.raises(BudgetSpent, match="node limit of 10,000"):
        count_tours(graph, closed=True, budget=Budget(nodes=10_000))


@settings(max_examples=25)
@given(st.sampled_from([(3, 6), (4, 4), (4, 5), (5, 5)]), st.sampled_from([None, None, "cols"]), st.booleans(), st.data())
def test_symmetries_do_not_change_a_count(size, wrap, closed, data):
    rows, cols = size
    two = st.lists(st.sampled_from([*Board(rows, cols)]), min_size=2, max_size=2)
    holes = data.draw(st.sampled_from([[], [(1, 1)], [(0, 0), (0, cols - 1)]]) | two)
    board = Board(rows, cols, holes=holes, wrap=wrap)
    assert count_tours(board, closed=closed) == count_tours(knight_graph(board), closed=closed)


def test_numbers_of_any_size_are_exact():
    """The counts of the compiled twin have limbs; those of the textbook are integers of Python."""
    problem = Problem.on_board(Board(4, 120), (1, 1), closed=True)
    assert count_tours(problem).undirected == 0
    grid = Problem.on_board(Board(4, 160), (0, 1), closed=True)
    number = count_tours(grid).undirected
    assert number == states_after(best_count_plan(grid), grid.size)[1] > 2**64


def test_every_step_says_the_vertex_and_the_states():
    steps = []
    with watch_steps(steps.append):
        count_tours(Board(6, 7), closed=True)
    assert steps.pop(0) == "counting: computing which missing edges can be added"
    assert all(re.fullmatch(r"counting: \d+ of 42 squares, [\d,]+ states?", step) for step in steps)
    treated = [int(step.split()[1]) for step in steps]
    assert treated == sorted(treated)
    assert set(treated) >= set(range(30))


def test_a_limit_leaves_no_count():
    with pytest.raises(BudgetSpent, match="time limit"):
        count_tours(Board(8, 8), budget=Budget(seconds=0.01))
    with pytest.raises(BudgetSpent, match="node limit"):
        count_tours(Board(6, 6), budget=Budget(nodes=1000))
    with pytest.raises(BudgetSpent, match=r"memory limit of 0.001 GB"):
        count_tours(Board(7, 7), memory=0.001)


GRID = nx.grid_2d_graph(40, 40)
CUBIC = nx.random_regular_graph(3, 3000, seed=1)


@pytest.mark.parametrize(
    "graph, budget",
    [(graph, budget) for graph in (GRID, CUBIC) for budget in (Budget(nodes=100), Budget(seconds=0.2))],
    ids=str,
)
def test_a_limit_holds_on_a_large_graph(graph, budget):
    began = process_time()
    with pytest.raises(BudgetSpent, match="limit"):
        count_tours(graph, budget=budget)
    assert process_time() - began < 30  # several times this before the plan counted its own work


@pytest.mark.parametrize("memory", [0, -1, float("nan")])
def test_a_memory_limit_is_a_number_above_zero(memory):
    with pytest.raises(ProblemError, match="gigabytes above 0"):
        count_tours(Board(5, 5), memory=memory)

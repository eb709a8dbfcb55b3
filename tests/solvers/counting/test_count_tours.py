"""Counting: the published numbers, brute force on small graphs, two methods against each other, and the limits."""

from __future__ import annotations

import json
import os
import random
import re
from itertools import pairwise, permutations
from pathlib import Path
from time import process_time

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from solvers import Budget, BudgetSpent, Problem, ProblemError, TourCount, count_tours, watch_steps
from solvers.counting.plan import best_plan, plan_of
from tests.plain_frontier import states_after

COUNTS = json.loads((Path(__file__).parents[2] / "data" / "counts.json").read_text())
TOO_LARGE = {"7x7", "8x8", "5x9", "6x9", "6x10"}
"""Boards that take seconds; the slow tests have some of them."""


def published(table):
    return [(board, number) for board, number in COUNTS[table]["boards"].items() if board not in TOO_LARGE]


@pytest.mark.parametrize(("board", "number"), published("directed_open"))
def test_open_tours_of_square_boards(board, number):
    count = count_tours(Board.parse(board))
    assert count.directed == number
    assert count.undirected == (number if board == "1x1" else number // 2)


@pytest.mark.parametrize(
    ("board", "number"), [each for rows in "345" for each in published(f"undirected_open_{rows}xn")], ids=str
)
def test_open_tours_of_long_boards(board, number):
    assert count_tours(Board.parse(board)).undirected == number


@pytest.mark.parametrize(
    ("board", "number"), [each for kind in ("nxn", "3xn", "5xn", "6xn") for each in published(f"closed_{kind}")], ids=str
)
def test_closed_tours(board, number):
    assert count_tours(Board.parse(board), closed=True) == TourCount(None, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "closed", "number"),
    [
        ("6x10", True, 239_187_240_144),
        ("7x8", True, 34_524_432_316),
        ("5x9", False, 264_895_640),
        ("7x7", False, 82_787_609_160),
    ],
)
def test_counts_that_take_long(board, closed, number):
    assert count_tours(Board.parse(board), closed=closed).undirected == number


@pytest.mark.parametrize(("square", "number"), COUNTS["directed_open_from_one_square"]["boards"]["5x5"].items())
def test_open_tours_from_one_square(square, number):
    start = tuple(map(int, square.split(",")))
    assert count_tours(Board(5, 5), start=start) == TourCount(number, None)
    assert count_tours(Board(5, 5), end=start) == TourCount(number, None)


def test_other_leapers():
    """The wazir's graph is the grid: 4x4 has 6 Hamiltonian cycles, 6x6 has 1072 (OEIS A003763)."""
    for side, number in ((4, 6), (6, 1072)):
        assert count_tours(Problem.on_board(Board(side, side), (0, 1), closed=True)).undirected == number


@pytest.mark.parametrize(
    ("graph", "closed", "count"),
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


def brute_force(problem):
    graph = problem.graph
    return sum(
        (problem.start is None or order[0] == problem.start)
        and (problem.end is None or order[-1] == problem.end)
        and all(graph.has_edge(*step) for step in pairwise(order))
        and (not problem.closed or graph.has_edge(order[0], order[-1]))
        for order in permutations(graph)
    )


def expected(problem):
    """The count by brute force; a closed tour without both ends is met in two directions, and from each square or one."""
    number = brute_force(problem)
    if not problem.closed:
        undirected = None if (problem.start, problem.end) != (None, None) else number if problem.size == 1 else number // 2
        return TourCount(number, undirected)
    if problem.size < 3:
        return TourCount(None, 0)
    ends = {problem.start, problem.end} - {None}
    return TourCount(None, number // {0: 2 * problem.size, 1: 2, 2: 1}[len(ends)])


@st.composite
def problems(draw):
    chance = random.Random(draw(st.integers(0, 2**32)))
    size = draw(st.integers(1, 7))
    graph = nx.gnp_random_graph(size, chance.choice([0.3, 0.5, 0.8, 1]), seed=chance.randrange(10**6))
    start = chance.choice([None, None, *graph])
    end = chance.choice([None, None, *(each for each in graph if each != start)])
    return Problem(graph, start=start, end=end, closed=draw(st.booleans()))


@settings(deadline=None, max_examples=200)
@given(problems())
def test_the_count_is_that_of_brute_force(problem):
    assert count_tours(problem) == expected(problem)


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 2**32))
def test_the_textbook_and_its_twin_count_the_same_in_every_order(swept, seed):
    chance = random.Random(seed)
    graph = nx.gnp_random_graph(chance.randint(2, 9), chance.choice([0.4, 0.6, 0.9]), seed=seed)
    start = chance.choice([None, *graph])
    problem = Problem(graph, start=start, closed=chance.random() < 0.5 and len(graph) > 2)
    order = chance.sample(list(graph), len(graph))
    numbers = {states_after(plan, len(graph))[1] for plan in (plan_of(problem, order), best_plan(problem))}
    numbers |= {swept(plan_of(problem, order)).complete}
    assert len(numbers) == 1


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32))
def test_symmetries_do_not_change_a_count(seed):
    chance = random.Random(seed)
    rows, cols = chance.choice([(3, 6), (4, 4), (4, 5), (5, 5)])
    squares = list(Board(rows, cols))
    holes = chance.choice([[], [(1, 1)], [(0, 0), (0, cols - 1)], chance.sample(squares, 2)])
    board = Board(rows, cols, holes=holes, wrap=chance.choice([None, None, "cols"]))
    on_board = Problem.on_board(board, closed=chance.random() < 0.5)
    assert count_tours(on_board) == count_tours(Problem(on_board.graph, closed=on_board.closed))


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_counts_do_not_depend_on_the_number_of_threads(cores, swept, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(cores))
    assert swept(best_plan(Problem.on_board(Board(6, 7), closed=True))).complete == 1_067_638


def test_numbers_of_any_size_are_exact():
    """The counts of the compiled twin have limbs; those of the textbook are integers of Python."""
    problem = Problem.on_board(Board(4, 120), (1, 1), closed=True)
    assert count_tours(problem).undirected == 0
    grid = Problem.on_board(Board(4, 160), (0, 1), closed=True)
    number = count_tours(grid).undirected
    assert number == states_after(best_plan(grid), grid.size)[1] > 2**64


def test_every_step_says_the_vertex_and_the_states():
    steps = []
    with watch_steps(steps.append):
        count_tours(Board(6, 7), closed=True)
    assert steps.pop(0) == "counting: finding the needs that can be met"
    assert all(re.fullmatch(r"counting: \d+ of 42 squares, [\d,]+ states?", step) for step in steps)
    treated = [int(step.split()[1]) for step in steps]
    assert treated == sorted(treated)
    assert set(treated) >= set(range(30))


def test_a_limit_leaves_no_count():
    with pytest.raises(BudgetSpent, match="time limit"):
        count_tours(Board(8, 8), Budget(seconds=0.01))
    with pytest.raises(BudgetSpent, match="node limit"):
        count_tours(Board(6, 6), Budget(nodes=1000))
    with pytest.raises(BudgetSpent, match=r"memory limit of 0.001 GB"):
        count_tours(Board(7, 7), memory=0.001)


@pytest.mark.parametrize("graph", [nx.grid_2d_graph(100, 100), nx.random_regular_graph(3, 5000, seed=1)], ids=str)
@pytest.mark.parametrize("budget", [Budget(seconds=0.2), Budget(nodes=100)], ids=str)
def test_a_limit_holds_on_a_large_graph(graph, budget):
    count_limit = pytest.raises(BudgetSpent, match="limit")
    began = process_time()
    with count_limit:
        count_tours(Problem(graph), budget)
    assert process_time() - began < 30  # several times this before the plan counted its own work


@pytest.mark.parametrize("memory", [0, -1, float("nan")])
def test_a_memory_limit_is_a_number_above_zero(memory):
    with pytest.raises(ProblemError, match="gigabytes above 0"):
        count_tours(Board(5, 5), memory=memory)

"""Checks of a count: another method, the sum over the starts, and what the symmetries of the board demand."""

from __future__ import annotations

import json
import random
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from solvers import Budget, BudgetSpent, Meter, Problem, SolverError, TourCount, count_tours, list_tour_blocks
from solvers.counting import checks
from solvers.counting.checks import check_count
from solvers.counting.symmetric.divisors import symmetry_divisor

COUNTS = json.loads((Path(__file__).parents[2] / "data" / "counts.json").read_text())


def test_few_tours_are_listed_and_many_counted_in_another_order():
    few, many = Problem.on_board(Board(5, 5)), Problem.on_board(Board(3, 16))
    assert check_count(few, count_tours(few)).startswith("every tour listed gives the same number")
    assert check_count(many, count_tours(many)).startswith("another order gives the same number")


def test_what_was_listed_is_not_checked_by_a_list():
    """The frontiers are narrow in the order of a beam search only; a list shows that there are no tours."""
    problem = Problem.on_board(Board(12, 12), (3, 4))
    count = count_tours(problem)
    assert count.peak == 0
    assert "every tour listed" not in check_count(problem, count)


def test_the_starts_add_up_where_there_are_few_states():
    problem = Problem.on_board(Board(3, 7))
    assert "the tours from each square add up to it" in check_count(problem, count_tours(problem))
    assert "add up" not in check_count(problem.with_ends(closed=True), TourCount(None, 0))


@pytest.mark.parametrize("count", [TourCount(1730, 865), TourCount(1732, 866), TourCount(1720, 860)], ids=str)
def test_a_wrong_number_is_refused(count):
    problem = Problem.on_board(Board(5, 5))
    with pytest.raises(SolverError, match=f"{count.undirected}|{count.directed:,} directed"):
        check_count(problem, count)


def test_a_multiple_that_is_wrong_is_found_by_another_method():
    with pytest.raises(SolverError, match="by every tour listed there are 9,862"):
        check_count(Problem.on_board(Board(6, 6), closed=True), TourCount(None, 9870))


def test_the_symmetries_refuse_a_wrong_number_without_another_count():
    """33,439,123,484,294 closed tours of 8x8 stood in print (M. Löbbing and I. Wegener, 1996): it is no multiple of 4."""
    with pytest.raises(SolverError, match="multiple of 4"):
        check_count(Problem.on_board(Board(8, 8), closed=True), TourCount(None, 33_439_123_484_294), Budget(seconds=60))


def test_a_check_keeps_its_budget():
    with pytest.raises(BudgetSpent, match=r"time limit of 0\.01 s; until then, it is a multiple of 4"):
        check_count(Problem.on_board(Board(8, 8), closed=True), TourCount(None, 13_267_364_410_532), Budget(seconds=0.01))


def test_the_symmetries_of_a_graph_are_not_known():
    problem = Problem(nx.petersen_graph())
    assert symmetry_divisor(problem) == (1, 1)
    assert check_count(problem, count_tours(problem)) == "every tour listed gives the same number"


@pytest.mark.parametrize(
    ("board", "closed", "divisor"),
    [("8x8", True, 4), ("6x6", True, 2), ("7x8", True, 2), ("8x8", False, 8), ("7x7", False, 4), ("4x5", False, 2)],
)
def test_what_divides_the_number_of_tours(board, closed, divisor):
    problem = Problem.on_board(Board.parse(board), closed=closed)
    assert symmetry_divisor(problem)[0] == divisor


@pytest.mark.parametrize("table", [each for each in COUNTS if each.startswith(("closed", "undirected", "directed_open"))])
def test_published_numbers_are_multiples(table):
    for board, number in COUNTS[table].get("boards", {}).items():
        if isinstance(number, dict):
            starts = {tuple(map(int, square.split(","))): found for square, found in number.items()}
        else:
            starts = {None: number // 2 if table == "directed_open" else number}
        for start, found in starts.items():
            problem = Problem.on_board(Board.parse(board), start=start, closed=table.startswith("closed"))
            assert problem.size < 2 or found % symmetry_divisor(problem)[0] == 0


def test_the_tours_of_6x6_that_symmetries_keep_are_those_that_the_divisor_allows():
    """Only turns keep a closed tour of 6x6, and a quarter turn keeps some: so 8 / 4 = 2 is all that can be demanded."""
    kept = set()
    for block in list_tour_blocks(Board(6, 6), closed=True, symmetric=True):
        kept |= {name for row in range(len(block)) for name in block.symmetry_names(row)}
    assert kept == {"half turn", "quarter turn"}


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_the_number_of_tours_is_a_multiple_on_every_symmetric_board(seed):
    chance = random.Random(seed)
    rows, cols = chance.choice([(3, 3), (3, 4), (3, 6), (4, 4), (4, 5), (5, 5)])
    middle = [(rows // 2, cols // 2)] if rows % 2 and cols % 2 else []
    corners = [(0, 0), (rows - 1, cols - 1)]
    board = Board(
        rows, cols, chance.choice([[], [], middle, corners, corners[:1]]), chance.choice([None, None, "rows", "both"])
    )
    leaper = chance.choice([(1, 2), (1, 2), (0, 1), (2, 3)])
    if board.wrap and board.size > 16:
        return
    problem = Problem.on_board(board, leaper, closed=chance.random() < 0.5)
    if chance.random() < 0.3:
        problem = problem.with_ends(start=chance.choice(list(board)), closed=problem.closed)
    count = count_tours(problem)
    number = count.directed if count.undirected is None else count.undirected
    assert number % symmetry_divisor(problem)[0] == 0


def test_the_orbits_of_8x8():
    """13,267,364,410,532 closed tours are 1,658,420,855,433 but for symmetry (B. D. McKay, 1997)."""
    problem = Problem.on_board(Board(8, 8), closed=True)
    said = checks._by_orbits(problem, TourCount(None, 13_267_364_410_532), Meter(), None)
    assert said == "with the tours that each symmetry keeps there are 1,658,420,855,433 orbits"
    with pytest.raises(SolverError, match="/ 8 orbits"):
        checks._by_orbits(problem, TourCount(None, 13_267_364_410_536), Meter(), None)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("board", [Board(3, 10), Board(5, 5), Board(5, 6), Board(4, 5, [(0, 0), (3, 4)]), Board(3, 4)], ids=str)
def test_every_count_makes_whole_orbits(board, closed):
    problem = Problem.on_board(board, closed=closed)
    count = count_tours(problem)
    assert "orbits" in checks._by_orbits(problem, count, Meter(), None)
    wrong = TourCount(None if closed else 2 * count.undirected + 2, count.undirected + 1)
    with pytest.raises(SolverError, match="there would be"):
        checks._by_orbits(problem, wrong, Meter(), None)

"""Checks of a count: another method, the sum over the starts, and the orbits under the symmetries of the board."""

import networkx as nx
import pytest

from graphs import Board
from solvers import Budget, BudgetSpent, Meter, Problem, SolverError, TourCount, count_tours
from solvers.counting import checks
from solvers.counting.checks import check_count


def test_few_tours_are_listed_and_many_counted_in_another_order():
    few, many = Problem("5x5"), Problem("3x16")
    assert check_count(few, count_tours(few)).startswith("every tour listed gives the same number")
    assert check_count(many, count_tours(many)).startswith("another order gives the same number")


@pytest.mark.slow
def test_what_was_listed_is_not_checked_by_a_list():
    """The frontiers are narrow in the order of a beam search only; a list shows that there are no tours."""
    problem = Problem.on_board("12x12", (3, 4))
    count = count_tours(problem)
    assert count.peak == 0
    assert "every tour listed" not in check_count(problem, count)


def test_the_starts_add_up_where_there_are_few_states():
    problem = Problem("3x7")
    assert "the tours from each square add up to the same number" in check_count(problem, count_tours(problem))
    assert "add up" not in check_count(problem.with_ends(closed=True), TourCount(None, 0))


@pytest.mark.parametrize("count", [TourCount(1730, 865), TourCount(1732, 866), TourCount(1720, 860)], ids=str)
def test_a_wrong_number_is_refused(count):
    problem = Problem("5x5")
    with pytest.raises(SolverError, match=f"{count.undirected}|{count.directed:,} directed"):
        check_count(problem, count)


def test_a_multiple_that_is_wrong_is_found_by_another_method():
    with pytest.raises(SolverError, match=r"every tour listed.* 9,862"):
        check_count(Problem("6x6", closed=True), TourCount(None, 9870))


def test_a_check_keeps_its_budget():
    with pytest.raises(BudgetSpent, match=r"time limit of 0\.01 s"):
        check_count(Problem("8x8", closed=True), TourCount(None, 13_267_364_410_532), Budget(seconds=0.01))


def test_the_symmetries_of_a_graph_are_not_known():
    problem = Problem(nx.petersen_graph())
    assert check_count(problem, count_tours(problem)) == "every tour listed gives the same number"


def test_the_orbits_of_8x8():
    """13,267,364,410,532 closed tours are 1,658,420,855,433 but for symmetry (B. D. McKay, 1997); 33,439,123,484,294, which
    stood in print before (M. Löbbing and I. Wegener, 1996), make no whole orbits.
    """
    problem = Problem("8x8", closed=True)
    said = checks._by_orbits(problem, TourCount(None, 13_267_364_410_532), Meter(), None)
    assert said == "Burnside's lemma gives 1,658,420,855,433 orbits of tours"
    with pytest.raises(SolverError, match="/ 8 orbits"):
        check_count(problem, TourCount(None, 33_439_123_484_294), Budget(seconds=60))


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("board", ["3x10", "5x5", "5x6", Board(4, 5, [(0, 0), (3, 4)]), "3x4"], ids=str)
def test_every_count_makes_whole_orbits(board, closed):
    problem = Problem(board, closed=closed)
    count = count_tours(problem)
    assert "orbits" in checks._by_orbits(problem, count, Meter(), None)
    wrong = TourCount(None if closed else 2 * count.undirected + 2, count.undirected + 1)
    with pytest.raises(SolverError, match="there would be"):
        checks._by_orbits(problem, wrong, Meter(), None)

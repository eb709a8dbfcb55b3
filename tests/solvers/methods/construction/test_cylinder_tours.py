"""Tours of cylinders and tori, constructed for exactly those that have a closed tour."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board
from solvers import Budget, Cylinders, Problem, solve

SIDES = range(1, 14)


@pytest.mark.parametrize("rows", SIDES)
def test_a_cylinder_has_a_tour_if_the_theorem_says_so_and_no_other_does(rows):
    for cols in SIDES:
        exists = Cylinders().exists(rows, cols)
        for board in (Board(rows, cols, wrap="cols"), Board(cols, rows, wrap="rows")):
            assert (solve(board, "construct", closed=True).tour is not None) == exists
        if rows * cols <= 36:
            assert solve(board, "frontier", closed=True).exists == exists


def test_a_torus_of_three_squares_at_least_has_a_tour():
    """J. J. Watkins and R. L. Hoenigman, Knight's tours on a torus, Mathematics Magazine 70, 1997."""
    for rows, cols in product(SIDES, SIDES):
        torus = Board(rows, cols, wrap="both")
        assert (solve(torus, closed=True).tour is not None) == (rows * cols >= 3)
        is_constructed = rows * cols >= 3 and {rows, cols} - {2, 4} != set()
        assert (solve(torus, "construct", closed=True).tour is not None) == is_constructed


@given(rows=st.integers(3, 120), cols=st.integers(3, 120), wrap=st.sampled_from(["rows", "cols", "both"]), data=st.data())
def test_a_tour_begins_at_any_start_and_leads_over_joined_edges_only_where_they_help(rows, cols, wrap, data):
    board = Board(rows, cols, wrap=wrap)
    problem = Problem.on_board(board, start=data.draw(st.sampled_from([*board])), closed=data.draw(st.booleans()))
    result = solve(problem, "construct")
    assert result.tour is None or result.tour[0] == problem.start
    assert result.exists or not (problem.closed and min(rows, cols) > 4)


def test_a_tour_that_would_take_longer_than_the_limit_is_not_begun():
    result = solve(Board(9001, 9000, wrap="cols"), "construct", closed=True, budget=Budget(seconds=0.5))
    assert (result.exists, result.limit) == (None, "time limit")
    assert result.seconds < 0.5


def test_two_ends_are_joined_without_joined_edges():
    board = Board(8, 9, wrap="cols")
    assert solve(board, "construct", start=(0, 0), end=(7, 8)).exists
    assert "without joined edges" in solve(board, "construct", start=(0, 0), end=(7, 7)).reason
    assert solve(Board(20, 30, wrap="rows"), "construct", leaper=(2, 3), closed=True).exists

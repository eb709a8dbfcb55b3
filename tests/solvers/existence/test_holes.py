"""One square less: each answer agrees with a complete search, and with publications."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from graphs.errors import WrongType
from solvers import Problem, hole_map, solve


@settings(max_examples=10)
@given(
    rows=st.integers(1, 4),
    cols=st.integers(2, 5),
    leaper=st.sampled_from([(1, 2), (0, 1), (1, 1)]),
    wrap=st.sampled_from([None, "cols"]),
    closed=st.booleans(),
)
def test_each_answer_agrees_with_a_complete_search(rows, cols, leaper, wrap, closed):
    board = Board(rows, cols, wrap=wrap)
    for square, result in hole_map(board, leaper=leaper, closed=closed).items():
        problem = Problem.on_board(Board(rows, cols, [square], wrap), leaper, closed=closed)
        assert result.exists == solve(problem, "backtracking").exists
        assert result.tour is None or problem.verify(result.tour)


def test_from_5x7_on_every_square_of_the_corners_colour_can_go():
    """B. Bi, S. Butler, S. DeGraaf and E. Doebel, Knight's tours on boards with odd dimensions, 2015."""
    for board in (Board(5, 7), Board(7, 7), Board(7, 9)):
        left_out = {square for square, result in hole_map(board, closed=True).items() if result.exists}
        assert left_out == {(row, col) for row, col in board if (row + col) % 2 == 0}


def test_a_number_is_not_a_board():
    with pytest.raises(WrongType):
        hole_map(5)

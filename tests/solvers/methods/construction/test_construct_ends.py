"""Constructed tours with a start and an end that are given."""

import random

import pytest

from graphs import Board
from solvers import Problem, Status, UnsupportedProblem, decide, solve


def random_pairs(board, number):
    """Pairs of start and end between which colour allows a tour."""
    chance = random.Random(board.size)
    squares = list(board)
    while number:
        start, end = chance.sample(squares, 2)
        if (sum(start) + sum(end) + board.size) % 2 and (board.size % 2 == 0 or sum(start) % 2 == 0):
            number -= 1
            yield start, end


def constructed(board, start, end, closed=False):
    return solve(Problem.on_board(board, start=start, end=end, closed=closed), "construct")


@pytest.mark.parametrize("name", ["6x6", "6x7", "7x7", "8x8", "9x14", "23x12", "50x50", "51x51", "200x200", "301x203"])
def test_a_tour_between_any_two_right_coloured_squares_is_constructed(name):
    board = Board.parse(name)
    for start, end in random_pairs(board, 25):
        assert constructed(board, start, end).status is Status.FOUND, (start, end)


def test_a_tour_of_a_million_squares_between_any_two():
    board = Board(1000, 1000)
    for start, end in random_pairs(board, 2):
        assert constructed(board, start, end).status is Status.FOUND, (start, end)


@pytest.mark.parametrize("name", ["3x4", "3x7", "3x8", "3x10", "4x5", "4x6", "4x9", "9x4", "10x3"])
def test_on_narrow_boards_a_tour_is_constructed_wherever_there_is_one(name):
    board = Board.parse(name)
    for start, end in random_pairs(board, 40):
        exists = decide(Problem.on_board(board, start=start, end=end)).exists
        assert (constructed(board, start, end).status is Status.FOUND) == exists, (start, end)


@pytest.mark.parametrize("name", ["3x1000", "4x999", "2000x3"])
def test_a_long_narrow_board_between_ends_far_from_its_corners(name):
    board = Board.parse(name)
    long = max(board.rows, board.cols)
    for near, far in [(long // 3, 2 * long // 3 + 1), (long // 4, long // 4 + 15), (7, long - 8)]:
        start, end = ((0, near), (0, far)) if board.cols == long else ((near, 0), (far, 0))
        if (sum(start) + sum(end) + board.size) % 2 == 0:
            end = (0, far + 1) if board.cols == long else (far + 1, 0)
        if board.size % 2 == 0 or sum(start) % 2 == 0:
            assert constructed(board, start, end).status is Status.FOUND, (start, end)


def test_a_closed_tour_may_have_both_ends_given():
    for start, end in [((0, 0), (1, 2)), ((3, 3), (5, 4)), ((9, 9), (7, 8))]:
        assert constructed(Board(10, 10), start, end, closed=True).status is Status.FOUND
    with pytest.raises(UnsupportedProblem, match="side below 5"):
        constructed(Board(3, 10), (0, 0), (1, 2), closed=True)


@pytest.mark.parametrize(("name", "start", "end"), [("8x8", (0, 0), (0, 2)), ("7x7", (0, 1), (0, 0)), ("7x7", (0, 0), (0, 1))])
def test_what_colour_forbids_is_not_constructed(name, start, end):
    found = constructed(Board.parse(name), start, end)
    assert (found.status, found.tour) == (Status.UNKNOWN, None)
    assert found.reason.startswith("it is not constructed")

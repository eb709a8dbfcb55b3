"""Constructed tours with a start and an end that are given."""

import pytest

from graphs import Board, knight_graph
from solvers import decide, solve
from solvers.methods.construction.dividing import Dividing
from tests.solvers.problems import right_pairs


def constructed(board, start, end, closed=False):
    return solve(board, "construct", start=start, end=end, closed=closed)


SQUARE = ["6x6", "6x7", "7x7", "8x8", "9x14", "23x12", "50x50", "51x51", "200x200", "301x203"]


@pytest.mark.parametrize("name, number", [*((name, 15) for name in SQUARE), ("1000x1000", 2)])
def test_a_tour_between_any_two_right_coloured_squares_is_constructed(name, number):
    board = Board.parse(name)
    for start, end in right_pairs(board, number, board.size):
        assert constructed(board, start, end).exists, (start, end)


@pytest.mark.parametrize("name", ["3x4", "3x7", "3x8", "3x10", "4x5", "4x6", "4x9", "9x4", "10x3", "5x5", "5x6"])
def test_on_small_boards_a_tour_is_constructed_wherever_there_is_one(name):
    board = Board.parse(name)
    for start, end in right_pairs(board, 10, board.size):
        exists = decide(board, start=start, end=end).exists
        assert (constructed(board, start, end).tour is not None) == exists, (start, end)


@pytest.mark.parametrize("rows, way", [(3, 1), (3, -1), (4, -1)])
@pytest.mark.parametrize("near, far", [(166, 333), (124, 131), (4, 495)])
def test_a_long_narrow_board_between_ends_far_from_its_corners(rows, near, far, way):
    board = Board(*(rows, 500)[::way])
    assert constructed(board, (0, near)[::way], (0, far)[::way]).exists


def forced_elsewhere(board, start, end):
    """Whether two corners are beside one end: that end is followed by one of them, and the tour ends at the other."""
    graph = knight_graph(board)
    beside = [{corner for corner in graph[one] if graph.degree(corner) == 2} for one in (start, end)]
    return (len(beside[0]) == 2 and end not in beside[0]) or (len(beside[1]) == 2 and start not in beside[1])


@pytest.mark.parametrize("name", ["5x7", "8x5", "5x9", "5x10", "13x5", "5x20", "5x33", "40x5", "5x40", "5x101"])
def test_on_five_rows_a_tour_between_two_squares_is_constructed_wherever_there_is_one(name):
    board = Board.parse(name)
    for start, end in right_pairs(board, 30, board.size):
        found = constructed(board, start, end).tour is not None
        assert found != forced_elsewhere(board, start, end), (start, end)


@pytest.mark.parametrize("name", ["16x17", "17x19", "60x61", "79x83"])
@pytest.mark.parametrize("leaper", [(1, 4), (2, 3), (0, 1)])
def test_tours_of_other_leapers_are_constructed_between_two_squares(leaper, name):
    board = Board.parse(name)
    for start, end in right_pairs(board, 4, 1):
        if Dividing(leaper).is_allowed(board.rows, board.cols, start, end):
            assert solve(board, "construct", leaper=leaper, start=start, end=end).exists, (start, end)


@pytest.mark.parametrize("leaper", [(1, 2), (1, 4), (2, 3)])
@pytest.mark.parametrize("ends", [((0, 0), (498, 600)), ((250, 250), (250, 252)), ((3, 501), (490, 2)), ((0, 598), (498, 2))])
def test_the_ends_may_be_anywhere_on_a_large_board(leaper, ends):
    for turned in (1, -1):
        board = Board(*(499, 603)[::turned])
        assert solve(board, "construct", leaper=leaper, start=ends[0][::turned], end=ends[1][::turned]).exists

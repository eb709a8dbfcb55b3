"""Constructed tours with a start and an end that are given."""

import pytest

from graphs import Board, knight_graph
from solvers import Budget, Problem, decide, solve
from tests.solvers.problems import right_pairs


def constructed(board, start, end, closed=False):
    return solve(board, "construct", start=start, end=end, closed=closed)


SQUARE = ["6x6", "6x7", "7x7", "8x8", "9x14", "23x12", "50x50", "51x51", "200x200", "301x203"]


@pytest.mark.parametrize(("name", "number"), [*((name, 12) for name in SQUARE), ("1000x1000", 2)])
def test_a_tour_between_any_two_right_coloured_squares_is_constructed(name, number):
    board = Board.parse(name)
    for start, end in right_pairs(board, number, board.size):
        assert constructed(board, start, end).exists, (start, end)


@pytest.mark.parametrize("name", ["3x4", "3x7", "3x8", "3x10", "4x5", "4x6", "4x9", "9x4", "10x3", "5x5", "5x6"])
def test_on_small_boards_a_tour_is_constructed_wherever_there_is_one(name):
    board = Board.parse(name)
    for start, end in right_pairs(board, 25, board.size):
        exists = decide(board, start=start, end=end).exists
        assert (constructed(board, start, end).tour is not None) == exists, (start, end)


@pytest.mark.parametrize("rows", [3, 4])
@pytest.mark.parametrize(("near", "far"), [(332, 667), (248, 263), (8, 991)])
@pytest.mark.parametrize("way", [1, -1])
def test_a_long_narrow_board_between_ends_far_from_its_corners(rows, near, far, way):
    board = Board(*(rows, 1000)[::way])
    assert constructed(board, (0, near)[::way], (0, far)[::way]).exists


def forced_elsewhere(board, start, end):
    """Whether two corners are beside one end: that end is followed by one of them, and the tour ends at the other."""
    graph = knight_graph(board)
    beside = [{corner for corner in graph[one] if graph.degree(corner) == 2} for one in (start, end)]
    return (len(beside[0]) == 2 and end not in beside[0]) or (len(beside[1]) == 2 and start not in beside[1])


@pytest.mark.parametrize("name", ["5x7", "8x5", "5x9", "5x10", "13x5", "5x20", "5x33", "40x5", "5x40", "5x101"])
def test_on_five_rows_a_tour_between_two_squares_is_constructed_wherever_there_is_one(name):
    board = Board.parse(name)
    for start, end in right_pairs(board, 60, board.size):
        found = constructed(board, start, end).tour is not None
        assert found != forced_elsewhere(board, start, end), (start, end)


def test_a_node_limit_holds_where_new_walks_follow_the_rotations():
    problem = Problem(Board(5, 6), start=(2, 2), end=(2, 3))  # no such tour
    held = solve(problem, "construct", budget=Budget(nodes=2000))
    assert (held.exists, held.nodes) == (None, 2000)
    assert "node limit" in held.reason


def test_rotations_that_fail_count_as_nodes_too():
    assert constructed(Board(5, 7), (2, 2), (0, 0)).nodes > 35 + 320  # the tour that is rotated, and its rotations


@pytest.mark.parametrize(("name", "start", "end"), [("8x8", (0, 0), (0, 2)), ("7x7", (0, 1), (0, 0)), ("7x7", (0, 0), (0, 1))])
def test_what_colour_forbids_is_not_constructed(name, start, end):
    found = constructed(Board.parse(name), start, end)
    assert (found.exists, found.tour) == (None, None)
    assert found.reason.startswith("it is not constructed")

"""Tours and maps as plain text: a number or a mark on each square, in columns."""

import re

import pytest

from graphs import Board, InvalidTour, Tour, map_text, tour_text

RING = Board(3, 3, holes=[(1, 1)])
KNIGHT_3X4 = Tour.from_grid([[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]])


def test_a_tour_is_written_as_a_grid_of_visiting_numbers():
    assert tour_text(KNIGHT_3X4) == " 1  4  7 10\n12  9  2  5\n 3  6 11  8"


def test_a_hole_is_written_as_a_hash_and_a_square_not_visited_as_a_dot():
    assert tour_text(Tour([(0, 0), (1, 2), (2, 0)], board=RING)) == "1 . .\n. # 2\n3 . ."


def test_the_columns_of_a_text_stand_below_each_other():
    assert len({len(line) for line in tour_text(Tour(Board(12, 9), board=Board(12, 9))).splitlines()}) == 1


def test_what_is_no_tour_of_squares_has_no_grid():
    with pytest.raises(InvalidTour, match="is no square"):
        tour_text(Tour(["a"]))


def test_a_map_has_a_mark_on_each_square_and_numbers_at_its_edges():
    board = Board(3, 4, holes=[(1, 2)])
    marks = {square: "x" if sum(square) % 2 else "o" for square in board}
    assert map_text(board, marks).splitlines() == ["  0 1 2 3", "0 o x o x", "1 x o # o", "2 o x o x"]


def test_the_map_of_one_square():
    assert map_text(Board(1, 1), {(0, 0): "o"}) == "  0\n0 o"


@pytest.mark.parametrize(("rows", "cols"), [(9, 9), (10, 10), (11, 11), (3, 101), (101, 3)])
def test_the_columns_of_a_map_stand_below_each_other(rows, cols):
    lines = map_text(Board(rows, cols), dict.fromkeys(Board(rows, cols), "o")).splitlines()
    assert len(lines) == rows + 1
    assert len({len(line) for line in lines}) == 1
    assert [line.split()[0] for line in lines[1:]] == [str(row) for row in range(rows)]
    assert lines[0].split() == [str(col) for col in range(cols)]
    below = [label.end() - 1 for label in re.finditer(r"\d+", lines[0])]
    assert all([index for index, mark in enumerate(line) if mark == "o"] == below for line in lines[1:])


def test_a_square_without_a_mark_is_a_hole():
    assert map_text(Board(1, 3), {(0, 0): "o"}) == "  0 1 2\n0 o # #"

"""Tours and maps as plain text: a number or a mark on each square, in columns."""

from graphs import Board, Tour, map_text, tour_text

RING = Board(3, 3, holes=[(1, 1)])
KNIGHT_3X4 = Tour.from_grid([[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]])


def test_a_tour_is_written_as_a_grid_of_visiting_numbers():
    assert tour_text(KNIGHT_3X4) == " 1  4  7 10\n12  9  2  5\n 3  6 11  8"


def test_a_hole_is_written_as_a_hash_and_a_square_not_visited_as_a_dot():
    assert tour_text(Tour([(0, 0), (1, 2), (2, 0)], board=RING)) == "1 . .\n. # 2\n3 . ."


def test_a_map_has_a_mark_on_each_square_and_numbers_at_its_edges():
    board = Board(3, 4, holes=[(1, 2)])
    marks = {square: "x" if sum(square) % 2 else "o" for square in board}
    assert map_text(board, marks).splitlines() == ["  0 1 2 3", "0 o x o x", "1 x o # o", "2 o x o x"]


def test_a_square_without_a_mark_is_a_hole():
    assert map_text(Board(1, 3), {(0, 0): "o"}) == "  0 1 2\n0 o # #"

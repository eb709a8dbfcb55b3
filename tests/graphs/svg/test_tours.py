"""Boards and tours as text and as pictures: every move is drawn, every mark is where it should be."""

import itertools
import re
import xml.etree.ElementTree as ElementTree

import cairosvg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, InvalidTour, Tour, board_svg, tour_svg, tour_text
from graphs.svg import tours

SVG = "{http://www.w3.org/2000/svg}"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
RING = Board(3, 3, holes=[(1, 1)])
AROUND = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
KNIGHT_3X4 = Tour.from_grid([[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]])


def parse(svg):
    root = ElementTree.fromstring(svg)
    assert root.tag == SVG + "svg"
    return root


def lines(svg):
    """The tour's path as (from, to) in squares, (row, col); fractions and squares off the board show as they are drawn."""
    path = next(path for path in parse(svg).iter(SVG + "path") if path.get("fill") == "none")
    drawn, pen = [], None
    for command, x, y in re.findall(r"([ML])([-\d.]+) ([-\d.]+)", path.get("d")):
        point = ((float(y) - 5) / 10, (float(x) - 5) / 10)
        if command == "L":
            drawn.append((pen, point))
        pen = point
    return drawn


def marks(svg):
    return [circle.find(SVG + "title").text for circle in parse(svg).iter(SVG + "circle")]


def written(svg):
    """The numbers that are read, each with the square that it stands on; a halo behind them is hidden from readers."""
    groups = [group for group in parse(svg).iter(SVG + "g") if group.get("aria-hidden") != "true"]
    return [(text.text, (float(text.get("y")) // 10, float(text.get("x")) // 10)) for group in groups for text in group]


def holes(svg):
    return {
        (float(mark.get("y")) / 10, float(mark.get("x")) / 10)
        for mark in parse(svg).iter(SVG + "rect")
        if mark.get("fill") == tours.HOLE
    }


def png(svg):
    return cairosvg.svg2png(bytestring=svg.encode())


def png_size(image):
    return int.from_bytes(image[16:20], "big"), int.from_bytes(image[20:24], "big")


def is_knight_move(line):
    (row, col), (other_row, other_col) = line
    return sorted((abs(row - other_row), abs(col - other_col))) == [1, 2]


# Tours


def test_every_move_is_one_line_from_square_to_square():
    assert lines(tour_svg(KNIGHT_3X4)) == list(itertools.pairwise(KNIGHT_3X4))


def test_a_closed_tour_is_drawn_back_to_its_start():
    drawn = lines(tour_svg(Tour(AROUND, closed=True, board=RING)))
    assert len(drawn) == 8
    assert drawn[-1] == ((2, 1), (0, 0))


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 6), st.integers(1, 6), st.booleans(), st.randoms(use_true_random=False))
def test_a_tour_of_n_squares_has_n_less_1_lines_and_n_when_closed(rows, cols, closed, chance):
    board = Board(rows, cols)
    squares = chance.sample(list(board), len(board))
    drawn = lines(tour_svg(Tour(squares, closed and len(board) > 2, board)))
    assert len(drawn) == len(board) - (0 if closed and len(board) > 2 else 1)
    assert [here for here, _ in drawn] == squares[: len(drawn)]


def test_the_start_and_the_end_are_marked():
    assert marks(tour_svg(KNIGHT_3X4)) == ["start (0, 0)", "end (1, 0)"]


def test_a_closed_tour_has_no_end_to_mark():
    assert marks(tour_svg(Tour(AROUND, closed=True))) == ["start (0, 0)"]


def test_a_tour_of_one_square_is_a_start_without_a_move():
    svg = tour_svg(Tour([(0, 0)]))
    assert marks(svg) == ["start (0, 0)"]
    assert lines(svg) == []


def test_holes_are_shown():
    assert holes(tour_svg(Tour(AROUND, board=RING))) == {(1, 1)}
    assert holes(tour_svg(KNIGHT_3X4)) == set()


def test_a_move_over_a_joined_edge_leaves_on_one_side_and_comes_in_on_the_other():
    torus = Board(5, 6, wrap="both")
    assert lines(tour_svg(Tour([(0, 0), (4, 4)], board=torus))) == [((0, 0), (-1, -2)), ((5, 6), (4, 4))]
    assert lines(tour_svg(Tour([(4, 0), (1, 1)], board=torus))) == [((4, 0), (6, 1)), ((-1, 0), (1, 1))]


@pytest.mark.parametrize(
    ("wrap", "count"), [("rows", 2), ("cols", 1), ("both", 2), (None, 1)], ids=["rows", "cols", "both", "none"]
)
def test_only_a_joined_edge_is_crossed(wrap, count):
    assert len(lines(tour_svg(Tour([(0, 0), (5, 2)], board=Board(6, 6, wrap=wrap))))) == count


@settings(deadline=None, max_examples=100)
@given(st.integers(5, 8), st.integers(5, 8), st.sampled_from(["rows", "cols", "both"]), st.data())
def test_each_line_of_a_walk_over_joined_edges_is_a_knight_move_with_one_end_on_the_board(rows, cols, wrap, data):
    board = Board(rows, cols, wrap=wrap)
    moves = [(1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)]
    walk = [(0, 0)]
    for move in data.draw(st.lists(st.sampled_from(moves), max_size=12)):
        walk.append(board.step(walk[-1], move) or walk[-1])
    walk = [here for here, before in zip(walk, [None, *walk], strict=False) if here != before]
    for line in lines(tour_svg(Tour(walk, board=board))):
        assert is_knight_move(line)
        assert line[0] in walk or line[1] in walk


@pytest.mark.parametrize(("board", "there"), [(Board(3, 5, wrap="rows"), (2, 1)), (Board(5, 3, wrap="cols"), (1, 2))])
def test_on_the_narrowest_cylinder_too_a_knight_move_is_drawn_as_one(board, there):
    assert all(map(is_knight_move, lines(tour_svg(Tour([(0, 0), there], board=board)))))


@pytest.mark.parametrize(
    ("board", "numbers", "count"),
    [
        (Board(8, 8), None, 64),
        (Board(16, 16), None, 256),
        (Board(17, 3), None, 0),
        (Board(3, 17), True, 51),
        (Board(8, 8), False, 0),
    ],
)
def test_the_visits_are_numbered_on_boards_small_enough_or_as_asked(board, numbers, count):
    tour = Tour(board, board=board)
    assert written(tour_svg(tour, numbers=numbers)) == [(str(number), square) for number, square in enumerate(board, 1)][:count]


@pytest.mark.parametrize(("size", "pixels"), [(100, ("100", "75")), (1000, ("1000", "750")), (None, ("240", "180"))])
def test_the_size_is_that_of_the_longer_side(size, pixels):
    root = parse(tour_svg(KNIGHT_3X4, size=size))
    assert (root.get("width"), root.get("height")) == pixels


@pytest.mark.parametrize("squares", [["a", "b"], [1, 2, 3], [(0, 0), (-1, 2)]])
def test_what_is_no_tour_of_squares_has_no_picture(squares):
    with pytest.raises(InvalidTour, match="is no square"):
        tour_svg(Tour(squares))


@pytest.mark.parametrize(
    "tour",
    [
        KNIGHT_3X4,
        Tour(Board(8, 8), board=Board(8, 8)),
        Tour(AROUND, closed=True, board=RING),
        Tour([(0, 0), (4, 4), (1, 0)], board=Board(5, 6, wrap="both")),
        Tour([(0, 0)]),
        Tour(Board(100, 100), board=Board(100, 100)),
    ],
    ids=["3x4", "8x8", "holes", "torus", "one square", "100x100"],
)
def test_every_picture_can_be_rendered(tour):
    svg = tour_svg(tour)
    root = parse(svg)
    image = png(svg)
    assert image.startswith(PNG_SIGNATURE)
    assert png_size(image) == (int(root.get("width")), int(root.get("height")))


# Boards


def test_a_board_is_drawn_with_its_holes():
    board = Board(4, 5, holes=[(0, 0), (3, 2)])
    assert holes(board_svg(board)) == set(board.holes)
    assert png(board_svg(board)).startswith(PNG_SIGNATURE)


@pytest.mark.parametrize(("size", "pixels"), [(50, (50, 40)), (500, (500, 400))])
def test_the_size_of_a_board_is_that_of_the_longer_side(size, pixels):
    assert png_size(png(board_svg(Board(4, 5), size=size))) == pixels


def test_half_of_the_chessboard_is_dark_and_the_first_square_is_light():
    dark = next(path for path in parse(board_svg(Board(8, 8))).iter(SVG + "path") if path.get("fill") == tours.DARK)
    squares = {(int(y) // 10, int(x) // 10) for x, y in re.findall(r"M(\d+) (\d+)", dark.get("d"))}
    assert squares == {(row, col) for row in range(8) for col in range(8) if (row + col) % 2}


# Notebooks


def test_a_notebook_shows_boards_and_tours_as_pictures():
    assert Board(3, 4)._repr_svg_() == board_svg(Board(3, 4))
    assert KNIGHT_3X4._repr_svg_() == tour_svg(KNIGHT_3X4)


def test_a_notebook_shows_a_tour_of_other_nodes_as_text():
    assert Tour(["a", "b"])._repr_svg_() is None


def test_a_notebook_shows_a_tour_without_squares():
    picture = Tour([])._repr_svg_()
    assert picture is None or parse(picture) is not None


# Text


def test_a_tour_is_written_as_a_grid_of_visiting_numbers():
    assert tour_text(KNIGHT_3X4) == " 1  4  7 10\n12  9  2  5\n 3  6 11  8"


def test_a_hole_is_written_as_a_hash_and_a_square_not_visited_as_a_dot():
    assert tour_text(Tour(AROUND[:3], board=RING)) == "1 . .\n. # 2\n3 . ."


def test_the_columns_of_a_text_stand_below_each_other():
    assert len({len(line) for line in tour_text(Tour(Board(12, 9), board=Board(12, 9))).splitlines()}) == 1


def test_what_is_no_tour_of_squares_has_no_grid():
    with pytest.raises(InvalidTour, match="is no square"):
        tour_text(Tour(["a"]))

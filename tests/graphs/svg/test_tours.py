"""Boards and tours as pictures: every move is drawn, every mark is where it should be; a picture can draw itself."""

import io
import itertools
import re
import xml.etree.ElementTree as ElementTree

import cairosvg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from graphs import Board, Tour, board_svg, leaper_moves, tour_svg
from graphs.svg import palette
from solvers import Problem, solve
from tests.small import AROUND, KNIGHT_3X4, RING

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg):
    root = ElementTree.fromstring(svg)
    assert root.tag == SVG + "svg"
    return root


def pieces(svg):
    """The pieces of the tour's line: the colour of each, and its corners as squares (row, col), with fractions."""
    group = next((group for group in parse(svg).iter(SVG + "svg") if group.get("fill") == "none"), [])
    runs = [
        (path.get("stroke"), re.findall(r"([-\d.]+) ([-\d.]+)", run)) for path in group for run in path.get("d").split("M")[1:]
    ]
    return [(colour, [((float(y) - 5) / 10, (float(x) - 5) / 10) for x, y in run]) for colour, run in runs]


def lines(svg):
    """The tour's line as (from, to) in squares, (row, col); fractions show as they are drawn."""
    return [line for _, piece in pieces(svg) for line in itertools.pairwise(piece)]


def marks(svg):
    named = [mark for mark in board_group(svg) if mark.find(SVG + "title") is not None]
    return [(mark.find(SVG + "path").get("data-mark"), mark.findtext(SVG + "title")) for mark in named]


def paths(svg):
    return list(parse(svg).iter(SVG + "path"))


def board_group(svg):
    return next(group for group in parse(svg).iter(SVG + "g") if group.get("transform"))


def written(svg):
    """The numbers that are read, each with the square that it stands on; a seam behind them is hidden from readers."""
    groups = [group for group in board_group(svg) if group.tag == SVG + "g" and group.get("aria-hidden") != "true"]
    texts = [text for group in groups for text in group.iter(SVG + "text")]
    return [(text.text, (float(text.get("y")) // 10, float(text.get("x")) // 10)) for text in texts]


def edge_numbers(svg):
    """The numbers of the rows and of the columns at the edges."""
    found = [text for text in parse(svg) if text.tag == SVG + "text" and text.text.isdigit()]
    return tuple([int(text.text) for text in found if text.get("text-anchor") == anchor] for anchor in ("end", "middle"))


def rendered(svg):
    """The pixels of a picture, and its edge and scale: the left and the top of its first square, the pixels of a unit."""
    transform = board_group(svg).get("transform")
    image = Image.open(io.BytesIO(cairosvg.svg2png(bytestring=svg.encode())))
    return image.convert("RGB"), [float(number) for number in re.findall(r"[\d.]+", transform)]


def lies_along_a_knight_move(line):
    (row, col), (other_row, other_col) = line
    short, long = sorted((abs(row - other_row), abs(col - other_col)))
    return 0 < long <= 2 and long == pytest.approx(2 * short, abs=1e-4)


# Tours


@given(st.integers(1, 6), st.integers(1, 6), st.booleans(), st.randoms(use_true_random=False))
def test_a_tour_of_n_squares_has_n_less_1_lines_and_n_when_closed(rows, cols, closed, chance):
    board = Board(rows, cols)
    squares = chance.sample(list(board), len(board))
    drawn = lines(tour_svg(Tour(squares, closed and len(board) > 2, board)))
    assert len(drawn) == len(board) - (0 if closed and len(board) > 2 else 1)
    assert [here for here, _ in drawn] == squares[: len(drawn)]


def test_the_start_and_the_end_are_marked_and_captioned():
    svg = tour_svg(KNIGHT_3X4)
    assert marks(svg) == [("disc", "start 0,0"), ("square", "end 1,0")]
    assert {"start 0,0", "end 1,0"} <= {text.text for text in parse(svg) if text.tag == SVG + "text"}


@pytest.mark.parametrize(
    "wraps, squares, drawn",
    [
        (["rows", "both"], [(0, 1), (4, 3)], [((0, 1), (-1, 3)), ((5, 1), (4, 3))]),
        (["cols", "both"], [(2, 5), (3, 1)], [((2, 5), (3, 7)), ((2, -1), (3, 1))]),
        (["both"], [(4, 0), (1, 5)], [((4, 0), (6, -1)), ((-1, 6), (1, 5))]),
    ],
)
def test_a_move_over_a_joined_edge_leaves_on_one_side_and_comes_in_on_the_other(wraps, squares, drawn):
    for wrap in wraps:
        assert lines(tour_svg(Tour(squares, board=Board(5, 6, wrap=wrap)))) == drawn


def test_what_lies_off_the_board_is_not_drawn():
    torus = Board(5, 6, wrap="both")
    drawn, _ = rendered(tour_svg(Tour([(2, 5), (3, 1)], board=torus)))
    bare, (left, top, *_) = rendered(board_svg(torus))
    margin = (0, int(top), int(left) - 2, bare.height - 20)
    assert drawn.crop(margin).tobytes() == bare.crop(margin).tobytes()


@given(st.integers(5, 8), st.integers(5, 8), st.sampled_from(["rows", "cols", "both"]), st.data())
def test_each_line_of_a_walk_over_joined_edges_is_a_knight_move_with_an_end_on_the_board(rows, cols, wrap, data):
    board = Board(rows, cols, wrap=wrap)
    walk = [(0, 0)]
    for move in data.draw(st.lists(st.sampled_from(leaper_moves((1, 2))), max_size=12)):
        walk.append(board.step(walk[-1], move) or walk[-1])
    walk = [here for here, before in zip(walk, [None, *walk], strict=False) if here != before]
    for line in lines(tour_svg(Tour(walk, board=board))):
        assert lies_along_a_knight_move(line)
        assert line[0] in walk or line[1] in walk


@pytest.mark.parametrize("board, count", [(Board(8, 8), 64), (Board(16, 16), 256), (Board(17, 3), 0), (Board(3, 17), 0)])
def test_the_visits_are_numbered_on_boards_small_enough(board, count):
    assert written(tour_svg(Tour(board, board=board))) == [(str(number), at) for number, at in enumerate(board, 1)][:count]


@pytest.mark.parametrize("tour", [KNIGHT_3X4, Tour(AROUND, closed=True, board=RING), Tour([(0, 0)]), Tour(Board(60, 60))])
def test_every_picture_can_be_rendered_and_its_line_grows_lighter(tour):
    svg = tour_svg(tour)
    assert rendered(svg)[0].size == (int(parse(svg).get("width")), int(parse(svg).get("height")))
    colours = [colour for colour, _ in pieces(svg)]
    shades = [sum(bytes.fromhex(colour[1:])) for colour in colours]
    assert shades == sorted(shades)
    assert len(tour) == 1 or (colours[0], colours[-1]) == palette.PATH


# Boards


def test_a_board_is_drawn_with_its_holes():
    board = Board(4, 5, holes=[(0, 0), (3, 2)])
    (drawn,) = (path.get("d") for path in paths(board_svg(board)) if path.get("data-mark") == "hole")
    assert {(int(y) // 10, int(x) // 10) for x, y in re.findall(r"M(\d+) (\d+)", drawn)} == board.holes


def test_half_of_the_chessboard_is_dark_and_the_first_square_is_light():
    image, (left, top, scale) = rendered(board_svg(Board(8, 8)))
    for row, col in Board(8, 8):
        pixel = image.getpixel((round(left + (10 * col + 5) * scale), round(top + (10 * row + 5) * scale)))
        assert "#" + bytes(pixel).hex() == (palette.DARK if (row + col) % 2 else palette.LIGHT)


@pytest.mark.parametrize("picture", [board_svg, lambda board: tour_svg(Tour(board, board=board))])
@pytest.mark.parametrize("rows, cols", [(1, 1), (3, 8), (8, 3), (40, 40)])
def test_up_to_40_rows_and_columns_each_has_its_number(picture, rows, cols):
    assert edge_numbers(picture(Board(rows, cols))) == (list(range(rows)), list(range(cols)))


@pytest.mark.parametrize("wrap, edges", [(None, 0), ("rows", 2), ("cols", 2), ("both", 4)])
def test_joined_edges_are_dashed(wrap, edges):
    dashed = [path.get("d") for path in paths(board_svg(Board(5, 6, wrap=wrap))) if path.get("stroke-dasharray")]
    assert sum(path.count("M") for path in dashed) == edges


def test_a_board_shows_its_known_steps_as_numbers():
    picture = board_svg(Board(5, 5), {1: (0, 0), 17: (2, 3)})
    assert palette.GIVEN.fill in picture
    assert re.findall(r">(\d+)</text>", picture)[-2:] == ["1", "17"]
    assert 'aria-label="A board of 5x5 with 2 known steps"' in picture
    assert palette.GIVEN.fill not in board_svg(Board(5, 5))


def test_a_tour_shows_which_of_its_steps_were_given():
    tour = solve("6x6").tour
    picture = tour_svg(tour, steps={9: tour[8], 20: tour[19]})
    assert picture.count(palette.GIVEN.fill) == 2  # the squares and the legend
    assert "2 steps given" in picture
    bold = re.findall(r"<text[^>]*bold[^>]*>(\d+)<", picture)
    assert set(bold) == {"9", "20"}
    assert "given" not in tour_svg(tour)


def test_a_problem_shows_itself_with_its_known_steps():
    assert board_svg(Board(5, 5), {1: (0, 0), 3: (2, 4)}) == Problem("5x5", start="a5", steps={3: "e3"})._repr_svg_()


def test_a_dot_on_each_square_shows_where_moves_in_a_line_end():
    tour = Tour([(0, 0), (1, 2), (2, 4), (0, 3)], board=Board(3, 5))
    (dots,) = re.findall(r'<path d="([^"]*)"[^>]*data-mark="dots"', tour_svg(tour))
    assert dots == "M5 5h0M25 15h0M45 25h0M35 5h0"
    assert 'data-mark="dots"' not in tour_svg(solve("17x17").tour)

"""Known steps in pictures: a board with the givens alone, and a tour in which they are marked."""

import re

from graphs import Board, board_svg, tour_svg
from graphs.svg import palette
from solvers import Problem, solve


def test_a_board_shows_its_known_steps_as_numbers():
    picture = board_svg(Board(5, 5), {1: (0, 0), 17: (2, 3)})
    assert palette.GIVEN.fill in picture
    assert re.findall(r">(\d+)</text>", picture)[-2:] == ["1", "17"]
    assert 'aria-label="A board of 5x5 with 2 known steps"' in picture
    assert palette.GIVEN.fill not in board_svg(Board(5, 5))


def test_a_tour_shows_which_of_its_steps_were_given():
    tour = solve(Board(6, 6)).tour
    picture = tour_svg(tour, steps={9: tour[8], 20: tour[19]})
    assert picture.count(palette.GIVEN.fill) == 2  # the squares and the legend
    assert "2 steps given" in picture
    bold = re.findall(r"<text[^>]*bold[^>]*>(\d+)<", picture)
    assert set(bold) == {"9", "20"}
    assert "given" not in tour_svg(tour)


def test_a_problem_shows_itself_with_its_known_steps():
    assert board_svg(Board(5, 5), {1: (0, 0), 3: (2, 4)}) == Problem(Board(5, 5), start="a5", steps={3: "e3"})._repr_svg_()

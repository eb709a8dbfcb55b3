"""A picture that draws itself: without its style sheet it is the still picture, whole."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from graphs import Board, Tour, tour_svg

SVG = "{http://www.w3.org/2000/svg}"
KNIGHT_3X4 = Tour.from_grid([[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]])
TORUS = Tour([(0, 0), (4, 4), (1, 0), (2, 4), (3, 0)], board=Board(5, 6, wrap="both"))
RING = Tour([(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)], closed=True)
TOURS = pytest.mark.parametrize(
    "tour",
    [KNIGHT_3X4, TORUS, RING, Tour([(0, 0)]), Tour(Board(20, 20))],
    ids=["3x4", "torus", "closed", "one square", "20x20"],
)
LINE, MARK = "tour-draw", "tour-wait"


def animated(tour):
    """The elements with an animation: their kind, the seconds before they begin, the seconds that they take."""
    found = []
    for element in ElementTree.fromstring(tour_svg(tour, animate=True)).iter():
        kind = element.get("class")
        if kind is not None:
            times = dict(re.findall(r"animation-(\w+):([\d.e+-]+)s", element.get("style")))
            found.append((kind, float(times.get("delay", 0)), float(times["duration"])))
    return found


@TOURS
def test_without_its_style_it_is_the_still_picture(tour):
    svg = re.sub(r"<style>.*?</style>\n", "", tour_svg(tour, animate=True), flags=re.DOTALL)
    svg = re.sub(r' class="[^"]*"| pathLength="1"| style="animation[^"]*"', "", svg)
    assert svg == tour_svg(tour)


@TOURS
def test_the_pieces_of_the_line_follow_each_other(tour):
    times = [(delay, delay + duration) for kind, delay, duration in animated(tour) if kind == LINE]
    assert times == sorted(times)
    ends = [end for _, end in times]
    assert all(begin <= end + 0.01 for (begin, _), end in zip(times[1:], ends, strict=False))
    assert not times or times[0][0] == 0


def test_the_end_appears_when_the_line_arrives():
    drawn = max(delay + duration for kind, delay, duration in animated(KNIGHT_3X4) if kind == LINE)
    shown = max(duration for kind, _, duration in animated(KNIGHT_3X4) if kind == MARK)
    assert shown == pytest.approx(drawn, abs=0.01)


@pytest.mark.parametrize("side", [2, 5, 20, 60])
def test_a_drawing_takes_a_time_that_a_reader_waits_for(side):
    times = [delay + duration for _, delay, duration in animated(Tour(Board(side, side)))]
    assert 3 <= round(max(times), 3) <= 30

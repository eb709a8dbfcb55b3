"""Maps of squares as text, charts of coloured cells as SVG."""

import re
import xml.etree.ElementTree as ElementTree

import cairosvg
import pytest

from graphs import Board, chart_svg, map_text

SVG = "{http://www.w3.org/2000/svg}"
GREEN, RED, GREY = "#2e8b57", "#c0392b", "#8a8a8a"


def drawn(svg, tag):
    return [element for element in ElementTree.fromstring(svg).iter() if element.tag == SVG + tag]


def texts(svg):
    return [element.text for element in drawn(svg, "text")]


def rendered(svg):
    """Width and height of the picture in pixels, as a renderer sees it."""
    png = cairosvg.svg2png(bytestring=svg.encode())
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def plain(rows, cols, text=""):
    """A chart of so many green cells."""
    cells = [[(GREEN, text)] * cols for _ in range(rows)]
    return {"cells": cells, "rows": range(rows), "cols": range(cols), "legend": {GREEN: "fine"}}


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


def test_a_chart_has_a_rectangle_for_each_cell_in_its_colour():
    svg = chart_svg([[(GREEN, ""), (RED, "")], [(None, ""), (GREEN, "")]], rows=[0, 1], cols=[0, 1], legend={})
    fills = [each.get("fill") for each in drawn(svg, "rect") if each.get("x")]
    assert fills[:2] == [GREEN, RED]
    assert fills[3] == GREEN
    assert fills[2] not in (GREEN, RED)
    assert len({(each.get("x"), each.get("y")) for each in drawn(svg, "rect") if each.get("x")}) == 4


def test_a_chart_has_its_labels_its_texts_and_its_legend():
    legend = {GREEN: "has a tour", RED: "has none"}
    svg = chart_svg([[(GREEN, "12"), (RED, "")]], rows=["3"], cols=["4", "5"], legend=legend)
    assert sorted(texts(svg)) == sorted(["3", "4", "5", "12", "has a tour", "has none"])
    assert [each.get("fill") for each in drawn(svg, "rect")][-2:] == [GREEN, RED]


@pytest.mark.parametrize("text", ["<&>", "a & b", '"quoted"', "● × ?", "</svg>"])
def test_any_text_can_be_in_a_cell_a_label_and_the_legend(text):
    svg = chart_svg([[(GREEN, text)]], rows=[text], cols=[text], legend={GREEN: text})
    assert texts(svg) == [text] * 4
    assert rendered(svg)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (3, 8), (8, 3), (40, 40), (1, 200), (200, 1)])
def test_a_chart_is_a_picture_of_a_size_that_can_be_shown(rows, cols):
    width, height = rendered(chart_svg(**plain(rows, cols)))
    assert max(width, height) <= 1600
    assert min(width, height) >= 8


@pytest.mark.parametrize(("rows", "cols"), [(3, 8), (8, 3), (5, 5)])
def test_the_longer_side_can_be_chosen(rows, cols):
    assert max(rendered(chart_svg(**plain(rows, cols), size=500))) == 500


@pytest.mark.parametrize("rows", [1, 2, 5])
@pytest.mark.parametrize("words", [1, 4, 12])
def test_everything_is_inside_the_picture(rows, words):
    legend = {GREEN: "tour " * words, RED: "none " * words, GREY: "unknown"}
    chart = plain(rows, 2, text="99") | {"legend": legend}
    svg = chart_svg(**chart)
    _, _, width, height = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    for each in drawn(svg, "rect")[1:]:
        assert 0 <= float(each.get("x")) <= float(each.get("x")) + float(each.get("width")) <= width
        assert 0 <= float(each.get("y")) <= float(each.get("y")) + float(each.get("height")) <= height
    for each in drawn(svg, "text"):
        assert 0 < float(each.get("y")) < height
    longest = max(drawn(svg, "text"), key=lambda each: len(each.text))
    assert float(longest.get("x")) + 1.6 * len(longest.text) < width  # a letter of this size is about 1.7 units wide


def test_rows_and_labels_must_be_as_many():
    with pytest.raises(ValueError, match=r"longer|shorter"):
        chart_svg([[(GREEN, "")], [(GREEN, "")]], rows=[0], cols=[0], legend={})


def test_the_same_chart_is_the_same_text():
    assert chart_svg(**plain(3, 4)) == chart_svg(**plain(3, 4))

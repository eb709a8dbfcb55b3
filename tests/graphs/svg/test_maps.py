"""Maps, tables and small multiples: each cell has its look, and the legend explains every look."""

import itertools
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import cairosvg
import pytest

from graphs import Board, Tour, map_svg, small_multiples_svg
from graphs.svg.board_maps import MapCell
from graphs.svg.page import MARGIN, OUTLINES, page_text_width
from graphs.svg.palette import CLOSED, HOLE_SQUARE, NO, START_SQUARE, UNKNOWN, YES, Look

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg, tag):
    return [element for element in ElementTree.fromstring(svg).iter() if element.tag == SVG + tag]


def texts(svg):
    return [element.text for element in drawn(svg, "text")]


def filled(svg):
    return [path for path in drawn(svg, "path") if path.get("data-mark") is None]


def squares_of(path):
    """The squares that a path draws: x, y and side of each."""
    return [tuple(map(float, each)) for each in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)", path.get("d"))]


def fills(svg):
    """How many cells of each fill are drawn, those of the legend included."""
    found = Counter()
    for path in filled(svg):
        found[path.get("fill")] += path.get("d").count("M")
    return found


def marks(svg):
    """How many marks of each kind are drawn; a question mark has a hook and a dot, a cross two strokes."""
    strokes = {"question": r"M[^M]*M", "cross": "M"}
    found = Counter()
    for path in drawn(svg, "path"):
        mark = path.get("data-mark")
        if mark is not None:
            found[mark] += len(re.findall(strokes.get(mark, "M"), path.get("d")))
    return found


def plain(rows, cols, text=""):
    """A map of so many cells that say yes."""
    lines = [[(YES, text)] * cols for _ in range(rows)]
    return {"cells": lines, "rows": range(rows), "cols": range(cols), "title": "A map", "legend": [(YES, "fine")]}


# Maps and tables


def test_each_cell_has_the_fill_and_the_mark_of_its_look():
    lines = [[(YES, ""), (NO, ""), (YES, "")], [(UNKNOWN, ""), (HOLE_SQUARE, ""), (CLOSED, "7")]]
    svg = map_svg(lines, rows=[0, 1], cols=[0, 1, 2], title="A map", legend=[])
    assert fills(svg) == {YES.fill: 2, NO.fill: 1, UNKNOWN.fill: 1, HOLE_SQUARE.fill: 1, CLOSED.fill: 1}
    assert marks(svg) == {"disc": 2, "cross": 1, "question": 1, "ring": 1}


def test_a_map_has_its_title_its_labels_its_texts_and_its_legend():
    legend = [(YES, "has a tour"), (NO, "has none"), ("12", "a number")]
    svg = map_svg([[(YES, "34"), (NO, "")]], rows=["3"], cols=["4", "5"], title="A map", legend=legend)
    assert sorted(texts(svg)) == sorted(["A map", "3", "4", "5", "34", "has a tour", "has none", "12", "a number"])
    assert fills(svg) == {YES.fill: 2, NO.fill: 2}


@pytest.mark.parametrize("text", ["<&>", "a & b", '"quoted"', "● × ?", "</svg>"])
def test_any_text_can_be_in_a_cell_a_label_the_title_and_the_legend(text):
    svg = map_svg([[(YES, text)]], rows=[text], cols=[text], title=text, legend=[(YES, text), (text, text)])
    assert texts(svg) == [text] * 7
    assert cairosvg.svg2png(bytestring=svg.encode())


@pytest.mark.parametrize("rows", [1, 2, 5, 11, 101])
@pytest.mark.parametrize("words", [1, 4, 12])
def test_everything_is_inside_the_picture(rows, words):
    legend = [(YES, "tour " * words), (NO, "none " * words), (UNKNOWN, "unknown")]
    svg = map_svg(**plain(rows, 2, text="99") | {"legend": legend})
    _, _, width, height = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    for path in filled(svg):
        for x, y, side in squares_of(path):
            assert 0 <= x <= x + side <= width
            assert 0 <= y <= y + side <= height
    for each in drawn(svg, "text"):
        length, place = 0.5 * float(each.get("font-size")) * len(each.text), float(each.get("x"))
        left = place - {"start": 0, "middle": 0.5, "end": 1}[each.get("text-anchor")] * length
        assert 0 <= left <= left + length <= width
        assert float(each.get("font-size")) <= float(each.get("y")) <= height


@pytest.mark.parametrize("rows", [1, 2, 9, 10, 11, 12, 41])
def test_the_legend_lies_below_the_cells_one_line_below_the_other(rows):
    legend = [(YES, "fine"), ("12", "a number"), (NO, "bad"), (None, "a sentence")]
    svg = map_svg(**plain(rows, 2) | {"legend": legend})
    cells = squares_of(filled(svg)[0])[: 2 * rows]
    bottom, left = max(y + side for _, y, side in cells), min(x for x, _, _ in cells)
    lines = [next(each for each in drawn(svg, "text") if each.text == words) for _, words in legend]
    heights = [float(line.get("y")) for line in lines]
    assert bottom < heights[0] - float(lines[0].get("font-size"))
    assert all(lower - upper > float(lines[0].get("font-size")) for upper, lower in itertools.pairwise(heights))
    assert all(float(line.get("x")) >= left - 0.1 for line in lines)
    swatches = [squares_of(path)[0] for path in filled(svg)[1:]]
    for line, (x, y, width) in zip((lines[0], lines[2]), swatches, strict=True):
        assert bottom + MARGIN < y < float(line.get("y")) < y + width
        assert x + width < float(line.get("x"))


# Small multiples


def pairs(board):
    return {start: {end: START_SQUARE if end == start else NO for end in board} for start in board}


def small(rows, cols, **options):
    maps = pairs(Board(rows, cols))
    return small_multiples_svg(maps, rows=rows, cols=cols, title="Pairs", legend=[(START_SQUARE, "the start")], **options)


def test_there_is_a_small_map_for_each_square():
    svg = small(3, 4)
    assert fills(svg) == {START_SQUARE.fill: 12 + 1, NO.fill: 12 * 11}
    assert marks(svg) == {"diamond": 12 + 1, "cross": 12 * 11}


@pytest.mark.parametrize("rows, cols", [(3, 4), (4, 3), (5, 5), (1, 6)])
def test_small_maps_lie_as_the_squares_do_and_do_not_touch(rows, cols):
    path = next(path for path in filled(small(rows, cols)) if path.get("fill") == START_SQUARE.fill)
    cells = squares_of(path)[: rows * cols]
    lefts, tops, (side,) = map(set, zip(*cells, strict=True))
    assert (len(lefts), len(tops)) == (cols, rows)
    assert min((b - a for a, b in itertools.pairwise(sorted(lefts))), default=999) > (cols + 1) * side
    assert cells == sorted(cells, key=lambda cell: (cell[1], cell[0]))


def test_the_marks_differ_from_each_other_when_rendered():
    looks = [[(Look("#ffffff", mark, "#000000"), "")] for mark in OUTLINES]
    pictures = [map_svg([cell], rows=[""], cols=[""], title="", legend=[]) for cell in looks]
    assert len({cairosvg.svg2png(bytestring=svg.encode()) for svg in pictures}) == len(OUTLINES)


# Posters


def test_a_poster_has_a_line_for_each_tour_and_the_meaning_of_each_word_beside_it():
    tour = Tour([(0, 0), (1, 2), (2, 4)], board=Board(3, 5))
    cells = [[MapCell(YES, tour=tour), MapCell(NO, "cut set")]]
    svg = map_svg(cells, rows=["knight"], cols=[1, 2], title="", legend=[], words={"cut set": "a reason"})
    assert 'd="M0 0l4 2"' in svg
    *_, word, meaning = (each for each in drawn(svg, "text") if each.text in ("cut set", "a reason"))
    assert float(word.get("x")) + page_text_width("cut set") < float(meaning.get("x"))
    corner = float(re.search(r'<rect x="([\d.]+)"', svg)[1])
    middle, unit = map(float, re.search(r"translate\(([\d.]+) .* scale\(([\d.]+)", svg).groups())
    assert corner < middle - unit / 2

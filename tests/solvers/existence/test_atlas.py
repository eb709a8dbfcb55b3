"""The atlas of leapers: which leapers it holds, that its answers are those of `decide`, and its text and its poster."""

from dataclasses import replace
from math import gcd
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board
from graphs.svg.page import page_text_width
from solvers import Budget, Problem, decide
from solvers.existence.answer_texts import answer_looks, answer_table_svg
from solvers.existence.answers import BoardTable
from solvers.existence.maps import connectable_leapers, each_map_table, tour_map
from solvers.workers import process_executor
from tests.evidence import assert_holds

SMALL = [Problem.on_board(Board(side, side), leaper) for side in range(3, 11) for leaper in connectable_leapers(5)]


@pytest.fixture(scope="module")
def cells():
    return list(map(tour_map, SMALL))


@given(st.integers(1, 30))
def test_the_leapers_are_those_of_knuths_theorem(most):
    """r + s is prime to r - s; a leaper whose two numbers are equal, or are not both positive, is no case of the theorem."""
    pairs = {(r, s) for s in range(1, most) for r in range(1, s + 1) if r + s <= most and gcd(r + s, s - r) == 1}
    assert set(connectable_leapers(most)) == pairs | {(0, 1)}


def test_every_answer_is_that_of_decide_with_a_tour_or_a_reason(cells):
    for cell in cells:
        for asked, verdict in cell.questions():
            assert verdict.exists is decide(asked).exists, cell
            assert_holds(asked, verdict)


def test_a_closed_tour_is_an_open_one():
    cell = tour_map(Problem("6x6"))
    assert cell[None].tour.squares == cell.closed.tour.squares
    assert not cell[None].tour.closed


ANTELOPE = ["none", "open", "closed", "open", "none", "open", "closed"]


@pytest.mark.parametrize(
    "leaper, side, answer",
    [((1, 4), 11, "none"), ((2, 3), 13, "none"), *(((3, 4), side, answer) for side, answer in enumerate(ANTELOPE, 20))],
)
def test_the_boards_that_were_open_or_costly_elsewhere(leaper, side, answer):
    cell = tour_map(Problem.on_board(Board(side, side), leaper))
    assert cell.kind == {"none": "impossible"}.get(answer, answer)


def test_cells_over_processes_are_the_same(cells):
    with process_executor(2, None) as executor:
        assert dict(each_map_table(SMALL, tour_map, executor)) == dict(enumerate(cells))


def test_an_open_tour_is_unknown_within_a_small_budget_and_the_other_answer_is_given():
    cell = tour_map(Problem.on_board("11x11", (2, 3)), Budget(nodes=1))
    assert (cell.exists, cell.closed.exists) == (None, False)


def test_closed_tours_alone_are_decided_alone(cells):
    alone = [tour_map(problem, closed=True) for problem in SMALL]
    assert [len(cell) for cell in alone] == [0] * len(SMALL)
    assert [cell.closed for cell in alone] == [cell.closed for cell in cells]


@pytest.mark.parametrize("closed", [False, True])
def test_the_poster_can_be_rendered_and_explains_its_words(cells, closed):
    import cairosvg

    table = BoardTable([replace(cell, verdicts={}) for cell in cells] if closed else cells)
    picture = answer_table_svg(table)
    assert cairosvg.svg2png(bytestring=picture.encode())[:4] == b"\x89PNG"
    answers = [cell.closed if closed else cell[None] for cell in cells]
    assert picture.count(" scale(") == sum(verdict.exists for verdict in answers)
    drawn = texts_of(picture)
    meanings = {verdict.evidence.label: verdict.evidence.meaning for verdict in answers if not verdict.exists}
    del meanings["apart"]
    assert {"cut set", "without a few squares the board falls into too many parts"} <= drawn
    assert {*meanings, *meanings.values(), answer_looks(table)["apart"]} <= drawn
    assert "apart" not in drawn


def texts_of(picture):
    return {each.text for each in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")}


def test_a_poster_without_a_word_or_a_tour_can_be_drawn():
    assert "3x3" in texts_of(answer_table_svg(BoardTable([tour_map(Problem("3x3"))])))
    assert answer_table_svg(BoardTable([])).startswith("<svg")


def test_no_text_of_the_poster_is_cut_off(cells):
    root = ElementTree.fromstring(answer_table_svg(BoardTable(cells)))
    _, _, width, height = map(float, root.get("viewBox").split())
    for each in root.iter("{http://www.w3.org/2000/svg}text"):
        x, size = float(each.get("x")), float(each.get("font-size"))
        extent = page_text_width(each.text or "", size)
        left = {"start": x, "middle": x - extent / 2, "end": x - extent}[each.get("text-anchor")]
        assert left >= 0, each.text
        assert left + extent <= width, each.text
        assert size <= float(each.get("y")) <= height

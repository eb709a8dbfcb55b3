"""The atlas of leapers: which leapers it holds, and that its answers are those of `decide`."""

from math import gcd
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board
from graphs.obstructions import ForcedMoves
from graphs.svg.page import text_width
from solvers import BoardVerdicts, Budget, Problem, decide
from solvers.existence.tables import NOT_DECIDED, connectable_leapers, each_cell, with_tours
from solvers.existence.views import atlas_svg, atlas_text, meanings_of
from solvers.workers import process_executor
from tests.evidence import assert_holds

SMALL = [BoardVerdicts(leaper, Board(side, side)) for side in range(3, 11) for leaper in connectable_leapers(5)]
ZEBRA = BoardVerdicts((2, 3), Board(11, 11))


@pytest.fixture(scope="module")
def cells():
    return list(map(with_tours, SMALL))


@given(st.integers(1, 30))
def test_the_leapers_are_those_of_knuths_theorem(most):
    """r + s is prime to r - s; a leaper whose two numbers are equal, or are not both positive, is no case of the theorem."""
    pairs = {(r, s) for s in range(1, most) for r in range(1, s + 1) if r + s <= most and gcd(r + s, s - r) == 1}
    assert set(connectable_leapers(most)) == pairs | {(0, 1)}


def test_every_answer_is_that_of_decide_with_a_tour_or_a_reason(cells):
    for cell in cells:
        problem = Problem.on_board(cell.board, cell.leaper)
        for name, verdict in cell.verdicts().items():
            asked = problem.with_ends(closed=name == "closed")
            assert verdict.exists is decide(asked).exists, cell
            assert_holds(asked, verdict)


def test_a_closed_tour_is_an_open_one():
    cell = with_tours(BoardVerdicts((1, 2), Board(6, 6)))
    assert cell.open_tour.tour.squares == cell.closed_tour.tour.squares
    assert not cell.open_tour.tour.closed


@pytest.mark.parametrize(
    ("leaper", "side", "open_", "closed"),
    [
        *[((1, 4), 11, False, False), ((2, 3), 13, False, False)],
        *[((3, 4), 20, False, False), ((3, 4), 21, True, False), ((3, 4), 22, True, True), ((3, 4), 23, True, False)],
        *[((3, 4), 24, False, False), ((3, 4), 25, True, False), ((3, 4), 26, True, True)],
    ],
)
def test_the_boards_that_were_open_or_costly_elsewhere(leaper, side, open_, closed):
    cell = with_tours(BoardVerdicts(leaper, Board(side, side)))
    assert (cell.open, cell.closed) == (open_, closed)


def test_cells_over_processes_are_the_same(cells):
    with process_executor(2, None) as executor:
        assert dict(each_cell(SMALL, with_tours, executor)) == dict(enumerate(cells))


def test_an_unknown_answer_is_tried_again_and_the_other_one_stays():
    cell = with_tours(ZEBRA, Budget(nodes=1))
    assert (cell.open, cell.closed) == (None, False)
    whole = with_tours(cell)
    assert (whole.open, whole.closed_tour) == (False, cell.closed_tour)
    assert isinstance(whole.open_tour.evidence, ForcedMoves)  # a reason with steps


def test_closed_tours_alone_are_decided_alone(cells):
    alone = [with_tours(cell, closed=True) for cell in SMALL]
    assert {cell.open_tour for cell in alone} == {NOT_DECIDED}
    assert [cell.closed_tour for cell in alone] == [cell.closed_tour for cell in cells]


def test_the_text_has_a_mark_for_each_cell(cells):
    lines = atlas_text(cells).splitlines()
    assert lines[0].split() == [str(side) for side in range(3, 11)]
    assert [line.split()[-8:] for line in lines[1:5]] == [
        ["◐", "●"] * 4,
        ["×", "×", "◐", "●", "◐", "●", "◐", "●"],
        ["×", "×", "×", "×", "×", "×", "◐", "●"],
        ["×", "×", "×", "×", "×", "×", "×", "●"],
    ]


@pytest.mark.parametrize("closed", [False, True])
def test_the_poster_can_be_rendered_and_explains_its_words(cells, closed):
    import cairosvg

    picture = atlas_svg(cells, closed=closed)
    assert cairosvg.svg2png(bytestring=picture.encode())[:4] == b"\x89PNG"
    answers = [cell.closed_tour if closed else cell.open_tour for cell in cells]
    assert picture.count(" scale(") == sum(verdict.exists for verdict in answers)
    drawn = texts_of(picture)
    meanings = {verdict.evidence.label: verdict.evidence.meaning for verdict in answers if not verdict.exists}
    del meanings["apart"]
    assert {"cut set", "without a few squares the board falls into too many parts"} <= drawn
    assert {*meanings, *meanings.values(), meanings_of(closed)["apart"]} <= drawn
    assert "apart" not in drawn


def texts_of(picture):
    return {each.text for each in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")}


def test_a_poster_without_a_word_or_a_tour_can_be_drawn():
    assert "3x3" in texts_of(atlas_svg([with_tours(BoardVerdicts((1, 2), Board(3, 3)))]))
    assert atlas_svg([]).startswith("<svg")


def test_no_text_of_the_poster_is_cut_off(cells):
    root = ElementTree.fromstring(atlas_svg(cells))
    _, _, width, height = map(float, root.get("viewBox").split())
    for each in root.iter("{http://www.w3.org/2000/svg}text"):
        x, size = float(each.get("x")), float(each.get("font-size"))
        extent = text_width(each.text or "", size)
        left = {"start": x, "middle": x - extent / 2, "end": x - extent}[each.get("text-anchor")]
        assert left >= 0, each.text
        assert left + extent <= width, each.text
        assert size <= float(each.get("y")) <= height

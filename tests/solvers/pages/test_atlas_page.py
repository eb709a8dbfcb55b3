"""The page of the atlas in a real browser: each cell leads to its tour or to its reason, by mouse, by keyboard, on a phone."""

from dataclasses import replace

import pytest
from selenium.webdriver.common.keys import Keys

from graphs import Board
from graphs.leapers import leaper_name
from graphs.notation import respell
from graphs.obstructions import ForcedMoves
from solvers import Budget, Problem
from solvers.existence.answer_texts import answer_looks
from solvers.existence.answers import BoardTable
from solvers.existence.maps import connectable_leapers, tour_map
from solvers.existence.pages import table_page
from tests.solvers.pages.browsing import (
    attribute,
    choose,
    contrast,
    contrasts_of_texts,
    count_of,
    find,
    is_shown,
    names_of_controls,
    press,
    text_of,
    texts,
    widths,
    wish,
)

SIDES = (*range(3, 15), 18, 21, 24)
PLACES = [Problem.on_board(Board(side, side), leaper) for leaper in connectable_leapers(5) for side in SIDES]


@pytest.fixture(scope="module")
def pages():
    """One cell is unknown."""
    return [*map(tour_map, PLACES[:-1]), tour_map(PLACES[-1], Budget(nodes=1))]


@pytest.fixture
def atlas(pages, opened):
    return opened(table_page(BoardTable(pages)))


def cell(page, leaper, side):
    return find(page, f'#table-of-boards [aria-label^="{leaper}, {side}x{side}:"]')


@pytest.mark.slow
def test_every_cell_shows_its_tour_or_its_reason(atlas, pages):
    assert count_of(atlas, "#table-of-boards button") == len(pages)
    table = BoardTable(pages)
    for page, shown in zip(pages, table.cells(), strict=True):
        side, name = page.board.rows, leaper_name(page.problem.leaper)
        chosen = cell(atlas, name, side)
        assert chosen.get_attribute("aria-label").endswith(answer_looks(table)[shown.look])
        chosen.click()
        assert chosen.get_attribute("aria-selected") == "true"
        assert text_of(atlas, "#tour-head") == f"{name}, {page.board}"
        said = text_of(atlas, "#answer .verdict")
        best = page.closed if page.closed.exists else page[None]
        if best.exists:
            assert said == ("A closed tour" if page.closed.exists else "An open tour")
            assert text_of(atlas, "#visit").startswith(f"{'' if page.closed.exists else 'square '}{side * side}")
            assert is_shown(atlas, "#player")
        else:
            assert said == ("Unknown" if best.exists is None else "No such tour")
            assert respell(best.reason).lower() in text_of(atlas, "#answer").lower()
            assert is_shown(atlas, "#player") == isinstance(best.evidence, ForcedMoves)  # it shows the steps


def test_the_other_question_of_a_cell_has_its_own_answer(atlas):
    cell(atlas, "1,2 knight", 9).click()
    assert text_of(atlas, "#answer .verdict") == "An open tour"
    choose(atlas, "layer", "a closed tour")
    assert text_of(atlas, "#answer .verdict") == "No such tour"
    assert count_of(atlas, "#stage .witness") == 41  # the squares of the colour that is too common


def test_the_table_is_walked_by_the_keyboard(atlas):
    atlas.execute_script("document.querySelector('#table-of-boards [tabindex=\"0\"]').focus()")
    press(atlas, Keys.CONTROL, Keys.END)
    press(atlas, Keys.ARROW_UP)
    press(atlas, Keys.ARROW_LEFT)
    press(atlas, Keys.ENTER)
    assert text_of(atlas, "#tour-head") == "1,4 giraffe, 21x21"
    assert count_of(atlas, '#table-of-boards [tabindex="0"]') == 1


def test_a_board_that_is_chosen_from_the_list_is_marked_in_the_table(atlas):
    choose(atlas, "board", "2,3 zebra, 9x9")
    marked = attribute(atlas, '#table-of-boards [aria-selected="true"]', "aria-label")
    assert marked == "2,3 zebra, 9x9: no tour"


def test_a_page_of_closed_tours_has_one_question(pages, opened):
    page = opened(table_page(BoardTable([replace(each, verdicts={}) for each in pages])))
    assert texts(page, "#layer option") == ["a closed tour"]
    assert texts(page, "#table-legend li")[1].startswith("no closed tour: ")


def test_a_phone_moves_the_table_and_not_the_page(atlas, narrow):
    narrow(360)
    assert max(widths(atlas)) <= 360
    chosen = cell(atlas, "2,3 zebra", 24)
    assert min(chosen.size.values()) >= 24  # WCAG 2.2, success criterion 2.5.8
    name = find(atlas, "#table-of-boards .at-left")
    left = name.location["x"]
    chosen.click()
    assert text_of(atlas, "#tour-head") == "2,3 zebra, 24x24"
    assert find(atlas, "#table-of-boards").get_property("scrollLeft") > 0
    assert left - 5 <= name.location["x"] <= left


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_and_marks_can_be_seen_in_both_schemes(atlas, scheme):
    """Texts have a contrast of 4.5 to 1, and marks one of 3 to 1, after WCAG 2.2, success criteria 1.4.3 and 1.4.11."""
    wish(atlas, scheme=scheme)
    contrasts = contrasts_of_texts(atlas)
    assert len(contrasts) > 20
    assert {text: found for text, found in contrasts.items() if found < 4.5} == {}
    marks = atlas.execute_script(
        """return [...document.querySelectorAll('#table-of-boards .cell')].map(each => {
            const style = getComputedStyle(each);
            return [each.className, style.color, style.backgroundColor];
        })"""
    )
    looks = {name.split()[-1]: (ink, fill) for name, ink, fill in marks}
    assert set(looks) == {"closed", "open", "impossible", "apart", "unknown"}
    assert {name for name, (ink, fill) in looks.items() if contrast(ink, fill) < 3} == set()


def test_every_cell_and_choice_has_a_name(atlas):
    names = names_of_controls(atlas)
    assert len(names) > len(PLACES)
    assert all(names)

"""The page of a board and the page of a table of boards: every square with its tour or its reason, in a real browser."""

import json
import re

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from graphs import Board
from solvers import Budget, board_map, start_map
from solvers.existence.maps import pair_map
from solvers.pages import existence, start_map_page, table_page
from solvers.pages.explorer import NOTHING
from tests.solvers.pages.browsing import contrast, find, texts

WIDTHS = "return [document.documentElement.scrollWidth, document.body.scrollWidth]"


def explorer_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])["explorer"]


def test_every_square_of_a_board_shows_its_tour_or_its_reason(opened):
    starts = start_map(Board(3, 4))
    page = opened(start_map_page(starts))
    assert len(texts(page, "#map button")) == 12
    for (row, col), verdict in starts.items():
        find(page, f'#map [data-at="{row},{col}"]').click()
        assert find(page, "#tour-head").text == f"3x4 from {row},{col}"
        if verdict.exists:
            assert find(page, "#answer .verdict").text == "An open tour"
            find(page, '[data-do="first"]').click()
            assert find(page, "#visit").text == f"square 1 of 12: {row},{col}"
        else:
            assert verdict.reason.lower() in find(page, "#answer").text.lower()
            assert len(texts(page, "#stage .witness")) == len(verdict.evidence.squares) > 0


def test_one_closed_tour_serves_every_start_and_stands_on_the_page_once(opened):
    text = start_map_page(start_map(Board(6, 6)))
    assert len(explorer_of(text)["tours"]) == 1
    page = opened(text)
    find(page, '#map [data-at="3,2"]').click()
    assert find(page, "#visit").text.startswith("square 36 of 36")
    find(page, '[data-do="first"]').click()
    assert find(page, "#visit").text == "square 1 of 36: 3,2"
    Select(find(page, "#layer")).select_by_visible_text("a closed tour")
    assert find(page, "#visit").text == "36 moves, back at the start"


def test_unknown_squares_are_told_apart(opened):
    page = opened(start_map_page(start_map(Board(3, 4), budget=Budget(nodes=1))))
    assert len(texts(page, "#map .unknown")) > 0
    assert "unknown" in find(page, "#map-legend").text


def test_holes_cannot_be_chosen(opened):
    page = opened(start_map_page(start_map(Board(3, 3, holes=[(1, 1)]))))
    assert len(texts(page, "#map button")) == 8
    assert len(texts(page, "#map .hole")) == 1
    page.execute_script("document.querySelector('#map [data-at=\"1,0\"]').focus()")
    page.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert page.switch_to.active_element.get_attribute("data-at") == "1,2"


def test_pairs_add_a_layer_for_each_end(opened):
    board = Board(3, 4)
    pairs = pair_map(board)
    row, col = next(end for (_, end), verdict in pairs.items() if verdict.exists)
    page = opened(start_map_page(start_map(board), pairs))
    Select(find(page, "#layer")).select_by_visible_text(f"tours to {row},{col}")
    assert len(texts(page, "#map button")) == 11
    assert find(page, "#visit").text == f"square 12 of 12: {row},{col}"


def test_a_board_of_the_table_leads_to_its_map_by_mouse_and_keyboard(opened):
    boards = [Board(rows, cols) for rows in (3, 4) for cols in (4, 5, 6)]
    page = opened(table_page(list(board_map(boards))))
    assert len(texts(page, "#table-of-boards button")) == 6
    assert texts(page, "#table-of-boards .cell") == ["6", "0", "0", "0", "10", "12"]
    find(page, '#table-of-boards [aria-label^="4x5"]').click()
    assert len(texts(page, "#map button")) == 20
    assert find(page, '#table-of-boards [aria-selected="true"]').get_attribute("aria-label").startswith("4x5")
    page.execute_script("document.querySelector('#table-of-boards [tabindex=\"0\"]').focus()")
    page.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    page.switch_to.active_element.send_keys(Keys.ENTER)
    assert len(texts(page, "#map button")) == 16


def test_paper_shows_the_map_the_answer_and_the_board_but_nothing_to_click(opened):
    page = opened(start_map_page(start_map(Board(3, 5))))
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        shown = ["#map", "#map-legend", "#stage", "#answer", "h1", ".lead"]
        assert [name for name in shown if not find(page, name).is_displayed()] == []
        assert [name for name in ("#player", "#board", "#layer", ".keys") if find(page, name).is_displayed()] == []
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize("number", ["0", "12"])
def test_the_numbers_in_a_table_can_be_read(opened, number):
    """Contrast of at least 4.5 to 1, after WCAG 2.2, success criterion 1.4.3."""
    page = opened(table_page(list(board_map([Board(3, cols) for cols in (4, 5, 6, 7, 8)]))))
    cells = "return [...document.querySelectorAll('#table-of-boards .cell')].map(each => [each.textContent, getComputedStyle(each)])"
    colours = page.execute_script(f"{cells}.map(([text, style]) => [text, style.color, style.backgroundColor])")
    assert min(contrast(ink, fill) for text, ink, fill in colours if (text == "0") == (number == "0")) >= 4.5


def test_a_long_table_names_its_rows_and_columns(opened):
    page = opened(table_page(list(board_map([Board(3, cols) for cols in range(4, 27)]))))
    assert texts(page, "#table-of-boards .edge") == [str(number) for number in (*range(4, 27), 3)]


def test_a_table_of_closed_tours_speaks_of_no_open_ones(opened):
    page = opened(table_page(list(board_map([Board(3, 4), Board(5, 6)])), closed=True))
    assert texts(page, "#table-legend li") == ["a closed tour", "no closed tour"]
    assert "open tour" not in find(page, "#table").text


def test_a_phone_shows_a_table_and_a_map_without_overflow(opened):
    page = opened(table_page(list(board_map([Board(3, cols) for cols in range(4, 16)]))))
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    )
    try:
        assert max(page.execute_script(WIDTHS)) <= 360
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_page_without_room_for_all_tours_says_how_many_are_missing(monkeypatch):
    starts = start_map(Board(5, 5))
    monkeypatch.setattr(existence, "MOVES", 100)
    page = start_map_page(starts)
    entries = explorer_of(page)["entries"]
    missing = starts.count(True) - sum(tour != NOTHING for tour in entries["tour"])
    assert 0 < missing < starts.count(True)
    assert f"{missing} tours are left out" in page


def test_a_board_too_large_to_draw_is_counted_and_named(monkeypatch):
    monkeypatch.setattr(existence, "LARGEST_BOARD", 12)
    page = table_page(list(board_map([Board(3, 4), Board(5, 5)])))
    assert [board["name"] for board in explorer_of(page)["boards"]] == ["3x4"]
    assert "1 boards of more than 12 squares are not drawn" in page

"""The page of the atlas in a real browser: each cell leads to its tour or to its reason, by mouse, by keyboard, on a phone."""

import json
from itertools import pairwise

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from graphs import Board
from solvers import BoardVerdicts, Budget
from solvers.existence.tables import connectable_leapers, with_tours
from solvers.existence.views import leaper_name, meanings_of
from solvers.pages import table_page
from tests.solvers.pages.browsing import contrast, find, texts

PHONE = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
SIDES = (*range(3, 15), 18, 21, 24)
PLACES = [BoardVerdicts(leaper, Board(side, side)) for leaper in connectable_leapers(5) for side in SIDES]


@pytest.fixture(scope="module")
def pages():
    """One cell is unknown."""
    return [*map(with_tours, PLACES[:-1]), with_tours(PLACES[-1], Budget(nodes=1))]


@pytest.fixture
def atlas(pages, opened):
    return opened(table_page(pages))


def cell(page, leaper, side):
    return find(page, f'#table-of-boards [aria-label^="{leaper}, {side}x{side}:"]')


def test_every_cell_shows_its_tour_or_its_reason(atlas, pages):
    assert len(texts(atlas, "#table-of-boards button")) == len(pages)
    for page in pages:
        side, name = page.board.rows, leaper_name(page.leaper)
        chosen = cell(atlas, name, side)
        assert chosen.get_attribute("aria-label").endswith(meanings_of(False)[page.look()])
        chosen.click()
        assert chosen.get_attribute("aria-selected") == "true"
        assert find(atlas, "#tour-head").text == f"{name}, {page.board}"
        said = find(atlas, "#answer .verdict").text
        best = page.closed_tour if page.closed else page.open_tour
        if best.exists:
            assert said == ("A closed tour" if page.closed else "An open tour")
            assert find(atlas, "#visit").text.startswith(f"{'' if page.closed else 'square '}{side * side}")
            assert find(atlas, "#player").is_displayed()
        else:
            assert said == ("Unknown" if best.exists is None else "No such tour")
            assert best.reason.lower() in find(atlas, "#answer").text.lower()
            assert not find(atlas, "#player").is_displayed()


def test_the_other_question_of_a_cell_has_its_own_answer(atlas):
    cell(atlas, "1,2 knight", 9).click()
    assert find(atlas, "#answer .verdict").text == "An open tour"
    Select(find(atlas, "#layer")).select_by_visible_text("a closed tour")
    assert find(atlas, "#answer .verdict").text == "No such tour"
    assert len(texts(atlas, "#stage .witness")) == 41  # the squares of the colour that is too common


def test_the_table_is_walked_by_the_keyboard(atlas):
    atlas.execute_script("document.querySelector('#table-of-boards [tabindex=\"0\"]').focus()")
    atlas.switch_to.active_element.send_keys(Keys.CONTROL, Keys.END)
    atlas.switch_to.active_element.send_keys(Keys.ARROW_UP)
    atlas.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    atlas.switch_to.active_element.send_keys(Keys.ENTER)
    assert find(atlas, "#tour-head").text == "1,4 giraffe, 21x21"
    assert len(texts(atlas, '#table-of-boards [tabindex="0"]')) == 1


def test_a_board_that_is_chosen_from_the_list_is_marked_in_the_table(atlas):
    Select(find(atlas, "#board")).select_by_visible_text("2,3 zebra, 9x9")
    marked = find(atlas, '#table-of-boards [aria-selected="true"]').get_attribute("aria-label")
    assert marked == "2,3 zebra, 9x9: no tour"


def test_the_legend_counts_the_cells(atlas, pages):
    looks = [page.look() for page in pages]
    counted = [f"{meaning}: {looks.count(look)}" for look, meaning in meanings_of(False).items() if look in looks]
    assert texts(atlas, "#table-legend li") == counted


def test_a_page_of_closed_tours_has_one_question(pages, opened):
    page = opened(table_page(pages, closed=True))
    assert texts(page, "#layer option") == ["a closed tour"]
    assert texts(page, "#table-legend li")[1].startswith("no closed tour: ")


def test_the_tours_of_a_large_board_are_left_out(monkeypatch, pages, opened):
    monkeypatch.setattr("solvers.pages.existence.LARGEST_BOARD", 400)
    page = opened(table_page(pages))
    large = sum(each.board.size > 400 for each in pages)
    assert f"The tours of {large} boards of more than 400 squares are not drawn." in find(page, "main").text
    cell(page, "1,2 knight", 24).click()
    assert "This tour is left out of the page." in find(page, "#answer").text


def test_a_phone_moves_the_table_and_not_the_page(atlas):
    atlas.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    try:
        assert atlas.execute_script("return document.documentElement.scrollWidth") <= PHONE["width"]
        chosen = cell(atlas, "2,3 zebra", 24)
        assert min(chosen.size.values()) >= 24  # WCAG 2.2, success criterion 2.5.8
        name = find(atlas, "#table-of-boards .at-left")
        left = name.location["x"]
        chosen.click()
        assert find(atlas, "#tour-head").text == "2,3 zebra, 24x24"
        assert find(atlas, "#table-of-boards").get_property("scrollLeft") > 0
        assert left - 5 <= name.location["x"] <= left
        assert not overlapping(atlas, "#table-of-boards [role=row]:first-child .edge")
        assert not overlapping(atlas, "#table-of-boards .at-left")
    finally:
        atlas.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def overlapping(page, selector):
    """The texts of neighbours in the page that lie on each other."""
    boxes = page.execute_script(
        """return [...document.querySelectorAll(arguments[0])].map(each => {
            const range = document.createRange();
            range.selectNodeContents(each);
            const box = range.getBoundingClientRect();
            return [each.textContent, box.left, box.right, box.top, box.bottom];
        })""",
        selector,
    )
    assert len(boxes) > 3
    pairs = pairwise(boxes)
    return [(one[0], other[0]) for one, other in pairs if one[2] > other[1] and other[2] > one[1] and one[4] > other[3] + 1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_and_marks_can_be_seen_in_both_schemes(atlas, scheme):
    """Texts have a contrast of 4.5 to 1, and marks one of 3 to 1, after WCAG 2.2, success criteria 1.4.3 and 1.4.11."""
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}, {"name": "prefers-color-scheme", "value": scheme}]
    atlas.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    page = "return getComputedStyle(document.body).backgroundColor"
    paper = atlas.execute_script(page)
    inks = atlas.execute_script(
        """return [...document.querySelectorAll('h1, h2, h3, p, label, li, .edge')].filter(each => each.innerText.trim())
            .map(each => [each.innerText.slice(0, 30), getComputedStyle(each).color])"""
    )
    assert len(inks) > 20
    assert {text for text, ink in inks if contrast(ink, paper) < 4.5} == set()
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
    tree = atlas.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = ("button", "combobox", "slider", "grid", "gridcell")
    operated = [node for node in tree if node.get("role", {}).get("value") in roles and not node.get("ignored")]
    assert len(operated) > len(PLACES)
    assert [json.dumps(node["role"]) for node in operated if not node.get("name", {}).get("value")] == []

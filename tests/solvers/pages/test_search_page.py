"""The page of a search in a real browser: played by the keyboard alone, also on a phone."""

import pytest
from selenium.webdriver.common.keys import Keys

from solvers import record_search
from solvers.solving.record_search import recorded_search_page
from tests.solvers.pages.browsing import (
    attribute,
    contrasts_of_texts,
    count_of,
    is_shown,
    press,
    send,
    text_of,
    texts,
    widths,
    wish,
)


def test_a_search_is_stepped_through_by_the_keyboard_from_dead_end_to_dead_end(opened):
    page = opened(recorded_search_page(record_search("5x5", "backtracking", start=(0, 0), move_order="clockwise")))
    expected = {"d": "Places 3,1: a dead end.", Keys.ARROW_RIGHT * 2: "Removes 1,0.", "dD" + Keys.END: "tour."}
    for keys, said in expected.items():
        press(page, keys)
        assert said in text_of(page, "#answer")
    assert text_of(page, "#visit").startswith("Step 17,655 of 17,655, search node 8,840 of 8,840, 25 of 25 squares")
    press(page, Keys.HOME, Keys.ARROW_UP, " ")
    assert attribute(page, '[data-do="play"]', "aria-label") == "Pause"


def test_the_rule_shows_from_which_numbers_it_chooses_and_what_ties_on_a_phone_too(opened, narrow):
    narrow(375)
    page = opened(recorded_search_page(record_search("8x8", "warnsdorff", start=(0, 0)), chess=True))
    press(page, Keys.ARROW_RIGHT * 7)
    assert texts(page, "#stage .free.fewest") == ["3", "3"]
    assert "5 to choose from: 2 of them have the fewest free neighbours, 3." in text_of(page, "#answer")
    assert max(widths(page)) <= 375


def test_the_pruned_search_shows_what_is_forced_and_why_it_cuts_off(opened):
    page = opened(recorded_search_page(record_search("5x6", "pruned", start=(2, 2), closed=True)))
    press(page, "d")
    assert "Pruned because of 4,1: fewer than two moves to this square are left." in text_of(page, "#answer")
    wish(page, scheme="dark")
    assert min(contrasts_of_texts(page).values()) >= 4.5


@pytest.mark.parametrize("side, start, left, blocked", [(8, (6, 1), 8, 3), (5, (0, 1), 1, 2)])
def test_a_dead_end_marks_the_squares_left_over_and_those_that_block_the_last_one(opened, side, start, left, blocked):
    page = opened(recorded_search_page(record_search(f"{side}x{side}", "warnsdorff", start=start)))
    assert count_of(page, "#stage .left") == left
    assert attribute(page, "#stage .blocked", "d").count("M") == blocked
    assert f"No move leads to a free square: {left} left over." in text_of(page, "#answer")
    assert "a square left over" in text_of(page, ".legend")
    press(page, Keys.ARROW_LEFT)
    assert texts(page, "#stage .left, #stage .blocked") == []
    send(page, "#arrows", " ")
    assert attribute(page, '[data-do="play"]', "aria-label") == "Play"  # the space bar ticks the box
    assert attribute(page, "#stage .arrows", "d")


def test_a_search_that_ends_before_its_first_node_shows_why(opened):
    page = opened(recorded_search_page(record_search("5x5", "pruned", start=(0, 1)), chess=True))
    assert "Impossible after 0 search nodes: there are 13 squares of one colour" in text_of(page, ".masthead")
    assert count_of(page, "#stage .witness") == 13
    assert "the squares of one colour" in text_of(page, "#answer")
    assert count_of(page, "#stage .start") == 1
    assert not any(is_shown(page, part) for part in (".player", ".profile", "#search .keys", "#visit"))


def test_known_steps_are_marked_in_a_search(opened):
    steps = {3: (2, 4), 7: (5, 5)}
    page = opened(recorded_search_page(record_search("6x6", "pruned", start=(0, 0), steps=steps)))
    assert texts(page, "#stage .given-number") == ["1", "3", "7"]
    assert is_shown(page, '[data-kind="given"]')

"""The page of a comparison in a real browser: it loads, filters, sorts, plays, and fits a phone, by mouse and by keyboard."""

import re
from dataclasses import replace

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.solvers.comparison.tasks import on
from tests.solvers.pages.browsing import (
    attribute,
    choose,
    click,
    contrasts_of_texts,
    count_of,
    find,
    is_shown,
    luminance,
    names_of_controls,
    page_of,
    page_of_runs,
    press,
    run_of,
    send,
    text_of,
    texts,
    widths,
    wish,
)

PATIENCE = 20


@pytest.fixture(scope="module")
def text(store):
    plot = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 400"><text x="800" y="20">far right</text></svg>'
    return page_of(store, plot)


@pytest.fixture
def page(opened, text):
    """The page, newly loaded."""
    page = opened(text)
    yield page
    assert "compared" in page.title


def until(page, holds):
    WebDriverWait(page, PATIENCE, poll_frequency=0.05).until(lambda _: holds())


def square(page, row, col):
    return find(page, f'#map [data-at="{row},{col}"]')


def label_of_play(page):
    return attribute(page, '[data-do="play"]', "aria-label")


def place_on_tour(page):
    return int(attribute(page, "#scrub", "value"))


def distinct(runs):
    """The runs without repetitions that differ only in time and memory."""
    return {(*vars(replace(run.task, repeat=0)).values(), run.measurement.termination): run for run in runs}.values()


def test_the_page_loads_from_a_file_and_shows_all_its_parts(page, runs):
    assert texts(page, "h2") == ["Summary", "Plots", "Boards", "Runs"]
    assert text_of(page, "#count") == f"{len(runs)} runs"
    assert count_of(page, "#run-rows tr") == 50
    loaded = "return performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:'))"
    assert page.execute_script(loaded) == []


def test_a_reason_that_holds_a_script_stays_a_text(page):
    send(page, "#find", "3x4")
    (row,) = texts(page, "#run-rows tr")
    assert "</script><script>document.title = 'tricked'" in row
    assert "tricked" not in page.title
    click(page, "#run-rows button")
    assert "</script>" in text_of(page, "#answer")


def test_runs_are_found_by_text_and_narrowed_by_solver_and_status(page, runs):
    send(page, "#find", "4x5 0,")
    choose(page, "of-competitor", "cp-sat")
    rows = texts(page, "#run-rows tr")
    assert rows
    assert all("4x5" in row and "cp-sat" in row for row in rows)
    find(page, "#find").clear()
    send(page, "#find", Keys.SPACE)
    choose(page, "of-status", "proven impossible")
    noes = sum(run.status == "impossible" for run in runs)
    assert text_of(page, "#count") == f"{noes} of {len(runs)} runs"


def test_a_click_on_a_head_sorts_and_a_second_one_turns_the_order(page, runs):
    head = find(page, '[data-key="nodes"]')
    for order in ("ascending", "descending"):
        head.find_element(By.TAG_NAME, "button").send_keys(Keys.ENTER)
        assert head.get_attribute("aria-sort") == order
        nodes = [int(text.replace(",", "")) for text in texts(page, '#run-rows [data-label="Nodes"]')]
        assert nodes == sorted((run.measurement.nodes for run in distinct(runs)), reverse=order == "descending")[:50]


def test_memory_has_sensible_units(opened):
    sizes = {3: 50_000_000, 4: 999_000_000, 5: 21_500_000_000}
    runs = (run_of(on(f"3x{cols}"), "auto", peak_memory=size) for cols, size in sizes.items())
    page = opened(page_of_runs(runs))
    assert texts(page, '#run-rows [data-label="Memory"]') == ["50\u00a0MB", "999\u00a0MB", "21.5\u00a0GB"]


def test_repeated_runs_that_differ_only_in_their_times_are_one_row(opened):
    problem = on(start=(0, 0))
    page = opened(page_of_runs(run_of(problem, "auto", repeat, seconds=seconds) for repeat, seconds in enumerate((5, 1, 3))))
    assert texts(page, '#run-rows [data-label="Time"]') == ["3\u00a0s"]
    assert texts(page, '#run-rows [data-label="Runs"]') == ["3"]
    assert text_of(page, "#count") == "3 runs"


def test_the_pages_of_the_table_hold_every_run_once(page, runs):
    rows = texts(page, "#run-rows tr")
    assert not find(page, "#previous").is_enabled()
    click(page, "#next")
    rows += texts(page, "#run-rows tr")
    assert len(rows) == len(distinct(runs)) < len(runs)
    assert not find(page, "#next").is_enabled()


def test_a_square_without_a_tour_shows_the_reason_with_its_witness(page):
    choose(page, "board", "4x5")
    choose(page, "layer", "cp-sat")
    square(page, 1, 2).click()
    assert "proven impossible" in text_of(page, "#answer").lower()
    assert "are half of the board, and no two of them are a move apart" in text_of(page, "#answer")
    assert count_of(page, "#stage .witness") == 10
    assert count_of(page, "#stage .links") == 2  # the moves between the halves fall into two parts
    assert not is_shown(page, "#player")


def test_a_square_with_a_tour_is_stepped_through_by_buttons_and_slider(page):
    choose(page, "board", "5x5")
    square(page, 0, 0).click()
    assert text_of(page, "#visit").startswith("square 25 of 25")
    click(page, '[data-do="first"]')
    assert text_of(page, "#visit") == "square 1 of 25: 0,0"
    click(page, '[data-do="on"]')
    assert text_of(page, "#visit").startswith("square 2 of 25")
    send(page, "#scrub", Keys.ARROW_RIGHT)
    assert text_of(page, "#visit").startswith("square 3 of 25")
    visible = "[...document.querySelectorAll('.visit-number')].filter(n => n.getAttribute('visibility') === 'visible')"
    assert page.execute_script(f"return {visible}.length") == 3


def test_play_draws_the_tour_to_its_end_and_pause_holds_it(page):
    choose(page, "board", "5x5")
    square(page, 0, 0).click()
    play = find(page, '[data-do="play"]')
    choose(page, "speed", "slow")
    play.click()
    assert label_of_play(page) == "Pause"
    until(page, lambda: place_on_tour(page) >= 2)
    play.click()
    assert label_of_play(page) == "Play"
    assert 2 <= place_on_tour(page) < 24
    choose(page, "speed", "fast")
    play.click()
    until(page, lambda: place_on_tour(page) == 24)
    assert label_of_play(page) == "Play"


def test_a_chosen_square_is_played_at_once_only_where_motion_is_welcome(page):
    choose(page, "board", "5x5")
    choose(page, "layer", "cp-sat")
    square(page, 0, 0).click()
    assert place_on_tour(page) == 24
    wish(page, motion="no-preference")
    square(page, 0, 2).click()
    assert label_of_play(page) == "Pause"
    assert place_on_tour(page) < 24


def test_the_map_and_the_tour_are_walked_by_the_keyboard_alone(page):
    choose(page, "board", "5x5")
    assert count_of(page, '#map [tabindex="0"]') == 1
    page.execute_script("document.querySelector('#map [tabindex=\"0\"]').focus()")
    press(page, Keys.CONTROL, Keys.HOME)
    press(page, Keys.ARROW_DOWN)
    press(page, Keys.ARROW_RIGHT)
    press(page, Keys.ENTER)
    assert text_of(page, "#tour-head") == "5x5 from 1,1"
    assert square(page, 1, 1).get_attribute("aria-selected") == "true"
    stage = find(page, "#stage")
    stage.send_keys(Keys.HOME)
    stage.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert text_of(page, "#visit").startswith("square 2 of 25")
    for label in ("Pause", "Play"):
        stage.send_keys(Keys.SPACE)
        assert label_of_play(page) == label


def test_what_has_the_focus_is_seen(page):
    send(page, "body", Keys.TAB)
    for _ in range(8):
        focus = page.switch_to.active_element
        style = page.execute_script("const s = getComputedStyle(arguments[0]); return [s.outlineStyle, s.outlineWidth]", focus)
        assert style[0] != "none"
        assert float(style[1].removesuffix("px")) >= 2
        focus.send_keys(Keys.TAB)


def test_a_run_of_the_table_leads_to_its_square(page):
    send(page, "#find", "4x5 from 0,0")
    choose(page, "of-competitor", "cp-sat")
    click(page, "#run-rows button")
    assert text_of(page, "#tour-head") == "4x5 from 0,0"
    assert Select(find(page, "#layer")).first_selected_option.text == "cp-sat"
    assert page.switch_to.active_element.get_attribute("id") == "stage"


def test_a_point_of_the_times_of_two_solvers_shows_the_problem_both_runs_and_the_tour(page):
    points = page.find_elements(By.CSS_SELECTOR, "#pair .point.found")
    problem, *ends = re.split(": |; ", points[0].get_attribute("aria-label").replace("\u00a0", " "))
    points[0].send_keys(Keys.ENTER)
    said = text_of(page, "#pair-facts").replace("\u00a0", " ").splitlines()
    assert [said[0], *map(" ".join, (said[1:3], said[3:5]))] == [problem, *ends]
    assert page.find_elements(By.CSS_SELECTOR, "#pair-stage .line")
    click(page, "#pair-facts button")
    assert text_of(page, "#tour-head") == problem.replace(" open", "")


def test_the_map_is_coloured_by_time_and_its_scale_has_ends(page):
    choose(page, "board", "5x5")
    choose(page, "layer", "cp-sat")
    choose(page, "shade", "time")
    assert count_of(page, "#map .heat") == 25
    assert "ms" in text_of(page, "#map-legend")


def test_a_run_is_shown_only_where_it_was_run(opened):
    """The board has symmetries, but a solver that finds a tour from one square may fail from its image."""
    problems = [on(start=start) for start in [(0, 0), (0, 1)]]
    page = opened(page_of_runs(run_of(problem, "auto") for problem in problems))
    cells = page.find_elements(By.CSS_SELECTOR, "#map [title]")
    assert sorted(each.get_attribute("title") for each in cells if "no run" not in each.get_attribute("title")) == [
        "0,0: tour found",
        "0,1: proven impossible",
    ]


def test_a_run_without_an_answer_shows_what_another_run_answered(opened):
    problems = [on(f"{side}x{side}", start=start) for side, start in [(8, (6, 1)), (5, (0, 1))]]
    page = opened(page_of_runs(run_of(problem, solver) for problem in problems for solver in ("warnsdorff", "auto")))
    assert text_of(page, "#summary .verdict").startswith("auto ranks first. Nobody solves all 2 problems.")
    said = "A tour from here exists, but this run missed it: auto found one.", "No tour from here exists: there are 13 squares"
    for board, answer in zip(("8x8", "5x5"), said, strict=True):
        choose(page, "board", board)
        choose(page, "layer", "warnsdorff")
        assert answer in text_of(page, "#answer")


def test_a_square_with_several_runs_shows_the_share_of_tours_and_each_run(page):
    choose(page, "board", "5x5")
    choose(page, "layer", "cp-sat")
    assert square(page, 0, 0).text == "3/4"
    square(page, 0, 0).click()
    runs = Select(find(page, "#run"))
    assert [option.text.split(",")[0] for option in runs.options] == ["repeat 0", "repeat 1", "repeat 2", "repeat 3"]
    runs.select_by_index(3)
    assert "Out of time." in text_of(page, "#answer")
    assert not is_shown(page, "#player")


def test_a_move_over_a_joined_edge_leaves_and_comes_in_again(page):
    choose(page, "board", "5x5 wrap both")
    lines = page.execute_script("return document.querySelector('#stage .ghost').getAttribute('d')")
    assert "M" in lines[1:]
    assert attribute(page, "#stage .joined", "d").count("M") == 4
    gaps = lines.count("M") - 1
    assert lines.count("L") - gaps == 24


@pytest.mark.parametrize("width", [360, 800])
def test_nothing_overflows_on_a_narrow_screen(page, narrow, width):
    narrow(width)
    for board in texts(page, "#board option"):
        choose(page, "board", board)
        assert max(widths(page)) <= width
    beyond = """return [...document.querySelectorAll('body *')].filter(each => !each.closest('svg, .skip')
        && each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 80))"""
    assert page.execute_script(beyond) == []


def test_the_summary_begins_with_a_verdict_and_explains_the_colours_of_its_bars(page):
    assert text_of(page, "#summary .verdict").startswith("Nobody solves all 50 problems.")
    assert texts(page, "#summary .legend li") == ["tour found", "proven impossible", "unknown"]


def test_a_plot_wider_than_a_phone_has_a_hint(page, narrow):
    assert not is_shown(page, ".swipe")
    narrow(360)
    assert is_shown(page, ".swipe")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_read_in_both_schemes(page, scheme):
    """Contrast of at least 4.5 to 1, after WCAG 2.2, success criterion 1.4.3."""
    wish(page, scheme=scheme)
    choose(page, "board", "4x5")
    contrasts = contrasts_of_texts(page)
    assert len(contrasts) > 100
    assert {text: found for text, found in contrasts.items() if found < 4.5} == {}
    paper = luminance(page.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert paper < 0.05 if scheme == "dark" else paper > 0.9


def test_everything_that_is_operated_has_a_name(page):
    until(page, lambda: len(names_of_controls(page)) > 60)  # the browser builds their tree after the page
    assert all(names_of_controls(page))


def test_the_summary_is_sorted_and_filtered_by_the_keyboard(page):
    def names():
        return page.execute_script(
            "return [...document.querySelectorAll('table.summary tbody tr:not([hidden]) th')].map(e => e.textContent)"
        )

    before = names()
    head = find(page, "table.summary th button")
    head.send_keys(Keys.ENTER)
    assert names() == sorted(before)
    assert attribute(page, "table.summary th", "aria-sort") == "ascending"
    head.send_keys(Keys.ENTER)
    assert names() == sorted(before, reverse=True)
    send(page, "#find-competitor", "warns")
    assert names() == [name for name in sorted(before, reverse=True) if "warns" in name] != before
    send(page, "#find-competitor", Keys.BACKSPACE * 5)
    assert sorted(names()) == sorted(before)


def test_rows_without_a_value_are_last_in_both_orders(page):
    """In the column of ranks, "9 of 11" is not the rank 9, and "–" is not a large number of solved problems."""
    heads = texts(page, "table.summary thead th")
    column = next(place for place, head in enumerate(heads) if head.split() == ["mean", "rank"])
    for _ in range(2):
        page.execute_script("document.querySelectorAll('table.summary thead th button')[arguments[0]].click()", column)
        names = texts(page, "table.summary tbody th")
        assert names[0] == "cp-sat"
        assert sorted(names[1:]) == ["best of all", "warnsdorff"]
    cells = "document.querySelectorAll('table.summary td[data-label=\"PAR2\"]')"
    assert all(re.match(r"[\d.,]+\u00a0m?s", text) for text in texts(page, 'table.summary td[data-label="PAR2"]'))
    column = heads.index("PAR2")
    for shown, expected in (
        (["> 1 s", "1,234 ms", "900 ms"], ["900 ms", "1,234 ms", "> 1 s"]),
        (["–", "∞", "2 s"], ["2 s", "∞", "–"]),
    ):
        page.execute_script(f"{cells}.forEach((cell, place) => cell.textContent = arguments[0][place])", shown)
        head = f"document.querySelectorAll('table.summary thead th')[{column}]"
        page.execute_script(f"{head}.setAttribute('aria-sort', 'none'); {head}.querySelector('button').click()")
        assert texts(page, 'table.summary td[data-label="PAR2"]') == expected

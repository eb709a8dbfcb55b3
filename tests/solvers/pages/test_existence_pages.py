"""The page of a board and the page of a table of boards: every square with its tour or its reason, in a real browser."""

import pytest
from selenium.webdriver.common.keys import Keys

from graphs import Board
from graphs.notation import respell
from graphs.text import tour_text
from solvers import Problem, decide, decide_height, make_puzzle, record_search, solve, start_map
from solvers.existence.answers import BoardTable
from solvers.existence.maps import hole_map, pair_map, tour_map
from solvers.existence.pages import answers_page, height_page, table_page, verdict_page
from solvers.pages.explorer import NOTHING
from solvers.solving.puzzles import puzzles_page
from solvers.solving.record_search import recorded_search_page
from tests.solvers.pages.browsing import (
    attribute,
    choose,
    click,
    contrast,
    contrasts_of_texts,
    count_of,
    data_of,
    find,
    is_shown,
    press,
    send,
    sheets_of,
    text_of,
    texts,
    widths,
    wish,
)


def test_every_square_of_a_board_shows_its_tour_or_its_reason(opened):
    starts = start_map("3x4")
    page = opened(answers_page(starts))
    assert count_of(page, "#map button") == 12
    for (row, col), verdict in starts.items():
        click(page, f'#map [data-at="{row},{col}"]')
        assert text_of(page, "#tour-head") == f"3x4 from {row},{col}"
        if verdict.exists:
            assert text_of(page, "#answer .verdict") == "An open tour"
            click(page, '[data-do="first"]')
            assert text_of(page, "#visit") == f"square 1 of 12: {row},{col}"
        else:
            assert respell(verdict.reason).lower() in text_of(page, "#answer").lower()
            assert count_of(page, "#stage .witness") == len(verdict.evidence.squares) > 0


def test_the_page_of_one_question_shows_its_reason_or_its_tour_and_no_map(opened):
    page = opened(verdict_page(decide("4x4", start=(0, 0), end=(3, 2)), chess=True))
    assert [is_shown(page, f"#{part}") for part in ("map", "player", "stage")] == [False, False, True]
    assert text_of(page, "#answer .verdict") == "No such tour"
    assert "Removing the 2 squares b3 c2 splits the board" in text_of(page, "#answer")
    assert [count_of(page, f"#stage .{mark}") for mark in ("witness", "start", "end", "links", "dot")] == [2, 1, 1, 3, 2]
    assert texts(page, "#stage .edge-label") == [*"4321", *"abcd"]
    assert text_of(page, "h1") == "Is there an open tour of 4x4 from a4 to c1? No."
    choose(page, "naming", "as numbers")
    assert text_of(page, "h1") == "Is there an open tour of 4x4 from 0,0 to 3,2? No."
    page = opened(verdict_page(decide("6x6", start=(3, 2), closed=True)))
    assert text_of(page, "#visit") == "36 moves, back at the start"
    click(page, '[data-do="first"]')
    assert text_of(page, "#visit") == "square 1 of 36: 3,2"


def test_forced_moves_are_shown_case_by_case_and_step_by_step(opened):
    verdict = decide("3x8", closed=True)
    page = opened(verdict_page(verdict))
    for number, branch in enumerate(verdict.evidence.branches, 1):
        choose(page, "case", f"{number} of 2")
        steps, (row, col) = len(branch.steps), branch.end
        assert f"step {steps} of {steps}" in (said := text_of(page, "#visit"))
        assert said.endswith(f"this is a contradiction: fewer than two moves are left at {row},{col}")
        lines = {kind: count_of(page, f"#stage .{kind}") for kind in ("needed", "excluded", "assumed", "witness")}
        chosen = sum(step.chosen for step in branch.steps) - (number == 1)
        assert lines == {"needed": chosen, "excluded": steps - chosen - 1, "assumed": 1, "witness": 1}
        click(page, '[data-do="first"]')
        assert texts(page, "#stage .links") == []
        send(page, "#stage", Keys.ARROW_RIGHT)
        assert count_of(page, "#stage .needed") == 1
        assert "only two moves are left at" in text_of(page, "#visit")
    assert count_of(page, "#stage .counted") == sum(degree == 2 for _, degree in verdict.problem.graph.degree)
    assert text_of(page, "#answer").count("a square with only two moves") == 1


def test_a_proof_keeps_the_marks_of_the_given_ends(opened):
    page = opened(verdict_page(decide("3x7", start=(1, 3))))
    assert [count_of(page, f"#stage .{mark}") for mark in ("start", "end")] == [1, 0]
    assert (is_shown(page, "#case-choice"), is_shown(page, "#arrows")) == (True, False)


def test_the_numbers_that_prove_a_reason_are_on_the_page_too(opened):
    verdict = decide("5x36", leaper=(1, 4), closed=True)
    page = opened(verdict_page(verdict))
    numbers = list(map(int, texts(page, "#stage .counted")))
    assert (len(numbers), sum(numbers)) == (148, sum(weight for _, weight in verdict.evidence.weights))
    assert "together count only 14 × 2 + 8 × 1 = 36." in text_of(page, "#answer")
    assert page.find_elements("css selector", "#stage .links")
    verdict = decide("4x7", closed=True)
    page = opened(verdict_page(verdict))
    assert sorted(texts(page, "#stage .counted")) == ["1"] * 14 + ["2"] * 14


def test_the_copies_of_the_repeated_columns_are_marked(opened):
    answer = decide_height(5, closed=True)
    (stretch, *_), page = answer.stretches, opened(height_page(answer))
    stretched = [cols for cols in range(1, answer.last + 1) if stretch.reaches(cols) and cols not in answer.single]
    for cols in stretched:
        times = stretch.times_to(cols)
        choose(page, "board", f"5x{cols}")
        assert count_of(page, "#stage .block") == times + 1
        assert is_shown(page, ".of-block")
    assert stretched
    choose(page, "board", "5x3")
    assert (texts(page, "#stage .block"), is_shown(page, ".of-block")) == ([], False)


def test_the_page_of_a_height_states_the_theorem_with_a_ruler_of_the_lengths_and_a_slider(opened):
    answer = decide_height(3, closed=True)
    page = opened(height_page(answer))
    leads = texts(page, ".masthead .lead")
    assert leads[0] == "Yes: N = 10, 12, 14, … without end."
    assert leads[1].startswith("No: every odd N: the number of squares is odd")
    rungs = page.execute_script("return [...document.querySelectorAll('#ruler button')].map(e => e.getAttribute('aria-label'))")
    assert rungs == [
        f"{cols} column{'s' * (cols > 1)}: {'a tour' if answer.exists(cols) else 'no such tour'}"
        for cols in range(1, len(rungs) + 1)
    ]
    assert (text_of(page, "#tour-head"), text_of(page, "#answer .verdict")) == ("3x10", "A closed tour")
    send(page, "#ruler button[data-at='0,9']", Keys.ARROW_RIGHT * 2 + Keys.ENTER)
    assert text_of(page, "#tour-head") == "3x12"
    slider = find(page, "#length")
    assert slider.get_attribute("value") == "11"
    slider.send_keys(Keys.ARROW_LEFT)
    assert (text_of(page, "#tour-head"), text_of(page, "#cols")) == ("3x11", "11 columns")
    assert "the number of squares is odd" in text_of(page, "#answer").lower()
    choose(page, "board", "3x30")
    assert slider.get_attribute("value") == "29"
    assert text_of(page, "#visit") == "90 moves, back at the start"
    choose(page, "board", "3x10")
    assert attribute(page, "#ruler [aria-selected=true]", "aria-label") == "10 columns: a tour"


def test_one_closed_tour_serves_every_start_and_stands_on_the_page_once(opened):
    text = answers_page(start_map("6x6"))
    assert len(data_of(text)["explorer"]["tours"]) == 1
    page = opened(text)
    click(page, '#map [data-at="3,2"]')
    assert text_of(page, "#visit").startswith("square 36 of 36")
    click(page, '[data-do="first"]')
    assert text_of(page, "#visit") == "square 1 of 36: 3,2"
    choose(page, "layer", "a closed tour")
    assert text_of(page, "#visit") == "36 moves, back at the start"


def test_holes_cannot_be_chosen(opened):
    page = opened(answers_page(start_map(Board(3, 3, holes=[(1, 1)]))))
    assert count_of(page, "#map button") == 8
    assert count_of(page, "#map .hole") == 1
    page.execute_script("document.querySelector('#map [data-at=\"1,0\"]').focus()")
    press(page, Keys.ARROW_RIGHT)
    assert page.switch_to.active_element.get_attribute("data-at") == "1,2"


def test_pairs_add_a_layer_for_each_end(opened):
    board = Board(3, 4)
    pairs = pair_map(board)
    row, col = next(end for (_, end), verdict in pairs.items() if verdict.exists)
    page = opened(answers_page(start_map(board), pairs))
    choose(page, "layer", f"tours to {row},{col}")
    assert count_of(page, "#map button") == 11
    assert text_of(page, "#visit") == f"square 12 of 12: {row},{col}"


def test_each_visited_square_has_a_dot_and_each_move_an_arrow_if_these_are_shown(opened):
    page = opened(verdict_page(decide("5x6", closed=True)))

    def marks():
        return [attribute(page, f"#stage .{kind}", "d").count("M") for kind in ("dots", "arrows")]

    assert marks() == [30, 0]
    send(page, "#arrows", " ")
    assert find(page, "#arrows").is_selected()
    assert marks() == [30, 30]
    click(page, '[data-do="first"]')
    assert marks() == [1, 0]


def test_a_board_of_the_table_leads_to_its_map(opened):
    boards = [Board(rows, cols) for rows in (3, 4) for cols in (4, 5, 6)]
    page = opened(table_page(BoardTable(list(map(start_map, boards)), leaper=(1, 2))))
    assert count_of(page, "#table-of-boards button") == 6
    assert texts(page, "#table-of-boards .cell") == ["6", "0", "0", "0", "10", "12"]
    click(page, '#table-of-boards [aria-label^="4x5"]')
    assert count_of(page, "#map button") == 20
    assert attribute(page, '#table-of-boards [aria-selected="true"]', "aria-label").startswith("4x5")
    assert texts(page, "#table-of-boards .edge") == ["4", "5", "6", "3", "4"]


def test_a_square_of_a_hole_map_leads_to_a_tour_of_the_others(opened):
    page = opened(answers_page(hole_map("3x3", closed=True)))
    assert count_of(page, "#table-of-boards button") == 9
    click(page, '#table-of-boards [aria-label="3x3 without 1,1: a tour"]')
    assert text_of(page, "#answer .verdict") == "A closed tour"
    click(page, '#table-of-boards [aria-label="3x3 without 0,1: no such tour"]')
    assert text_of(page, "#answer .verdict") == "No such tour"


def test_paper_shows_the_map_the_answer_and_the_board_but_nothing_to_click(opened):
    page = opened(answers_page(start_map("3x5")))
    wish(page, media="print")
    shown = ["#map", "#map-legend", "#stage", "#answer", "h1", ".lead"]
    assert [name for name in shown if not is_shown(page, name)] == []
    assert [name for name in ("#player", "#board", "#layer", ".keys") if is_shown(page, name)] == []


def test_the_numbers_in_a_table_can_be_read(opened):
    """Contrast of at least 4.5 to 1, after WCAG 2.2, success criterion 1.4.3."""
    page = opened(table_page(BoardTable([start_map(Board(3, cols)) for cols in (4, 5, 6, 7, 8)], leaper=(1, 2))))
    colours = page.execute_script("""
        const cells = [...document.querySelectorAll('#table-of-boards .cell')];
        const styled = cells.map(each => [each.textContent, getComputedStyle(each)]);
        return styled.map(([text, style]) => [text, style.color, style.backgroundColor]);""")
    assert {"0", "10"} <= {text for text, _, _ in colours}
    assert min(contrast(ink, fill) for _, ink, fill in colours) >= 4.5


def test_a_page_without_room_for_all_tours_says_how_many_are_missing(monkeypatch):
    starts = start_map("5x5")
    monkeypatch.setattr("solvers.existence.pages.MOVES", 100)
    page = answers_page(starts)
    entries = data_of(page)["explorer"]["entries"]
    missing = starts.count(True) - sum(tour != NOTHING for tour in entries["tour"])
    assert 0 < missing < starts.count(True)
    assert f"{missing} tours are left out" in page


@pytest.mark.parametrize(
    "decided, leaper, drawn",
    [(start_map, (1, 2), ["3x4"]), (tour_map, None, ["1,2 knight, 3x4", "1,2 knight, 5x5"])],
)
def test_the_tours_of_a_board_too_large_to_draw_are_left_out(monkeypatch, decided, leaper, drawn):
    monkeypatch.setattr("solvers.existence.pages.LARGEST_BOARD", 12)
    page = table_page(BoardTable([decided(Problem(board)) for board in (Board(3, 4), Board(5, 5))], leaper=leaper))
    explorer = data_of(page)["explorer"]
    assert [board["name"] for board in explorer["boards"]] == drawn
    assert "The tours of 1 board of more than 12 squares are not drawn" in page
    assert len(explorer["tours"]) == len(set(explorer["entries"]["tour"]) - {NOTHING})
    assert max(len(tour) for tour in explorer["tours"]) < 15


def test_every_length_of_a_height_has_a_tour_of_its_own_size():
    explorer = data_of(height_page(decide_height(3, closed=True)))["explorer"]
    for board, number in zip(explorer["boards"], explorer["entries"]["tour"], strict=True):
        assert number == NOTHING or len(explorer["tours"][number].partition(":")[2]) == board["rows"] * board["cols"] - 1


def test_the_reader_chooses_how_squares_are_named(opened):
    page = opened(answers_page(start_map("3x7")))
    click(page, '#map [data-at="1,3"]')
    numbers = text_of(page, "#answer")
    assert (text_of(page, "#tour-head"), "0,0" in numbers) == ("3x7 from 1,3", True)
    choose(page, "naming", "as in chess")
    assert text_of(page, "#tour-head") == "3x7 from d2"
    assert ("a3" in text_of(page, "#answer"), "0,0" in text_of(page, "#answer")) == (True, False)
    assert texts(page, "#map .edge") == [*"abcdefg", *"321"]
    assert texts(page, "#stage .edge-label") == [*"321", *"abcdefg"]
    choose(page, "naming", "as numbers")
    assert text_of(page, "#answer") == numbers


def test_given_steps_are_marked_and_counted(opened):
    tour = solve("6x6").tour
    known = dict(list(enumerate(tour, 1))[:18])
    page = opened(verdict_page(decide("6x6", steps=known)))
    assert text_of(page, "h1") == "Is there an open tour of 6x6, 18 steps given? Yes."
    assert texts(page, "#stage .given-number") == [*map(str, known)]
    assert "18 steps given" in text_of(page, "#answer")


def printed(page):
    """The number of sheets of a page on A4 paper, or on US Letter paper if that is more."""
    sizes = [{"paperWidth": 8.27, "paperHeight": 11.69}, {"paperWidth": 8.5, "paperHeight": 11}]
    return max(sheets_of(page, **size) for size in sizes)


SHEETS = {
    "map": lambda: answers_page(start_map("5x5")),
    "tour": lambda: verdict_page(decide("8x8", closed=True)),
    "search": lambda: recorded_search_page(record_search("6x6", "warnsdorff", start=(0, 0))),
    "closed 5x5": lambda: verdict_page(decide("5x5", closed=True)),
    "steps": lambda: verdict_page(decide("5x5", steps={3: (0, 0), 17: (2, 2)})),
    "5xN": lambda: height_page(decide_height(5)),
    "3xN": lambda: height_page(decide_height(3, closed=True)),
    "4x20": lambda: answers_page(start_map("4x20")),
    "atlas": lambda: table_page(BoardTable([tour_map(Problem(Board(side, side))) for side in range(3, 9)])),
    "two puzzles and their solutions": lambda: puzzles_page([make_puzzle("5x5", seed) for seed in (0, 1)]),
    "six puzzles and their solutions": lambda: puzzles_page([make_puzzle("6x6", seed) for seed in range(6)]),
    "wide puzzle": lambda: puzzles_page([make_puzzle("3x10")]),
    "tall puzzle": lambda: puzzles_page([make_puzzle("10x3")]),
}


@pytest.mark.parametrize("name", SHEETS)
def test_each_page_is_printed_on_one_sheet_and_puzzles_on_one_more_with_their_solutions(opened, name):
    assert printed(opened(SHEETS[name]())) == 1 + ("puzzle" in name)


@pytest.mark.parametrize("side", [5, 6])
def test_a_map_with_a_square_without_tours_begins_on_the_first_sheet(opened, side):
    page = opened(answers_page(start_map(Board(4 + side % 2, side))))
    page.execute_script("document.querySelector('#map button.impossible').click()")
    wish(page, media="print")
    style = "return getComputedStyle(document.querySelector('.desk')).breakInside"
    assert (page.execute_script(style), printed(page) <= 1 + (side == 6)) == ("auto", True)


@pytest.mark.parametrize("make", [lambda: answers_page(start_map("4x14")), lambda: verdict_page(decide("3x14"))])
def test_a_wide_board_has_the_width_of_the_window(opened, narrow, make):
    narrow(1400)
    page = opened(make())
    assert page.execute_script("return document.querySelector('#stage svg').getBoundingClientRect().width") > 1200


def test_solutions_are_hidden_until_asked_for(opened):
    puzzles = [make_puzzle("5x5", seed) for seed in (0, 1)]
    page = opened(puzzles_page(puzzles))
    solutions = find(page, ".solutions")
    assert not solutions.is_displayed()
    send(page, "#reveal", " ")
    assert solutions.is_displayed()
    assert texts(page, ".solutions pre") == [tour_text(puzzle.tour) for puzzle in puzzles]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_sheet_of_puzzles_can_be_read_and_fits_a_phone(opened, narrow, scheme):
    narrow(390)
    page = opened(puzzles_page([make_puzzle("5x5", seed) for seed in (0, 1)], chess=True))
    wish(page, scheme=scheme)
    assert min(contrasts_of_texts(page).values()) >= 4.5
    assert max(widths(page)) <= 390

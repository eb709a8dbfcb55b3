"""The page of a comparison as text: what it holds, what it leaves out and says so, and that it loads nothing."""

import re
import sys
from dataclasses import replace
from urllib.parse import unquote

import pandas as pd
import pytest

from graphs import Board
from graphs.leapers import leaper_moves
from solvers.comparison import Limits
from solvers.comparison.problems import named_problem_of
from solvers.comparison.report import comparison_page as comparison
from solvers.core.errors import SolverUnavailable
from solvers.pages import rendering
from solvers.pages.explorer import ANYWHERE, NOTHING, OUTCOMES
from tests.solvers.comparison.tasks import CORNER, on
from tests.solvers.pages.browsing import data_of, page_of, page_of_runs, run_of

PLOT = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><path id="p"/></svg>'


def squares_of(text, board, leaper):
    """The squares of a tour as text, by a way of its own: `Board.step`."""
    first, digits = text.split(":")
    squares = [divmod(int(first), board.cols)]
    for digit in digits:
        squares.append(board.step(squares[-1], leaper_moves(leaper)[int(digit)]))
    return squares


@pytest.fixture(scope="module")
def page(store):
    return page_of(store, PLOT)


def test_the_page_says_what_was_compared(page, store, runs):
    assert "python scripts/compare.py --boards 4x5 5x5 --starts all" in page
    assert f"{len(runs)} runs of 2 competitors on {len({run.task.problem.id for run in runs})} problems" in page
    assert store.sessions()[0]["started"][:10] in page
    assert "A plot" in page
    assert "Its caption." in page


def test_the_page_loads_nothing(page):
    addresses = set(re.findall(r"[\w:]*//[\w.-]+\.\w+[\w/]*", unquote(page)))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert not re.search(r"<(link|script|img)[^>]+(src|href)=\"(?!data:)", page)


def test_every_tour_of_the_store_is_on_the_page_on_boards_of_every_kind(page, store):
    document = data_of(page)["explorer"]
    layers = [layer["cells"] for board in document["boards"] for layer in board["layers"]]
    numbers = {entry: number for cells in layers for number, entry in zip(cells[::2], cells[1::2], strict=True)}
    shown = [(entry, document["tours"][tour]) for entry, tour in enumerate(document["entries"]["tour"]) if tour != NOTHING]
    kept = store.rows(["document", "tour"], "tour IS NOT NULL")
    for (entry, text), (stored, packed) in zip(shown, kept, strict=True):
        named = named_problem_of(stored)
        board, problem = named.board, named.problem
        assert squares_of(text, board, problem.leaper) == [*map(tuple, named.unpack(packed).tolist())]
        assert numbers[entry] == (ANYWHERE if problem.start is None else problem.start[0] * board.cols + problem.start[1])


def test_every_proof_of_impossibility_on_small_boards_has_a_witness_that_holds(page, runs):
    document = data_of(page)["explorer"]
    entries = document["entries"]
    noes = [place for place, outcome in enumerate(entries["outcome"]) if OUTCOMES[outcome] == "impossible"]
    assert len(noes) == sum(run.status == "impossible" for run in runs) > 0
    witnesses = [document["witnesses"][entries["witness"][place]] for place in noes]
    assert all(witness["squares"] for witness in witnesses)
    assert {witness["meaning"] for witness in witnesses} == {
        "one half of the squares; the lines are the moves between the halves, one colour per part; a dot is a lone square",
        "the squares of one colour",
    }


def test_conflicts_stand_before_everything_else():
    denied = run_of(CORNER, "cp-sat", termination="impossible", reason="none", answer="impossible", packed=None)
    wrong = run_of(CORNER, "auto", termination="wrong answer", reason="it repeats a square", answer="", packed=None)
    page = page_of_runs([run_of(CORNER, "warnsdorff"), denied, wrong])
    assert "5x5 open from 0,0: contradictory answers, found and impossible" in page
    assert "auto on 5x5 open from 0,0: wrong answer: it repeats a square" in page
    assert page.index('role="alert"') < page.index('class="tally"')


def test_ten_thousand_runs_take_less_than_3_mb_and_none_is_left_out():
    starts = [on("8x8", start=square) for square in Board(8, 8)]
    reason = "dead end at (2, 7) after 20 of 64 squares, in the run of the number "
    runs = [
        run_of(problem, "warnsdorff", repeat, reason=f"{reason}{repeat * 64 + place}")
        for repeat in range(157)
        for place, problem in enumerate(starts)
    ]
    page = page_of_runs(runs)
    data = data_of(page)
    assert len(page.encode()) < comparison.PAGE_BYTES
    assert len(data["runs"]["seconds"]) == len(runs) == 10_048
    assert set(data["runs"]["memory"]) == {50}  # megabytes
    assert "10,048 runs of 1 competitor" in page
    found = sum(run.status == "found" for run in runs)
    assert sum(tour != NOTHING for tour in data["explorer"]["entries"]["tour"]) == found
    assert "not show" not in page.partition("<footer>")[0]


def test_a_page_that_is_still_too_large_leaves_runs_out_and_counts_all(store, runs, monkeypatch):
    rooms = ((1_000, 10_000), (10, 30))
    monkeypatch.setattr("solvers.comparison.report.comparison_page.ROOMS", rooms)
    whole = len(page_of(store).encode())
    monkeypatch.setattr("solvers.comparison.report.comparison_page.PAGE_BYTES", whole - 1)
    page = page_of(store)
    data = data_of(page)
    assert len(data["runs"]["seconds"]) == len(data["explorer"]["entries"]["outcome"]) == 10
    assert f"The boards and the table do not show {len(runs) - 10} of {len(runs)} runs" in page
    assert f"{len(runs)} runs of 2 competitors" in page
    assert sum(tour != NOTHING for tour in data["explorer"]["entries"]["tour"]) == 1
    assert re.search(r"The page does not show the tours of \d+ of \d+ runs", page)


def test_runs_of_a_solver_that_failed_stay_before_all_others():
    runs = pd.DataFrame(
        {"problem": ["a"] * 3, "competitor": ["x"] * 3, "status": ["found", "unknown", "error"]}, index=[*"pqr"]
    )
    assert ["".join(comparison.page_runs(runs, most).index) for most in (1, 2, 3)] == ["r", "pr", "pqr"]


def test_runs_under_different_conditions_have_their_own_tables_and_names():
    runs = [run_of(CORNER, "warnsdorff"), run_of(CORNER, "cp-sat")]
    longer = [replace(run, task=replace(run.task, limits=Limits(60))) for run in runs]
    page = page_of_runs([*runs, *longer])
    assert "separate tables: conditions differ (1 s; 60 s)" in page
    assert page.count('<table class="summary') == 2
    names = ["warnsdorff (1 s)", "warnsdorff (60 s)", "cp-sat (1 s)", "cp-sat (60 s)"]
    assert data_of(page)["runs"]["competitor"]["names"] == names


def test_an_empty_store_has_a_page():
    assert "There are no runs yet." in page_of_runs([])


def test_without_jinja2_a_sentence_says_what_to_install(store, monkeypatch):
    rendering._environment.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(SolverUnavailable, match=r"pages need jinja2, not installed here: pip install 'knights-tour\[lab\]'"):
        page_of(store)

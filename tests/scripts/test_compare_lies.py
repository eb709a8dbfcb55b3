"""An exact solver that says of every problem that there is no tour leads no table, and solves nothing in any other report."""

import math
import re

import pytest

from solvers.comparison import Store
from solvers.comparison.report.frame import runs_frame
from solvers.comparison.report.plots import cactus_plot
from solvers.comparison.report.summary import summaries_of
from tests.solvers.pages.browsing import data_of
from tests.tables import csv_rows

DISAGREED = 4
BOARDS = "--boards 5x5 6x6 --starts 0,0 2,2 0,2 1,1"
SUITE = """
description = "tours that are there"
[[problems]]
boards = ["5x5", "6x6"]
starts = ["0,0", "2,2", "0,2", "1,1"]
answer = "found"
source = "a pencil"
"""
LIAR, HONEST, RUNS = "denies", "warnsdorff-repair", 8


@pytest.fixture(scope="module", params=["what the suite knows", "a verified tour", "the check of the no"])
def lies(request, compare, tmp_path_factory):
    """A comparison of a liar, a solver that crashes, and in one case a solver that finds all tours; the tours are there."""
    folder = tmp_path_factory.mktemp("lies")
    (folder / "known.toml").write_text(SUITE)
    what = f"--suite {folder / 'known.toml'}" if "suite" in request.param else BOARDS
    others = f"crashes {HONEST}" if "tour" in request.param else "crashes"
    done = compare(f"{what} --solvers {LIAR} {others} --time-limit 10 --jobs 1 --out {folder / 'kept'}", plug_ins=True)
    done.folder, done.is_solved = folder / "kept", "tour" in request.param
    with Store.read(done.folder) as store:
        done.frame = runs_frame(store)
    (done.summary,) = summaries_of(done.frame)
    return done


def test_the_liar_is_named(lies):
    assert (lies.returncode, lies.stdout[:19]) == (DISAGREED, "5x5 open from 0,0: ")
    assert "denies on 5x5 open from 0,0: impossible, a wrong answer: none, it says" in lies.stdout


def test_the_table_counts_no_refuted_answer_also_that_of_a_kept_store(lies, report):
    done = report(lies.folder)
    assert (done.returncode, done.stdout) == (DISAGREED, lies.stdout)
    table = done.stdout.partition("competitor")[2]
    row = re.split(r" {2,}", re.search(rf"^{LIAR} +(.*?) *$", table, re.MULTILINE)[1])
    assert row[:3] == ["0", "20 s", "> 10 s"]
    assert f"wrong answer: {LIAR} 8" in done.stdout


def test_every_problem_is_contradicted_and_counted_once(lies):
    assert f"Of {RUNS} problems, 0 have a tour, 0 have none, 0 are undecided, {RUNS} contradicted." in lies.stdout
    assert lies.summary.kinds == {"contradicted": RUNS}


def test_the_figures_count_a_refuted_answer_as_twice_the_time_limit(lies):
    row = lies.summary.figures.loc[LIAR]
    assert row[["problems", "solved", "PAR2 [s]"]].tolist() == [RUNS, 0, 20]
    assert math.isinf(row["median time [s]"])
    assert LIAR not in lies.summary.ranked
    if lies.is_solved:
        assert lies.summary.figures.index[0] == HONEST


def test_no_plot_shows_a_refuted_answer_as_solved(lies):
    plot = cactus_plot(lies.frame)
    assert f"<!-- {LIAR}  0/{RUNS} -->" in plot.svg()
    assert LIAR not in set(plot.data["competitor"])


def test_the_page_shows_a_refuted_answer_as_a_fault(lies):
    data = data_of(page := (lies.folder / "page.html").read_text())
    runs, outcomes, words = data["runs"], data["explorer"]["entries"]["outcome"], list(data["words"])
    of_liar = [place for place, name in enumerate(runs["competitor"]["places"]) if runs["competitor"]["names"][name] == LIAR]
    assert {runs["termination"]["names"][runs["termination"]["places"][place]] for place in of_liar} == {"wrong answer"}
    assert {words[outcomes[place]] for place in of_liar} == {"error"}
    assert re.search(r"without a tour</dt>\s*<dd>0</dd>", page)


def test_the_table_of_runs_says_which_answers_are_refuted(lies):
    rows = csv_rows((lies.folder / "runs.csv").read_text())
    said = {(row["status"], row["termination"], row["answer"]) for row in rows if row["solver"] == LIAR}
    assert said == {("error", "wrong answer", "impossible")}

"""An exact solver that says of every problem that there is no tour leads no table, and solves nothing in any other report."""

import csv
import json
import math
import re

import pytest

from solvers.comparison import Store
from solvers.comparison.report.frames import runs_frame
from solvers.comparison.report.plots import best_competitors, plots_of, times_by_problem
from solvers.comparison.report.portfolio import virtual_best
from solvers.comparison.report.significance import pair_tests
from solvers.comparison.report.statistics import solved_by_kind, summary

DISAGREED = 4
STARTS = ["0,0", "2,2", "0,2", "1,1"]
SUITE = f"""
description = "tours that are there"
[[problems]]
boards = ["5x5", "6x6"]
starts = {json.dumps(STARTS)}
answer = "found"
source = "a pencil"
"""
LIAR, HONEST, RUNS = "denies", "warnsdorff-repair", 8
LIMIT = 10.0
REFUTED_BY = {
    "what the suite knows": (["--suite", "known.toml"], "crashes"),
    "a verified tour": (["--boards", "5x5", "6x6", "--starts", *STARTS], HONEST),
}


class Comparison:
    """A liar, a solver that crashes, and in one case a solver that finds all tours: what they leave in a folder."""

    def __init__(self, compare, folder, refuted_by):
        self.folder, self.is_solved = folder / "kept", "tour" in refuted_by
        what, other = REFUTED_BY[refuted_by]
        (folder / "known.toml").write_text(SUITE)
        words = [folder / word if word == "known.toml" else word for word in what]
        solvers = dict.fromkeys([LIAR, "crashes", other])
        self.done = compare(
            *("compare.py", *words, "--solvers", *solvers, "--time-limit", LIMIT, "--out", self.folder), plug_ins=True
        )
        with Store.read(self.folder) as store:
            self.frame = runs_frame(store)
            self.plots = {plot.name: plot.figure for plot in plots_of(self.frame)}

    def cells(self, text, title):
        """What the table of a title says of the liar."""
        lines = text.partition(title)[2].splitlines()
        return next(line for line in lines if line.startswith(LIAR)).removeprefix(LIAR).split("  ")

    @property
    def document(self):
        page = (self.folder / "page.html").read_text()
        return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


@pytest.fixture(scope="module", params=REFUTED_BY)
def lies(request, script, tmp_path_factory):
    return Comparison(script, tmp_path_factory.mktemp("lies"), request.param)


def test_the_liar_is_named(lies):
    assert lies.done.returncode == DISAGREED
    assert "denies on 5x5 open from 0,0: impossible, a wrong answer: none, it says" in lies.done.stdout


def test_the_tables_count_no_refuted_answer_also_those_of_a_kept_store(lies, compare):
    report = compare("--report", lies.folder)
    assert (report.returncode, report.stdout) == (DISAGREED, lies.done.stdout)
    counts, speed, boards, endings = (
        [cell.strip() for cell in lies.cells(report.stdout, title) if cell]
        for title in ("Who solves how many?", "How fast?", "Up to which board?", "How did the unsolved runs end?")
    )
    assert counts == ["0/8", "0/8", "0"]
    assert speed == ["20 s", "0 %" if lies.is_solved else "–", "–", "–"]
    assert boards == ["0/4", "0/4"]
    assert "8" in endings
    assert "wrong answer" in report.stdout


def test_the_statistics_count_a_refuted_answer_as_twice_the_time_limit(lies):
    row = summary(lies.frame).loc[LIAR]
    assert (row.runs, row.solved, row.par2) == (RUNS, 0, 2 * LIMIT)
    assert all(math.isnan(row[figure]) for figure in ("seconds", "nodes"))


def test_a_refuted_answer_settles_no_problem(lies):
    kind = "open, with a tour" if lies.is_solved else "open, not settled"
    assert solved_by_kind(lies.frame).loc[LIAR].to_dict("index") == {kind: {"runs": RUNS, "solved": 0}}


def test_a_liar_adds_nothing_to_the_virtual_best_solver(lies):
    best = virtual_best(lies.frame)
    assert best.solved == (RUNS if lies.is_solved else 0)
    assert (best.contributions.loc[LIAR].drop("share") == 0).all()
    assert best.contributions["share"].get(HONEST) == (1 if lies.is_solved else None)


def test_a_liar_is_never_the_faster_one(lies):
    beside = {test.second: (test.faster, test.slower) for test in pair_tests(lies.frame) if test.first == LIAR}
    assert beside == {"crashes": (0, 0)} | ({HONEST: (0, RUNS)} if lies.is_solved else {})


def test_no_plot_shows_a_refuted_answer_as_solved(lies):
    assert (times_by_problem(lies.frame)[LIAR] == math.inf).all()
    if lies.is_solved:
        assert best_competitors(lies.frame)[0] == HONEST
    (legend,) = lies.plots["cactus"].legends
    assert f"{LIAR}  0/{RUNS}" in [text.get_text() for text in legend.get_texts()]


def test_the_page_shows_a_refuted_answer_as_a_fault(lies):
    runs = lies.document["runs"]
    of_liar = [place for place, name in enumerate(runs["competitor"]["places"]) if runs["competitor"]["names"][name] == LIAR]
    assert {runs["termination"]["names"][runs["termination"]["places"][place]] for place in of_liar} == {"wrong answer"}
    outcomes = lies.document["explorer"]["entries"]["outcome"]
    words = list(lies.document["words"])
    assert {words[outcomes[place]] for place in of_liar} == {"error"}
    page = (lies.folder / "page.html").read_text()
    assert re.search(r"proven impossible</dt>\s*<dd>0</dd>", page)


@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_an_export_says_which_answers_are_refuted(lies, compare, tmp_path, ending):
    file = tmp_path / f"runs{ending}"
    assert compare("--report", lies.folder, "--export", file).returncode == DISAGREED
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines)) if ending == ".csv" else list(map(json.loads, lines))
    said = {(row["status"], row["termination"], row["answer"]) for row in rows if row["solver"] == LIAR}
    assert said == {("error", "wrong answer", "impossible")}

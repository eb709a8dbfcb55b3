"""An exact solver that says of every problem that there is no tour leads no table, and solves nothing in any other report."""

import json
import re

import pytest

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
LIAR, HONEST = "denies", "warnsdorff-repair"
WITH_PAGE = "a verified tour"
"""The comparison whose page is written: a page takes a second, and shows the same table."""


@pytest.fixture(scope="module", params=["what the suite knows", WITH_PAGE, "the check of the no"])
def lies(request, compare, tmp_path_factory):
    """A comparison of a liar, a solver that crashes, and in one case a solver that finds all tours; the tours are there."""
    folder = tmp_path_factory.mktemp("lies")
    (folder / "known.toml").write_text(SUITE)
    what = f"--suite {folder / 'known.toml'}" if "suite" in request.param else BOARDS
    others = f"crashes {HONEST}" if "tour" in request.param else "crashes"
    done = compare(
        f"{what} --solvers {LIAR} {others} --time-limit 10 --out {folder / 'kept'}",
        plug_ins=True,
        without=None if request.param == WITH_PAGE else "matplotlib",
    )
    done.folder = folder / "kept"
    return done


def test_the_liar_is_named(lies):
    assert (lies.returncode, lies.stdout[:19]) == (DISAGREED, "5x5 open from 0,0: ")
    assert "denies on 5x5 open from 0,0: impossible, a wrong answer: none, it says" in lies.stdout


def test_the_table_counts_no_refuted_answer_also_that_of_a_kept_store(lies, compare):
    report = compare("--report", lies.folder)
    assert (report.returncode, report.stdout) == (DISAGREED, lies.stdout)
    table = report.stdout.partition("competitor")[2]
    row = re.split(r" {2,}", re.search(rf"^{LIAR} +(.*?) *$", table, re.MULTILINE)[1])
    assert row[:3] == ["0", "20 s", "–"]
    assert f"wrong answer: {LIAR} 8" in report.stdout
    assert "Of 8 problems, 0 have a tour, 0 have none, 0 are undecided, 8 contradicted." in report.stdout


@pytest.mark.parametrize("lies", [WITH_PAGE], indirect=True)
def test_the_page_shows_a_refuted_answer_as_a_fault(lies):
    page = (lies.folder / "page.html").read_text()
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])
    runs, outcomes, words = data["runs"], data["explorer"]["entries"]["outcome"], list(data["words"])
    of_liar = [place for place, name in enumerate(runs["competitor"]["places"]) if runs["competitor"]["names"][name] == LIAR]
    assert {runs["termination"]["names"][runs["termination"]["places"][place]] for place in of_liar} == {"wrong answer"}
    assert {words[outcomes[place]] for place in of_liar} == {"error"}
    assert re.search(r"without a tour</dt>\s*<dd>0</dd>", page)

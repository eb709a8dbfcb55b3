"""The report at a glance: one table, how unsolved runs ended, and sentences that are true of the runs."""

import pytest

from solvers.comparison.report.layout import written
from solvers.comparison.report.overview import endings, findings, groups_alike, overview
from solvers.comparison.report.significance import PairTest

NONE = {"answer": "impossible", "termination": "impossible"}


def rows(frame):
    sheet = overview(frame)
    heads = [head.replace("\n", " ") for head in sheet.columns[1:]]
    return {row[0]: dict(zip(heads, row[1:], strict=True)) for row in sheet.rows}


def test_a_row_says_what_a_competitor_solves_how_fast_and_its_rank(frame):
    runs = frame(
        *(("a", "1", 1.0), ("a", "2", 3.0, {"closed": True} | NONE), ("a", "3", None, {"closed": True})),
        *(("b", "1", None), ("b", "2", 0.05, {"closed": True} | NONE), ("b", "3", 4.0, {"closed": True})),
    )
    assert rows(runs)["b"] == {
        "open of 1": "0",
        "closed of 1": "1",
        "none of 1": "1",
        "alone": "1",
        "PAR2": "8.02 s",
        "median": "2.02 s",
        "rank     ": "1.3 a   ",
    }
    assert rows(runs)["a"]["rank     "] == "1.7 a   "


def test_the_best_rank_comes_first(frame):
    assert [*rows(frame(("slow", "1", 3.0), ("quick", "1", 1.0)))] == ["quick", "slow"]


def test_two_that_differ_share_no_letter():
    names = "abcdef"
    differ = [PairTest(*pair, 9, 9, 0, 0.0, 1.0, 0.0) for pair in ("ad", "ae", "af", "bf", "cf")]
    letters = groups_alike(differ, names)
    assert letters == {"a": "a", "b": "ab", "c": "ab", "d": "bc", "e": "bc", "f": "c"}


def test_how_the_unsolved_runs_ended(frame):
    ended = {"termination": "dead end"}
    runs = frame(("a", "1", None), ("a", "2", None, ended), ("b", "1", None, ended), ("b", "2", None, ended), ("c", "1", 1.0))
    assert [*endings(runs)] == ["dead end: b 2 and a 1", "time limit: a 1"]


def square(side):
    return {"subject": f"{side}x{side}", "size": side**2}


def of_sides(name, sides, solved):
    return [(name, str(side), 0.1 * side if side in solved else None, square(side)) for side in sides]


@pytest.mark.parametrize(
    ("runs", "sentences"),
    [
        ([("a", "1", 1.0)], ["The problem is solved by a."]),
        (
            [("a", "1", None)],
            ["The problem is solved by nobody; a misses 1 (1).", "The hardest problem is 1: nobody solves it."],
        ),
        (
            [*of_sides("a", range(5, 9), range(5, 9)), *of_sides("b", range(5, 9), [5, 6])],
            [
                "All 4 problems are solved by a; b misses 2, all with 49 squares or more.",
                "The hardest problem is 7: 1 of 2 solves it.",
            ],
        ),
        (
            [(name, n, 1.0 + place, NONE if n in "12" else {}) for place, name in enumerate("ab") for n in "123"]
            + [("c", n, None, NONE | {"answer": ""}) for n in "12"]
            + [("c", "3", 1.0)],
            [
                "All 3 problems are solved by a and b; c misses 2, exactly those without a tour.",
                "Of those, the fastest on average is a (1 s), the slowest b (2 s); the best on each problem takes 1 s.",
                "The hardest problem is 1: 2 of 3 solve it.",
            ],
        ),
        (
            [("a", "1", 1.0), ("a", "2", 1.0), ("b", "1", 1.0)],
            ["All 2 problems are solved by a.", "The hardest problem is 2: 1 of 2 solves it."],
        ),
        (
            [("a", str(side), side**3 / 1e6, square(side)) for side in (5, 10, 20, 30, 40)],
            [
                "All 5 problems are solved by a.",
                "From 100 squares on, time grows as this power of their number: a 1.5 (to 1,600).",
            ],
        ),
    ],
    ids=["one problem", "none solved", "by size", "without a tour", "not taken", "boards that grow"],
)
def test_the_sentences_are_true(frame, runs, sentences):
    assert [*findings(frame(*runs))] == sentences


@pytest.mark.parametrize("form", ["markdown", "latex", "csv"])
def test_the_table_can_be_written_for_a_paper(frame, form):
    text = written(overview(frame(("a_b|c%", "1", 1.0))), form)
    assert {"markdown": "a_b&#124;c%", "latex": r"a\_b|c\%", "csv": "a_b|c%"}[form] in text
    assert text.count("\n") == {"markdown": 3, "latex": 7, "csv": 2}[form]

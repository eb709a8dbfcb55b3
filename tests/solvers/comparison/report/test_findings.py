"""How unsolved runs ended, and sentences that are true of the runs."""

import pytest

from solvers.comparison.report.findings import endings, findings
from solvers.comparison.report.summary import summary_of
from tests.solvers.comparison.report.frames import frame

NONE = {"answer": "impossible", "termination": "impossible"}


def test_how_the_unsolved_runs_ended_is_counted_in_problems():
    ended = {"termination": "dead end"}
    runs = frame(("a", "1", None), ("a", "2", None, ended), ("b", "1", None, ended), ("b", "2", None, ended), ("c", "1", 1.0))
    assert [*endings(runs)] == ["dead end: b 2 and a 1", "time limit: a 1"]
    seeded = frame(*(("a", "1", None if seed < 3 else 1.0) for seed in range(4)))
    assert [*endings(seeded)] == ["time limit: a 0.75"]


def square(side):
    return {"subject": f"{side}x{side}", "size": side**2}


def of_sides(name, sides, solved):
    return [(name, str(side), 0.1 * side if side in solved else None, square(side)) for side in sides]


@pytest.mark.parametrize(
    ("runs", "sentences"),
    [
        ([("a", "1", 1.0)], ["a solves the problem."]),
        (
            [("a", "1", None)],
            ["Nobody solves the problem; a misses 1 (1).", "The hardest problem is 1: nobody solves it."],
        ),
        (
            [*of_sides("a", range(5, 9), range(5, 9)), *of_sides("b", range(5, 9), [5, 6])],
            [
                "a solves all 4 problems; b misses 2, all with 49 squares or more.",
                "The hardest problem is 7: 1 of 2 solves it.",
            ],
        ),
        (
            [(name, n, 1.0 + place, NONE if n in "12" else {}) for place, name in enumerate("ab") for n in "123"]
            + [("c", n, None, NONE | {"answer": ""}) for n in "12"]
            + [("c", "3", 1.0)],
            [
                "a and b solve all 3 problems; c misses 2, exactly those without a tour.",
                "The best competitor on each problem takes 1 s on average.",
                "The hardest problem is 1: 2 of 3 solve it.",
            ],
        ),
        (
            [("a", "1", 1.0), ("b", "2", 1.0)],
            ["Nobody solves all 2 problems."],
        ),
        (
            [("a", "1", 1.0), ("a", "2", 1.0), ("b", "1", 1.0), ("c", "1", None)],
            ["a solves all 2 problems; c misses 1 (1).", "The hardest problem is 1: 2 of 3 solve it."],
        ),
        (
            [("a", str(side), side**3 / 1e6, square(side)) for side in (5, 10, 20, 30, 40)],
            [
                "a solves all 5 problems.",
                "Growth of time with the number of squares n, for n >= 100: a n^1.5 (up to n = 1,600).",
            ],
        ),
    ],
    ids=["one problem", "none solved", "by size", "without a tour", "each its own", "not supported", "boards that grow"],
)
def test_the_sentences_are_true(runs, sentences):
    assert [*findings(frame(*runs), summary_of(frame(*runs)))] == sentences

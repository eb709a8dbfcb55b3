"""How unsolved runs ended, sentences that are true of the runs, and the whole report as text."""

import math
import re

import numpy as np
import pytest

from solvers.comparison.report.summary import summaries_of
from solvers.comparison.report.texts import CrossCheck, ending_sentences, report_text, sentences
from tests.solvers.comparison.report.frames import frame, times

NONE = {"answer": "impossible", "termination": "impossible"}


def test_how_the_unsolved_runs_ended_is_counted_in_problems():
    runs = frame(
        *times({"termination": "dead end"}, b=[None, None]), ("a", "2", None, {"termination": "dead end"}), a=[None], c=[1.0]
    )
    assert [*ending_sentences(runs)] == ["dead end: b 2 and a 1", "time limit: a 1"]
    seeded = frame(*times(a=[None]) * 3, a=[1.0])
    assert [*ending_sentences(seeded)] == ["time limit: a 0.75"]


def square(side):
    return {"subject": f"{side}x{side}", "size": side**2}


def of_sides(name, sides, solved):
    return [(name, str(side), 0.1 * side if side in solved else None, square(side)) for side in sides]


@pytest.mark.parametrize(
    "runs, expected",
    [
        (times(a=[1.0]), ["a solves the problem."]),
        (times(a=[None]), ["Nobody solves the problem."]),
        (
            [*of_sides("a", range(5, 9), range(5, 9)), *of_sides("b", range(5, 9), [5, 6])],
            ["a solves all 4 problems.", "The best of all loses most without a (2 solved, 9.62 s)."],
        ),
        (
            [(name, n, 1.0 + place, NONE if n in "12" else {}) for place, name in enumerate("ab") for n in "123"]
            + [*times(NONE | {"answer": ""}, c=[None, None]), ("c", "3", 1.0)],
            ["a and b solve all 3 problems.", "The best of all loses most without a (667 ms)."],
        ),
        (
            [("a", "1", 1.0), ("b", "2", 1.0)],
            [
                "Nobody solves all 2 problems.",
                "The best of all loses most without a (1 solved, 9.5 s) and b (1 solved, 9.5 s).",
            ],
        ),
        (
            times(a=[1.0, 1.0], b=[1.0], c=[None]),
            ["a solves all 2 problems.", "The best of all loses most without a (1 solved, 9.5 s)."],
        ),
        (
            [("a", str(side), side**3 / 1e6, square(side)) for side in (5, 10, 20, 30, 40)],
            ["a solves all 5 problems.", "Growth of time with n squares, 100 <= n <= 1,600: a n^1.5 [1.5, 1.5]."],
        ),
    ],
    ids=["one problem", "none solved", "by size", "without a tour", "each its own", "not supported", "boards that grow"],
)
def test_the_sentences_are_true(runs, expected):
    assert [*sentences(*summaries_of(frame(*runs)))] == expected


def grown(seed, name="a", solved=None):
    """Runs with times that grow with the power 1.5 of the size, and a deviation of a tenth."""
    random = np.random.default_rng(seed)
    sides = range(10, 60, 4)
    times = [side**3 / 1e6 * math.exp(random.normal(0, 0.1)) for side in sides]
    return [
        (name, str(side), time if solved is None or side in solved else None, square(side))
        for side, time in zip(sides, times, strict=True)
    ]


def test_growth_has_an_interval_that_covers_the_power_and_needs_all_sizes():
    """An exponent that is fitted to the solved runs alone favours who solves only the easy ones."""
    covered = 0
    for seed in range(20):
        (text,) = [each for each in sentences(*summaries_of(frame(*grown(seed)))) if each.startswith("Growth")]
        power, low, high = map(float, re.search(r"a n\^([\d.]+) \[([\d.]+), ([\d.]+)\]", text).groups())
        assert low <= power <= high
        covered += low <= 1.5 <= high
    assert covered >= 17
    both = frame(*grown(0), *grown(1, "b", solved=range(10, 50)))
    (text,) = [each for each in sentences(*summaries_of(both)) if each.startswith("Growth")]
    assert "a n^1.5" in text
    assert "b n^" not in text


def test_an_answer_that_is_not_confirmed_is_an_ending():
    answer = NONE | {"unconfirmed": True, "solved": False}
    runs = frame(*times(answer, a=[1.0]))
    assert [*ending_sentences(runs)] == ["no-tour answer not confirmed: a 1"]


def test_the_report_on_eleven_competitors_and_77_problems_fits_a_screen():
    """Of 42 lines with 80 columns, also with long names, growth, and every kind of row and note that is common."""
    names = ["warnsdorff-backtracking-compiled", *(f"solver-number-{place}-compiled" for place in range(10))]
    random, runs = np.random.default_rng(0), []
    for place, name in enumerate(names):
        for problem in range(77):
            of = square(3 + problem) | {"subject": f"board {problem % 13}", "closed": problem % 5 == 1}
            of |= NONE | {"checked": "by a reason"} if problem % 5 == 2 else {}
            seconds = None if random.random() < 0.1 * (place > 2) else float(0.001 * (place + 1) * random.lognormal())
            runs.append((name, f"{3 + problem}x{3 + problem} open", seconds, of | {"termination": f"ending {problem % 2}"}))
    runs = frame(*runs)
    lines = report_text(summaries_of(runs), CrossCheck(runs)).splitlines()
    assert len(lines) <= 42
    assert max(map(len, lines)) <= 80

"""The summary of a comparison: its unit is the problem, and competitors are ranked on the same problems and conditions."""

import math
import random

import pandas as pd
import pytest

from graphs import FormatError
from solvers.comparison.report.plots import cactus_plot
from solvers.comparison.report.summary import BEST, best_of_all, differences, problem_scores, summaries_of, summary_table
from tests.scripts.test_compare_recomputed import assert_figures
from tests.solvers.comparison.report.frames import frame, summary_of, times
from tests.tables import csv_rows

NO_LIMIT = {"time_limit": math.nan}
NONE = {"answer": "impossible", "termination": "impossible", "checked": "by a reason"}
UNCONFIRMED = NONE | {"checked": "", "solved": False, "unconfirmed": True}
WRONG = {"answer": "impossible", "termination": "wrong answer", "refuted": True, "solved": False}


def figures(*runs, **rows):
    return summary_of(*runs, **rows).figures


def test_par2_needs_a_time_limit_if_a_run_is_unsolved():
    found = figures(*times(NO_LIMIT, a=[1.0, 1.0], b=[1.0, None]))
    assert found.loc[["a", "b"], "PAR2 [s]"].tolist() == [1, math.inf]
    assert found.loc["b", ["PAR2 [s] low", "PAR2 [s] high"]].isna().all()
    assert found.loc[["a", "b"], "rank"].tolist() == [1.25, 1.75]  # an infinite score ranks behind every other one


def test_repeating_a_deterministic_solver_changes_no_figure():
    once, others = times(a=[0.5 + n for n in range(8)]), {"b": range(2, 10), "c": range(1, 9)}
    assert figures(*once, **others).equals(figures(*once * 3, **others))


def test_starts_of_one_board_are_not_independent():
    """Twenty-four problems of six boards have a wider interval than those of 24 boards, and cannot show what 24 can."""
    runs = times(a=[1.0 + n % 6 for n in range(24)], b=[3.0 + n % 6 for n in range(24)])
    apart, joint, few = (
        summary_of(*((*run, {"subject": str(int(run[1]) % boards)}) for *run, _ in runs)) for boards in (24, 6, 5)
    )
    widths = [each.figures.loc["a", "PAR2 [s] high"] - each.figures.loc["a", "PAR2 [s] low"] for each in (apart, joint, few)]
    assert widths[1] > 1.5 * widths[0]
    assert math.isnan(widths[2])
    assert (apart.boards, joint.boards) == (24, 6)
    assert [each.tests["p"].item() for each in (apart, joint)] == [2 / 2**24, 2 / 2**6]


@pytest.mark.parametrize(
    "one, other, ranks, test",
    [
        (0.0001, 0.00011, [1.5, 1.5], [0, "", 1.0]),
        (1.0, 1.04, [1.5, 1.5], [0, "", 1.0]),
        (1.0, 1.06, [1, 2], [10, "a", 2 / 2**10]),
    ],
)
def test_times_within_5_percent_or_a_tenth_of_a_millisecond_are_equal(one, other, ranks, test):
    summary = summary_of(a=[one] * 10, b=[other] * 10)
    assert summary.figures.loc[["a", "b"], "rank"].tolist() == ranks
    assert summary.tests[["boards", "better", "p"]].values.tolist() == [test]


def ordered(competitors, problems):
    """Times of competitors each of which is slower than those before it on all problems."""
    return {f"n{place:02}": [0.1 + place * 0.2 + n * 0.01 for n in range(problems)] for place in range(competitors)}


@pytest.mark.parametrize("problems, detected", [(12, 0), (13, 190), (14, 190), (60, 190)])
def test_twenty_ordered_competitors_need_thirteen_boards(problems, detected):
    summary = summary_of(**ordered(20, problems))
    assert (summary.least, summary.boards, summary.tests["detected"].sum()) == (13, problems, detected)
    assert {*summary.figures["letters"].drop(BEST)} == ({""} if problems < 13 else {*"abcdefghijklmnopqrst"})


def test_all_tables_of_a_report_are_one_family_of_tests():
    suites = [frame(**ordered(4, 8)).assign(suite=f"suite {number}", conditions="") for number in range(3)]
    one, *_ = summaries_of(suites[0], "suite")
    three = summaries_of(pd.concat(suites, ignore_index=True), "suite")
    assert (one.least, [each.least for each in three]) == (8, [10, 10, 10])
    assert one.tests["corrected p"].tolist() == [6 * 2 / 2**8] * 6
    assert [each.tests["corrected p"].tolist() for each in three] == [[18 * 2 / 2**8] * 6] * 3
    assert [each.tests["detected"].any() for each in (one, *three)] == [True, False, False, False]


def test_two_limits_in_one_folder_are_two_tables():
    """With 0.1 s, `pos` solves 4 of 9 problems; it was once rank 1 before itself with 4 s, which solves 9."""
    short, long = ({"conditions": f"{limit} s", "time_limit": limit} for limit in (0.1, 4.0))
    quick = [0.01] * 4
    runs = frame(*times(short, pos=quick + [None] * 5), *times(long, pos=quick + [3.0] * 5, other=[0.5] * 9))
    first, second = summaries_of(runs)
    assert [(each.title, each.figures.loc["pos", "solved"]) for each in (first, second)] == [("0.1 s", 4), ("4.0 s", 9)]
    with pytest.raises(FormatError, match=r"different conditions cannot be compared: select one of '0.1 s', '4.0 s'"):
        cactus_plot(runs)


def test_a_table_of_wrong_competitors_alone_has_no_ranks():
    summary = summary_of(("liar", "1", 0.1, WRONG))
    assert (summary.figures.index.tolist(), summary.ranked, len(summary.tests)) == (["liar"], [], 0)


def test_a_competitor_with_a_wrong_answer_is_last_and_not_ranked_in_any_table():
    """It is wrong in one suite only, and quicker than all others in both."""
    runs = [(name, suite + str(n), 1.0 + n, {"suite": suite}) for name in "ab" for suite in "xy" for n in range(7)]
    runs += [("liar", f"y{n}", 0.1, {"suite": "y"}) for n in range(7)]
    runs += [("liar", f"x{n}", 0.1, {"suite": "x"} | (WRONG if n == 3 else {})) for n in range(7)]
    for summary in summaries_of(frame(*runs), "suite"):
        assert summary.figures.index.tolist() == ["a", "b", BEST, "liar"]
        assert summary.figures.loc["liar", ["role", "letters"]].tolist() == ["wrong", ""]
        assert math.isnan(summary.figures.loc["liar", "rank"])
        assert {*summary.tests["first"], *summary.tests["second"]} == {"a", "b"}
        assert summary.figures.loc[BEST, "PAR2 [s]"] == 4.0  # of the others


def test_a_competitor_that_supports_fewer_problems_is_set_apart():
    """A twin that makes the same walks on the open problems is not made better by leaving the closed ones out."""
    hard = [("all", "c", None, {"closed": True}), ("other", "c", 3.0, {"closed": True})]
    found = figures(*hard, all=[1.0] * 3, some=[1.0] * 3, other=[2.0] * 3)
    assert found["role"].to_dict() == {"all": "ranked", "other": "ranked", BEST: BEST, "some": "partial"}
    assert found.index[-1] == "some"
    assert found.loc["some", ["problems", "closed problems", "letters"]].tolist() == [3, 0, ""]
    assert found.loc["some", ["rank", "closed solved"]].isna().all()
    assert found.loc[["all", "other"], "rank"].tolist() == [1.25, 1.75]


def test_the_best_of_all_and_what_each_adds_by_hand():
    runs = frame(("part", "4", 6.0), a=[1.0, 4.0, None, None], b=[2.0, 3.0, 5.0, None], c=[1.0, None, None, None])
    found = best_of_all(summaries_of(runs))
    assert found.loc[BEST, ["solved", "PAR2 [s]"]].tolist() == [4, (1 + 3 + 5 + 6) / 4]
    assert found.loc[["a", "b", "c", "part"], ["only it", "lost solved", "lost PAR2 [s]"]].values.tolist() == [
        [0, 0, 0],  # without a, c solves problem 1 in the same time
        [1, 1, (1 + 15) / 4],
        [0, 0, 0],
        [1, 1, 14 / 4],
    ]


@pytest.fixture
def mixed():
    """Runs of four competitors with seeds on 24 problems of 12 boards, with partial support, a wrong and an unconfirmed no."""
    chance, runs = random.Random(5), []
    for place, name in enumerate(["quick", "slow", "seeded", "open-only", "wrong"]):
        for problem in range(24):
            of = {"subject": f"board {problem // 2}", "closed": problem % 2 == 1, "nodes": 100 + problem}
            if name == "open-only" and of["closed"]:
                continue
            for seed in range(3 if name == "seeded" else 1):
                seconds = chance.choice([None, 0.0001, 0.3, 1.0, 3.0]) if name == "seeded" else 0.2 * (place + 1) + problem / 9
                if name == "slow" and problem == 7:
                    of = of | UNCONFIRMED
                if name == "wrong" and problem == 9:
                    of = of | WRONG
                runs.append((name, f"problem {problem}", seconds, of | {"seed": seed}))
    return frame(*runs)


def test_the_order_of_competitors_and_runs_changes_nothing(mixed):
    (summary,) = summaries_of(mixed)
    for seed in range(3):
        shuffled = mixed.sample(frac=1, random_state=seed)
        for name in ("competitor", "problem", "subject"):
            shuffled[name] = pd.Categorical(shuffled[name].astype(str), shuffled[name].astype(str).unique())
        (other,) = summaries_of(shuffled)
        pd.testing.assert_frame_equal(summary.figures, other.figures, check_exact=False, rtol=1e-12)
        pd.testing.assert_frame_equal(summary.tests, other.tests)


def test_every_figure_and_letter_can_be_recomputed_from_the_runs(mixed):
    runs = mixed[mixed["competitor"] != "wrong"]
    (summary,) = summaries_of(runs)
    assert_figures([(csv_rows(summary_table([summary]).to_csv()), runs.astype(str).to_dict("records"))])
    table = differences([summary])
    assert table["of"].tolist() == [12] * 3
    assert [*table] == ["first", "second", "boards", "better", "p", "corrected p", "detected", "of"]


def test_kinds_follow_from_the_truth_and_each_problem_has_one():
    closed = [("a", "4", 1.0, {"closed": True}), ("b", "4", None, {"closed": True})]
    impossible = [(name, "2", 1.0, NONE) for name in "ab"]
    summary = summary_of(("a", "1", 1.0), ("b", "1", None), *impossible, ("a", "3", None), ("b", "3", None), *closed)
    assert summary.kinds == {"open": 1, "closed": 1, "none": 1, "undecided": 1}
    solved = summary.figures.loc[["a", "b"], [f"{kind} solved" for kind in summary.kinds]]
    assert solved.values.tolist() == [[1, 1, 1, 0], [0, 0, 1, 0]]


def test_a_score_without_a_number_differs_from_no_run():
    scores = problem_scores(frame(("a", "1", 1.0), ("b", "1", None, NO_LIMIT), ("b", "2", None)))["par2"]
    assert scores.to_dict() == {("a", "1"): 1.0, ("b", "1"): math.inf, ("b", "2"): 20.0}


def test_no_runs_have_no_summary():
    assert summaries_of(frame()) == []
    assert summary_table([]).empty
    assert differences([]).empty
    assert best_of_all([]).empty


@pytest.mark.parametrize("count", [1, 9])
def test_a_single_competitor_is_ranked_first_and_tested_with_nobody(count):
    assert figures(a=[1.0] * count).loc["a", ["rank", "letters"]].tolist() == [1.0, ""]

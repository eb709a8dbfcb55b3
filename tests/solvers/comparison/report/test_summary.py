"""The summary of a comparison: its unit is the problem, and competitors are ranked on the same problems and conditions."""

import math
import random

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from graphs import FormatError
from solvers.comparison.report.plots import cactus_plot
from solvers.comparison.report.summary import BEST, best_of_all, differences, problem_scores, summaries_of, summary_table
from tests.solvers.comparison.report.frames import frame

NO_LIMIT = {"time_limit": math.nan}
NONE = {"answer": "impossible", "termination": "impossible", "checked": "by a reason"}
UNCONFIRMED = NONE | {"checked": "", "solved": False, "unconfirmed": True}
WRONG = {"answer": "impossible", "termination": "wrong answer", "refuted": True, "solved": False}


def summary_of(runs):
    (summary,) = summaries_of(runs)
    return summary


def figures(*runs):
    return summary_of(frame(*runs)).figures


def test_par2_is_the_mean_with_an_unsolved_run_as_twice_its_limit():
    found = figures(("a", "1", 1.0), ("a", "2", 3.0), ("a", "3", None), ("a", "4", None))
    assert found.loc["a", ["PAR2 [s]", "PAR10 [s]", "problems", "solved"]].tolist() == [11, 51, 4, 2]


def test_par2_needs_a_time_limit_if_a_run_is_unsolved():
    found = figures(("a", "1", 1.0, NO_LIMIT), ("a", "2", 1.0, NO_LIMIT), ("b", "1", 1.0, NO_LIMIT), ("b", "2", None, NO_LIMIT))
    assert found.loc["a", "PAR2 [s]"] == 1
    assert found.loc["b", "PAR2 [s]"] == math.inf
    assert found.loc["b", ["PAR2 [s] low", "PAR2 [s] high"]].isna().all()
    assert found.loc[["a", "b"], "rank"].tolist() == [1.25, 1.75]  # an infinite score ranks behind every other one


def test_medians_are_of_all_problems_so_that_easy_ones_alone_win_nothing():
    """The quick solver of the two easiest problems of five had the smaller median when unsolved problems were left out."""
    whole = [("whole", str(number), float(number), {"nodes": 10 * number}) for number in range(1, 6)]
    easy = [("easy", "1", 0.5), ("easy", "2", 0.5), *(("easy", str(number), None) for number in range(3, 6))]
    found = figures(*whole, *easy)
    assert found.loc["whole", ["median time [s]", "median nodes"]].tolist() == [3, 30]
    assert found.loc["easy", ["median time [s]", "median nodes"]].tolist() == [math.inf, math.inf]


def test_a_problem_counts_once_however_many_seeds_and_repetitions_it_has():
    """With five seeds, a solver with one run on each problem solves 2 of 2 problems, not 2 of 10."""
    seeded = [("seeded", name, 1.0 if seed < 4 else None) for name in "12" for seed in range(5)]
    summary = summary_of(frame(*seeded, ("fixed", "1", 2.0), ("fixed", "2", 2.0)))
    assert summary.kinds == {"open": 2}
    assert summary.figures.loc["fixed", ["open solved", "open problems", "problems"]].tolist() == [2, 2, 2]
    assert summary.figures.loc["seeded", ["open solved", "open problems", "problems"]].tolist() == [1.6, 2, 2]
    assert summary.figures.loc["seeded", ["PAR2 [s]", "median time [s]"]].tolist() == [(4 * 1 + 20) / 5, 1]


def test_repeating_a_deterministic_solver_changes_no_figure():
    others = [(name, str(n), 1.0 + n + (name == "b")) for name in "bc" for n in range(8)]
    once = [("a", str(n), 0.5 + n) for n in range(8)]
    one, three = (figures(*times * once, *others) for times in (1, 3))
    assert one.equals(three)


def test_starts_of_one_board_are_not_independent():
    """Twenty-four problems of six boards have a wider interval than those of 24 boards, and cannot show what 24 can."""
    runs = [(name, f"{n}", 1.0 + n % 6 + 2 * (name == "b")) for name in "ab" for n in range(24)]
    apart = summary_of(frame(*runs))
    boards = [(*run, {"subject": str(int(run[1]) % 6)}) for run in runs]
    joint = summary_of(frame(*boards))
    widths = [each.figures.loc["a", "PAR2 [s] high"] - each.figures.loc["a", "PAR2 [s] low"] for each in (apart, joint)]
    assert widths[1] > 1.5 * widths[0]
    assert (apart.boards, joint.boards) == (24, 6)
    assert [each.tests["p"].item() for each in (apart, joint)] == [2 / 2**24, 2 / 2**6]
    few = [(*run[:3], {"subject": str(int(run[1]) % 5)}) for run in boards]
    assert math.isnan(summary_of(frame(*few)).figures.loc["a", "PAR2 [s] low"])


def test_the_test_has_one_value_per_board_the_mean_of_its_problems():
    """On each board, `a` loses two problems narrowly and wins one clearly: its mean is smaller on each of the six boards."""
    runs = []
    for board in range(6):
        for place, (a, b) in enumerate([(1.2, 1.0), (1.2, 1.0), (1.0, 4.0)]):
            name, of = f"{board}-{place}", {"subject": str(board)}
            runs += [("a", name, a, of), ("b", name, b, of)]
    summary = summary_of(frame(*runs))
    assert summary.tests.values.tolist() == [["a", "b", 6, "a", 0.03125, 0.03125, True]]
    assert summary.figures.loc[["a", "b"], "rank"].tolist() == [1, 2]


def test_times_within_the_resolution_are_equal():
    """5 % or 0.1 ms: 0.10 and 0.11 ms, and 1.00 and 1.04 s, are equal in ranks and tests; 1.00 and 1.06 s are not."""
    near = [(name, str(n), 0.0001 + 0.00001 * (name == "b")) for name in "ab" for n in range(10)]
    summary = summary_of(frame(*near))
    assert summary.figures.loc[["a", "b"], "rank"].tolist() == [1.5, 1.5]
    assert summary.tests[["boards", "better", "p"]].values.tolist() == [[0, "", 1.0]]
    for factor, ranks in ((1.04, [1.5, 1.5]), (1.06, [1, 2])):
        found = figures(*((name, str(n), factor if name == "b" else 1.0) for name in "ab" for n in range(10)))
        assert found.loc[["a", "b"], "rank"].tolist() == ranks


def ordered(competitors, problems):
    """Runs of competitors each of which is slower than those before it on all problems."""
    runs = [(f"n{place:02}", str(n), 0.1 + place * 0.2 + n * 0.01) for place in range(competitors) for n in range(problems)]
    return frame(*runs)


@pytest.mark.parametrize("problems, detected", [(12, 0), (13, 190), (14, 190), (60, 190)])
def test_twenty_ordered_competitors_need_thirteen_boards(problems, detected):
    summary = summary_of(ordered(20, problems))
    assert (summary.least, summary.boards, summary.tests["detected"].sum()) == (13, problems, detected)
    assert {*summary.figures["letters"].drop(BEST)} == ({""} if problems < 13 else {*"abcdefghijklmnopqrst"})


def test_all_tables_of_a_report_are_one_family_of_tests():
    suites = [ordered(4, 8).assign(suite=f"suite {number}", conditions="") for number in range(3)]
    one, *_ = summaries_of(suites[0], "suite")
    three = summaries_of(pd.concat(suites, ignore_index=True), "suite")
    assert (one.least, [each.least for each in three]) == (8, [10, 10, 10])
    assert one.tests["corrected p"].tolist() == [6 * 2 / 2**8] * 6
    assert [each.tests["corrected p"].tolist() for each in three] == [[18 * 2 / 2**8] * 6] * 3
    assert [each.tests["detected"].any() for each in (one, *three)] == [True, False, False, False]


def test_two_limits_in_one_folder_are_two_tables():
    """With 0.1 s, `pos` solves 4 of 9 problems; it was once rank 1 before itself with 4 s, which solves 9."""
    short, long = ({"conditions": f"{limit} s", "time_limit": limit} for limit in (0.1, 4.0))
    runs = frame(
        *(("pos", str(n), 0.01 if n < 4 else None, short) for n in range(9)),
        *(("pos", str(n), 0.01 if n < 4 else 3.0, long) for n in range(9)),
        *(("other", str(n), 0.5, long) for n in range(9)),
    )
    first, second = summaries_of(runs)
    assert [(each.title, each.figures.loc["pos", "solved"]) for each in (first, second)] == [("0.1 s", 4), ("4.0 s", 9)]
    assert first.figures["letters"].tolist() == ["", ""]
    assert (len(first.tests), len(second.tests), first.least, second.least) == (0, 1, 0, 6)
    assert summary_table([first, second]).loc[("4.0 s", "pos"), "PAR2 [s]"] == pytest.approx((4 * 0.01 + 5 * 3) / 9)
    with pytest.raises(FormatError, match=r"different conditions cannot be compared: select one of '0.1 s', '4.0 s'"):
        cactus_plot(runs)


def test_an_unconfirmed_answer_is_not_solved_and_has_a_column():
    found = figures(*(("no", str(n), 0.1, UNCONFIRMED) for n in range(3)), *(("yes", str(n), 1.0) for n in range(2)))
    assert found.loc["no", ["solved", "unconfirmed", "PAR2 [s]"]].tolist() == [0, 3, 20]
    assert found.loc["yes", "unconfirmed"] == 0


def test_a_table_of_wrong_competitors_alone_has_no_ranks():
    summary = summary_of(frame(("liar", "1", 0.1, WRONG)))
    assert (summary.figures.index.tolist(), summary.ranked, len(summary.tests)) == (["liar"], [], 0)


def test_a_competitor_with_a_wrong_answer_is_last_and_not_ranked_in_any_table():
    """It is wrong in one suite only, and quicker than all others in both."""
    runs = [(name, suite + str(n), 1.0 + n, {"suite": suite}) for name in "ab" for suite in "xy" for n in range(7)]
    runs += [("liar", suite + str(n), 0.1, {"suite": suite}) for suite in "xy" for n in range(7) if suite + str(n) != "x3"]
    runs.append(("liar", "x3", 0.1, WRONG | {"suite": "x"}))
    for summary in summaries_of(frame(*runs), "suite"):
        assert summary.figures.index.tolist() == ["a", "b", BEST, "liar"]
        assert summary.figures.loc["liar", ["role", "letters"]].tolist() == ["wrong", ""]
        assert math.isnan(summary.figures.loc["liar", "rank"])
        assert {*summary.tests["first"], *summary.tests["second"]} == {"a", "b"}
        assert summary.figures.loc[BEST, "PAR2 [s]"] == 4.0  # of the others


def test_a_competitor_that_supports_fewer_problems_is_set_apart():
    """A twin that makes the same walks on the open problems is not made better by leaving the closed ones out."""
    easy = [(name, str(n), 1.0) for name in ("all", "open-only") for n in range(3)]
    hard = [("all", "c", None, {"closed": True}), ("other", "c", 3.0, {"closed": True})]
    found = figures(*easy, *hard, *(("other", str(n), 2.0) for n in range(3)))
    assert found["role"].to_dict() == {"all": "ranked", "other": "ranked", BEST: BEST, "open-only": "partial"}
    assert found.index[-1] == "open-only"
    assert found.loc["open-only", ["problems", "closed problems"]].tolist() == [3, 0]
    assert found.loc["open-only", ["rank", "closed solved"]].isna().all()
    assert found.loc["open-only", "letters"] == ""
    assert found.loc[["all", "other"], "rank"].tolist() == [1.25, 1.75]


def test_the_best_of_all_and_what_each_adds_by_hand():
    runs = frame(
        *(("a", "1", 1.0), ("a", "2", 4.0), ("a", "3", None), ("a", "4", None)),
        *(("b", "1", 2.0), ("b", "2", 3.0), ("b", "3", 5.0), ("b", "4", None)),
        *(("c", "1", 1.0), ("c", "2", None), ("c", "3", None), ("c", "4", None)),
        ("part", "4", 6.0),
    )
    found = best_of_all(summaries_of(runs))
    assert found.loc[BEST, ["solved", "PAR2 [s]"]].tolist() == [4, (1 + 3 + 5 + 6) / 4]
    expected = {"a": [0, 0, 0.25], "b": [1, 1, (1 + 15) / 4], "c": [0, 0, 0], "part": [1, 1, 14 / 4]}
    assert {name: found.loc[name, ["only it", "lost solved", "lost PAR2 [s]"]].tolist() for name in expected} == {
        **expected,
        "a": [0, 0, 0],  # without it, c solves problem 1 in the same time
    }


def test_the_best_of_all_chooses_a_competitor_and_not_a_lucky_seed():
    seeds = [("a", "1", time) for time in (1.0, 9.0)] + [("b", "1", time) for time in (3.0, 4.0)]
    assert figures(*seeds).loc[BEST, "PAR2 [s]"] == 3.5


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


def scores_of(mixed):
    """The names, the board of each problem, the runs, PAR2 and median times, by loops over the rows."""
    rows = mixed.astype({"competitor": str, "problem": str, "subject": str}).to_dict("records")
    names, problems = sorted({row["competitor"] for row in rows}), sorted({row["problem"] for row in rows})
    board = {row["problem"]: row["subject"] for row in rows}
    runs = {
        (name, problem): [row for row in rows if (row["competitor"], row["problem"]) == (name, problem)]
        for name in names
        for problem in problems
    }
    par2, times = {}, {}
    for key, own in runs.items():
        if own:
            par2[key] = sum(row["seconds"] if row["solved"] else 20.0 for row in own) / len(own)
            times[key] = float(np.median([row["seconds"] if row["solved"] else math.inf for row in own]))
    return names, board, runs, par2, times


def test_every_figure_can_be_recomputed_from_the_runs(mixed):
    (summary,) = summaries_of(mixed)
    names, board, runs, par2, times = scores_of(mixed)
    problems = sorted(board)
    for name in names:
        own = [problem for problem in problems if runs[name, problem]]
        row = summary.figures.loc[name]
        assert row["problems"] == len(own)
        solved = sum(sum(each["solved"] for each in runs[name, problem]) / len(runs[name, problem]) for problem in own)
        assert row["solved"] == pytest.approx(solved)
        assert row["PAR2 [s]"] == pytest.approx(sum(par2[name, problem] for problem in own) / len(own))
        assert row["median time [s]"] == pytest.approx(float(np.median([times[name, problem] for problem in own])))
    able = ["quick", "seeded", "slow", "open-only"]
    best = [min(par2[name, problem] for name in able if (name, problem) in par2) for problem in problems]
    assert summary.figures.loc[BEST, "PAR2 [s]"] == pytest.approx(np.mean(best))


def test_every_rank_and_test_can_be_recomputed_from_the_runs(mixed):
    (summary,) = summaries_of(mixed)
    _, board, _, par2, _ = scores_of(mixed)
    problems, ranked = sorted(board), ["quick", "seeded", "slow"]
    assert sorted(summary.ranked) == ranked
    boards = sorted({*board.values()})
    means = {
        (name, each): np.mean([par2[name, problem] for problem in problems if board[problem] == each])
        for name in ranked
        for each in boards
    }

    def differ(one, other):
        return abs(one - other) >= max(1e-4, 0.05 * min(one, other))

    for name in ranked:
        ranks = []
        for each in boards:
            own, others = means[name, each], [means[other, each] for other in ranked if other != name]
            ranks.append(1 + sum(differ(own, other) * (other < own) + 0.5 * (not differ(own, other)) for other in others))
        assert summary.figures.loc[name, "rank"] == pytest.approx(np.mean(ranks))
    raw = {}
    for test in summary.tests.to_dict("records"):
        gaps = [means[test["first"], each] - means[test["second"], each] for each in boards]
        clear = [
            gap
            for gap, each in zip(gaps, boards, strict=True)
            if differ(means[test["first"], each], means[test["second"], each])
        ]
        assert test["boards"] == len(clear)
        raw[test["first"], test["second"]] = stats.wilcoxon(clear, method="exact").pvalue
        assert test["p"] == pytest.approx(raw[test["first"], test["second"]])
    order = sorted(raw, key=raw.get)
    corrected = np.maximum.accumulate([min(1, raw[pair] * (3 - place)) for place, pair in enumerate(order)])
    found = summary.tests.set_index(["first", "second"])["corrected p"]
    assert [found[pair] for pair in order] == pytest.approx(list(corrected))
    table = differences([summary])
    assert table["of"].tolist() == [12] * 3
    assert [*table] == ["first", "second", "boards", "better", "p", "corrected p", "detected", "of"]


def test_kinds_follow_from_the_truth_and_each_problem_has_one():
    closed = {"closed": True}
    summary = summary_of(
        frame(
            *(("a", "1", 1.0), ("b", "1", None)),
            *(("a", "2", 1.0, NONE), ("b", "2", 1.0, NONE)),
            *(("a", "3", None), ("b", "3", None)),
            *(("a", "4", 1.0, closed), ("b", "4", None, closed)),
        )
    )
    assert summary.kinds == {"open": 1, "closed": 1, "none": 1, "undecided": 1}
    assert summary.figures.loc["a", [f"{kind} solved" for kind in summary.kinds]].tolist() == [1, 1, 1, 0]
    assert summary.figures.loc["b", [f"{kind} solved" for kind in summary.kinds]].tolist() == [0, 0, 1, 0]


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
    found = figures(*(("a", str(n), 1.0) for n in range(count)))
    assert found.loc["a", ["rank", "letters"]].tolist() == [1.0, ""]

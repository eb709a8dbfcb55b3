"""The summary of a comparison: its unit is the problem, and competitors are ranked on the same problems."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solvers.comparison.report.significance import bootstrap_interval
from solvers.comparison.report.summary import problem_scores, summary_of
from tests.solvers.comparison.report.frames import frame, with_times

NO_LIMIT = {"time_limit": math.nan}
NONE = {"answer": "impossible", "termination": "impossible"}


def figures(*runs):
    return summary_of(frame(*runs)).figures


def test_par2_is_the_mean_with_an_unsolved_run_as_twice_its_limit():
    found = figures(("a", "1", 1.0), ("a", "2", 3.0), ("a", "3", None), ("a", "4", None))
    assert found.loc["a", ["PAR2 [s]", "problems", "solved"]].tolist() == [(1 + 3 + 20 + 20) / 4, 4, 2]


def test_par2_needs_a_time_limit_if_a_run_is_unsolved():
    found = figures(("a", "1", 1.0, NO_LIMIT), ("a", "2", 1.0, NO_LIMIT), ("b", "1", 1.0, NO_LIMIT), ("b", "2", None, NO_LIMIT))
    assert found.loc["a", "PAR2 [s]"] == 1
    assert found.loc["b", ["PAR2 [s]", "PAR2 [s] low", "PAR2 [s] high"]].isna().all()
    assert found.loc[["a", "b"], "rank"].tolist() == [1.25, 1.75]  # an infinite score ranks behind every other one


def test_medians_are_of_solved_problems_and_do_not_exist_without_any():
    solved = [("a", str(number), float(number), {"nodes": 10 * number}) for number in range(1, 6)]
    found = figures(*solved, ("a", "6", None, {"nodes": 10**6}), *(("b", str(number), None) for number in range(1, 7)))
    assert found.loc["a", ["median time [s]", "median nodes"]].tolist() == [3, 30]
    assert found.loc["b", ["median time [s]", "median nodes", "median nodes high"]].isna().all()
    assert found.loc["b", "PAR2 [s]"] == 20


def test_a_problem_counts_once_however_many_seeds_and_repetitions_it_has():
    """With five seeds, a solver with one run on each problem solves 2 of 2 problems, not 2 of 10."""
    seeded = [("seeded", name, 1.0 if seed < 4 else None) for name in "12" for seed in range(5)]
    summary = summary_of(frame(*seeded, ("fixed", "1", 2.0), ("fixed", "2", 2.0)))
    assert summary.kinds == {"open": 2}
    assert summary.figures.loc["fixed", ["open solved", "open problems", "problems"]].tolist() == [2, 2, 2]
    assert summary.figures.loc["seeded", ["open solved", "open problems", "problems"]].tolist() == [1.6, 2, 2]
    assert summary.figures.loc["seeded", "PAR2 [s]"] == (4 * 1 + 20) / 5


def test_repeating_a_deterministic_solver_changes_no_figure_but_intervals():
    others = [(name, str(n), 1.0 + n + (name == "b")) for name in "bc" for n in range(8)]
    once = [("a", str(n), 0.5 + n) for n in range(8)]
    one, three = (figures(*times * once, *others) for times in (1, 3))
    kept = [name for name in one if not name.endswith((" low", " high"))]
    assert one[kept].equals(three[kept])


def test_a_competitor_that_supports_fewer_problems_is_set_apart():
    """A twin that makes the same walks on the open problems is not made better by leaving the closed ones out."""
    easy = [(name, str(n), 1.0) for name in ("all", "open-only") for n in range(3)]
    hard = [("all", "c", None, {"closed": True}), ("other", "c", 3.0, {"closed": True})]
    summary = summary_of(frame(*easy, *hard, *(("other", str(n), 2.0) for n in range(3))))
    found = summary.figures
    assert found["ranked"].to_dict() == {"all": True, "other": True, "open-only": False}
    assert found.index[-1] == "open-only"
    assert found.loc["open-only", ["problems", "closed problems"]].tolist() == [3, 0]
    assert found.loc["open-only", ["rank", "closed solved"]].isna().all()
    assert found.loc["open-only", "letters"] == ""
    assert found.loc[["all", "other"], "rank"].tolist() == [1.25, 1.75]


ASP = "asp (published, another machine)"


def with_asp(*times):
    """The summary of two competitors on ten problems, with published times of a third."""
    runs = frame(*((name, str(n), 1.0 + n + 5 * (name == "b")) for name in "ab" for n in range(5)), ("w", "0", 1.0))
    return summary_of(runs), summary_of(with_times(runs, *(("asp", *time) for time in times))[0])


def test_published_times_are_last_never_ranked_or_tested_and_change_no_other_figure():
    bare, both = with_asp(*((str(n), 0.01) for n in range(5)))
    assert both.figures.index.tolist() == ["a", "b", "w", ASP]
    assert both.figures.iloc[:3].equals(bare.figures)
    assert both.figures.loc[ASP, ["ranked", "problems", "solved", "letters"]].tolist() == [False, 5, 5, ""]
    assert math.isnan(both.figures.loc[ASP, "rank"])
    assert (both.different, both.kinds, both.sources) == (bare.different, bare.kinds, ("a paper",))
    assert both.scores.index.tolist() == bare.scores.index.tolist()  # of which the sentences and the hardest problem are made


def test_a_published_time_above_the_limit_and_none_at_all_are_unsolved_at_the_limit_of_the_comparison():
    found = with_asp(("0", 4.0), ("1", 10.0), ("2", 10.5), ("3", None), ("4", 30.0, 20.0))[1].figures.loc[ASP]
    assert found[["solved", "problems", "open problems"]].tolist() == [2, 5, 5]
    assert found["PAR2 [s]"] == pytest.approx((4 + 10 + 20 + 20 + 20) / 5)


def test_a_problem_unsolved_within_a_lower_limit_is_left_out_and_one_that_is_not_published_does_not_count():
    found = with_asp(("0", 4.0, 5.0), ("1", None, 5.0), ("2", 7.0, 5.0), ("3", None, 10.0))[1].figures.loc[ASP]
    assert found[["solved", "problems", "PAR2 [s]"]].tolist() == [1, 2, (4 + 20) / 2]


def test_a_comparison_without_limit_cuts_no_published_time_and_knows_none_that_is_unsolved():
    runs = frame(("a", "1", 1.0, NO_LIMIT), ("a", "2", 1.0, NO_LIMIT), ("b", "1", 1.0))
    found = summary_of(with_times(runs, ("asp", "1", 99.0), ("asp", "2", None))[0]).figures.loc[ASP]
    assert found[["solved", "problems", "PAR2 [s]"]].tolist() == [1, 1, 99]


def test_several_published_times_on_a_problem_are_several_runs():
    runs, _ = with_times(frame(("a", "1", 1.0)), ("asp", "1", 2.0), ("asp", "1", None))
    assert summary_of(runs).figures.loc[ASP, ["solved", "problems"]].tolist() == [0.5, 1]
    assert runs["weight"].tolist() == [1, 0.5, 0.5]


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


@given(st.lists(st.floats(0, 1e6), max_size=40))
@example([0.0] * 4 + [931154.8030872132] * 2)
@example([0.0, 1.0] + [5.461798269349007e-224] * 5)
def test_an_interval_lies_within_the_values_or_does_not_exist(values):
    low, high = bootstrap_interval(np.array(values), np.median)
    if len(values) < 6:
        assert math.isnan(low)
        assert math.isnan(high)
    else:
        assert min(values) <= low <= high <= max(values)


def test_no_runs_have_an_empty_summary():
    assert summary_of(frame()).figures.empty


@pytest.mark.parametrize("count", [1, 9])
def test_a_single_competitor_is_ranked_first(count):
    found = figures(*(("a", str(n), 1.0) for n in range(count)))
    assert found.loc["a", ["rank", "letters"]].tolist() == [1.0, "a"]

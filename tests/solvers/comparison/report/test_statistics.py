"""The figures of a competitor: PAR2, medians, intervals, solved counts."""

import math

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solvers.comparison.report.statistics import bootstrap_interval, scores, solved_by_kind, summary

NO_LIMIT = {"time_limit": math.nan}


def test_par2_is_the_mean_with_an_unsolved_run_as_twice_its_limit(frame):
    figures = summary(
        frame(("a", "1", 1.0), ("a", "2", 3.0), ("a", "3", None), ("a", "4", None, {"termination": "crashed: SIGSEGV"}))
    )
    assert figures.loc["a", "par2"] == (1 + 3 + 20 + 20) / 4
    assert figures.loc["a", ["problems", "runs", "solved"]].tolist() == [4, 4, 2]


def test_par2_needs_a_time_limit_where_a_run_is_unsolved(frame):
    figures = summary(frame(("a", "1", 1.0, NO_LIMIT), ("b", "1", 1.0, NO_LIMIT), ("b", "2", None, NO_LIMIT)))
    assert figures.loc["a", "par2"] == 1
    assert figures.loc["b", ["par2", "par2_low", "par2_high"]].isna().all()


def test_medians_are_of_the_solved_runs_only_and_do_not_exist_without_any(frame):
    solved = [("a", str(number), float(number), {"nodes": 10 * number}) for number in range(1, 6)]
    figures = summary(frame(*solved, ("a", "6", None, {"nodes": 10**6}), ("b", "1", None)))
    assert figures.loc["a", ["seconds", "nodes"]].tolist() == [3, 30]
    assert figures.loc["b", ["seconds", "nodes", "nodes_high"]].isna().all()
    assert figures.loc["b", "par2"] == 20


def test_seeds_and_repetitions_of_a_problem_are_pooled_before_the_problems(frame):
    figures = summary(frame(("a", "1", 1.0), ("a", "2", 3.0), ("a", "2", 5.0), ("a", "2", 10.0)))
    assert figures.loc["a", "par2"] == (1 + 6) / 2
    assert figures.loc["a", "seconds"] == (1 + 5) / 2
    assert figures.loc["a", ["problems", "runs"]].tolist() == [2, 4]


def test_a_score_without_a_number_differs_from_no_run(frame):
    table = scores(frame(("a", "1", 1.0), ("b", "1", None, NO_LIMIT), ("b", "2", None)))
    assert table.loc["1"].tolist() == [1.0, math.inf]
    assert math.isnan(table.loc["2", "a"])
    assert table.loc["2", "b"] == 20


def test_solved_is_counted_by_kind_as_far_as_any_solver_settled_it(frame):
    none = {"answer": "impossible", "termination": "impossible"}
    closed = {"closed": True}
    counts = solved_by_kind(
        frame(
            *(("a", "1", 1.0), ("b", "1", None)),
            *(("a", "2", 1.0, none), ("b", "2", 1.0, none)),
            *(("a", "3", None), ("b", "3", None)),
            *(("a", "4", 1.0, closed), ("b", "4", None, closed)),
        )
    )
    found = {(name, kind): f"{row.solved}/{row.runs}" for (name, kind), row in counts.iterrows()}
    kinds = ("open, with a tour", "open, without", "open, not settled", "closed, with a tour")
    assert found == {("a", kind): ratio for kind, ratio in zip(kinds, ("1/1", "1/1", "0/1", "1/1"), strict=True)} | {
        ("b", kind): ratio for kind, ratio in zip(kinds, ("0/1", "1/1", "0/1", "0/1"), strict=True)
    }


def test_any_answer_settles_a_problem_and_a_verified_tour_outweighs_the_answer_that_there_is_none(frame):
    late = frame(("a", "1", None, {"answer": "found"}), ("b", "1", None))
    denied = frame(("a", "1", 1.0), ("b", "1", None, {"answer": "impossible", "termination": "impossible"}))
    for runs in (late, denied):
        assert set(solved_by_kind(runs).index.get_level_values("kind")) == {"open, with a tour"}


@settings(deadline=None)
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

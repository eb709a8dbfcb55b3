"""Tests of differences, held against published examples."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from solvers.comparison.report.significance import (
    cliques,
    critical_difference,
    holm,
    pair_tests,
    rank_test,
    signed_rank_test,
)

AREAS = {  # J. Demšar, JMLR 7 (2006), table 6: 1000 AUC of four variants of C4.5 on 14 data sets; 975.1 as it is ranked
    "C4.5": [763, 599, 954, 628, 882, 936, 661, 583, 775, 1000, 940, 619, 972, 957],
    "C4.5+m": [768, 591, 971, 661, 888, 931, 668, 583, 838, 1000, 962, 666, 981, 978],
    "C4.5+cf": [771, 590, 968, 654, 886, 916, 609, 563, 866, 1000, 965, 614, 975.1, 946],
    "C4.5+m+cf": [798, 569, 967, 657, 898, 931, 685, 625, 875, 1000, 962, 669, 975, 970],
}


def demsar(frame):
    return frame(
        *((name, str(number), (1001 - area) / 1000) for name, areas in AREAS.items() for number, area in enumerate(areas))
    )


@pytest.mark.parametrize(
    ("alpha", "quantiles"),
    [
        (0.05, [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]),
        (0.10, [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]),
    ],
)
def test_the_critical_values_are_those_of_demsar(alpha, quantiles):
    """Table 5 (a) of the paper, for 2 to 10 competitors."""
    for competitors, quantile in enumerate(quantiles, 2):
        scale = math.sqrt(competitors * (competitors + 1) / 6)
        assert critical_difference(competitors, 1, alpha) / scale == pytest.approx(quantile, abs=0.0011)


def test_the_example_of_demsar(frame):
    """The ranks and differences are the paper's; its chi² of 9.28 is here corrected for ties, as in the tests of scipy."""
    test = rank_test(demsar(frame))
    assert test.problems == 14
    assert test.critical_difference == pytest.approx(1.25, abs=0.005)
    assert rank_test(demsar(frame), 0.1).critical_difference == pytest.approx(1.12, abs=0.005)
    means = dict(zip(test.competitors, test.mean_ranks, strict=True))
    published = {"C4.5": 3.143, "C4.5+m": 2.000, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}
    assert means == pytest.approx(published, abs=0.0005)
    assert (test.statistic, test.p) == pytest.approx((10.2283464566929, 0.0167215803284414))
    assert test.cliques == (("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"),)


def test_the_steps_of_holm():
    """For four p values: 4 x 0.005, 3 x 0.01, 2 x 0.03, and no less than the one before."""
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_leaves_out_pairs_that_were_not_tested():
    assert holm(np.array([math.nan, 0.02, 0.03])) == pytest.approx([math.nan, 0.04, 0.04], nan_ok=True)
    assert holm(np.array([])).tolist() == []


@settings(deadline=None)
@given(arrays(float, st.integers(0, 20), elements=st.floats(0, 1)))
def test_holm_never_lowers_a_p_nor_changes_their_order(p):
    corrected = holm(p)
    assert (corrected >= p).all()
    assert (corrected <= 1).all()
    assert (np.diff(corrected[np.argsort(p, kind="stable")]) >= 0).all()


def test_the_effect_is_one_where_the_first_is_always_faster(frame):
    (pair,) = pair_tests(frame(*(("a", str(n), 1.0) for n in range(6)), *(("b", str(n), 2.0 + n) for n in range(6))))
    assert (pair.first, pair.second, pair.problems, pair.faster, pair.slower) == ("a", "b", 6, 6, 0)
    assert pair.effect == 1
    assert pair.p == pair.p_holm == 2 / 2**6


def test_an_unsolved_run_counts_as_slow_and_two_of_them_as_a_tie(frame):
    (pair,) = pair_tests(frame(("a", "1", 5.0), ("b", "1", None), ("a", "2", None), ("b", "2", None)))
    assert (pair.problems, pair.faster, pair.slower) == (2, 1, 0)


def test_an_unsolved_run_without_a_limit_is_slower_than_any_solved_one(frame):
    no_limit = {"time_limit": math.nan}
    runs = [("a", "1", 500.0, no_limit), ("b", "1", None, no_limit), ("a", "2", None, no_limit), ("b", "2", None, no_limit)]
    (pair,) = pair_tests(frame(*runs))
    assert (pair.faster, pair.slower, pair.effect) == (1, 0, 1)


def test_only_common_problems_count(frame):
    (pair,) = pair_tests(frame(("a", "1", 1.0), ("a", "2", 1.0), ("b", "2", 2.0), ("b", "3", 2.0)))
    assert pair.problems == 1


def test_competitors_without_a_common_problem_are_no_pair(frame):
    assert pair_tests(frame(("a", "1", 1.0), ("b", "2", 1.0))) == ()


def test_where_all_are_ties_there_is_no_p(frame):
    (pair,) = pair_tests(frame(*((name, str(n), None) for name in "ab" for n in range(9))))
    assert (pair.faster, pair.slower) == (0, 0)
    assert np.isnan([pair.p, pair.effect, pair.p_holm]).all()


def nonzero(least, most):
    return st.integers(least, most).filter(bool)


@settings(deadline=None)
@given(st.lists(nonzero(-3, 3), min_size=1, max_size=9))
def test_p_is_exact_with_ties(differences):
    """Against all signs of the ranks."""
    ranks = stats.rankdata(np.abs(differences))
    sums = np.array([ranks @ signs for signs in product([-1, 1], repeat=len(ranks))])
    observed = ranks @ np.sign(differences)
    expected = (np.abs(sums) >= abs(observed) - 1e-9).mean()
    assert signed_rank_test(np.array(differences, dtype=float))[0] == pytest.approx(expected)


@settings(deadline=None)
@given(st.lists(nonzero(-1000, 1000), min_size=1, max_size=50, unique_by=abs))
def test_without_ties_p_is_that_of_scipy(differences):
    assert signed_rank_test(np.array(differences, dtype=float))[0] == pytest.approx(
        stats.wilcoxon(differences, method="exact").pvalue
    )


def test_many_differences_and_few_have_about_the_same_p():
    values = np.random.default_rng(5).normal(0.3, 1, 50)
    exact, _ = signed_rank_test(values)
    normal, _ = signed_rank_test(np.append(values, 1e-9))
    assert normal == pytest.approx(exact, rel=0.1)


@settings(deadline=None)
@given(st.lists(st.integers(-3, 3), max_size=12))
def test_opposite_differences_have_the_opposite_effect(differences):
    p, effect = signed_rank_test(np.array(differences, dtype=float))
    mirrored_p, mirrored_effect = signed_rank_test(-np.array(differences, dtype=float))
    assert p == pytest.approx(mirrored_p, nan_ok=True)
    assert effect == pytest.approx(-mirrored_effect, nan_ok=True)


@pytest.mark.parametrize(
    "runs",
    [
        [],
        [("a", "1", 1.0), ("a", "2", 1.0)],
        [(name, "1", 1.0) for name in "abc"],
        [(name, str(n), 1.0) for name in "ab" for n in range(9)],
        [("a", "1", 1.0), ("b", "2", 1.0), ("c", "3", 1.0)],
    ],
)
def test_no_ranks_without_three_competitors_and_two_common_problems(frame, runs):
    assert rank_test(frame(*runs)) is None


def test_where_all_are_tied_friedman_has_no_p(frame):
    test = rank_test(frame(*((name, str(n), None) for name in "abc" for n in range(5))))
    assert math.isnan(test.p)
    assert test.mean_ranks == (2, 2, 2)
    assert test.cliques == (("a", "b", "c"),)


def test_the_fastest_has_rank_one(frame):
    times = {"slow": 3.0, "fast": 1.0, "middle": 2.0}
    test = rank_test(frame(*((name, str(n), seconds) for name, seconds in times.items() for n in range(30))))
    assert test.competitors == ("fast", "middle", "slow")
    assert test.mean_ranks == (1, 2, 3)
    assert test.p < 0.001
    assert test.cliques == ()


@settings(deadline=None)
@given(st.lists(st.floats(1, 20), min_size=1, max_size=8).map(sorted), st.floats(0.01, 5))
def test_two_competitors_share_a_clique_if_they_do_not_differ(means, least):
    names = [str(number) for number in range(len(means))]
    found = cliques(names, means, least)
    for first in range(len(names)):
        for second in range(first + 1, len(names)):
            together = any({names[first], names[second]} <= set(clique) for clique in found)
            assert together == (means[second] - means[first] < least)
    assert not any(set(one) < set(other) for one in found for other in found)

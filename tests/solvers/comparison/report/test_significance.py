"""Tests of differences, compared with published examples, and their letters, which are true in both directions."""

import math
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from solvers.comparison.report.summary import (
    bootstrap_interval,
    holm,
    least_boards,
    paired_tests,
    signed_rank_p,
    summary_letters,
    weighted_mean,
    weighted_median,
)

NAMES = [*"pqrstuv"]


@given(arrays(float, st.integers(0, 20), elements=st.floats(0, 1)))
def test_holm_never_lowers_a_p_nor_changes_their_order(p):
    corrected = holm(p)
    assert (corrected >= p).all()
    assert (corrected <= 1).all()
    assert (np.diff(corrected[np.argsort(p, kind="stable")]) >= 0).all()


def test_an_infinite_score_is_worse_than_any_other_and_two_of_them_are_equal():
    scores = pd.DataFrame({"a": [1.0] * 8 + [math.inf], "b": [math.inf] * 9})
    assert paired_tests(scores).values.tolist() == [["a", "b", 8, "a", 2 / 2**8]]
    assert paired_tests(scores.assign(a=math.inf)).values.tolist() == [["a", "b", 0, "", 1.0]]


@pytest.mark.parametrize("tests", [1, 3, 55, 171, 190])
def test_a_difference_on_the_least_number_of_boards_is_detected_and_on_one_less_it_is_not(tests):
    least = least_boards(tests)
    p = [signed_rank_p(np.ones(boards)) for boards in (least - 1, least)]
    assert [each * tests < 0.05 for each in p] == [False, True]


@pytest.mark.parametrize("count", [15, 40, 120])
def test_p_with_many_ties_is_that_of_all_signs(count):
    """Against draws of signs: scipy's approximation for more than 13 tied differences is ten times too large in the tail."""
    random = np.random.default_rng(1)
    differences = random.integers(1, 4, count) * np.where(random.random(count) < 0.7, 1.0, -1.0)
    ranks = stats.rankdata(np.abs(differences))
    drawn = np.abs(random.choice([-1, 1], (20_000, count)) @ ranks)
    share = (drawn >= abs(ranks @ np.sign(differences)) - 1e-9).mean()
    assert signed_rank_p(differences) == pytest.approx(share, abs=4 * math.sqrt((share + 1e-4) / 20_000))


def test_exact_p_and_approximation_agree_where_they_meet():
    random = np.random.default_rng(2)
    differences = random.normal(0.15, 1, 201)
    assert signed_rank_p(differences[:200]) == pytest.approx(stats.wilcoxon(differences[:200]).pvalue, rel=0.02)
    assert signed_rank_p(differences) == stats.wilcoxon(differences).pvalue


@given(arrays(float, st.integers(1, 30), elements=st.floats(0, 1e6)), st.integers(0, 99))
def test_weighted_statistics_are_those_of_repeated_values(values, seed):
    weights = np.random.default_rng(seed).integers(0, 4, (5, len(values)))
    weights[:, 0] += 1
    repeated = [np.repeat(values, row) for row in weights]
    assert weighted_mean(values, weights) == pytest.approx([each.mean() for each in repeated])
    assert weighted_median(values, weights).tolist() == [np.median(each) for each in repeated]


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=40))
@example([0.0] * 4 + [931154.8030872132] * 2)
@example([0.0, 1.0] + [5.461798269349007e-224] * 5)
def test_an_interval_lies_within_the_values_or_does_not_exist(values):
    for statistic in (weighted_mean, weighted_median):
        low, high = bootstrap_interval(np.array(values), np.arange(len(values)), statistic)
        if len(values) < 6:
            assert math.isnan(low)
            assert math.isnan(high)
        else:
            assert min(values) <= low <= high <= max(values)


def test_an_interval_covers_the_mean_of_clustered_values_and_one_without_clusters_does_not():
    """Thirty boards with eight starts that nearly agree: of 100 samples, 95 % must cover the mean, which is 0."""
    random, hits = np.random.default_rng(3), np.zeros(2)
    for _ in range(100):
        values = np.repeat(random.normal(0, 1, 30), 8) + random.normal(0, 0.1, 240)
        for place, boards in enumerate((np.arange(240) // 8, np.arange(240))):
            low, high = bootstrap_interval(values, boards, weighted_mean)
            hits[place] += low <= 0 <= high
    assert hits[0] >= 88
    assert hits[1] <= 70


@given(st.lists(st.integers(-3, 3).filter(bool), min_size=1, max_size=9))
def test_p_is_exact_with_ties(differences):
    """Against all signs of the ranks."""
    ranks = stats.rankdata(np.abs(differences))
    sums = np.array([ranks @ signs for signs in product([-1, 1], repeat=len(ranks))])
    observed = ranks @ np.sign(differences)
    assert signed_rank_p(np.array(differences, dtype=float)) == pytest.approx((np.abs(sums) >= abs(observed) - 1e-9).mean())


@given(st.sets(st.sampled_from(list(combinations(NAMES, 2)))))
def test_two_share_a_letter_exactly_if_they_do_not_differ(different):
    letters = summary_letters(NAMES, different)
    for pair in combinations(NAMES, 2):
        shared = set(letters[pair[0]]) & set(letters[pair[1]])
        assert bool(shared) == (pair not in different)
    assert all(letters.values())


def test_a_letter_may_skip_a_neighbour_in_the_order_of_ranks():
    """The first and the third do not differ, though both differ from the second: intervals of neighbours cannot show it."""
    letters = summary_letters(["a", "b", "c"], [("a", "b"), ("b", "c")])
    assert letters == {"a": "a", "b": "b", "c": "a"}

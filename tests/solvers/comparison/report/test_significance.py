"""Tests of differences, held against published examples."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from solvers.comparison.report.significance import holm, pair_tests, signed_rank_test


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


@pytest.mark.parametrize("limit", [10.0, math.nan])
def test_an_unsolved_run_is_slower_than_any_solved_one_and_two_of_them_are_a_tie(frame, limit):
    runs = [("a", "1", 5.0), ("b", "1", None), ("a", "2", None), ("b", "2", None)]
    (pair,) = pair_tests(frame(*((*run, {"time_limit": limit}) for run in runs)))
    assert (pair.problems, pair.faster, pair.slower, pair.effect) == (2, 1, 0, 1)


def test_where_all_are_ties_there_is_no_p(frame):
    (pair,) = pair_tests(frame(*((name, str(n), None) for name in "ab" for n in range(9))))
    assert (pair.faster, pair.slower) == (0, 0)
    assert np.isnan([pair.p, pair.effect, pair.p_holm]).all()


@settings(deadline=None)
@given(st.lists(st.integers(-3, 3).filter(bool), min_size=1, max_size=9))
def test_p_is_exact_with_ties_and_the_effect_is_the_share_of_the_ranks(differences):
    """Against all signs of the ranks."""
    ranks = stats.rankdata(np.abs(differences))
    sums = np.array([ranks @ signs for signs in product([-1, 1], repeat=len(ranks))])
    observed = ranks @ np.sign(differences)
    p, effect = signed_rank_test(np.array(differences, dtype=float))
    assert p == pytest.approx((np.abs(sums) >= abs(observed) - 1e-9).mean())
    assert effect == pytest.approx(observed / ranks.sum())

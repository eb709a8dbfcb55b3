"""Tests of differences, compared with published examples, and their letters, which are true in both directions."""

import math
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from solvers.comparison.report.significance import compact_letters, different_pairs, holm, signed_rank_p

NAMES = [*"pqrstuv"]


@given(arrays(float, st.integers(0, 20), elements=st.floats(0, 1)))
def test_holm_never_lowers_a_p_nor_changes_their_order(p):
    corrected = holm(p)
    assert (corrected >= p).all()
    assert (corrected <= 1).all()
    assert (np.diff(corrected[np.argsort(p, kind="stable")]) >= 0).all()


def test_an_infinite_score_is_worse_than_any_other_and_two_of_them_are_equal():
    scores = pd.DataFrame({"a": [1.0] * 8 + [math.inf], "b": [math.inf] * 9})
    assert different_pairs(scores) == {frozenset("ab")}
    assert different_pairs(scores.assign(a=math.inf)) == set()


@given(st.lists(st.integers(-3, 3).filter(bool), min_size=1, max_size=9))
def test_p_is_exact_with_ties(differences):
    """Against all signs of the ranks."""
    ranks = stats.rankdata(np.abs(differences))
    sums = np.array([ranks @ signs for signs in product([-1, 1], repeat=len(ranks))])
    observed = ranks @ np.sign(differences)
    assert signed_rank_p(np.array(differences, dtype=float)) == pytest.approx((np.abs(sums) >= abs(observed) - 1e-9).mean())


@given(st.sets(st.sampled_from(list(map(frozenset, combinations(NAMES, 2))))))
def test_two_share_a_letter_exactly_if_they_do_not_differ(different):
    letters = compact_letters(NAMES, different)
    for pair in combinations(NAMES, 2):
        shared = set(letters[pair[0]]) & set(letters[pair[1]])
        assert bool(shared) == (frozenset(pair) not in different)
    assert all(letters.values())


def test_a_letter_may_skip_a_neighbour_in_the_order_of_ranks():
    """The first and the third do not differ, though both differ from the second: intervals of neighbours cannot show it."""
    letters = compact_letters(["a", "b", "c"], [frozenset("ab"), frozenset("bc")])
    assert letters == {"a": "a", "b": "b", "c": "a"}

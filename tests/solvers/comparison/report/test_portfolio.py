"""The virtual best solver, marginal contributions and Shapley values."""

import math
from itertools import combinations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from solvers.comparison.report.portfolio import shapley_values, virtual_best

WORTHS = st.tuples(st.integers(1, 5), st.integers(1, 6)).flatmap(lambda shape: arrays(float, shape, elements=st.integers(0, 9)))


def worth_of(worth, coalition):
    return sum(max((row[each] for each in coalition), default=0) for row in worth)


def by_definition(worth, player):
    """Return the mean marginal contribution over all orders, summed over all coalitions."""
    count = worth.shape[1]
    others = [each for each in range(count) if each != player]
    total = 0.0
    for size in range(count):
        weight = factorial(size) * factorial(count - size - 1) / factorial(count)
        for coalition in combinations(others, size):
            total += weight * (worth_of(worth, (*coalition, player)) - worth_of(worth, coalition))
    return total


@settings(deadline=None)
@given(WORTHS)
def test_shapley_values_are_those_of_the_definition(worth):
    expected = [by_definition(worth, player) for player in range(worth.shape[1])]
    assert shapley_values(worth) == pytest.approx(expected, abs=1e-9)


def test_the_virtual_best_takes_the_best_on_each_problem(frame):
    best = virtual_best(
        frame(("a", "1", 1.0), ("b", "1", 3.0), ("a", "2", None), ("b", "2", 2.0), ("a", "3", None), ("b", "3", None))
    )
    assert (best.problems, best.solved, best.par2) == (3, 2, (1 + 2 + 20) / 3)
    assert best.contributions["alone"].to_dict() == {"a": 0, "b": 1}
    assert best.contributions["share"].to_dict() == pytest.approx({"a": 10.5 / 37, "b": 26.5 / 37})


def test_a_problem_that_a_competitor_does_not_take_counts_as_unsolved_there(frame):
    best = virtual_best(frame(("a", "1", 1.0), ("b", "1", 2.0), ("b", "2", 4.0)))
    assert best.par2 == 2.5
    assert best.contributions["alone"].tolist() == [0, 1]


def test_without_time_limits_the_shares_are_those_of_the_solved_problems(frame):
    no_limit = {"time_limit": math.nan}
    best = virtual_best(frame(("a", "1", 1.0, no_limit), ("b", "1", None, no_limit)))
    assert best.par2 == 1
    assert best.contributions["share"].to_dict() == {"a": 1, "b": 0}

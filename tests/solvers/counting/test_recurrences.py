"""Recurrences are found from their terms, exactly, and only where the terms are enough."""

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from solvers.counting.recurrences import Recurrence, find_recurrence

FACTORS = st.integers(-(10**12), 10**12)


@given(st.lists(FACTORS, min_size=1, max_size=6), st.lists(FACTORS, min_size=6, max_size=9))
def test_a_recurrence_is_found_from_its_terms(coefficients, initial):
    """A shorter one may generate the same terms; it gives the same later terms too."""
    terms = list(islice(Recurrence(tuple(initial), tuple(coefficients)).terms(), 40))
    found = find_recurrence(terms[:25])
    assert found is not None
    assert list(islice(found.terms(), 40)) == terms
    assert len(found.initial) <= len(initial)


def test_too_few_terms_give_no_recurrence():
    assert find_recurrence([1, 1, 2, 3]) is None
    assert find_recurrence([1, 1, 2, 3, 5]) == Recurrence((1, 1), (1, 1))


def test_a_recurrence_whose_coefficients_are_no_whole_numbers_is_none():
    assert find_recurrence([64, 32, 16, 8, 4, 2, 1]) is None


def test_coefficients_larger_than_a_prime_are_found():
    large = 3**100
    assert find_recurrence([1, large, large**2, large**3]) == Recurrence((1,), (large,))

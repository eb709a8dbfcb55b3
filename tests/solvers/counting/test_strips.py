"""All boards with a given number of rows, counted together, against numbers in print and against a search that lists tours."""

from itertools import islice
from operator import mul

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from solvers import count_strips, count_tours, enumerate_tours, strip_recurrence
from solvers.core.errors import ProblemError
from solvers.counting.strips import Recurrence, find_recurrence
from tests.solvers.data import COUNTS, data

IN_PRINT = {name: table["terms"] for name, table in data("strips").items()}


def counted(rows, cols, **kind):
    return list(islice(count_strips(rows, **kind), cols))


def listed(rows, cols, **kind):
    return sum(1 for _ in enumerate_tours(Board(rows, cols), "pruned-compiled", **kind))


def test_closed_tours_of_3xn_are_those_in_print():
    counts = counted(3, 42, closed=True)
    assert counts[1::2] == IN_PRINT["closed_3x2n"]
    assert not any(counts[::2])


def test_open_tours_of_3xn_are_those_in_print():
    assert counted(3, 29) == IN_PRINT["open_3xn"]


def test_open_tours_of_4xn_are_those_in_print():
    """A tour of 4 x n stands for 4 tours, or for 2 where a half turn maps it onto itself; only odd n have such tours."""
    symmetric = [IN_PRINT["symmetric_open_4xn"][n // 2] if n % 2 else 0 for n in range(1, 27)]
    assert counted(4, 26) == [4 * one - 2 * own for one, own in zip(IN_PRINT["distinct_open_4xn"], symmetric, strict=True)]
    by_board = {f"4x{n}": count for n, count in enumerate(counted(4, 10), 1)}
    assert by_board.items() >= COUNTS["undirected_open_4xn"].items()


def test_no_board_of_4_rows_has_a_closed_tour():
    assert not any(counted(4, 30, closed=True))


def test_closed_tours_of_5xn_are_those_in_print():
    by_board = {f"5x{n}": count for n, count in enumerate(counted(5, 10, closed=True), 1)}
    assert by_board.items() >= COUNTS["closed_5xn"].items()
    assert by_board["5x6"] == listed(5, 6, closed=True)


@pytest.mark.slow
def test_closed_tours_of_6xn_are_those_in_print():
    assert counted(6, 40, closed=True) == IN_PRINT["closed_6xn"]


@pytest.mark.parametrize("rows", [3, 4])
def test_closed_tours_of_cylinders_are_those_of_another_method(rows):
    each = [count_tours(Board(rows, cols, wrap="rows"), closed=True).undirected for cols in range(1, 13)]
    assert counted(rows, 12, closed=True, wrap="rows") == each


@pytest.mark.parametrize("rows, order", [(3, 68), pytest.param(4, 105, marks=pytest.mark.slow)])
def test_closed_tours_of_cylinders_have_a_recurrence(rows, order):
    recurrence = strip_recurrence(rows, closed=True, wrap="rows")
    assert (recurrence.order, recurrence.term(200)) == (order, counted(rows, 200, closed=True, wrap="rows")[-1])


def test_hamiltonian_cycles_of_grids_and_of_cylinders_are_those_in_print():
    """OEIS A003763 (2n x 2n grids), A003699 (C_4 x P_n)."""
    assert [counted(2 * half, 2 * half, closed=True, leaper=(0, 1))[-1] for half in range(1, 6)] == [
        1,
        6,
        1072,
        4638576,
        467260456608,
    ]
    assert counted(4, 6, closed=True, leaper=(0, 1), wrap="rows") == [1, 6, 22, 82, 306, 1142]


@settings(max_examples=20)
@given(
    st.sampled_from([(1, (1, 2)), (2, (1, 2)), (2, (0, 1)), (4, (0, 1)), (3, (1, 3)), (3, (2, 3)), (2, (1, 4)), (4, (1, 1))]),
    st.booleans(),
    st.sampled_from([None, "rows"]),
)
def test_any_leaper_is_counted_as_each_board_alone(strip, closed, wrap):
    rows, leaper = strip
    each = [count_tours(Board(rows, cols, wrap=wrap), leaper=leaper, closed=closed).undirected for cols in range(1, 8)]
    assert counted(rows, 7, closed=closed, leaper=leaper, wrap=wrap) == each


@pytest.mark.slow
def test_open_tours_of_5xn_are_those_in_print():
    by_board = {f"5x{n}": count for n, count in enumerate(counted(5, 9), 1)}
    assert by_board.items() >= COUNTS["undirected_open_5xn"].items()


@pytest.mark.parametrize(
    "rows, cols, closed", [(1, 3, False), (2, 6, False), (3, 8, False), (4, 6, False), (1, 3, True), (3, 12, True)]
)
def test_as_many_tours_are_counted_as_a_search_lists(rows, cols, closed):
    """A search lists an open tour and its reverse, but for the tour of one square."""
    counts = [count * (1 if closed or rows * n == 1 else 2) for n, count in enumerate(counted(rows, cols, closed=closed), 1)]
    assert counts == [listed(rows, n, closed=closed) for n in range(1, cols + 1)]


@pytest.mark.parametrize("rows, closed, order", [(1, False, 0), (2, False, 0), (3, True, 42), (3, False, 172), (4, False, 240)])
def test_the_recurrence_has_a_known_order_and_gives_all_digits_of_1000_columns(rows, closed, order):
    recurrence, count = strip_recurrence(rows, closed=closed), counted(rows, 1000, closed=closed)[-1]
    assert (recurrence.order, recurrence.term(1000)) == (order, count)
    assert len(str(count)) > 450 or order == 0


def test_the_recurrence_of_closed_3xn_is_that_of_elkies_and_stanley():
    """The numerator is the product of the denominator and the series."""
    recurrence = strip_recurrence(3, closed=True)
    denominator = [1, *(-factor for factor in recurrence.coefficients)]
    series = [0, *recurrence.initial]
    numerator = [sum(map(mul, denominator, series[power::-1])) for power in range(len(series))]
    assert denominator[::2] == IN_PRINT["closed_3x2n_denominator"]
    assert not any(denominator[1::2])
    assert not any(numerator[1::2])
    expected = [16 * factor for factor in IN_PRINT["closed_3x2n_numerator"]]
    assert numerator[::2] == expected + [0] * (len(numerator[::2]) - len(expected))


def test_closed_tours_that_never_exist_have_the_recurrence_of_zero():
    assert strip_recurrence(4, closed=True) == Recurrence((), ())


@pytest.mark.parametrize(
    "kind, message",
    [
        ({"rows": 7, "closed": True}, "from 1 to 6"),
        ({"rows": 6, "closed": True, "wrap": "rows"}, "from 1 to 5"),
        ({"rows": 3, "leaper": (1, 4)}, "from 1 to 2"),
        ({"rows": 3, "wrap": "cols"}, "it must be 'rows' or None"),
    ],
    ids=str,
)
def test_strips_that_need_too_much_memory_are_refused_at_once(kind, message):
    with pytest.raises(ProblemError, match=message):
        count_strips(**kind)


def test_a_recurrence_of_too_many_states_is_refused():
    with pytest.raises(ProblemError, match="has 7,671 states, above the limit of 2,000"):
        strip_recurrence(4, wrap="rows")


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

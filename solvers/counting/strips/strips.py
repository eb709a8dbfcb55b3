"""The numbers of tours of all boards with a given number of rows, one after the other.

`matrix` explains the method: a tour is a walk among states, and the walks of n steps are counted by the n-th power of a
matrix (R. P. Stanley, Enumerative Combinatorics 1, 1986, section 4.7). Nobody forms that power. A vector holds, for each state,
the number of ways to reach it. Multiplied by the matrix it holds the same for one column more, so that all boards up to n
columns cost n products of a sparse matrix and a vector. D. E. Knuth and N. D. Elkies counted the closed tours of 3 x n so in
1994, independently (N. D. Elkies and R. P. Stanley, The mathematical knight, Mathematical Intelligencer 25, 2003).

The numbers outgrow a machine word after some 20 columns. So each is kept as limbs: the digits in a large base, which is chosen
so small that a product of the matrix and a vector of digits still fits into 63 bits.

The sequence of the numbers satisfies a linear recurrence, because the powers of a matrix do (A. Cayley, W. R. Hamilton).
`strip_recurrence` finds the shortest one and proves it.

Cost: entries of the matrix x limbs for each column, once the matrix is there. All digits of 3 x 1000 and of 4 x 1000 take less
than a second each, those of 6 x 40 (closed) eight. More rows have too many states; the frontier method counts on such boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from typing import TYPE_CHECKING

from solvers.errors import ProblemError

if TYPE_CHECKING:
    from solvers.counting.strips.recurrences import Recurrence

__all__ = ["count_strips", "strip_recurrence"]

MOST_ROWS_CLOSED, MOST_ROWS_OPEN = 6, 5
"""One row more would take tens of gigabytes."""
MOST_ROWS_RECURRENCE = 4


def count_strips(rows: int, *, closed: bool = False) -> Iterator[int]:
    """Yield the number of knight's tours of the boards rows x 1, rows x 2, rows x 3 and so on, without end.

    A tour and its reverse count as one. (Tours with a direction are twice as many, except on 1 x 1.)

    Parameters
    ----------
    rows : the number of rows: from 1 to 5 for open tours, to 6 for closed ones.
    closed : whether to count closed tours.

    Raises
    ------
    ProblemError : the number of rows is no whole number, or is not in this range.

    References
    ----------
    OEIS A070030 (closed tours of 3 x 2n), A175881 (closed, 6 x n), A169696 (open, 3 x n), A079137 (open, 4 x n), A083386 (open,
    5 x n).

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(count_strips(3), 10))
    [0, 0, 0, 8, 0, 0, 52, 396, 560, 3048]
    >>> list(islice(count_strips(3, closed=True), 9, 14))
    [16, 0, 176, 0, 1536]
    """
    _check_rows(rows, MOST_ROWS_CLOSED if closed else MOST_ROWS_OPEN)
    return _counts(rows, 0 if closed else 2)


def _check_rows(rows: int, most: int) -> None:
    if not isinstance(rows, int) or not 1 <= rows <= most:
        raise ProblemError(f"the number of rows is a whole number from 1 to {most} here, not {rows!r}", rows)


def _counts(rows: int, ends: int) -> Iterator[int]:
    import numpy as np

    from solvers.counting.strips.matrix import strip_factors

    first, factors = strip_factors(rows, ends)
    bits = 62 - max(int(factor.sum(axis=1).max(initial=1)) for factor in factors).bit_length()
    limbs = [np.zeros(factors[0].shape[1], np.int64)]
    limbs[0][first] = 1
    for cols in count(1):
        for factor in factors:
            carry = np.zeros(1, np.int64)
            for index, limb in enumerate(limbs):
                total = factor @ limb + carry
                limbs[index], carry = total & ((1 << bits) - 1), total >> bits
            if carry.any():
                limbs.append(carry)
        is_square = rows == cols == 1 and ends  # the states have no tour of one square without a move
        yield 1 if is_square else sum(int(limb[first]) << index * bits for index, limb in enumerate(limbs))
        for limb in limbs:
            limb[first] = 0  # a complete tour does not go on


def strip_recurrence(rows: int, *, closed: bool = False) -> Recurrence:
    """Return the shortest linear recurrence of the numbers that `count_strips` yields.

    Parameters
    ----------
    rows : the number of rows, from 1 to 4.
    closed : whether to count closed tours.

    Raises
    ------
    ProblemError : the number of rows is not a whole number from 1 to 4. The recurrence of 5 rows has an order of 1,500 or more.

    Notes
    -----
    The recurrence is proven. The vectors of a matrix of s states satisfy a recurrence of order s at most. So does the
    difference between the two sides of any other recurrence for one of their entries. A sequence that satisfies a recurrence
    of order s and begins with s zeros is zero. So a recurrence that holds for s consecutive numbers holds for all later ones.

    Examples
    --------
    >>> recurrence = strip_recurrence(3, closed=True)
    >>> recurrence.order, recurrence.coefficients[:8], recurrence.term(20)
    (42, (0, 6, 0, 64, 0, -200, 0, -1000), 1448416)
    """
    from solvers.counting.strips.matrix import strip_factors
    from solvers.counting.strips.recurrences import find_recurrence

    _check_rows(rows, MOST_ROWS_RECURRENCE)
    states = strip_factors(rows, 0 if closed else 2)[1][0].shape[1] + 1  # one more: 1 x 1 is counted apart
    terms = list(islice(count_strips(rows, closed=closed), 2 * states))
    recurrence = find_recurrence(terms)
    assert recurrence is not None  # the order is at most the number of states
    return recurrence

"""Count the tours of boards with a given number of rows and 1, 2, 3, … columns.

A *strip* is a board with few rows and any number of columns.

*The same matrix for each column.* The moves of a tour from and to the first columns form paths. A *state* records the ends of
these paths. Entry (i, j) of the *transfer matrix* is the number of ways in which one more column leads from state j to i
(`solvers.methods.frontier.columns`). So a tour of n columns corresponds to a walk of n steps (Stanley, section 4.7), which
begins in the state without edges, and returns there only at its end. On a cylinder, each column is a ring of squares.

*No walk is listed.* A vector stores, for each state, the number of ways to reach it. Its product with the matrix is the vector
for one more column. The entry of the state without edges is the number of tours. It is then set to 0, because a complete tour
is not continued. So all numbers up to n columns take n products of a sparse matrix and a vector. D. E. Knuth and N. D. Elkies
independently counted the closed tours of 3 x n in this way in 1994 (Elkies and Stanley).

The computation of the largest matrix takes some seconds on one core, and 0.8 GB of memory. With more rows there are too many
states. For boards with more rows, use `count_tours`.

*Large numbers.* The numbers of tours exceed 64 bits after about 20 columns. So each number is stored as *limbs*, its digits in
a large base. The base is a power of two, small enough that each entry of a matrix-vector product of limbs fits into 63 bits.

*Recurrences.* The sequence a(1), a(2), … satisfies a linear recurrence of order d if a(n) = c(1) a(n-1) + … + c(d) a(n-d) for
all large n. The numbers of tours satisfy a linear recurrence, because the powers of a matrix do (theorem of Cayley and
Hamilton). `strip_recurrence` finds the shortest one and proves it. `find_recurrence` uses the algorithm of Berlekamp and
Massey:

1. Compute modulo a prime, so that numbers remain small.
2. Read the terms one by one, and store the shortest recurrence that the terms so far satisfy.
3. If the next term does not satisfy the stored recurrence, correct it: subtract a shifted multiple of the recurrence that was
   stored before the length last increased. The multiple is chosen such that the errors of both recurrences cancel.
4. After the last term, replace each coefficient by the residue nearest to 0. Check in exact integers that all terms satisfy the
   recurrence.
5. If the check fails, repeat with the next larger prime.

The shortest recurrence of a sequence of integers has integer coefficients, by a lemma of P. Fatou (1906).

Notes
-----
When the matrix is known, the time per column is proportional to the number of entries of the matrix times the number of limbs.
The exact numbers for up to 3 x 1000 and for up to 4 x 1000 take less than a second each. Those of closed tours for up to 6 x 40
take eight seconds. The search for a recurrence takes O(terms x order) time for each prime.

References
----------
R. P. Stanley, Enumerative Combinatorics 1, 1986. N. D. Elkies and R. P. Stanley, The mathematical knight, Mathematical
Intelligencer 25, 2003. E. R. Berlekamp, Algebraic Coding Theory, 1968. J. L. Massey, Shift-register synthesis and BCH decoding,
IEEE Transactions on Information Theory 15, 1969.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice, zip_longest
from operator import eq, mul
from typing import Any, Literal

import numpy as np

from graphs.errors import expect
from graphs.leapers import KNIGHT, Leaper, as_leaper
from solvers.core.errors import ProblemError
from solvers.methods.frontier.columns import Matrix, strip_column_factors

MERSENNE_EXPONENTS = (61, 127, 521, 1279, 2203, 4423)
"""Exponents e of the Mersenne primes 2^e - 1 that are tried as moduli.

A recurrence is found only if the absolute value of each coefficient is less than half of the largest prime.
"""
MOST_CLOSED, MOST_OPEN, MOST_WRAPPED = 12, 10, 10
"""Maximum of rows times the longer step of the leaper: for closed tours, for open tours, and on cylinders.

With one more row, the transfer matrix would take tens of gigabytes.
"""
MOST_RECURRENCE, MOST_STATES_RECURRENCE = 8, 2_000
"""Maximum of rows times the longer step of the leaper for `strip_recurrence`, and maximum number of states."""


@dataclass(frozen=True)
class Recurrence:
    """Linear recurrence with its initial terms.

    >>> fibonacci = Recurrence((1, 1), (1, 1))
    >>> fibonacci.order, fibonacci.term(100)
    (2, 354224848179261915075)
    """

    initial: tuple[int, ...]
    """The first terms a(1), a(2), … They are given, not computed from the coefficients."""
    coefficients: tuple[int, ...]
    """The numbers c(1), …, c(d) with a(n) = c(1) a(n-1) + … + c(d) a(n-d) for each n after the initial terms."""

    @property
    def order(self) -> int:
        """Order of the recurrence: the number d of coefficients."""
        return len(self.coefficients)

    def terms(self) -> Iterator[int]:
        """Yield the terms a(1), a(2), a(3), … of the sequence, without end."""
        yield from self.initial
        factors = [(-back, factor) for back, factor in enumerate(self.coefficients, 1) if factor]
        last = deque(self.initial, maxlen=max(self.order, 1))
        while True:
            last.append(sum(factor * last[back] for back, factor in factors))
            yield last[-1]

    def term(self, n: int) -> int:
        """Return the term a(n) of the sequence, n >= 1.

        This takes O(n * `order`) multiplications.
        """
        return next(islice(self.terms(), n - 1, None))


def count_strips(
    rows: int, *, closed: bool = False, leaper: Leaper = KNIGHT, wrap: Literal["rows"] | None = None
) -> Iterator[int]:
    """Return an endless iterator over the numbers of tours for 1, 2, 3, … columns.

    A tour and its reverse count as one. The number of directed tours is twice as large, except on 1 x 1.

    Parameters
    ----------
    rows : int
        Number of rows, at least 1. For the knight, at most 5, or 6 for closed tours on boards without `wrap`. For a leaper
        (a, b) with a <= b, at most 10 / b, or 12 / b for closed tours without `wrap`.
    closed : bool, optional
        Whether to count closed tours (default: False).
    leaper : tuple of int, optional
        The leaper (default: the knight).
    wrap : {"rows"}, optional
        If "rows", the last row is joined to the first, so the boards are cylinders.

    Returns
    -------
    iterator of int
        The number of tours of each board, in order of the number of columns.

    Raises
    ------
    ProblemError
        If `rows` is not an integer in this range.
    WrongType
        If `closed` is not a bool.

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
    >>> list(islice(count_strips(3, closed=True, wrap="rows"), 8))  # cylinders of 3 x n
    [0, 1, 48, 352, 6568, 200094, 4365632, 85462970]
    """
    ends = 0 if expect(bool, closed, "closed") else 2
    most = MOST_WRAPPED if wrap else MOST_OPEN if ends else MOST_CLOSED
    return _counts(rows, ends, *_factors(rows, ends, leaper, wrap, most))


def _factors(rows: Any, ends: int, leaper: Leaper, wrap: Any, most: int) -> tuple[int, tuple[Matrix, ...]]:
    """Return the transfer matrix of a strip, or raise ProblemError if it is too large.

    `most` is the maximum of rows times the longer step of the leaper.
    """
    longer = max(as_leaper(leaper))
    if not isinstance(rows, int) or not 1 <= rows <= most // longer:
        raise ProblemError(f"the number of rows must be a whole number from 1 to {most // longer}, not {rows!r}", rows)
    if wrap not in (None, "rows"):
        raise ProblemError(f"unknown wrap {wrap!r}: it must be 'rows' or None", wrap)
    return strip_column_factors(rows, ends, leaper, wrap)


def _counts(rows: int, ends: int, first: int, factors: Sequence[Matrix]) -> Iterator[int]:
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
        is_square = rows == cols == 1 and ends  # a tour of one square has no move, so no state represents it
        yield 1 if is_square else sum(int(limb[first]) << index * bits for index, limb in enumerate(limbs))
        for limb in limbs:
            limb[first] = 0  # a complete tour is not continued


def strip_recurrence(
    rows: int, *, closed: bool = False, leaper: Leaper = KNIGHT, wrap: Literal["rows"] | None = None
) -> Recurrence:
    """Return the shortest linear recurrence of the numbers of tours for 1, 2, 3, … columns.

    Parameters
    ----------
    rows : int
        Number of rows, at least 1. For the knight, at most 4. For a leaper (a, b) with a <= b, at most 8 / b.
    closed : bool, optional
        As in `count_strips`.
    leaper : tuple of int, optional
        As in `count_strips`.
    wrap : {"rows"}, optional
        As in `count_strips`.

    Returns
    -------
    Recurrence
        The recurrence, with its initial terms.

    Raises
    ------
    ProblemError
        If `rows` is not an integer in this range, or if the transfer matrix has more than 2,000 states.

    Notes
    -----
    The recurrence is proven:

    1. Each number is an entry of a vector, with one entry for each of s states. For one more column, complete tours are removed
       from the vector, and it is multiplied by the transfer matrix. Both steps are linear. So the numbers satisfy a recurrence
       of order s, by the theorem of Cayley and Hamilton.
    2. Take any other recurrence. The differences between its left and right sides, for all n, also satisfy the recurrence of
       order s.
    3. A sequence that satisfies a recurrence of order s and begins with s zeros consists of zeros only.
    4. So a recurrence that holds for s consecutive numbers holds for all later numbers.

    The recurrence of 5 rows has an order of at least 1,500, so it is not searched for.

    Examples
    --------
    >>> recurrence = strip_recurrence(3, closed=True)
    >>> recurrence.order, recurrence.coefficients[:8], recurrence.term(20)
    (42, (0, 6, 0, 64, 0, -200, 0, -1000), 1448416)
    """
    ends = 0 if expect(bool, closed, "closed") else 2
    first, factors = _factors(rows, ends, leaper, wrap, MOST_RECURRENCE)
    states = factors[0].shape[1] + 1  # one more, because 1 x 1 is a special case
    if states > MOST_STATES_RECURRENCE:
        raise ProblemError(f"the transfer matrix has {states:,} states, above the limit of {MOST_STATES_RECURRENCE:,}", rows)
    terms = list(islice(_counts(rows, ends, first, factors), 2 * states))
    recurrence = find_recurrence(terms)
    assert recurrence is not None  # the order is at most the number of states
    return recurrence


def find_recurrence(terms: Sequence[int]) -> Recurrence | None:
    """Return the shortest linear recurrence that all terms satisfy, or None.

    Nearly any 2d terms satisfy, by chance, a recurrence with d initial terms. So a recurrence with d initial terms is returned
    only if there are at least 2d + 1 terms, all terms satisfy it, and its coefficients are integers.

    >>> find_recurrence([1, 1, 2, 3, 5, 8, 13])
    Recurrence(initial=(1, 1), coefficients=(1, 1))
    >>> find_recurrence([7, 0, 1, 2, 4, 8, 16]).initial      # the first terms need not fit
    (7, 0, 1)
    >>> find_recurrence([1, 2, 6, 24, 120, 720, 5040]) is None
    True
    """
    for exponent in MERSENNE_EXPONENTS:
        length, coefficients = _berlekamp_massey(terms, 2**exponent - 1)
        if 2 * length >= len(terms):
            return None
        recurrence = Recurrence(tuple(terms[:length]), coefficients)
        if all(map(eq, terms, recurrence.terms())):
            return recurrence
    return None


def _berlekamp_massey(terms: Sequence[int], prime: int) -> tuple[int, tuple[int, ...]]:
    """Return the shortest linear recurrence of terms modulo a prime.

    The result is its number of initial terms, and its coefficients. Each coefficient is the residue nearest to 0.
    """
    current, failed, failure = [1], [1], 1  # two recurrences, as lists 1, -c(1), -c(2), …, and the error of the second
    length, shift = 0, 1
    for index in range(len(terms)):
        window = terms[index::-1]
        gap = sum(map(mul, current, window)) % prime
        if gap:
            factor = gap * pow(failure, -1, prime)
            subtracted = [0] * shift + [factor * each for each in failed]
            corrected = [(one - other) % prime for one, other in zip_longest(current, subtracted, fillvalue=0)]
            if 2 * length <= index:
                failed, failure, length, shift = current, gap, index + 1 - length, 0
            current = corrected
        shift += 1
    while not current[-1]:
        current.pop()
    return length, tuple(prime // 2 - (each + prime // 2) % prime for each in current[1:])

"""Linear recurrences with integer coefficients: their terms, and a search for the shortest recurrence of a sequence.

The sequence a(1), a(2), … satisfies a linear recurrence of order d if a(n) = c(1) a(n-1) + … + c(d) a(n-d) for all large n. Its
generating function is then a quotient of polynomials with the denominator 1 - c(1) z - … - c(d) z^d.

`find_recurrence` uses the algorithm of Berlekamp and Massey:

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
The search takes O(terms x order) time for each prime.

References
----------
E. R. Berlekamp, Algebraic Coding Theory, 1968. J. L. Massey, Shift-register synthesis and BCH decoding, IEEE Transactions on
Information Theory 15, 1969.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from operator import eq, mul

MERSENNE_EXPONENTS = (61, 127, 521, 1279, 2203, 4423)
"""Exponents e of the primes 2^e - 1 that are tried.

A recurrence is found only if the absolute value of each coefficient is less than half of the largest prime.
"""


@dataclass(frozen=True)
class Recurrence:
    """Linear recurrence with its initial terms.

    Attributes
    ----------
    initial : tuple of int
        The first terms a(1), a(2), … They are given, not computed from the coefficients. Together with the coefficients, they
        determine all later terms.
    coefficients : tuple of int
        The numbers c(1), …, c(d) with a(n) = c(1) a(n-1) + … + c(d) a(n-d) for each n after the initial terms.

    Examples
    --------
    >>> fibonacci = Recurrence((1, 1), (1, 1))
    >>> fibonacci.order, fibonacci.term(100)
    (2, 354224848179261915075)
    """

    initial: tuple[int, ...]
    coefficients: tuple[int, ...]

    @property
    def order(self) -> int:
        """Order of the recurrence: the number d of coefficients."""
        return len(self.coefficients)

    def terms(self) -> Iterator[int]:
        """Yield the terms a(1), a(2), a(3), … without end.

        Yields
        ------
        int
            The next term.
        """
        yield from self.initial
        factors = [(-back, factor) for back, factor in enumerate(self.coefficients, 1) if factor]
        last = deque(self.initial, maxlen=max(self.order, 1))
        while True:
            last.append(sum(factor * last[back] for back, factor in factors))
            yield last[-1]

    def term(self, n: int) -> int:
        """Return the term a(n) of the recurrence.

        Parameters
        ----------
        n : int
            Index of the term, from 1.

        Returns
        -------
        int
            The term.

        Notes
        -----
        The computation takes at most n times `order` multiplications.
        """
        return next(islice(self.terms(), n - 1, None))


def find_recurrence(terms: Sequence[int]) -> Recurrence | None:
    """Return the shortest linear recurrence with integer coefficients that the terms of a sequence satisfy.

    Parameters
    ----------
    terms : sequence of int
        The terms a(1), a(2), … of the sequence.

    Returns
    -------
    Recurrence or None
        The recurrence, or None if there are too few terms to determine it or if none is found.

    Notes
    -----
    Nearly any 2d terms satisfy, by chance, a recurrence with d initial terms. So a recurrence with d initial terms is returned
    only if there are at least 2d + 1 terms, all terms satisfy it, and its coefficients are integers.

    Examples
    --------
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
    """Return the shortest linear recurrence that terms satisfy modulo a prime: its number of initial terms, and coefficients.

    Each coefficient is the residue nearest to 0.
    """
    current, failed, failure = [1], [1], 1  # two denominators, as lists 1, -c(1), -c(2), …, and the error of the second
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

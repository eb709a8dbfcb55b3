"""Linear recurrences with whole coefficients: a value, and the search for the shortest one of a sequence.

The sequence a(1), a(2), … satisfies a linear recurrence of order d if a(n) = c(1) a(n-1) + … + c(d) a(n-d) from some n on. Its
generating function is then a quotient of polynomials, with the denominator 1 - c(1) z - … - c(d) z^d.

`find_recurrence` works modulo a prime, where numbers stay small. The algorithm of E. R. Berlekamp (Algebraic Coding Theory,
1968) and J. L. Massey (Shift-register synthesis and BCH decoding, IEEE Transactions on Information Theory 15, 1969) reads the
terms one by one and keeps the shortest recurrence so far. Where it fails for the next term, the algorithm corrects it by a
shifted multiple of the recurrence that failed before. Each coefficient found is the residue nearest to 0, and the recurrence is
checked on all the terms, without any prime. Where it fails, the next prime is tried, which is larger. (A sequence of whole
numbers has whole coefficients in its shortest recurrence: a lemma of P. Fatou, 1906.)

Cost: terms x order for each prime.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from operator import eq, mul

__all__ = ["Recurrence", "find_recurrence"]

MERSENNE_EXPONENTS = (61, 127, 521, 1279, 2203, 4423)
"""Powers of two that exceed a prime by one; the coefficients found are less than half of the largest of them."""


@dataclass(frozen=True)
class Recurrence:
    """A linear recurrence with its initial terms.

    Attributes
    ----------
    initial : a(1), a(2), … up to the last term for which the recurrence need not hold.
    coefficients : c(1), c(2), …, c(d), where a(n) = c(1) a(n-1) + … + c(d) a(n-d) for each later n.

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
        """How many of the terms before it a term depends on."""
        return len(self.coefficients)

    def terms(self) -> Iterator[int]:
        """Yield a(1), a(2), a(3) and so on, without end."""
        yield from self.initial
        used = [(-back, factor) for back, factor in enumerate(self.coefficients, 1) if factor]
        last = deque(self.initial, maxlen=max(self.order, 1))
        while True:
            last.append(sum(factor * last[back] for back, factor in used))
            yield last[-1]

    def term(self, n: int) -> int:
        """Return a(n), for n from 1 on, after n times as many products as there are coefficients."""
        return next(islice(self.terms(), n - 1, None))


def find_recurrence(terms: Sequence[int]) -> Recurrence | None:
    """Return the shortest linear recurrence that all the terms satisfy; None where they are too few to tell.

    Some recurrence with d initial terms fits any 2 d terms. So it counts only where there is one term more at least, and where
    its coefficients are whole.

    Parameters
    ----------
    terms : a(1), a(2), … , whole numbers.

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
        found = Recurrence(tuple(terms[:length]), coefficients)
        if all(map(eq, terms, found.terms())):
            return found
    return None


def _berlekamp_massey(terms: Sequence[int], prime: int) -> tuple[int, tuple[int, ...]]:
    """Return the number of initial terms of the shortest recurrence modulo a prime, and its coefficients nearest to 0."""
    current, failed, failure = [1], [1], 1  # the denominators 1, -c(1), -c(2), …, and by what the other one failed
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

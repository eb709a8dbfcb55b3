"""Linear recurrences with whole coefficients: a value, and the search for the shortest one of a sequence.

The sequence a(1), a(2), … satisfies a linear recurrence of order d if a(n) = c(1) a(n-1) + … + c(d) a(n-d) from some n on. Its
generating function is then a quotient of polynomials, with the denominator 1 - c(1) z - … - c(d) z^d.

`find_recurrence` works modulo primes, where numbers stay small. The algorithm of E. R. Berlekamp (Algebraic Coding Theory,
1968) and J. L. Massey (Shift-register synthesis and BCH decoding, IEEE Transactions on Information Theory 15, 1969) reads the
terms one by one and keeps the shortest recurrence so far. Where it fails for the next term, the algorithm corrects it by a
shifted multiple of the recurrence that failed before. The Chinese remainder theorem unites the coefficients found modulo
several primes, until one more prime changes nothing. (A sequence of whole numbers has whole coefficients in its shortest
recurrence: a lemma of P. Fatou, 1906.) At last the recurrence is checked on all the terms, without any prime.

Cost: terms x order for each prime, in numpy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

__all__ = ["Recurrence", "find_recurrence"]


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
    >>> print(fibonacci)
    a(n) = a(n-1) + a(n-2) for n > 2; a(1), …, a(2) = 1, 1
    >>> fibonacci.order, fibonacci.term(100)
    (2, 354224848179261915075)
    >>> fibonacci.generating_function()
    ((0, 1), (1, -1, -1))
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
        if n < 1:
            raise ValueError(f"the terms are numbered from 1, not from {n}")
        return next(islice(self.terms(), n - 1, None))

    def generating_function(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the coefficients of numerator and denominator of a(1) z + a(2) z^2 + …, the constants first."""
        denominator = (1, *(-factor for factor in self.coefficients))
        series = (0, *self.initial)
        numerator = [
            sum(factor * series[power - shift] for shift, factor in enumerate(denominator[: power + 1]))
            for power in range(len(series))
        ]
        while len(numerator) > 1 and not numerator[-1]:
            numerator.pop()
        return tuple(numerator), denominator

    def __str__(self) -> str:
        right = _linear_form(self.coefficients)
        if not self.initial:
            return f"a(n) = {right} for n > 0"
        first = ", ".join(map(str, self.initial))
        return f"a(n) = {right} for n > {len(self.initial)}; a(1), …, a({len(self.initial)}) = {first}"


def _linear_form(coefficients: Sequence[int]) -> str:
    parts = []
    for back, factor in enumerate(coefficients, 1):
        if factor:
            size = "" if abs(factor) == 1 else f"{abs(factor)} "
            parts.append(f"{'-' if factor < 0 else '+'} {size}a(n-{back})")
    text = " ".join(parts) or "0"
    return text.removeprefix("+ ").replace("- ", "-", 1) if text.startswith("- ") else text.removeprefix("+ ")


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
    length, modulus, residues = -1, 1, [0]
    candidate: Recurrence | None = None
    for prime in _primes():
        new_length, new = _berlekamp_massey(terms, prime)
        if 2 * new_length >= len(terms):
            return None
        if new_length < length:  # modulo this prime there is a shorter one: it is of no use
            continue
        if new_length > length:
            length, modulus, residues = new_length, 1, [0] * len(new)
        residues = _combined(residues, modulus, new, prime)
        modulus *= prime
        before, candidate = candidate, _lifted(terms[:length], residues, modulus)
        complete = modulus > 2 * _bound(terms, length)
        if (complete or candidate == before) and _fits(candidate, terms):
            return candidate
        if complete:
            return None
    raise AssertionError("the bound is less than the product of all primes below 2^31")


def _bound(terms: Sequence[int], length: int) -> int:
    """Return a number that no whole coefficient exceeds: it is a quotient of determinants of terms (J. Hadamard, 1893)."""
    return int(((length + 1) * max(map(abs, terms))) ** length)


def _fits(recurrence: Recurrence, terms: Sequence[int]) -> bool:
    return all(one == other for one, other in zip(terms, recurrence.terms(), strict=False))


def _primes() -> Iterator[int]:
    """Yield the primes below 2^31, the largest first: the product of two residues fits into 63 bits."""
    odd = np.arange(3, 1 << 16, 2)
    for number in range((1 << 31) - 1, 2, -2):
        if (number % odd[odd * odd <= number]).all():
            yield number


def _berlekamp_massey(terms: Sequence[int], prime: int) -> tuple[int, list[int]]:
    """Return the number of initial terms of the shortest recurrence modulo a prime, and the denominator 1, -c(1), -c(2), …"""
    values = np.array([term % prime for term in terms], dtype=np.int64)
    current = np.zeros(len(terms) + 2, dtype=np.int64)
    current[0] = 1
    failed, length, shift, failure = current.copy(), 0, 1, 1
    for index in range(len(terms)):
        window = values[index - length : index + 1][::-1]
        gap = int((current[: length + 1] * window % prime).sum()) % prime
        if gap:
            corrected = _corrected(current, failed, shift, gap * pow(failure, -1, prime) % prime, prime)
            if 2 * length <= index:
                failed, failure, length, shift = current, gap, index + 1 - length, 0
            current = corrected
        shift += 1
    return length, current[: length + 1].tolist()


def _corrected(current: NDArray[np.int64], failed: NDArray[np.int64], shift: int, factor: int, prime: int) -> NDArray[np.int64]:
    """Return the denominator less a multiple of the one that failed, shifted."""
    corrected = current.copy()
    corrected[shift:] = (corrected[shift:] - factor * failed[: len(failed) - shift]) % prime
    return corrected


def _combined(residues: Sequence[int], modulus: int, new: Sequence[int], prime: int) -> list[int]:
    """Return the numbers with the given residues modulo both (the Chinese remainder theorem)."""
    inverse = pow(modulus, -1, prime)
    return [old + modulus * ((one - old) * inverse % prime) for old, one in zip(residues, new, strict=True)]


def _lifted(initial: Sequence[int], denominator: Sequence[int], modulus: int) -> Recurrence:
    """Return the recurrence whose coefficients are the numbers nearest to 0 with these residues."""
    coefficients = [-number if number <= modulus // 2 else modulus - number for number in denominator[1:]]
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return Recurrence(tuple(initial), tuple(coefficients))

"""SplitMix64: a small random generator.

Python code and compiled code draw the same numbers from the same seed, on every machine.

References
----------
G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
"""

from __future__ import annotations

from functools import partial
from typing import Any

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
"""Number that each draw adds to the state of the generator."""


class SplitMix64:
    """A source of random integers.

    Parameters
    ----------
    seed : int
        Any integer. Only its lowest 64 bits are used.

    Attributes
    ----------
    below : callable
        Function with one argument, `limit`. It returns the next random integer from 0 to `limit` - 1.

    Examples
    --------
    >>> dice = SplitMix64(0)
    >>> [1 + dice.below(6) for _ in range(5)]
    [6, 3, 1, 6, 1]
    """

    def __init__(self, seed: int) -> None:
        self.below = partial(below, [seed & MASK])


def below(state: Any, limit: int) -> int:
    """Return the next random integer from 0 to `limit` - 1.

    Parameters
    ----------
    state : list or numpy.ndarray
        A list or array whose only entry is the state of the generator. This entry is updated. An array must contain unsigned
        64-bit integers.
    limit : int
        Number of possible values, at most 2**31.

    Returns
    -------
    int
        The random integer.

    Notes
    -----
    The compiled code uses this function unchanged.
    """
    state[0] = mixed = (int(state[0]) + STEP) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    mixed ^= mixed >> 31
    return (mixed >> 32 & 2**32 - 1) * limit >> 32  # in compiled code, the mask makes the number signed

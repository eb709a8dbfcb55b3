"""SplitMix64: a small random generator. Python and kernels draw the same numbers from the same seed, on any machine.

References
----------
G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
"""

from __future__ import annotations

from functools import partial
from typing import Any

__all__ = ["STEP", "SplitMix64", "below"]

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
"""What each number drawn adds to the seed."""


class SplitMix64:
    """A source of random whole numbers.

    Parameters
    ----------
    seed : any whole number; only its lowest 64 bits count.

    Examples
    --------
    >>> dice = SplitMix64(0)
    >>> [1 + dice.below(6) for _ in range(5)]
    [6, 3, 1, 6, 1]
    """

    def __init__(self, seed: int) -> None:
        self.below = partial(below, [seed & MASK])


def below(state: Any, limit: int) -> int:
    """Return the next random number from 0 to limit - 1; limit is at most 2**31. Kernels compile this function unchanged.

    Parameters
    ----------
    state : a list, or an array of unsigned 64-bit integers, whose one number is the state of the generator.
    """
    state[0] = mixed = (int(state[0]) + STEP) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    mixed ^= mixed >> 31
    return (mixed >> 32 & 2**32 - 1) * limit >> 32  # the mask makes it a number with a sign, in a kernel

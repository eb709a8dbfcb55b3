"""Random numbers that are equal in Python and in compiled code (SplitMix64).

References
----------
G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
"""

from __future__ import annotations

from functools import partial
from typing import Any

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15  # the state grows by this constant per random number


class SplitMix64:
    """A random generator. `below(limit)` returns an integer from 0 to limit-1.

    >>> dice = SplitMix64(0)
    >>> [1 + dice.below(6) for _ in range(5)]
    [6, 3, 1, 6, 1]
    """

    def __init__(self, seed: int) -> None:
        self.below = partial(splitmix_below, [seed & MASK])


def splitmix_below(state: Any, limit: int) -> int:
    """Return a random integer from 0 to `limit`-1.

    The limit may be up to 2**31.

    `state` is a list, or an array of uint64, of one number, which is updated. Compiled code uses this function unchanged.
    """
    state[0] = mixed = (int(state[0]) + STEP) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    mixed ^= mixed >> 31
    return (mixed >> 32 & 2**32 - 1) * limit >> 32  # in compiled code, the mask makes the number signed

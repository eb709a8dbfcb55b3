"""SplitMix64: a small random generator that Python and compiled code can both run, draw for draw.

Reference: G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
"""

from __future__ import annotations

__all__ = ["SplitMix64"]

MASK = 2**64 - 1


class SplitMix64:
    """Random whole numbers from a seed.

    Examples
    --------
    >>> draws = SplitMix64(0)
    >>> [draws.below(6) for _ in range(5)]
    [5, 2, 0, 5, 0]
    """

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def below(self, limit: int) -> int:
        """The next number from 0 to limit - 1; limit is at most 2**32."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        mixed ^= mixed >> 31
        return ((mixed >> 32) * limit) >> 32

"""The vector that a strip's matrix multiplies: how many ways lead to each place, with all digits.

Each number is kept as limbs: the digits in a large base, which is chosen so small that a product of the matrix and a vector of
digits still fits into 63 bits. Cost of a column: the entries of the matrix times the number of limbs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from solvers.counting.strips.matrix import StripMatrix

__all__ = ["StripVector"]


class StripVector:
    """The number of ways to reach each place, as limbs: the limb of index k counts for 2 ** (k * bits)."""

    def __init__(self, matrix: StripMatrix) -> None:
        self.bits = 62 - int(matrix.ways.sum(axis=1).max()).bit_length()
        self.limbs: list[NDArray[np.int64]] = [np.zeros(len(matrix.places), dtype=np.int64)]
        self.limbs[0][matrix.first] = 1

    def multiply(self, ways: csr_array[Any, Any]) -> None:
        """Add a column: multiply each limb by the matrix, and carry what is too large for a limb to the next one."""
        carry = np.zeros_like(self.limbs[0])
        for index, limb in enumerate(self.limbs):
            total = ways @ limb + carry
            self.limbs[index] = total & ((1 << self.bits) - 1)
            carry = total >> self.bits
        if carry.any():
            self.limbs.append(carry)

    def __getitem__(self, place: int | None) -> int:
        """Return the number of ways to reach this place; 0 for no place."""
        if place is None:
            return 0
        return sum(int(limb[place]) << (index * self.bits) for index, limb in enumerate(self.limbs))

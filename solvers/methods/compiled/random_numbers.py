"""The twin of `solvers.splitmix`: the same random numbers, for kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from solvers.jit import inlined

__all__ = ["below"]


@inlined
def below(state: Any, limit: Any) -> Any:
    """Return the next random number from 0 to limit - 1, as `SplitMix64.below`; `state` is an array of one uint64."""
    state[0] += uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
    return (np.int64((mixed ^ (mixed >> uint64(31))) >> uint64(32)) * limit) >> 32

"""Kernels draw the same random numbers as Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solvers.core import splitmix
from solvers.core.compiling import inlined, jit
from solvers.core.splitmix import SplitMix64

below = inlined(splitmix.splitmix_below)


@jit
def numbers(state, limits):
    found = np.empty(len(limits), np.int64)
    for index in range(len(limits)):
        found[index] = below(state, limits[index])
    return found


@given(seed=st.integers(0, 2**64 - 1), limits=st.lists(st.integers(1, 2**31), min_size=1, max_size=20))
def test_a_kernel_draws_the_numbers_of_splitmix(seed, limits):
    source = SplitMix64(seed)
    found = numbers(np.array([seed], np.uint64), np.array(limits, np.int64))
    assert found.tolist() == [source.below(limit) for limit in limits]

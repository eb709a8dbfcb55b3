"""Compiled functions for states in 64-bit words, and for hash tables with open addressing.

In `halves_kernels` and `tree_program_kernels`, a word has an *entry* of four bits for each vertex: the other end of its path.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from solvers.core.compiling import inlined

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
"""Odd factor in the hash functions (D. E. Knuth, The Art of Computer Programming 3, section 6.4)."""


@inlined
def word_entry(word: Any, vertex: Any) -> Any:
    return word >> uint64(4) * uint64(vertex) & uint64(15)


@inlined
def word_with(word: Any, vertex: Any, entry: Any) -> Any:
    """Return a word with another entry of a vertex."""
    shift = uint64(4) * uint64(vertex)
    return word & ~(uint64(15) << shift) | uint64(entry) << shift


@inlined
def tied_word(word: Any, one: Any, other: Any) -> Any:
    """Return a word in which two vertices are each other's entry."""
    return word_with(word_with(word, one, other), other, one)


@inlined
def has_bits(word: Any, least: int) -> bool:
    """Return whether at least `least` bits are 1."""
    while word != 0 and least > 0:
        word &= word - uint64(1)
        least -= 1
    return least <= 0


@inlined
def words_hash(words: Any) -> Any:
    value = words[0]
    for word in range(1, len(words)):
        value = (value ^ value >> uint64(29)) * MULTIPLIER ^ words[word]
    value *= MULTIPLIER
    return value ^ value >> uint64(32)


@inlined
def place_of_key(key: Any, table: Any) -> int:
    """Return the index of a key in a hash table, or the index of a free place, which contains 0.

    The length of the table is a power of two.
    """
    value, last = key * MULTIPLIER, int64(len(table) - 1)
    place = int64(value ^ value >> uint64(32)) & last
    while table[place] != 0 and table[place] != key:
        place = (place + 1) & last
    return int(place)

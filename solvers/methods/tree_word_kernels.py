"""The words of `tree_program_kernels`: each is a state of the dynamic program, with four bits per vertex of the bag."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from solvers.core.compiling import inlined
from solvers.methods.tree_order_kernels import MOST_WIDTH

FULL = 15
"""Four bits of a vertex with two edges."""
NO_EDGES = np.uint64(0x0EDCBA9876543210)
"""The state without edges."""
ONES = np.uint64(0x0111111111111111)
"""The mask of all slots."""


@inlined
def slot_bit(slot: Any) -> Any:
    """Return the mask of a slot."""
    return uint64(1) << uint64(4 * slot)


@inlined
def full_slots(word: Any) -> Any:
    """Return the mask of the vertices with two edges."""
    pairs = word & (word >> uint64(1))
    return pairs & (pairs >> uint64(2)) & ONES


@inlined
def touched_slots(word: Any) -> Any:
    """Return the mask of the vertices with at least one edge."""
    word = word ^ NO_EDGES
    word |= word >> uint64(1)
    return (word | (word >> uint64(2))) & ONES


@inlined
def word_entry(word: Any, slot: Any) -> Any:
    return (word >> (uint64(4) * slot)) & uint64(FULL)


@inlined
def word_with(word: Any, slot: Any, value: Any) -> Any:
    shift = uint64(4) * slot
    return (word & ~(uint64(FULL) << shift)) | (value << shift)


@inlined
def linked_word(word: Any, one: Any, two: Any) -> Any:
    """Return the state with an edge or a path between two vertices, or 0 if it closes a cycle."""
    end, other = word_entry(word, one), word_entry(word, two)
    if end == two:
        return uint64(0)
    word = word | (uint64(FULL) << (uint64(4) * one)) | (uint64(FULL) << (uint64(4) * two))
    return word_with(word_with(word, end, other), other, end)


@inlined
def word_paths(word: Any) -> Any:
    """Return the slots of the ends of all paths of a state, eight bits per path."""
    paths = uint64(0)
    for slot in range(MOST_WIDTH + 1):
        end = word_entry(word, uint64(slot))
        if end > uint64(slot) and end != uint64(FULL):
            paths = (paths << uint64(8)) | (end << uint64(4)) | uint64(slot)
    return paths

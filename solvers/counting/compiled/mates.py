"""The mates of a state: for each vertex of a middle, the vertex at the other end of the path that ends there.

They are numbers of 64 bits in a tuple. Up to 16 vertices have four bits each, in one number; up to 20 have five bits each, in
two numbers. Numba compiles each kernel for tuples of either length. So the shorter ones cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import uint64
from numba.extending import overload

from solvers.counting.middle import MOST_VERTICES
from solvers.methods.compiled.jit import inlined

__all__ = [
    "are_same",
    "block_of",
    "field_of",
    "hash_of",
    "masked",
    "mate_of",
    "mates_at",
    "most_in",
    "put_mates",
    "tied",
    "with_mate",
    "without_paths",
    "words_of",
]

MOST_IN_ONE, IN_EACH = 16, 12
"""Vertices in one number, and in each of two."""
FOUR, FIVE = np.uint64(15), np.uint64(31)


def words_of(vertices: int) -> int:
    """Return how many numbers hold the mates of so many vertices."""
    return 1 if vertices <= MOST_IN_ONE else 2


def most_in(words: int) -> int:
    """Return how many vertices have a field in so many numbers."""
    return MOST_IN_ONE if words == 1 else MOST_VERTICES


def field_of(words: int, vertex: int, mate: int = 31) -> tuple[np.uint64, ...]:
    """Return the field of a vertex with a mate in it, or with all bits, and 0 for the other vertices."""
    if words == 1:
        return (np.uint64((mate & 15) << 4 * vertex),)
    place = mate << 5 * (vertex % IN_EACH)
    return np.uint64(0 if vertex >= IN_EACH else place), np.uint64(place if vertex >= IN_EACH else 0)


def without_paths(words: int) -> tuple[np.uint64, ...]:
    """Return the mates where no path ends: each vertex has itself."""
    fields = [field_of(words, vertex, vertex) for vertex in range(most_in(words))]
    return tuple(np.bitwise_or.reduce(each) for each in zip(*fields, strict=True))


def as_many(mates: Any, low: Any, high: Any) -> Any:
    """Return the first one or both of two things, as many as there are numbers in the mates."""
    return (low, high)[: len(mates)]


@overload(as_many)
def _as_many(mates: Any, low: Any, high: Any) -> Callable[..., Any]:
    assert low == high  # the types of two numbers, or of two arrays

    def one(mates: Any, low: Any, high: Any) -> Any:
        return (low,)

    def two(mates: Any, low: Any, high: Any) -> Any:
        return low, high

    return one if len(mates) == 1 else two


@inlined
def mate_of(mates: Any, vertex: Any) -> Any:
    """Return the mate of a vertex."""
    place = uint64(vertex)
    if len(mates) == 1:
        return mates[0] >> (uint64(4) * place) & FOUR
    is_low = place < uint64(IN_EACH)
    return (mates[0] if is_low else mates[-1]) >> (uint64(5) * (place if is_low else place - uint64(IN_EACH))) & FIVE


@inlined
def with_mate(mates: Any, vertex: Any, mate: Any) -> Any:
    """Return the mates after a vertex has got another one."""
    place = uint64(vertex)
    is_low = len(mates) == 1 or place < uint64(IN_EACH)
    bits, field = (uint64(4), FOUR) if len(mates) == 1 else (uint64(5), FIVE)
    shift = bits * (place if is_low else place - uint64(IN_EACH))
    word = (mates[0] if is_low else mates[-1]) & ~(field << shift) | uint64(mate) << shift
    return as_many(mates, word if is_low else mates[0], mates[-1] if is_low else word)


@inlined
def tied(mates: Any, one: Any, other: Any) -> Any:
    """Return the mates after two vertices have become each other's."""
    return with_mate(with_mate(mates, one, other), other, one)


@inlined
def masked(mates: Any, fields: Any) -> Any:
    """Return the mates at some vertices, all of whose bits are set in `fields`; the others are 0."""
    return as_many(mates, mates[0] & fields[0], mates[-1] & fields[-1])


@inlined
def are_same(mates: Any, others: Any) -> Any:
    """Return whether all mates are the same."""
    return mates[0] == others[0] and mates[-1] == others[-1]


@inlined
def hash_of(mates: Any) -> Any:
    """Return a number of 64 bits, of which the lower half is well mixed."""
    value = mates[0]
    if len(mates) > 1:
        value ^= value >> uint64(29) ^ mates[-1] * uint64(0xD6E8FEB86659FD93)
    value *= uint64(0x9E3779B97F4A7C15)
    return value ^ value >> uint64(32)


@inlined
def mates_at(arrays: Any, place: Any) -> Any:
    """Return the mates at a place of arrays, one for each number."""
    return as_many(arrays, arrays[0][place], arrays[-1][place])


@inlined
def put_mates(arrays: Any, place: Any, mates: Any) -> None:
    """Write mates to a place of arrays."""
    arrays[0][place] = mates[0]
    arrays[-1][place] = mates[-1]


@inlined
def block_of(arrays: Any, begin: Any, end: Any) -> Any:
    """Return some places of arrays."""
    return as_many(arrays, arrays[0][begin:end], arrays[-1][begin:end])

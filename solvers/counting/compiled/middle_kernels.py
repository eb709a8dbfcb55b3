"""The loops of the meeting in the middle: pairs of states are followed into one cycle. `halves` says what a state is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64

from solvers.counting.compiled.halves import DEGREE, DIGIT, Groups, alias_of, mate_of, tied, with_mate
from solvers.counting.middle import INFINITY
from solvers.jit import inlined, jit_in_place, jit_inner

__all__ = ["FREE", "Scratch", "Subsets", "find_places", "join"]

FREE = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""A free place in the tables: no degrees have the highest bit, and no mates have all bits."""
BLOCK = 256
"""Pairs that are followed side by side."""
TABLE = 2**16
"""Places in the table of mates; a power of two."""
HIGHS = np.uint64(sum(4 << DEGREE * vertex for vertex in range(INFINITY + 1)))
"""The highest bit of each degree: it is free, so that degrees can be subtracted side by side."""


class Subsets(NamedTuple):
    """The sets of edges within the middle that no vertex has more than two of, each before those that it is a part of.

    Attributes
    ----------
    needs : for each set, what its edges leave to the two halves: two edges at each vertex, less its degrees.
    after : for each set, the next one that does not extend it.
    first : the first edge of each set, and the number of all of them.
    ends : the edges of the first set, then those of the second, and so on: their two vertices.
    """

    needs: Any
    after: Any
    first: Any
    ends: Any


class Scratch(NamedTuple):
    """Arrays to work in, for one thread.

    Attributes
    ----------
    mates, sums, used : a table with open addressing of mates, the digits of their counts, and the places in use.
    product : the digits of a sum of counts.
    reached, apart : for each pair of a block, the vertex that its way has come to, and 0 if it has come back too early.
    keys, infinities, is_open : for each state of a block, its mates with some edges of the middle, the mate of INFINITY, and 0
        if an edge has closed a cycle.
    """

    mates: Any
    sums: Any
    used: Any
    product: Any
    reached: Any
    apart: Any
    keys: Any
    infinities: Any
    is_open: Any

    @classmethod
    def of(cls, digits: int, digits_of_total: int) -> Scratch:
        """Return new arrays, for counts and a total of so many digits."""
        sums, used = np.zeros((digits, TABLE), np.uint64), np.zeros(TABLE, np.int64)
        of_block = (np.zeros(BLOCK, np.uint64) for _ in range(5))
        return cls(np.full(TABLE, FREE), sums, used, np.zeros(digits_of_total, np.uint64), *of_block)


@jit_in_place
def find_places(keys: Any, table: Any, places: Any) -> None:
    """Fill a table with open addressing: where a group's degrees stand, and the number of the group beside them."""
    for group in range(len(keys)):
        place = _place(keys[group], table)
        table[place] = keys[group]
        places[place] = group


@inlined
def _place(key: Any, table: Any) -> int:
    """Return the place of a number in a table, or the free place where it would stand."""
    value = key * uint64(0x9E3779B97F4A7C15)
    last = int64(len(table) - 1)
    place = int64(value ^ value >> uint64(32)) & last
    while table[place] != FREE and table[place] != key:
        place = (place + 1) & last
    return int(place)


@jit_in_place
def join(
    one: Groups,
    other: Groups,
    table: Any,
    places: Any,
    subsets: Subsets,
    begin_group: int,
    end_group: int,
    total: Any,
    scratch: Scratch,
) -> None:
    """Add up the tours of all pairs of states whose paths, with some edges within the middle, are one cycle.

    For each group of the other half, the states of the one half are sought whose degrees fit, with some edges. Many of them
    have the same mates then, so they are added up before each is fitted to each state of the group.

    Parameters
    ----------
    one, other : the halves.
    table, places : where the groups of the one half are found.
    subsets : the sets of edges within the middle.
    begin_group, end_group : the first group of the other half, and the one after the last.
    total : the digits of the sum; overflow is discarded.
    scratch : arrays to work in.
    """
    for group in range(begin_group, end_group):
        degrees = other.degrees[group]
        used = 0
        subset = 0
        while subset < len(subsets.after):
            left = (subsets.needs[subset] | HIGHS) - degrees
            if left & HIGHS != HIGHS:  # too many edges at a vertex, and so in all sets that extend this one
                subset = subsets.after[subset]
                continue
            place = _place(left ^ HIGHS, table)
            if table[place] != FREE and one.ranks[places[place]] <= other.ranks[group]:
                fitting = places[place]
                times = other.weights[group] * (uint64(1) + uint64(one.ranks[fitting] < other.ranks[group]))
                for begin in range(one.first[fitting], one.first[fitting + 1], BLOCK):
                    end = min(begin + BLOCK, one.first[fitting + 1])
                    _extend(one.mates[begin:end], alias_of(table[place]), subsets, subset, scratch)
                    _mask(end - begin, degrees, scratch)
                    for state in range(begin, end):
                        if scratch.is_open[state - begin]:
                            used = _collect(scratch.keys[state - begin], one.digits, state, times, used, scratch)
                    if 4 * used > 3 * TABLE:
                        used = _fit(other, group, used, total, scratch)
            subset += 1
        _fit(other, group, used, total, scratch)


@inlined
def _extend(states: Any, alias: Any, subsets: Subsets, subset: int, scratch: Scratch) -> None:
    """Join the paths of a block of states by a set of edges, and note which have not closed a cycle."""
    far_off = uint64(INFINITY)
    for state in range(len(states)):
        scratch.is_open[state] = 1
        scratch.infinities[state] = far_off
        scratch.keys[state] = states[state]
        if alias != far_off:
            scratch.infinities[state] = mate_of(states[state], alias)
            scratch.keys[state] = with_mate(states[state], alias, alias)
    for edge in range(subsets.first[subset], subsets.first[subset + 1]):
        one, two = uint64(subsets.ends[edge, 0]), uint64(subsets.ends[edge, 1])
        for state in range(len(states)):
            mates, infinity = scratch.keys[state], scratch.infinities[state]
            far = far_off if infinity == one else mate_of(mates, one)
            farther = infinity
            if two != far_off:
                farther = far_off if infinity == two else mate_of(mates, two)
            elif infinity != far_off:
                infinity = far_off  # it has both its edges now
            scratch.is_open[state] &= far != two
            if far != far_off and farther != far_off:
                mates = tied(mates, far, farther)
            scratch.keys[state] = mates
            scratch.infinities[state] = farther if far == far_off else far if farther == far_off else infinity


@inlined
def _mask(number: int, degrees: Any, scratch: Scratch) -> None:
    """Write the mate of INFINITY to its alias in a group, and clear the mates of all vertices where no path of it ends."""
    alias, ends = alias_of(degrees), uint64(0)
    for vertex in range(INFINITY):
        if _is_end(degrees, alias, vertex):
            ends = with_mate(ends, vertex, 15)
    for state in range(number):
        mates = scratch.keys[state]
        if alias != uint64(INFINITY):
            mates = tied(mates, scratch.infinities[state], alias)
        scratch.keys[state] = mates & ends


@inlined
def _is_end(degrees: Any, alias: Any, vertex: int) -> bool:
    """Return whether a path of the states of a group ends at a vertex, or at INFINITY if the vertex is its alias."""
    return bool(degrees >> uint64(DEGREE * vertex) & uint64(3) == 1 or alias == uint64(vertex))


@inlined
def _collect(mates: Any, digits: Any, state: int, times: Any, used: int, scratch: Scratch) -> int:
    """Add the count of a state to that of its mates; return how many different mates there are."""
    place = _place(mates, scratch.mates)
    if scratch.mates[place] == FREE:
        scratch.mates[place] = mates
        scratch.used[used] = place
        used += 1
        for digit in range(len(digits)):
            scratch.sums[digit, place] = 0
    for digit in range(len(digits)):
        scratch.sums[digit, place] += uint64(digits[digit, state]) * times
    return used


@jit_inner
def _fit(other: Groups, group: int, used: int, total: Any, scratch: Scratch) -> int:
    """Fit all mates that were collected to the states of a group, add the products of the counts, and forget the mates.

    From one end of a path, the mates of the two states are followed by turns. There is one cycle if the way comes back not
    before it has been to all ends. A block of pairs goes step by step, for then the processor follows several at once.
    """
    degrees, ends, start = other.degrees[group], 0, uint64(INFINITY)
    alias = alias_of(degrees)
    for vertex in range(INFINITY - 1, -1, -1):
        if _is_end(degrees, alias, vertex):
            start = uint64(vertex)
            ends += 1
    for index in range(used):
        mates = scratch.mates[scratch.used[index]]
        for digit in range(len(scratch.product)):
            scratch.product[digit] = 0
        for begin in range(other.first[group], other.first[group + 1], BLOCK):
            end = min(begin + BLOCK, other.first[group + 1])
            _follow(other.mates[begin:end], mates, start, ends // 2, scratch.reached, scratch.apart)
            for digit in range(min(len(other.digits), len(scratch.product))):
                scratch.product[digit] += _sum_of(other.digits[digit, begin:end], scratch.apart)
        _add_product(scratch, scratch.used[index], total)
        scratch.mates[scratch.used[index]] = FREE
    return 0


@inlined
def _follow(others: Any, mates: Any, start: Any, paths: int, reached: Any, apart: Any) -> None:
    """Follow the mates of a block of states and of another one by turns; `apart` is 0 where the way comes back too early."""
    far = mate_of(mates, start)
    for pair in range(len(others)):
        reached[pair] = mate_of(others[pair], far)
        apart[pair] = reached[pair] ^ start if paths > 1 else uint64(1)
    for _ in range(paths - 2):
        for pair in range(len(others)):
            vertex = mate_of(others[pair], mate_of(mates, reached[pair]))
            reached[pair] = vertex
            apart[pair] = min(apart[pair], vertex ^ start)


@inlined
def _sum_of(digits: Any, apart: Any) -> Any:
    """Return the sum of a digit over the states of a block that fit."""
    total = uint64(0)
    for pair in range(len(digits)):
        total += uint64(digits[pair]) if apart[pair] != 0 else uint64(0)
    return total


@inlined
def _add_product(scratch: Scratch, place: int, total: Any) -> None:
    """Add to the total the sum of some states of the one half times the sum of those that fit."""
    mask = (uint64(1) << uint64(DIGIT)) - uint64(1)
    over = uint64(0)
    for digit in range(len(total)):
        value = scratch.product[digit] + over
        scratch.product[digit] = value & mask
        over = value >> uint64(DIGIT)
    over = uint64(0)
    for low in range(len(total)):
        value = over + (scratch.sums[low, place] if low < len(scratch.sums) else uint64(0))
        factor = value & mask
        over = value >> uint64(DIGIT)
        carry = uint64(0)
        for digit in range(low, len(total)):
            value = factor * scratch.product[digit - low] + total[digit] + carry
            total[digit] = value & mask
            carry = value >> uint64(DIGIT)

"""The loops of the meeting in the middle: pairs of states are followed into one cycle. `half_kernels` says what a state is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64

from solvers.counting.compiled.half_kernels import DEGREE, DIGIT, INFINITY, Half
from solvers.counting.compiled.mates import are_same, block_of, hash_of, masked, mate_of, mates_at, put_mates, tied, with_mate
from solvers.methods.compiled.jit import inlined, jit_in_place

__all__ = ["NO_GROUP", "Room", "Subsets", "find_places", "join"]

NO_GROUP = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""In the table of groups, a free place: no vertex has a degree of 15."""
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
    degrees : for each set, the degrees of the vertices.
    after : for each set, the next one that does not extend it.
    first : the first edge of each set, and the number of all of them.
    ends : the edges of the first set, then those of the second, and so on: their two vertices.
    """

    degrees: Any
    after: Any
    first: Any
    ends: Any


class Room(NamedTuple):
    """Arrays to work in, for one thread.

    Attributes
    ----------
    mates, sums, used : a table with open addressing of mates, the digits of their counts, and the places in use.
    at, met : for each pair of a block, the vertex that its way has come to, and 0 if it has come back.
    keys, infinities, is_open : for each state of a block, its mates with some edges of the middle, the mate of INFINITY, and 0
        if an edge has closed a cycle.
    product : the digits of a sum of counts.
    """

    mates: Any
    sums: Any
    used: Any
    at: Any
    met: Any
    keys: Any
    infinities: Any
    is_open: Any
    product: Any

    @classmethod
    def of(cls, words: int, digits: int, most: int) -> Room:
        """Return new arrays, for mates of so many numbers, counts of so many digits, and so many digits in the total."""
        table = tuple(np.full(TABLE, NO_GROUP, np.uint64) for _ in range(words))
        sums, used = np.zeros((digits, TABLE), np.uint64), np.zeros(TABLE, np.int64)
        at, met, infinities, is_open = (np.zeros(BLOCK, np.uint64) for _ in range(4))
        keys = tuple(np.zeros(BLOCK, np.uint64) for _ in range(words))
        return cls(table, sums, used, at, met, keys, infinities, is_open, np.zeros(most, np.uint64))


@jit_in_place
def find_places(keys: Any, table: Any, groups: Any) -> None:
    """Fill a table with open addressing: where a group's degrees stand, and the number of the group beside them."""
    for group in range(len(keys)):
        place = _place(keys[group], table)
        table[place] = keys[group]
        groups[place] = group


@inlined
def _place(degrees: Any, table: Any) -> int:
    """Return the place of a group in the table, or the free place where it would stand."""
    value = degrees * uint64(0x9E3779B97F4A7C15)
    last = int64(len(table) - 1)
    place = int64(value ^ value >> uint64(32)) & last
    while table[place] != NO_GROUP and table[place] != degrees:
        place = (place + 1) & last
    return int(place)


@jit_in_place
def join(one: Half, other: Half, table: Any, groups: Any, subsets: Subsets, rows: Any, total: Any, room: Room) -> None:
    """Add up the tours of all pairs of states whose paths, with some edges within the middle, are one cycle.

    For each group of the other half, the states of the one half are sought whose degrees fit, with some edges. Many of them
    have the same mates then, so they are added up before each is fitted to each state of the group.

    Parameters
    ----------
    one, other : the halves.
    table, groups : where the groups of the one half are found.
    subsets : the sets of edges within the middle.
    rows : the first group of the other half, and the one after the last.
    total : the digits of the sum; what is over them is lost.
    room : arrays to work in.
    """
    for group in range(rows[0], rows[1]):
        ends, alias, needs = mates_at(other.ends, group), uint64(other.aliases[group]), other.needs[group]
        if other.paths[group] == 0:
            continue
        used = 0
        subset = 0
        while subset < len(subsets.after):
            if ((needs | HIGHS) - subsets.degrees[subset]) & HIGHS != HIGHS:
                subset = subsets.after[subset]
                continue
            place = _place(needs - subsets.degrees[subset], table)
            if table[place] != NO_GROUP and one.ranks[groups[place]] <= other.ranks[group]:
                fitting = groups[place]
                times = other.weights[group] * (uint64(1) + uint64(one.ranks[fitting] < other.ranks[group]))
                for begin in range(one.first[fitting], one.first[fitting + 1], BLOCK):
                    end = min(begin + BLOCK, one.first[fitting + 1])
                    _extend(block_of(one.mates, begin, end), uint64(one.aliases[fitting]), subsets, subset, room)
                    _mask(end - begin, ends, alias, room)
                    for state in range(begin, end):
                        if room.is_open[state - begin]:
                            used = _collect(mates_at(room.keys, state - begin), one.digits, state, times, used, room)
                    if 4 * used > 3 * TABLE:
                        used = _fit(other, group, used, total, room)
            subset += 1
        _fit(other, group, used, total, room)


@inlined
def _extend(states: Any, alias: Any, subsets: Subsets, subset: int, room: Room) -> None:
    """Join the paths of a block of states by a set of edges, and note which have not closed a cycle."""
    far_off = uint64(INFINITY)
    for state in range(len(states[0])):
        mates = mates_at(states, state)
        room.is_open[state] = 1
        room.infinities[state] = far_off
        if alias != far_off:
            room.infinities[state] = mate_of(mates, alias)
            mates = with_mate(mates, alias, alias)
        put_mates(room.keys, state, mates)
    for edge in range(subsets.first[subset], subsets.first[subset + 1]):
        one, two = uint64(subsets.ends[edge, 0]), uint64(subsets.ends[edge, 1])
        for state in range(len(states[0])):
            mates, infinity = mates_at(room.keys, state), room.infinities[state]
            far = far_off if infinity == one else mate_of(mates, one)
            farther = infinity
            if two != far_off:
                farther = far_off if infinity == two else mate_of(mates, two)
            elif infinity != far_off:
                infinity = far_off  # it has both its edges now
            room.is_open[state] &= far != two
            if far != far_off and farther != far_off:
                mates = tied(mates, far, farther)
            put_mates(room.keys, state, mates)
            room.infinities[state] = farther if far == far_off else far if farther == far_off else infinity


@inlined
def _mask(number: int, ends: Any, alias: Any, room: Room) -> None:
    """Keep of the mates of a block of states those at the ends of paths, and put that of INFINITY to its alias."""
    for state in range(number):
        mates = mates_at(room.keys, state)
        if alias != uint64(INFINITY):
            mates = tied(mates, room.infinities[state], alias)
        put_mates(room.keys, state, masked(mates, ends))


@inlined
def _collect(mates: Any, digits: Any, state: int, times: Any, used: int, room: Room) -> int:
    """Add the count of a state to that of its mates; return how many different mates there are."""
    last = int64(TABLE - 1)
    place = int64(hash_of(mates)) & last
    while room.mates[0][place] != NO_GROUP and not are_same(mates_at(room.mates, place), mates):
        place = (place + 1) & last
    if room.mates[0][place] == NO_GROUP:
        put_mates(room.mates, place, mates)
        room.used[used] = place
        used += 1
        for digit in range(len(digits)):
            room.sums[digit, place] = 0
    for digit in range(len(digits)):
        room.sums[digit, place] += uint64(digits[digit, state]) * times
    return used


@inlined
def _fit(other: Half, group: int, used: int, total: Any, room: Room) -> int:
    """Fit all mates that were collected to the states of a group, add the products of the counts, and forget the mates.

    From one end of a path, the mates of the two states are followed by turns. There is one cycle if the way comes back not
    before it has been to all ends. A block of pairs goes step by step, for then the processor follows several at once.
    """
    start, paths = uint64(other.starts[group]), other.paths[group]
    for index in range(used):
        mates = mates_at(room.mates, room.used[index])
        for digit in range(len(room.product)):
            room.product[digit] = 0
        for begin in range(other.first[group], other.first[group + 1], BLOCK):
            end = min(begin + BLOCK, other.first[group + 1])
            _follow(block_of(other.mates, begin, end), mates, start, paths, room.at, room.met)
            for digit in range(len(other.digits)):
                room.product[digit] += _sum_of(other.digits[digit, begin:end], room.met)
        _add_product(room, room.used[index], total)
        room.mates[0][room.used[index]] = NO_GROUP
    return 0


@inlined
def _follow(others: Any, mates: Any, start: Any, paths: int, at: Any, met: Any) -> None:
    """Follow the mates of a block of states and of another one by turns; `met` is 0 where the way comes back too early."""
    far = mate_of(mates, start)
    for pair in range(len(others[0])):
        at[pair] = mate_of(mates_at(others, pair), far)
        met[pair] = at[pair] ^ start if paths > 1 else uint64(1)
    for _ in range(paths - 2):
        for pair in range(len(others[0])):
            vertex = mate_of(mates_at(others, pair), mate_of(mates, at[pair]))
            at[pair] = vertex
            met[pair] = min(met[pair], vertex ^ start)


@inlined
def _sum_of(digits: Any, met: Any) -> Any:
    """Return the sum of a digit over the states of a block that fit."""
    total = uint64(0)
    for pair in range(len(digits)):
        total += uint64(digits[pair]) if met[pair] != 0 else uint64(0)
    return total


@inlined
def _add_product(room: Room, place: int, total: Any) -> None:
    """Add to the total the sum of some states of the one half times the sum of those that fit."""
    mask = (uint64(1) << uint64(DIGIT)) - uint64(1)
    over = uint64(0)
    for digit in range(len(total)):
        value = room.product[digit] + over
        room.product[digit] = value & mask
        over = value >> uint64(DIGIT)
    over = uint64(0)
    for low in range(len(total)):
        value = over + (room.sums[low, place] if low < len(room.sums) else uint64(0))
        factor = value & mask
        over = value >> uint64(DIGIT)
        carry = uint64(0)
        for digit in range(low, len(total)):
            value = factor * room.product[digit - low] + total[digit] + carry
            total[digit] = value & mask
            carry = value >> uint64(DIGIT)

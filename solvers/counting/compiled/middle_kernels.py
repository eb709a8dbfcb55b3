"""The loops of the meeting in the middle: states become numbers of 64 bits, and pairs of them are followed into one cycle.

Here a state of either half has four bits for each vertex of the middle, in one number: its *degree* in one, and in another
its *mate*, the vertex at the other end of the path that ends there. At vertices without a path's end the mates mean nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64

from solvers.methods.compiled.jit import inlined, jit_in_place

__all__ = ["DIGIT", "NO_GROUP", "Half", "Room", "Subsets", "find_places", "join", "unpack"]

DIGIT = 32
"""Bits in a digit of a count."""
NO_GROUP = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""In the table of groups, a free place: no vertex has a degree of 15."""
BLOCK = 256
"""Pairs that are followed side by side."""
TABLE = 2**16
"""Places in the table of mates; a power of two."""
ONES, HIGHS, NIBBLE = np.uint64(0x1111_1111_1111_1111), np.uint64(0x8888_8888_8888_8888), np.uint64(15)


class Half(NamedTuple):
    """The states of one half, in groups of those with the same degrees.

    Attributes
    ----------
    degrees : one number for each group.
    needs : what each vertex of the middle needs besides these degrees, to have two edges.
    ranks : a number for each group. A pair of groups is left out where that of the one half has the larger number; where it has
        the smaller one, the pair stands for two.
    weights : how many groups each stands for; 0 where it is left out.
    first : the first state of each group, and the number of states.
    mates : one number for each state.
    digits : the digits of the counts, the lowest first, a row for each; shape (digits, states).
    """

    degrees: Any
    needs: Any
    ranks: Any
    weights: Any
    first: Any
    mates: Any
    digits: Any


class Subsets(NamedTuple):
    """The sets of edges within the middle that no vertex has more than two of, each before those that it is a part of.

    Attributes
    ----------
    degrees : for each set, the degrees of the vertices.
    edges : for each set, a bit for each edge.
    after : for each set, the next one that does not extend it.
    ends : for each edge, the places of the bits of its two vertices.
    """

    degrees: Any
    edges: Any
    after: Any
    ends: Any


class Room(NamedTuple):
    """Arrays to work in, for one thread.

    Attributes
    ----------
    mates, sums, used : a table with open addressing of mates, the digits of their counts, and the places in use.
    at, met : for each pair of a block, the vertex that its way has come to, and 0 if it has come back.
    product : the digits of a sum of counts.
    """

    mates: Any
    sums: Any
    used: Any
    at: Any
    met: Any
    product: Any

    @classmethod
    def of(cls, digits: int, most: int) -> Room:
        """Return new arrays, for counts of so many digits, and of so many in the total."""
        table = np.full(TABLE, NO_GROUP, np.uint64), np.zeros((digits, TABLE), np.uint64), np.zeros(TABLE, np.int64)
        return cls(*table, *(np.zeros(size, np.uint64) for size in (BLOCK, BLOCK, most)))


@jit_in_place
def unpack(states: Any, slots: Any, bits: int, vertices: int, infinity: int, degrees: Any, mates: Any) -> None:
    """Write the degrees and mates of states of the frontier method.

    Parameters
    ----------
    states : a row for each state, packed with so many bits for each vertex of the frontier.
    slots : for each vertex of the frontier, its number in the middle.
    bits : bits for each vertex.
    vertices : how many there are in the middle, the end of tours included.
    infinity : the number of the vertex that stands for the ends of the tour; what is above every mate where there is none.
    degrees, mates : arrays of one number for each state.
    """
    mask = (uint64(1) << uint64(bits)) - uint64(1)
    for row in range(len(states)):
        word = shift = 0
        degree = mate = uint64(0)
        end = -1
        for vertex in range(vertices):
            mate |= uint64(vertex) << uint64(4 * vertex)
        for slot in range(len(slots)):
            if shift + bits > 64:
                word += 1
                shift = 0
            far = int(states[row, word] >> uint64(shift) & mask)
            shift += bits
            vertex = slots[slot]
            if far == 0:
                degree |= uint64(2) << uint64(4 * vertex)
            elif far != slot + 1:
                degree |= uint64(1) << uint64(4 * vertex)
                other = slots[far - 1] if far <= len(slots) else end if end >= 0 else infinity
                mate = _with(mate, vertex, other)
                if far > len(slots):
                    degree += uint64(1) << uint64(4 * infinity)
                    mate = _with(mate, other, vertex)
                    end = vertex
        degrees[row] = degree
        mates[row] = mate


@inlined
def _with(mates: Any, vertex: int, other: int) -> Any:
    """Return mates of which that of one vertex is another one."""
    shift = uint64(4 * vertex)
    return mates & ~(NIBBLE << shift) | uint64(other) << shift


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
        ends = other.degrees[group] & ONES
        if other.weights[group] == 0 or ends == 0:
            continue
        needs = other.needs[group]
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
                for state in range(one.first[fitting], one.first[fitting + 1]):
                    mates, is_open = _extended(one.mates[state], subsets, subset)
                    if is_open:
                        used = _collect(mates & ends * NIBBLE, one.digits, state, times, used, room)
                        if 4 * used > 3 * len(room.mates):
                            used = _fit(other, group, ends, used, total, room)
            subset += 1
        _fit(other, group, ends, used, total, room)


@inlined
def _extended(mates: Any, subsets: Subsets, subset: int) -> Any:
    """Return the mates after the edges of a set have joined the paths, and whether none has closed a cycle."""
    edges = subsets.edges[subset]
    edge = 0
    is_open = True
    while edges != 0:
        if edges & uint64(1):
            one, two = subsets.ends[edge, 0], subsets.ends[edge, 1]
            far, farther = mates >> one & NIBBLE, mates >> two & NIBBLE
            is_open = is_open and far << uint64(2) != two
            mates ^= (mates >> (far << uint64(2)) & NIBBLE ^ farther) << (far << uint64(2))
            mates ^= (mates >> (farther << uint64(2)) & NIBBLE ^ far) << (farther << uint64(2))
        edges >>= uint64(1)
        edge += 1
    return mates, is_open


@inlined
def _collect(mates: Any, digits: Any, state: int, times: Any, used: int, room: Room) -> int:
    """Add the count of a state to that of its mates; return how many different mates there are."""
    place = _place(mates, room.mates)
    if room.mates[place] == NO_GROUP:
        room.mates[place] = mates
        room.used[used] = place
        used += 1
        for digit in range(len(digits)):
            room.sums[digit, place] = 0
    for digit in range(len(digits)):
        room.sums[digit, place] += digits[digit, state] * times
    return used


@inlined
def _fit(other: Half, group: int, ends: Any, used: int, total: Any, room: Room) -> int:
    """Fit all mates that were collected to the states of a group, add the products of the counts, and forget the mates.

    From one end of a path, the mates of the two states are followed by turns. There is one cycle if the way comes back not
    before it has been to all ends. A block of pairs goes step by step, for then the processor follows several at once.
    """
    start, paths = _first_end(ends)
    for index in range(used):
        mates = room.mates[room.used[index]]
        far = (mates >> (start << uint64(2)) & NIBBLE) << uint64(2)
        for digit in range(len(room.product)):
            room.product[digit] = 0
        for begin in range(other.first[group], other.first[group + 1], BLOCK):
            number = min(BLOCK, other.first[group + 1] - begin)
            for pair in range(number):
                room.at[pair] = other.mates[begin + pair] >> far & NIBBLE
                room.met[pair] = room.at[pair] ^ start if paths > 1 else uint64(1)
            for _ in range(paths - 2):
                for pair in range(number):
                    across = mates >> (room.at[pair] << uint64(2)) & NIBBLE
                    room.at[pair] = other.mates[begin + pair] >> (across << uint64(2)) & NIBBLE
                    room.met[pair] = min(room.met[pair], room.at[pair] ^ start)
            for digit in range(len(other.digits)):
                for pair in range(number):
                    if room.met[pair] != 0:
                        room.product[digit] += other.digits[digit, begin + pair]
        _add_product(room, room.used[index], total)
        room.mates[room.used[index]] = NO_GROUP
    return 0


@inlined
def _first_end(ends: Any) -> Any:
    """Return the first vertex at which a path ends, and the number of paths."""
    start = uint64(0)
    while ends >> (uint64(4) * start) & uint64(1) == 0:
        start += uint64(1)
    number = 0
    while ends != 0:
        ends &= ends - uint64(1)
        number += 1
    return start, number // 2


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

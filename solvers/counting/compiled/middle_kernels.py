"""The loops of the meeting in the middle: states become numbers of 64 bits, and pairs of them are followed into one cycle.

Here a state of either half has four bits for each vertex of the middle, in one number: its *degree* in one, and in another
its *mate*, the vertex at the other end of the path that ends there. At vertices without a path's end the mates mean nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64

from solvers.methods.compiled.jit import inlined, jit_in_place

__all__ = ["DIGIT", "NO_GROUP", "Half", "Subsets", "find_places", "join", "unpack"]

DIGIT = 32
"""Bits in a digit of a count."""
NO_GROUP = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""In the table of groups, a free place: no vertex has a degree of 15."""
BLOCK = 256
"""Pairs that are followed side by side."""
ONES, HIGHS, NIBBLE = np.uint64(0x1111_1111_1111_1111), np.uint64(0x8888_8888_8888_8888), np.uint64(15)


class Half(NamedTuple):
    """The states of one half, in groups of those with the same degrees.

    Attributes
    ----------
    degrees : one number for each group.
    first : the first state of each group, and the number of states.
    mates : one number for each state.
    digits : the digits of the counts, the lowest first, a row for each; shape (digits, states).
    """

    degrees: Any
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
    ends : the two vertices of each edge.
    """

    degrees: Any
    edges: Any
    after: Any
    ends: Any


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
    return place


@jit_in_place
def join(
    one: Half, other: Half, table: Any, groups: Any, subsets: Subsets, vertices: int, rows: Any, total: Any, room: Any
) -> None:
    """Add up the tours of all pairs of states whose paths, with some edges within the middle, are one cycle.

    Parameters
    ----------
    one, other : the halves.
    table, groups : where the groups of the other half are found.
    subsets : the sets of edges within the middle.
    vertices : how many there are in the middle.
    rows : the first group of the one half, and the one after the last.
    total : the digits of the sum; what is over them is lost.
    room : arrays to work in: a state's mates, and two for the pairs of a block.
    """
    all_two = ONES * uint64(2)
    if vertices < 16:
        all_two &= (uint64(1) << uint64(4 * vertices)) - uint64(1)
    mate, at, met, sums = room
    for group in range(rows[0], rows[1]):
        needs = all_two - one.degrees[group]
        subset = 0
        while subset < len(subsets.after):
            if ((needs | HIGHS) - subsets.degrees[subset]) & HIGHS != HIGHS:
                subset = subsets.after[subset]
                continue
            rest = needs - subsets.degrees[subset]
            place = _place(rest, table)
            if table[place] != NO_GROUP:
                first, last = other.first[groups[place]], other.first[groups[place] + 1]
                for state in range(one.first[group], one.first[group + 1]):
                    mates, is_open = _extended(one.mates[state], subsets, subset, vertices, mate)
                    if is_open:
                        _follow(mates, rest, other, first, last, at, met, sums)
                        _add_product(one.digits, state, sums, total)
            subset += 1


@inlined
def _extended(mates: Any, subsets: Subsets, subset: int, vertices: int, mate: Any) -> Any:
    """Return the mates after the edges of a set have joined the paths, and whether none has closed a cycle."""
    if subsets.edges[subset] == 0:
        return mates, True
    for vertex in range(vertices):
        mate[vertex] = mates >> uint64(4 * vertex) & NIBBLE
    for edge in range(len(subsets.ends)):
        if subsets.edges[subset] >> uint64(edge) & uint64(1):
            one, two = subsets.ends[edge, 0], subsets.ends[edge, 1]
            far, farther = mate[one], mate[two]
            if far == two:
                return mates, False
            mate[far] = farther
            mate[farther] = far
    joined = uint64(0)
    for vertex in range(vertices):
        joined |= mate[vertex] << uint64(4 * vertex)
    return joined, True


@inlined
def _follow(mates: Any, degrees: Any, other: Half, first: int, last: int, at: Any, met: Any, sums: Any) -> None:
    """Sum up the counts of the states of a group that make one cycle with the mates of a state.

    From one end of a path, the mates of the two states are followed by turns. There is one cycle if the way comes back not
    before it has been to all ends. A block of pairs goes step by step, for then the processor follows several at once.
    """
    ends = degrees & ONES
    start = uint64(0)
    while ends >> (uint64(4) * start) & uint64(1) == 0:
        start += uint64(1)
    paths = 0
    while ends != 0:
        ends &= ends - uint64(1)
        paths += 1
    paths //= 2
    sums[:] = 0
    far = (mates >> (start << uint64(2)) & NIBBLE) << uint64(2)
    for begin in range(first, last, BLOCK):
        number = min(BLOCK, last - begin)
        for pair in range(number):
            at[pair] = other.mates[begin + pair] >> far & NIBBLE
            met[pair] = at[pair] ^ start
        if paths == 1:
            for pair in range(number):
                met[pair] = 1
        for _ in range(paths - 2):
            for pair in range(number):
                across = mates >> (at[pair] << uint64(2)) & NIBBLE
                at[pair] = other.mates[begin + pair] >> (across << uint64(2)) & NIBBLE
                met[pair] = min(met[pair], at[pair] ^ start)
        for digit in range(len(other.digits)):
            for pair in range(number):
                sums[digit] += other.digits[digit, begin + pair] if met[pair] != 0 else uint64(0)


@inlined
def _add_product(digits: Any, state: int, sums: Any, total: Any) -> None:
    """Add to the total the count of a state times a sum."""
    mask = (uint64(1) << uint64(DIGIT)) - uint64(1)
    carry = uint64(0)
    for digit in range(len(sums)):
        value = sums[digit] + carry
        sums[digit] = value & mask
        carry = value >> uint64(DIGIT)
    for low in range(len(digits)):
        if digits[low, state] == 0:
            continue
        carry = uint64(0)
        for place in range(low, len(total)):
            high = sums[place - low] if place - low < len(sums) else uint64(0)
            value = digits[low, state] * high + total[place] + carry
            total[place] = value & mask
            carry = value >> uint64(DIGIT)

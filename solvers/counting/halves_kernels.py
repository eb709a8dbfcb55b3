"""Compiled functions for counting the tours of a graph by two halves.

`solvers.counting.halves` describes the method: halves, middle, and their states, that is, which paths the edges of a half form
between vertices of the middle. Here a state consists of two numbers:

- The *degrees* have three bits for each vertex of the middle: the number of its edges.
- The *mates* have four bits for each vertex of the middle. If a path ends at the vertex, these bits are the number of the
  vertex at the other end of the path. A vertex without edges is its own mate. The bits of a vertex with both its edges have no
  meaning.

In this example, vertices 1 and 3 of the middle are the ends of a path, vertex 2 has both its edges, and vertex 0 has none:

    vertex    0    1    2    3
    degree    0    1    2    1
    mate      0    3    -    1

The apex of open tours has a degree like the other vertices, but no bits are left for its mate. If a path ends at the apex, then
at one of the 16 other vertices no path ends, because the number of ends is even. The first such vertex is the *alias* of the
apex: its bits store the mate of the apex, and the bits of this mate store the alias.

States with the same degrees form a *group*. A count is stored as several numbers of 32 bits, its *digits*. In a sum of counts,
a digit may exceed 32 bits, and `_add_product` carries the excess.

For each group of the second half, `join_halves` does the following:

1. For each set of edges within the middle, compute which degrees in the first half would give each vertex of the middle two
   edges. Find the group of the first half with these degrees (`place_of_key`).
2. Extend the paths of the states of this group by the edges (`_extend`), and clear the mates that do not matter. Many
   states then have the same mates, and their counts are added up in a table (`_collect`).
3. Combine each entry of this table with each state of the group of the second half (`_fit`). If the paths of both form one
   cycle (`_follow`), add the product of the counts to the total.

Steps 1 and 2 are done for each set of edges, with one table for all sets. Step 3 follows after the last set, or earlier if the
table is three quarters full.

Here are two examples of step 3. The vertices 0 to 3 of the middle are ends of paths. Each path is drawn as a line:

    first half with edges    0───1   2───3          0───1   2───3
    second half              1───2   3───0          0───1   2───3

    followed from 0          0 1 2 3 0              0 1 0
                             one cycle              back too early: two cycles

This walk follows the paths of the first half and of the second half alternately.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.core.compiling import inlined, jit_in_place, jit_inner, jit_merged
from solvers.methods.frontier.words import place_of_key, tied_word, word_entry, word_with

APEX = 16
"""Number of the apex, the vertex that closes open tours. The other vertices of the middle are numbered from 0."""
DEGREE, DIGIT = 3, 32
"""Number of bits for a degree, and for a digit of a count."""
LOW = np.uint64((1 << DIGIT) - 1)  # mask of a digit
UNTOUCHED = np.uint64(sum(vertex << 4 * vertex for vertex in range(APEX)))
"""Mates of a state without paths: each vertex is its own mate."""
BLOCK = 256
"""Number of states that are processed at the same time."""
TABLE = 2**16
"""Number of places in the hash table `HalfScratch.mates`, a power of two."""
HIGHS = np.uint64(sum(4 << DEGREE * vertex for vertex in range(APEX + 1)))
"""Number in which the highest bit of each vertex degree is 1. In degrees, this bit is always 0.

It is set before a subtraction, so that the degrees of all vertices can be subtracted in one operation. For example, a vertex
that needs 2 edges and has 1 gives 4 + 2 - 1 = 5: the bit is still set, and 1 edge is missing. A vertex that needs 1 edge and
has 2 gives 4 + 1 - 2 = 3: the bit is no longer set, so the vertex has too many edges.
"""


class HalfGroups(NamedTuple):
    """Partial tours of one half of a graph, grouped by the degrees of the separating vertices."""

    degrees: Any
    # Rank of each group. A group of the first half is joined only with groups of the same or a higher rank, and the pair counts
    # twice if it is higher (see `solvers.counting.halves`).
    ranks: Any
    first: Any  # index of the first state of each group, followed by the number of all states
    mates: Any
    digits: Any  # digits of the count of each state, the lowest one first, of shape (digits, states)


class HalfSubsets(NamedTuple):
    """Sets of edges between middle vertices, each before the sets that extend it."""

    needs: Any  # for each set, the number of edges that each vertex still needs: 2 minus its degree in the set
    after: Any  # for each set, the index of the next set that does not extend it, or the number of sets
    first: Any  # index in `ends` of the first edge of each set, followed by the number of edges of all sets
    ends: Any  # the two vertices of each edge: first the edges of the first set, then those of the second set, and so on


class HalfScratch(NamedTuple):
    """Working arrays of one thread, for counting tours joined from two halves of a board."""

    mates: Any  # hash table of mates of states of the first half, after edges within the middle are added
    sums: Any  # digits of the count for each place of the table, one row per place
    used: Any  # indices of the used places of the table
    product: Any  # digits of the sum of the counts of all states that form one cycle with one table entry
    total: Any  # digits of the number of tours, which may exceed 32 bits
    reached: Any  # for each state in a block, the vertex that the walk of `_follow` has reached
    apart: Any  # for each state in a block, 0 if the walk of `_follow` came back to its start too early
    keys: Any  # for each state in a block, its mates after it is extended by edges
    infinities: Any  # for each state in a block, the mate of the apex after it is extended by edges
    is_open: Any  # for each state in a block, 0 if an added edge closes a cycle, and otherwise 1

    @classmethod
    def of(cls, one: int, other: int) -> HalfScratch:
        """Return new arrays, for counts of `one` and `other` digits in the two halves."""
        sizes = TABLE, (TABLE, one + 1), TABLE, other + 1, one + other + 2, *[BLOCK] * 5
        return cls(*(np.zeros(size, np.uint64) for size in sizes))


@inlined
def _alias(degrees: Any) -> Any:
    """Return the vertex whose bits store the mate of the apex, or APEX if none do."""
    alias = uint64(APEX)
    if degrees >> uint64(DEGREE * APEX) & uint64(3) == 1:
        alias = uint64(0)
        while degrees >> uint64(DEGREE) * alias & uint64(3) == 1:
            alias += uint64(1)
    return alias


@jit_in_place
def unpack_half_states(rows: Any, numberings: Any, bits: int, each: int, degrees: Any, mates: Any) -> None:
    """Write packed states as degrees and mates (see the module docstring) to arrays.

    A numbering contains, for each vertex of the frontier, its number in the middle. A state is written once for each numbering,
    or, if `each` is 1, only for the numbering that gives it the smaller degrees.
    """
    for row in range(len(rows)):
        for numbering in range(len(numberings)):
            place = each * row + numbering % each
            degree, mate = _unpack(rows, row, numberings[numbering], bits)
            if numbering < each or degree < degrees[place]:
                degrees[place], mates[place] = degree, mate


@jit_merged
def _unpack(states: Any, row: int, slots: Any, bits: int) -> Any:
    """Return a packed state as degrees and mates (see the module docstring).

    For each vertex of the frontier, `slots` gives its number in the middle.
    """
    mask, packed = (uint64(1) << uint64(bits)) - uint64(1), uint64(0)
    degrees, mates, end = uint64(0), UNTOUCHED, 0
    for slot in range(len(slots)):
        word, place = divmod(slot, 64 // bits)
        packed = states[row, word] if place == 0 else packed >> uint64(bits)
        far, vertex = int(packed & mask), slots[slot]
        if far == 0:
            degrees |= uint64(2) << uint64(DEGREE * vertex)
        elif far != slot + 1:
            degrees |= uint64(1) << uint64(DEGREE * vertex)
            if vertex == APEX:
                end = slots[far - 1]
            else:
                mates = word_with(mates, vertex, slots[far - 1] & 15)  # 0 for APEX, until the alias is known
    alias = _alias(degrees)
    if alias != uint64(APEX):
        mates = tied_word(mates, alias, end)
    return degrees, mates


@jit_in_place
def find_half_places(keys: Any, table: Any, places: Any) -> None:
    """Fill a hash table that maps degrees to group indices."""
    for group in range(len(keys)):
        place = place_of_key(keys[group], table)
        table[place] = keys[group]
        places[place] = group


@jit_in_place
def join_halves(
    one: HalfGroups,
    other: HalfGroups,
    begin: int,
    end: int,
    table: Any,
    places: Any,
    subsets: HalfSubsets,
    scratch: HalfScratch,
) -> None:
    """Count the tours that consist of a partial tour in each half.

    Only the groups `begin` to `end` - 1 of the second half are used. For each combination that forms one cycle, the product of
    the counts of the two states is added to the total, without overflow. `find_half_places` has filled `table` and `places` for
    the groups of the first half.
    """
    for group in range(begin, end):
        degrees, used, subset = other.degrees[group], 0, 0
        alias = _alias(degrees)
        ends = _ends(degrees, alias)
        while subset < len(subsets.after):
            left = (subsets.needs[subset] | HIGHS) - degrees
            if left & HIGHS != HIGHS:  # a vertex has too many edges, also with all sets that extend this one
                subset = subsets.after[subset]
                continue
            place = place_of_key(left ^ HIGHS, table)
            if table[place] != 0 and one.ranks[places[place]] <= other.ranks[group]:
                fitting = places[place]
                times = uint64(1) + uint64(one.ranks[fitting] < other.ranks[group])
                for block in range(one.first[fitting], one.first[fitting + 1], BLOCK):
                    stop = min(block + BLOCK, one.first[fitting + 1])
                    _extend(one.mates[block:stop], _alias(table[place]), subsets, subset, alias, ends, scratch)
                    for state in range(block, stop):
                        if scratch.is_open[state - block]:
                            used = _collect(scratch.keys[state - block], one.digits, state, times, used, scratch)
                    if 4 * used > 3 * TABLE:
                        used = _fit(other, group, ends, used, scratch)
            subset += 1
        _fit(other, group, ends, used, scratch)


@inlined
def _extend(
    states: Any, alias: Any, subsets: HalfSubsets, subset: int, other_alias: Any, ends: Any, scratch: HalfScratch
) -> None:
    """Extend the paths of states by edges, mark closed cycles, and clear the mates of vertices outside `ends`.

    An edge between u and v joins the path from u' to u and the path from v to v' into one path from u' to v':

        u' ─── u     v ─── v'        before: mate of u is u', mate of v is v'
        u' ─── u ═══ v ─── v'        after: mate of u' is v', mate of v' is u'

    If u' = v, the edge closes a cycle, and it closes too early, because the second half is not empty. A vertex without edges is
    its own mate. `alias` is the alias of the apex in these states, or APEX if no path ends at the apex. The new states use
    `other_alias`, that of the second half, so that `_follow` can compare both.

    Meanwhile, `infinities` contains the mate of the apex, or APEX (`far_off`). The stored mate of this vertex may be out of
    date. If one end of the new path is the apex, the other end becomes its mate.
    """
    far_off = uint64(APEX)
    for state in range(len(states)):
        scratch.is_open[state] = 1
        scratch.infinities[state] = far_off
        scratch.keys[state] = states[state]
        if alias != far_off:
            scratch.infinities[state] = word_entry(states[state], alias)
            scratch.keys[state] = word_with(states[state], alias, alias)
    for edge in range(subsets.first[subset], subsets.first[subset + 1]):
        one, two = uint64(subsets.ends[edge, 0]), uint64(subsets.ends[edge, 1])
        for state in range(len(states)):
            mates, infinity = scratch.keys[state], scratch.infinities[state]
            far = far_off if infinity == one else word_entry(mates, one)
            farther = infinity
            if two != far_off:
                farther = far_off if infinity == two else word_entry(mates, two)
            elif infinity != far_off:
                infinity = far_off  # the apex has both its edges now
            scratch.is_open[state] &= far != two
            if far != far_off and farther != far_off:
                mates = tied_word(mates, far, farther)
            scratch.keys[state] = mates
            scratch.infinities[state] = farther if far == far_off else far if farther == far_off else infinity
    for state in range(len(states)):
        if other_alias != far_off:
            scratch.keys[state] = tied_word(scratch.keys[state], scratch.infinities[state], other_alias)
        scratch.keys[state] &= ends


@inlined
def _ends(degrees: Any, alias: Any) -> Any:
    """Return a mask of mates, in which the bits of the ends of paths and of the alias of the apex are 1.

    Together both sides give each vertex two edges, so the paths of both sides have the same ends. There is at least one path,
    because a half is not empty, and no state contains a cycle.
    """
    ends = uint64(0)
    for vertex in range(APEX):
        if degrees >> uint64(DEGREE * vertex) & uint64(3) == 1 or alias == uint64(vertex):
            ends = word_with(ends, vertex, 15)
    return ends


@inlined
def _collect(mates: Any, digits: Any, state: int, times: Any, used: int, scratch: HalfScratch) -> int:
    """Add a multiple of a state's count to the table entry for its mates.

    `mates` are those of the state after `_extend`. Return the number of entries of the table.
    """
    place = place_of_key(mates, scratch.mates)
    if scratch.mates[place] == 0:
        scratch.mates[place] = mates
        scratch.used[used] = place
        used += 1
        scratch.sums[place] = 0
    for digit in range(len(digits)):
        scratch.sums[place, digit] += uint64(digits[digit, state]) * times
    return used


@jit_inner
def _fit(other: HalfGroups, group: int, ends: Any, used: int, scratch: HalfScratch) -> int:
    """Count the tours that combine a group of states with the table of collected states.

    Then clear the table, and return the number of its entries, 0.

    A walk starts at one end of a path, and follows the mates of the two states alternately. If it does not come back before it
    has visited all ends, the paths form one cycle, and the product of the counts is added to the total. The walks of all pairs
    in a block advance together, one step at a time, so that the processor can overlap these steps.
    """
    number, start = 0, uint64(0)
    for vertex in range(APEX):
        if word_entry(ends, vertex) != 0:
            number, start = number + 1, uint64(vertex)
    for index in range(used):
        mates = scratch.mates[scratch.used[index]]
        scratch.product[:] = 0
        for begin in range(other.first[group], other.first[group + 1], BLOCK):
            end = min(begin + BLOCK, other.first[group + 1])
            _follow(other.mates[begin:end], mates, start, number // 2, scratch.reached, scratch.apart)
            for digit in range(len(other.digits)):
                total = uint64(0)
                for pair in range(end - begin):
                    total += uint64(other.digits[digit, begin + pair]) if scratch.apart[pair] != 0 else uint64(0)
                scratch.product[digit] += total
        _add_product(scratch.sums[scratch.used[index]], scratch.product, scratch.total)
        scratch.mates[scratch.used[index]] = 0
    return 0


@inlined
def _follow(others: Any, mates: Any, start: Any, paths: int, reached: Any, apart: Any) -> None:
    """Follow the paths of two states alternately, to test whether they form one cycle.

    In the end, `apart` is 0 for each state whose walk came back to `start` before it had used all `paths` paths of each state.
    """
    far = word_entry(mates, start)
    for pair in range(len(others)):
        reached[pair] = word_entry(others[pair], far)
        apart[pair] = reached[pair] ^ start if paths > 1 else uint64(1)
    for _ in range(paths - 2):
        for pair in range(len(others)):
            vertex = word_entry(others[pair], word_entry(mates, reached[pair]))
            reached[pair] = vertex
            apart[pair] = min(apart[pair], vertex ^ start)


@inlined
def _add_product(one: Any, other: Any, total: Any) -> None:
    """Multiply two counts, and add the result to `total`."""
    for digits in (one, other):
        for digit in range(len(digits) - 1):
            digits[digit + 1] += digits[digit] >> uint64(DIGIT)
            digits[digit] &= LOW
    for low in range(len(one)):
        for high in range(len(other)):
            value = one[low] * other[high]
            total[low + high] += value & LOW
            total[low + high + 1] += value >> uint64(DIGIT)

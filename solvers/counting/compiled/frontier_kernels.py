"""The loops of the frontier method: states are unpacked, a vertex gets its edges, and the new states are packed and added up.

`solvers.frontier.kernels` says what a state is. A count is made of limbs, numbers of 64 bits, the lowest first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.frontier.kernels import DEAD, END, FULL, OPEN, WHOLE, choose, hash_of, missing_edges, pack, unpack
from solvers.jit import inlined, jit_in_place

__all__ = ["EMPTY", "MOST_SLOTS", "Step", "Worker", "expand", "merge"]

MOST_SLOTS = 38
"""The widest frontier: three to this power is a number of 64 bits."""
EMPTY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""The first word of a free place in a table: that of no state, for two paths at most lead to an end."""
LOW = np.uint64(0xFFFF_FFFF)


class Step(NamedTuple):
    """What the treatment of one vertex needs to know.

    Attributes
    ----------
    bits : of a packed state, for each vertex of the frontier.
    before : the number of vertices of the frontier before.
    renumber, choices, first_choice : as in `solvers.frontier.kernels.Numbered`.
    most_choices : the largest number of choices that the vertex has in a state.
    slots : how many vertices the frontier has afterwards; the vertex that is treated has the number after them.
    weights : 3 to the power of the place of each vertex, for the vectors of needs; 0 for all other numbers.
    factors : what the edges of each choice are worth; empty where each is worth 1.
    closed : whether the tour is.
    ends : how many ends of the tour the states may hold.
    is_last : whether all vertices that are left are in the frontier.
    mirror : for each number, FULL and END included, its image under a symmetry; empty where there is none.
    possible : for each number of ends still to come, a bit for each vector of needs: whether the vertices that are left can
        meet them; empty where that is not known.
    """

    bits: int
    before: int
    renumber: Any
    choices: Any
    first_choice: Any
    most_choices: int
    slots: int
    weights: Any
    factors: Any
    closed: bool
    ends: int
    is_last: bool
    mirror: Any
    possible: Any


class Worker(NamedTuple):
    """What a thread has for itself.

    Attributes
    ----------
    left : the next row of the old states, and the one after its last.
    states, counts, filled : a buffer for each shard, and how full it is; the hash of a state gives its shard.
    complete : its row 0 is the count of complete tours.
    mate, after, image, packed, mirrored, count : a state before and after a choice, its image, both packed, and a count.
    """

    left: Any
    states: Any
    counts: Any
    filled: Any
    complete: Any
    mate: Any
    after: Any
    image: Any
    packed: Any
    mirrored: Any
    count: Any

    @classmethod
    def of(cls, shards: int, buffered: int, words: int, limbs: int) -> Worker:
        """Return new arrays, for states of some words and counts of some limbs."""
        states, counts = (np.empty((shards, buffered, width), np.uint64) for width in (words, limbs))
        complete, packed, mirrored, count = (np.zeros(shape, np.uint64) for shape in ((1, limbs), words, words, (1, limbs)))
        mate, after, image = (np.full(END + 1, END, np.uint8) for _ in range(3))
        left, filled = np.zeros(2, np.int64), np.zeros(shards, np.int64)
        return cls(left, states, counts, filled, complete, mate, after, image, packed, mirrored, count)


@jit_in_place
def expand(states: Any, counts: Any, step: Step, worker: Worker) -> None:
    """Give the vertex its edges in the states that are left for a worker, until all are done or a buffer may overflow.

    Parameters
    ----------
    states, counts : a row for each state.
    """
    room, treated = worker.states.shape[1], step.slots + 1
    mate, after, left = worker.mate, worker.after, worker.left
    fullest = 0
    worker.filled[:] = 0
    while left[0] < left[1] and fullest + step.most_choices <= room:
        row = left[0]
        left[0] = row + 1
        ends = unpack(states, row, step.before, step.renumber, treated, step.bits, mate)
        needs_before = _needs(mate, step)
        missing = missing_edges(mate, treated)
        for choice in range(step.first_choice[missing], step.first_choice[missing + 1]):
            one, two = step.choices[choice, 0], step.choices[choice, 1]
            needs = needs_before - step.weights[one] - step.weights[two]
            if not _is_possible(mate, step, one, two, ends, needs):
                continue
            outcome = choose(mate, after, treated, missing, one, two, step.closed)
            if outcome != DEAD:
                _multiply(counts, row, step.factors[choice] if len(step.factors) > 0 else 1, worker.count)
            if outcome == WHOLE and step.is_last and needs == 0:
                _add(worker.complete, 0, worker.count, 0)
            if outcome == OPEN:
                fullest = max(fullest, _put(step, worker))


@inlined
def _is_possible(mate: Any, step: Step, one: int, two: int, ends: int, needs: int) -> bool:
    """Return whether a choice takes no full vertex and not too many ends, and the vertices that are left can meet the needs."""
    ends_after = ends + (one == END) + (two == END)
    if mate[one] == FULL or mate[two] == FULL or ends_after > step.ends:
        return False
    return len(step.possible) == 0 or step.possible[step.ends - ends_after, needs >> 3] >> (needs & 7) & 1 == 1


@inlined
def _multiply(counts: Any, row: int, factor: int, product: Any) -> None:
    """Write a count times a factor below 2 to the power of 31 into row 0; overflow is discarded.

    A negative number stands for its sum with 2 to the power of 64, for each limb, as is usual for whole numbers.
    """
    carry, one = uint64(0), uint64(1)
    for limb in range(counts.shape[1]):
        value = counts[row, limb]
        if factor != 1:
            low = (value & LOW) * uint64(abs(factor)) + carry
            high = (value >> uint64(32)) * uint64(abs(factor)) + (low >> uint64(32))
            carry = high >> uint64(32)
            value = high << uint64(32) | low & LOW
        if factor < 0:
            value = ~value + one
            one = uint64(value == 0) & one
        product[0, limb] = value


@inlined
def _put(step: Step, worker: Worker) -> int:
    """Put the new state, or its image if that comes first, into the buffer of its shard; return how full that is."""
    packed, mirrored, image = worker.packed, worker.mirrored, worker.image
    pack(worker.after, step.slots, step.bits, packed)
    is_mirrored = False
    if len(step.mirror) > 0:
        for vertex in range(1, step.slots + 1):
            image[step.mirror[vertex]] = step.mirror[worker.after[vertex]]
        pack(image, step.slots, step.bits, mirrored)
        is_mirrored = _precedes(mirrored, packed)
    shard = int(hash_of(mirrored if is_mirrored else packed) >> uint64(40)) & (len(worker.filled) - 1)
    place = worker.filled[shard]
    worker.filled[shard] = place + 1
    for word in range(len(packed)):
        worker.states[shard, place, word] = mirrored[word] if is_mirrored else packed[word]
    for limb in range(worker.counts.shape[2]):
        worker.counts[shard, place, limb] = worker.count[0, limb]
    return int(place + 1)


@inlined
def _needs(mate: Any, step: Step) -> int:
    """Return the needs of the frontier as one number: 2 for an untouched vertex, 0 for a full one, else 1, times its weight."""
    needs = 0
    for vertex in range(1, step.slots + 1):
        needs += step.weights[vertex] * missing_edges(mate, vertex)
    return needs


@inlined
def _precedes(one: Any, two: Any) -> bool:
    """Return whether one packed state is less than another."""
    for word in range(len(one)):
        if one[word] != two[word]:
            return bool(one[word] < two[word])
    return False


@inlined
def _add(sums: Any, row: int, counts: Any, other: int) -> None:
    """Add one count to another; overflow is discarded."""
    carry = uint64(0)
    for limb in range(sums.shape[1]):
        one = sums[row, limb] + counts[other, limb]
        total = one + carry
        carry = uint64(one < counts[other, limb]) + uint64(total < one)
        sums[row, limb] = total


@jit_in_place
def merge(table: Any, sums: Any, states: Any, counts: Any, number: int, packed: Any) -> int:
    """Add the first rows of a buffer to a table with open addressing; return how many states are new.

    Parameters
    ----------
    table, sums : a row for each place, their number a power of two, more than there will be states.
    states, counts : the rows of the buffer.
    packed : room for one state.
    """
    mask, words = len(table) - 1, table.shape[1]
    new = 0
    for row in range(number):
        for word in range(words):
            packed[word] = states[row, word]
        place = int(hash_of(packed) & uint64(0xFFFFFFFF)) & mask
        while True:
            if table[place, 0] == EMPTY:
                for word in range(words):
                    table[place, word] = packed[word]
                for limb in range(sums.shape[1]):
                    sums[place, limb] = counts[row, limb]
                new += 1
                break
            same = True
            for word in range(words):
                same = same and table[place, word] == packed[word]
            if same:
                _add(sums, place, counts, row)
                break
            place = (place + 1) & mask
    return new

"""Compiled functions that count tours by the frontier method.

To process a vertex, `expand_sweep` unpacks each state, gives the vertex its edges to later vertices in all possible ways, and
packs the new states. `merge_sweep_rows` then adds up the counts of equal states in a hash table.

`solvers.methods.frontier.kernels` defines packed states and the numbers of vertices. The *needs* of a state are the numbers of
edges that the vertices of its frontier lack. A count consists of *limbs* (numbers of 64 bits), the lowest one first. States are
divided by their hash into *shards*, each with its own hash table.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.core.compiling import inlined, jit_in_place
from solvers.methods.frontier.kernels import (
    FULL,
    MATES,
    PlanArrays,
    frontier_choice,
    frontier_missing_edges,
    pack,
    state_hash,
    unpack,
)

MOST_SLOTS = 38
"""Maximum number of vertices in a frontier, without the apex.

The needs of a state (the numbers of missing edges) are stored as one number below 3 to the power of 39, which fits into 64
bits.
"""
EMPTY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""First word of a free place in a table: all its bits are 1.

No state has this word, because at most one entry is the largest number.
"""
LOW = np.uint64(0xFFFF_FFFF)
"""Mask for the lower 32 bits of a limb."""
POWERS = np.array([0, *(3**slot for slot in range(MOST_SLOTS + 1))])
"""For each entry of a choice, the factor by which `_needs` multiplies the need of this vertex: 3^i for the vertex at index i of
the frontier, and 0 for FULL."""


class SweepWorker(NamedTuple):
    """Working arrays of one thread that processes states."""

    left: Any
    """Range of old states that the thread still has to process: index of the next one, and index of the last one plus 1."""
    buffers: Any
    """One buffer for each shard, with rows: new states and their counts."""
    filled: Any
    """Number of rows in each buffer."""
    complete: Any
    """Number of complete tours that the thread has found, as limbs."""
    mate: Any
    """The old state."""
    after: Any
    """The new state after a choice of edges."""
    image: Any
    """The mirror image of the new state."""
    row: Any
    """The packed form of `after`, and its count."""
    mirrored: Any
    """The packed form of `image`."""

    @classmethod
    def of(cls, shards: int, buffered: int, words: int, width: int) -> SweepWorker:
        """Return new arrays, with buffers for `buffered` states per shard."""
        buffers = np.empty((shards, buffered, width), np.uint64)
        complete, row, mirrored = (np.zeros(size, np.uint64) for size in (width - words, width, words))
        mate, after, image = (np.full(MATES, MATES - 1, np.uint8) for _ in range(3))
        left, filled = np.zeros(2, np.int64), np.zeros(shards, np.int64)
        return cls(left, buffers, filled, complete, mate, after, image, row, mirrored)


@jit_in_place
def expand_sweep(rows: Any, plan: PlanArrays, step: int, possible: Any, worker: SweepWorker) -> None:
    """Process a vertex in states until done or buffers may overflow.

    The previous content of the buffers is discarded. `possible` has one bit for each value of the needs: whether the remaining
    vertices can meet them. It is empty if this is unknown.
    """
    here, room = plan.steps[step], worker.buffers.shape[1]
    mate, after, left, count, treated = worker.mate, worker.after, worker.left, worker.row[plan.words :], here.slots + 1
    fullest, most_choices = 0, plan.first_choice[3 * step + 3] - plan.first_choice[3 * step]
    worker.filled[:] = 0
    while left[0] < left[1] and fullest + most_choices <= room:
        row = left[0]
        left[0] = row + 1
        unpack(rows, row, plan, step, mate)
        needs_before, old_count = _needs(mate, here.slots), rows[row, plan.words :]
        missing = frontier_missing_edges(mate, treated)
        for choice in range(plan.first_choice[3 * step + missing], plan.first_choice[3 * step + missing + 1]):
            one, two = plan.choices[choice, 0], plan.choices[choice, 1]
            needs = needs_before - POWERS[one] - POWERS[two]
            if mate[one] == FULL or mate[two] == FULL:
                continue
            if len(possible) > 0 and possible[needs >> 3] >> (needs & 7) & 1 == 0:
                continue
            closes_cycle = frontier_choice(mate, after, treated, one, two)
            if closes_cycle and not (here.may_close and needs == 0):
                continue
            _multiply(old_count, plan.factors[choice] if len(plan.factors) > 0 else 1, count)
            if closes_cycle:
                _add(worker.complete, count)
            else:
                fullest = max(fullest, _put(plan, step, worker))


@inlined
def _multiply(count: Any, factor: int, product: Any) -> None:
    """Write the product of a count and a factor to `product`.

    The absolute value of the factor must be below 2^31. Overflow is discarded. A negative product is stored in two's complement
    over all limbs.
    """
    carry, one = uint64(0), uint64(1)
    for limb in range(len(count)):
        value = count[limb]
        if factor != 1:
            low = (value & LOW) * uint64(abs(factor)) + carry
            high = (value >> uint64(32)) * uint64(abs(factor)) + (low >> uint64(32))
            carry = high >> uint64(32)
            value = high << uint64(32) | low & LOW
        if factor < 0:
            value = ~value + one
            one = uint64(value == 0) & one
        product[limb] = value


@inlined
def _put(plan: PlanArrays, step: int, worker: SweepWorker) -> int:
    """Write the new or mirrored state, and return the buffer's size."""
    row, mirrored, image, slots = worker.row, worker.mirrored, worker.image, plan.steps[step].slots
    state = row[: plan.words]
    pack(worker.after, slots, plan.bits, state)
    if plan.steps[step].has_mirror:
        for vertex in range(1, slots + 1):
            image[plan.mirror[step, vertex]] = plan.mirror[step, worker.after[vertex]]
        pack(image, slots, plan.bits, mirrored)
        if _precedes(mirrored, state):
            for word in range(plan.words):
                state[word] = mirrored[word]
    shard = int(state_hash(state) >> uint64(40)) & (len(worker.filled) - 1)
    place = worker.filled[shard]
    worker.filled[shard] = place + 1
    for entry in range(len(row)):
        worker.buffers[shard, place, entry] = row[entry]
    return int(place + 1)


@inlined
def _needs(mate: Any, slots: int) -> int:
    """Return the missing edges per vertex as a base-3 number."""
    needs = 0
    for vertex in range(1, slots + 1):
        needs += POWERS[vertex] * frontier_missing_edges(mate, vertex)
    return needs


@inlined
def _precedes(one: Any, two: Any) -> bool:
    """Return whether one packed state is lexicographically smaller than another."""
    for word in range(len(one)):
        if one[word] != two[word]:
            return bool(one[word] < two[word])
    return False


@inlined
def _add(total: Any, count: Any) -> None:
    """Add a count to `total`. Overflow is discarded."""
    carry = uint64(0)
    for limb in range(len(total)):
        one = total[limb] + count[limb]
        both = one + carry
        carry = uint64(one < count[limb]) + uint64(both < one)
        total[limb] = both


@jit_in_place
def merge_sweep_rows(table: Any, rows: Any, words: int) -> int:
    """Add states to a table, and return how many are new.

    The number of its places must be a power of two, and larger than the number of states.
    """
    mask, new = len(table) - 1, 0
    for row in range(len(rows)):
        place = int(state_hash(rows[row, :words]) & uint64(0xFFFFFFFF)) & mask
        same = False
        while table[place, 0] != EMPTY:
            same = True
            for word in range(words):
                same = same and table[place, word] == rows[row, word]
            if same:
                break
            place = (place + 1) & mask
        if same:
            _add(table[place, words:], rows[row, words:])
        else:
            for entry in range(rows.shape[1]):
                table[place, entry] = rows[row, entry]
            new += 1
    return new

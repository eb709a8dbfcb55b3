"""Compiled functions that process a vertex in many states, and add up the numbers of equal new states.

A *row* is a packed state (see `solvers.methods.frontier.kernels`) and its *count*, as one or more 64-bit numbers. The count of
a new state is the count of the old state times the weight of the chosen edges. `solvers.counting.sweep` counts tours in this
way. `solvers.methods.frontier.columns` numbers the old states, and uses these numbers as counts: the count of a new state then
shows from which old state it was reached.
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
    unpack,
)
from solvers.methods.frontier.words import words_hash

MOST_SLOTS = 38
"""Maximum number of vertices in a frontier, without the apex.

The needs of a state (the numbers of missing edges) are stored as one number below 3 to the power of 39, which fits into 64
bits.
"""
EMPTY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""First word of a free place in a table: all its bits are 1.

No state has this word: it would give the largest number as the end of the paths of two or more vertices.
"""
LOW = np.uint64(0xFFFF_FFFF)
"""Mask for the lower 32 bits of a 64-bit word."""
POWERS = np.array([0, *(3**slot for slot in range(MOST_SLOTS + 1))])
"""Factors of the numbers of missing edges in `_needs`: 3^i for the vertex at index i of the frontier, and 0 for FULL."""


class SweepWorker(NamedTuple):
    """Working arrays of one thread that processes states."""

    left: Any  # range of states that the thread still has to process: index of the next one, and index of the last one plus 1
    buffers: Any  # one buffer of new states and their counts for each hash table
    filled: Any  # number of rows in each buffer
    mates: Any  # three states: the old one, the new one after a choice of edges, and its mirror image
    row: Any  # the packed new state, and its count
    mirrored: Any  # the packed mirror image of the new state

    @classmethod
    def of(cls, shards: int, buffered: int, words: int, width: int) -> SweepWorker:
        """Return new arrays, with buffers for `buffered` states per shard."""
        left, filled = np.zeros(2, np.int64), np.zeros(shards, np.int64)
        row, mirrored = np.zeros(width, np.uint64), np.zeros(words, np.uint64)
        buffers, mates = np.empty((shards, buffered, width), np.uint64), np.full((3, MATES), MATES - 1, np.uint8)
        return cls(left, buffers, filled, mates, row, mirrored)


@jit_in_place
def expand_sweep(rows: Any, plan: PlanArrays, step: int, possible: Any, closing: Any, worker: SweepWorker) -> None:
    """Process one vertex in some states, and write the new states to buffers.

    Stop when all states are processed, or when a buffer may overflow. The previous content of the buffers is discarded.

    The vertices have the numbers of `solvers.methods.frontier.kernels`: 1 to `slots` in the frontier after the step, `slots` +
    1 (`treated`) for the processed vertex, and FULL for a missing edge. The needs are numbers as returned by `_needs`. Bit n of
    `possible` is 1 if the remaining vertices can meet the needs n. If `possible` is empty, this is unknown. `closing` contains
    the needs after the step with which a closed cycle is a tour.
    """
    here, room = plan.steps[step], worker.buffers.shape[1]
    mate, after, left, count, treated = worker.mates[0], worker.mates[1], worker.left, worker.row[plan.words :], here.slots + 1
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
            if closes_cycle and not _contains(closing, needs):
                continue
            count[:] = 0
            _add(count, old_count, plan.factors[choice])
            fullest = max(fullest, _put(plan, step, worker))


@inlined
def _contains(numbers: Any, number: int) -> bool:
    found = False
    for each in numbers:
        found |= each == number
    return found


@inlined
def _put(plan: PlanArrays, step: int, worker: SweepWorker) -> int:
    """Append the new state, or its mirror image if that is smaller, to a buffer.

    Return the length of the buffer.
    """
    row, mirrored, slots = worker.row, worker.mirrored, plan.steps[step].slots
    after, image = worker.mates[1], worker.mates[2]
    state = row[: plan.words]
    pack(after, slots, plan, state)
    if plan.mirror[step, 1] != 0:
        for vertex in range(1, slots + 1):
            image[plan.mirror[step, vertex]] = plan.mirror[step, after[vertex]]
        pack(image, slots, plan, mirrored)
        first = 0  # the first word in which the two differ
        while first < plan.words - 1 and mirrored[first] == state[first]:
            first += 1
        if mirrored[first] < state[first]:
            for word in range(plan.words):
                state[word] = mirrored[word]
    shard = int(words_hash(state) >> uint64(56)) & (len(worker.filled) - 1)
    place = worker.filled[shard]
    worker.filled[shard] = place + 1
    for entry in range(len(row)):
        worker.buffers[shard, place, entry] = row[entry]
    return int(place + 1)


@inlined
def _needs(mate: Any, slots: int) -> int:
    """Return the needs: the missing edges of all vertices, as digits of a base-3 number."""
    needs = 0
    for vertex in range(1, slots + 1):
        needs += POWERS[vertex] * frontier_missing_edges(mate, vertex)
    return needs


@inlined
def _add(total: Any, count: Any, factor: int) -> None:
    """Add a multiple of a count to `total`, discarding overflow. Negative numbers are stored in two's complement."""
    flip = ~uint64(0) if factor < 0 else uint64(0)  # -count is ~count + 1
    for _ in range(abs(factor)):
        carry = flip & uint64(1)
        for limb in range(len(total)):
            one = total[limb] + (count[limb] ^ flip)
            both = one + carry
            carry = uint64(one < total[limb]) + uint64(both < one)
            total[limb] = both


@jit_in_place
def merge_sweep_rows(table: Any, rows: Any, words: int) -> int:
    """Add states to a hash table, and return how many are new.

    The number of its places must be a power of two, and larger than the number of states.
    """
    mask, new = len(table) - 1, 0
    for row in range(len(rows)):
        place = int(words_hash(rows[row, :words]) & LOW) & mask
        same = False
        while table[place, 0] != EMPTY:
            same = True
            for word in range(words):
                same = same and table[place, word] == rows[row, word]
            if same:
                break
            place = (place + 1) & mask
        if same:
            _add(table[place, words:], rows[row, words:], 1)
        else:
            for entry in range(rows.shape[1]):
                table[place, entry] = rows[row, entry]
            new += 1
    return new

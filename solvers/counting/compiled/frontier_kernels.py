"""Compiled functions that count tours by the frontier method.

To process a vertex, `expand` unpacks each state, gives the vertex its edges to later vertices in all possible ways, and packs
the new states. `merge` then adds up the counts of equal states in a hash table.

`solvers.frontier.kernels` defines packed states and the numbers of vertices. The *needs* of a state are the numbers of edges
that the vertices of its frontier lack. A count consists of *limbs* (numbers of 64 bits), the lowest one first. States are
divided by their hash into *shards*, each with its own hash table.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.frontier.kernels import (
    DEAD,
    END,
    FULL,
    OPEN,
    WHOLE,
    bits_of,
    choose,
    hash_of,
    missing_edges,
    number_step,
    pack,
    unpack,
    words_of,
)
from solvers.frontier.plan import Plan
from solvers.jit import inlined, jit_in_place

MOST_SLOTS = 38
"""Maximum number of vertices in a frontier.

The needs of a state (the numbers of missing edges) are stored as one number below 3 to this power, which fits into 64 bits.
"""
EMPTY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""First word of a free place in a table: all its bits are 1.

No state has this word. All its entries would be END, but at most two paths lead to an end of the tour.
"""
LOW = np.uint64(0xFFFF_FFFF)
"""Mask for the lower 32 bits of a limb."""
NO_NEEDS = np.zeros((0, 0), np.uint8)
"""The attribute `possible` of a step, if it is unknown which needs can be met."""


class Step(NamedTuple):
    """Data of the step that processes one vertex.

    Attributes
    ----------
    bits : int
        Number of bits per vertex of the frontier in a packed state.
    words : int
        Number of words of a packed state. In a row, the count follows.
    before : int
        Number of vertices in the frontier before the vertex is processed.
    renumber, choices, first_choice : numpy.ndarray
        As in `solvers.frontier.kernels.Numbered`.
    most_choices : int
        Maximum number of choices of edges that the vertex has in a state.
    slots : int
        Number of vertices in the frontier after the vertex is processed. They have the numbers 1 to `slots`, and the processed
        vertex has the number `slots` + 1.
    weights : numpy.ndarray
        For each vertex number, the factor by which `_needs` multiplies the need of the vertex: 3^i for the vertex at index i of
        the frontier, and 0 for numbers that do not denote a frontier vertex.
    factors : numpy.ndarray
        For each choice, the product of the weights of its edges. Empty if all weights are 1.
    closed : bool
        Whether the tours are closed.
    ends : int
        Maximum number of ends of the tour in a state after the vertex is processed.
    is_last : bool
        Whether, after the step, all vertices that are not processed are in the frontier.
    mirror : numpy.ndarray
        For each entry of a state (number of a vertex, FULL or END), its image under a symmetry. Empty if no symmetry is used.
    possible : numpy.ndarray
        For each number of ends of the tour that are still missing, one bit for each possible value of the needs: whether the
        remaining vertices can meet them (see `possible_needs`). Empty if this is unknown.
    """

    bits: int
    words: int
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

    @classmethod
    def of(cls, plan: Plan, vertex: int, possible: Any = NO_NEEDS) -> Step:
        """Return the data of the step that processes one vertex of a plan.

        Parameters
        ----------
        plan : Plan
            The plan.
        vertex : int
            The number of the vertex in the order of the plan.
        possible : numpy.ndarray, optional
            The attribute `possible` of the step.

        Returns
        -------
        Step
            The data of the step.
        """
        each, bits = plan.treatments[vertex], bits_of(plan)
        numbers, slots = number_step(each, bits), len(each.after)
        weights = np.zeros(END + 1, np.int64)
        weights[1 : slots + 1] = 3 ** np.arange(slots)
        factors = [plan.weight(vertex, choice) for choice in chain(*each.choices)] if plan.weights else []
        mirror = [FULL, *(slot + 1 for slot in each.mirror), *[END] * (END - slots)] if each.mirror else []
        return cls(
            bits=bits,
            words=words_of(plan),
            before=len(each.before),
            renumber=np.array(numbers.renumber, np.uint8),
            choices=np.array(numbers.choices, np.int64).reshape(-1, 2),
            first_choice=np.array(numbers.first_choice, np.int64),
            most_choices=max(map(len, each.choices)),
            slots=slots,
            weights=weights,
            factors=np.array(factors, np.int64),
            closed=plan.closed,
            ends=each.ends,
            is_last=each.is_last,
            mirror=np.array(mirror, np.uint8),
            possible=possible,
        )


class Worker(NamedTuple):
    """Working arrays of one thread.

    Attributes
    ----------
    left : numpy.ndarray
        Range of old states that the thread still has to process: index of the next one, and index of the last one plus 1.
    buffers : numpy.ndarray
        One buffer for each shard, with rows: new states and their counts.
    filled : numpy.ndarray
        Number of rows in each buffer.
    complete : numpy.ndarray
        Number of complete tours that the thread has found, as limbs.
    mate, after, image : numpy.ndarray
        The old state, the new state after a choice of edges, and the mirror image of the new state.
    row, mirrored : numpy.ndarray
        The packed form of `after` and its count, and the packed form of `image`.
    """

    left: Any
    buffers: Any
    filled: Any
    complete: Any
    mate: Any
    after: Any
    image: Any
    row: Any
    mirrored: Any

    @classmethod
    def of(cls, shards: int, buffered: int, words: int, width: int) -> Worker:
        """Return new working arrays for one thread.

        Parameters
        ----------
        shards : int
            Number of shards.
        buffered : int
            Size of each buffer, in states.
        words, width : int
            Number of 64-bit words of a state, and number of all 64-bit numbers of a row.

        Returns
        -------
        Worker
            The arrays.
        """
        buffers = np.empty((shards, buffered, width), np.uint64)
        complete, row, mirrored = (np.zeros(size, np.uint64) for size in (width - words, width, words))
        mate, after, image = (np.full(END + 1, END, np.uint8) for _ in range(3))
        left, filled = np.zeros(2, np.int64), np.zeros(shards, np.int64)
        return cls(left, buffers, filled, complete, mate, after, image, row, mirrored)


@jit_in_place
def expand(rows: Any, step: Step, worker: Worker) -> None:
    """Process a vertex in the remaining old states of a worker, until none is left or a buffer could overflow.

    Parameters
    ----------
    rows : numpy.ndarray
        The packed old states and their counts.
    step : Step
        Data of the step that processes the vertex.
    worker : Worker
        Working arrays of the thread. The new states are written to its buffers, whose previous content is discarded.
    """
    room, treated = worker.buffers.shape[1], step.slots + 1
    mate, after, left, count = worker.mate, worker.after, worker.left, worker.row[step.words :]
    fullest = 0
    worker.filled[:] = 0
    while left[0] < left[1] and fullest + step.most_choices <= room:
        row = left[0]
        left[0] = row + 1
        ends = unpack(rows, row, step.before, step.renumber, treated, step.bits, mate)
        needs_before, old_count = _needs(mate, step), rows[row, step.words :]
        missing = missing_edges(mate, treated)
        for choice in range(step.first_choice[missing], step.first_choice[missing + 1]):
            one, two = step.choices[choice, 0], step.choices[choice, 1]
            needs = needs_before - step.weights[one] - step.weights[two]
            if not _is_possible(mate, step, one, two, ends, needs):
                continue
            outcome = choose(mate, after, treated, missing, one, two, step.closed)
            if outcome != DEAD:
                _multiply(old_count, step.factors[choice] if len(step.factors) > 0 else 1, count)
            if outcome == WHOLE and step.is_last and needs == 0:
                _add(worker.complete, count)
            if outcome == OPEN:
                fullest = max(fullest, _put(step, worker))


@inlined
def _is_possible(mate: Any, step: Step, one: int, two: int, ends: int, needs: int) -> bool:
    """Return whether a choice of edges is valid and leads to needs that the remaining vertices can meet.

    A choice is valid if none of its edges leads to a vertex that has both its edges, and the tour does not get too many ends.
    """
    ends_after = ends + (one == END) + (two == END)
    if mate[one] == FULL or mate[two] == FULL or ends_after > step.ends:
        return False
    return len(step.possible) == 0 or step.possible[step.ends - ends_after, needs >> 3] >> (needs & 7) & 1 == 1


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
def _put(step: Step, worker: Worker) -> int:
    """Write the new state, or its mirror image if this is smaller, to the buffer of its shard. Return the buffer's new size."""
    row, mirrored, image = worker.row, worker.mirrored, worker.image
    state = row[: step.words]
    pack(worker.after, step.slots, step.bits, state)
    if len(step.mirror) > 0:
        for vertex in range(1, step.slots + 1):
            image[step.mirror[vertex]] = step.mirror[worker.after[vertex]]
        pack(image, step.slots, step.bits, mirrored)
        if _precedes(mirrored, state):
            for word in range(step.words):
                state[word] = mirrored[word]
    shard = int(hash_of(state) >> uint64(40)) & (len(worker.filled) - 1)
    place = worker.filled[shard]
    worker.filled[shard] = place + 1
    for entry in range(len(row)):
        worker.buffers[shard, place, entry] = row[entry]
    return int(place + 1)


@inlined
def _needs(mate: Any, step: Step) -> int:
    """Return the needs of the frontier as one number.

    This number is the sum, over the vertices of the frontier, of `weights` times the number of missing edges.
    """
    needs = 0
    for vertex in range(1, step.slots + 1):
        needs += step.weights[vertex] * missing_edges(mate, vertex)
    return needs


@inlined
def _precedes(one: Any, two: Any) -> bool:
    """Return whether the first packed state is smaller than the second one: the first words that differ are compared."""
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
def merge(table: Any, rows: Any, words: int) -> int:
    """Add states and their counts to a hash table with open addressing. The counts of equal states are added up.

    Parameters
    ----------
    table : numpy.ndarray
        The places of the table, each a row or free. Their number is a power of two. It must be larger than the number of
        states.
    rows : numpy.ndarray
        The states and the counts to add.
    words : int
        Number of words of a state.

    Returns
    -------
    int
        The number of added states that the table did not contain.
    """
    mask, new = len(table) - 1, 0
    for row in range(len(rows)):
        place = int(hash_of(rows[row, :words]) & uint64(0xFFFFFFFF)) & mask
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

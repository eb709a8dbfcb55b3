"""Count tours by the frontier method on arrays, in one thread per core.

Vertices are processed one by one: each gets all its edges to later vertices. The edges chosen so far form paths, a *partial
tour*. The *frontier* consists of the vertices that are not processed yet and have a processed neighbour. A *state* records, for
each vertex of the frontier, whether it has both its edges and where the path from it ends (see
`solvers.methods.frontier.plan`). The ways to complete a partial tour depend only on its state. So this method, a *sweep*,
stores for each state its *count*, the number of partial tours with this state. A *row* is a state, as 64-bit words, and its
count, as one or more 64-bit numbers called *limbs*. Before each step, the counts get another limb if their sum might overflow.

The sweep leaves out partial tours that close a cycle too early. The number of states grows quickly with the board: for closed
tours, there are at most 87 states after any step on 5x6, 4,423 on 6x6 and 52,732 on 6x7.

*Threads.* The states are distributed by their hash over *shards*, each with its own hash table. Two phases alternate:

1. Each thread processes the next vertex in some of the states, and writes the new states to buffers, one for each shard.
2. Each thread adds the contents of all buffers for some of the shards to the tables of these shards.

So no two threads ever write to the same table. In the first phase, `expand_sweep` unpacks each state, gives the vertex its
edges to later vertices in all possible ways, and packs the new states (see `solvers.methods.frontier.kernels`). In the second
phase, `merge_sweep_rows` adds up the counts of equal states.

*Mirrors.* If a symmetry of the problem maps the set of processed vertices to itself, a state and its mirror image can be
completed in the same number of ways. So only the smaller of the two packed states is stored, with the sum of their counts. Each
step may use another symmetry.

*Possible needs.* In a state, each vertex of the frontier needs two, one or no further edges. The numbers of these edges form a
*vector of needs*. Whether the vertices that are not processed yet can meet the needs does not depend on the paths. So
`sweep_needs` computes this before the sweep for all vectors of needs, from the last vertex to the first. The sweep leaves
out each state whose needs cannot be met. On 6x6, there are then at most 4,423 states of closed tours after a step, instead of
447,523. For each vertex, the time is proportional to 3 to the power of the frontier's size.

References
----------
D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4, exercise 225 (Simpath), 2011; and Prefascicle 8A, 2025.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import uint64

from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.compiling import inlined, jit_in_place
from solvers.core.errors import BudgetSpent
from solvers.core.memory import available_cores, usable_memory
from solvers.core.progress import begin_step
from solvers.methods.frontier.kernels import (
    FULL,
    MATES,
    PlanArrays,
    frontier_choice,
    frontier_missing_edges,
    pack,
    unpack,
)
from solvers.methods.frontier.plan import Plan
from solvers.methods.frontier.words import words_hash

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]
Bits: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]
Needs: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
"""For each combination of missing edges, whether the remaining vertices can add them.

Each axis has length 3, and its index is the need of one vertex of the frontier. The last vertex comes first.
"""
LEAST = 32 * 2**20
"""Minimum memory for states, in bytes."""
RESERVE = 0.08
"""Share of the memory limit that is not used for states, because released memory may still count as used."""
NEEDS_BYTES = 256 * 2**20
"""Maximum memory for the arrays of `sweep_needs`, in bytes."""
# The array for such a frontier fills 130 MB.
MOST_WITH_NEEDS = 17
"""Maximum size of a frontier for which `sweep_needs` fills an array."""
STATES_IN_A_SHARD = 100_000
"""Approximate maximum number of states per hash table, so that a table fits into the processor cache."""
MOST_SHARDS = 256
"""Maximum number of hash tables. Eight bits of the hash of a state select its table."""
# Levels with fewer states than a buffer are processed by one thread.
BUFFERED, ALL_BUFFERED = 4096, 2**18
"""Maximum number of states in one buffer of a thread, and in all its buffers."""
PLACES = 2048
"""Initial number of places in a hash table, a power of two."""
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


@dataclass(frozen=True)
class SweepLevel:
    """The partial tours after one vertex is processed, and the number of complete tours."""

    complete: int
    peak: int = 0
    rows: Words = field(default_factory=lambda: np.empty((0, 2), np.uint64))


class SweepRoom:
    """Memory for the states of a count, in bytes.

    A sweep updates it after compiled code is loaded.

    `gigabytes` limits the memory of the whole process. If None, the states may fill four fifths of the free memory.
    """

    def __init__(self, gigabytes: float | None) -> None:
        self.gigabytes = gigabytes
        self.bytes = max(self.free, LEAST)

    @property
    def free(self) -> int:
        """Memory left for states, in bytes, or negative if exceeded."""
        if self.gigabytes is None:
            return usable_memory()
        import psutil

        return int(self.gigabytes * 1e9 * (1 - RESERVE)) - psutil.Process().memory_info().rss

    def require(self, needed: float, have: int) -> None:
        """Raise BudgetSpent if more bytes are `needed` than available."""
        if needed > have:
            free = f"{max(0, have) / 1e9:.3g} GB, four fifths of the free memory"
            limit = free if self.gigabytes is None else f"{self.gigabytes:g} GB"
            words = f"it leaves {max(0, have) / 1e6:.3g} MB for the states, and they need {needed / 1e6:.3g} MB or more"
            raise BudgetSpent(f"stopped at the memory limit of {limit}: {words}", self.gigabytes, "memory limit")


def sweep(plan: Plan, meter: Meter, room: SweepRoom, what: str, steps: int | None = None) -> SweepLevel:
    """Count partial tours by processing the vertices of a plan one by one.

    Each state after each step is one search node. `what` is the name of the vertices in progress messages, such as "squares".
    """
    total = steps or len(plan.vertices)
    begin_step("counting: computing which missing edges can be added")
    arrays = PlanArrays.of(plan, meter)
    growth = len(arrays.choices) * int(np.abs(arrays.factors).max(initial=1))  # more than that of a count in one step
    possible = sweep_needs(plan, max(0, min(NEEDS_BYTES, room.bytes // 3)), meter, total)
    level = SweepLevel(0, rows=np.eye(1, arrays.words + 1, arrays.words, np.uint64))  # no edges, with the count 1
    threads = available_cores()

    def watch(step: int, states: int) -> None:
        meter.check()
        begin_step(f"counting: {step} of {total} {what}, {plural(states, 'state')}")

    with ThreadPoolExecutor(threads) as pool:
        _process(level, arrays, 0, possible[0], pool, threads, room, watch)  # loads compiled code before memory is measured
        room.bytes = room.free + level.rows.nbytes
        room.require(LEAST, room.bytes)
        for step in range(total):
            level = replace(level, rows=_with_spare_limb(level.rows, growth))
            level = _process(level, arrays, step, possible[step], pool, threads, room, watch)
            meter.more(meter.nodes + len(level.rows))
    return level


def _with_spare_limb(rows: Words, growth: int) -> Words:
    """Return the rows, with another limb per count if the sum of all counts might overflow when it grows by this factor."""
    last = rows[:, -1].view(np.int64)
    if (np.abs(last).sum(dtype=float) + len(rows)) * growth < 2**62:
        return rows
    return np.column_stack([rows, (last >> 63).view(np.uint64)])


class SweepWorker(NamedTuple):
    """Working arrays of one thread that processes states."""

    left: Any  # range of states that the thread still has to process: index of the next one, and index of the last one plus 1
    buffers: Any  # one buffer of new states and their counts for each hash table
    filled: Any  # number of rows in each buffer
    complete: Any  # number of complete tours that the thread has found, as 64-bit words
    mates: Any  # three states: the old one, the new one after a choice of edges, and its mirror image
    row: Any  # the packed new state, and its count
    mirrored: Any  # the packed mirror image of the new state

    @classmethod
    def of(cls, shards: int, buffered: int, words: int, width: int) -> SweepWorker:
        """Return new arrays, with buffers for `buffered` states per shard."""
        left, filled = np.zeros(2, np.int64), np.zeros(shards, np.int64)
        complete, row, mirrored = (np.zeros(size, np.uint64) for size in (width - words, width, words))
        buffers, mates = np.empty((shards, buffered, width), np.uint64), np.full((3, MATES), MATES - 1, np.uint8)
        return cls(left, buffers, filled, complete, mates, row, mirrored)


def _process(
    level: SweepLevel,
    plan: PlanArrays,
    step: int,
    possible: Bits,
    pool: ThreadPoolExecutor,
    threads: int,
    room: SweepRoom,
    watch: Callable[[int, int], None],
) -> SweepLevel:
    """Process one vertex in all states, and return the new states.

    `watch` is called from time to time with the step and the number of new states so far.
    """
    rows, most_choices = level.rows, int(plan.first_choice[3 * step + 3] - plan.first_choice[3 * step])
    width, size = rows.shape[1], 1
    while size < MOST_SHARDS and size * STATES_IN_A_SHARD < 2 * len(rows):
        size *= 2
    buffered = max(2 * most_choices, min(BUFFERED, ALL_BUFFERED // size))
    workers = [SweepWorker.of(size, buffered, plan.words, width) for _ in range(threads)]
    tables = [_Table(plan.words, width) for _ in range(size)]

    def in_threads(work: Callable[[int], None]) -> None:
        list((map if len(rows) < BUFFERED else pool.map)(work, range(threads)))

    def expand_some(thread: int) -> None:
        expand_sweep(rows, plan, step, possible, workers[thread])

    def merge_buffers(thread: int) -> None:
        for shard, each in product(range(thread, size, threads), workers):
            if each.filled[shard]:
                tables[shard] = tables[shard].with_rows(each.buffers[shard, : each.filled[shard]])

    for thread, each in enumerate(workers):
        each.left[:] = len(rows) * thread // threads, len(rows) * (thread + 1) // threads
    while _left(workers):
        in_threads(expand_some)
        _require_memory(room, rows, tables, workers)
        in_threads(merge_buffers)
        watch(step, sum(table.size for table in tables))
    tours = sum(int.from_bytes(each.complete.astype("<u8").tobytes(), "little", signed=True) for each in workers)
    workers.clear()
    cuts = np.cumsum([0, *(table.size for table in tables)])
    new: Words = np.empty((cuts[-1], width), np.uint64)

    def gather(thread: int) -> None:
        for shard in range(thread, size, threads):
            new[cuts[shard] : cuts[shard + 1]] = tables[shard].rows()
            tables[shard] = _Table(plan.words, width)  # frees the memory

    in_threads(gather)
    watch(step, len(new))
    return SweepLevel(level.complete + tours, max(level.peak, len(new)), new)


def _left(workers: Sequence[SweepWorker]) -> int:
    return sum(int(each.left[1] - each.left[0]) for each in workers)


def _require_memory(room: SweepRoom, rows: Words, tables: Sequence[_Table], workers: Sequence[SweepWorker]) -> None:
    """Raise BudgetSpent if the tables have no memory for the buffered states."""
    added = np.sum([each.filled for each in workers], axis=0)
    sizes = [table.nbytes_with(int(number)) for table, number in zip(tables, added, strict=True)]
    fixed = rows.nbytes + sum(each.buffers.nbytes for each in workers)
    needed = fixed + sum(sizes) + 2 * len(workers) * max(sizes)  # while a table grows, there are two copies of it
    if needed > room.bytes:
        room.require(needed / (1 - _left(workers) / len(rows)), room.bytes)


class _Table:
    """Hash table of states and their counts, with open addressing.

    `size` is the number of rows in use.
    """

    def __init__(self, words: int, width: int, places: int = PLACES) -> None:
        self._words, self._places, self.size = words, np.empty((places, width), np.uint64), 0
        self._places[:, 0] = EMPTY

    def nbytes_with(self, number: int) -> int:
        """Return the size of the table in bytes, after `number` rows are added."""
        return self._places_for(number) * int(self._places[0].nbytes)

    def with_rows(self, rows: Words) -> _Table:
        """Add states with their counts, and return this table or a larger one."""
        table, places = self, self._places_for(len(rows))
        if places > len(self._places):
            table = _Table(self._words, rows.shape[1], places).with_rows(self.rows())
        table.size += merge_sweep_rows(table._places, rows, self._words)
        return table

    def rows(self) -> Words:
        """Return the states and their counts as a new array."""
        return self._places.take(np.flatnonzero(self._places[:, 0] != EMPTY), axis=0)

    def _places_for(self, number: int) -> int:
        """Return a table size that leaves a third free after `number` additions."""
        places = len(self._places)
        while 3 * (self.size + number) > 2 * places:
            places *= 2
        return places


@jit_in_place
def expand_sweep(rows: Any, plan: PlanArrays, step: int, possible: Any, worker: SweepWorker) -> None:
    """Process one vertex in some states, and write the new states to buffers.

    Stop when all states are processed, or when a buffer may overflow.

    The vertices have the numbers of `solvers.methods.frontier.kernels`: 1 to `slots` in the frontier after the step, `slots` +
    1 (`treated`) for the processed vertex, and FULL for a missing edge, which is never rejected. The previous content of the
    buffers is discarded. `possible` has one bit for each value of the needs: whether the remaining vertices can meet them. It
    is empty if this is unknown.
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
    """Append the smaller of a state and its mirror image to a buffer.

    Return the length of the buffer.
    """
    row, mirrored, slots = worker.row, worker.mirrored, plan.steps[step].slots
    after, image = worker.mates[1], worker.mates[2]
    state = row[: plan.words]
    pack(after, slots, plan.bits, state)
    if plan.steps[step].has_mirror:
        for vertex in range(1, slots + 1):
            image[plan.mirror[step, vertex]] = plan.mirror[step, after[vertex]]
        pack(image, slots, plan.bits, mirrored)
        if _precedes(mirrored, state):
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
    """Return the missing edges of all vertices, as digits of a base-3 number."""
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
    """Add a count to `total`, discarding overflow."""
    carry = uint64(0)
    for limb in range(len(total)):
        one = total[limb] + count[limb]
        both = one + carry
        carry = uint64(one < count[limb]) + uint64(both < one)
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
            _add(table[place, words:], rows[row, words:])
        else:
            for entry in range(rows.shape[1]):
                table[place, entry] = rows[row, entry]
            new += 1
    return new


def sweep_needs(plan: Plan, most_bytes: int, meter: Meter, steps: int) -> list[Bits]:
    """Return which combinations of missing edges can be added after each step.

    The bit at the sum of n(i) * 3^i, where n(i) is the need of the vertex at index i of the frontier, is 1 if these needs can
    be met. The array of a step is empty if the frontier or the result would be too large.
    """
    last, used = len(plan.vertices), 0
    needs: Needs = np.array(True if plan.apex is None else [True, False, False])  # only the apex is left
    possible: list[Bits] = []
    for step in range(last, 0, -1):
        if step < last:
            if len(plan.frontiers[step]) > MOST_WITH_NEEDS:
                break
            meter.check()
            needs = _before(plan, step, needs)
        if step <= steps:
            possible.append(np.packbits(needs.reshape(-1), bitorder="little"))
            used += possible[-1].nbytes
            if used > most_bytes:
                possible.pop()
                break
    return [np.zeros(0, np.uint8)] * (steps - len(possible)) + possible[::-1]


def _before(plan: Plan, vertex: int, after: Needs) -> Needs:
    """Return which missing edges can be added before a step, given those after it.

    A vertex in both frontiers needs one edge more before the step if it is in the choice. A vertex that enters the frontier
    needed two. The processed vertex has the lowest number in the old frontier, so its need is the last axis.
    """
    before, behind = plan.frontiers[vertex : vertex + 2]
    common = [other for other in reversed(behind) if other in before]
    parts = []
    for choices in plan.choices(vertex) if vertex in before else plan.choices(vertex)[2:]:
        part: Needs = np.zeros([3] * len(common), np.bool_)
        for choice in choices:
            fewer = {other: slice(0, 2) if other in choice else slice(None) for other in common}
            source = [fewer.get(other, 1 if other in choice else 2) for other in reversed(behind)]
            target = [slice(1, 3) if other in choice else slice(None) for other in common]
            part[tuple(target)] |= after[tuple(source)]
        parts.append(part)
    return np.stack(parts, axis=-1) if vertex in before else parts[0]

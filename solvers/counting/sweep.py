"""Count tours by the frontier method on arrays, in one thread per core.

Vertices are processed one by one: each gets all its edges to later vertices. The edges chosen so far form paths, a *partial
tour*. The *frontier* consists of the vertices that are not processed yet and have a processed neighbour. A *state* records, for
each vertex of the frontier, whether it has both its edges and where the path from it ends (see
`solvers.methods.frontier.plan`). The ways to complete a partial tour depend only on its state. So this method, a *sweep*,
stores for each state its *count*, the number of partial tours with this state. A *row* is a state, as 64-bit words, and its
count, as one or more 64-bit numbers called *limbs*. Before each step, the counts get another limb if their sum might overflow.

The sweep leaves out partial tours that close a cycle too early. If a step completes a tour, all vertices of the frontier have
both edges. This state is processed like the others. So after the last step, it is the only state, and its count is the number
of tours. The number of states grows quickly: for closed tours, there are at most 87 states after any step on 5x6, 4,423 on 6x6
and 52,732 on 6x7.

*Threads.* The states are distributed by their hash over *shards*, each with its own hash table. Two phases alternate:

1. Each thread processes the next vertex in some of the states, and writes the new states to buffers, one for each shard
   (`expand_sweep`).
2. Each thread adds the contents of all buffers for some of the shards to the tables of these shards (`merge_sweep_rows`).

So no two threads ever write to the same table.

*Mirrors.* If a symmetry of the problem maps the set of processed vertices to itself, a state and its mirror image can be
completed in the same number of ways. So only the smaller of the two packed states is stored, with the sum of their counts. Each
step may use another symmetry.

*Possible needs.* In a state, each vertex of the frontier needs two, one or no further edges. The numbers of these edges form a
*vector of needs*. Whether the vertices that are not processed yet can meet the needs does not depend on the paths. So
`sweep_needs` computes this before the sweep for all vectors of needs, from the last vertex to the first. The sweep leaves out
each state whose needs cannot be met. Without this, there would be up to 447,523 states on 6x6. For each vertex, the time is
proportional to 3 to the power of the frontier's size.

References
----------
D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4, exercise 225 (Simpath), 2011; and Prefascicle 8A, 2025.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.memory import available_cores, usable_memory
from solvers.core.progress import begin_step
from solvers.methods.frontier.kernels import PlanArrays
from solvers.methods.frontier.plan import Plan
from solvers.methods.frontier.sweep_kernels import EMPTY, SweepWorker, expand_sweep, merge_sweep_rows

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


class SweepLevel(NamedTuple):
    """The partial tours after some vertices are processed."""

    rows: Words  # states with their counts
    peak: int  # maximum number of states after a step
    complete: int  # number of tours, or 0 if some vertices are not processed


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
    growth = len(arrays.choices) * int(np.abs(arrays.factors).max(initial=1))  # bound on the growth of all counts in a step
    possible = sweep_needs(plan, max(0, min(NEEDS_BYTES, room.bytes // 3)), meter, total)
    rows, peak = np.eye(1, arrays.words + 1, arrays.words, np.uint64), 0  # no edges, with the count 1
    threads = available_cores()

    def watch(step: int, states: int) -> None:
        meter.check()
        begin_step(f"counting: {step} of {total} {what}, {plural(states, 'state')}")

    with ThreadPoolExecutor(threads) as pool:
        _process(rows, arrays, 0, possible[0], pool, threads, room, watch)  # loads compiled code before memory is measured
        room.bytes = room.free + rows.nbytes
        room.require(LEAST, room.bytes)
        for step in range(total):
            rows = _with_spare_limb(rows, growth)
            rows = _process(rows, arrays, step, possible[step], pool, threads, room, watch)
            states = len(rows)
            if plan.may_close(step):
                states = int(rows[:, : arrays.words].any(axis=1).sum())  # without that of the complete tours
            meter.more(meter.nodes + states)
            peak = max(peak, states)
    # after the last vertex, only complete tours are left, as one row
    counts = rows[:, arrays.words :] if total == len(plan.vertices) else rows[:0]
    return SweepLevel(rows, peak, int.from_bytes(counts.astype("<u8").tobytes(), "little", signed=True))


def _with_spare_limb(rows: Words, growth: int) -> Words:
    """Return the rows, with another limb per count if the sum of all counts might overflow when it grows by this factor."""
    last = rows[:, -1].view(np.int64)
    if (np.abs(last).sum(dtype=float) + len(rows)) * growth < 2**62:
        return rows
    return np.column_stack([rows, (last >> 63).view(np.uint64)])


def _process(
    rows: Words,
    plan: PlanArrays,
    step: int,
    possible: Bits,
    pool: ThreadPoolExecutor,
    threads: int,
    room: SweepRoom,
    watch: Callable[[int, int], None],
) -> Words:
    """Process one vertex in all states, and return the new states.

    `watch` is called from time to time with the step and the number of new states so far.
    """
    most_choices = int(plan.first_choice[3 * step + 3] - plan.first_choice[3 * step])
    width, size, closing = rows.shape[1], 1, np.zeros(plan.steps["may_close"][step], np.int64)
    while size < MOST_SHARDS and size * STATES_IN_A_SHARD < 2 * len(rows):
        size *= 2
    buffered = max(2 * most_choices, min(BUFFERED, ALL_BUFFERED // size))
    workers = [SweepWorker.of(size, buffered, plan.words, width) for _ in range(threads)]
    tables = [_Table(plan.words, width) for _ in range(size)]

    def in_threads(work: Callable[[int], None]) -> None:
        list((map if len(rows) < BUFFERED else pool.map)(work, range(threads)))

    def expand_some(thread: int) -> None:
        expand_sweep(rows, plan, step, possible, closing, workers[thread])

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
    workers.clear()
    cuts = np.cumsum([0, *(table.size for table in tables)])
    new: Words = np.empty((cuts[-1], width), np.uint64)

    def gather(thread: int) -> None:
        for shard in range(thread, size, threads):
            new[cuts[shard] : cuts[shard + 1]] = tables[shard].rows()
            tables[shard] = _Table(plan.words, width)  # frees the memory

    in_threads(gather)
    watch(step, len(new))
    return new


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
        """Return a power of two as table size that leaves a third free after `number` additions."""
        return max(len(self._places), 1 << ((3 * (self.size + number) - 1) // 2).bit_length())


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

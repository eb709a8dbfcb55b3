"""A sweep: counting by the frontier method on arrays, in one thread per core.

Vertices are processed one by one: each gets all its edges to later vertices. The edges chosen so far form paths, a *partial
tour*. The *frontier* consists of the vertices that are not processed yet and have a processed neighbour. A *state* records, for
each vertex of the frontier, whether it has both its edges and where the path from it ends (see
`solvers.methods.frontier.plan`). The ways to complete a partial tour depend only on its state. So this method, a *sweep*,
stores for each state its *count*, the number of partial tours with this state. A *row* is a state, as 64-bit words, and its
count, as 64-bit numbers called limbs.

The sweep leaves out partial tours that close a cycle too early. The number of states grows quickly with the board: for closed
tours, there are at most 87 states after any step on 5x6, 4,423 on 6x6 and 52,732 on 6x7.

*Threads.* The states are distributed by their hash over *shards*, each with its own hash table. Two phases alternate:

1. Each thread processes the next vertex in some of the states, and writes the new states to buffers, one for each shard.
2. Each thread adds the contents of all buffers for some of the shards to the tables of these shards.

So no two threads ever write to the same table.

*Possible needs.* In a state, each vertex of the frontier needs two, one or no further edges. The numbers of these edges form a
*vector of needs*. Whether the vertices that are not processed yet can meet the needs does not depend on the paths. So
`sweep_needs` computes this before the sweep for all vectors of needs, from the last vertex to the first. The sweep leaves
out each state whose needs cannot be met: nine of ten states on 6x6. For each vertex, the time is proportional to 3 to the power
of the frontier's size.

References
----------
D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4, exercise 225 (Simpath), 2011; and Prefascicle 8A, 2025.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.errors import BudgetSpent
from solvers.core.memory import usable_memory
from solvers.core.progress import begin_step
from solvers.counting.count_plan import count_plan_limbs
from solvers.counting.sweep_kernels import EMPTY, SweepWorker, expand_sweep, merge_sweep_rows
from solvers.methods.frontier.kernels import PlanArrays
from solvers.methods.frontier.plan import Plan
from solvers.workers.slots import available_cores

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]
Bits: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]
Needs: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
"""Whether each vector of needs can be met.

Each axis has length 3, and its index is the need of one vertex of the frontier. The last vertex comes first.
"""
LEAST = 32 * 2**20
"""Minimum memory for states, in bytes."""
RESERVE = 0.08
"""Share of the memory limit that states may not fill, because memory that a process releases may still count as used."""
NEEDS_BYTES = 256 * 2**20
"""Maximum memory for the result of `sweep_needs`, in bytes."""
MOST_WITH_NEEDS = 17
"""Maximum number of vertices in a frontier for which needs are computed. The array for such a frontier fills 130 MB."""
STATES_IN_A_SHARD = 100_000
"""Approximate maximum number of states in a shard, so that its table fits into a cache of the processor."""
MOST_SHARDS = 256
BUFFERED = 1024
"""Size of the buffer of one thread for one shard, in states. Levels with fewer states are processed by one thread."""
PLACES = 2048
"""Initial number of places in a table, a power of two."""


@dataclass(frozen=True)
class SweepLevel:
    """Result of a step: rows, complete tours, maximum number of states."""

    complete: int
    peak: int = 0
    rows: Words = field(default_factory=lambda: np.empty((0, 2), np.uint64))


class SweepRoom:
    """The memory that states may fill: `bytes`, which a sweep updates after compiled code is loaded.

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
        """Raise BudgetSpent if the states need more bytes than there are."""
        if needed > have:
            free = f"{max(0, have) / 1e9:.3g} GB, four fifths of the free memory"
            limit = free if self.gigabytes is None else f"{self.gigabytes:g} GB"
            words = f"it leaves {max(0, have) / 1e6:.3g} MB for the states, and they need {needed / 1e6:.3g} MB or more"
            raise BudgetSpent(f"stopped at the memory limit of {limit}: {words}", self.gigabytes, "memory limit")


def sweep(plan: Plan, meter: Meter, room: SweepRoom, what: str, steps: int | None = None) -> SweepLevel:
    """Process the vertices of a plan, within `meter` and `room`.

    Each state after each step is one search node. `what` is the name of the vertices in progress messages, such as "squares".
    """
    total = steps or len(plan.order.vertices)
    begin_step("counting: computing which missing edges can be added")
    limbs, arrays = count_plan_limbs(plan, steps), PlanArrays.of(plan, meter)
    possible = sweep_needs(plan, max(0, min(NEEDS_BYTES, room.bytes // 3)), meter, total)
    level = SweepLevel(0, rows=np.eye(1, arrays.words + limbs, arrays.words, np.uint64))  # no edges, with the count 1
    threads = available_cores()

    def watch(step: int, states: int) -> None:
        meter.check()
        begin_step(f"counting: {step} of {total} {what}, {plural(states, 'state')}")

    with ThreadPoolExecutor(threads) as pool:
        _process(level, arrays, 0, possible[0], pool, threads, room, watch)  # loads compiled code before memory is measured
        room.bytes = room.free + level.rows.nbytes
        room.require(LEAST, room.bytes)
        for step in range(total):
            level = _process(level, arrays, step, possible[step], pool, threads, room, watch)
            meter.more(meter.nodes + len(level.rows))
    return replace(level, complete=level.complete % (1 << 64 * limbs))


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
    """Process a vertex, and return the next level.

    `watch` is called from time to time with the step and the number of new states so far.
    """
    rows, most_choices = level.rows, int(plan.first_choice[3 * step + 3] - plan.first_choice[3 * step])
    width, buffered, size = rows.shape[1], max(BUFFERED, 2 * most_choices), 1
    while size < MOST_SHARDS and size * STATES_IN_A_SHARD < 2 * len(rows):
        size *= 2
    workers = [SweepWorker.of(size, buffered, plan.words, width) for _ in range(threads)]
    tables = [_Table(plan.words, width) for _ in range(size)]

    def in_threads(work: Callable[[int], None]) -> None:
        list((map if len(rows) < BUFFERED else pool.map)(work, range(threads)))

    def expand_some(thread: int) -> None:
        expand_sweep(rows, plan, step, possible, workers[thread])

    def merge_buffers(thread: int) -> None:
        for shard, each in product(range(thread, size, threads), workers):
            if each.filled[shard]:
                tables[shard].add(each.buffers[shard, : each.filled[shard]])

    def left() -> int:
        return sum(int(each.left[1] - each.left[0]) for each in workers)

    for thread, each in enumerate(workers):
        each.left[:] = len(rows) * thread // threads, len(rows) * (thread + 1) // threads
    while left():
        in_threads(expand_some)
        added = np.sum([each.filled for each in workers], axis=0)
        sizes = [table.nbytes_with(int(number)) for table, number in zip(tables, added, strict=True)]
        fixed = rows.nbytes + sum(each.buffers.nbytes for each in workers)
        needed = fixed + sum(sizes) + 2 * threads * max(sizes)  # while a table grows, there are two copies of it
        if needed > room.bytes:
            room.require(needed / (1 - left() / len(rows)), room.bytes)
        in_threads(merge_buffers)
        watch(step, sum(table.size for table in tables))
    tours = sum(int.from_bytes(each.complete.astype("<u8").tobytes(), "little") for each in workers)
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


class _Table:
    """Growing hash table of `size` rows, with open addressing."""

    def __init__(self, words: int, width: int) -> None:
        self._words, self._places = words, np.empty((PLACES, width), np.uint64)
        self._clear()

    def nbytes_with(self, number: int) -> int:
        """Return the table's size after `number` new states, in bytes."""
        return self._places.nbytes * (self._places_for(number) // len(self._places))

    def add(self, rows: Words) -> None:
        places = self._places_for(len(rows))
        if places > len(self._places):
            old = self.rows()
            self._places = np.empty((places, old.shape[1]), np.uint64)
            self._clear()
            self.add(old)
        self.size += merge_sweep_rows(self._places, rows, self._words)

    def rows(self) -> Words:
        """Return the states and their counts as a new array."""
        return self._places.take(np.flatnonzero(self._places[:, 0] != EMPTY), axis=0)

    def _clear(self) -> None:
        self._places[:, 0] = EMPTY
        self.size = 0

    def _places_for(self, number: int) -> int:
        """Return the size with a third free after `number` additions."""
        places = len(self._places)
        while 3 * (self.size + number) > 2 * places:
            places *= 2
        return places


def sweep_needs(plan: Plan, most_bytes: int, meter: Meter, steps: int) -> list[Bits]:
    """Return which vectors of needs can be met after each step.

    The bit at the sum of n(i) * 3^i, where n(i) is the need of the vertex at index i of the frontier, is 1 if these needs can
    be met. The array of a step is empty if the frontier or the result would be too large.
    """
    last, used = len(plan.order.vertices), 0
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
    """Return the needs before a vertex is processed that lead to needs `after` it."""
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

"""The frontier method on arrays, in as many threads as there are cores.

The states are shared out by their hash over shards, each with a hash table of its own. The threads do two things by turns. Each
gives the next vertex its edges in some of the states, and puts what comes out into a buffer for each shard. Then each adds the
buffers of its own shards to their tables. So no two threads ever write to the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from solvers.budget import Meter
from solvers.counting.compiled.frontier_kernels import EMPTY, END, FULL, Scratch, Step, expand, gather, merge
from solvers.counting.compiled.possible_needs import possible_needs
from solvers.counting.plan import NONE, Plan, choices_of
from solvers.errors import BudgetSpent
from solvers.parallel import available_cores

__all__ = ["Level", "bits_of", "count_levels"]

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]

BUFFER = 4096
"""States in the buffer of one thread for one shard."""
STATES_IN_A_SHARD = 100_000
MOST_SHARDS = 256
NEEDS_BYTES = 256 * 2**20
"""Memory for the bits of possible needs."""


@dataclass(frozen=True)
class Level:
    """The states after a treatment.

    Attributes
    ----------
    treated : how many vertices have been treated.
    states, counts : a row for each state.
    complete : how many complete tours have been found so far.
    """

    treated: int
    states: Words
    counts: Words
    complete: int


def count_levels(
    plan: Plan,
    limbs: int,
    meter: Meter | None = None,
    memory: float | None = None,
    threads: int | None = None,
    steps: int | None = None,
) -> Iterator[Level]:
    """Yield the states after each treatment; the last one of all has none, and `complete` is the number of tours.

    Parameters
    ----------
    plan : the order of the vertices.
    limbs : numbers of 64 bits in a count; what is over them is lost.
    meter : the budget; a node is a state.
    memory : gigabytes that the states may fill; None is four fifths of what is free.
    threads : None for one on each core.
    steps : so many treatments; None for all.

    Raises
    ------
    BudgetSpent : the budget or the memory ran out.
    """
    meter = meter or Meter()
    room = _Room(memory, meter)
    threads = threads or available_cores()
    bits = bits_of(plan)
    words = -(-max(1, plan.width) // (64 // bits))
    steps = len(plan.order) if steps is None else steps
    possible = possible_needs(plan, min(NEEDS_BYTES, room.bytes // 8), meter, steps)
    states: Words = np.zeros((1, words), np.uint64)
    counts: Words = np.zeros((1, limbs), np.uint64)
    counts[0, 0] = 1
    complete = [np.zeros((1, limbs), np.uint64) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        for vertex in range(steps):
            step = _step(plan, vertex, bits, possible[vertex])
            states, counts = _Treating(step, bits, states, counts, complete, pool, room).done()
            meter.more(meter.nodes + len(states))
            yield Level(vertex + 1, states, counts, sum(map(_number, complete)))


def bits_of(plan: Plan) -> int:
    """Return how many bits a vertex needs: for FULL, for each vertex of the frontier, and for END in open tours."""
    return max(2, (plan.width + (not plan.closed)).bit_length())


def _number(counts: Words) -> int:
    return sum(int(limb) << 64 * index for index, limb in enumerate(counts[0]))


def _step(plan: Plan, vertex: int, bits: int, possible: Any) -> Step:
    each = plan.treatments[vertex]
    slots = len(each.after)
    now = {other: index for index, other in enumerate((*each.after, vertex), 1)}
    place = [now[other] for other in each.before]
    choices: list[list[tuple[int, int, int]]] = [[], [], []]
    for one, two in choices_of(plan, vertex):
        weight = plan.weight(vertex, (one, two))
        choices[(one != NONE) + (two != NONE)].append((now.get(one, one), now.get(two, two), weight))
    table = np.array([row for rows in choices for row in rows], np.int64).reshape(-1, 3)
    mirror = [FULL, *(each.mirror[slot] + 1 for slot in range(slots))] if each.mirror else []
    return Step(
        place=np.array(place, np.int64),
        renumber=np.array([FULL, *place, *[END] * (2**bits - 1 - len(place))], np.uint8),
        fresh=np.array([now[other] for other in each.after if other not in each.before], np.int64),
        slots=slots,
        weights=np.array([0, *(3**slot for slot in range(slots)), 0], np.int64),
        choices=np.ascontiguousarray(table[:, :2]),
        factors=table[:, 2].copy() if plan.weights else np.zeros(0, np.int64),
        first_choice=np.array([0, *np.cumsum([len(rows) for rows in choices])], np.int64),
        closed=plan.closed,
        ends=plan.free + sum(end <= vertex for end in plan.given),
        is_last=slots == len(plan.order) - 1 - vertex,
        mirror=np.array(mirror and mirror + [END] * (END + 1 - len(mirror)), np.uint8),
        possible=possible,
    )


class _Room:
    """The memory that the states may fill, and the budget."""

    def __init__(self, gigabytes: float | None, meter: Meter) -> None:
        import psutil

        self.meter = meter
        self.bytes = int(psutil.virtual_memory().available * 0.8 if gigabytes is None else gigabytes * 1e9)

    def check(self, needed: int, states: int) -> None:
        """Check that there is time, and room for what is there and for the states without gaps.

        Raises
        ------
        BudgetSpent : there is not.
        """
        self.meter.more(self.meter.nodes)
        if needed > self.bytes:
            limit = f"{self.bytes / 1e9:.3g} GB"
            raise BudgetSpent(f"stopped at the memory limit of {limit}: {states:,} states fill it", self.bytes, "memory limit")


class _Treating:
    """The treatment of one vertex in all states."""

    def __init__(
        self,
        step: Step,
        bits: int,
        states: Words,
        counts: Words,
        complete: Sequence[Words],
        pool: ThreadPoolExecutor,
        room: _Room,
    ) -> None:
        self.step, self.bits, self.states, self.counts, self.complete, self.pool = step, bits, states, counts, complete, pool
        self.room = room
        threads = len(complete)
        shards = 1
        while shards < MOST_SHARDS and shards * STATES_IN_A_SHARD < 2 * len(states):
            shards *= 2
        cuts = [len(states) * thread // threads for thread in range(threads + 1)]
        self.rows = [np.array(cuts[thread : thread + 2], np.int64) for thread in range(threads)]
        self.filled = [np.zeros(shards, np.int64) for _ in range(threads)]
        self.buffers = [
            (np.empty((shards, BUFFER, states.shape[1]), np.uint64), np.empty((shards, BUFFER, counts.shape[1]), np.uint64))
            for _ in range(threads)
        ]
        self.scratch = [Scratch.of(states.shape[1], counts.shape[1]) for _ in range(threads)]
        self.tables = [_Table(states.shape[1], counts.shape[1]) for _ in range(shards)]

    def done(self) -> tuple[Words, Words]:
        """Treat the vertex in all states, and return the states after it with their counts."""
        while any(begin < end for begin, end in self.rows):
            self._all(self._expand)
            self._all(self._merge)
            self._check()
        size = sum(table.size for table in self.tables)
        states = np.empty((size, self.states.shape[1]), np.uint64)
        counts = np.empty((size, self.counts.shape[1]), np.uint64)
        row = 0
        while self.tables:
            table = self.tables.pop()
            gather(table.states, table.sums, states[row:], counts[row:])
            row += table.size
        return states, counts

    def _check(self) -> None:
        size = sum(table.size for table in self.tables)
        tables = sum(table.states.nbytes + table.sums.nbytes for table in self.tables)
        row = self.states[:1].nbytes + self.counts[:1].nbytes
        self.room.check(len(self.states) * row + tables + size * row, size)

    def _all(self, work: Callable[[int], None]) -> None:
        if len(self.states) < BUFFER:
            for thread in range(len(self.rows)):
                work(thread)
        else:
            list(self.pool.map(work, range(len(self.rows))))

    def _expand(self, thread: int) -> None:
        self.filled[thread][:] = 0
        rows, buffers, filled = self.rows[thread], self.buffers[thread], self.filled[thread]
        expand(
            self.states, self.counts, rows, self.step, self.bits, *buffers, filled, self.complete[thread], self.scratch[thread]
        )

    def _merge(self, thread: int) -> None:
        for shard in range(thread, len(self.tables), len(self.rows)):
            for (states, counts), filled in zip(self.buffers, self.filled, strict=True):
                if filled[shard]:
                    self.tables[shard].add(states[shard], counts[shard], int(filled[shard]))


class _Table:
    """States and their counts, by open addressing; it grows as it fills."""

    def __init__(self, words: int, limbs: int) -> None:
        self.size = 0
        self.packed = np.empty(words, np.uint64)
        self._make(2 * BUFFER, words, limbs)

    def _make(self, places: int, words: int, limbs: int) -> None:
        self.states = np.empty((places, words), np.uint64)
        self.states[:, 0] = EMPTY
        self.sums = np.empty((places, limbs), np.uint64)

    def add(self, states: Words, counts: Words, number: int) -> None:
        """Add the first rows of a buffer."""
        if 3 * (self.size + number) > 2 * len(self.states):
            self._grow()
        self.size += merge(self.states, self.sums, states, counts, number, self.packed)

    def _grow(self) -> None:
        states, sums = self.states, self.sums
        used = states[:, 0] != EMPTY
        self._make(2 * len(states), states.shape[1], sums.shape[1])
        merge(self.states, self.sums, states[used], sums[used], self.size, self.packed)

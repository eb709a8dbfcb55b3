"""The treatment of one vertex in all states, by threads; what does not fit into the memory goes to disk.

Each shard of the new states has a hash table. When the tables fill the memory, they are written to disk, shard after shard, and
emptied. At the end each shard is put together from its parts, in a table of its own: a shard is small enough for the memory
where all shards are not (external aggregation by hashing). Cost: linear in the old states and their choices; on disk, each part
is written once and read once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from solvers.counting.compiled.frontier_kernels import Scratch, Step, expand
from solvers.counting.compiled.tables import Table
from solvers.counting.running.memory import Room
from solvers.counting.running.rows import Rows, RowsInMemory, RowsOnDisk, Words

__all__ = ["Treating"]

STATES_IN_A_SHARD = 100_000
MOST_SHARDS = 256
MOST_BUFFERED, LEAST_BUFFERED = 4096, 128
"""States in the buffer of one thread for one shard."""
ROWS_READ = 4096
"""States that are read from disk at a time while a shard is put together."""


class Treating:
    """The treatment of one vertex.

    Parameters
    ----------
    step : the vertex.
    bits : of a packed state, for each vertex of the frontier.
    rows : the states before.
    pool, threads : the threads, and how many they are.
    room : the memory for the states before, and for the new ones.
    watch : gets the part of the old states that is done, and the number of new states, after every round; it may raise.
    """

    def __init__(
        self,
        step: Step,
        bits: int,
        rows: Rows,
        pool: ThreadPoolExecutor,
        threads: int,
        room: Room,
        watch: Callable[[float, int], None],
    ) -> None:
        self.step, self.bits, self.rows = step, bits, rows
        self.pool, self.room, self.watch = pool, room, watch
        self.words, self.limbs = rows.widths
        self.threads = range(threads)
        self.complete = [np.zeros((1, self.limbs), np.uint64) for _ in self.threads]
        self.shards = _number_of_shards(rows, room, threads)
        self.buffered = _buffered(step, rows, room, self.shards * threads)
        self.filled = [np.zeros(self.shards, np.int64) for _ in self.threads]
        self.scratch = [Scratch.of(self.words, self.limbs) for _ in self.threads]
        self.buffers = [
            (
                np.empty((self.shards, self.buffered, self.words), np.uint64),
                np.empty((self.shards, self.buffered, self.limbs), np.uint64),
            )
            for _ in self.threads
        ]
        self.tables = [self._table() for _ in range(self.shards)]
        self.parts: list[list[tuple[int, int]]] = [[] for _ in range(self.shards)]
        self.on_disk: RowsOnDisk | None = None

    def done(self) -> Rows:
        """Treat the vertex in all states, and return the states after it with their counts.

        Raises
        ------
        BudgetSpent : the memory is too small even with blocks on disk.
        FormatError : the disk is full.
        """
        block = max(1, self.room.bytes // 8 // self.rows.row_bytes)
        fixed = self._fixed(min(block, len(self.rows)))
        treated = 0
        for states, counts in self.rows.blocks(block):
            self._treat(states, counts, treated, fixed)
            treated += len(states)
        return self._gathered() if self.on_disk is None else self._put_together(self.on_disk)

    @property
    def tours(self) -> int:
        """The count of the tours that the treatment has completed; what is over its limbs is lost."""
        return sum(int.from_bytes(each.astype("<u8").tobytes(), "little") for each in self.complete) % (1 << 64 * self.limbs)

    def _treat(self, states: Words, counts: Words, before: int, fixed: int) -> None:
        """Treat the vertex in some states; `before` is how many others it was treated in."""
        cuts = [len(states) * thread // len(self.threads) for thread in (*self.threads, len(self.threads))]
        left = [np.array(cuts[thread : thread + 2], np.int64) for thread in self.threads]
        while any(begin < end for begin, end in left):
            self._all(lambda thread: self._expand(states, counts, left[thread], thread))
            part = (before + len(states) - sum(int(end - begin) for begin, end in left)) / len(self.rows)
            self._make_room(fixed, part)
            self._all(self._merge)
            self.watch(part, sum(table.size for table in self.tables))

    def _fixed(self, block: int) -> int:
        """Return how many bytes are in use whatever the tables hold, and refuse a memory that leaves too little for these."""
        row = self.rows.row_bytes
        read = self.rows.bytes_in_memory or block * row
        fixed = read + self.shards * self.buffered * row * len(self.threads)
        least = fixed + sum(table.nbytes for table in self.tables)
        if least > self.room.bytes:
            self.room.refuse(least)
        return fixed

    def _make_room(self, fixed: int, part: float) -> None:
        """Write the tables to disk if they would not fit into the memory with what is in the buffers."""
        added = sum(self.filled[1:], start=self.filled[0])
        sizes = [table.nbytes_with(int(number)) for table, number in zip(self.tables, added, strict=True)]
        needed = sum(sizes) + 2 * len(self.threads) * max(sizes)  # a table that grows is there twice
        if fixed + needed > self.room.bytes:
            self.room.announce_disk(fixed + needed, part)
            self._empty_tables()

    def _all(self, work: Callable[[int], None]) -> None:
        """Do some work in each thread, or in this one if there is little of it."""
        if len(self.rows) < MOST_BUFFERED:
            for thread in self.threads:
                work(thread)
        else:
            list(self.pool.map(work, self.threads))

    def _expand(self, states: Words, counts: Words, left: Any, thread: int) -> None:
        filled, complete, scratch = self.filled[thread], self.complete[thread], self.scratch[thread]
        filled[:] = 0
        expand(states, counts, left, self.step, self.bits, *self.buffers[thread], filled, complete, scratch)

    def _merge(self, thread: int) -> None:
        for shard in range(thread, self.shards, len(self.threads)):
            for (states, counts), filled in zip(self.buffers, self.filled, strict=True):
                if filled[shard]:
                    self.tables[shard].add(states[shard], counts[shard], int(filled[shard]))

    def _table(self) -> Table:
        return Table(self.words, self.limbs, 2 * MOST_BUFFERED if self.buffered == MOST_BUFFERED else 4 * LEAST_BUFFERED)

    def _gathered(self) -> Rows:
        """Return the states of all tables as arrays; as files, if these would fill half of the memory."""
        cuts = np.cumsum([0, *(table.size for table in self.tables)])
        size = int(cuts[-1])
        if 2 * size * self.rows.row_bytes > self.room.bytes:
            self.room.announce_disk(4 * size * self.rows.row_bytes)
            self._empty_tables()
            assert self.on_disk is not None
            return self.on_disk
        rows = RowsInMemory(np.empty((size, self.words), np.uint64), np.empty((size, self.limbs), np.uint64))
        empty = self._table()

        def gather(thread: int) -> None:
            for shard in range(thread, self.shards, len(self.threads)):
                place = slice(cuts[shard], cuts[shard + 1])
                rows.states[place], rows.counts[place] = self.tables[shard].rows()
                self.tables[shard] = empty

        self.buffers.clear()
        self._all(gather)
        return rows

    def _empty_tables(self) -> None:
        """Write the states of all tables to disk."""
        if self.on_disk is None:
            self.on_disk = RowsOnDisk(self.room.folder, self.words, self.limbs)
        for shard, table in enumerate(self.tables):
            if table.size:
                self.parts[shard].append((self.on_disk.append(*table.rows()), table.size))
                table.clear()

    def _put_together(self, parts: RowsOnDisk) -> Rows:
        """Return the states of all shards, each put together from its parts on disk."""
        self._empty_tables()
        self.tables.clear()
        self.buffers.clear()
        rows = RowsOnDisk(self.room.folder, self.words, self.limbs)
        for first in range(0, self.shards, len(self.threads)):
            several = range(first, min(first + len(self.threads), self.shards))
            list(self.pool.map(lambda shard: self._shard(parts, shard, rows), several))
            self.watch(1.0, len(rows))
        return rows

    def _shard(self, parts: RowsOnDisk, shard: int, rows: RowsOnDisk) -> None:
        """Put a shard together and write it; if it may not fit into the memory, one class of its states after the other."""
        most = 4 * sum(number for _, number in self.parts[shard]) * self.rows.row_bytes  # a table has up to three free places
        classes = -(-2 * most * len(self.threads) // self.room.bytes)
        for which in range(classes):
            table = self._table()
            for states, counts in self._read(parts, shard):
                if classes > 1:
                    chosen = _class_of(states, classes) == which
                    states, counts = states[chosen], counts[chosen]
                table.add(states, counts, len(states))
            rows.append(*table.rows())

    def _read(self, parts: RowsOnDisk, shard: int) -> Iterator[tuple[Words, Words]]:
        for first, number in self.parts[shard]:
            for row in range(first, first + number, ROWS_READ):
                yield parts.read(row, min(ROWS_READ, first + number - row))


def _class_of(states: Words, classes: int) -> Words:
    """Return for each state one of some classes; the bits of its hash would not do, for they are alike within a shard."""
    mixed = states[:, 0] ^ states[:, -1] >> np.uint64(29)
    return (mixed * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)) % np.uint64(classes)


def _number_of_shards(rows: Rows, room: Room, threads: int) -> int:
    """Return a power of two: so many that a table fits into a cache, and that one for each thread fits into the memory."""
    shards = 1
    while shards < MOST_SHARDS and shards * STATES_IN_A_SHARD < 2 * len(rows):
        shards *= 2
    empty = (threads + 4) * LEAST_BUFFERED * rows.row_bytes
    while shards * room.bytes < 10 * threads * len(rows) * rows.row_bytes and 8 * shards * empty < room.bytes:
        shards *= 2
    return shards


def _buffered(step: Step, rows: Rows, room: Room, buffers: int) -> int:
    """Return how many states a buffer holds: those of one old state at least; all buffers fill an eighth of the memory."""
    return max(LEAST_BUFFERED, 2 * step.most_choices, min(MOST_BUFFERED, room.bytes // 8 // (buffers * rows.row_bytes)))

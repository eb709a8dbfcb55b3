"""The treatment of one vertex in all states, by threads; what does not fit into the memory goes to disk.

Each shard of the new states has a hash table. When the tables fill the memory, they are written to disk, shard after shard, and
emptied. At the end each shard is put together from what was written, in a table of its own: a shard is small enough for the
memory where all shards are not (external aggregation by hashing). Cost: linear in the old states and their choices; on disk,
each state is written once and read once.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from solvers.counting.compiled.frontier_kernels import Scratch, Step, expand
from solvers.counting.compiled.tables import Table
from solvers.counting.running.memory import Room
from solvers.counting.running.rows import Rows, RowsInMemory, RowsOnDisk, Words, temporary_rows

__all__ = ["treat"]

STATES_IN_A_SHARD = 100_000
MOST_SHARDS = 256
MOST_BUFFERED, LEAST_BUFFERED = 4096, 128
"""States in the buffer of one thread for one shard."""
ROWS_READ = 4096
"""States that are read from disk at a time while a shard is put together."""


def treat(
    step: Step, bits: int, rows: Rows, pool: ThreadPoolExecutor, threads: int, room: Room, watch: Callable[[int], None]
) -> tuple[Rows, int]:
    """Treat a vertex in all states, and return the states after it, and the count of the tours that are complete then.

    Parameters
    ----------
    step : the vertex.
    bits : of a packed state, for each vertex of the frontier.
    rows : the states before.
    pool, threads : the threads, and how many they are.
    room : the memory for the states before, and for the new ones.
    watch : gets the number of new states after every round; it may raise.

    It raises `BudgetSpent` where the memory is too small even with blocks on disk, and `FormatError` where the disk is full.
    """
    words, limbs = rows.widths
    row_bytes = 8 * (words + limbs)
    size = _number_of_shards(len(rows), row_bytes, room, threads)
    buffered = max(LEAST_BUFFERED, 2 * step.most_choices, min(MOST_BUFFERED, room.bytes // 8 // (size * threads * row_bytes)))
    workers = [_Worker(step, bits, size, buffered, words, limbs) for _ in range(threads)]
    block = max(1, room.bytes // 8 // row_bytes)
    fixed = (rows.bytes_in_memory or min(block, len(rows)) * row_bytes) + size * buffered * row_bytes * threads
    shards = _Shards(size, 2 * MOST_BUFFERED if buffered == MOST_BUFFERED else 4 * LEAST_BUFFERED, rows.widths, room, fixed)

    def in_threads(work: Callable[[int], None]) -> None:
        list((map if len(rows) < MOST_BUFFERED else pool.map)(work, range(threads)))

    def expand_in(states: Words, counts: Words, thread: int) -> None:
        workers[thread].expand(states, counts)

    def merge(thread: int) -> None:
        for shard in range(thread, size, threads):
            for each in workers:
                if each.filled[shard]:
                    shards.tables[shard].add(each.states[shard], each.counts[shard], int(each.filled[shard]))

    for first in range(0, len(rows), len(rows) if rows.bytes_in_memory else block):
        states, counts = rows.read(first, len(rows) if rows.bytes_in_memory else block)
        for thread, each in enumerate(workers):
            each.left[:] = len(states) * thread // threads, len(states) * (thread + 1) // threads
        while any(begin < end for begin, end in (each.left for each in workers)):
            in_threads(partial(expand_in, states, counts))
            done = first + len(states) - sum(int(end - begin) for begin, end in (each.left for each in workers))
            shards.make_room(np.sum([each.filled for each in workers], axis=0), threads, done / len(rows))
            in_threads(merge)
            watch(sum(table.size for table in shards.tables))
    tours = sum(int.from_bytes(each.complete.astype("<u8").tobytes(), "little") for each in workers)
    workers.clear()
    return shards.rows(in_threads, threads, watch), tours % (1 << 64 * limbs)


class _Worker:
    """What a thread has for itself: its part of the old states, and a buffer for each shard."""

    def __init__(self, step: Step, bits: int, shards: int, buffered: int, words: int, limbs: int) -> None:
        self.step, self.bits, self.scratch = step, bits, Scratch.of(words, limbs)
        self.left, self.filled = np.zeros(2, np.int64), np.zeros(shards, np.int64)
        self.states, self.counts = (np.empty((shards, buffered, width), np.uint64) for width in (words, limbs))
        self.complete = np.zeros((1, limbs), np.uint64)

    def expand(self, states: Words, counts: Words) -> None:
        """Treat the vertex in some of the states that are left, until a buffer is full."""
        self.filled[:] = 0
        out = self.states, self.counts, self.filled, self.complete, self.scratch
        expand(states, counts, self.left, self.step, self.bits, *out)


class _Shards:
    """The new states: a table for each shard; and once the tables have filled the memory, what they held, on disk."""

    def __init__(self, number: int, places: int, widths: tuple[int, int], room: Room, fixed: int) -> None:
        self.places, self.widths, self.room, self.fixed = places, widths, room, fixed
        self.tables = [self.table() for _ in range(number)]
        self.written: list[list[tuple[int, int]]] = [[] for _ in range(number)]
        self.on_disk: RowsOnDisk | None = None
        least = fixed + sum(table.nbytes for table in self.tables)
        if least > room.bytes:
            room.refuse(least)

    def table(self) -> Table:
        """Return a new table."""
        return Table(*self.widths, self.places)

    def make_room(self, added: Any, threads: int, part: float) -> None:
        """Write the tables to disk if they would not fit into the memory with what is added to each of them."""
        sizes = [table.nbytes_with(int(number)) for table, number in zip(self.tables, added, strict=True)]
        needed = self.fixed + sum(sizes) + 2 * threads * max(sizes)  # a table that grows is there twice
        if needed > self.room.bytes:
            self._empty_tables(needed / part)

    def _empty_tables(self, needed: float) -> RowsOnDisk:
        self.room.announce_disk(needed)
        if self.on_disk is None:
            self.on_disk = temporary_rows(self.room.folder, *self.widths)
        for shard, table in enumerate(self.tables):
            if table.size:
                self.written[shard].append((self.on_disk.append(*table.rows()), table.size))
                table.clear()
        return self.on_disk

    def rows(self, in_threads: Callable[[Callable[[int], None]], None], threads: int, watch: Callable[[int], None]) -> Rows:
        """Return the states of all tables as arrays; as a file, if these would fill half of the memory."""
        cuts = np.cumsum([0, *(table.size for table in self.tables)])
        size = int(cuts[-1])
        if self.on_disk is not None:
            return self._put_together(self._empty_tables(0), in_threads, threads, watch)
        if 16 * size * sum(self.widths) > self.room.bytes:
            return self._empty_tables(32 * size * sum(self.widths))
        rows = RowsInMemory(*(np.empty((size, width), np.uint64) for width in self.widths))
        empty = self.table()

        def gather(thread: int) -> None:
            for shard in range(thread, len(self.tables), threads):
                place = slice(cuts[shard], cuts[shard + 1])
                rows.states[place], rows.counts[place] = self.tables[shard].rows()
                self.tables[shard] = empty

        in_threads(gather)
        return rows

    def _put_together(
        self, on_disk: RowsOnDisk, in_threads: Callable[..., None], threads: int, watch: Callable[[int], None]
    ) -> Rows:
        """Return the states of all shards, each put together from what was written of it; where that may not fit into the
        memory, one class of its states after the other.
        """
        self.tables.clear()
        rows = temporary_rows(self.room.folder, *self.widths)
        largest = 4 * 8 * sum(self.widths) * max(sum(number for _, number in each) for each in self.written)
        classes = (
            1 + 2 * threads * largest // self.room.bytes
        )  # a table has up to three free places, and is there twice at times

        def put_together(thread: int) -> None:
            for shard, which in product(range(thread, len(self.written), threads), range(classes)):
                table = self.table()
                for first, number in self.written[shard]:
                    for row in range(first, first + number, ROWS_READ):
                        states, counts = on_disk.read(row, min(ROWS_READ, first + number - row))
                        chosen = _class_of(states, classes) == which
                        table.add(states[chosen], counts[chosen], int(chosen.sum()))
                rows.append(*table.rows())

        in_threads(put_together)
        watch(len(rows))
        return rows


def _class_of(states: Words, classes: int) -> Words:
    """Return for each state one of some classes; the bits of its hash would not do, for they are alike within a shard."""
    mixed = states[:, 0] ^ states[:, -1] >> np.uint64(29)
    return (mixed * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)) % np.uint64(classes)


def _number_of_shards(states: int, row_bytes: int, room: Room, threads: int) -> int:
    """Return a power of two such that a table fits into a cache, and one for each thread fits into the memory."""
    shards = 1
    while shards < MOST_SHARDS and shards * STATES_IN_A_SHARD < 2 * states:
        shards *= 2
    empty = (threads + 4) * LEAST_BUFFERED * row_bytes
    while shards * room.bytes < 10 * threads * states * row_bytes and 8 * shards * empty < room.bytes:
        shards *= 2
    return shards

"""Process one vertex in all states, with several threads. States that do not fit into memory are written to disk.

`frontier` describes states and their counts. The new states are divided by their hash into *shards*. Each shard has a hash
table. When the tables fill the memory, they are written to disk, shard by shard, and cleared. At the end, the states of each
shard are read from its blocks on disk into one table, which adds up the counts of equal states. A single shard is small enough
for the memory even if all shards together are not. This is external aggregation by hashing.

Notes
-----
The time is linear in the number of old states and their choices of edges. On disk, each block of states is written once and
read once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product

import numpy as np

from solvers.counting.compiled.frontier_kernels import EMPTY, Step, Worker, expand, merge
from solvers.counting.rows import Room, Rows, RowsInMemory, RowsOnDisk, Words, temporary_rows

STATES_IN_A_SHARD = 100_000
"""Approximate maximum number of states in a shard, so that its table fits into a cache of the processor."""
MOST_SHARDS = 256
"""Maximum number of shards. It is exceeded only if otherwise one table per thread would not fit into memory."""
MOST_BUFFERED, LEAST_BUFFERED = 4096, 128
"""Maximum and minimum size of the buffer of one thread for one shard, in states."""
ROWS_READ = 4096
"""Number of states that are read from disk at a time while a shard is rebuilt."""


def treat(
    step: Step, rows: Rows, pool: ThreadPoolExecutor, threads: int, room: Room, watch: Callable[[int], None]
) -> tuple[Rows, int]:
    """Process a vertex in all states.

    Parameters
    ----------
    step : Step
        Data of the step that processes the vertex.
    rows : RowsInMemory or RowsOnDisk
        The states before the vertex is processed, and their counts.
    pool : concurrent.futures.ThreadPoolExecutor
        Threads that do the work.
    threads : int
        Number of threads.
    room : Room
        Memory for the old and the new states.
    watch : callable
        Function that is called from time to time with the number of new states so far. It may raise an exception to stop the
        work.

    Returns
    -------
    RowsInMemory or RowsOnDisk
        The states after the vertex is processed, and their counts.
    int
        The number of tours that this step completes.

    Raises
    ------
    BudgetSpent
        If the memory is too small, even if states are written to disk.
    FormatError
        If states cannot be written to disk or read from it.
    """
    row_bytes = 8 * sum(rows.widths)
    size = _number_of_shards(len(rows), row_bytes, room, threads)
    buffered = max(LEAST_BUFFERED, 2 * step.most_choices, min(MOST_BUFFERED, room.bytes // 8 // (size * threads * row_bytes)))
    workers = [Worker.of(size, buffered, *rows.widths) for _ in range(threads)]
    block = len(rows) if rows.bytes_in_memory else max(1, room.bytes // 8 // row_bytes)
    fixed = (min(block, len(rows)) + size * buffered * threads) * row_bytes

    def in_threads(work: Callable[[int], None]) -> None:
        list((map if len(rows) < MOST_BUFFERED else pool.map)(work, range(threads)))

    def left() -> int:
        return sum(int(each.left[1] - each.left[0]) for each in workers)

    def expand_in(thread: int) -> None:
        expand(states, counts, step, workers[thread])

    places = 2 * MOST_BUFFERED if buffered == MOST_BUFFERED else 4 * LEAST_BUFFERED
    shards = _Shards(size, places, rows.widths, room, fixed, threads)
    for first in range(0, len(rows), block):
        states, counts = rows.read(first, block)
        for thread, each in enumerate(workers):
            each.left[:] = len(states) * thread // threads, len(states) * (thread + 1) // threads
        while left():
            in_threads(expand_in)
            done = first + len(states) - left()
            shards.make_room(np.sum([each.filled for each in workers], axis=0), done / len(rows))
            in_threads(partial(shards.merge, workers))
            watch(sum(table.size for table in shards.tables))
    tours = sum(int.from_bytes(each.complete.astype("<u8").tobytes(), "little") for each in workers)
    workers.clear()
    new = shards.rows(in_threads)
    watch(len(new))
    return new, tours


class _Shards:
    """New states in one hash table per shard. If they do not fit into memory, some of them are in blocks on disk.

    In this example, there are three shards 0, 1 and 2, and their tables filled the memory twice:

        file                blocks of 0, 1, 2        blocks of 0, 1, 2        blocks of 0, 1, 2
                            (memory full)            (memory full)            (rest, at the end)
        rebuilt shard 0     first block of 0    +    second block of 0   +    third block of 0

    Equal states are always in the same shard. So after the blocks of a shard are merged, the counts of its states are complete.

    Attributes
    ----------
    tables : list of _Table
        One table per shard.
    written : list of list of tuple of int
        For each shard, a pair for each of its blocks in the file: the index of the first row, and the number of rows.
    on_disk : RowsOnDisk or None
        The file, or None if nothing was written to disk.
    """

    def __init__(self, number: int, places: int, widths: tuple[int, int], room: Room, fixed: int, threads: int) -> None:
        self.places, self.widths, self.room, self.fixed, self.threads = places, widths, room, fixed, threads
        self.tables = [_Table(*widths, places) for _ in range(number)]
        self.written: list[list[tuple[int, int]]] = [[] for _ in range(number)]
        self.on_disk: RowsOnDisk | None = None
        least = fixed + sum(table.nbytes for table in self.tables)
        if least > room.bytes:
            room.refuse(least)

    def make_room(self, added: Words, part: float) -> None:
        """Write the tables to disk and clear them, if they would not fit into memory after states are added.

        Parameters
        ----------
        added : numpy.ndarray
            For each table, the number of states that will be added next.
        part : float
            Share of the old states that are processed so far, such as 0.5.
        """
        sizes = [table.nbytes_with(int(number)) for table, number in zip(self.tables, added, strict=True)]
        size = self.fixed + sum(sizes) + 2 * self.threads * max(sizes)  # while a table grows, there are two copies of it
        if size > self.room.bytes:
            self._empty_tables(size / part)

    def merge(self, workers: Sequence[Worker], thread: int) -> None:
        """Add the states in the buffers of all workers to the tables of the shards for which a thread is responsible."""
        for shard, each in product(range(thread, len(self.tables), self.threads), workers):
            if each.filled[shard]:
                self.tables[shard].add(each.states[shard], each.counts[shard], int(each.filled[shard]))

    def _empty_tables(self, needed: float) -> RowsOnDisk:
        self.room.announce_disk(needed)
        if self.on_disk is None:
            self.on_disk = temporary_rows(self.room.folder, *self.widths)
        for written, table in zip(self.written, self.tables, strict=True):
            if table.size:
                written.append((self.on_disk.append(*table.rows()), table.size))
                table.clear()
        return self.on_disk

    def rows(self, in_threads: Callable[[Callable[[int], None]], None]) -> Rows:
        """Return the states of all shards and their counts.

        They are in a file if some of them are already on disk, or if all of them would fill half of the memory.
        """
        cuts = np.cumsum([0, *(table.size for table in self.tables)])
        size, row_bytes = int(cuts[-1]), 8 * sum(self.widths)
        if self.on_disk is not None or 2 * size * row_bytes > self.room.bytes:
            on_disk = self._empty_tables(4 * size * row_bytes)
            whole = all(len(each) < 2 for each in self.written)
            return on_disk if whole else self._put_together(on_disk, in_threads)
        rows = RowsInMemory(*(np.empty((size, width), np.uint64) for width in self.widths))

        def gather(thread: int) -> None:
            for shard in range(thread, len(self.tables), self.threads):
                place = slice(cuts[shard], cuts[shard + 1])
                rows.states[place], rows.counts[place] = self.tables[shard].rows()
                self.tables[shard] = _Table(*self.widths, 1)  # frees the memory

        in_threads(gather)
        return rows

    def _put_together(self, on_disk: RowsOnDisk, in_threads: Callable[[Callable[[int], None]], None]) -> Rows:
        """Merge the blocks of each shard, so that equal states become one row. Return the states in a new file.

        If the shards might not fit into memory, the states of each shard are divided into classes (see `_class_of`), which are
        merged one after the other.
        """
        self.tables.clear()
        rows = temporary_rows(self.room.folder, *self.widths)
        largest = 4 * 8 * sum(self.widths) * max(sum(number for _, number in each) for each in self.written)
        classes = 1 + 2 * self.threads * largest // self.room.bytes  # while a table grows, there are two copies of it

        def put_together(thread: int) -> None:
            for shard, which in product(range(thread, len(self.written), self.threads), range(classes)):
                table = _Table(*self.widths, self.places)
                for first, number in self.written[shard]:
                    for row in range(first, first + number, ROWS_READ):
                        states, counts = on_disk.read(row, min(ROWS_READ, first + number - row))
                        chosen = _class_of(states, classes) == which
                        table.add(states[chosen], counts[chosen], int(chosen.sum()))
                rows.append(*table.rows())

        in_threads(put_together)
        return rows


class _Table:
    """Hash table of states and their counts, with open addressing. Its size is doubled if needed.

    Parameters
    ----------
    words, limbs : int
        Number of 64-bit words of a state, and number of 64-bit limbs of a count.
    places : int
        Initial number of places, a power of two.

    Attributes
    ----------
    size : int
        Number of states.
    """

    def __init__(self, words: int, limbs: int, places: int) -> None:
        self.size = 0
        self._states, self._sums = np.full((places, words), EMPTY), np.empty((places, limbs), np.uint64)

    @property
    def nbytes(self) -> int:
        """Size of the table, in bytes."""
        return self._states.nbytes + self._sums.nbytes

    def nbytes_with(self, number: int) -> int:
        """Return the size that the table will have after `number` new states are added, in bytes."""
        return self.nbytes * (self._places_for(number) // len(self._states))

    def add(self, states: Words, counts: Words, number: int) -> None:
        """Add the first `number` states of a buffer, with their counts."""
        places = self._places_for(number)
        if places > len(self._states):
            rows = self.rows()
            self._states = np.full((places, states.shape[1]), EMPTY)
            self._sums = np.empty((places, counts.shape[1]), np.uint64)
            merge(self._states, self._sums, *rows, self.size)
        self.size += merge(self._states, self._sums, states, counts, number)

    def rows(self) -> tuple[Words, Words]:
        """Return the states and their counts as new arrays."""
        used = np.flatnonzero(self._states[:, 0] != EMPTY)
        return self._states.take(used, axis=0), self._sums.take(used, axis=0)

    def clear(self) -> None:
        """Remove all states, but keep the memory of the table for new states."""
        self._states[:, 0] = EMPTY
        self.size = 0

    def _places_for(self, number: int) -> int:
        """Return the table size at which at least a third of the places stays free after `number` states are added."""
        places = len(self._states)
        while 3 * (self.size + number) > 2 * places:
            places *= 2
        return places


def _class_of(states: Words, classes: int) -> Words:
    """Return the class of each state, a number from 0 to `classes` - 1. Equal states have the same class.

    `hash_of` cannot be used here, because it determines the shard: some of its bits are equal for all states of a shard.
    """
    mixed = states[:, 0] ^ states[:, -1] >> np.uint64(29)
    return (mixed * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)) % np.uint64(classes)


def _number_of_shards(states: int, row_bytes: int, room: Room, threads: int) -> int:
    """Return the number of shards, a power of two.

    One table should fit into a cache of the processor, and one table per thread must fit into memory.
    """
    shards = 1
    while shards < MOST_SHARDS and shards * STATES_IN_A_SHARD < 2 * states:
        shards *= 2
    empty = (threads + 4) * LEAST_BUFFERED * row_bytes
    while shards * room.bytes < 10 * threads * states * row_bytes and 8 * shards * empty < room.bytes:
        shards *= 2
    return shards

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
from typing import Any

import numpy as np

from solvers.counting.compiled.frontier_kernels import EMPTY, Worker, expand, merge
from solvers.counting.rows import Room, Rows, RowsOnDisk, Words, temporary_rows
from solvers.methods.frontier.kernels import PlanArrays

STATES_IN_A_SHARD = 100_000
"""Approximate maximum number of states in a shard, so that its table fits into a cache of the processor."""
MOST_SHARDS = 256
"""Maximum number of shards. It is exceeded only if otherwise one table per thread would not fit into memory."""
MOST_BUFFERED, LEAST_BUFFERED = 4096, 128
"""Maximum and minimum size of the buffer of one thread for one shard, in states."""
ROWS_READ = 4096
"""Number of states that are read from disk at a time while a shard is rebuilt."""


def treat(
    plan: PlanArrays,
    step: int,
    possible: Any,
    rows: Rows,
    pool: ThreadPoolExecutor,
    threads: int,
    room: Room,
    watch: Callable[[int], None],
) -> tuple[Rows, int]:
    """Process a vertex in all states: extend each state by every possible choice of the vertex's edges.

    Parameters
    ----------
    plan : PlanArrays
        The plan.
    step : int
        Index of the step that processes the vertex.
    possible : numpy.ndarray
        As in `expand`.
    rows : numpy.ndarray or RowsOnDisk
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
    numpy.ndarray or RowsOnDisk
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
    width, most_choices = rows.shape[1], int(plan.first_choice[3 * step + 3] - plan.first_choice[3 * step])
    row_bytes = 8 * width
    size = _number_of_shards(len(rows), row_bytes, room, threads)
    buffered = max(LEAST_BUFFERED, 2 * most_choices, min(MOST_BUFFERED, room.bytes // 8 // (size * threads * row_bytes)))
    workers = [Worker.of(size, buffered, plan.words, width) for _ in range(threads)]
    block = len(rows) if rows.nbytes else max(1, room.bytes // 8 // row_bytes)
    fixed = (min(block, len(rows)) + size * buffered * threads) * row_bytes

    def in_threads(work: Callable[[int], None]) -> None:
        list((map if len(rows) < MOST_BUFFERED else pool.map)(work, range(threads)))

    def left() -> int:
        return sum(int(each.left[1] - each.left[0]) for each in workers)

    def expand_in(thread: int) -> None:
        expand(old, plan, step, possible, workers[thread])

    places = 2 * MOST_BUFFERED if buffered == MOST_BUFFERED else 4 * LEAST_BUFFERED
    shards = _Shards(size, places, plan.words, width, room, fixed, threads)
    for first in range(0, len(rows), block):
        old = rows[first : first + block]
        for thread, each in enumerate(workers):
            each.left[:] = len(old) * thread // threads, len(old) * (thread + 1) // threads
        while left():
            in_threads(expand_in)
            done = first + len(old) - left()
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

    def __init__(self, number: int, places: int, words: int, width: int, room: Room, fixed: int, threads: int) -> None:
        self.places, self.words, self.width, self.room, self.fixed, self.threads = places, words, width, room, fixed, threads
        self.tables = [_Table(words, width, places) for _ in range(number)]
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
                self.tables[shard].add(each.buffers[shard, : each.filled[shard]])

    def _empty_tables(self, needed: float) -> RowsOnDisk:
        self.room.announce_disk(needed)
        if self.on_disk is None:
            self.on_disk = temporary_rows(self.room.folder, self.width)
        for written, table in zip(self.written, self.tables, strict=True):
            if table.size:
                written.append((self.on_disk.append(table.rows()), table.size))
                table.clear()
        return self.on_disk

    def rows(self, in_threads: Callable[[Callable[[int], None]], None]) -> Rows:
        """Return the states of all shards, and the count of each state.

        They are in a file if some of them are already on disk, or if all of them would fill half of the memory.
        """
        cuts = np.cumsum([0, *(table.size for table in self.tables)])
        needed = 2 * 8 * self.width * int(cuts[-1])
        if self.on_disk is not None or needed > self.room.bytes:
            on_disk = self._empty_tables(2 * needed)
            whole = all(len(each) < 2 for each in self.written)
            return on_disk if whole else self._put_together(on_disk, in_threads)
        rows: Words = np.empty((cuts[-1], self.width), np.uint64)

        def gather(thread: int) -> None:
            for shard in range(thread, len(self.tables), self.threads):
                rows[cuts[shard] : cuts[shard + 1]] = self.tables[shard].rows()
                self.tables[shard] = _Table(self.words, self.width, 1)  # frees the memory

        in_threads(gather)
        return rows

    def _put_together(self, on_disk: RowsOnDisk, in_threads: Callable[[Callable[[int], None]], None]) -> Rows:
        """Merge the blocks of each shard, so that equal states become one row. Return the states in a new file.

        If the shards might not fit into memory, the states of each shard are divided into classes (see `_class_of`), which are
        merged one after the other.
        """
        self.tables.clear()
        rows = temporary_rows(self.room.folder, self.width)
        largest = 4 * 8 * self.width * max(sum(number for _, number in each) for each in self.written)
        classes = 1 + 2 * self.threads * largest // self.room.bytes  # while a table grows, there are two copies of it

        def put_together(thread: int) -> None:
            for shard, which in product(range(thread, len(self.written), self.threads), range(classes)):
                table = _Table(self.words, self.width, self.places)
                for first, number in self.written[shard]:
                    for row in range(first, first + number, ROWS_READ):
                        some = on_disk[row : min(row + ROWS_READ, first + number)]
                        table.add(some[_class_of(some, classes) == which])
                rows.append(table.rows())

        in_threads(put_together)
        return rows


class _Table:
    """Hash table of states and their counts, with open addressing. Its size is doubled if needed.

    Parameters
    ----------
    words, width : int
        Number of 64-bit words of a state, and number of all 64-bit numbers of a row.
    places : int
        Initial number of places, a power of two.

    Attributes
    ----------
    size : int
        Number of states.
    """

    def __init__(self, words: int, width: int, places: int) -> None:
        self._words, self._places = words, np.empty((places, width), np.uint64)
        self.clear()

    @property
    def nbytes(self) -> int:
        """Size of the table, in bytes."""
        return self._places.nbytes

    def nbytes_with(self, number: int) -> int:
        """Return the size that the table will have after `number` new states are added, in bytes."""
        return self.nbytes * (self._places_for(number) // len(self._places))

    def add(self, rows: Words) -> None:
        """Add states, with their counts, to the table."""
        places = self._places_for(len(rows))
        if places > len(self._places):
            old = self.rows()
            self._places = np.empty((places, old.shape[1]), np.uint64)
            self.clear()
            self.add(old)
        self.size += merge(self._places, rows, self._words)

    def rows(self) -> Words:
        """Return the states and their counts as a new array."""
        return self._places.take(np.flatnonzero(self._places[:, 0] != EMPTY), axis=0)

    def clear(self) -> None:
        """Remove all states, but keep the memory of the table for new states."""
        self._places[:, 0] = EMPTY
        self.size = 0

    def _places_for(self, number: int) -> int:
        """Return the table size at which at least a third of the places stays free after `number` states are added."""
        places = len(self._places)
        while 3 * (self.size + number) > 2 * places:
            places *= 2
        return places


def _class_of(rows: Words, classes: int) -> Words:
    """Return the class of the state in each row, a number from 0 to `classes` - 1. Equal states have the same class.

    `hash_of` cannot be used here, because it determines the shard: some of its bits are equal for all states of a shard.
    """
    mixed: Words = (rows[:, 0] * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)) % np.uint64(classes)
    return mixed


def _number_of_shards(states: int, row_bytes: int, room: Room, threads: int) -> int:
    """Return the number of shards (sets of states, each with its own hash table), a power of two.

    One table should fit into a cache of the processor, and one table per thread must fit into memory.
    """
    shards = 1
    while shards < MOST_SHARDS and shards * STATES_IN_A_SHARD < 2 * states:
        shards *= 2
    empty = (threads + 4) * LEAST_BUFFERED * row_bytes
    while shards * room.bytes < 10 * threads * states * row_bytes and 8 * shards * empty < room.bytes:
        shards *= 2
    return shards

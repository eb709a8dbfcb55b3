"""The treatment of one vertex in all states, by threads; what does not fit into the memory goes to disk.

Each shard of the new states has a hash table. When the tables fill the memory, they are written to disk, shard after shard, and
emptied. At the end each shard is put together from what was written, in a table of its own: a shard is small enough for the
memory where all shards are not (external aggregation by hashing). Cost: linear in the old states and their choices; on disk,
each state is written once and read once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product

import numpy as np

from solvers.counting.compiled.frontier_kernels import EMPTY, Step, Worker, expand, merge
from solvers.counting.rows import Room, Rows, RowsInMemory, RowsOnDisk, Words, temporary_rows

__all__ = ["treat"]

STATES_IN_A_SHARD = 100_000
MOST_SHARDS = 256
MOST_BUFFERED, LEAST_BUFFERED = 4096, 128
"""States in the buffer of one thread for one shard."""
ROWS_READ = 4096
"""States that are read from disk at a time while a shard is put together."""


def treat(
    step: Step, rows: Rows, pool: ThreadPoolExecutor, threads: int, room: Room, watch: Callable[[int], None]
) -> tuple[Rows, int]:
    """Treat a vertex in all states, and return the states after it, and the count of the tours that are complete then.

    Parameters
    ----------
    step : the vertex.
    rows : the states before.
    pool, threads : the threads, and how many they are.
    room : the memory for the states before, and for the new ones.
    watch : gets the number of new states after every round; it may raise.

    Raises
    ------
    BudgetSpent, FormatError : the memory is too small even with blocks on disk; the disk is full.
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
    """The new states: a table for each shard; and once the tables have filled the memory, what they held, on disk."""

    def __init__(self, number: int, places: int, widths: tuple[int, int], room: Room, fixed: int, threads: int) -> None:
        self.places, self.widths, self.room, self.fixed, self.threads = places, widths, room, fixed, threads
        self.tables = [_Table(*widths, places) for _ in range(number)]
        self.written: list[list[tuple[int, int]]] = [[] for _ in range(number)]
        self.on_disk: RowsOnDisk | None = None
        least = fixed + sum(table.nbytes for table in self.tables)
        if least > room.bytes:
            room.refuse(least)

    def make_room(self, added: Words, part: float) -> None:
        """Write the tables to disk if they would not fit into the memory with what is added to each of them.

        Parameters
        ----------
        added : the number of states for each.
        part : of the old states that are treated by then, such as 0.5.
        """
        sizes = [table.nbytes_with(int(number)) for table, number in zip(self.tables, added, strict=True)]
        needed = self.fixed + sum(sizes) + 2 * self.threads * max(sizes)  # a table that grows is there twice
        if needed > self.room.bytes:
            self._empty_tables(needed / part)

    def merge(self, workers: Sequence[Worker], thread: int) -> None:
        """Add what the workers have in their buffers to the tables of a thread."""
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
        """Return the states of all tables as arrays; as a file, if these would fill half of the memory."""
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
        """Return the states of all shards, each put together from what was written of it.

        Where a shard may not fit into the memory, one class of its states is put together after the other.
        """
        self.tables.clear()
        rows = temporary_rows(self.room.folder, *self.widths)
        largest = 4 * 8 * sum(self.widths) * max(sum(number for _, number in each) for each in self.written)
        classes = 1 + 2 * self.threads * largest // self.room.bytes  # a table that grows is there twice

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
    """A hash table of states with their counts, by open addressing; it grows as it fills.

    Parameters
    ----------
    words, limbs : numbers of 64 bits in a state and in a count.
    places : the size at first, a power of two.

    Attributes
    ----------
    size : how many states there are.
    """

    def __init__(self, words: int, limbs: int, places: int) -> None:
        self.size = 0
        self._packed = np.empty(words, np.uint64)
        self._states, self._sums = np.full((places, words), EMPTY), np.empty((places, limbs), np.uint64)

    @property
    def nbytes(self) -> int:
        """The memory that the table fills."""
        return self._states.nbytes + self._sums.nbytes

    def nbytes_with(self, number: int) -> int:
        """Return the memory that the table fills when this number of new states is added."""
        return self.nbytes * (self._places_for(number) // len(self._states))

    def add(self, states: Words, counts: Words, number: int) -> None:
        """Add the first rows of a buffer."""
        places = self._places_for(number)
        if places > len(self._states):
            kept = self.rows()
            self._states = np.full((places, states.shape[1]), EMPTY)
            self._sums = np.empty((places, counts.shape[1]), np.uint64)
            merge(self._states, self._sums, *kept, self.size, self._packed)
        self.size += merge(self._states, self._sums, states, counts, number, self._packed)

    def rows(self) -> tuple[Words, Words]:
        """Return the states and their counts as new arrays."""
        used = np.flatnonzero(self._states[:, 0] != EMPTY)
        return self._states.take(used, axis=0), self._sums.take(used, axis=0)

    def clear(self) -> None:
        """Remove all states; the memory is kept for the next ones."""
        self._states[:, 0] = EMPTY
        self.size = 0

    def _places_for(self, number: int) -> int:
        """Return how many places leave a third free when this number of states is added."""
        places = len(self._states)
        while 3 * (self.size + number) > 2 * places:
            places *= 2
        return places


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

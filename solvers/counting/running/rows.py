"""States with their counts: two arrays with a row for each state, in memory or in temporary files.

A temporary file has no name: the system frees its room as soon as the process ends, however it ends. Rows on disk are read in
blocks, so that only one block of them is in memory. Cost: linear.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from graphs.errors import FormatError

__all__ = ["Rows", "RowsInMemory", "RowsOnDisk", "Words", "check_folder"]

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]


@dataclass(frozen=True)
class RowsInMemory:
    """States and their counts as arrays of shape (rows, words) and (rows, limbs)."""

    states: Words
    counts: Words

    def __len__(self) -> int:
        return len(self.states)

    @property
    def widths(self) -> tuple[int, int]:
        """The numbers of 64 bits in a state and in a count."""
        return self.states.shape[1], self.counts.shape[1]

    @property
    def row_bytes(self) -> int:
        """The size of one row."""
        return 8 * sum(self.widths)

    @property
    def bytes_in_memory(self) -> int:
        """The memory that the rows fill."""
        return len(self) * self.row_bytes

    def read(self, first: int, number: int) -> tuple[Words, Words]:
        """Return some rows, fewer at the end; several threads may read at a time."""
        return self.states[first : first + number], self.counts[first : first + number]

    def blocks(self, number: int) -> Iterator[tuple[Words, Words]]:
        """Yield all rows at once."""
        yield self.states, self.counts


class RowsOnDisk:
    """States and their counts in two temporary files, one row after the other.

    Parameters
    ----------
    folder : where the files are; None for the system's folder for temporary files.
    words, limbs : numbers of 64 bits in a state and in a count.

    Raises
    ------
    FormatError : the files cannot be written; `__cause__` is the system's error, such as a full disk.

    Examples
    --------
    >>> rows = RowsOnDisk(None, words=1, limbs=1)
    >>> rows.append(np.array([[7], [8]], np.uint64), np.array([[1], [2]], np.uint64))
    0
    >>> rows.append(np.array([[9]], np.uint64), np.array([[3]], np.uint64))
    2
    >>> len(rows), rows.read(1, 2)[0].tolist()
    (3, [[8], [9]])
    """

    bytes_in_memory = 0
    """The memory that the rows fill."""

    def __init__(self, folder: str | None, words: int, limbs: int) -> None:
        self._folder = tempfile.gettempdir() if folder is None else folder
        self.widths = words, limbs
        self._rows = 0
        self._lock = Lock()
        with _named(self._folder):
            self._files: Sequence[Any] = [_without_name(self._folder) for _ in range(2)]

    def __len__(self) -> int:
        return self._rows

    @property
    def row_bytes(self) -> int:
        """The size of one row."""
        return 8 * sum(self.widths)

    @property
    def states(self) -> Words:
        """The states, as a memory map."""
        return self._map(0)

    @property
    def counts(self) -> Words:
        """The counts, as a memory map."""
        return self._map(1)

    def append(self, states: Words, counts: Words) -> int:
        """Write rows after those that are there; return the number of the first one."""
        first = self._rows
        with self._lock, _named(self._folder):
            for file, array in zip(self._files, (states, counts), strict=True):
                rest = np.ascontiguousarray(array).data.cast("B") if len(array) else memoryview(b"")
                file.seek(0, 2)
                while rest:
                    rest = rest[file.write(rest) :]
            self._rows += len(states)
        return first

    def read(self, first: int, number: int) -> tuple[Words, Words]:
        """Return some rows, fewer at the end; several threads may read at a time."""
        arrays = []
        number = min(number, self._rows - first)
        with self._lock, _named(self._folder):
            for file, width in zip(self._files, self.widths, strict=True):
                array: Words = np.empty((number, width), np.uint64)
                rest = array.data.cast("B") if number else memoryview(b"")
                file.seek(8 * width * first)
                while rest:
                    rest = rest[file.readinto(rest) or _end_of_file() :]
                arrays.append(array)
        return arrays[0], arrays[1]

    def blocks(self, number: int) -> Iterator[tuple[Words, Words]]:
        """Yield all rows, at most so many at a time."""
        for first in range(0, self._rows, number):
            yield self.read(first, number)

    def _map(self, which: int) -> Words:
        shape = self._rows, self.widths[which]
        return np.memmap(self._files[which], np.uint64, "r", shape=shape) if self._rows else np.empty(shape, np.uint64)


Rows: TypeAlias = RowsInMemory | RowsOnDisk


def check_folder(folder: str | None) -> None:
    """Check that temporary files can be made in a folder.

    Raises
    ------
    FormatError : they cannot.
    """
    RowsOnDisk(folder, 1, 1)


def _without_name(folder: str) -> Any:
    """Return a new file that is gone when nobody holds it."""
    return tempfile.TemporaryFile(dir=folder, buffering=0)


@contextmanager
def _named(folder: str) -> Iterator[None]:
    """Name the folder in an error of the system."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise FormatError(f"the states cannot be written to temporary files in {folder}: {reason}", folder) from error


def _end_of_file() -> int:
    raise OSError("a temporary file has become shorter")

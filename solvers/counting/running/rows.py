"""States with their counts: two arrays with a row for each state, in memory or in a file.

A temporary file has no name: the system frees its room as soon as the process ends, however it ends. A checkpoint is a file of
the same rows, with a head before them. Rows in a file are read in blocks, so that only one block of them is in memory. Cost:
linear.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from graphs.errors import FormatError

__all__ = ["Level", "Rows", "RowsInMemory", "RowsOnDisk", "Words", "bytes_of", "no_rows", "temporary_rows", "usable"]

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
    def bytes_in_memory(self) -> int:
        """The memory that the rows fill."""
        return self.states.nbytes + self.counts.nbytes

    def read(self, first: int, number: int) -> tuple[Words, Words]:
        """Return some rows, fewer at the end; several threads may read at a time."""
        return self.states[first : first + number], self.counts[first : first + number]


class RowsOnDisk:
    """States and their counts in a file, from the place on where the file is now.

    Parameters
    ----------
    file : an unbuffered binary file.
    words, limbs : numbers of 64 bits in a state and in a count.
    trouble : what to say if the file cannot be read or written.
    rows : how many rows the file has already.

    Raises
    ------
    FormatError : the methods raise it where the file fails; `__cause__` is the system's error, such as a full disk.

    Examples
    --------
    >>> rows = temporary_rows(None, words=1, limbs=1)
    >>> rows.append(np.array([[7], [8]], np.uint64), np.array([[1], [2]], np.uint64))
    0
    >>> rows.append(np.array([[9]], np.uint64), np.array([[3]], np.uint64))
    2
    >>> len(rows), rows.read(1, 2)[0].tolist()
    (3, [[8], [9]])
    """

    bytes_in_memory = 0
    """The memory that the rows fill."""

    def __init__(self, file: Any, words: int, limbs: int, trouble: str, rows: int = 0) -> None:
        self.widths = words, limbs
        self._file, self._begin, self._rows, self._trouble = file, file.tell(), rows, trouble
        self._lock = Lock()

    def __len__(self) -> int:
        return self._rows

    def append(self, states: Words, counts: Words) -> int:
        """Write rows after those that are there; return the number of the first one."""
        with self._lock, usable(self._trouble):
            first = self._rows
            self._file.seek(self._place(first))
            rest = memoryview(bytes_of(states, counts))
            while rest:
                rest = rest[self._file.write(rest) :]
            self._rows += len(states)
        return first

    def read(self, first: int, number: int) -> tuple[Words, Words]:
        """Return some rows, fewer at the end; several threads may read at a time."""
        rows: Words = np.empty((max(0, min(number, self._rows - first)), sum(self.widths)), np.uint64)
        with self._lock, usable(self._trouble):
            self._file.seek(self._place(first))
            rest = rows.data.cast("B") if len(rows) else memoryview(b"")
            while rest:
                rest = rest[self._file.readinto(rest) or _end_of_file() :]
        words = self.widths[0]
        return np.ascontiguousarray(rows[:, :words]), np.ascontiguousarray(rows[:, words:])

    def _place(self, row: int) -> int:
        return int(self._begin + 8 * sum(self.widths) * row)


Rows: TypeAlias = RowsInMemory | RowsOnDisk


@dataclass(frozen=True)
class Level:
    """The states after a treatment.

    Attributes
    ----------
    treated : how many vertices have been treated.
    rows : the states and their counts.
    complete : how many complete tours have been found so far.
    peak : the largest number of states at one time so far.
    """

    treated: int
    rows: Rows
    complete: int
    peak: int = 0


def no_rows() -> Rows:
    """Return no states, for a level that needs none."""
    return RowsInMemory(np.empty((0, 1), np.uint64), np.empty((0, 1), np.uint64))


def temporary_rows(folder: str | None, words: int, limbs: int) -> RowsOnDisk:
    """Return rows in a new temporary file, none as yet.

    Parameters
    ----------
    folder : where the file is; None for the system's folder for temporary files.
    words, limbs : as in `RowsOnDisk`.

    Raises
    ------
    FormatError : the file cannot be made.
    """
    folder = tempfile.gettempdir() if folder is None else folder
    trouble = f"the states cannot be written to temporary files in {folder}"
    with usable(trouble):
        return RowsOnDisk(tempfile.TemporaryFile(dir=folder, buffering=0), words, limbs, trouble)


def bytes_of(states: Words, counts: Words) -> bytes:
    """Return rows as they are in a file: the numbers of each state, then those of its count."""
    return np.hstack([states, counts]).tobytes()


@contextmanager
def usable(trouble: str) -> Iterator[None]:
    """Say what cannot be done where the system has an error."""
    try:
        yield
    except OSError as error:
        raise FormatError(f"{trouble}: {error.strerror or error}") from error


def _end_of_file() -> int:
    raise OSError("the file has become shorter")

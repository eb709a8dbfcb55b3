"""States with their counts: two arrays with a row for each state, in memory or in a file; and the memory that they may fill.

A temporary file has no name: the system frees its room as soon as the process ends, however it ends. A checkpoint is a file of
the same rows, with a head before them. Rows in a file are read in blocks, so that only one block of them is in memory. Cost:
linear.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from solvers.errors import BudgetSpent
from solvers.locks import usable
from solvers.progress import remark

__all__ = ["LEAST", "Level", "Room", "Rows", "RowsInMemory", "RowsOnDisk", "Words", "temporary_rows"]

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]

LEAST = 32 * 2**20
"""The least memory for states with which a count goes on: below it the blocks on disk would be too many, and too small."""
SHARE_OF_FREE = 0.8
RESERVE = 0.08
"""The share of the limit that is left free: what a process gives back does not always reach the system."""


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
    file : a binary file.
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
        weakref.finalize(self, file.close)

    def __len__(self) -> int:
        return self._rows

    def append(self, states: Words, counts: Words) -> int:
        """Write rows after those that are there; return the number of the first one."""
        with self._at():
            self._file.write(np.hstack([states, counts]))
            self._file.flush()
            self._rows += len(states)
            return self._rows - len(states)

    def read(self, first: int, number: int) -> tuple[Words, Words]:
        """Return some rows, fewer at the end; several threads may read at a time."""
        words, limbs = self.widths
        rows: Words = np.empty((max(0, min(number, self._rows - first)), words + limbs), np.uint64)
        with self._at(first):
            if self._file.readinto(rows) < rows.nbytes:
                raise OSError("the file has become shorter")
        return np.ascontiguousarray(rows[:, :words]), np.ascontiguousarray(rows[:, words:])

    @contextmanager
    def _at(self, row: int | None = None) -> Iterator[None]:
        """Hold the file, at a row or at its end."""
        with self._lock, usable(self._trouble):
            self._file.seek(self._begin + 8 * sum(self.widths) * (self._rows if row is None else row))
            yield


Rows: TypeAlias = RowsInMemory | RowsOnDisk

NO_ROWS = RowsInMemory(np.empty((0, 1), np.uint64), np.empty((0, 1), np.uint64))


@dataclass(frozen=True)
class Level:
    """The states after a treatment.

    Attributes
    ----------
    treated : how many vertices have been treated.
    complete : how many complete tours have been found so far.
    peak : the largest number of states at one time so far.
    rows : the states and their counts.
    """

    treated: int
    complete: int
    peak: int = 0
    rows: Rows = NO_ROWS


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
    trouble = f"the states cannot be written to temporary files in {folder or repr(folder)}"
    with usable(trouble):
        os.stat(folder)  # an empty name would be the working directory
        return RowsOnDisk(tempfile.TemporaryFile(dir=folder), words, limbs, trouble)


class Room:
    """The memory that the states may fill, and the folder for what does not fit.

    Parameters
    ----------
    gigabytes : the memory of the whole process; None for what it has and four fifths of what is free.
    folder : None for the system's folder for temporary files.

    Raises
    ------
    FormatError : no files can be made in the folder.

    Attributes
    ----------
    bytes : the memory for states.
    folder : as above.
    """

    def __init__(self, gigabytes: float | None, folder: str | None = None) -> None:
        self.gigabytes, self.folder = gigabytes, folder
        if folder is not None:
            temporary_rows(folder, 1, 1)
        self.bytes = max(self._left(), LEAST)
        self._has_spoken = False

    def settle(self, states: int) -> None:
        """Measure again what is left for states, when the compiled code is loaded and states fill some bytes already.

        Raises
        ------
        BudgetSpent : it is too little.
        """
        self.bytes = self._left() + states
        if self.bytes < LEAST:
            self.refuse(LEAST)

    def holds(self, needed: int) -> bool:
        """Return whether this number of bytes is free now."""
        return needed <= self._left()

    def refuse(self, needed: int) -> None:
        """Raise the error that the states need this number of bytes even with blocks on disk.

        Raises
        ------
        BudgetSpent : always.
        """
        have = max(0, self.bytes)
        limit, more = f"{have / 1e9:.3g} GB, four fifths of what is free", ""
        if self.gigabytes is not None:
            enough = self.gigabytes + (needed - self.bytes) / 1e9 / (1 - RESERVE)
            limit, more = f"{self.gigabytes:g} GB", f"; a limit of {ceil(enough * 100) / 100:.2f} GB may do"
        raise BudgetSpent(
            f"stopped at the memory limit of {limit}: it leaves {have / 1e6:.3g} MB for the states, and even with blocks on "
            f"disk they need {needed / 1e6:.3g} MB{more}",
            self.gigabytes,
            "memory limit",
        )

    def announce_disk(self, needed: float) -> None:
        """Say once that blocks of states go to disk, because a level needs this number of bytes."""
        if self._has_spoken:
            return
        self._has_spoken = True
        folder = self.folder or tempfile.gettempdir()
        free = shutil.disk_usage(folder).free / 1e9
        remark(
            f"the states need about {needed / 1e9:.2g} GB or more, and the memory limit leaves {self.bytes / 1e9:.2g} GB for "
            f"them: blocks of them go to temporary files in {folder} ({free:.0f} GB free)"
        )

    def _left(self) -> int:
        import psutil

        if self.gigabytes is None:
            return int(psutil.virtual_memory().available * SHARE_OF_FREE)
        return int(self.gigabytes * 1e9 * (1 - RESERVE)) - psutil.Process().memory_info().rss

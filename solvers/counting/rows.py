"""States and their counts in memory or in a file, and the memory that they may fill.

A state describes where the paths of a partial tour end (see `solvers.methods.frontier.plan`). Its count is the number of
partial tours with this state. A *row* consists of a state, as 64-bit words, and its count, as 64-bit numbers called limbs.

Rows in memory are an array of shape (rows, words + limbs). Rows in a file (`RowsOnDisk`) are read in blocks, so that only one
block is in memory at a time. A temporary file has no name, so the system frees its space when the process ends for any reason.
A checkpoint file contains rows in the same form, between a head and a checksum.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from solvers.core.errors import BudgetSpent
from solvers.core.memory import free_memory
from solvers.core.progress import remark
from solvers.workers.locks import usable

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]

LEAST = 32 * 2**20
"""Minimum memory for states, in bytes. With less memory, the states would be divided into too many small blocks on disk."""
SHARE_OF_FREE = 0.8
"""Share of the free memory that the states may fill if no memory limit is given."""
RESERVE = 0.08
"""Share of the memory limit that states may not fill, because memory that a process releases may still count as used."""


class RowsOnDisk:
    """Rows of 64-bit numbers in a file. The first row begins at the current position in the file.

    Only slices are valid as indices: their rows are read from the file as an array. Several threads may read at the same time.

    Parameters
    ----------
    file : object
        A binary file.
    width : int
        Number of 64-bit numbers in a row.
    trouble : str
        Beginning of the error message for a file that cannot be read or written.
    rows : int, optional
        Number of rows that the file already contains (default: 0).

    Raises
    ------
    FormatError
        If the file cannot be read or written. All methods may raise it. Its `__cause__` is the error of the operating system,
        for example for a full disk.

    Examples
    --------
    >>> rows = temporary_rows(None, width=2)
    >>> rows.append(np.array([[7, 1], [8, 2]], np.uint64))
    0
    >>> rows.append(np.array([[9, 3]], np.uint64))
    2
    >>> rows.shape, rows[1:4].tolist()
    ((3, 2), [[8, 2], [9, 3]])
    """

    nbytes = 0
    """Size of the rows in memory, in bytes. It is 0, because all rows are in the file."""

    def __init__(self, file: Any, width: int, trouble: str, rows: int = 0) -> None:
        self.shape = rows, width
        self._file, self._begin, self._trouble, self._lock = file, file.tell(), trouble, Lock()
        weakref.finalize(self, file.close)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, part: slice) -> Words:
        first, end, _ = part.indices(len(self))
        rows: Words = np.empty((max(0, end - first), self.shape[1]), np.uint64)
        with self._at(first):
            if self._file.readinto(rows) < rows.nbytes:
                raise OSError("the file is shorter than before")
        return rows

    def append(self, rows: Words) -> int:
        """Add rows at the end of the file.

        Parameters
        ----------
        rows : numpy.ndarray
            The new rows.

        Returns
        -------
        int
            The index of the first new row.
        """
        with self._at():
            self._file.write(rows)
            self._file.flush()
            first, width = self.shape
            self.shape = first + len(rows), width
        return first

    @contextmanager
    def _at(self, row: int | None = None) -> Iterator[None]:
        """Lock the file, and set its position to a given row, or to its end if `row` is None."""
        with self._lock, usable(self._trouble):
            rows, width = self.shape
            self._file.seek(self._begin + 8 * width * (rows if row is None else row))
            yield


Rows: TypeAlias = Words | RowsOnDisk


@dataclass(frozen=True)
class Level:
    """All states after a step of a count, and the number of tours completed so far.

    Attributes
    ----------
    treated : int
        Number of vertices processed so far.
    complete : int
        Number of complete tours so far.
    peak : int
        Maximum number of states after any step so far.
    rows : numpy.ndarray or RowsOnDisk
        The states and their counts.
    words : int
        Number of words of a state. The other numbers in a row are the limbs of its count.
    """

    treated: int
    complete: int
    peak: int = 0
    rows: Rows = field(default_factory=lambda: np.empty((0, 2), np.uint64))
    words: int = 1


def temporary_rows(folder: str | None, width: int) -> RowsOnDisk:
    """Create a temporary file to which rows can be written.

    Parameters
    ----------
    folder : str or None
        Folder of the file. If None, the system's folder for temporary files is used.
    width : int
        Number of 64-bit numbers in a row.

    Returns
    -------
    RowsOnDisk
        The rows of the new file. There are none so far.

    Raises
    ------
    FormatError
        If the file cannot be created.
    """
    folder = tempfile.gettempdir() if folder is None else folder
    trouble = f"the states cannot be written to temporary files in {folder or repr(folder)}"
    with usable(trouble):
        os.stat(folder)  # fails for an empty name, which would otherwise mean the working directory
        return RowsOnDisk(tempfile.TemporaryFile(dir=folder), width, trouble)


class Room:
    """The memory that states may fill, and the folder for states that do not fit into it.

    Parameters
    ----------
    gigabytes : float or None
        Memory limit of the whole process, in gigabytes. If None, the states may fill four fifths of the free memory.
    folder : str or None, optional
        Folder for temporary files. If None, the system's folder for temporary files is used.

    Attributes
    ----------
    gigabytes, folder : object
        As in the parameters.
    bytes : int
        Size of the memory that states may fill, in bytes.

    Raises
    ------
    FormatError
        If no file can be created in `folder`.
    """

    def __init__(self, gigabytes: float | None, folder: str | None = None) -> None:
        self.gigabytes, self.folder = gigabytes, folder
        if folder is not None:
            temporary_rows(folder, 1)
        self.bytes = max(self._free_bytes(), LEAST)
        self._has_spoken = False

    def settle(self, states: int) -> None:
        """Update `bytes`, the memory for states, after compiled code has been loaded, which takes some of the free memory.

        Parameters
        ----------
        states : int
            Number of bytes that states already fill.

        Raises
        ------
        BudgetSpent
            If less memory than `LEAST` is available.
        """
        self.bytes = self._free_bytes() + states
        if self.bytes < LEAST:
            self.refuse(LEAST)

    def holds(self, needed: int) -> bool:
        """Return whether a given amount of memory can be filled now without exceeding the memory limit.

        Parameters
        ----------
        needed : int
            Required number of bytes.

        Returns
        -------
        bool
            Whether at least `needed` bytes of the memory for states are free.
        """
        return needed <= self._free_bytes()

    def refuse(self, needed: int) -> None:
        """Raise the error for a memory limit that is too small even if states are written to disk.

        Parameters
        ----------
        needed : int
            Minimum number of bytes that the states require.

        Raises
        ------
        BudgetSpent
            Always.
        """
        have = max(0, self.bytes)
        limit, more = f"{have / 1e9:.3g} GB, four fifths of the free memory", ""
        if self.gigabytes is not None:
            enough = self.gigabytes + (needed - self.bytes) / 1e9 / (1 - RESERVE)
            limit, more = f"{self.gigabytes:g} GB", f"; a limit of {ceil(enough * 100) / 100:.2f} GB may suffice"
        raise BudgetSpent(
            f"stopped at the memory limit of {limit}: it leaves {have / 1e6:.3g} MB for the states, and even with blocks on "
            f"disk they need {needed / 1e6:.3g} MB{more}",
            self.gigabytes,
            "memory limit",
        )

    def announce_disk(self, needed: float) -> None:
        """Report, on the first call only, that blocks of states are written to disk.

        Parameters
        ----------
        needed : float
            Approximate number of bytes that the states require.
        """
        if self._has_spoken:
            return
        self._has_spoken = True
        folder = self.folder or tempfile.gettempdir()
        free = shutil.disk_usage(folder).free / 1e9
        remark(
            f"the states need about {needed / 1e9:.2g} GB or more, and the memory limit leaves {self.bytes / 1e9:.2g} GB for "
            f"them: they are written to temporary files in {folder} ({free:.0f} GB free)"
        )

    def _free_bytes(self) -> int:
        if self.gigabytes is None:
            return int(free_memory() * SHARE_OF_FREE)
        import psutil

        return int(self.gigabytes * 1e9 * (1 - RESERVE)) - psutil.Process().memory_info().rss

"""The memory that the states of a count may fill: what a limit leaves, or what is free."""

from __future__ import annotations

import shutil
import tempfile

from solvers.counting.running.rows import temporary_rows
from solvers.errors import BudgetSpent
from solvers.progress import remark

__all__ = ["LEAST", "Room"]

LEAST = 32 * 2**20
"""The least memory for states with which a count goes on: below it the blocks on disk would be too many, and too small."""
SHARE_OF_FREE = 0.8
RESERVE = 0.08
"""The share of the limit that is left free: what a process gives back does not always reach the system."""


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

    def settle(self, states: int = 0) -> None:
        """Measure again what is left for states, when the compiled code is loaded.

        Parameters
        ----------
        states : how many bytes states fill already.

        Raises
        ------
        BudgetSpent : it is too little.
        """
        self.bytes = self._left() + states
        if self.bytes < LEAST:
            self.refuse(LEAST)

    def holds(self, needed: int) -> bool:
        """Return whether there is room now for so many bytes."""
        return needed <= self._left()

    def refuse(self, needed: int) -> None:
        """Raise the error that so many bytes for states are needed even with blocks on disk.

        Raises
        ------
        BudgetSpent : always.
        """
        have = max(0, self.bytes)
        if self.gigabytes is None:
            limit, more = f"{have / 1e9:.3g} GB, four fifths of what is free", ""
        else:
            limit = f"{self.gigabytes:g} GB"
            more = f"; a limit of {_rounded_up(self.gigabytes + (needed - self.bytes) / 1e9 / (1 - RESERVE))} GB may do"
        raise BudgetSpent(
            f"stopped at the memory limit of {limit}: it leaves {have / 1e6:.3g} MB for the states, and even with blocks on "
            f"disk they need {needed / 1e6:.3g} MB{more}",
            self.gigabytes,
            "memory limit",
        )

    def announce_disk(self, needed: float, part: float = 1.0) -> None:
        """Say once that blocks of states go to disk, because a part of a level, such as 0.5, needs so many bytes."""
        if self._has_spoken:
            return
        self._has_spoken = True
        folder = tempfile.gettempdir() if self.folder is None else self.folder
        needed, free = needed / part / 1e9, shutil.disk_usage(folder).free / 1e9
        remark(
            f"the states need about {needed:.2g} GB or more, and the memory limit leaves {self.bytes / 1e9:.2g} GB for them: "
            f"blocks of them go to temporary files in {folder} ({free:.0f} GB free)"
        )

    def _left(self) -> int:
        import psutil

        if self.gigabytes is None:
            return int(psutil.virtual_memory().available * SHARE_OF_FREE)
        return int(self.gigabytes * 1e9 * (1 - RESERVE)) - psutil.Process().memory_info().rss


def _rounded_up(gigabytes: float) -> str:
    return f"{-int(-gigabytes * 100 // 1) / 100:g}"

"""A lock that lets one process at a time write what is kept: a store, an atlas, the checkpoints of a count; and its errors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graphs.errors import FormatError, KnightsTourError, expect

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["locked", "path_in", "usable"]


def path_in(folder: str | Path, name: str) -> Path:
    """Return the path of what is kept in a folder that a user names.

    Raises
    ------
    FormatError, WrongType : the name of the folder is empty, or is no path.
    """
    if not str(expect(str | os.PathLike, folder, "folder")):
        raise FormatError("the name of the folder is empty: write a path", folder)
    return Path(folder) / name


def locked(path: Path) -> BaseFileLock:
    """Return a lock that this process holds from now on; its folder is made if it is missing.

    Parameters
    ----------
    path : what the process writes to. The lock is a file beside it that ends in `.lock`.

    Raises
    ------
    FormatError : another process holds the lock.
    OSError : the folder cannot be made or written to.
    """
    from filelock import FileLock, Timeout

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_suffix(".lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise FormatError(f"another process writes to {path}: wait for its end, or name another folder", path) from None
    return lock


@contextmanager
def usable(trouble: str) -> Iterator[None]:
    """Raise FormatError with the trouble and its cause if the system has an error, or a path is invalid."""
    try:
        yield
    except KnightsTourError:
        raise
    except (OSError, ValueError) as error:
        raise FormatError(f"{trouble}: {getattr(error, 'strerror', None) or error}") from error

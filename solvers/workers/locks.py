"""A lock that lets only one process at a time write to a store of runs, and helpers for its path and for errors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graphs.errors import FormatError, KnightsTourError, expect

if TYPE_CHECKING:
    from filelock import BaseFileLock


def path_in(folder: str | Path, name: str) -> Path:
    """Return the path of a file in a folder that a user has specified.

    Parameters
    ----------
    folder : str or os.PathLike
        The folder. It need not exist.
    name : str
        The name of the file.

    Returns
    -------
    pathlib.Path
        The path.

    Raises
    ------
    FormatError
        If the name of the folder is empty.
    WrongType
        If the folder is not a path.
    """
    if not str(expect(str | os.PathLike, folder, "folder")):
        raise FormatError("the name of the folder is empty: give a path", folder)
    return Path(folder) / name


def locked(path: Path) -> BaseFileLock:
    """Lock a file, so that no other process writes to it.

    Parameters
    ----------
    path : pathlib.Path
        The file to which this process will write. The lock is a file in the same folder, with the suffix `.lock` instead of the
        suffix of `path`. The folder is created if it does not exist.

    Returns
    -------
    filelock.BaseFileLock
        The lock, which this process holds until it releases it.

    Raises
    ------
    FormatError
        If another process holds the lock.
    OSError
        If the folder cannot be created or written to.
    """
    from filelock import FileLock, Timeout

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_suffix(".lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise FormatError(f"another process writes to {path}: wait until it ends, or use another folder", path) from None
    return lock


@contextmanager
def usable(trouble: str) -> Iterator[None]:
    """Convert each OSError or ValueError that a `with` block raises, for example because a path is invalid, to FormatError.

    Parameters
    ----------
    trouble : str
        The beginning of the error message, which names the problem and the file. The cause is appended.

    Raises
    ------
    FormatError
        If the block raises an OSError or a ValueError. Exceptions that this project defines are raised unchanged.
    """
    try:
        yield
    except KnightsTourError:
        raise
    except (OSError, ValueError) as error:
        raise FormatError(f"{trouble}: {getattr(error, 'strerror', None) or error}") from error

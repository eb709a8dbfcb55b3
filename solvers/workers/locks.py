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
    """Return the path of a file in a user's folder."""
    if not str(expect(str | os.PathLike, folder, "folder")):
        raise FormatError("the name of the folder is empty: give a path", folder)
    return Path(folder) / name


def locked(path: Path) -> BaseFileLock:
    """Lock a file, so that no other process writes to it."""
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
    """Convert errors of paths and files to FormatError."""
    try:
        yield
    except KnightsTourError:
        raise
    except (OSError, ValueError) as error:
        raise FormatError(f"{trouble}: {getattr(error, 'strerror', None) or error}") from error

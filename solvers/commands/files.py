"""Read and write the files that a user names. A file is written completely or not at all; links and devices are kept."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from graphs.errors import FormatError
from graphs.formats import read_text
from graphs.formats.shared import text_of


def read_input(path: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    if not path:
        raise FormatError("the name of the file is empty: write a path, or - for standard input")
    if path != "-":
        return read_text(path)
    return "" if sys.stdin is None else text_of(sys.stdin.buffer, "standard input")


def check_writable(path: str | None) -> None:
    """Refuse a file that cannot be written; scripts call this before the work begins. None and `-` are good.

    Raises
    ------
    FormatError : the folder is missing, the path is a folder, there is no permission.
    """
    if path is None or path == "-":
        return
    if not path:
        raise FormatError("a file without a name cannot be written: write a path, or - for standard output", path)
    try:
        obstacle = _obstacle(path)
    except (OSError, ValueError) as error:  # a name that is too long, links that go in circles
        obstacle = getattr(error, "strerror", None) or str(error)
    if obstacle:
        raise FormatError(f"{path} cannot be written: {obstacle}", path)


def _obstacle(path: str) -> str:
    """Return why a file cannot be written, as far as can be seen without writing; empty if it can."""
    place = path
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            return "it is a folder"
    except FileNotFoundError:
        place = os.path.dirname(os.path.realpath(path))
        if path.endswith(os.sep):
            return "it is the name of a folder"
        if not os.path.isdir(place):
            return f"there is no folder {place}"
    return "" if os.access(place, os.W_OK) else "permission denied"


def prepare_folder(path: str) -> None:
    """Make a folder for files if it is missing; scripts call this before the work begins.

    Raises
    ------
    FormatError : it cannot be made, it is no folder, or there is no permission to write to it.
    """
    if not path:
        raise FormatError("the name of the folder is empty: write a path", path)
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        raise FormatError(f"the folder {path} cannot be made: {getattr(error, 'strerror', None) or error}", path) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise FormatError(f"the folder {path} cannot be written to: permission denied", path)


def write_text(path: str, text: str) -> None:
    """Write a text as `write_bytes` does; `-` is standard output.

    Raises
    ------
    FormatError : as `write_bytes`.
    """
    if path == "-":
        sys.stdout.write(text)
    else:
        write_bytes(path, text.encode())


def write_bytes(path: str, content: bytes) -> None:
    """Write a file.

    A plain file is replaced in one step, so that it never holds half of the text, and keeps its mode. What is not a plain
    file of the user's own (a device, a pipe, a file with several names) is written in place. A link stays a link.

    Raises
    ------
    FormatError : the file cannot be written; `exits` looks for a full disk as its cause.
    """
    check_writable(path)
    try:
        if _replaceable(path):
            _replace(os.path.realpath(path), content)
        else:
            Path(path).write_bytes(content)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror}", path) from error


def _replaceable(path: str) -> bool:
    """Return whether another file may take the place of this one, so that no one who holds it misses anything."""
    target = os.path.realpath(path)
    if not os.access(os.path.dirname(target), os.W_OK) or os.path.abspath(path).startswith(("/dev/", "/proc/")):
        return False
    try:
        found = os.stat(target)
    except FileNotFoundError:
        return not os.path.exists(path)
    own = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
    return own and stat.S_ISREG(found.st_mode) and found.st_nlink == 1


def _replace(target: str, content: bytes) -> None:
    folder, name = os.path.split(target)
    import tempfile

    with tempfile.TemporaryDirectory(prefix=".knights-tour-", dir=folder) as drafts:
        draft = Path(drafts, name)
        draft.write_bytes(content)
        if os.path.exists(target):
            draft.chmod(stat.S_IMODE(os.stat(target).st_mode))
        draft.replace(target)

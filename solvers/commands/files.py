"""Read and write the files that arguments name. A file is written completely or not at all."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from pathlib import Path

from graphs.errors import FormatError
from graphs.formats import read_text
from graphs.formats.texts import text_of


def read_input(path: str) -> str:
    """Return the text of a file.

    Parameters
    ----------
    path : str
        The file, or `-` for standard input.

    Returns
    -------
    str
        The text.

    Raises
    ------
    FormatError
        If the file cannot be read.
    """
    if not path:
        raise FormatError("the file name is empty: write a path, or - for standard input")
    if path != "-":
        return read_text(path)
    return "" if sys.stdin is None else text_of(sys.stdin.buffer, "standard input")


def check_writable(path: str | None) -> None:
    """Check, before the search, that a file can be written.

    Parameters
    ----------
    path : str or None
        The file. None (no file) and `-` (standard output) are always accepted.

    Raises
    ------
    FormatError
        If the folder of the file does not exist, the path is a folder, or permission is denied.
    """
    if path is None or path == "-":
        return
    if not path:
        raise FormatError("the file name is empty: write a path, or - for standard output", path)
    try:
        obstacle = _obstacle(path)
    except (OSError, ValueError) as error:  # the name is too long, or a link refers to itself
        obstacle = getattr(error, "strerror", None) or str(error)
    if obstacle:
        raise FormatError(f"{path} cannot be written: {obstacle}", path)


class OutputFile(str):
    """The name of a file that the command writes."""


def output_files(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """Return the files that the options of the type `parsing.output` name.

    Parameters
    ----------
    arguments : argparse.Namespace
        The parsed arguments.

    Returns
    -------
    list of tuple of (str, str)
        Each option, such as `--svg`, with its file. The value `-` is left out: it is standard output for at most one option of
        a command, and the terminal for `--watch`.
    """
    values = ((name, value if isinstance(value, list) else [value]) for name, value in vars(arguments).items())
    return [(f"--{name}", path) for name, paths in values for path in paths if isinstance(path, OutputFile) and path != "-"]


def check_distinct(*outputs: tuple[str, str]) -> None:
    """Check that no two outputs are written to the same file.

    Parameters
    ----------
    *outputs : tuple of (str, str)
        The name of each output, such as `--svg`, and its file.

    Raises
    ------
    FormatError
        If two files are the same, also if one of them is named by a link.
    """
    names: dict[str, str] = {}
    for name, path in outputs:
        file = os.path.realpath(path)
        if file in names:
            raise FormatError(f"{names[file]} and {name} would both write {path}: choose another file for one of them", path)
        names[file] = name


def _obstacle(path: str) -> str:
    """Return the reason why a file cannot be written, or an empty string if none is found. This check writes nothing."""
    place = path
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            return "it is a folder"
    except FileNotFoundError:
        place = os.path.dirname(os.path.realpath(path))
        if path.endswith(os.sep):
            return "it is the name of a folder"
        if not os.path.isdir(place):
            return f"folder {place} does not exist"
    return "" if os.access(place, os.W_OK) else "permission denied"


def prepare_folder(path: str) -> None:
    """Create a folder, if it is missing, before the search whose results it will contain.

    Parameters
    ----------
    path : str
        The folder.

    Raises
    ------
    FormatError
        If the folder cannot be created, if the path is not a folder, or if permission is denied.
    """
    if not path:
        raise FormatError("the name of the folder is empty: write a path, such as results", path)
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        raise FormatError(f"folder {path} cannot be created: {getattr(error, 'strerror', None) or error}", path) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise FormatError(f"folder {path} cannot be written: permission denied", path)


def write_text(path: str, text: str) -> None:
    """Write a text file.

    Parameters
    ----------
    path : str
        The file, or `-` for standard output.
    text : str
        The content.

    Raises
    ------
    FormatError
        If the file cannot be written.
    """
    if path == "-":
        sys.stdout.write(text)
    else:
        write_bytes(path, text.encode())


def write_bytes(path: str, content: bytes) -> None:
    """Write a file completely or not at all.

    Parameters
    ----------
    path : str
        The file.
    content : bytes
        The content.

    Raises
    ------
    FormatError
        If the file cannot be written. The cause of the error is an `OSError`, which shows whether the disk is full.

    Notes
    -----
    A regular file is replaced in one step, and its permissions are preserved. A symbolic link is preserved. Devices, pipes,
    files with several hard links and files of other users are written in place.
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
    """Return whether a new file can be moved to `path`. If not, the content must be written into the existing file."""
    target = os.path.realpath(path)
    if not os.access(os.path.dirname(target), os.W_OK) or os.path.abspath(path).startswith(("/dev/", "/proc/")):
        return False
    try:
        status = os.stat(target)
    except FileNotFoundError:
        return not os.path.exists(path)
    own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return own and stat.S_ISREG(status.st_mode) and status.st_nlink == 1


def _replace(target: str, content: bytes) -> None:
    folder, name = os.path.split(target)
    import tempfile

    with tempfile.TemporaryDirectory(prefix=".knights-tour-", dir=folder) as drafts:
        draft = Path(drafts, name)
        draft.write_bytes(content)
        if os.path.exists(target):
            draft.chmod(stat.S_IMODE(os.stat(target).st_mode))
        draft.replace(target)

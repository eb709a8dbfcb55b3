"""Read text files, and convert their lines and numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from graphs.errors import FormatError, KnightsTourError, expect

MOST_BYTES = 64 * 2**20
"""Maximum size of a text file, in bytes."""


def read_text(path: str | Path) -> str:
    """Return the text of a file, with line ends `\\n`.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.

    Returns
    -------
    str
        The text.

    Raises
    ------
    FormatError
        If the file cannot be read, is larger than 64 MiB, or is not UTF-8 text.
    """
    try:
        with open(path, "rb") as file:  # not Path(path): that drops the final slash of a folder's name
            return read_file_text(file, path)
    except FormatError:
        raise
    except (OSError, ValueError, TypeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path!s:.300} cannot be read: {reason}", path) from None


@contextmanager
def reading_json(text: str | bytes, fault: str) -> Iterator[Any]:
    """Parse JSON, and convert errors in the `with` block to FormatError."""
    try:
        yield json.loads(text)
    except (KnightsTourError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        why = error if isinstance(error, KnightsTourError) else "it does not have the expected fields"
        raise FormatError(f"{fault}: {why}", text) from None


def read_file_text(file: BinaryIO, name: str | Path) -> str:
    """Decode an open UTF-8 file, with line ends `\\n`.

    FormatError, with `name`, is raised if the file is too large or not UTF-8.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FormatError(f"{name} is too large: a text file may have at most {MOST_BYTES // 2**20} MiB", name)
    try:
        return _plain_ends(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FormatError(f"{name} is not UTF-8 text", name) from None


def read_numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, from 1."""
    return enumerate(_plain_ends(expect(str, text, "text")).split("\n"), 1)


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def whole_number(word: str, what: str = "a vertex number", line: int | None = None) -> int:
    """Convert a string of digits to an integer.

    Parameters
    ----------
    word : str
        The word.
    what : str, optional
        Meaning of the number, for the error message.
    line : int, optional
        Number of the line, for the error message.

    Returns
    -------
    int
        The number.

    Raises
    ------
    FormatError
        If the word is not 1 to 18 digits from 0 to 9.
    """
    if not (word.isascii() and word.isdigit() and len(word) <= 18):
        where = "" if line is None else f"line {line}: "
        raise FormatError(f"{where}{word[:40]!r} is invalid as {what}: write a number of at most 18 digits", word)
    return int(word)

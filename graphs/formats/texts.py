"""Functions that read the text of files, its lines and its numbers.

All functions run in linear time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from graphs.errors import FormatError, KnightsTourError, expect

MOST_BYTES = 64 * 2**20
"""Maximum size of a file in bytes. Without this limit, reading a device such as /dev/zero would never end."""


def read_text(path: str | Path) -> str:
    """Return the text of a file, with all line ends converted to `\\n`.

    Parameters
    ----------
    path : str or pathlib.Path
        The path of the file.

    Returns
    -------
    str
        The text.

    Raises
    ------
    FormatError
        If the file does not exist, is a directory, cannot be read, is larger than 64 MiB, or is not UTF-8 text.
    """
    try:
        with open(path, "rb") as file:  # not Path(path): that drops the final slash of a folder's name
            return text_of(file, path)
    except FormatError:
        raise
    except (OSError, ValueError, TypeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path!s:.300} cannot be read: {reason}", path) from None


@contextmanager
def reading_json(text: str | bytes, fault: str) -> Iterator[Any]:
    """Parse a JSON text for a `with` block, and convert errors in the block to a `FormatError`.

    Parameters
    ----------
    text : str or bytes
        The JSON text.
    fault : str
        The text that precedes the reason in the error message.

    Yields
    ------
    object
        The parsed document.

    Raises
    ------
    FormatError
        If the text is not JSON, or if the block raises an error because of the content of the document.
    """
    try:
        yield json.loads(text)
    except (KnightsTourError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        why = error if isinstance(error, KnightsTourError) else "it does not have the expected fields"
        raise FormatError(f"{fault}: {why}", text) from None


def text_of(file: BinaryIO, name: str | Path) -> str:
    """Return the text of an open file, with all line ends converted to `\\n`.

    Parameters
    ----------
    file : binary file
        The file, opened for reading bytes.
    name : str or pathlib.Path
        The name of the file in error messages.

    Returns
    -------
    str
        The text.

    Raises
    ------
    FormatError
        If the file is larger than 64 MiB, or is not UTF-8 text.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FormatError(f"{name} is too large: a text file may have at most {MOST_BYTES // 2**20} MiB", name)
    try:
        return _plain_ends(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FormatError(f"{name} is not UTF-8 text", name) from None


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Return an iterator over the lines of a text and their numbers.

    Parameters
    ----------
    text : str
        The text. A line ends with `\\n`, `\\r\\n` or `\\r`.

    Returns
    -------
    iterator of tuple
        Pairs of a line number, counted from 1, and the line.

    Examples
    --------
    >>> list(numbered_lines("a\\r\\nb"))
    [(1, 'a'), (2, 'b')]
    """
    return enumerate(_plain_ends(expect(str, text, "text")).split("\n"), 1)


def text_below(number: int, text: str) -> str:
    """Return the part of a text below a line.

    Parameters
    ----------
    number : int
        The number of the line, counted from 1 as in `numbered_lines`.
    text : str
        The text.

    Returns
    -------
    str
        The lines below it, each of which ends with `\\n`, except possibly the last one.

    Examples
    --------
    >>> text_below(1, "a\\r\\nb\\rc")
    'b\\nc'
    """
    return "".join(_plain_ends(text).split("\n", number)[number:])


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def whole_number(word: str, what: str = "a vertex number", line: int | None = None) -> int:
    """Convert a word that consists of digits to an integer.

    Parameters
    ----------
    word : str
        The word.
    what : str, optional
        The meaning of the number, for the error message.
    line : int, optional
        The number of the line for the error message.

    Returns
    -------
    int
        The number.

    Raises
    ------
    FormatError
        If the word has a character other than the digits 0 to 9, is empty, or has more than 18 digits.

    Examples
    --------
    >>> whole_number("42")
    42
    """
    if not (word.isascii() and word.isdigit() and len(word) <= 18):
        where = "" if line is None else f"line {line}: "
        raise FormatError(f"{where}{word[:40]!r} is invalid as {what}: write a number of at most 18 digits", word)
    return int(word)

"""What all readers share: the text of a file, and the whole numbers in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from graphs.errors import FormatError

__all__ = ["read_text", "text_of", "whole_number", "whole_numbers"]

MOST_BYTES = 64 * 2**20
"""What is read of one file: a device that never ends is no board."""
_NUMBER = re.compile(r"[0-9]+")


def read_text(path: str | Path) -> str:
    """Return the text of a file.

    Raises
    ------
    FormatError : the file does not exist, is a directory, may not be read, is too large, or is not UTF-8 text.
    """
    try:
        with Path(path).open("rb") as file:
            return text_of(file, path)
    except FormatError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path} cannot be read: {reason}", path) from None


def text_of(file: BinaryIO, name: str | Path) -> str:
    """Return the text of an open file, with the line ends of Unix; `name` stands in the messages.

    Raises
    ------
    FormatError : it holds more than 64 MiB, or is not text.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FormatError(f"{name} is too large: at most {MOST_BYTES // 2**20} MiB of text are read", name)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise FormatError(f"{name} is not text: UTF-8 text is needed", name) from None


def whole_number(word: str, what: str = "a vertex number") -> int:
    """Return the number that a word spells in the digits 0 to 9.

    Raises
    ------
    FormatError : the word is no number, or has more than 18 digits.

    Examples
    --------
    >>> whole_number("42")
    42
    """
    if not _NUMBER.fullmatch(word) or len(word) > 18:
        raise FormatError(f"{word[:40]!r} stands where {what} should be", word)
    return int(word)


def whole_numbers(words: Iterable[str]) -> list[int]:
    """Return the numbers of a TSPLIB section, which ends with `-1` or `EOF`.

    Raises
    ------
    FormatError : a word before the end is no number.

    Examples
    --------
    >>> whole_numbers(["3", "1", "2", "-1", "EOF"])
    [3, 1, 2]
    """
    numbers = []
    for word in words:
        if word in ("-1", "EOF"):
            break
        numbers.append(whole_number(word))
    return numbers

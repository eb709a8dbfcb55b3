"""What all readers share: the text of a file, and the whole numbers in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from graphs.errors import FormatError

__all__ = ["read_text", "whole_number", "whole_numbers"]

_NUMBER = re.compile(r"[0-9]+")


def read_text(path: str | Path) -> str:
    """Return the text of a file.

    Raises
    ------
    FormatError : the file does not exist, is a directory, may not be read, or is not UTF-8 text.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError(f"{path} is not text: a file of UTF-8 text is needed", path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path} cannot be read: {reason}", path) from None


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

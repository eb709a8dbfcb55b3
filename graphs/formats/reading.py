"""What the readers of all formats share: the text of a file, and whole numbers in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from graphs.errors import FormatError

__all__ = ["read_text", "whole_number", "whole_numbers"]

_NUMBER = re.compile(r"[0-9]+")


def read_text(path: str | Path) -> str:
    """The text of a file.

    Raises
    ------
    FormatError : there is no such file, it is a directory, it may not be read, or it is not text.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError(f"{path} is not text: a file of UTF-8 text is needed", path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path} cannot be read: {reason}", path) from None


def whole_number(word: str, what: str = "a vertex number") -> int:
    """The number that a word is.

    Raises
    ------
    FormatError : it is none, or has more than 18 digits.
    """
    if not _NUMBER.fullmatch(word) or len(word) > 18:
        raise FormatError(f"{word[:40]!r} stands where {what} should be", word)
    return int(word)


def whole_numbers(words: Iterable[str]) -> list[int]:
    """The numbers up to the end of a TSPLIB section, `-1` or `EOF`."""
    numbers = []
    for word in words:
        if word in ("-1", "EOF"):
            break
        numbers.append(whole_number(word))
    return numbers

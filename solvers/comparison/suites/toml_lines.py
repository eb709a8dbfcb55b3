"""The line of a TOML text on which a key stands, for messages: Python's reader of TOML does not keep it."""

from __future__ import annotations

import re
from itertools import pairwise

__all__ = ["line_of_key"]

_LONG_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"""|' + r"'''.*?'''", re.DOTALL)


def line_of_key(text: str, key: str, tables: str, number: int | None) -> int | None:
    """Return the line, from 1, on which a table sets a key; None if it cannot be found.

    Parameters
    ----------
    text : a TOML text without errors.
    key : the key. Where the table lacks it, the line of the header of the table is returned.
    tables, number : which of the tables `[[tables]]`, from 0; None for the top of the text, where a key may also be the header
        of a table.

    Examples
    --------
    >>> text = "a = 1\\n[[parts]]\\na = 2\\n[[parts]]\\nb = 3\\n"
    >>> line_of_key(text, "a", "parts", None), line_of_key(text, "a", "parts", 0), line_of_key(text, "a", "parts", 1)
    (1, 3, 4)
    """
    setting = re.compile(rf"\s*(\[\[?\s*)?[\"']?{re.escape(key)}[\"']?\s*[=\]]")
    lines = _LONG_TEXT.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")
    headers = [place for place, line in enumerate(lines) if re.match(rf"\s*\[\[\s*{tables}\s*\]\]", line)]
    parts = [(0, len(lines))] if number is None else list(pairwise([*headers, len(lines)]))[number : number + 1]
    for first, end in parts:
        found = next((place for place in range(first, end) if setting.match(lines[place])), None if number is None else first)
        return None if found is None else found + 1
    return None

"""Tables that fit a terminal: a table that is too wide is continued below itself, and no cell is ever cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["Sheet", "folded", "rendered"]

GAP = 2
"""Spaces between two columns."""
LEAST_ROOM = 16
"""Letters of the names of rows that always stand on one line."""


@dataclass(frozen=True)
class Sheet:
    """What a table says, before it is laid out.

    Attributes
    ----------
    title : the question that the table answers.
    columns : the heads, which may have several lines.
    rows : the name of each row and its cells, one for each of the other columns.
    notes : the abbreviations and what they mean, which stand below the table.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[tuple[str, str]] = ()


def rendered(sheet: Sheet, width: int) -> RenderableType:
    """Return a sheet as one table, or as several below one another, each with the names of the rows.

    Parameters
    ----------
    width : the columns of the terminal, 40 at least.
    """
    from rich.console import Group
    from rich.text import Text

    columns = list(zip(sheet.columns, *sheet.rows, strict=True))
    widths = [max(map(_width, column)) for column in columns]
    room = _room(widths, width)
    names = [folded(name, room) for name in columns[0]]
    parts: list[RenderableType] = [Text(sheet.title, style="bold")]
    for chunk in _even_chunks(widths[1:], width - max(map(_width, names))):
        parts += [Text(""), _table([names, *(columns[place + 1] for place in chunk)])]
    if sheet.notes:
        parts += [Text(""), _legend(sheet.notes)]
    return Group(*parts)


def folded(name: str, room: int) -> str:
    """Return a name in lines of at most `room` letters, which end after a hyphen, a space or a slash.

    Examples
    --------
    >>> print(folded("warnsdorff-backtracking-compiled tie_break=roth", 22))
    warnsdorff-
     backtracking-compiled
     tie_break=roth
    """
    if len(name) <= room:
        return name
    lines = [""]
    for part in re.findall(r"[^-\s/]*[-\s/]|[^-\s/]+", name):
        if len((lines[-1] + part).rstrip()) > room:
            lines.append(" ")
        while len((lines[-1] + part).rstrip()) > room:  # a word longer than a line
            cut = room - len(lines[-1])
            lines[-1:] = [lines[-1] + part[:cut], " "]
            part = part[cut:]
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _width(text: str) -> int:
    return max(map(len, text.split("\n")))


def _room(widths: Sequence[int], width: int) -> int:
    """Return the most letters for the names of the rows with which the table has the fewest parts."""
    rooms = range(widths[0], min(widths[0], LEAST_ROOM) - 1, -1)
    return min(rooms, key=lambda room: len(list(_chunks(widths[1:], width - room))))


def _even_chunks(widths: Sequence[int], width: int) -> list[list[int]]:
    """Return the fewest chunks that fit the width, as even as they can be in this order."""
    found = list(_chunks(widths, width))
    while width > 0 and len(narrower := list(_chunks(widths, width - 1))) == len(found):
        found, width = narrower, width - 1
    return found


def _chunks(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """Yield the places of the columns that stand side by side, as many as fit the width."""
    chunk: list[int] = []
    for place, _ in enumerate(widths):
        if chunk and sum(GAP + widths[each] for each in [*chunk, place]) > width:
            yield chunk
            chunk = []
        chunk.append(place)
    yield chunk


def _table(columns: Sequence[Sequence[str]]) -> Table:
    """Return the table; its texts are no markup, for a name may hold brackets."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0), header_style="")
    for number, (head, *_) in enumerate(columns):
        table.add_column(Text(head), justify="right" if number else "left", no_wrap=True, vertical="top")
    for row in list(zip(*columns, strict=True))[1:]:
        table.add_row(*map(Text, row))
    return table


def _legend(notes: Sequence[tuple[str, str]]) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, meaning in notes:
        grid.add_row(Text(name, style="dim"), Text(meaning, style="dim"))
    return grid

"""Tables that fit a terminal: long names are folded, and no cell is ever cut."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvers.comparison.packages import check_packages

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["FORMATS", "NO_VALUE", "Sheet", "folded", "rendered", "rows_of", "written"]

NO_VALUE = "–"
"""What a cell shows where there is no value."""
FORMATS = ("markdown", "latex", "csv")
"""How a table can be written."""
GAP = 2
"""Spaces between two columns."""
LEAST_ROOM = 12
"""Letters that a line of the name of a row has at least."""


@dataclass(frozen=True)
class Sheet:
    """What a table says, before it is laid out.

    Attributes
    ----------
    title : the question that the table answers; empty for none.
    columns : the heads, which may have several lines.
    rows : the name of each row and its cells, one for each of the other columns.
    notes : the abbreviations and what they mean, which stand below the table.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[tuple[str, str]] = ()


def rows_of(names: Iterable[Any], columns: Sequence[Any], cells: Mapping[Any, str]) -> list[list[str]]:
    """Return the rows of a sheet, each its name and its cells, from the texts of cells by row and column.

    Examples
    --------
    >>> rows_of(["a", "b"], ["x", "y"], {("a", "x"): "1", ("b", "y"): "2"})
    [['a', '1', '–'], ['b', '–', '2']]
    """
    return [[str(name), *(cells.get((name, column), NO_VALUE) for column in columns)] for name in names]


def rendered(sheet: Sheet, width: int) -> RenderableType:
    """Return a sheet as a table. Its texts are no markup, for a name may hold brackets.

    Parameters
    ----------
    width : the columns of the terminal, 40 at least. Names take what the cells leave; where that is too little, cells fold.
    """
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    cells = list(zip(*(row[1:] for row in [sheet.columns, *sheet.rows]), strict=True))
    widths = [max(len(line) for cell in column for line in cell.split("\n")) for column in cells]
    room = max(LEAST_ROOM, width - sum(GAP + each for each in widths))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0), header_style="")
    for number, head in enumerate(sheet.columns):
        table.add_column(Text(head), justify="right" if number else "left", vertical="top", overflow="fold")
    for name, *others in sheet.rows:
        table.add_row(Text(folded(name, room)), *map(Text, others))
    notes = Table.grid(padding=(0, GAP, 0, 0))
    notes.add_column(no_wrap=True)
    notes.add_column(overflow="fold")
    for note in sheet.notes:
        notes.add_row(*(Text(text, style="dim") for text in note))
    parts: list[RenderableType] = [*([Text(sheet.title, style="bold"), Text("")] if sheet.title else []), table]
    if sheet.notes:
        parts += [Text(""), notes]
    return Group(*parts)


def written(sheet: Sheet, form: str) -> str:
    """Return a sheet for a paper, without its notes.

    Parameters
    ----------
    form : one of `FORMATS`. LaTeX needs the package booktabs, and jinja2 here.

    Examples
    --------
    >>> print(written(Sheet("", ["name", "open\\nof 2"], [["a", "1"], ["b", "2"]]), "markdown"), end="")
    | name | open of 2 |
    | :--- | ---: |
    | a | 1 |
    | b | 2 |
    """
    import pandas as pd

    heads, *rows = ([" ".join(cell.split()) for cell in row] for row in [sheet.columns, *sheet.rows])
    if form == "markdown":
        lines = [heads, [":---", *["---:"] * (len(heads) - 1)], *rows]
        return "".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |\n" for line in lines)
    frame = pd.DataFrame(rows, columns=heads)
    if form == "csv":
        return frame.to_csv(index=False)
    check_packages("tables in LaTeX", ["jinja2"])
    style = frame.style.format(escape="latex").format_index(escape="latex", axis=1).hide(axis="index")
    return style.to_latex(hrules=True, column_format="l" + "r" * (len(heads) - 1))


def folded(name: str, room: int) -> str:
    """Return a name in lines of at most `room` letters, which end after a hyphen or a space.

    Examples
    --------
    >>> print(folded("warnsdorff-backtracking-compiled tie_break=roth", 22))
    warnsdorff-
     backtracking-compiled
     tie_break=roth
    """
    return textwrap.fill(name, room, subsequent_indent=" ")

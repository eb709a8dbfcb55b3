"""Layout of tables: for a terminal, where long names are folded and no cell is cut, as Markdown and LaTeX; numbers as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["NO_VALUE", "Sheet", "count_text", "folded", "latex", "markdown", "number_text", "rendered", "seconds_text"]

NO_VALUE = "–"
"""Cell without a value."""
GAP = 2
"""Spaces between two columns."""
LEAST_ROOM = 12
"""Fewest characters of a line of a row's name."""
NUMBER = re.compile(r"\d+(\.\d+)?")
LATEX = {each: rf"\{each}" for each in "&%$#_{}"}
LATEX |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", NO_VALUE: "--"}


@dataclass(frozen=True)
class Sheet:
    """The content of a table.

    Attributes
    ----------
    title : str
        The title; it may be empty.
    columns : sequence of str
        The heads, which may have several lines.
    rows : sequence of sequence of str
        The name of each row, and its cells.
    notes : sequence of tuple of str
        Abbreviations and their meanings.
    apart : int
        The number of rows at the end that a line sets apart.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[tuple[str, str]] = ()
    apart: int = 0


def rendered(sheet: Sheet, width: int) -> RenderableType:
    """Return a sheet as a table of a terminal.

    Parameters
    ----------
    sheet : Sheet
        The content. Brackets in it are not markup.
    width : int
        The columns of the terminal, at least 40. Names get the space that the cells leave; if that is too little, cells fold.
    """
    from rich.box import Box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    cells = list(zip(*(row[1:] for row in [sheet.columns, *sheet.rows]), strict=True))
    widths = [max(len(line) for cell in column for line in cell.split("\n")) for column in cells]
    room = max(LEAST_ROOM, width - sum(GAP + each for each in widths))
    box = Box("    \n" * 2 + " ── \n" + "    \n" + " ── \n" * 2 + "    \n" * 2)
    table = Table(box=box, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0), header_style="")
    for number, head in enumerate(sheet.columns):
        table.add_column(Text(head), justify="right" if number else "left", vertical="top", overflow="fold")
    for number, (name, *others) in enumerate(sheet.rows, 1):
        table.add_row(Text(folded(name, room)), *map(Text, others), end_section=number == len(sheet.rows) - sheet.apart)
    parts: list[RenderableType] = [*([Text(sheet.title, style="bold"), Text("")] if sheet.title else []), table]
    if sheet.notes:
        indent = GAP + max(len(name) for name, _ in sheet.notes)
        notes = (fill(f"{name:{indent}}{meaning}", width, subsequent_indent=indent * " ") for name, meaning in sheet.notes)
        parts += [Text(""), Text("\n".join(notes), style="dim")]
    return Group(*parts)


def markdown(sheet: Sheet) -> str:
    """Return a sheet as Markdown.

    Examples
    --------
    >>> print(markdown(Sheet("Part", ["name", "open\\nof 2"], [["a", "1"], ["b", "2"]])), end="")
    ### Part
    <BLANKLINE>
    | name | open of 2 |
    | :--- | ---: |
    | a | 1 |
    | b | 2 |
    """
    heads, *rows = _one_line_cells(sheet)
    lines = [heads, [":---", *["---:"] * (len(heads) - 1)], *rows]
    table = "".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |\n" for line in lines)
    notes = "".join(f"- {name}: {meaning}\n" for name, meaning in sheet.notes)
    return f"### {sheet.title}\n\n" * bool(sheet.title) + table + f"\n{notes}" * bool(notes)


def latex(sheet: Sheet) -> str:
    """Return a sheet as a table of LaTeX, which needs the packages booktabs and siunitx.

    Parameters
    ----------
    sheet : Sheet
        The content. Columns of numbers without units are aligned at the decimal marker. The title is in the caption and the
        label.
    """
    heads, *rows = _one_line_cells(sheet)
    formats = "".join(map(_latex_format, [*zip(*rows, strict=True)][1:]))
    lines = [_latex_row(row) for row in rows]
    if sheet.apart:
        lines.insert(-sheet.apart, r"\midrule")
    caption = _latex(f"Comparison of solvers. {sheet.title}".strip())
    label = "-".join(["tab:comparison", *re.findall(r"\w+", sheet.title)])
    notes = _latex("; ".join(f"{name}: {meaning}" for name, meaning in sheet.notes))
    return rf"""% needs \usepackage{{booktabs,siunitx}}
\begin{{table}}
\centering
\caption{{{caption}}}
\label{{{label}}}
\begin{{tabular}}{{l{formats}}}
\toprule
{_latex_row(heads)}
\midrule
{chr(10).join(lines)}
\bottomrule
\end{{tabular}}

\smallskip{{\footnotesize {notes}.\par}}
\end{{table}}
"""


def _one_line_cells(sheet: Sheet) -> list[list[str]]:
    return [[" ".join(cell.split()) for cell in row] for row in [sheet.columns, *sheet.rows]]


def _latex(text: str) -> str:
    return "".join(LATEX.get(each, each) for each in text)


def _latex_row(cells: Iterable[str]) -> str:
    """Return a row; braces keep a cell that is not a number from being aligned as one."""
    return " & ".join(cell if NUMBER.fullmatch(cell) else f"{{{_latex(cell)}}}" for cell in cells) + r" \\"


def _latex_format(cells: Sequence[str]) -> str:
    """Return the type of a column: aligned numbers if most cells are numbers, else text."""
    parts = [each.split(".") for each in cells if NUMBER.fullmatch(each)]
    if 2 * len(parts) <= len(cells):
        return "l"
    whole, decimals = (max(len(each[place]) if len(each) > place else 0 for each in parts) for place in (0, 1))
    return f"S[table-format={whole}.{decimals}]"


def folded(name: str, room: int) -> str:
    """Return a name in lines of at most `room` letters, which end after a hyphen or a space.

    Examples
    --------
    >>> print(folded("warnsdorff-backtracking-compiled tie_break=roth", 22))
    warnsdorff-
     backtracking-compiled
     tie_break=roth
    """
    return fill(name, room, subsequent_indent=" ")


def seconds_text(seconds: float, low: float = nan, high: float = nan) -> str:
    """Format a time with its unit, ms or s.

    Parameters
    ----------
    seconds : float
        Time in seconds; NaN gives "–".
    low, high : float, optional
        Bounds of its confidence interval, printed on a second line if given.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> [seconds_text(each) for each in (0.00003, 0.00031, 0.012, 0.1234, 1.2345, 83.21, 4321.0, nan)]
    ['0.03 ms', '0.31 ms', '12 ms', '123 ms', '1.23 s', '83.2 s', '4,321 s', '–']
    >>> seconds_text(0.012, 0.0098, 0.0151)
    '12 ms\\n[9.8–15]'
    """
    return (
        _with_unit([seconds, low, high], "s", 3)
        if seconds >= 0.9995
        else _with_unit([1000 * each for each in (seconds, low, high)], "ms")
    )


def count_text(count: float, low: float = nan, high: float = nan) -> str:
    """Return a number with its interval, if there is one.

    Examples
    --------
    >>> count_text(64, 49, 100), count_text(12345.5), count_text(nan)
    ('64\\n[49–100]', '12,346', '–')
    """
    return _with_unit([count, low, high])


def _with_unit(numbers: Sequence[float], unit: str = "", digits: int = 2) -> str:
    """Return a number with its unit, and on a second line its interval in the same unit, from the number and its ends."""
    value, low, high = (number_text(each, digits) for each in numbers)
    return value if value == NO_VALUE else f"{value} {unit}".rstrip() + f"\n[{low}–{high}]" * (low != NO_VALUE)


def number_text(value: float, digits: int = 3) -> str:
    """Return a number with at least `digits` digits.

    Examples
    --------
    >>> number_text(1234.6), number_text(100), number_text(0.0001234), number_text(nan)
    ('1,235', '100', '0.000123', '–')
    """
    return NO_VALUE if not isfinite(value) else f"{value:,.0f}" if value >= 99.5 else f"{value:.{digits}g}"

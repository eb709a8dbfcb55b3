"""Tables as text, Markdown and LaTeX, and numbers as text. In text tables, long names are folded, but not cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

NO_VALUE = "–"
"""Text of a cell without a value."""
GAP = 2
"""Number of spaces between two columns."""
LEAST_ROOM = 12
"""Minimum width of the first column, which contains the names of the rows, in characters."""
NUMBER = re.compile(r"\d+(\.\d+)?")
LATEX = {each: rf"\{each}" for each in "&%$#_{}"}
LATEX |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", NO_VALUE: "--"}


@dataclass(frozen=True)
class Sheet:
    """The content of a table.

    Attributes
    ----------
    title : str
        The title, which may be empty.
    columns : sequence of str
        The headers of the columns. A header may have several lines.
    rows : sequence of sequence of str
        For each row, its name followed by its cells.
    notes : sequence of tuple of str
        Pairs of an abbreviation in the table and its meaning.
    apart : int
        Number of rows at the end of the table that a line separates from the rows above.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[tuple[str, str]] = ()
    apart: int = 0


def render(sheet: Sheet, width: int) -> RenderableType:
    """Return the content of a table in a form that rich prints in a terminal.

    Parameters
    ----------
    sheet : Sheet
        The content. Brackets in it are not markup.
    width : int
        The width of the terminal in characters, at least 40. Names of rows are folded so that the table has this width, but the
        column of the names has at least `LEAST_ROOM` characters. If the table is still too wide, the cells are also folded.

    Returns
    -------
    rich.console.RenderableType
        The title, the table and the notes.
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
        table.add_row(Text(fold(name, room)), *map(Text, others), end_section=number == len(sheet.rows) - sheet.apart)
    parts: list[RenderableType] = [*([Text(sheet.title, style="bold"), Text("")] if sheet.title else []), table]
    if sheet.notes:
        indent = GAP + max(len(name) for name, _ in sheet.notes)
        notes = (fill(f"{name:{indent}}{meaning}", width, subsequent_indent=indent * " ") for name, meaning in sheet.notes)
        parts += [Text(""), Text("\n".join(notes), style="dim")]
    return Group(*parts)


def markdown(sheet: Sheet) -> str:
    """Return the content of a table as Markdown.

    Parameters
    ----------
    sheet : Sheet
        The content.

    Returns
    -------
    str
        The heading, the table, and a list of notes.

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
    """Return the content of a table as LaTeX, which needs the packages booktabs and siunitx.

    Parameters
    ----------
    sheet : Sheet
        The content. Columns of numbers without units are aligned at the decimal marker. The caption of the LaTeX table is
        "Comparison of solvers.", followed by the title of the sheet. The label is "tab:comparison", followed by the same title.

    Returns
    -------
    str
        The LaTeX source.
    """
    heads, *rows = _one_line_cells(sheet)
    formats = "".join(map(_latex_format, [*zip(*rows, strict=True)][1:]))
    lines = [_latex_row(row) for row in rows]
    if sheet.apart:
        lines.insert(-sheet.apart, r"\midrule")
    caption = _latex(f"Comparison of solvers. {sheet.title}".strip())
    label = "-".join(["tab:comparison", *re.findall(r"\w+", sheet.title)])
    notes = _latex("; ".join(f"{name}: {meaning}" for name, meaning in sheet.notes))
    below = f"\n\\smallskip{{\\footnotesize {notes}.\\par}}\n" if notes else ""
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
{below}\end{{table}}
"""


def _one_line_cells(sheet: Sheet) -> list[list[str]]:
    return [[" ".join(cell.split()) for cell in row] for row in [sheet.columns, *sheet.rows]]


def _latex(text: str) -> str:
    return "".join(LATEX.get(each, each) for each in text)


def _latex_row(cells: Iterable[str]) -> str:
    """Return a row as LaTeX. Cells that are not numbers are in braces, so that they are not aligned as numbers."""
    return " & ".join(cell if NUMBER.fullmatch(cell) else f"{{{_latex(cell)}}}" for cell in cells) + r" \\"


def _latex_format(cells: Sequence[str]) -> str:
    """Return the LaTeX type of a column: aligned numbers if most cells are numbers, otherwise text."""
    parts = [each.split(".") for each in cells if NUMBER.fullmatch(each)]
    if 2 * len(parts) <= len(cells):
        return "l"
    whole, decimals = (max(len(each[place]) if len(each) > place else 0 for each in parts) for place in (0, 1))
    return f"S[table-format={whole}.{decimals}]"


def fold(name: str, room: int) -> str:
    """Return a name folded into lines that end after a hyphen or a space.

    Parameters
    ----------
    name : str
        The name.
    room : int
        The maximum length of a line.

    Returns
    -------
    str
        The lines, joined by newlines. All lines except the first begin with a space.

    Examples
    --------
    >>> print(fold("warnsdorff-backtracking-compiled tie_break=roth", 22))
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
        Bounds of the confidence interval of the time. If given, they are on a second line.

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
    if seconds >= 0.9995:
        return count_text(seconds, low, high, "s", 3)
    return count_text(1000 * seconds, 1000 * low, 1000 * high, "ms")


def count_text(count: float, low: float = nan, high: float = nan, unit: str = "", digits: int = 2) -> str:
    """Format a number, with its unit and its confidence interval if they are given.

    Parameters
    ----------
    count : float
        The number; NaN gives "–".
    low, high : float, optional
        Bounds of the confidence interval of the number. If given, they are on a second line.
    unit : str, optional
        The unit.
    digits : int, optional
        The number of significant digits, as in `number_text`.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> count_text(64, 49, 100), count_text(12345.5), count_text(nan)
    ('64\\n[49–100]', '12,346', '–')
    """
    value, least, most = (number_text(each, digits) for each in (count, low, high))
    return value if value == NO_VALUE else f"{value} {unit}".rstrip() + f"\n[{least}–{most}]" * (least != NO_VALUE)


def number_text(value: float, digits: int = 3) -> str:
    """Format a number with some significant digits.

    Parameters
    ----------
    value : float
        The number.
    digits : int, optional
        The number of significant digits of a number below 99.5. Larger numbers are rounded to integers.

    Returns
    -------
    str
        The text, or "–" if the number is not finite.

    Examples
    --------
    >>> number_text(1234.6), number_text(100), number_text(0.0001234), number_text(nan)
    ('1,235', '100', '0.000123', '–')
    """
    return NO_VALUE if not isfinite(value) else f"{value:,.0f}" if value >= 99.5 else f"{value:.{digits}g}"

"""The main table of a comparison, as text, Markdown and LaTeX, and numbers as text. Long names are folded, but not cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import inf, isnan
from textwrap import fill
from typing import Any

from graphs.text import plural
from solvers.comparison.report.summary import LEVEL, STATISTICS, Summary

NO_VALUE = "–"
"""Text of a cell without a value."""
GAP = 2
"""Number of spaces between two columns, or one if a name would otherwise be folded."""
LEAST_ROOM = 12
"""Minimum width of the first column, which contains the names of the rows, in characters."""
LONG = 16
"""Number of rows from which onwards no empty line follows a table, so that a report fits on a screen."""
MOST_LETTERS = 6
"""Maximum number of letters in a compact letter display. If more are needed, the table lists the rows that differ instead."""
LATEX = {each: rf"\{each}" for each in "&%$#_{}"}
LATEX |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", NO_VALUE: "--", "∞": r"$\infty$"}
LATEX |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "-": "{-}", "`": r"\textasciigrave{}", '"': "''"}
MARKDOWN = {each: rf"\{each}" for each in r"\`*_[]<|~&"}
"""Characters with a meaning in Markdown, which a backslash takes away."""


@dataclass(frozen=True)
class TableSheet:
    """The content of a table."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[tuple[str, str]] = ()
    apart: int = 0


def main_table_sheet(summary: Summary, *, intervals: bool = False) -> TableSheet:
    """Return the main table, with ranked competitors first."""
    figures, rows = summary.figures, summary.figures.to_dict("records")
    letters: dict[Any, str] = figures["letters"].to_dict()
    if by_row := len(set().union(*letters.values())) > MOST_LETTERS:
        letters = _rows_that_differ(summary)
    columns = {
        f"{kind}\nof {count:,}": [_share(of[f"{kind} solved"], of[f"{kind} problems"], count) for of in rows]
        for kind, count in summary.kinds.items()
    }
    if (figures["unconfirmed"] > 0).any():
        columns["uncon-\nfirmed"] = [_share(of["unconfirmed"], 1, 1) for of in rows]
    limit = summary.runs["time_limit"].max()
    ends = ("", " low", " high") if intervals else ("",)
    values = {name: figures[[name + end for end in ends]].to_numpy(float).tolist() for name in STATISTICS}
    for head, name in (("PAR2", "PAR2 [s]"), ("median", "median time [s]")):
        columns[head] = [_time(*each, limit=limit) for each in values[name]]
    if intervals:
        columns["median\nnodes"] = [count_text(*each) for each in values["median nodes"]]
    if (figures["only it"] > 0).any():
        columns["only\nit"] = ["" if isnan(each) else f"{each:.0f}" for each in figures["only it"]]
    columns["mean\nrank"] = [_rank(of, sum(summary.kinds.values())) for of in rows]
    if any(letters.values()):
        columns["differs" if by_row else "letters"] = [letters.get(name, "") for name in figures.index]
    names = [f"{number} {name}" if by_row and name in letters else name for number, name in enumerate(figures.index, 1)]
    cells = [list(row) for row in zip(names, *columns.values(), strict=True)]
    apart = sum(of["role"] != "ranked" for of in rows)
    notes = _notes(summary, " ".join(columns), intervals)
    return TableSheet(summary.title, ["competitor", *columns], cells, notes, apart)


def _rank(of: dict[Any, Any], problems: int) -> str:
    """Return a competitor's mean rank, or why there is none."""
    if of["role"] in ("partial", "published"):
        return f"{of['problems']:,} of {problems:,}"
    return f"{of['rank']:.1f}" if of["role"] == "ranked" else "wrong" * (of["role"] == "wrong")


def _time(*seconds: float, limit: float) -> str:
    """Format a time. An infinite time is above the limit."""
    return f"> {seconds_text(limit)}" if seconds[0] == inf and not isnan(limit) else seconds_text(*seconds)


def _notes(summary: Summary, heads: str, intervals: bool) -> list[tuple[str, str]]:
    """Return the notes below the main table with headings `heads`."""
    roles, figures, tests, least = {*summary.figures["role"]}, summary.figures, len(summary.tests), summary.least
    shares = " (by the share of solved runs)" * bool((figures["solved"] % 1 > 1e-9).any())
    has_gaps = any((figures[f"{kind} problems"] == 0).any() for kind in summary.kinds)
    test = f"(Wilcoxon, Holm, level {LEVEL:g})"
    power = f"{tests:,} need at least {least:,} boards to detect a difference"
    notes = {
        "of": f"solved{shares}; PAR2: mean time (unsolved: twice the limit); median: of all",
        "unconfirmed": "no-tour answers that nothing confirms; they are not solved" * ("uncon" in heads),
        "[ ]": "95 % bootstrap interval over boards" * intervals,
        "only it": "number of problems that no other competitor solves" * ("only" in heads),
        "rank": f"by the mean time on each of {plural(summary.boards, 'board')}; equal within 5 % or 0.1 ms"
        * ("ranked" in roles),
        "letters": f"shared iff no difference was detected {test}" * ("letters" in heads),
        "differs": f"rows below with a difference detected {test}" * ("differs" in heads),
        "tests": power * (0 < least <= summary.boards),
        "no letters": power.replace(" need", " test needs" if tests == 1 else " tests need") * (summary.boards < least),
        "n of m": "has runs on n of the m problems, and is not ranked" * bool(roles & {"partial", "published"}),
        "wrong": "gave a wrong answer, and is not ranked" * ("wrong" in roles),
        "published": f"left out: unsolved within a lower limit; {'; '.join(summary.sources)}" * bool(summary.sources),
        NO_VALUE: "no runs on such problems: not supported, or not run" * has_gaps,
    }
    return [(name, meaning) for name, meaning in notes.items() if meaning]


def _share(solved: float, problems: float, of: int) -> str:
    """Format the number of solved problems, a sum of shares.

    >>> _share(3.0, 4, 4), _share(2.8, 4, 4), _share(3.0, 4, 9), _share(float("nan"), 0, 9)
    ('3', '2.8', '3/4', '–')
    """
    if not problems:
        return NO_VALUE
    text = f"{solved:,.0f}" if abs(solved - round(solved)) < 1e-9 else f"{solved:,.1f}"
    return text if problems == of else f"{text}/{problems:,.0f}"


def _rows_that_differ(summary: Summary) -> dict[str, str]:
    """Return the numbers of significantly different lower rows per competitor."""
    names, rows = summary.ranked, {}
    different = summary.different
    for place, name in enumerate(names):
        marks = "".join(".x"[other in names[place:] and {name, other} in different] for other in names)
        ends = (f"{match.start() + 1}-{match.end()}" for match in re.finditer("x+", marks))
        rows[name] = ",".join(re.sub(r"^(\d+)-\1$", r"\1", each) for each in ends)
    return rows


def table_as_text(sheet: TableSheet, width: int) -> str:
    """Return a table as text: title, body and notes.

    Names of rows are folded so that lines have at most `width` characters, but not to less than `LEAST_ROOM` characters.
    """
    table = [[name, *cells] for name, *cells in (_bottom_aligned(sheet.columns), *sheet.rows)]
    widths = [max(len(line) for cell in column for line in cell.split("\n")) for column in zip(*table, strict=True)]
    gap = GAP if sum(widths) + GAP * (len(widths) - 1) <= width else 1
    widths[0] = min(widths[0], max(LEAST_ROOM, width - sum(gap + each for each in widths[1:])))
    form = (" " * gap).join(f"{{:{'<>'[place > 0]}{each}}}" for place, each in enumerate(widths))
    rule, lines = "─" * len(form.format(*[""] * len(widths))), [sheet.title, ""] if sheet.title else []
    for number, (name, *cells) in enumerate(table):
        lines += [rule] * (number in (1, len(table) - sheet.apart))
        lines += [
            form.format(*each)
            for each in zip_longest(*map(str.splitlines, (fold(name, widths[0]) if number else name, *cells)), fillvalue="")
        ]
    lines += [""] * (len(sheet.rows) < LONG)
    indent = GAP + max((len(name) for name, _ in sheet.notes), default=0)
    lines += [fill(f"{name:{indent}}{meaning}", width, subsequent_indent=indent * " ") for name, meaning in sheet.notes]
    return "\n".join(map(str.rstrip, lines))


def _bottom_aligned(heads: Sequence[str]) -> list[str]:
    most = max(head.count("\n") for head in heads)
    return ["\n" * (most - head.count("\n")) + head for head in heads]


def table_as_markdown(sheet: TableSheet) -> str:
    """Return the content of a table as Markdown.

    >>> print(table_as_markdown(TableSheet("Part", ["name", "open\\nof 2"], [["a", "1"], ["b", "2"]])), end="")
    ### Part
    <BLANKLINE>
    | name | open of 2 |
    | :--- | ---: |
    | a | 1 |
    | b | 2 |
    """
    title, (heads, *rows), notes = _escaped(sheet, MARKDOWN)
    lines = [heads, [":---", *["---:"] * (len(heads) - 1)], *rows]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"### {title}\n\n" * bool(title) + table + "\n" * bool(notes) + "".join(f"- {note}\n" for note in notes)


def table_as_latex(sheet: TableSheet) -> str:
    """Return a table as LaTeX for the package booktabs."""
    title, (heads, *rows), notes = _escaped(sheet, LATEX)
    first, *lines = [" & ".join(row) + r" \\" for row in (heads, *rows)]
    if sheet.apart:
        lines.insert(-sheet.apart, r"\midrule")
    label = "-".join(["tab:comparison", *re.findall(r"\w+", sheet.title)])
    below = f"\n\\smallskip{{\\footnotesize {'; '.join(notes)}.\\par}}\n" if notes else ""
    return rf"""% needs \usepackage{{booktabs}}
\begin{{table}}
\centering
\caption{{{f"Comparison of solvers. {title}".strip()}}}
\label{{{label}}}
\begin{{tabular}}{{l{"r" * (len(heads) - 1)}}}
\toprule
{first}
\midrule
{chr(10).join(lines)}
\bottomrule
\end{{tabular}}
{below}\end{{table}}
"""


def _escaped(sheet: TableSheet, escapes: dict[str, str]) -> tuple[str, list[list[str]], list[str]]:
    """Return the title, rows and notes, with characters replaced."""
    table = str.maketrans(escapes)
    rows = [[" ".join(cell.split()).translate(table) for cell in row] for row in (sheet.columns, *sheet.rows)]
    return sheet.title.translate(table), rows, [f"{name}: {meaning}".translate(table) for name, meaning in sheet.notes]


def fold(name: str, room: int) -> str:
    """Return a name folded after hyphens and spaces.

    >>> print(fold("warnsdorff-backtracking-compiled tie_break=roth", 22))
    warnsdorff-
     backtracking-compiled
     tie_break=roth
    """
    return fill(name, room, subsequent_indent=" ")


def seconds_text(*seconds: float) -> str:
    """Format a time with its unit and any confidence interval.

    >>> [seconds_text(each) for each in (0.00003, 0.00031, 0.012, 0.1234, 1.2345, 83.21, 4321.0, float("nan"))]
    ['0.03 ms', '0.31 ms', '12 ms', '123 ms', '1.23 s', '83.2 s', '4,321 s', '–']
    >>> seconds_text(0.012, 0.0098, 0.0151)
    '12 ms\\n[9.8–15]'
    """
    if seconds[0] >= 0.9995:
        return count_text(*seconds, unit=" s", digits=3)
    return count_text(*(1000 * each for each in seconds), unit=" ms")


def count_text(*count: float, unit: str = "", digits: int = 2) -> str:
    """Format a number with `digits` significant digits and any interval.

    >>> count_text(64, 49, 100), count_text(12345.5), count_text(float("nan"))
    ('64\\n[49–100]', '12,346', '–')
    """
    value, *ends = (number_text(each, digits) for each in count)
    interval = f"\n[{'–'.join(ends)}]" if ends and NO_VALUE not in ends else ""
    return value if value in (NO_VALUE, "∞") else value + unit + interval


def number_text(value: float, digits: int = 3) -> str:
    """Format a number with some significant digits.

    >>> [number_text(each) for each in (1234.6, 100, 0.0001234, float("nan"), inf)]
    ['1,235', '100', '0.000123', '–', '∞']
    """
    if isnan(value) or value == inf:
        return NO_VALUE if isnan(value) else "∞"
    return f"{value:,.0f}" if value >= 99.5 else f"{value:.{digits}g}"

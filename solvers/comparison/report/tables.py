"""The main table of a comparison, as text, Markdown and LaTeX, and numbers as text. Long names are folded, but not cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from math import inf, isnan
from textwrap import fill

import pandas as pd

from graphs.text import plural
from solvers.comparison.report.summary import LEVEL, Summary
from solvers.core.errors import check_packages

NO_VALUE = "–"
"""Text of a cell without a value."""
GAP = 2
"""Number of spaces between two columns, or one if a name would otherwise be folded."""
LEAST_ROOM = 12
"""Minimum width of the first column, which contains the names of the rows, in characters."""
LONG = 16
"""Number of rows from which onwards no empty line follows a table, so that a report fits on a screen."""
SPECIAL_IN_MARKDOWN, SPECIAL_IN_LATEX = r"[\\`*_\[\]<|~&]", r"[&%$#_{}]"
"""Regular expressions for the characters that a backslash escapes."""
PACKAGES = "% needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}\n"


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
    columns = {
        f"{kind}\nof {count:,}": [_share(of[f"{kind} solved"], of[f"{kind} problems"], count) for of in rows]
        for kind, count in summary.kinds.items()
    }
    if (figures["unconfirmed"] > 0).any():
        columns["uncon-\nfirmed"] = [_share(of["unconfirmed"], 1, 1) for of in rows]
    limit = summary.runs["time_limit"].max()
    ends = ("", " low", " high") if intervals else ("",)
    time = partial(_time, limit=limit)
    shown: dict[str, tuple[str, Callable[..., str]]] = {"PAR2": ("PAR2 [s]", time), "median": ("median time [s]", time)}
    shown |= {"median\nnodes": ("median nodes", count_text)} if intervals else {}
    for head, (name, form) in shown.items():
        columns[head] = [form(*each) for each in figures[[name + end for end in ends]].to_numpy(float).tolist()]
    if (figures["only it"] > 0).any():
        columns["only\nit"] = ["" if isnan(each) else f"{each:.0f}" for each in figures["only it"]]
    ranks = {"ranked": "{rank:.1f}", "partial": f"{{problems:,}} of {sum(summary.kinds.values()):,}", "wrong": "wrong"}
    columns["mean\nrank"] = [ranks.get(of["role"], "").format_map(of) for of in rows]
    if any(figures["letters"]):
        columns["letters"] = [*figures["letters"]]
    cells = [list(row) for row in zip(figures.index, *columns.values(), strict=True)]
    notes = _notes(summary, " ".join(columns), intervals)
    return TableSheet(summary.title, ["competitor", *columns], cells, notes, int((figures["role"] != "ranked").sum()))


def _time(*seconds: float, limit: float) -> str:
    """Format a time. An infinite time is above the limit."""
    return f"> {seconds_text(limit)}" if seconds[0] == inf and not isnan(limit) else seconds_text(*seconds)


def _notes(summary: Summary, heads: str, intervals: bool) -> list[tuple[str, str]]:
    """Return the notes below the main table with headings `heads`."""
    roles, figures, tests, least = {*summary.figures["role"]}, summary.figures, len(summary.tests), summary.least
    shares = " (by the share of solved runs)" * bool((figures["solved"] % 1 > 1e-9).any())
    has_gaps = any((figures[f"{kind} problems"] == 0).any() for kind in summary.kinds)
    power = f"{plural(tests, 'test')} need{'s' * (tests == 1)} at least {least:,} boards to detect a difference"
    notes = {
        "of": f"solved{shares}; PAR2: mean time (unsolved: twice the limit); median: of all",
        "unconfirmed": "no-tour answers that nothing confirms; they are not solved" * ("uncon" in heads),
        "[ ]": "95 % bootstrap interval over boards" * intervals,
        "only it": "number of problems that no other competitor solves" * ("only" in heads),
        "rank": f"by the mean time on each of {plural(summary.boards, 'board')}; equal within 5 % or 0.1 ms"
        * ("ranked" in roles),
        "letters": f"shared if no difference was detected (Wilcoxon, Holm, level {LEVEL:g})" * ("letters" in heads),
        "tests" if least <= summary.boards else "no letters": power * bool(tests),
        "n of m": "has runs on n of the m problems, and is not ranked" * ("partial" in roles),
        "wrong": "gave a wrong answer, and is not ranked" * ("wrong" in roles),
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
    rows = [[_escaped(cell) for cell in row] for row in (sheet.columns, *sheet.rows)]
    rows.insert(1, [":---", *["---:"] * (len(sheet.columns) - 1)])
    title = f"### {_escaped(sheet.title)}\n\n" * bool(sheet.title)
    notes = [f"\n- {_escaped(f'{name}: {meaning}')}" for name, meaning in sheet.notes]
    return title + "".join(f"| {' | '.join(row)} |\n" for row in rows) + "".join([*notes, "\n"] if notes else [])


def table_as_latex(sheet: TableSheet) -> str:
    """Return a table as LaTeX for the package booktabs, with the notes as its caption."""
    check_packages("LaTeX tables need", ["jinja2"])
    rows = pd.DataFrame(sheet.rows, columns=[" ".join(head.split()) for head in sheet.columns])
    sentences = filter(None, ["Comparison of solvers", sheet.title, *(f"{name}: {meaning}" for name, meaning in sheet.notes)])
    text = rows.to_latex(
        index=False,
        escape=True,
        caption=_escaped(". ".join(sentences), SPECIAL_IN_LATEX),
        label="-".join(["tab:comparison", *re.findall(r"\w+", sheet.title)]),
        column_format="l" + "r" * (len(sheet.columns) - 1),
    )
    return PACKAGES + text.replace("∞", r"$\infty$")


def _escaped(text: str, special: str = SPECIAL_IN_MARKDOWN) -> str:
    """Return a text in one line, with a backslash before each special character."""
    return re.sub(special, r"\\\g<0>", " ".join(text.split()))


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

"""The main table of a comparison, from its summary, as a sheet and as CSV."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from solvers.comparison.report.layout import NO_VALUE, Sheet, count_text, number_text, seconds_text
from solvers.comparison.report.significance import LEVEL
from solvers.comparison.report.summary import STATISTICS, Summary

MOST_LETTERS = 6
"""Maximum number of letters in a compact letter display. If more are needed, the table lists the rows that differ instead."""
SHOWN: Any = tuple(zip(("PAR2", "median", "median\nnodes"), STATISTICS, (seconds_text, seconds_text, count_text), strict=True))
"""Figures in the table, each as its header, its column of `Summary.figures`, and the function that formats its values."""


def main_sheet(summary: Summary, title: str = "", *, intervals: bool = False, units: bool = True) -> Sheet:
    """Return the main table. It has one row per competitor, and ranked competitors come first.

    Parameters
    ----------
    summary : Summary
        The figures.
    title : str
        The title.
    intervals : bool
        Whether to show the confidence intervals and the median numbers of search nodes.
    units : bool
        Whether to show the unit in each cell. If False, it is in the header, and times are in milliseconds.

    Returns
    -------
    Sheet
        The table.
    """
    figures, most = summary.figures, max(summary.figures["problems"], default=0)
    columns = SHOWN if intervals else SHOWN[:2]
    letters: dict[Any, str] = figures["letters"].to_dict()
    if by_row := len(set().union(*letters.values())) > MOST_LETTERS:
        letters = _rows_that_differ(summary)
    rows = []
    for number, (name, of) in enumerate(figures.to_dict("index").items(), 1):
        cells = [_share(of[f"{kind} solved"], of[f"{kind} problems"], count) for kind, count in summary.kinds.items()]
        for _, figure, text in columns:
            ends = [of[figure + end] for end in (" low", " high")] if intervals else []
            cells.append(text(of[figure], *ends) if units else number_text(1000 * of[figure]).replace(",", ""))
        rank = f"{of['rank']:.1f}" if of["ranked"] else f"{of['problems']:,} of {most:,}"
        rows.append([f"{number} {name}" if by_row else str(name), *cells, rank, letters.get(name, "")])
    heads = [f"{kind}\nof {count:,}" for kind, count in summary.kinds.items()]
    times = [head if units else f"{head} / ms" for head, *_ in columns]
    apart = int((~figures["ranked"]).sum())
    columns_of_test = ["mean\nrank", "differs" if by_row else "letters"]
    return Sheet(title, ["competitor", *heads, *times, *columns_of_test], rows, _notes(by_row, apart, summary), apart)


def _notes(by_row: bool, apart: int, summary: Summary) -> list[tuple[str, str]]:
    has_gaps = any((summary.figures[f"{kind} problems"] == 0).any() for kind in summary.kinds)
    test = "rows below with a difference detected" if by_row else "shared iff no difference was detected"
    return [
        ("of", "number of solved problems; each counts by its share of solved runs"),
        ("PAR2", "mean time (twice the limit if unsolved); median: of solved runs only"),
        *[("n of m", "has runs on n of the m problems, and is not ranked")] * bool(apart),
        ("differs" if by_row else "letters", f"{test} (Wilcoxon, Holm, level {LEVEL:g})"),
        *[("published", f"left out: unsolved within a lower limit; {'; '.join(summary.sources)}")] * bool(summary.sources),
        *[(NO_VALUE, "no runs on such problems: not supported, or not run")] * has_gaps,
    ]


def _share(solved: float, problems: float, of: int) -> str:
    """Format the number of solved problems, a sum of shares. If the number of problems is not `of`, append it after a slash.

    Examples
    --------
    >>> _share(3.0, 4, 4), _share(2.8, 4, 4), _share(3.0, 4, 9), _share(float("nan"), 0, 9)
    ('3', '2.8', '3/4', '–')
    """
    if not problems:
        return NO_VALUE
    text = f"{solved:,.0f}" if abs(solved - round(solved)) < 1e-9 else f"{solved:,.1f}"
    return text if problems == of else f"{text}/{problems:,.0f}"


def _rows_that_differ(summary: Summary) -> dict[str, str]:
    """Return for each ranked competitor the numbers of the lower rows that differ significantly, such as `3,8-18`."""
    names, rows = [*summary.figures.index[summary.figures["ranked"]]], {}
    for place, name in enumerate(names):
        marks = "".join(".x"[other in names[place:] and {name, other} in summary.different] for other in names)
        ends = (f"{match.start() + 1}-{match.end()}" for match in re.finditer("x+", marks))
        rows[name] = ",".join(re.sub(r"^(\d+)-\1$", r"\1", each) for each in ends)
    return rows


def csv_text(summaries: Iterable[tuple[str, Summary]], part: str | None) -> str:
    """Return the figures of several groups of runs as CSV. The values are numbers without units; the headers contain the units.

    Parameters
    ----------
    summaries : iterable of tuple
        The name and the summary of each group.
    part : str or None
        The header of the column with the name of the group. If None, this column is omitted.

    Returns
    -------
    str
        The CSV text, or an empty string if there are no groups.
    """
    import pandas as pd

    figures = {name: summary.figures for name, summary in summaries}
    if not figures:
        return ""
    table = pd.concat(figures, names=[part])
    return (table.droplevel(0) if part is None else table).to_csv(lineterminator="\n")

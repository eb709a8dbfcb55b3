"""Published times of other solvers, read from a CSV file, as rows of the table of runs.

Published times were measured on another machine. Therefore, they are shown but never ranked, tested or used in a finding.
`measured` removes them from the table.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphs.errors import FormatError
from graphs.formats import read_text
from graphs.text import plural, printable

if TYPE_CHECKING:
    import pandas as pd

PUBLISHED = " (published, another machine)"
"""Text that is appended to the names of published competitors."""
OF_PROBLEM = ["subject", "size", "graph", "leaper", "closed", "suite", "truth", "time_limit"]
"""Columns of the table of runs that are filled in for published times, from a run on the same problem."""


class PublishedTime(NamedTuple):
    """A published time of one competitor on one problem.

    Attributes
    ----------
    problem : str
        The name of the problem, or the stem of its graph file.
    competitor : str
        The name of the competitor.
    seconds : float
        The time in seconds, or infinity if the problem was not solved within the limit.
    limit : float
        The time limit of the published run in seconds.
    source : str
        The publication.
    """

    problem: str
    competitor: str
    seconds: float
    limit: float
    source: str


def read_published(path: str) -> list[PublishedTime]:
    """Read published times from a CSV file with the columns `problem`, `competitor`, `seconds`, `limit` and `source`.

    Parameters
    ----------
    path : str
        The file. Other columns are ignored. An empty cell `seconds` means that the problem was not solved within `limit`.

    Returns
    -------
    list of PublishedTime
        The times, in the order of the file.

    Raises
    ------
    FormatError
        If the file cannot be read, a column is missing, a cell is invalid, or there are no rows.
    """
    rows = csv.DictReader(io.StringIO(read_text(path)), restval="", skipinitialspace=True)
    try:
        for name in PublishedTime._fields:
            if name not in (rows.fieldnames or ()):
                raise FormatError(f"{path}, line 1: the column {name!r} is missing", name)
        times = [_published_time(row, f"{path}, line {rows.line_num}") for row in rows]
    except csv.Error as error:
        raise FormatError(f"{path}, line {rows.line_num}: {error}", path) from None
    if not times:
        raise FormatError(f"{path}: there are no rows below the names of the columns", path)
    return times


def _published_time(row: dict[Any, Any], place: str) -> PublishedTime:
    """Return the time in a row. `place` is the file and the line, for error messages."""
    if None in row or not (row["problem"] and row["competitor"] and row["source"]):  # None is the key of cells without a column
        raise FormatError(f"{place}: an empty cell, or more cells than columns: {[*row.values()]}", place)
    seconds, limit = _seconds("seconds", row["seconds"] or "inf", place), _seconds("limit", row["limit"], place)
    return PublishedTime(row["problem"], printable(row["competitor"]) + PUBLISHED, seconds, limit, printable(row["source"]))


def _seconds(name: str, text: str, place: str) -> float:
    with suppress(ValueError):
        if float(text) >= 0:
            return float(text)
    raise FormatError(f"{place}: {name} must be a number of seconds, not {text!r}", text)


def with_published(runs: pd.DataFrame, times: Sequence[PublishedTime]) -> tuple[pd.DataFrame, str]:
    """Return the table of runs with published times as further rows.

    A published time matches the problem with this name. If no problem has this name, it matches the problem whose graph file
    has this stem, unless several problems have it. The problem is solved if the time exceeds neither its own limit nor the
    limit of the comparison, which is the largest limit of the runs on this problem. A time is left out if the problem was not
    solved and its own limit is lower than the limit of the comparison, because the outcome within that limit is unknown.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `single_runs` returns them.
    times : sequence of PublishedTime
        The published times. If several refer to the same competitor and problem, they count as several runs.

    Returns
    -------
    table : pandas.DataFrame
        The rows of `runs`, followed by one row per published time. In these rows, the column `published` contains the source,
        and only the columns that the reports need have values. If no row is added, there is no such column.
    remark : str
        The number of times that match no problem or are left out, as a sentence. It is empty if there are none.
    """
    import pandas as pd

    problems = runs.sort_values("time_limit").drop_duplicates("problem", keep="last").set_index("problem")[OF_PROBLEM]
    table = pd.DataFrame(times, columns=PublishedTime._fields)
    table["problem"] = table["problem"].map(_names(problems["graph"]))
    table = table.dropna(subset="problem").join(problems, on="problem")
    solved = table["seconds"] <= table[["limit", "time_limit"]].min(axis=1)
    known = solved | (table["limit"] >= table["time_limit"])
    unmatched, unknown = len(times) - len(table), len(table) - known.sum()
    remark = (
        f"--published: of {plural(len(times), 'row')}, {unmatched:,} match no problem, and {unknown:,} are left out: the "
        "problem is unsolved within a limit lower than that of the comparison"
    )
    table = table.assign(solved=solved, status=np.where(solved, "found", "unknown"), published=table["source"])[known]
    if len(table):
        table["weight"] = 1 / table.groupby(["competitor", "problem"])["limit"].transform("size")
        runs = pd.concat([runs, table])
        for name in ("competitor", "problem"):
            runs[name] = pd.Categorical(runs[name], runs[name].unique())
    return runs, remark if unmatched or unknown else ""


def _names(graphs: pd.Series[str]) -> dict[str, str]:
    """Return the name of a problem for each text that matches it: its name, and the stem of its graph file if it is unique."""
    stems = graphs.dropna().map(lambda path: PurePath(path).stem).drop_duplicates(keep=False)
    return {stem: name for name, stem in stems.items()} | {name: name for name in graphs.index}


def measured(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs that are not published times.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `single_runs` or `with_published` returns them.

    Returns
    -------
    pandas.DataFrame
        The rows without a value in `published`.
    """
    return runs[runs["published"].isna()] if "published" in runs else runs

"""Published times of other solvers, read from a CSV file, as rows of the table of runs.

Published times were measured on another machine. Therefore, they are shown but never ranked, tested or used in a finding.
`measured` removes them from the table.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from contextlib import suppress
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from graphs.errors import FormatError
from graphs.formats import read_text
from graphs.text import plural, printable

if TYPE_CHECKING:
    import pandas as pd

PUBLISHED = " (published, another machine)"
"""Text that is appended to the names of published competitors."""


class PublishedTime(NamedTuple):
    """A published time of one competitor on one problem.

    Attributes
    ----------
    problem : str
        The name of the problem in the report, or the name of its graph file without folder and extension.
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
        If the file cannot be read, if a column is missing or occurs twice, or if a cell is invalid.
    """
    rows, fields = csv.reader(io.StringIO(read_text(path)), strict=True), PublishedTime._fields
    try:
        names = next(rows, [])
        if any(names.count(field) != 1 for field in fields):
            message = f"expected each of the columns {', '.join(fields)} once, found {','.join(names)!r}"
            raise FormatError(f"{path}, line {rows.line_num}: {message}", names)
        return [_published_time(names, row, f"{path}, line {rows.line_num}") for row in rows if row]
    except csv.Error as error:
        raise FormatError(f"{path}, line {rows.line_num}: {error}", path) from None


def _published_time(names: list[str], row: list[str], place: str) -> PublishedTime:
    """Return the time in a row below the column names. `place` is the file and the line, for the error message."""
    cells = dict(zip(names, row, strict=False))
    with suppress(KeyError, ValueError):
        problem, competitor, *numbers, source = (cells[field] for field in PublishedTime._fields)
        seconds, limit = (float(text or "inf") for text in numbers)
        if competitor and source and len(row) <= len(names) and seconds >= 0 and 0 <= limit < math.inf:
            return PublishedTime(problem, printable(competitor) + PUBLISHED, seconds, limit, printable(source))
    expected = f"{', '.join(PublishedTime._fields)} (numbers >= 0; only seconds may be empty)"
    raise FormatError(f"{place}: expected {expected}, found {','.join(row)!r}", row)


def with_published(runs: pd.DataFrame, times: Sequence[PublishedTime]) -> tuple[pd.DataFrame, str]:
    """Return the table of runs with published times as further rows.

    A published time names its problem as the report does or, if no problem has this name, by its graph file without folder and
    extension. If several problems have this file name, it matches none of them.

    Each published time has a limit. The limit of the comparison is the largest time limit of the runs on the problem. The
    problem counts as solved if the time exceeds neither of the two limits. A time is left out if the problem was not solved
    within a published limit that is lower than the limit of the comparison: with more time, it might have been solved.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` returns them.
    times : sequence of PublishedTime
        The published times. If several refer to the same competitor and problem, they count as several runs.

    Returns
    -------
    table : pandas.DataFrame
        The rows of `runs`, followed by one row per published time. In these rows, the column `published` contains the source,
        and only the columns that the reports need have values. If no row is added, the column `published` is missing.
    remark : str
        A sentence with two numbers: the times that match no problem, and the times that are left out.
    """
    import pandas as pd

    problems = runs.sort_values("time_limit").drop_duplicates("problem", keep="last").set_index("problem")
    problems = problems[["subject", "size", "graph", "leaper", "closed", "suite", "truth", "time_limit"]]
    stems = problems["graph"].dropna().map(lambda path: PurePath(path).stem).drop_duplicates(keep=False)
    names = {stem: name for name, stem in stems.items()} | {name: name for name in problems.index}
    table = pd.DataFrame(times, columns=PublishedTime._fields)
    table["problem"] = table["problem"].map(names)
    table = table.dropna(subset="problem").join(problems, on="problem")
    solved = table["seconds"] <= table[["limit", "time_limit"]].min(axis=1)
    known = solved | (table["limit"] >= table["time_limit"])
    remark = (
        f"--published: of {plural(len(times), 'row')}, {len(times) - len(table):,} match no problem, and {(~known).sum():,} "
        "are left out (unsolved within a limit lower than that of the comparison)"
    )
    table = table.assign(solved=solved, status=solved.map({True: "found", False: "unknown"}), published=table["source"])[known]
    if len(table):
        table["weight"] = 1 / table.groupby(["competitor", "problem"])["limit"].transform("size")
        runs = pd.concat([runs, table])
        for name in ("competitor", "problem"):
            runs[name] = pd.Categorical(runs[name], runs[name].unique())
    return runs, remark


def measured(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs that are not published times.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` or `with_published` returns them.

    Returns
    -------
    pandas.DataFrame
        The rows without a value in `published`.
    """
    return runs[runs["published"].isna()] if "published" in runs else runs

"""The table of runs as a pandas data frame: read from a store or a file, divided, exported, and joined with published times.

Every report reads this data frame. It has one row per run, indexed by the run's id, in the order of the plan. It does not
contain tours.

Published times were measured on another machine. Therefore, they are shown but never ranked, tested or used in a sentence.
`measured_runs` removes them from the table.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import pandas as pd

from graphs.errors import FormatError
from graphs.formats import read_text
from graphs.text import plural, printable
from solvers.comparison.problems import SUITES
from solvers.comparison.run_columns import COLUMNS
from solvers.comparison.store import Store
from solvers.core.errors import check_packages

CONDITIONS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "clock": ("clocks", "{} clock".format),
    "time_limit": ("time limits", "{:g} s".format),
    "node_limit": ("node limits", "{:,} nodes".format),
    "memory_limit": ("memory limits", lambda size: f"{size / 1e9:g} GB"),
    "machine": ("machines", "machine {}".format),
    "base_code": ("versions of the code", "code {:.6}".format),
}
"""Columns of the conditions of a run, each with a noun for several values, and a function that formats a value."""
ID_DIGITS, CODE_DIGITS = 6, 6
"""Numbers of digits of ids and of digests that are appended to names that several problems or competitors have."""
EXPORTS: dict[str, Callable[[pd.DataFrame], bytes]] = {
    ".csv": lambda frame: frame.to_csv().encode(),
    ".jsonl": lambda frame: frame.reset_index().to_json(orient="records", lines=True, double_precision=15).encode(),
    ".parquet": lambda frame: frame.to_parquet(),
}
"""File name extensions that `frame_exporter` supports, each with a function that returns the content of a file."""
TYPES = {name: column.type for name, column in COLUMNS.items() if column.type != "category"}
TYPES |= {"weight": "float"}
"""The types of columns in pandas, except texts with few values, which are categories."""
PUBLISHED = " (published, another machine)"
"""Text that is appended to the names of published competitors."""


def runs_frame(store: Store) -> pd.DataFrame:
    """Return the runs as a data frame, one row per run.

    It has the columns `COLUMNS` of the store, and two more. `conditions` contains the limits, clock, machine, code and package
    versions, as far as runs differ in them; runs under different conditions must not be compared. `weight` is 1 divided by the
    number of runs of the competitor on the problem under the same conditions. Names that would be ambiguous get digits of the
    code (competitors) or of the id (problems).
    """
    frame = pd.DataFrame.from_records(list(store.rows([*COLUMNS])), columns=[*COLUMNS], index="id")
    several = frame.groupby(["competitor", "base_code"])["code"].transform("nunique") > 1
    frame["competitor"] = frame["competitor"].where(
        ~several, frame["competitor"] + " (code " + frame["code"].str[:CODE_DIGITS] + ")"
    )
    shared = frame.groupby("problem")["problem_id"].transform("nunique") > 1
    frame["problem"] = frame["problem"].where(~shared, frame["problem"] + " (" + frame["problem_id"].str[:ID_DIGITS] + ")")
    texts = _conditions(frame).to_dict("list")
    frame["conditions"] = [", ".join(filter(None, each)) for each in zip(*texts.values(), strict=True)] if texts else ""
    frame["weight"] = 1 / frame.groupby(["conditions", "competitor", "problem"])["seconds"].transform("size")
    for name in frame.columns.difference([*TYPES]):
        frame[name] = pd.Categorical(frame[name], categories=frame[name].dropna().unique())  # in the order of the rows
    try:
        return frame.astype({name: kind for name, kind in TYPES.items() if name in frame})
    except ValueError as error:
        raise FormatError(f"the stored runs cannot be used: {error}") from error


def _conditions(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the conditions of runs as texts, one column per condition."""
    texts = {
        noun: runs[column].map(form, na_action="ignore").astype(object).fillna(f"no {noun[:-1]}")
        for column, (noun, form) in CONDITIONS.items()
        if column in runs
    }
    if "packages" in runs:
        versions = {text: json.loads(text) for text in runs["packages"].unique()}
        for package in sorted({name for each in versions.values() for name in each}):
            named = {text: f"{package} {each[package]}" for text, each in versions.items() if package in each}
            if len({*named.values()}) > 1:
                texts[f"versions of {package}"] = runs["packages"].astype(object).map(named).fillna("")
    return pd.DataFrame({noun: each for noun, each in texts.items() if each.nunique() > 1}, index=runs.index)


def frame_apart_text(runs: pd.DataFrame) -> str:
    """Return a line on why runs are in separate tables.

    >>> import pandas as pd
    >>> frame_apart_text(pd.DataFrame({"time_limit": [1.0, 10.0, 10.0], "clock": "cpu"}))
    'apart: time limits differ (1 s, 10 s)'
    """
    parts = [
        f"{noun} differ ({', '.join(filter(None, each.unique()))})" for noun, each in _conditions(measured_runs(runs)).items()
    ]
    return f"apart: {'; '.join(parts)}" * bool(parts)


def check_frame_conditions(runs: pd.DataFrame) -> None:
    """Check that all runs have the same conditions."""
    labels = runs["conditions"].unique()
    if len(labels) > 1:
        raise FormatError(
            f"runs under different conditions cannot be compared: select one of {', '.join(map(repr, labels))} "
            "in the column conditions",
            [*labels],
        )


def frame_parts(runs: pd.DataFrame, by: str | None) -> Iterator[tuple[str, pd.DataFrame]]:
    """Divide runs into groups by leaper, board or suite."""
    if by is None or runs.empty:
        return iter([("", runs)])
    if by == "suite":
        names = runs["suite"].astype(str).str.split(SUITES, regex=False).explode().replace("", "no suite")
    else:
        names = ("leaper " + runs["leaper"].astype(object)).fillna("graph")
    if by == "board":
        names = pd.Series([*map(str.removesuffix, runs["subject"], " " + names)], runs.index)
    return ((name, runs.loc[part.index]) for name, part in names.groupby(names, sort=False))


def common_runs(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs on those problems that all competitors have run."""
    competitors = runs.groupby("problem", observed=True)["competitor"].transform("nunique")
    common = runs[competitors == runs["competitor"].nunique()]
    if common.empty:
        raise FormatError("no problem is common to all competitors: leave out --common")
    return common


def frame_exporter(path: str | Path) -> Callable[[pd.DataFrame], bytes]:
    """Return the exporter for a file name extension."""
    ending = Path(path).suffix
    if ending not in EXPORTS:
        raise FormatError(f"{path} must end in one of {', '.join(EXPORTS)}", path)
    if ending == ".parquet":
        check_packages("Parquet files need", ["pyarrow"], extra="parquet")
    return EXPORTS[ending]


class PublishedTime(NamedTuple):
    """A published time in seconds, infinite if the problem was unsolved."""

    problem: str
    competitor: str
    seconds: float
    limit: float
    source: str


def read_published(path: str) -> list[PublishedTime]:
    """Read published times from a CSV file with the columns `problem`, `competitor`, `seconds`, `limit` and `source`."""
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
    """Return the time in a row. `place` is for error messages."""
    cells = dict(zip(names, row, strict=False))
    with suppress(KeyError, ValueError):
        problem, competitor, *numbers, source = (cells[field] for field in PublishedTime._fields)
        seconds, limit = (float(text or "inf") for text in numbers)
        if competitor and source and len(row) <= len(names) and seconds >= 0 and 0 <= limit < math.inf:
            return PublishedTime(problem, printable(competitor) + PUBLISHED, seconds, limit, printable(source))
    expected = f"{', '.join(PublishedTime._fields)} (numbers >= 0; only seconds may be empty)"
    raise FormatError(f"{place}: expected {expected}, found {','.join(row)!r}", row)


def frame_with_published(runs: pd.DataFrame, times: Sequence[PublishedTime]) -> tuple[pd.DataFrame, str]:
    """Return the runs with published times, and a sentence on omissions.

    A published time names its problem as the report does or, if no problem has this name, by its graph file without folder and
    extension. The problem counts as solved if the time exceeds neither the published limit nor the largest time limit of the
    comparison. A time is left out if the problem was not solved within a published limit that is lower than this limit: with
    more time, it might have been solved. The new rows have their source in the column `published`, and only the columns that
    reports need.
    """
    problems = runs.sort_values("time_limit").drop_duplicates(["conditions", "problem"], keep="last")
    problems = problems[
        ["problem", "subject", "size", "graph", "leaper", "closed", "suite", "truth", "time_limit", "conditions"]
    ]
    stems = problems.drop_duplicates("problem").set_index("problem")["graph"].dropna()
    stems = stems.map(lambda path: PurePath(path).stem).drop_duplicates(keep=False)
    names = {stem: name for name, stem in stems.items()} | {name: name for name in problems["problem"]}
    table = pd.DataFrame(times, columns=PublishedTime._fields)
    table["problem"] = table["problem"].map(names).astype(object)  # also if it is empty
    table = table.dropna(subset="problem").reset_index(names="time").merge(problems.astype({"problem": object}), on="problem")
    solved = table["seconds"] <= table[["limit", "time_limit"]].min(axis=1)
    known = solved | (table["limit"] >= table["time_limit"])
    remark = (
        f"--published: of {plural(len(times), 'row')}, {len(times) - table['time'].nunique():,} match no problem, and "
        f"{table.loc[~known, 'time'].nunique():,} are left out (unsolved within a limit lower than that of the comparison)"
    )
    table = table.assign(solved=solved, status=solved.map({True: "found", False: "unknown"}), published=table["source"])
    table = table.assign(refuted=False, unconfirmed=False, termination="")[known]
    if len(table):
        table["weight"] = 1 / table.groupby(["conditions", "competitor", "problem"], observed=True)["limit"].transform("size")
        runs = pd.concat([runs, table.drop(columns="time")])
        for name in ("competitor", "conditions", "problem"):
            runs[name] = pd.Categorical(runs[name], runs[name].unique())
    return runs, remark


def measured_runs(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs that are not published times."""
    return runs[runs["published"].isna()] if "published" in runs else runs

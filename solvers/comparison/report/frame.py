"""Read the stored runs as a pandas data frame, and divide it into groups.

Every report reads this data frame. It has one row per run, indexed by the run's id, in the order of the plan. It does not
contain tours.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pandas as pd

from graphs.errors import FormatError
from graphs.text import plural
from solvers.comparison.problems import SUITES
from solvers.comparison.run_columns import COLUMNS
from solvers.comparison.store import Store

CONDITIONS: dict[str, Callable[[Any], str]] = {
    "clock": "{} clock".format,
    "time_limit": "{:g} s".format,
    "node_limit": partial(plural, one="node"),
    "memory_limit": lambda size: f"{size / 1e9:g} GB",
    "machine": "machine {}".format,
    "base_code": "code {:.6}".format,
}
"""Columns of the conditions of a run, each with a function that formats a value. Package versions are conditions as well."""
DIGITS = 6
"""Number of digits that distinguish problems or competitors with the same name."""
TYPES = {name: column.type for name, column in COLUMNS.items() if column.type != "category"} | {"weight": "float"}
"""The types of columns in pandas, except texts with few values, which are categories."""


def runs_frame(store: Store) -> pd.DataFrame:
    """Return the runs as a data frame, one row per run.

    It has the columns `COLUMNS` of the store, and two more. `conditions` contains those limits, clocks, machines, code and
    package versions that differ between runs; runs under different conditions must not be compared. `weight` is 1 divided by
    the number of runs of the competitor on the problem under the same conditions. Digits of a digest are appended to names that
    several competitors or problems have.
    """
    frame = pd.DataFrame.from_records(list(store.rows([*COLUMNS])), columns=[*COLUMNS])
    ambiguous = (("competitor", ["competitor", "base_code"], "code", "code "), ("problem", ["problem"], "problem_id", ""))
    for name, keys, digest, word in ambiguous:
        several = frame.groupby(keys)[digest].transform("nunique") > 1
        frame[name] = frame[name].where(~several, frame[name] + f" ({word}" + frame[digest].str[:DIGITS] + ")")
    frame["conditions"] = conditions_of(frame)
    frame["weight"] = 1 / frame.groupby(["conditions", "competitor", "problem"])["seconds"].transform("size")
    for name in frame.columns.difference([*TYPES]):
        frame[name] = pd.Categorical(frame[name], categories=frame[name].dropna().unique())  # in the order of the rows
    try:
        return frame.astype(TYPES).set_index("id")
    except ValueError as error:
        raise FormatError(f"the stored runs cannot be used: {error}") from error


def conditions_of(runs: pd.DataFrame) -> list[str]:
    """Return for each run the conditions that differ between runs, such as `10 s, ortools 9.12`."""
    texts = [*_condition_texts(runs)]
    versions = pd.DataFrame([*map(cache(json.loads), runs["packages"])], runs.index)
    texts += [f"{package} " + versions[package] for package in sorted(map(str, versions))]
    differing = [text.fillna("") for text in texts if text.nunique() > 1]
    return [", ".join(filter(None, each)) for each in zip([""] * len(runs), *differing, strict=True)]


def shared_conditions(runs: pd.DataFrame) -> list[str]:
    """Return the limits, clock and code that all runs share, such as `10 s`."""
    shared = [str(text.iloc[0]) for text in _condition_texts(runs) if text.nunique() == 1]
    return [text for text in shared if not text.startswith(("no ", "machine "))]


def _condition_texts(runs: pd.DataFrame) -> Iterator[pd.Series[Any]]:
    for column, form in CONDITIONS.items():
        yield runs[column].map(form, na_action="ignore").astype(object).fillna(f"no {column.replace('_', ' ')}")


def check_frame_conditions(runs: pd.DataFrame) -> None:
    """Raise FormatError if the runs have different conditions, such as time limits."""
    labels = runs["conditions"].unique()
    if len(labels) > 1:
        raise FormatError(
            f"runs under different conditions cannot be compared: select one of {', '.join(map(repr, labels))} "
            "in the column conditions",
            [*labels],
        )


def frame_parts(runs: pd.DataFrame, by: str | None) -> Iterator[tuple[str, pd.DataFrame]]:
    """Divide runs into named groups by leaper, board or suite."""
    if by not in (None, "leaper", "board", "suite"):
        raise FormatError(f"unknown by {by!r}; available: leaper, board, suite", by)
    if by is None or runs.empty:
        return iter([("", runs)])
    if by == "suite":
        names = runs["suite"].astype(str).str.split(SUITES, regex=False).explode().replace("", "no suite")
    else:
        names = ("leaper " + runs["leaper"].astype(object)).fillna("graph")
    if by == "board":
        names = pd.Series([*map(str.removesuffix, runs["subject"], " " + names)], runs.index)
    return ((name, runs.loc[part.index]) for name, part in names.groupby(names, sort=False))

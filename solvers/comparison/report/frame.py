"""The table of runs as a pandas frame, and as files for other programs.

Every report reads this one frame: one row per run, indexed by the run's id, in the order of the plan. Runs of many walks are
rows too; a value in `walks` marks them, and `single_runs` removes them. Tours stay in the store.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphs.errors import FormatError
from solvers.comparison.columns import COLUMNS
from solvers.comparison.noes import how_checked
from solvers.comparison.packages import check_packages
from solvers.comparison.problem_sets import SUITES
from solvers.comparison.store import Store

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["check_export", "common_runs", "parts", "runs_frame", "single_runs", "write_runs"]

LIMITS = {
    "time_limit": ("{:g} s", "no time limit"),
    "clock": ("{} clock", ""),
    "node_limit": ("{:,.0f} nodes", "no node limit"),
    "memory_limit": ("{:g} bytes", "no memory limit"),
}
"""Formats of a limit, and of its absence, in the name of a competitor."""
ID_DIGITS = 6
EXPORTS = (".csv", ".jsonl", ".parquet")
"""File name extensions that `write_runs` supports."""


def runs_frame(store: Store) -> pd.DataFrame:
    """Return the table of runs.

    Parameters
    ----------
    store : Store
        The runs.

    Returns
    -------
    pandas.DataFrame
        One row per run, indexed by its id. The columns are `columns.COLUMNS`, and these:

        - `checked`: how the no-tour answer to the problem is checked (`noes.how_checked`).
        - `weight`: 1 divided by the number of runs of the competitor on the problem. The weights of a competitor sum to its
          number of problems. It is missing for runs of many walks.

        In the column `competitor`, a limit is appended to every name if the runs in the table differ in it. The version is
        appended if runs of the same competitor differ in it. In the column `problem`, the first digits of the id are appended
        if several problems have the same name.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Task, run_all
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     frame = runs_frame(store)
    >>> frame[["problem", "competitor", "status", "nodes"]].values.tolist()
    [['5x5 open', 'warnsdorff', 'found', 25]]
    """
    import pandas as pd

    frame = pd.DataFrame.from_records(list(store.rows([*COLUMNS])), columns=[*COLUMNS], index="id")
    checks = {
        problem: how_checked(verdict) for problem, verdict in {*store.rows(["problem_id", "verdict"], "runs.answer != ''")}
    }
    frame["checked"] = [checks.get(problem, "") for problem in frame["problem_id"]]
    is_single = frame["walks"].isna()
    frame["competitor"] = _competitor_names(frame[is_single]).reindex(frame.index).fillna(frame["competitor"])
    shared = frame.groupby("problem")["problem_id"].transform("nunique") > 1
    frame["problem"] = frame["problem"].where(~shared, frame["problem"] + " (" + frame["problem_id"].str[:ID_DIGITS] + ")")
    runs = frame[is_single].groupby(["competitor", "problem"])["solved"].transform("size")
    frame["weight"] = (1 / runs).reindex(frame.index)
    types = {name: column.type for name, column in COLUMNS.items() if name in frame and column.type != "category"}
    for name in frame.columns.difference([*types, "weight"]):
        frame[name] = pd.Categorical(frame[name], categories=frame[name].dropna().unique())
    return frame.astype(types)


def _competitor_names(runs: pd.DataFrame) -> pd.Series[str]:
    """Return the name of the competitor of each run, with the limits and versions that differ."""
    names = runs["competitor"].astype(str)
    for column, (form, none) in LIMITS.items():
        if runs[column].nunique(dropna=False) > 1:
            names = names + " (" + runs[column].map(form.format, na_action="ignore").fillna(none) + ")"
    several = runs.groupby("competitor")["version"].transform("nunique") > 1
    return names.where(~several, names + " (" + runs["version"] + ")")


def single_runs(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the runs that call their solver once."""
    return frame[frame["walks"].isna()]


def parts(runs: pd.DataFrame, by: str | None) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield groups of runs with their names.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` returns them.
    by : {"leaper", "board", "suite"} or None
        What the runs of a group share. A problem that several suites share is in the group of each. If None, all runs are one
        group without a name.
    """
    import pandas as pd

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
    """Return the runs on the problems that all competitors support.

    Raises
    ------
    FormatError
        If there is no such problem.
    """
    competitors = runs.groupby("problem", observed=True)["competitor"].transform("nunique")
    found = runs[competitors == runs["competitor"].nunique()]
    if found.empty:
        raise FormatError("no problem is common to all competitors: leave out --common")
    return found


def check_export(path: str | Path) -> None:
    """Check that `write_runs` supports a file.

    Raises
    ------
    FormatError
        If the file name extension is not in `EXPORTS`.
    SolverUnavailable
        If pyarrow, which writes Parquet, is not installed.
    """
    ending = Path(path).suffix
    if ending not in EXPORTS:
        raise FormatError(f"{path} must end in one of {', '.join(EXPORTS)}", path)
    if ending == ".parquet":
        check_packages("files of Parquet", ["pyarrow"], extra="parquet")


def write_runs(frame: pd.DataFrame, path: str | Path) -> None:
    """Write the table of runs to a file.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table, as `runs_frame` returns it.
    path : str or Path
        The file; its extension selects the format.

    Raises
    ------
    FormatError, SolverUnavailable
        As in `check_export`, or if the file cannot be written.
    """
    check_export(path)
    path = Path(path)
    writers: dict[str, Any] = {
        ".csv": frame.to_csv,
        ".jsonl": partial(frame.reset_index().to_json, orient="records", lines=True, double_precision=15),
        ".parquet": frame.to_parquet,
    }
    try:
        with path.open("wb") as file:  # pyarrow does not open a name that is not text
            writers[path.suffix](file)
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror or error}", path) from error

"""The table of runs as a pandas data frame, and as files for other programs.

Every report reads this data frame. It has one row per run, indexed by the run's id, in the order of the plan. It does not
contain tours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graphs.errors import FormatError
from solvers.comparison.columns import COLUMNS
from solvers.comparison.problem_sets import SUITES
from solvers.comparison.store import Store
from solvers.packages import check_packages

if TYPE_CHECKING:
    import pandas as pd

LIMIT_TEXTS = {
    "time_limit": ("{:g} s", "no time limit"),
    "clock": ("{} clock", ""),
    "node_limit": ("{:,.0f} nodes", "no node limit"),
    "memory_limit": ("{:g} bytes", "no memory limit"),
}
"""Columns of limits that may be appended to names of competitors, each with a format string and the text for no limit."""
ID_DIGITS = 6
"""Number of digits of a problem's id that are appended to its name if several problems have the same name."""
EXPORTS: dict[str, Callable[[pd.DataFrame], bytes]] = {
    ".csv": lambda frame: frame.to_csv().encode(),
    ".jsonl": lambda frame: frame.reset_index().to_json(orient="records", lines=True, double_precision=15).encode(),
    ".parquet": lambda frame: frame.to_parquet(),
}
"""File name extensions that `export_runs` supports, each with a function that returns the content of a file."""


def runs_frame(store: Store) -> pd.DataFrame:
    """Return the table of runs as a pandas data frame.

    Parameters
    ----------
    store : Store
        The runs.

    Returns
    -------
    pandas.DataFrame
        One row per run, indexed by its id. The columns are `columns.COLUMNS`, and `weight`: 1 divided by the number of runs of
        the competitor on the problem. The weights of a competitor sum to its number of problems.

        Names that would be ambiguous have additions. If runs in the table differ in a limit or in the clock, each name in the
        column `competitor` includes it. If a competitor has runs of several versions of its solver, its name includes the
        version. If several problems have the same name, the column `problem` includes digits of their ids.

    Raises
    ------
    FormatError
        If a stored value has another type than its column.

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
    frame["competitor"] = _competitor_names(frame)
    shared = frame.groupby("problem")["problem_id"].transform("nunique") > 1
    frame["problem"] = frame["problem"].where(~shared, frame["problem"] + " (" + frame["problem_id"].str[:ID_DIGITS] + ")")
    frame["weight"] = 1 / frame.groupby(["competitor", "problem"])["solved"].transform("size")
    types = {name: column.type for name, column in COLUMNS.items() if name in frame and column.type != "category"}
    for name in frame.columns.difference([*types, "weight"]):
        frame[name] = pd.Categorical(frame[name], categories=frame[name].dropna().unique())
    try:
        return frame.astype(types)
    except ValueError as error:
        raise FormatError(f"the stored runs cannot be used: {error}") from error


def _competitor_names(runs: pd.DataFrame) -> pd.Series[str]:
    """Return the name of the competitor of each run. Limits and versions in which runs differ are appended."""
    names = runs["competitor"].astype(str)
    for column, (form, none) in LIMIT_TEXTS.items():
        if runs[column].nunique(dropna=False) > 1:
            names = names + " (" + runs[column].map(form.format, na_action="ignore").fillna(none) + ")"
    several = runs.groupby("competitor")["version"].transform("nunique") > 1
    return names.where(~several, names + " (" + runs["version"] + ")")


def parts(runs: pd.DataFrame, by: str | None) -> Iterator[tuple[str, pd.DataFrame]]:
    """Divide runs into groups by leaper, board or suite.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` or `with_published` returns them.
    by : {"leaper", "board", "suite"} or None
        The property that all runs of a group share. If a problem is in several suites, its runs are in several groups. If None,
        all runs are one group.

    Returns
    -------
    iterator of tuple
        The name of each group and its runs. The name is empty if `by` is None or there are no runs.
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
    """Return the runs on those problems that all competitors have run.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` or `with_published` returns them.

    Returns
    -------
    pandas.DataFrame
        The rows of these runs.

    Raises
    ------
    FormatError
        If no problem has runs of all competitors.
    """
    competitors = runs.groupby("problem", observed=True)["competitor"].transform("nunique")
    common = runs[competitors == runs["competitor"].nunique()]
    if common.empty:
        raise FormatError("no problem is common to all competitors: leave out --common")
    return common


def check_export(path: str | Path) -> None:
    """Check that `export_runs` supports the format of a file.

    Parameters
    ----------
    path : str or Path
        The file.

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
        check_packages("Parquet files need", ["pyarrow"], extra="parquet")


def export_runs(frame: pd.DataFrame, path: str | Path) -> bytes:
    """Return the table of runs in the format of a file.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table, as `runs_frame` returns it.
    path : str or Path
        The file name, whose extension selects the format. The file is not written.

    Returns
    -------
    bytes
        The content of the file.

    Raises
    ------
    FormatError, SolverUnavailable
        As in `check_export`.
    """
    check_export(path)
    return EXPORTS[Path(path).suffix](frame)

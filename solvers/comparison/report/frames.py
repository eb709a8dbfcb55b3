"""The runs of a store as a pandas frame: one row a run, in the order of the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.comparison.store import Store

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CATEGORIES", "COLUMNS", "runs_frame"]

CATEGORIES = ("problem", "subject", "suite", "solver", "competitor", "status", "termination", "answer")
COLUMNS = (
    *CATEGORIES,
    *("size", "closed", "seed", "repeat", "time_limit", "node_limit", "memory_limit"),
    *("nodes", "seconds", "cpu_seconds", "build_seconds", "warm_up_seconds", "peak_memory"),
)

LIMITS = {
    "time_limit": ("{:g} s", "no time limit"),
    "node_limit": ("{:,.0f} nodes", "no node limit"),
    "memory_limit": ("{:g} bytes", "no memory limit"),
}
"""How a limit is written, and its absence."""
ID_DIGITS = 6


def runs_frame(store: Store) -> pd.DataFrame:
    """Return all runs of a store but those of many walks.

    Returns
    -------
    One row a run. The columns are `COLUMNS`, and `solved`: whether the run found a tour or proved that there is none within its
    limits. "Impossible" is a wrong answer, which solves and settles nothing, where another run found a tour or the suite knows
    of one; `answer` is then empty. Texts are categories in the order of the plan.
    `competitor` is the solver with its options; where a store holds runs under several limits, or a solver in several versions,
    these stand behind its name. Where two problems have the same name, the first digits of their ids stand behind it. Seconds
    are of wall time but for `cpu_seconds`, memory is in bytes.

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

    names = [*COLUMNS, "version", "problem_id"]
    frame = pd.DataFrame.from_records(store.each_row(names, "runs.walks IS NULL"), columns=names)
    frame.loc[frame["status"] == "error", "answer"] = ""
    frame["competitor"] = _distinct_competitors(frame)
    frame["problem"] = _distinct_problems(frame)
    frame = frame.drop(columns=["version", "problem_id"])
    for name in CATEGORIES:
        frame[name] = pd.Categorical(frame[name], categories=frame[name].unique())
    for name in ("seed", "node_limit", "memory_limit"):
        frame[name] = frame[name].astype("Int64")
    frame["time_limit"] = frame["time_limit"].astype(float)
    frame["closed"] = frame["closed"].astype(bool)
    frame["solved"] = frame["status"].isin(["found", "impossible"])
    return frame


def _distinct_competitors(frame: pd.DataFrame) -> pd.Series[str]:
    """Return the names of the competitors, with the limits in which not all runs agree, and the versions of one in several."""
    names = frame["competitor"].astype(str)
    for column, (form, none) in LIMITS.items():
        if frame[column].nunique(dropna=False) > 1:
            names = names + " (" + frame[column].map(form.format, na_action="ignore").fillna(none) + ")"
    several = frame.groupby("competitor")["version"].transform("nunique") > 1
    return names.where(~several, names + " (" + frame["version"] + ")")


def _distinct_problems(frame: pd.DataFrame) -> pd.Series[str]:
    """Return the names of the problems, with the first digits of the id where two problems share a name."""
    shared = frame.groupby("problem")["problem_id"].transform("nunique") > 1
    return frame["problem"].where(~shared, frame["problem"] + " (" + frame["problem_id"].str[:ID_DIGITS] + ")")

"""The runs of a store as a pandas frame and as files for other programs: one row a run, in the order of the plan.

Tours stay in the store.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphs.errors import FormatError
from graphs.text import square_text
from solvers.comparison.packages import check_packages
from solvers.comparison.store import Store

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["check_export", "each_record", "runs_frame", "write_runs"]

CATEGORIES = ("problem", "subject", "leaper", "suite", "solver", "competitor", "status", "termination", "answer")
COLUMNS = (
    *CATEGORIES,
    *("size", "closed", "seed", "repeat", "time_limit", "clock", "node_limit", "memory_limit"),
    *("nodes", "seconds", "cpu_seconds", "build_seconds", "tries", "peak_memory"),
)

LIMITS = {
    "time_limit": ("{:g} s", "no time limit"),
    "clock": ("{} clock", ""),
    "node_limit": ("{:,.0f} nodes", "no node limit"),
    "memory_limit": ("{:g} bytes", "no memory limit"),
}
"""How a limit is written, and its absence."""
ID_DIGITS = 6

EXPORTS = (".csv", ".jsonl", ".parquet")
"""The endings of the files that `write_runs` writes."""
WHOLE = ("seed", "node_limit", "memory_limit", "walks", "tours")
OF_RUN = (
    *("id", "solver", "options", "competitor", "version", "seed", "repeat"),
    *("time_limit", "clock", "node_limit", "memory_limit"),
    *("status", "termination", "reason", "answer", "nodes"),
    *("seconds", "cpu_seconds", "build_seconds", "tries", "peak_memory", "walks", "tours", "started", "machine"),
)


def runs_frame(store: Store) -> pd.DataFrame:
    """Return all runs of a store but those of many walks.

    Returns
    -------
    One row a run. The columns are `COLUMNS`, and `solved`: whether the run found a tour or proved that there is none within its
    limits. "Impossible" is a wrong answer, which solves and settles nothing, where another run found a tour or the suite knows
    of one; `answer` is then empty. Texts are categories in the order of the plan.
    `competitor` is the solver with its options; where a store holds runs under several limits, or a solver in several versions,
    these stand behind its name. Where two problems have the same name, the first digits of their ids stand behind it.
    `seconds` are by the `clock` of the limits, "wall" or "cpu"; memory is in bytes.

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
    frame = pd.DataFrame.from_records(store.rows(names, "runs.walks IS NULL"), columns=names)
    frame.loc[frame["status"] == "error", "answer"] = ""
    frame["competitor"] = _distinct_competitors(frame)
    frame["problem"] = _distinct_problems(frame)
    frame = frame.drop(columns=["version", "problem_id"])
    for name in CATEGORIES:
        frame[name] = pd.Categorical(frame[name], categories=frame[name].dropna().unique())
    whole = dict.fromkeys(("seed", "node_limit", "memory_limit"), "Int64")
    frame = frame.astype({**whole, "time_limit": float, "closed": bool})
    return frame.assign(solved=frame["status"].isin(["found", "impossible"]))


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


def check_export(path: str | Path) -> None:
    """Refuse a file that `write_runs` cannot write.

    Raises
    ------
    FormatError : the ending is not in `EXPORTS`.
    SolverUnavailable : pyarrow, which writes Parquet, is not installed.
    """
    ending = Path(path).suffix
    if ending not in EXPORTS:
        raise FormatError(f"{path} must end in one of {', '.join(EXPORTS)}", path)
    if ending == ".parquet":
        check_packages("files of Parquet", ["pyarrow"], extra="parquet")


def write_runs(store: Store, path: str | Path) -> None:
    """Write all runs to a file, one row a run; the ending of its name says how.

    Raises
    ------
    FormatError, SolverUnavailable : as in `check_export`; or the file cannot be written.
    """
    import pandas as pd

    check_export(path)
    path = Path(path)
    try:
        if path.suffix == ".jsonl":
            with path.open("w", encoding="utf-8") as file:
                for each in each_record(store):
                    file.write(json.dumps(each | {"options": json.loads(each["options"])}) + "\n")
            return
        frame = pd.DataFrame.from_records(list(each_record(store)))
        frame = frame.astype({name: "Int64" for name in WHOLE if name in frame})
        with path.open("wb") as file:  # pyarrow does not open a name that is no text
            (frame.to_csv if path.suffix == ".csv" else frame.to_parquet)(file, index=False)
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror or error}", path) from error


def each_record(store: Store) -> Iterator[dict[str, Any]]:
    """Yield each run as a record: the problem first, then the run; None where a column does not apply.

    A square is `R,C`. Seconds are wall time, except `cpu_seconds`; memory is in bytes.
    """
    for suite, document, *values in store.rows(["suite", "document", *OF_RUN]):
        of = json.loads(document)
        problem = {name: of.get(name) for name in ("board", "graph", "wrap", "leaper", "start", "end", "closed")}
        problem |= {name: square_text(of[name]) for name in ("leaper", "start", "end") if of.get(name) is not None}
        problem["board"] = of.get("board", "").replace("\n", "/") or None
        yield problem | {"suite": suite} | dict(zip(OF_RUN, values, strict=True))

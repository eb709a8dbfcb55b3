"""Published times of other programs on the problems of a comparison.

They were measured on other machines. So they have a table of their own, and are neither ranked, tested nor stored.
"""

from __future__ import annotations

import io
from pathlib import PurePath

import pandas as pd

from graphs.errors import FormatError
from graphs.formats import read_text
from graphs.text import plural, printable
from solvers.comparison.report.tables import TableSheet, seconds_text

COLUMNS = {"problem": str, "competitor": str, "seconds": float, "limit": float, "source": str}
"""Columns of a file with published times, and their types. The cells of `seconds` may be empty."""


def published_sheet(path: str, runs: pd.DataFrame) -> TableSheet:
    """Return the table of the published times in a CSV file.

    A time names its problem as the report does or, if no problem has this name, by its graph file without folder and extension.
    The problem counts as solved if the time exceeds neither the published limit nor the largest time limit of the comparison. A
    time is left out if the problem was not solved within a published limit that is lower than this limit: with more time, it
    might have been solved.
    """
    times = _read_times(path)
    problems = runs.astype({"problem": str, "graph": object}).groupby("problem")[["graph", "time_limit"]].max()
    stems = problems["graph"].dropna().map(lambda file: PurePath(file).stem).drop_duplicates(keep=False)
    names = {stem: name for name, stem in stems.items()} | {name: name for name in problems.index}
    times = times.assign(problem=times["problem"].map(names)).join(problems["time_limit"], on="problem")
    solved = times["seconds"] <= times[["limit", "time_limit"]].min(axis=1)
    matched, known = times["problem"].notna(), solved | (times["limit"] >= times["time_limit"])
    times = times.assign(solved=solved, par2=times["seconds"].where(solved, 2 * times["time_limit"]))[matched & known]
    rows = [
        (printable(str(name)), f"{len(of):,}", f"{of['solved'].sum():,}", seconds_text(of["par2"].mean()))
        for name, of in times.groupby("competitor")
    ]
    unmatched, left_out = (~matched).sum(), (matched & ~known).sum()
    notes = [
        ("sources", "; ".join(map(printable, times["source"].unique()))),
        ("rows", f"of {plural(len(matched), 'row')}, {unmatched:,} match no problem, and {left_out:,} are left out"),
        ("left out", "unsolved within a limit that is lower than that of the comparison"),
    ]
    return TableSheet("published times, on other machines", ["competitor", "problems", "solved", "PAR2"], rows, notes)


def _read_times(path: str) -> pd.DataFrame:
    """Return the rows of a CSV file with published times, in which an unsolved problem has an infinite time."""
    try:
        times = pd.read_csv(io.StringIO(read_text(path)), usecols=[*COLUMNS], dtype=COLUMNS)
    except ValueError as error:  # pandas raises subclasses of it
        raise FormatError(f"{path} is not a table of published times: {str(error).splitlines()[0]}", path) from None
    times["seconds"] = times["seconds"].fillna(float("inf"))
    if times.isna().any(axis=None) or not (times["seconds"] >= 0).all() or not times["limit"].between(0, 1e12).all():
        raise FormatError(f"{path}: each row must have a text in {', '.join(COLUMNS)}, and times that are not negative", path)
    return times

"""Published times of other programs on the problems of a comparison.

They were measured on other machines. So they have a table of their own, and are neither ranked, tested nor stored.
"""

from __future__ import annotations

import io
import math
from pathlib import PurePath

import pandas as pd

from graphs.errors import FormatError
from graphs.formats import read_text
from graphs.text import plural, printable
from solvers.comparison.report.texts import TableSheet, seconds_text

COLUMNS = {"problem": str, "competitor": str, "seconds": float, "limit": float, "source": str}
"""Columns of a file with published times, and their types. The cells of `seconds` may be empty."""


def published_sheet(path: str, runs: pd.DataFrame) -> TableSheet:
    """Return a table of the published times in a CSV file.

    A row names its problem as the report does, or by its graph file without folder and extension. The problem counts as solved
    if the time exceeds neither the published limit nor the largest time limit of the comparison. An unsolved problem with a
    lower published limit is left out, because more time might have sufficed.
    """
    try:
        times = pd.read_csv(io.StringIO(read_text(path)), usecols=[*COLUMNS], dtype=COLUMNS).fillna({"seconds": math.inf})
    except ValueError as error:  # pandas raises subclasses of it
        raise FormatError(f"{path} is not a table of published times: {str(error).splitlines()[0]}", path) from None
    if times.isna().any(axis=None) or (times[["seconds", "limit"]] < 0).any(axis=None):
        raise FormatError(f"{path}: each row must have a text in {', '.join(COLUMNS)}, and times that are not negative", path)
    limits = runs.groupby(runs["problem"].astype(str))["time_limit"].max()
    stems = runs.drop_duplicates("problem").set_index("problem")["graph"].dropna().map(lambda file: PurePath(file).stem)
    names = {stem: name for name, stem in stems[~stems.duplicated(keep=False)].items()} | {name: name for name in limits.index}
    most = times["problem"].map(names).map(limits.fillna(math.inf))  # missing if no problem matches
    solved = times["seconds"] <= times["limit"].clip(upper=most)
    left_out = ~solved & (times["limit"] < most)
    times["solved"], times["PAR2"] = solved, times["seconds"].where(solved, 2 * most)
    rows = [
        (printable(str(name)), f"{len(of):,}", f"{of['solved'].sum():,}", seconds_text(of["PAR2"].mean()))
        for name, of in times[most.notna() & ~left_out].groupby("competitor")
    ]
    counts = f"{plural(most.isna().sum(), 'matches', 'match')} no problem, and {plural(left_out.sum(), 'is', 'are')} left out"
    notes = [
        ("sources", "; ".join(map(printable, times["source"].unique()))),
        ("rows", f"of {plural(len(times), 'row')}, {counts}"),
        ("left out", "unsolved within a limit that is lower than that of the comparison"),
    ]
    return TableSheet("published times, on other machines", ["competitor", "problems", "solved", "PAR2"], rows, notes)

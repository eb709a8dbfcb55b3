"""What stands at the head of a comparison's page: totals, conflicts, and one row a competitor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Row", "conflicts", "summary_rows", "totals"]

Row: TypeAlias = Mapping[str, Any]
"""A row of a table: the heads of the columns, and the values."""


def totals(frame: pd.DataFrame) -> dict[str, int]:
    """Return how many runs have each status.

    Examples
    --------
    >>> import pandas as pd
    >>> totals(pd.DataFrame({"status": ["found", "unknown", "found"]}))
    {'found': 2, 'impossible': 0, 'unknown': 1, 'error': 0}
    """
    counts = frame["status"].astype(str).value_counts()
    return {status: int(counts.get(status, 0)) for status in ("found", "impossible", "unknown", "error")}


def summary_rows(frame: pd.DataFrame) -> list[Row]:
    """Return one row a competitor: its runs by status, the median time of the solved ones, and PAR2.

    PAR2 is the mean time of the runs, in which an unsolved one counts as twice its time limit (SAT competitions). It is left
    empty where an unsolved run has no time limit.
    """
    rows: list[Row] = []
    for competitor, runs in frame.groupby("competitor", observed=True):
        solved = runs[runs["solved"]]
        penalised = runs["seconds"].where(runs["solved"], 2 * runs["time_limit"])
        rows.append(
            {
                "competitor": competitor,
                "runs": len(runs),
                "solved": len(solved),
                **totals(runs),
                "median": duration(solved["seconds"].median()) if len(solved) else None,
                "PAR2": None if penalised.isna().any() else duration(penalised.mean()),
            }
        )
    return rows


def duration(seconds: float) -> str:
    """Return a time as people read it.

    Examples
    --------
    >>> duration(0.0000877), duration(0.0123), duration(61.5)
    ('87.7 µs', '12.3 ms', '61.5 s')
    """
    unit, factor = ("s", 1.0) if seconds >= 1 else ("ms", 1e3) if seconds >= 1e-3 else ("µs", 1e6)
    return f"{float(f'{seconds * factor:.3g}'):,g} {unit}"


def conflicts(frame: pd.DataFrame) -> list[str]:
    """Return a sentence for each problem for which one solver found a tour and another proved that there is none, and for
    each wrong answer.
    """
    sentences = []
    wrong = frame[frame["termination"] == "wrong answer"]
    for (problem, competitor), runs in wrong.groupby(["problem", "competitor"], observed=True):
        sentences.append(f"{problem}: {competitor} gave {len(runs)} wrong answer{'s' * (len(runs) > 1)}")
    answered = frame[frame["answer"].isin(["found", "impossible"])]
    for name, runs in answered.groupby("problem", observed=True):
        said = {answer: ", ".join(dict.fromkeys(each["competitor"])) for answer, each in runs.groupby("answer", observed=True)}
        if len(said) > 1:
            sentences.append(f"{name!s}: found by {said['found']}; impossible by {said['impossible']}")
    return sentences

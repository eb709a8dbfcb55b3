"""What stands at the head of a comparison's page: totals, and one row a competitor."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import TYPE_CHECKING, Any, TypeAlias

from solvers.comparison.report.figures import count_range, seconds_range
from solvers.comparison.report.statistics import summary
from solvers.pages.explorer import OUTCOMES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Row", "summary_rows", "totals"]

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
    return {status: int(counts.get(status, 0)) for status in OUTCOMES}


def summary_rows(frame: pd.DataFrame) -> list[Row]:
    """Return one row a competitor: its runs by status, PAR2 and the medians of the solved ones, each with its interval."""
    rows: list[Row] = []
    for competitor, figures in summary(frame).iterrows():
        runs = frame[frame["competitor"] == competitor]
        rows.append(
            {
                "competitor": competitor,
                "runs": len(runs),
                "solved": int(figures["solved"]),
                **totals(runs),
                "PAR2": _with_interval(figures, "par2", seconds_range),
                "median time": _with_interval(figures, "seconds", seconds_range),
                "median nodes": _with_interval(figures, "nodes", count_range),
            }
        )
    return rows


def _with_interval(figures: pd.Series[Any], name: str, text: Any) -> str | None:
    value = figures[name]
    return None if isnan(value) else text(value, figures[f"{name}_low"], figures[f"{name}_high"])

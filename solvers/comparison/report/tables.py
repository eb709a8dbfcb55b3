"""The further tables of a comparison: how fast, up to which board, and which differences are more than chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphs.text import plural
from solvers.comparison.report.figures import count_range, p_text, seconds_range, seconds_text
from solvers.comparison.report.layout import NO_VALUE, Sheet, rows_of
from solvers.comparison.report.portfolio import VirtualBest, virtual_best
from solvers.comparison.report.significance import ALPHA, PairTest, pair_tests
from solvers.comparison.report.statistics import LEAST_PROBLEMS, summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["sheets"]

GROUPS = (36, 64, 100, 400, 2_500, 10_000, 100_000, 1_000_000)
"""The greatest numbers of squares of the groups of boards."""
SHORT_SUBJECT = 12
"""Letters of the name of a board or graph that has a column of its own."""
NAME_ROOM, CELL_ROOM = 26, 9
"""The usual widths of a name and of a cell, with its gap."""
FEW_NAMES = 5
"""Competitors whose table of differences has room for each p."""
NO_RUN = (NO_VALUE, "no such problem, or the competitor cannot take it")


def sheets(frame: pd.DataFrame, width: int) -> Iterator[Sheet]:
    """Yield what the tables say; a table that would say nothing is left out.

    Parameters
    ----------
    frame : the runs, as `runs_frame` returns them.
    width : the columns of the terminal, 40 at least.
    """
    if len(frame) == 0:
        return
    best = virtual_best(frame)
    yield _speed(summary(frame), best)
    yield _boards(frame, width)
    pairs = pair_tests(frame)
    if any(pair.problems > 1 and pair.faster + pair.slower for pair in pairs):
        yield _pairs(pairs, list(best.contributions.index))


def _speed(figures: pd.DataFrame, best: VirtualBest) -> Sheet:
    rows = []
    for name, row in figures.join(best.contributions).to_dict("index").items():
        share = f"{row['share']:.0%}".replace("%", " %") if np.isfinite(row["share"]) else NO_VALUE
        texts = (
            _stacked(text(*(row[figure + end] for end in ("", "_low", "_high"))))
            for figure, text in (("par2", seconds_range), ("seconds", seconds_range), ("nodes", count_range))
        )
        rows.append([str(name), next(texts), share, *texts])
    heads = ["competitor", "PAR2", "share", "median\ntime", "median\nnodes"]
    solved = f"{best.solved:.4g} of {plural(best.problems, 'problem')} solved"
    notes = [
        ("PAR2", "mean time over all its problems; an unsolved run counts as twice its time limit"),
        ("share", "its part (Shapley value) in the virtual best solver"),
        ("virtual best", f"the best competitor on each problem: {solved}, PAR2 {seconds_text(best.par2)}"),
        ("median", "of the problems that it solved"),
        ("[ ]", f"bootstrap interval of 95 % over the problems, from {LEAST_PROBLEMS} problems on"),
        (NO_VALUE, "no number: nothing solved, or an unsolved run had no time limit"),
    ]
    return Sheet("How fast?", heads, rows, notes)


def _stacked(text: str) -> str:
    """Return a number with its interval below it.

    >>> _stacked("12 [10–15] ms"), _stacked("1.2 s")
    ('12 ms\\n[10–15]', '1.2 s')
    """
    number, is_there, rest = text.partition(" [")
    interval, _, unit = rest.partition("]")
    return f"{number}{unit}\n[{interval}]" if is_there else text


def _boards(frame: pd.DataFrame, width: int) -> Sheet:
    heads = _board_heads(frame, (width - NAME_ROOM) // CELL_ROOM)
    order = list(heads.cat.categories)
    frame = frame.assign(head=heads)
    by_problem = frame.groupby(["competitor", "head", "problem"], observed=True).agg(
        runs=("solved", "size"), solved=("solved", "sum"), seconds=("seconds", "mean")
    )
    groups = by_problem.groupby(level=["competitor", "head"], observed=True)
    cells = {
        key: seconds_text(seconds) if solved == runs else f"{solved}/{runs}"
        for key, runs, solved, seconds in groups.agg({"runs": "sum", "solved": "sum", "seconds": "mean"}).itertuples()
    }
    rows = rows_of(frame["competitor"].drop_duplicates().sort_values(), order, cells)
    notes = [("1.2 ms", "mean time (PAR2) where all runs are solved"), ("3/8", "solved/runs where some are not solved"), NO_RUN]
    return Sheet("Up to which board?", ["competitor", *order], rows, notes)


def _board_heads(frame: pd.DataFrame, most: int) -> pd.Series[str]:
    """Return for each run the head of its column: the board, or its group where boards would need more columns than `most`.

    The categories are in order: by the number of squares, open before closed, which share a column where there are too many.
    """
    import pandas as pd

    heads = pd.DataFrame({"size": frame["size"], "closed": frame["closed"], "name": frame["subject"].astype(str)})
    if heads["name"].str.len().max() > SHORT_SUBJECT or len(heads.drop_duplicates()) > most:
        heads["size"] = np.searchsorted(GROUPS, heads["size"])
        heads["name"] = heads["size"].map(_group_name)
    if heads["closed"].nunique() > 1 and len(heads.drop_duplicates()) <= most:
        heads["name"] += np.where(heads["closed"], "\nclosed", "\nopen")
    else:
        heads["closed"] = False
    order = heads.sort_values(["size", "closed"], kind="stable")["name"].unique()
    return pd.Series(pd.Categorical(heads["name"], categories=order), index=frame.index)


def _group_name(place: int) -> str:
    """Return the numbers of squares of a group of boards.

    Examples
    --------
    >>> [_group_name(place) for place in (0, 1, len(GROUPS))]
    ['up to 36\\nsquares', '37–64\\nsquares', 'over 1,000,000\\nsquares']
    """
    if place == 0:
        return f"up to {GROUPS[0]}\nsquares"
    if place == len(GROUPS):
        return f"over {GROUPS[-1]:,}\nsquares"
    return f"{GROUPS[place - 1] + 1:,}–{GROUPS[place]:,}\nsquares"


def _pairs(pairs: Sequence[PairTest], names: Sequence[str]) -> Sheet:
    cells = {(name, name): "·" for name in names}
    for pair in pairs:
        p = p_text(pair.p_holm) if len(names) <= FEW_NAMES else ""
        for both, effect in (((pair.first, pair.second), pair.effect), ((pair.second, pair.first), -pair.effect)):
            mark = NO_VALUE if np.isnan(pair.p) else "=" if pair.p_holm >= ALPHA else "+" if effect > 0 else "-"
            cells[both] = f"{mark} {p}".strip()
    rows = [[f"{number} {row[0]}", *row[1:]] for number, row in enumerate(rows_of(names, names, cells), 1)]
    notes = [
        ("+ -", f"the competitor of the row is faster, or slower, than that of the column, with a p below {ALPHA:g}"),
        ("=", f"the p is {ALPHA:g} or more"),
        ("p", "Wilcoxon's signed-rank test of the PAR2 scores on the problems that both take, two-sided, Holm-corrected"),
        (NO_VALUE, "no common problem, or all are ties"),
    ]
    heads = ["competitor", *(str(number) for number in range(1, len(names) + 1))]
    return Sheet("Which differences are more than chance?", heads, rows, notes)

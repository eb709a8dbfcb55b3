"""The tables of a comparison for a terminal: who solves how many, how fast, up to which board, and what is more than chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report.figures import (
    NO_VALUE,
    count_range,
    effect_text,
    p_text,
    seconds_range,
    seconds_span,
    seconds_text,
)
from solvers.comparison.report.layout import Sheet, folded, rendered
from solvers.comparison.report.portfolio import VirtualBest, virtual_best
from solvers.comparison.report.significance import PairTest, RankTest, pair_tests, rank_test
from solvers.comparison.report.statistics import LEAST_PROBLEMS, solved_by_kind, summary

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType

__all__ = ["sheets", "tables"]

GROUPS = (36, 64, 100, 400, 2_500, 10_000, 100_000, 1_000_000)
"""The greatest numbers of squares of the groups of boards."""
SHORT_SUBJECT = 12
"""Letters of the name of a board or graph that has a column of its own."""
NAME_ROOM, CELL_ROOM, FEW_PARTS = 26, 9, 2
"""Boards have columns of their own if these, with names and cells of usual width, make so many parts of a table at most."""
FEW_PAIRS = 10
"""Up to so many pairs stand in a list, more in a square of numbers."""
HEAD_ROOM = 14
"""Letters in a line of the head of a column."""
NO_RUN = (NO_VALUE, "no such problem, or the competitor cannot take it")


def tables(frame: pd.DataFrame, width: int) -> Iterator[RenderableType]:
    """Yield the tables, laid out for a terminal.

    Parameters
    ----------
    frame : the runs, as `runs_frame` returns them.
    width : the columns of the terminal, 40 at least. No line is longer, and no cell is cut.
    """
    for sheet in sheets(frame, width):
        yield rendered(sheet, width)


def sheets(frame: pd.DataFrame, width: int) -> Iterator[Sheet]:
    """Yield what the tables say; a table that would say nothing is left out."""
    if len(frame) == 0:
        return
    best = virtual_best(frame)
    yield _solved(frame, best)
    yield _speed(summary(frame), best)
    yield _boards(frame, width)
    if not frame["solved"].all():
        yield _endings(frame)
    ranked = rank_test(frame)
    if ranked is not None and np.isfinite(ranked.p):
        yield _ranks(ranked)
    pairs = pair_tests(frame)
    if any(pair.problems > 1 and pair.faster + pair.slower for pair in pairs):
        yield _pair_list(pairs) if len(pairs) <= FEW_PAIRS else _pair_square(pairs, list(best.contributions.index))


def _solved(frame: pd.DataFrame, best: VirtualBest) -> Sheet:
    counts = solved_by_kind(frame)
    kinds = [str(kind) for kind in counts.index.unique("kind").sort_values()]
    cells = _ratios(counts)
    all_runs = _ratios(counts.groupby(level="competitor", observed=True).sum())
    alone = best.contributions["marginal_solved"].to_dict()
    rows = [
        [str(name), *(cells.get((name, kind), NO_VALUE) for kind in kinds), all_runs[name], f"{number:.4g}"]
        for name, number in alone.items()
    ]
    notes = [
        ("solved", "a verified tour, or a proof that there is none, within the limits"),
        ("not settled", "nobody found out whether there is a tour"),
        ("alone", "problems that no other competitor solves"),
        NO_RUN,
    ]
    if not any("not settled" in kind for kind in kinds):
        del notes[1]
    heads = [kind.replace(", ", "\n") for kind in kinds]
    return Sheet("Who solves how many? (solved/runs)", ["competitor", *heads, "all", "alone"], rows, notes)


def _ratios(counts: pd.DataFrame) -> dict[Any, str]:
    """Return the texts of solved/runs."""
    return {key: f"{row['solved']}/{row['runs']}" for key, row in counts.to_dict("index").items()}


def _speed(figures: pd.DataFrame, best: VirtualBest) -> Sheet:
    rows = []
    shares = best.contributions["share"].to_dict()
    for name, row in figures.to_dict("index").items():
        share = shares[name]
        rows.append(
            [
                str(name),
                seconds_range(row["par2"], row["par2_low"], row["par2_high"]),
                f"{share:.0%}".replace("%", " %") if np.isfinite(share) else NO_VALUE,
                seconds_range(row["seconds"], row["seconds_low"], row["seconds_high"]),
                seconds_span(row["seconds_q1"], row["seconds_q3"]),
                count_range(row["nodes"], row["nodes_low"], row["nodes_high"]),
            ]
        )
    heads = ["competitor", "PAR2", "share", "median time", "quartiles", "median nodes"]
    solved = f"{best.solved:.4g} of {best.problems:,} problems solved"
    notes = [
        ("PAR2", "mean time over all its problems; an unsolved run counts as twice its time limit"),
        ("share", "its part (Shapley value) in the virtual best solver"),
        ("virtual best", f"the best competitor on each problem: {solved}, PAR2 {seconds_text(best.par2)}"),
        ("median", "of the problems that it solved, as are the quartiles"),
        ("[ ]", f"bootstrap interval of 95 % over the problems, from {LEAST_PROBLEMS} problems on"),
        (NO_VALUE, "no number: nothing solved, or an unsolved run had no time limit"),
    ]
    return Sheet("How fast?", heads, rows, notes)


def _boards(frame: pd.DataFrame, width: int) -> Sheet:
    heads = _board_heads(frame, FEW_PARTS * ((width - NAME_ROOM) // CELL_ROOM))
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
    names = frame["competitor"].drop_duplicates().sort_values()
    rows = [[name, *(cells.get((name, head), NO_VALUE) for head in order)] for name in names]
    notes = [("1.2 ms", "mean time (PAR2) where all runs are solved"), ("3/8", "solved/runs where some are not solved"), NO_RUN]
    return Sheet("Up to which board?", ["competitor", *order], rows, notes)


def _board_heads(frame: pd.DataFrame, most: int) -> pd.Series[str]:
    """Return for each run the head of its column: the board, or its group where boards would need more columns than `most`.

    The categories are in order: by the number of squares, open before closed.
    """
    import pandas as pd

    names, sizes = frame["subject"].astype(str), frame["size"].to_numpy()
    if names.str.len().max() > SHORT_SUBJECT or len(frame[["subject", "closed"]].drop_duplicates()) > most:
        sizes = np.searchsorted(GROUPS, sizes)
        names = pd.Series([_group_name(place) for place in range(len(GROUPS) + 1)])[sizes].set_axis(frame.index)
    if frame["closed"].nunique() > 1:
        names = names + np.where(frame["closed"], "\nclosed", "\nopen")
    order = pd.DataFrame({"name": names, "size": sizes, "closed": frame["closed"]}).sort_values(
        ["size", "closed"], kind="stable"
    )
    return pd.Series(pd.Categorical(names, categories=order["name"].unique()), index=frame.index)


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


def _endings(frame: pd.DataFrame) -> Sheet:
    """Return the table of the ways in which runs ended that solved nothing."""
    failed = frame[~frame["solved"]]
    counts = failed.groupby(["competitor", "termination"], observed=True).size()
    endings = sorted(counts.index.unique("termination"), key=lambda ending: (ending.startswith("crashed"), ending))
    runs = frame.groupby("competitor", observed=True).size()
    names = [name for name in runs.index if name in counts.index.unique("competitor")]
    rows = [
        [
            name,
            f"{runs[name]:,}",
            *(f"{counts[name, ending]:,}" if (name, ending) in counts.index else "" for ending in endings),
        ]
        for name in names
    ]
    notes = [("runs", "all runs of the competitor; those that solve everything are left out")]
    heads = ["competitor", "runs", *(folded(ending, HEAD_ROOM) for ending in endings)]
    return Sheet("How did the unsolved runs end?", heads, rows, notes)


def _ranks(test: RankTest) -> Sheet:
    letters = dict.fromkeys(test.competitors, "")
    for letter, clique in zip(_letters(), test.cliques, strict=False):
        for name in letters:
            letters[name] += letter if name in clique else ""
    rows = [[name, f"{rank:.2f}", letters[name]] for name, rank in zip(test.competitors, test.mean_ranks, strict=True)]
    notes = [
        ("mean rank", f"of the PAR2 scores on the {test.problems:,} problems that all take; 1 is the fastest"),
        ("", f"Friedman's test: chi² {test.statistic:.3g}, p {p_text(test.p)}"),
        ("alike", "competitors with a letter in common do not differ by Nemenyi's test:"),
        ("", f"at {100 * test.alpha:g} % two mean ranks differ from {test.critical_difference:.2f} on"),
    ]
    return Sheet("Who is ahead?", ["competitor", "mean rank", "alike"], rows, notes)


def _letters() -> Iterator[str]:
    """Yield a, b, …, z, then (27), (28) and so on."""
    yield from ascii_lowercase
    number = len(ascii_lowercase)
    while True:
        number += 1
        yield f"({number})"


PAIRS = "Which differences are more than chance?"
PAIR_NOTES = [
    ("p", "Wilcoxon's signed-rank test of the PAR2 scores on the problems that both take, two-sided, Holm-corrected"),
    ("effect", "matched-pairs rank-biserial correlation, from +1 to -1"),
]


def _pair_list(pairs: Sequence[PairTest]) -> Sheet:
    rows = [
        [
            f"{pair.first} – {pair.second}",
            *map(str, (pair.problems, pair.faster, pair.slower)),
            *(p_text(pair.p_holm), effect_text(pair.effect)),
        ]
        for pair in pairs
    ]
    notes = [*PAIR_NOTES, ("+1", "the first is faster on all problems"), (NO_VALUE, "no common problem, or all are ties")]
    return Sheet(PAIRS, ["pair", "problems", "first\nfaster", "second\nfaster", "p", "effect"], rows, notes)


def _pair_square(pairs: Sequence[PairTest], names: Sequence[str]) -> Sheet:
    cells = {}
    places = {name: place for place, name in enumerate(names)}
    for pair in pairs:
        first, second = places[pair.first], places[pair.second]
        cells[first, second], cells[second, first] = p_text(pair.p_holm), effect_text(-pair.effect)
    numbers = range(len(names))
    rows = [
        [f"{line + 1} {names[line]}", *("·" if line == column else cells.get((line, column), NO_VALUE) for column in numbers)]
        for line in numbers
    ]
    notes = [
        ("above ·", "p: " + PAIR_NOTES[0][1]),
        ("below ·", "effect: " + PAIR_NOTES[1][1]),
        ("+1", "the competitor of the row is faster than that of the column on all problems"),
        (NO_VALUE, "no common problem, or all are ties"),
    ]
    return Sheet(PAIRS, ["competitor", *(str(number + 1) for number in numbers)], rows, notes)

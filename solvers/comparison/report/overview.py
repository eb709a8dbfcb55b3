"""A comparison at a glance: one table, how the unsolved runs ended, and three sentences that say what the figures mean.

The sentences are put together from the figures. Each holds of every store, or it is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_letters
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report.figures import seconds_text
from solvers.comparison.report.layout import Sheet
from solvers.comparison.report.portfolio import virtual_best
from solvers.comparison.report.significance import ALPHA, PairTest, pair_tests
from solvers.comparison.report.statistics import pooled, scores, solved_by_kind, summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["endings", "findings", "groups_alike", "overview", "parts"]

KINDS = {
    "open": ("open, with a tour",),
    "closed": ("closed, with a tour",),
    "none": ("open, without", "closed, without"),
    "not settled": ("open, not settled", "closed, not settled"),
}
"""The columns of the table, and the kinds of problems in each."""
MOST_NAMES = 5
"""Competitors that a sentence names; of more it names all but the last, and counts the rest."""
LARGE = 100
"""Squares from which on the growth of the time is measured; below, what every run takes hides it."""
SHARE_BELOW = 0.25
"""The least part of all problems that lie below a number of squares that a sentence names."""


def parts(frame: pd.DataFrame, by: str | None) -> Iterator[tuple[Any, pd.DataFrame]]:
    """Yield the runs in parts, each with its name: each leaper with its boards, each board with its leapers, or each suite.

    Parameters
    ----------
    frame : the runs, as `runs_frame` returns them.
    by : `"leaper"` or `"board"`, of which the other becomes the subject; `"suite"`, a part for each section; None for all
        runs, without a name.
    """
    if by is None:
        return iter([("", frame)])
    if by == "suite":
        return iter(frame.groupby("suite", sort=False, observed=True))
    leapers = ("leaper " + frame["leaper"].astype(object)).fillna("graph")
    boards = [subject.removesuffix(f" {leaper}") for subject, leaper in zip(frame["subject"], leapers, strict=True)]
    names = frame.assign(leaper=leapers, board=boards)
    frame = frame.assign(subject=names["board" if by == "leaper" else "leaper"])
    return iter(frame.groupby(names[by], sort=False))


def overview(frame: pd.DataFrame, title: str = "") -> Sheet:
    """Return the main table: a row for each competitor, in the order of their mean ranks.

    Parameters
    ----------
    frame : the runs, as `runs_frame` returns them.
    title : of the table.
    """
    kinds_of = solved_by_kind(frame)
    solved, runs = (kinds_of[what].unstack(fill_value=0) for what in ("solved", "runs"))
    heads = {head: [kind for kind in kinds if kind in solved] for head, kinds in KINDS.items()}
    heads = {head: kinds for head, kinds in heads.items() if kinds}
    figures = summary(frame).join(virtual_best(frame).contributions)  # in the order of the plan, as the rest
    figures["rank"] = scores(frame).rank(axis=1).mean().to_numpy()
    for head, kinds in heads.items():
        figures[head] = solved[kinds].sum(axis=1).to_numpy()
    figures = figures.sort_values("rank", kind="stable")
    letters = groups_alike(pair_tests(frame), [*figures.index])
    rows = []
    for name, of in figures.to_dict("index").items():
        counts = (f"{of[head]:,}" for head in heads)
        times = (seconds_text(of[figure]) for figure in ("par2", "seconds"))
        rows.append([str(name), *counts, f"{of['alone']:.4g}", *times, f"{of['rank']:.1f} {letters[str(name)]:4}"])
    totals = [f"{head}\nof {runs[kinds].max().sum():,}" for head, kinds in heads.items()]
    notes = [
        ("of", "solved runs, of those with such a tour or with none; alone: by no other"),
        ("PAR2", "mean time, an unsolved run as twice its limit; median: of the solved"),
        ("rank", f"the mean; who share a letter differ by no more than chance (p {ALPHA:g})"),
    ]
    return Sheet(title, ["competitor", *totals, "alone", "PAR2", "median", "rank     "], rows, notes)


def groups_alike(pairs: Iterable[PairTest], names: Sequence[str]) -> dict[str, str]:
    """Return letters for each competitor; two that share one do not differ by more than chance.

    Each letter stands for neighbours in the order of the names of which no two differ, as a bar does in the diagram of Demšar.

    Parameters
    ----------
    pairs : the tests.
    names : the competitors, in the order of their ranks.

    References
    ----------
    J. Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets, Journal of Machine Learning Research 7, 2006.

    Examples
    --------
    >>> groups_alike([PairTest("a", "c", 9, 9, 0, 0.001, 1.0, 0.001)], ["a", "b", "c"])
    {'a': 'a', 'b': 'ab', 'c': 'b'}
    """
    differ = {frozenset((pair.first, pair.second)) for pair in pairs if pair.p_holm < ALPHA}
    groups: list[Sequence[str]] = []
    for first in range(len(names)):
        last = first
        while last < len(names) and not any({names[last], name} in differ for name in names[first:last]):
            last += 1
        if not groups or names[last - 1] != groups[-1][-1]:
            groups.append(names[first:last])
    return {
        name: "".join(letter for letter, group in zip(ascii_letters, groups, strict=False) if name in group) for name in names
    }


def endings(frame: pd.DataFrame, most: int = 3) -> Iterator[str]:
    """Yield a line for each way in which unsolved runs ended: competitors, `most` at most, and how many of their runs."""
    unsolved = frame[~frame["solved"]].astype({"termination": str, "competitor": str})
    for ending, runs in unsolved.groupby("termination"):
        numbers = runs["competitor"].value_counts()
        yield f"{ending}: " + _listed([f"{name} {number:,}" for name, number in numbers.items()], most)


def findings(frame: pd.DataFrame) -> Iterator[str]:
    """Yield sentences that say what the figures mean: who solves all, how fast that is, and which problem is the hardest."""
    shares = pooled(frame.astype({"solved": float}), "solved", "mean")  # none where a competitor cannot take a problem
    everything = [str(name) for name in shares if (shares[name] == 1).all()]
    yield _who_solves_what(frame, shares, everything)
    yield from _how_fast(frame, everything)
    yield from _how_it_grows(frame)
    numbers = (shares == 1).sum(axis=1)
    if numbers.min() < shares.shape[1]:
        number = int(numbers.min())
        who = f"{number} of {shares.shape[1]} solve{'s' * (number == 1)}" if number else "nobody solves"
        yield f"The hardest problem is {numbers.idxmin()}: {who} it."


def _who_solves_what(frame: pd.DataFrame, shares: pd.DataFrame, everything: Sequence[str]) -> str:
    every = f"all {len(shares):,} problems are" if len(shares) > 1 else "the problem is"
    parts = [f"{every[0].upper()}{every[1:]} solved by {_listed(everything) or 'nobody'}"]
    missed = {str(name): [*shares.index[shares[name] < 1]] for name in shares}
    others = sorted(filter(lambda name: len(missed[name]), missed), key=lambda name: len(missed[name]))
    ends = dict.fromkeys([*others[:1], *others[-1:]])
    parts += [f"{name} misses {len(missed[name]):,}{_where(missed[name], frame)}" for name in ends]
    return "; ".join(parts) + "."


def _where(missed: Sequence[Any], frame: pd.DataFrame) -> str:
    """Return what the missed problems have in common that other problems have not; nothing where that is nothing."""
    if len(missed) == 1:
        return f" ({missed[0]})"
    with_tour, of_problems = {*frame["problem"][frame["answer"] == "found"]}, frame.drop_duplicates("problem")
    no_tour = {*frame["problem"][frame["answer"] == "impossible"]} - with_tour
    for words, those in (("without a tour", no_tour), ("closed", {*frame["problem"][frame["closed"]]})):
        if those.issuperset(missed) and len(those) < len(of_problems):
            return f", {'exactly those' if len(those) == len(missed) else 'all'} {words}"
    least = of_problems["size"][of_problems["problem"].isin(missed)].min()
    return f", all with {least:,} squares or more" if (of_problems["size"] < least).mean() >= SHARE_BELOW else ""


def _how_fast(frame: pd.DataFrame, everything: Sequence[str]) -> Iterator[str]:
    means = scores(frame).mean().replace(np.inf, np.nan).dropna().sort_values()
    means = means[[name for name in means.index if name in everything]]
    if len(means) > 1:
        least, most = (f"{means.index[place]} ({seconds_text(means.iloc[place])})" for place in (0, -1))
        best = seconds_text(virtual_best(frame).par2)
        yield f"Of those, the fastest on average is {least}, the slowest {most}; the best on each problem takes {best}."


def _how_it_grows(frame: pd.DataFrame) -> Iterator[str]:
    """Yield with which power of the number of squares the time grows, where each problem has another number of them."""
    sizes = frame.drop_duplicates("problem")["size"]
    if not sizes.is_unique or sizes.max() < 16 * LARGE:
        return
    grows = []
    for name, runs in frame[frame["solved"] & (frame["size"] >= LARGE)].groupby("competitor", observed=True):
        if runs["size"].nunique() > 3:
            power = np.polyfit(np.log(runs["size"]), np.log(runs["seconds"]), 1)[0]
            grows.append((power, f"{name} {power:.1f} (to {runs['size'].max():,})"))
    if grows:
        powers = ", ".join(text for _, text in sorted(grows))
        yield f"From {LARGE} squares on, time grows as this power of their number: {powers}."


def _listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Return names as a list in words.

    Examples
    --------
    >>> _listed(["a"]), _listed(["a", "b", "c"]), _listed([*"abcdefg"])
    ('a', 'a, b and c', 'a, b, c, d and 3 others')
    """
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} others"]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))

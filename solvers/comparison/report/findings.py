"""Sentences that describe the results of a comparison.

A competitor *solves* a problem if all its runs on the problem are solved; otherwise, it *misses* the problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report.layout import seconds_text
from solvers.comparison.report.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

MOST_NAMES = 5
"""Maximum number of items in a list of names. If there are more names, the last item is the number of omitted names."""
LARGE = 100
"""Minimum size, in squares, of problems used to measure the growth of time. On smaller ones, fixed times hide the growth."""
SHARE_BELOW = 0.25
"""A sentence names the smallest size of the missed problems only if at least this share of all problems is smaller."""


def endings(runs: pd.DataFrame) -> Iterator[str]:
    """Yield a line for each termination of unsolved runs, such as `time limit: highs 3, clingo 0.5`.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` returns them.

    Yields
    ------
    str
        The termination, and for each competitor the number of problems with this termination. If only some runs of a competitor
        on a problem ended in this way, the problem counts as a fraction. If there are more than three competitors, only two are
        named, and the others are counted.
    """
    unsolved = runs[~runs["solved"]].astype({"termination": str, "competitor": str})
    for ending, group in unsolved.groupby("termination"):
        numbers = group.groupby("competitor", sort=False)["weight"].sum().sort_values(ascending=False, kind="stable")
        yield f"{ending}: " + _names_text([f"{name} {number:,.3g}" for name, number in numbers.items()], most=3)


def findings(runs: pd.DataFrame, summary: Summary) -> Iterator[str]:
    """Yield sentences on the results of a comparison.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` returns them.
    summary : Summary
        Their summary.

    Yields
    ------
    str
        A sentence on one of these subjects: which competitors solve all problems; the mean of the best PAR2 score on each
        problem; how time grows with size; and which problem is the hardest. The hardest problem is the one that the smallest
        share of those competitors solves that support it. The first sentence is always given; the others are left out if they
        do not apply.
    """
    shares = summary.scores["solved"].unstack("competitor")  # missing if a competitor does not support a problem
    everything = [name for name in summary.figures.index[summary.figures["ranked"]] if (shares[name] == 1).all()]
    yield _who_solves_what(runs, shares, everything)
    best = summary.scores["par2"].groupby("problem", observed=True).min().mean()
    if len(everything) > 1 and np.isfinite(best):
        yield f"The best competitor on each problem takes {seconds_text(best)} on average."
    yield from _how_it_grows(runs, summary.scores)
    solved, supported = (shares == 1).sum(axis=1), shares.notna().sum(axis=1)
    hardest: Any = (solved / supported).idxmin()
    number = int(solved[hardest])
    if number < supported[hardest]:
        who = f"{number} of {supported[hardest]} solve{'s' * (number == 1)}" if number else "nobody solves"
        yield f"The hardest problem is {hardest}: {who} it."


def _who_solves_what(runs: pd.DataFrame, shares: pd.DataFrame, everything: Sequence[str]) -> str:
    every = f"all {len(shares):,} problems" if len(shares) > 1 else "the problem"
    missed = {str(name): [*shares.index[shares[name] < 1]] for name in shares}
    others = sorted(filter(missed.get, missed), key=lambda name: len(missed[name]))
    texts = [
        f"{name} misses {len(missed[name]):,}{_where(missed[name], runs)}" for name in dict.fromkeys(others[:1] + others[-1:])
    ]
    who = _names_text(everything) or "Nobody"
    return "; ".join([f"{who} solve{'s' * (len(everything) < 2)} {every}", *texts]) + "."


def _where(missed: Sequence[Any], runs: pd.DataFrame) -> str:
    """Describe the problems that a competitor misses, as the end of a sentence.

    If there is only one problem, the text contains its name. Otherwise, it states a property of all missed problems: they have
    no tour, are closed, or have a minimum size. If there is no such property, the text is empty.
    """
    if len(missed) == 1:
        return f" ({missed[0]})"
    problems = runs.drop_duplicates("problem").set_index("problem")
    for words, those in (("without a tour", problems["truth"] == "none"), ("closed", problems["closed"])):
        if those[missed].all() and not those.all():
            return f", {'exactly those' if those.sum() == len(missed) else 'all'} {words}"
    least = problems["size"][missed].min()
    return f", all with {least:,} squares or more" if (problems["size"] < least).mean() >= SHARE_BELOW else ""


def _how_it_grows(runs: pd.DataFrame, scores: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence on the growth of time: for each competitor, the exponent p of a fit of its times by n^p.

    The number of squares of a problem is n. A competitor is included if it has solved more than three problems of at least
    `LARGE` squares. There is no sentence if none is included, if two problems have the same size, or if the largest problem has
    fewer than 16 * `LARGE` squares.
    """
    sizes = runs.drop_duplicates("problem").set_index("problem")["size"]
    if not sizes.is_unique or sizes.max() < 16 * LARGE:
        return
    grows = []
    for name, times in scores["seconds"].dropna().groupby("competitor", observed=True):
        squares = sizes[times.index.get_level_values("problem")].to_numpy()
        if (squares >= LARGE).sum() > 3:
            power = np.polyfit(np.log(squares[squares >= LARGE]), np.log(times[squares >= LARGE]), 1)[0]
            grows.append((power, f"{name} n^{power:.1f} (up to n = {squares.max():,})"))
    if grows:
        powers = ", ".join(text for _, text in sorted(grows))
        yield f"Growth of time with the number of squares n, for n >= {LARGE}: {powers}."


def _names_text(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Return a text that lists names.

    Examples
    --------
    >>> _names_text(["a"]), _names_text(["a", "b", "c"]), _names_text([*"abcdefg"])
    ('a', 'a, b and c', 'a, b, c, d and 3 others')
    """
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} others"]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))

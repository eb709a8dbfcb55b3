"""Sentences about a comparison, from its summary. Each is true of every comparison, or it is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report.layout import seconds_text
from solvers.comparison.report.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["endings", "findings"]

MOST_NAMES = 5
"""Competitors that a sentence names; the others are counted."""
LARGE = 100
"""Fewest squares for the growth of time; on smaller boards the fixed cost of a run hides it."""
SHARE_BELOW = 0.25
"""Least share of problems below a number of squares that a sentence names."""


def endings(runs: pd.DataFrame, most: int = 3) -> Iterator[str]:
    """Yield a line for each way in which unsolved runs ended: at most `most` competitors, with numbers of problems.

    A problem counts by the share of the competitor's runs on it that ended so.
    """
    unsolved = runs[~runs["solved"]].astype({"termination": str, "competitor": str})
    for ending, group in unsolved.groupby("termination"):
        numbers = group.groupby("competitor", sort=False)["weight"].sum().sort_values(ascending=False, kind="stable")
        yield f"{ending}: " + _listed([f"{name} {number:,.3g}" for name, number in numbers.items()], most)


def findings(runs: pd.DataFrame, summary: Summary) -> Iterator[str]:
    """Yield sentences: which competitors solve all problems, the time of the best, how time grows, and the hardest problem."""
    shares = summary.scores["solved"].unstack("competitor")  # missing if a competitor does not support a problem
    everything = [name for name in summary.figures.index[summary.figures["ranked"]] if (shares[name] == 1).all()]
    yield _who_solves_what(runs, shares, everything)
    best = summary.scores["par2"].groupby("problem", observed=True).min().mean()
    if len(everything) > 1 and np.isfinite(best):
        yield f"The best competitor on each problem takes {seconds_text(best)} on average."
    yield from _how_it_grows(runs, summary.scores)
    numbers = (shares == 1).sum(axis=1)
    if numbers.min() < shares.shape[1]:
        number = int(numbers.min())
        who = f"{number} of {shares.shape[1]} solve{'s' * (number == 1)}" if number else "nobody solves"
        yield f"The hardest problem is {numbers.idxmin()}: {who} it."


def _who_solves_what(runs: pd.DataFrame, shares: pd.DataFrame, everything: Sequence[str]) -> str:
    every = f"all {len(shares):,} problems" if len(shares) > 1 else "the problem"
    missed = {str(name): [*shares.index[shares[name] < 1]] for name in shares}
    others = sorted(filter(missed.get, missed), key=lambda name: len(missed[name]))
    texts = [
        f"{name} misses {len(missed[name]):,}{_where(missed[name], runs)}" for name in dict.fromkeys(others[:1] + others[-1:])
    ]
    who = _listed(everything) or "Nobody"
    return "; ".join([f"{who} solve{'s' * (len(everything) < 2)} {every}", *texts]) + "."


def _where(missed: Sequence[Any], runs: pd.DataFrame) -> str:
    """Return what the missed problems have in common that other problems have not, or an empty string."""
    if len(missed) == 1:
        return f" ({missed[0]})"
    problems = runs.drop_duplicates("problem").set_index("problem")
    for words, those in (("without a tour", problems["truth"] == "none"), ("closed", problems["closed"])):
        if those[missed].all() and not those.all():
            return f", {'exactly those' if those.sum() == len(missed) else 'all'} {words}"
    least = problems["size"][missed].min()
    return f", all with {least:,} squares or more" if (problems["size"] < least).mean() >= SHARE_BELOW else ""


def _how_it_grows(runs: pd.DataFrame, scores: pd.DataFrame) -> Iterator[str]:
    """Yield the power of the number of squares with which time grows, if each problem has another number of them."""
    sizes = runs.drop_duplicates("problem").set_index("problem")["size"]
    if not sizes.is_unique or sizes.max() < 16 * LARGE:
        return
    grows = []
    for name, times in scores["seconds"].dropna().groupby("competitor", observed=True):
        squares = sizes[times.index.get_level_values("problem")].to_numpy()
        if (squares >= LARGE).sum() > 3:
            power = np.polyfit(np.log(squares[squares >= LARGE]), np.log(times[squares >= LARGE]), 1)[0]
            grows.append((power, f"{name} n^{power:.1f} (to n = {squares.max():,})"))
    if grows:
        powers = ", ".join(text for _, text in sorted(grows))
        yield f"Growth of time with the number of squares n, for n >= {LARGE}: {powers}."


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

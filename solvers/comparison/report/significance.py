"""Tests of whether one competitor is faster than another by more than chance, on the PAR2 scores of the problems.

Two competitors are compared on the problems that both take, by Wilcoxon's signed-rank test; many pairs need Holm's correction.
The test uses ranks only. An unsolved run without a time limit, whose score has no number, ranks behind every other. No pair is
judged by its mean ranks among all competitors, for these change with the company (A. Benavoli, G. Corani, F. Mangili, Should we
really use post-hoc tests based on mean-ranks?, Journal of Machine Learning Research 17, 2016).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report.statistics import scores

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ALPHA", "PairTest", "holm", "pair_tests", "signed_rank_test"]

ALPHA = 0.05
"""The level below which a difference is more than chance."""
EXACT = 50
"""Differences up to which the p of Wilcoxon's test is exact."""


@dataclass(frozen=True)
class PairTest:
    """The comparison of two competitors on the problems that both take.

    Attributes
    ----------
    first, second : the competitors.
    problems : the number of problems that both take.
    faster, slower : the number of them on which the first has the lower, or the higher, PAR2 score; the others are ties.
    p : the two-sided p of Wilcoxon's signed-rank test; NaN if all problems are ties.
    effect : the matched-pairs rank-biserial correlation, from 1 (the first is always faster) to -1; NaN where p is.
    p_holm : p after Holm's correction for all pairs that were tested.
    """

    first: str
    second: str
    problems: int
    faster: int
    slower: int
    p: float
    effect: float
    p_holm: float = np.nan


def pair_tests(frame: pd.DataFrame) -> tuple[PairTest, ...]:
    """Compare each pair of competitors that have a common problem, in the order of the plan.

    Parameters
    ----------
    frame : the runs, as `runs_frame` returns them.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = {"problem": [1, 2, 3] * 2, "competitor": list("aaabbb"), "seconds": [1.0, 2.0, 3.0, 2.0, 4.0, 6.0]}
    >>> (pair,) = pair_tests(pd.DataFrame(runs | {"solved": True, "time_limit": 10.0}))
    >>> pair.first, pair.second, pair.faster, pair.p, pair.effect
    ('a', 'b', 3, 0.25, 1.0)
    """
    table = scores(frame)
    found = []
    for pair in combinations(map(str, table), 2):
        first, second = table[list(pair)].dropna().to_numpy(float).T
        if len(first):
            gain = np.subtract(second, first, out=np.zeros(len(first)), where=first != second)  # two infinite scores are a tie
            wins, losses = int((gain > 0).sum()), int((gain < 0).sum())
            found.append(PairTest(*pair, len(gain), wins, losses, *signed_rank_test(gain)))
    corrected = holm(np.array([each.p for each in found]))
    return tuple(replace(each, p_holm=float(p)) for each, p in zip(found, corrected, strict=True))


def signed_rank_test(differences: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Return the p of Wilcoxon's signed-rank test and the matched-pairs rank-biserial correlation.

    Parameters
    ----------
    differences : of the pairs; infinite ones have the highest ranks. Zeros are left out, as by Wilcoxon; if nothing else is
        there, both results are NaN.

    Notes
    -----
    The p is exact for up to `EXACT` differences, also with ties among them, where the exact p of scipy is that without ties;
    else it is by the normal distribution. The correlation is
    the sum of the ranks of the positive differences less that of the negative ones, divided by the sum of all ranks.

    References
    ----------
    F. Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1, 1945.
    D. Kerby, The Simple Difference Formula, Comprehensive Psychology 3, 2014.

    Examples
    --------
    Darwin's fifteen pairs of maize plants, the example of scipy's documentation:

    >>> differences = np.array([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75])
    >>> signed_rank_test(differences)
    (0.041259765625, 0.6)
    """
    from scipy import stats

    differences = differences[differences != 0]
    if len(differences) == 0:
        return np.nan, np.nan
    ranks = stats.rankdata(np.abs(differences))
    signed = np.copysign(ranks, differences)
    p = _exact_p(signed) if len(signed) <= EXACT else float(stats.wilcoxon(signed).pvalue)
    return p, float(signed.sum() / ranks.sum())


def _exact_p(signed: np.ndarray[Any, Any]) -> float:
    """Return the two-sided p of signed ranks, where each sign is equally likely.

    Notes
    -----
    The chances of all sums of positive ranks grow rank by rank (the shift algorithm). Tied ranks are halves of whole numbers.

    References
    ----------
    B. Streitberg, J. Röhmel, Exact Distributions for Permutation and Rank Tests, Statistical Software Newsletter 12, 1986.
    """
    doubled = np.rint(2 * np.abs(signed)).astype(int)
    chances = np.ones(1)
    for rank in doubled:
        chances = np.convolve(chances, np.bincount([0, rank]) / 2)  # the rank is positive, or it is not
    positive = doubled[signed > 0].sum()
    return float(min(1.0, 2 * min(chances[: positive + 1].sum(), chances[positive:].sum())))


def holm(p: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return p values after Holm's correction; NaN stays NaN and does not count as a test.

    References
    ----------
    S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6, 1979.

    Examples
    --------
    >>> holm(np.array([0.01, 0.04, 0.03, 0.005])).round(3).tolist()
    [0.03, 0.06, 0.06, 0.02]
    """
    corrected = np.full(len(p), np.nan)
    order = np.argsort(p)[: int((~np.isnan(p)).sum())]
    factors = np.arange(len(order), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return corrected

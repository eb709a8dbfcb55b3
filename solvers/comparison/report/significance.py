"""Tests of whether one competitor is faster than another by more than chance, on the PAR2 scores of the problems.

Two competitors are compared on the problems that both take, by Wilcoxon's signed-rank test; many pairs need Holm's correction.
Three or more are ranked on the problems that all take: Friedman's test says whether their mean ranks differ at all, and
Nemenyi's critical difference says by how much two of them must differ.

All tests use ranks only. An unsolved run without a time limit, whose score has no number, ranks behind every other.

References
----------
J. Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets, Journal of Machine Learning Research 7, 2006.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report.statistics import scores

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PairTest", "RankTest", "critical_difference", "holm", "pair_tests", "rank_test", "signed_rank_test"]

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
    p_holm: float


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
    values = table.to_numpy(dtype=float, na_value=np.nan)
    found: list[tuple[str, str, int, int, int, float, float]] = []
    for first, second in combinations(range(values.shape[1]), 2):
        both = values[~np.isnan(values[:, [first, second]]).any(axis=1)]
        if len(both):
            gain = _gains(both[:, first], both[:, second])
            names = (str(table.columns[first]), str(table.columns[second]))
            found.append((*names, len(both), int((gain > 0).sum()), int((gain < 0).sum()), *signed_rank_test(gain)))
    corrected = holm(np.array([p for *_, p, _ in found]))
    return tuple(PairTest(*fields, float(p)) for fields, p in zip(found, corrected, strict=True))


def _gains(first: np.ndarray[Any, Any], second: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return by how much the first is faster on each problem; two infinite scores are a tie."""
    tie = first == second
    return np.where(tie, 0.0, second - np.where(tie, 0.0, first))


def signed_rank_test(differences: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Return the p of Wilcoxon's signed-rank test and the matched-pairs rank-biserial correlation.

    Parameters
    ----------
    differences : of the pairs; infinite ones have the highest ranks. Zeros are left out, as by Wilcoxon; if nothing else is
        there, both results are NaN.

    Notes
    -----
    The p is exact for up to `EXACT` differences, also with ties among them, else by the normal distribution. The correlation is
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
    chances = np.zeros(doubled.sum() + 1)
    chances[0] = 1.0
    for rank in doubled:
        with_rank = np.concatenate([np.zeros(rank), chances[:-rank]])
        chances = (chances + with_rank) / 2
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


@dataclass(frozen=True)
class RankTest:
    """Friedman's test of competitors, and Nemenyi's critical difference of their mean ranks.

    Attributes
    ----------
    competitors, mean_ranks : from the best mean rank to the worst; rank 1 is the fastest on a problem, ties share their ranks.
    problems : the number of problems that all of them take.
    statistic, p : Friedman's chi-squared, corrected for ties, and its p; NaN if all are tied on all problems.
    alpha, critical_difference : two mean ranks that lie this far apart differ at the level alpha.
    cliques : the largest groups of neighbours in the order that do not differ.
    """

    competitors: tuple[str, ...]
    mean_ranks: tuple[float, ...]
    problems: int
    statistic: float
    p: float
    alpha: float
    critical_difference: float
    cliques: tuple[tuple[str, ...], ...]


def rank_test(frame: pd.DataFrame, alpha: float = 0.05) -> RankTest | None:
    """Rank the competitors on the problems that all take; None with fewer than three competitors or two such problems.

    Parameters
    ----------
    frame : the runs, as `runs_frame` returns them.
    alpha : the level of the critical difference.

    References
    ----------
    M. Friedman, The Use of Ranks to Avoid the Assumption of Normality, Journal of the American Statistical Association 32,
    1937.
    P. Nemenyi, Distribution-free Multiple Comparisons, thesis, Princeton, 1963.
    J. Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets, Journal of Machine Learning Research 7, 2006.
    """
    table = scores(frame)
    values = table.to_numpy(dtype=float, na_value=np.nan)
    values = values[~np.isnan(values).any(axis=1)]
    if values.shape[1] < 3 or values.shape[0] < 2:
        return None
    from scipy import stats

    ranks = stats.rankdata(values, axis=1)
    mean = ranks.mean(axis=0)
    order = np.argsort(mean, kind="stable")
    names = tuple(str(table.columns[place]) for place in order)
    means = tuple(float(mean[place]) for place in order)
    tied = bool((ranks == ranks[0, 0]).all())
    statistic, p = (np.nan, np.nan) if tied else stats.friedmanchisquare(*ranks.T)
    least = critical_difference(len(names), len(values), alpha)
    return RankTest(names, means, len(values), float(statistic), float(p), alpha, least, cliques(names, means, least))


def critical_difference(competitors: int, problems: int, alpha: float = 0.05) -> float:
    """Return the difference between mean ranks from which on two competitors differ, by Nemenyi's test.

    Notes
    -----
    It is q √(k (k + 1) / (6 N)) for k competitors and N problems, where q is the quantile of the studentized range, divided by
    √2.

    References
    ----------
    J. Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets, Journal of Machine Learning Research 7, 2006,
    table 5.

    Examples
    --------
    >>> round(critical_difference(4, 14), 2)  # the example of the paper
    1.25
    """
    from scipy import stats

    quantile = float(stats.studentized_range.ppf(1 - alpha, competitors, np.inf)) / np.sqrt(2)
    return float(quantile * np.sqrt(competitors * (competitors + 1) / (6 * problems)))


def cliques(names: Sequence[str], means: Sequence[float], least: float) -> tuple[tuple[str, ...], ...]:
    """Return the largest groups of names whose sorted mean ranks lie less than `least` apart.

    Examples
    --------
    >>> cliques("abcd", [1.0, 1.5, 2.2, 4.0], 1.0)
    (('a', 'b'), ('b', 'c'))
    """
    found: list[tuple[str, ...]] = []
    reached = 0
    for first in range(len(names)):
        last = max(
            place for place in range(first, len(names)) if means[place] == means[first] or means[place] - means[first] < least
        )
        if last > first and last + 1 > reached:
            found.append(tuple(names[first : last + 1]))
        reached = max(reached, last + 1)
    return tuple(found)

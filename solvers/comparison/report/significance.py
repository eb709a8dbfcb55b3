"""Intervals, tests of differences between competitors, and letters that show the results of the tests.

The unit is the *board*, or the graph: problems that differ only in their squares or in the kind of tour share one board, and
are not independent. Therefore, a test compares two competitors by one value per board, the mean of their scores over the
problems of the board, and a bootstrap interval resamples boards with all their problems.

The tests are Wilcoxon's signed-rank tests with Holm's correction. They use only ranks, so scores may be infinite. Times that
differ by less than the resolution are equal. The tests do not compare mean ranks among all competitors, because such a test of
two competitors depends on the others (Benavoli and others).

References
----------
A. Benavoli, G. Corani, F. Mangili, Should We Really Use Post-Hoc Tests Based on Mean-Ranks?, Journal of Machine Learning
Research 17, 2016.
F. Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1, 1945.
S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6, 1979.
B. Efron, R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from math import floor, log2
from string import ascii_letters
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

Numbers: TypeAlias = np.ndarray[Any, Any]
LEVEL = 0.05
"""Significance level of the family of tests: the maximum probability of reporting any difference that does not exist."""
RELATIVE, SECONDS = 0.05, 1e-4
"""Resolution of times: a difference counts if it is at least 5 % of the smaller time and at least 0.1 ms."""
LEAST_BOARDS = 6
"""Minimum number of boards for a 95 % interval. Five values are all on one side of the median in 2 / 2**5 > 5 % of cases."""
MOST_EXACT = 200
"""Maximum number of differences for which the p value is exact. For more, it is scipy's approximation."""
DRAWS, SEED = 1000, 20_180_704
"""Number of resamples of the bootstrap, and the seed of its random numbers, so that equal samples have equal intervals."""


def resolved(first: Numbers, second: Numbers) -> Numbers:
    """Return the differences `first - second` of times. Those below the resolution are 0.

    Examples
    --------
    >>> resolved(np.array([1.04, 1.06, 0.00015, np.inf, np.inf]), np.array([1.0, 1.0, 0.0001, np.inf, 1.0])).round(2).tolist()
    [0.0, 0.06, 0.0, 0.0, inf]
    """
    with np.errstate(invalid="ignore"):
        difference = np.subtract(first, second)
        is_clear = abs(difference) >= np.maximum(SECONDS, RELATIVE * np.minimum(first, second))
    return np.where(is_clear, difference, 0.0)  # two infinite times differ by NaN, which is not clear


def mean_ranks(times: Numbers) -> Numbers:
    """Return the mean rank of each column. In a row, a column has rank 1 plus one per better and a half per equal column.

    Examples
    --------
    >>> mean_ranks(np.array([[1.0, 1.01, 3.0], [2.0, 1.0, np.inf]])).tolist()
    [1.75, 1.25, 3.0]
    """
    better = np.sign(resolved(times[:, :, None], times[:, None, :])).sum(axis=2)
    return np.asarray((times.shape[1] + 1 + better).mean(axis=0) / 2)


def paired_tests(times: pd.DataFrame) -> pd.DataFrame:
    """Test each pair of competitors for a difference.

    Examples
    --------
    >>> import pandas as pd
    >>> paired_tests(pd.DataFrame({"slow": range(11, 18), "quick": range(1, 8)})).values.tolist()
    [['quick', 'slow', 7, 'quick', 0.015625]]
    """
    import pandas as pd
    from scipy import stats

    rows = []
    for first, second in combinations(sorted(map(str, times)), 2):
        differences = resolved(times[first].to_numpy(float), times[second].to_numpy(float))
        own = differences[differences != 0]
        balance = (np.sign(own) * stats.rankdata(abs(own))).sum()
        better = "" if balance == 0 else first if balance < 0 else second
        rows.append((first, second, len(own), better, signed_rank_p(own)))
    return pd.DataFrame(rows, columns=["first", "second", "boards", "better", "p"]).astype({"p": float})


def signed_rank_p(differences: Numbers) -> float:
    """Return the two-sided p value of Wilcoxon's signed-rank test.

    Examples
    --------
    Darwin's fifteen pairs of maize plants, the example of scipy's documentation:

    >>> signed_rank_p(np.array([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]))
    0.041259765625
    """
    from scipy import stats

    differences = differences[differences != 0]
    ranks = stats.rankdata(np.abs(differences))
    if len(ranks) > MOST_EXACT:
        return float(stats.wilcoxon(np.copysign(ranks, differences)).pvalue)  # scipy does not rank infinite numbers
    doubled = np.rint(2 * ranks).astype(int)  # integers, because a rank of a tie may be a half
    chances = np.zeros(doubled.sum() + 1)
    chances[0] = 1.0
    for rank in doubled:
        chances[rank:] += chances[:-rank].copy()
        chances /= 2
    positive = int(doubled[differences > 0].sum())
    return min(1.0, 2 * float(chances[: min(positive, len(chances) - 1 - positive) + 1].sum()))


def holm(p: Numbers) -> Numbers:
    """Return p values after Holm's correction.

    Examples
    --------
    >>> holm(np.array([0.01, 0.04, 0.03, 0.005])).round(3).tolist()
    [0.03, 0.06, 0.06, 0.02]
    """
    order = np.argsort(p)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1.0)
    return corrected


def least_boards(tests: int) -> int:
    """Return the smallest number of boards with which `tests` tests can detect a difference.

    Examples
    --------
    >>> least_boards(1), least_boards(190)
    (6, 13)
    """
    return floor(log2(2 * tests / LEVEL)) + 1 if tests else 0


def compact_letters(names: Sequence[str], different: Collection[frozenset[str]]) -> dict[str, str]:
    """Return letters (a compact letter display) such that two names share one if and only if their pair is not in `different`.

    Notes
    -----
    Each letter denotes a maximal set of names in which no two names differ. Piepho's insert and absorb steps give the same
    sets.

    References
    ----------
    H.-P. Piepho, An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons, Journal of Computational and
    Graphical Statistics 13, 2004.

    Examples
    --------
    >>> compact_letters(["a", "b", "c"], [frozenset("ac")])
    {'a': 'a', 'b': 'ab', 'c': 'b'}
    """
    import networkx as nx

    alike = nx.empty_graph(names)
    alike.add_edges_from(pair for pair in combinations(names, 2) if frozenset(pair) not in different)
    sets = sorted(sorted(map(names.index, clique)) for clique in nx.find_cliques(alike))
    signs = [*ascii_letters, *(f"({number})" for number in range(len(sets)))]
    return {
        name: "".join(sign for sign, each in zip(signs, sets, strict=False) if place in each)
        for place, name in enumerate(names)
    }


def weighted_mean(values: Numbers, weights: Numbers) -> Numbers:
    """Return the mean of `values` for each row of `weights`."""
    return np.asarray(weights @ values / weights.sum(axis=1))


def weighted_median(values: Numbers, weights: Numbers) -> Numbers:
    """Return the median of `values` for each row of `weights`, infinite if a value in the middle is.

    Examples
    --------
    >>> weighted_median(np.array([3.0, np.inf, 1.0]), np.array([[1, 1, 1], [0, 1, 1], [1, 0, 1]])).tolist()
    [3.0, inf, 2.0]
    """
    order = np.argsort(values)
    below = weights[:, order].cumsum(axis=1)
    half = below[:, -1:] / 2
    return np.asarray(sum(values[order][each.argmax(axis=1)] for each in (below >= half, below > half)) / 2)


def bootstrap_interval(values: Numbers, boards: Numbers, statistic: Callable[..., Numbers]) -> tuple[float, float]:
    """Return the 95 % percentile bootstrap interval of a statistic. A resample draws boards, with all their values.

    Examples
    --------
    >>> values, boards = np.arange(100.0), np.arange(100)
    >>> low, high = bootstrap_interval(values, boards, weighted_median)
    >>> wide = bootstrap_interval(values, boards // 10, weighted_median)
    >>> 30 < low < 50 < high < 70, wide[1] - wide[0] > high - low
    (True, True)
    """
    names, places = np.unique(boards, return_inverse=True)
    if len(names) < LEAST_BOARDS or (statistic is weighted_mean and not np.isfinite(values).all()):
        return np.nan, np.nan
    draws = np.random.default_rng(SEED).multinomial(len(names), np.full(len(names), 1 / len(names)), DRAWS)
    found = np.clip(statistic(values, draws[:, places]), values.min(), values.max())  # correct rounding errors
    low, high = np.quantile(found, 0.025, method="lower"), np.quantile(found, 0.975, method="higher")
    return float(low), float(high)

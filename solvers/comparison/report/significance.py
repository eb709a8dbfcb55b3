"""Confidence intervals of figures, tests of differences between competitors, and letters that show the results of the tests.

The tests compare the PAR2 scores (see `summary`) of each pair of competitors on the same problems. They are Wilcoxon's
signed-rank tests with Holm's correction. They use only ranks, so scores may be infinite. The tests do not compare mean ranks
among all competitors, because such a test of two competitors depends on the others (Benavoli and others).

References
----------
A. Benavoli, G. Corani, F. Mangili, Should We Really Use Post-Hoc Tests Based on Mean-Ranks?, Journal of Machine Learning
Research 17, 2016.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from string import ascii_letters
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05
"""Significance level of the family of tests: the maximum probability of reporting any difference that does not exist."""
LEAST_PROBLEMS = 6
"""Minimum number of values for a 95 % interval. Five values are all on one side of the median in 2 / 2**5 > 5 % of cases."""
DRAWS = 500_000
"""Maximum number of values that the bootstrap draws at a time, so that it needs little memory."""
SEED = 20_180_704
"""Seed of the bootstrap."""


def different_pairs(scores: pd.DataFrame) -> set[frozenset[str]]:
    """Return the pairs of competitors whose scores differ significantly.

    Parameters
    ----------
    scores : pandas.DataFrame
        One row per problem and one column per competitor, without missing values.

    Returns
    -------
    set of frozenset of str
        The pairs whose p value after Holm's correction is below `LEVEL`.

    Examples
    --------
    >>> import pandas as pd
    >>> times = pd.DataFrame({"quick": range(1, 8), "slow": range(11, 18), "other": [11, 12, 9, 1, 2, 30, 5]})
    >>> different_pairs(times) == {frozenset({"quick", "slow"})}
    True
    """
    pairs, p = list(combinations(map(str, scores), 2)), []
    for pair in pairs:
        first, second = scores[list(pair)].to_numpy(float).T
        p.append(signed_rank_p(np.subtract(second, first, out=np.zeros(len(first)), where=first != second)))
    return {frozenset(pair) for pair, corrected in zip(pairs, holm(np.array(p)), strict=True) if corrected < LEVEL}


def signed_rank_p(differences: np.ndarray[Any, Any]) -> float:
    """Return the two-sided p value of Wilcoxon's signed-rank test.

    Parameters
    ----------
    differences : numpy.ndarray
        The differences of the pairs. Infinite differences have the highest ranks; zeros are ignored.

    Returns
    -------
    float
        The p value. It is 1.0 if all differences are zero.

    Notes
    -----
    The p value is that of `scipy.stats.wilcoxon`. It is exact for up to 50 differences, or for up to 13 if some are tied;
    otherwise it is an approximation.

    References
    ----------
    F. Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1, 1945.

    Examples
    --------
    Darwin's fifteen pairs of maize plants, the example of scipy's documentation:

    >>> signed_rank_p(np.array([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]))
    0.041259765625
    """
    from scipy import stats

    differences = differences[differences != 0]
    ranks = np.copysign(stats.rankdata(np.abs(differences)), differences)  # scipy does not rank infinite numbers
    return float(stats.wilcoxon(ranks).pvalue) if len(ranks) else 1.0


def holm(p: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return p values after Holm's correction.

    Parameters
    ----------
    p : numpy.ndarray
        The p values.

    Returns
    -------
    numpy.ndarray
        The corrected p values, in the same order.

    References
    ----------
    S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6, 1979.

    Examples
    --------
    >>> holm(np.array([0.01, 0.04, 0.03, 0.005])).round(3).tolist()
    [0.03, 0.06, 0.06, 0.02]
    """
    order = np.argsort(p)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1.0)
    return corrected


def compact_letters(names: Sequence[str], different: Collection[frozenset[str]]) -> dict[str, str]:
    """Return letters (a compact letter display) such that two names share one if and only if their pair is not in `different`.

    Parameters
    ----------
    names : sequence of str
        The names. The first names get the first letters.
    different : collection of frozenset of str
        The pairs of names for which a difference was detected.

    Returns
    -------
    dict of str to str
        The letters of each name. After `z` come capital letters, then numbers in brackets.

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


def bootstrap_interval(values: np.ndarray[Any, Any], statistic: Callable[..., Any]) -> tuple[float, float]:
    """Return the 95 % percentile bootstrap interval of a statistic.

    Parameters
    ----------
    values : numpy.ndarray
        The sample.
    statistic : callable
        A function of an array and an `axis`, such as `numpy.mean`.

    Returns
    -------
    tuple of float
        The ends of the interval. Both are NaN if there are fewer than `LEAST_PROBLEMS` values, or if one value is not finite.
        The random numbers have a fixed seed, so that equal samples have equal intervals.

    References
    ----------
    B. Efron, R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.

    Examples
    --------
    >>> low, high = bootstrap_interval(np.arange(101.0), np.median)
    >>> 30 < low < 50 < high < 70
    True
    """
    if len(values) < LEAST_PROBLEMS or not np.isfinite(values).all():
        return np.nan, np.nan
    if (values == values[0]).all():
        return float(values[0]), float(values[0])
    from scipy import stats

    batch, random = max(1, DRAWS // len(values)), np.random.default_rng(SEED)
    result = stats.bootstrap((values,), statistic, n_resamples=1000, batch=batch, method="percentile", random_state=random)
    low, high = np.clip(sorted(result.confidence_interval), values.min(), values.max())  # correct rounding errors
    return float(low), float(high)


def wilson_interval(successes: int, runs: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of the rate `successes / runs`.

    Parameters
    ----------
    successes : int
        The number of successes.
    runs : int
        The number of runs, at least 1.

    Returns
    -------
    tuple of float
        The ends of the interval.

    References
    ----------
    E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal of the American Statistical
    Association 22, 1927.

    Examples
    --------
    >>> low, high = wilson_interval(84, 100)
    >>> round(low, 3), round(high, 3)
    (0.756, 0.899)
    """
    from scipy.stats import binomtest

    ends = binomtest(successes, runs).proportion_ci(0.95, method="wilson")
    return float(ends.low), float(ends.high)

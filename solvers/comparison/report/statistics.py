"""Statistics of one competitor at a time: solved counts, PAR2 and medians, each with its interval.

The unit of all statistics is the problem. Repetitions and seeds are pooled first: all runs of a competitor on a problem become
one number, so that a problem with ten seeds weighs as much as one with a single run. The number is the mean of the PAR2 scores,
or the median of the seconds or nodes of the solved runs. What is reported is the mean or the median of these
numbers over the problems. Intervals are bootstrap intervals of 95 % over the problems.

PAR2 is the penalised average runtime of the SAT competitions: an unsolved run counts as twice its time limit.

References
----------
M. Heule, M. Järvisalo, M. Suda, SAT Competition 2018, Journal on Satisfiability, Boolean Modeling and Computation 11, 2019.
B. Efron, R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LEAST_PROBLEMS", "bootstrap_interval", "pooled", "scores", "solved_by_kind", "summary", "wilson_interval"]

LEAST_PROBLEMS = 6
"""Below six values no interval of the median holds it with 95 %: all five lie on one side of it with probability 2 / 2**5."""
RESAMPLES = 2000
DRAWS = 500_000
"""Values that all resamples draw together: large samples get fewer resamples, for their intervals vary less."""
FEWEST_RESAMPLES = 200
SEED = 20_180_704
TRUTHS = ("with a tour", "without", "not settled")


def summary(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the figures of each competitor.

    Parameters
    ----------
    frame : the runs, as `runs_frame` returns them.

    Returns
    -------
    One row a competitor, in the order of the plan. A figure that does not exist is NaN.

    ====================================  ===============================================================================
    `problems`, `runs`, `solved`          problems that it took, its runs, and its solved runs
    `par2`, `par2_low`, `par2_high`       PAR2 in seconds, and its interval; none if an unsolved run had no time limit
    `seconds`, `seconds_low`, `…_high`    median of the seconds, and its interval
    `nodes`, `nodes_low`, `nodes_high`    the same of the nodes
    ====================================  ===============================================================================

    Notes
    -----
    Seconds and nodes are those of problems of which at least one run is solved. They compare two competitors only where both
    solve the same problems; PAR2 compares them where both take the same problems. There are intervals from `LEAST_PROBLEMS`
    problems on.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = {"problem": ["5x5", "6x6"], "competitor": ["a", "a"], "solved": [True, False]}
    >>> frame = pd.DataFrame(runs | {"seconds": [1.0, 10.0], "nodes": [25, 99], "time_limit": [10.0, 10.0]})
    >>> summary(frame)[["runs", "solved", "par2", "seconds", "nodes"]].loc["a"].tolist()
    [2.0, 1.0, 10.5, 1.0, 25.0]
    """
    import pandas as pd

    of_problems, solved = scores(frame), frame[frame["solved"].astype(bool)]
    runs = frame.groupby("competitor", observed=True).agg(runs=("solved", "size"), solved=("solved", "sum"))
    figures = runs.set_axis(pd.Index(of_problems.columns.astype(str), name="competitor"))
    figures.insert(0, "problems", of_problems.count().to_numpy())
    for name in ("par2", "seconds", "nodes"):
        table = of_problems if name == "par2" else pooled(solved, name, "median").reindex(columns=of_problems.columns)
        statistic: Any = np.mean if name == "par2" else np.median
        ends = [_with_interval(table[competitor].dropna(), statistic) for competitor in of_problems]
        figures[[name, f"{name}_low", f"{name}_high"]] = np.reshape(ends, (-1, 3))  # which also fits no competitors
    return figures


def scores(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the PAR2 score of every competitor on every problem.

    Returns
    -------
    One row a problem, one column a competitor, both in the order of the plan: the mean in seconds over the runs. NaN stands for
    no run. `inf` stands for a score that has no number, because an unsolved run had no time limit; it is worse than any other.
    """
    solved = frame["solved"].astype(bool)
    penalty = (2 * frame["time_limit"].astype(float)).fillna(np.inf)
    return pooled(frame.assign(score=frame["seconds"].astype(float).where(solved, penalty)), "score", "mean")


def pooled(frame: pd.DataFrame, column: str, how: Literal["mean", "median"]) -> pd.DataFrame:
    """Return the mean or median of a column over the runs of each competitor on each problem: problems × competitors."""
    table = frame.groupby(["problem", "competitor"], observed=True)[column].agg(how).unstack()
    return table.set_axis(list(table.index)).set_axis(list(table.columns), axis=1)


def solved_by_kind(frame: pd.DataFrame) -> pd.DataFrame:
    """Return how many runs of each kind of problem each competitor solves.

    The kinds are "open, with a tour", "closed, without", "open, not settled" and so on. Any answer settles a problem, also one
    that came too late to count. A verified tour outweighs an answer that none exists.

    Returns
    -------
    One row for each competitor and kind (the index) of which there are runs. The columns are `runs` and `solved`.
    """
    import pandas as pd

    settled = [frame["problem"].isin(frame.loc[frame["answer"] == answer, "problem"]) for answer in ("found", "impossible")]
    shape = np.where(frame["closed"].astype(bool), "closed, ", "open, ")
    names = np.char.add(shape, np.select(settled, TRUTHS[:2], TRUTHS[2]))
    kind = pd.Categorical(names, categories=[f"{shape}, {truth}" for shape in ("open", "closed") for truth in TRUTHS])
    runs = pd.DataFrame({"competitor": frame["competitor"], "kind": kind, "runs": 1, "solved": frame["solved"].astype(int)})
    return runs.groupby(["competitor", "kind"], observed=True).sum()


def bootstrap_interval(values: np.ndarray[Any, Any], statistic: Callable[..., Any]) -> tuple[float, float]:
    """Return the percentile bootstrap interval of 95 % of a statistic.

    Parameters
    ----------
    values : the sample. An interval exists from `LEAST_PROBLEMS` finite values on; below, both ends are NaN.
    statistic : a function of an array and an `axis`, such as `np.mean`.

    Notes
    -----
    The random numbers have a fixed seed, so that the same values give the same interval.

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

    resamples = int(np.clip(DRAWS // len(values), FEWEST_RESAMPLES, RESAMPLES))
    found = stats.bootstrap(
        (values,),
        statistic,
        n_resamples=resamples,
        batch=max(1, DRAWS // len(values)),
        vectorized=True,
        method="percentile",
        random_state=np.random.default_rng(SEED),
    )
    low, high = np.clip(sorted(found.confidence_interval), values.min(), values.max())  # rounding may lead past the values
    return float(low), float(high)


def wilson_interval(successes: int, runs: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval of 95 % for the rate `successes / runs`, 0 to 1.

    Parameters
    ----------
    successes, runs : whole numbers; at least one run, and no more successes than runs.

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


def _with_interval(sample: pd.Series[float], statistic: Callable[..., Any]) -> tuple[float, float, float]:
    """Return a figure and the ends of its interval; NaN marks a figure that does not exist."""
    values = sample.to_numpy(float)
    exists = len(values) > 0 and np.isfinite(values).all()
    return float(statistic(values)) if exists else np.nan, *bootstrap_interval(values, statistic)

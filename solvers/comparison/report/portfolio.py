"""The virtual best solver, and what each competitor contributes to it.

The virtual best solver takes for each problem the competitor that is best there. It is the best that a perfect choice among
the competitors could reach. A competitor's Shapley value is what it adds to the virtual best solver, on average over all
orders in which the competitors may join (Fréchette and others). All Shapley values add up to the worth of the virtual best
solver.

With n competitors the Shapley value is a mean over 2**n coalitions. Here the worth of a coalition is the worth of its best
member, problem by problem, and a sort gives it in n log n steps a problem.

References
----------
A. Fréchette, L. Kotthoff, T. Michalak, T. Rahwan, H. Hoos, K. Leyton-Brown, Using the Shapley Value to Analyze Algorithm
Portfolios, AAAI 2016.
S. Littlechild, G. Owen, A Simple Expression for the Shapley Value in a Special Case, Management Science 20, 1973.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report.statistics import pooled, scores

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["VirtualBest", "shapley_values", "virtual_best"]


@dataclass(frozen=True)
class VirtualBest:
    """The virtual best solver.

    Attributes
    ----------
    problems : the number of problems.
    solved : the number of problems that some competitor solves. A problem counts as a part of one if the best competitor there
        solves a part of its runs.
    par2 : PAR2 in seconds over all problems; NaN if all failed on some problem without a time limit.
    contributions : one row a competitor. `alone` is the number of problems that no other competitor solves. `share` is its
        Shapley value of the seconds by which PAR2 falls (of the number of solved problems, where a problem has no time limit),
        divided by the sum of all. Before anyone takes it, a problem counts as twice its greatest time limit.
    """

    problems: int
    solved: float
    par2: float
    contributions: pd.DataFrame


def virtual_best(frame: pd.DataFrame) -> VirtualBest:
    """Return the virtual best solver of all competitors.

    Parameters
    ----------
    frame : the runs, as `runs_frame` returns them. A competitor without a run on a problem counts as unsolved there.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = {"problem": ["5x5", "6x6"] * 2, "competitor": list("aabb"), "seconds": [1.0, 10.0, 3.0, 2.0]}
    >>> best = virtual_best(pd.DataFrame(runs | {"solved": [True, False, True, True], "time_limit": 10.0}))
    >>> best.solved, best.par2, best.contributions.round(3).to_dict("index")
    (2.0, 1.5, {'a': {'alone': 0.0, 'share': 0.284}, 'b': {'alone': 1.0, 'share': 0.716}})
    """
    import pandas as pd

    table = scores(frame)
    times = table.fillna(np.inf).to_numpy(dtype=float)
    shares = pooled(frame.assign(solved=frame["solved"].astype(float)), "solved", "mean").fillna(0).to_numpy(dtype=float)
    penalties = 2 * frame.groupby("problem", observed=True)["time_limit"].max().reindex(table.index).to_numpy(dtype=float)
    has_limits = not np.isnan(penalties).any()
    values = shapley_values(np.maximum(penalties[:, None] - times, 0) if has_limits else shares)
    alone = shares * ((shares > 0).sum(axis=1, keepdims=True) == 1)
    columns = {"alone": alone.sum(axis=0), "share": values / values.sum() if values.sum() > 0 else np.nan}
    found = pd.DataFrame(columns, index=pd.Index(table.columns.astype(str), name="competitor"))
    best = times.min(axis=1, initial=np.inf)
    par2 = float(best.mean()) if len(best) and np.isfinite(best).all() else np.nan
    return VirtualBest(len(table), float(shares.max(axis=1, initial=0).sum()), par2, found)


def shapley_values(worth: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the Shapley value of each competitor; a coalition is worth its best member's worth, summed over all problems.

    Parameters
    ----------
    worth : problems × competitors, none negative.

    Notes
    -----
    Let w1 ≤ … ≤ wn be the sorted worths on one problem. The part wk - w(k-1) is common to the n - k + 1 competitors from the
    k-th on, and is lost only when all of them are away; they share it equally.

    Examples
    --------
    >>> shapley_values(np.array([[6.0, 12.0, 18.0]])).tolist()
    [2.0, 5.0, 11.0]
    """
    order = np.argsort(worth, axis=1)
    ordered = np.take_along_axis(worth, order, axis=1)
    sharers = np.arange(worth.shape[1], 0, -1)
    shared = np.cumsum(np.diff(ordered, axis=1, prepend=0.0) / sharers, axis=1)
    values = np.empty_like(shared)
    np.put_along_axis(values, order, shared, axis=1)
    return np.asarray(values.sum(axis=0))

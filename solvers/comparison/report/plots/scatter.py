"""Scatter plots of two competitors: one point a problem, the time of one against the time of the other."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

from graphs.svg.palette import FAINT_INK, SERIES
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.style import (
    LEAST_SECONDS,
    dress,
    house_style,
    new_figure,
    new_panels,
    seconds_axis,
    wrapped,
)
from solvers.comparison.report.statistics import pooled, scores

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["best_competitors", "scatter", "times_by_problem"]

MOST_COMPETITORS = 4
"""Six pairs are what fits a page."""
MOST_POINTS = 500
"""Points up to which an SVG holds each; more become an image."""
CAPTION = (
    "Each point is a problem, with the time of one competitor across and of the other upwards: below the diagonal the one "
    "named at the left is faster, beyond a thin line by more than ten times."
)


def scatter(frame: pd.DataFrame) -> Plot | None:
    """Return a panel for each pair of competitors, of the best four if there are more; None if no two share a problem.

    The best are those with the least PAR2 over all problems of the frame (`best_competitors`), drawn in the order of the plan.
    """
    times = times_by_problem(frame)
    best = best_competitors(frame)[:MOST_COMPETITORS]
    pairs = list(combinations([name for name in times.columns if name in best], 2))
    shared = {pair: times[list(pair)].dropna() for pair in pairs}
    shared = {pair: both for pair, both in shared.items() if len(both)}
    if not shared:
        return None
    edge = _limit(frame)
    low = min([*times.to_numpy()[(times < math.inf).to_numpy()], edge])
    rows = math.ceil(len(shared) / 3)
    title = "Two competitors on the same problems" + (": pairs of the best by PAR2" if len(times.columns) > len(best) else "")
    with house_style():
        figure = new_figure(*((5.4, 5.2) if len(shared) == 1 else (3.1 * min(3, len(shared)), 2.75 * rows + 0.6)), title)
        for panel, (pair, both) in zip(new_panels(figure, len(shared)), shared.items(), strict=True):
            _draw(panel, pair, both.to_numpy(float), edge, low)
        marks, labels = panel.get_legend_handles_labels()
        figure.legend(marks, labels, loc="outside lower left", ncols=3 if figure.get_figwidth() > 7 else 1)
    return Plot("scatter", title, CAPTION, figure)


def times_by_problem(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the time of each competitor on each problem, in seconds: a row a problem, a column a competitor.

    A time is the median over seeds and repetitions, where a run that solved nothing counts as infinite. It is missing where
    the competitor has no run.
    """
    times = frame["seconds"].clip(lower=LEAST_SECONDS).where(frame["solved"], math.inf)
    return pooled(frame.assign(seconds=times), "seconds", "median")


def best_competitors(frame: pd.DataFrame) -> list[str]:
    """Return the competitors in the order of their PAR2 over all problems.

    A problem that a competitor cannot take counts as not solved, so that nobody wins by few easy problems. Where there is no
    time limit, an unsolved run counts as twice the longest run.
    """
    costs = scores(frame).replace(math.inf, math.nan).fillna(2 * _limit(frame)).mean()
    return [str(name) for name in costs.sort_values(kind="stable").index]


def _limit(frame: pd.DataFrame) -> float:
    """Return the longest time limit; without one, the time of the longest run."""
    limits = frame["time_limit"].dropna()
    return float(limits.max() if len(limits) else max(frame["seconds"].max(), LEAST_SECONDS))


def _draw(axes: Axes, names: tuple[str, str], times: np.ndarray, edge: float, low: float) -> None:
    """Draw one pair: the second competitor upwards against the first."""
    import numpy as np

    dress(axes)
    seconds_axis(axes, "x")
    seconds_axis(axes, "y")
    ends = (low / 1.3, 1.3 * max(edge, 10 * low))
    axes.set(aspect="equal", xlabel=wrapped(names[0], 28), ylabel=wrapped(names[1], 28), xlim=ends, ylim=ends)
    axes.plot(ends, ends, color=FAINT_INK, linewidth=1.1, label="equally fast", zorder=1.5)
    for factor in (0.1, 10):
        axes.plot(ends, np.multiply(ends, factor), color=FAINT_INK, linewidth=0.6, zorder=1.5, scalex=False, scaley=False)
    solved = (times < math.inf).all(axis=1)
    points, others = np.minimum(times[solved], edge).T, np.minimum(times[~solved], edge).T
    many = len(times) > MOST_POINTS
    axes.scatter(points[0], points[1], s=13, color=SERIES[0], linewidths=0, label="solved by both", rasterized=many)
    mark: dict[str, Any] = {"marker": "^", "facecolors": "none", "edgecolors": SERIES[1], "rasterized": many}
    axes.scatter(others[0], others[1], s=26, label="not solved by one or both, at its limit", **mark)

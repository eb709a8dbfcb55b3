"""The plots of a comparison: `plots_of` yields those that the data allow.

The unit of every plot is the problem. The SAT competitions have shown results as cactus plots since 2002.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from graphs.svg.palette import FAINT_INK, SERIES
from solvers.comparison.report.plot import (
    Plot,
    dress,
    house_style,
    legend_beside,
    looks_of,
    new_figure,
    seconds_axis,
    wrapped,
)
from solvers.comparison.report.summary import Summary

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["cactus", "plots_of", "scatter"]

LEAST_SECONDS = 1e-6
"""Where a time of zero is drawn on a logarithmic axis: our clocks measure no shorter time."""
MOST_MARKS = 500
"""Steps of a line, or points, up to which an SVG holds each; more become an image."""
MOST_PAIRED = 4
"""Competitors of a scatter plot: six pairs are what fits a page."""


def plots_of(runs: pd.DataFrame, summary: Summary) -> Iterator[Plot]:
    """Yield the plots that the data allow: the cactus plot of any runs, scatter plots of two ranked competitors or more.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `single_runs` returns them.
    summary : Summary
        Their summary.

    Raises
    ------
    SolverUnavailable
        If matplotlib is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Store, Task, run_all
    >>> from solvers.comparison.report.frame import runs_frame
    >>> from solvers.comparison.report.summary import summary_of
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     runs = runs_frame(store)
    >>> [plot.name for plot in plots_of(runs, summary_of(runs))]
    ['cactus']
    """
    if not runs.empty:
        yield cactus(runs)
        yield from filter(None, [scatter(runs, summary)])


@house_style()
def cactus(runs: pd.DataFrame) -> Plot:
    """Return the cactus plot: the number of problems that each competitor solves within a time.

    A solved run counts as its share of the competitor's runs on its problem.
    """
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    groups = {str(name): group for name, group in runs.groupby("competitor", observed=True)}
    looks = looks_of(groups)
    solved = {name: group[group["solved"]].sort_values("seconds", kind="stable") for name, group in groups.items()}
    totals = {name: group["weight"].sum() for name, group in solved.items()}
    limits = runs["time_limit"].dropna().unique().tolist()
    high = max([*runs.loc[runs["solved"], "seconds"], *limits], default=1.0)
    title = "Problems solved within a time"
    figure = new_figure(9, 4.6, title)
    axes = figure.subplots()
    lines = {}
    for place, (name, group) in enumerate(solved.items()):
        offset = 0.12 * (place % 5) / 5  # so that the markers of overlapping lines are apart
        style: dict[str, Any] = looks[name] | {"drawstyle": "steps-post", "markevery": (offset, 0.12)}
        seconds, counts = group["seconds"].clip(lower=LEAST_SECONDS), group["weight"].cumsum()
        ends = [*seconds, high], [*counts, totals[name]]
        (lines[name],) = axes.plot(*ends, rasterized=len(seconds) > MOST_MARKS, **style)
    for limit in limits:
        axes.axvline(limit, color=FAINT_INK, linewidth=0.9, linestyle="dashed")
    dress(axes)
    seconds_axis(axes, "x")
    axes.set(xlabel="time of a run; dashed: the limit", ylabel="problems solved", ylim=(0, 1.04 * max(1, *totals.values())))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    best = sorted(groups, key=lambda name: -totals[name])
    labels = [f"{wrapped(name)}  {totals[name]:.4g}/{groups[name]['weight'].sum():.0f}" for name in best]
    legend_beside(figure, [lines[name] for name in best], labels, "competitor, solved/problems")
    caption = (
        "A line at height n and time t shows that n problems were solved within t seconds each, where a problem with several runs "
        "counts by the share of those solved: the higher a line, and the farther to the left, the better."
    )
    return Plot("cactus", title, caption, figure)


@house_style()
def scatter(runs: pd.DataFrame, summary: Summary) -> Plot | None:
    """Return a panel for each pair of ranked competitors, of the best by PAR2 if there are many, or None without a pair.

    Each point is a problem, with the PAR2 scores of both.
    """
    figures = summary.figures[summary.figures["ranked"]]
    best = [*figures["par2"].sort_values(kind="stable").index[:MOST_PAIRED]]  # without a figure, a competitor comes last
    pairs = list(combinations([name for name in summary.scores.index.unique("competitor") if name in best], 2))
    if not pairs:
        return None
    scores = summary.scores["par2"].unstack("competitor")[best].dropna()
    finite = scores.to_numpy()[np.isfinite(scores.to_numpy())]
    limit = runs["time_limit"].max() if runs["time_limit"].notna().any() else max([*finite, LEAST_SECONDS])
    low, edge = max(min([*finite, limit]), LEAST_SECONDS), 2 * limit
    rows, columns = math.ceil(len(pairs) / 3), min(3, len(pairs))
    title = "PAR2 of two competitors on the same problems" + ": pairs of the best" * (len(figures) > len(best))
    figure = new_figure(*((5.4, 5.2) if len(pairs) == 1 else (3.1 * columns, 2.75 * rows + 0.6)), title)
    panels = list(figure.subplots(rows, columns, squeeze=False).flat)
    for unused in panels[len(pairs) :]:
        unused.set_visible(False)
    shares = summary.scores["solved"].unstack("competitor").loc[scores.index]
    for panel, pair in zip(panels, pairs, strict=False):
        points = scores[list(pair)].clip(LEAST_SECONDS, edge).to_numpy(float)
        _draw_pair(panel, pair, points, (shares[list(pair)] == 1).all(axis=1).to_numpy(), (low, edge))
    marks, labels = panel.get_legend_handles_labels()
    figure.legend(marks, labels, loc="outside lower left", ncols=3 if figure.get_figwidth() > 7 else 1)
    caption = (
        "Each point is a problem, with the PAR2 score of one competitor across and of the other upwards: below the diagonal the one "
        "named at the left is faster, beyond a thin line by more than ten times."
    )
    return Plot("scatter", title, caption, figure)


def _draw_pair(
    axes: Axes, names: tuple[str, str], points: np.ndarray[Any, Any], solved: np.ndarray[Any, Any], ends: tuple[float, float]
) -> None:
    """Draw one pair: the second competitor upwards against the first."""
    dress(axes)
    seconds_axis(axes, "x")
    seconds_axis(axes, "y")
    low, edge = ends
    ends = (low / 1.3, 1.3 * max(edge, 10 * low))
    axes.set(aspect="equal", xlabel=wrapped(names[0], 28), ylabel=wrapped(names[1], 28), xlim=ends, ylim=ends)
    axes.plot(ends, ends, color=FAINT_INK, linewidth=1.1, label="equally fast", zorder=1.5)
    for factor in (0.1, 10):
        axes.plot(ends, np.multiply(ends, factor), color=FAINT_INK, linewidth=0.6, zorder=1.5, scalex=False, scaley=False)
    many = len(points) > MOST_MARKS
    axes.scatter(*points[solved].T, s=13, color=SERIES[0], linewidths=0, label="solved by both", rasterized=many)
    mark: dict[str, Any] = {"marker": "^", "facecolors": "none", "edgecolors": SERIES[1], "rasterized": many}
    axes.scatter(*points[~solved].T, s=26, label="not solved by one or both in all runs", **mark)

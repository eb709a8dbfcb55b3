"""The plots of a comparison, from the frame of its runs: `plots_of` yields those that the data allow.

The SAT competitions have shown results as cactus plots since 2002.
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
from solvers.comparison.report.statistics import pooled, scores
from solvers.comparison.report.tie_breaks import over_all_starts, question

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["best_competitors", "cactus", "plots_of", "scatter", "tie_break_plot"]

LEAST_SECONDS = 1e-6
"""Where a time of zero is drawn on a logarithmic axis: our clocks measure no shorter time."""
MOST_MARKS = 500
"""Steps of a line, or points, up to which an SVG holds each; more become an image."""
MOST_PAIRED = 4
"""Competitors of a scatter plot: six pairs are what fits a page."""
MOST_LABELS = 40
"""Boards that have labels in the plot of the tie-break rules."""


def plots_of(frame: pd.DataFrame) -> Iterator[Plot]:
    """Yield the plots that the data allow.

    Parameters
    ----------
    frame : runs, as `runs_frame` returns them, or a part of them.

    Yields
    ------
    The cactus plot of any runs; scatter plots where two competitors share a problem.

    Raises
    ------
    SolverUnavailable : matplotlib is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Store, Task, run_all
    >>> from solvers.comparison.report.frames import runs_frame
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     [plot.name for plot in plots_of(runs_frame(store))]
    ['cactus']
    """
    if not frame.empty:
        yield from filter(None, (draw(frame) for draw in (cactus, scatter)))


@house_style()
def cactus(frame: pd.DataFrame) -> Plot:
    """Return the cactus plot: how many runs each competitor solves within a time."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    looks = looks_of(frame["competitor"].cat.remove_unused_categories().cat.categories)
    groups = {name: frame[frame["competitor"] == name] for name in looks}
    solved = {name: int(group["solved"].sum()) for name, group in groups.items()}
    limits = frame["time_limit"].dropna().unique().tolist()
    high = max([*frame.loc[frame["solved"], "seconds"], *limits], default=1.0)
    title = "Runs solved within a time"
    figure = new_figure(9, 4.6, title)
    axes = figure.subplots()
    lines = {}
    for place, (name, group) in enumerate(groups.items()):
        seconds = sorted(group.loc[group["solved"], "seconds"].clip(lower=LEAST_SECONDS))
        offset = 0.12 * (place % 5) / 5  # so that the markers of overlapping lines are apart
        style: dict[str, Any] = looks[name] | {"drawstyle": "steps-post", "markevery": (offset, 0.12)}
        counts = [*range(1, len(seconds) + 1), len(seconds)]
        (lines[name],) = axes.plot([*seconds, high], counts, rasterized=len(seconds) > MOST_MARKS, **style)
    for limit in limits:
        axes.axvline(limit, color=FAINT_INK, linewidth=0.9, linestyle="dashed")
    dress(axes)
    seconds_axis(axes, "x")
    axes.set(xlabel="time of a run; dashed: the limit", ylabel="runs solved", ylim=(0, 1.04 * max(1, *solved.values())))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    best = sorted(groups, key=lambda name: -solved[name])
    labels = [f"{wrapped(name)}  {solved[name]:,}/{len(groups[name]):,}" for name in best]
    legend_beside(figure, [lines[name] for name in best], labels, "competitor, solved/runs")
    caption = (
        "A line at height n and time t says that n runs were solved within t seconds each: the higher a line, and the farther "
        "to the left, the better."
    )
    return Plot("cactus", title, caption, figure)


@house_style()
def scatter(frame: pd.DataFrame) -> Plot | None:
    """Return a panel for each pair of competitors, of the best four if there are more; None if no two share a problem.

    Each point is a problem. The best are those with the least PAR2 over all problems of the frame (`best_competitors`), drawn
    in the order of the plan.
    """
    times = times_by_problem(frame)
    best = best_competitors(frame)[:MOST_PAIRED]
    pairs = combinations([name for name in times.columns if name in best], 2)
    shared = {pair: both for pair in pairs if len(both := times[list(pair)].dropna())}
    if not shared:
        return None
    edge = _limit(frame)
    low = min([*times.to_numpy()[(times < math.inf).to_numpy()], edge])
    rows, columns = math.ceil(len(shared) / 3), min(3, len(shared))
    title = "Two competitors on the same problems" + (": pairs of the best by PAR2" if len(times.columns) > len(best) else "")
    figure = new_figure(*((5.4, 5.2) if len(shared) == 1 else (3.1 * columns, 2.75 * rows + 0.6)), title)
    panels = list(figure.subplots(rows, columns, squeeze=False).flat)
    for unused in panels[len(shared) :]:
        unused.set_visible(False)
    for panel, (pair, both) in zip(panels, shared.items(), strict=False):
        _draw_pair(panel, pair, both.to_numpy(float), edge, low)
    marks, labels = panel.get_legend_handles_labels()
    figure.legend(marks, labels, loc="outside lower left", ncols=3 if figure.get_figwidth() > 7 else 1)
    caption = (
        "Each point is a problem, with the time of one competitor across and of the other upwards: below the diagonal the one "
        "named at the left is faster, beyond a thin line by more than ten times."
    )
    return Plot("scatter", title, caption, figure)


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


def _draw_pair(axes: Axes, names: tuple[str, str], times: np.ndarray[Any, Any], edge: float, low: float) -> None:
    """Draw one pair: the second competitor upwards against the first."""
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
    many = len(times) > MOST_MARKS
    axes.scatter(points[0], points[1], s=13, color=SERIES[0], linewidths=0, label="solved by both", rasterized=many)
    mark: dict[str, Any] = {"marker": "^", "facecolors": "none", "edgecolors": SERIES[1], "rasterized": many}
    axes.scatter(others[0], others[1], s=26, label="not solved by one or both, at its limit", **mark)


@house_style()
def tie_break_plot(rates: pd.DataFrame) -> Plot:
    """Return the success rates of tie-break rules by board, with a line for each rule, over all starts of a board.

    Parameters
    ----------
    rates : as `success_rates` returns them.

    Raises
    ------
    SolverUnavailable : matplotlib is not installed.
    """
    found = over_all_starts(rates)
    boards = list(dict.fromkeys(found["board"]))
    title = question(rates).replace("? ", "?\n")
    figure = new_figure(9, 4.6, title)
    axes = figure.subplots()
    for rule, look in looks_of(dict.fromkeys(rates.loc[rates["runs"] > 0, "tie_break"])).items():
        group = found[found["tie_break"] == rule]
        across, style = list(map(boards.index, group["board"])), {} if group["runs"].iloc[0] > 1 else {"linestyle": ""}
        axes.fill_between(across, group["low"], group["high"], color=look["color"], alpha=0.2, linewidth=0)
        axes.plot(across, group["rate"], label=rule, **look | style)
    dress(axes, "y")
    axes.set(ylim=(-0.04, 1.04))
    axes.yaxis.set_major_formatter("{x:.0%}")
    step = max(1, len(boards) // MOST_LABELS)
    names = [f"{board.rows}×{board.cols}" for board in boards]
    axes.set_xticks(range(0, len(boards), step), names[::step], rotation=90 if len(boards) > 12 else 0)
    legend_beside(figure, *axes.get_legend_handles_labels())
    caption = (
        "A line is the share of the walks by a rule that end in a tour, and its band is Wilson's interval of 95 %; a rule "
        "without chance has only marks, for its one walk on each board."
    )
    return Plot("tie-breaks", title, caption, figure)

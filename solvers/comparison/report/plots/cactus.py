"""The cactus plot: how many runs a competitor solves within a time. The SAT competitions have shown results so since 2002."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphs.svg.palette import FAINT_INK
from solvers.comparison.report.figures import tick_text
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.style import (
    LEAST_SECONDS,
    dress,
    house_style,
    legend_beside,
    looks_of,
    new_figure,
    round_ends,
    seconds_axis,
    wrapped,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["cactus", "cactus_points"]

POINTS = 240
"""The most steps of a line, more than an eye tells apart."""
CAPTION = (
    "A line at height n and time t says that n runs were solved within t seconds each: the higher a line, and the farther to "
    "the left, the better."
)


def cactus(frame: pd.DataFrame) -> Plot:
    """Return the cactus plot of all runs of a frame; runs that are not solved count for no height."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    looks = looks_of(frame)
    groups = {name: frame[frame["competitor"] == name] for name in looks}
    solved = {name: int(group["solved"].sum()) for name, group in groups.items()}
    times = frame.loc[frame["solved"], "seconds"].clip(lower=LEAST_SECONDS)
    limits = frame["time_limit"].dropna().unique().tolist()
    low, high = round_ends([*times, *limits])
    title = "Runs solved within a time"
    with house_style():
        figure = new_figure(9, 4.6, title)
        axes = figure.subplots()
        lines = {}
        for place, (name, group) in enumerate(groups.items()):
            seconds, counts = cactus_points(group.loc[group["solved"], "seconds"])
            offset = 0.12 * (place % 5) / 5  # so that the markers of lines that run together stand apart
            style: dict[str, Any] = looks[name].line | {"drawstyle": "steps-post", "markevery": (offset, 0.12)}
            (lines[name],) = axes.plot([*seconds, high], [*counts, solved[name]], **style)
        for limit in limits:
            axes.axvline(limit, color=FAINT_INK, linewidth=0.9, linestyle=(0, (2, 2)))
        if limits:
            label = f"limit {tick_text(limits[0])}" if len(limits) == 1 else "limits"
            above = axes.get_xaxis_transform()
            axes.text(max(limits), 1.005, label, transform=above, color=FAINT_INK, ha="right", va="bottom")
        dress(axes)
        seconds_axis(axes, "x")
        axes.set(xlim=(low, high), xlabel="time of a run", ylabel="runs solved")
        axes.set_ylim(0, 1.04 * max(1, *solved.values()))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        best = sorted(groups, key=lambda name: -solved[name])
        labels = [f"{wrapped(name)}  {solved[name]:,}/{len(groups[name]):,}" for name in best]
        legend_beside(figure, [lines[name] for name in best], labels, "competitor, solved/runs")
    return Plot("cactus", title, CAPTION, figure)


def cactus_points(seconds: pd.Series[float]) -> tuple[list[float], list[int]]:
    """Return the steps of a line: times in order, and how many runs were solved within each.

    Of many runs, evenly spaced ones are kept, always with the first and the last.

    Examples
    --------
    >>> import pandas as pd
    >>> cactus_points(pd.Series([0.3, 0.1, 0.2]))
    ([0.1, 0.2, 0.3], [1, 2, 3])
    """
    import numpy as np

    ordered = np.sort(seconds.clip(lower=LEAST_SECONDS).to_numpy(float))
    kept = np.unique(np.linspace(0, len(ordered) - 1, min(len(ordered), POINTS)).round().astype(int))
    return ordered[kept].tolist(), (kept + 1).tolist()

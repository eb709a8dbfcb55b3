"""The cactus plot: how many runs a competitor solves within a time. The SAT competitions have shown results so since 2002."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphs.svg.palette import FAINT_INK
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.style import (
    LEAST_SECONDS,
    competitors_of,
    dress,
    house_style,
    legend_beside,
    looks_of,
    new_figure,
    seconds_axis,
    wrapped,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["cactus"]

MOST_STEPS = 500
"""Steps up to which an SVG holds each; lines of more become an image."""
CAPTION = (
    "A line at height n and time t says that n runs were solved within t seconds each: the higher a line, and the farther to "
    "the left, the better."
)


def cactus(frame: pd.DataFrame) -> Plot:
    """Return the cactus plot of all runs of a frame; runs that are not solved count for no height."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    looks = looks_of(competitors_of(frame))
    groups = {name: frame[frame["competitor"] == name] for name in looks}
    solved = {name: int(group["solved"].sum()) for name, group in groups.items()}
    limits = frame["time_limit"].dropna().unique().tolist()
    high = max([*frame.loc[frame["solved"], "seconds"], *limits], default=1.0)
    title = "Runs solved within a time"
    with house_style():
        figure = new_figure(9, 4.6, title)
        axes = figure.subplots()
        lines = {}
        for place, (name, group) in enumerate(groups.items()):
            seconds = sorted(group.loc[group["solved"], "seconds"].clip(lower=LEAST_SECONDS))
            offset = 0.12 * (place % 5) / 5  # so that the markers of lines that run together stand apart
            style: dict[str, Any] = looks[name] | {"drawstyle": "steps-post", "markevery": (offset, 0.12)}
            counts = [*range(1, len(seconds) + 1), len(seconds)]
            (lines[name],) = axes.plot([*seconds, high], counts, rasterized=len(seconds) > MOST_STEPS, **style)
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
    return Plot("cactus", title, CAPTION, figure)

"""Success rates: the share of its runs that each competitor solves, with the interval of E. B. Wilson (1927)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.style import (
    competitors_of,
    dress,
    house_style,
    looks_of,
    new_figure,
    new_panels,
    wrapped,
)
from solvers.comparison.report.statistics import wilson_interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["success", "success_rates_by_kind"]

CAPTION = (
    "A mark is the share of its runs that a competitor solved, and a bar is Wilson's interval of 95 %: how far another sample "
    "of such problems may move the mark; repetitions of a run count once."
)


def success(frame: pd.DataFrame) -> Plot:
    """Return the success rates of all competitors, in a panel for each kind of problem."""
    looks = looks_of(competitors_of(frame))
    rates = success_rates_by_kind(frame)
    kinds = list(dict.fromkeys(rates["kind"]))
    title = "Share of the runs that are solved"
    with house_style():
        height = math.ceil(len(kinds) / 3) * (0.3 * len(looks) + 0.9) + 0.8
        figure = new_figure(3.1 * min(3, len(kinds)) + 2.4, height, title)
        places = {name: place for place, name in enumerate(looks)}
        for axes, kind in zip(new_panels(figure, len(kinds), shared=True), kinds, strict=True):
            for each in rates[rates["kind"] == kind].itertuples():
                look, place = looks[each.competitor], places[each.competitor]
                bar = {"color": look["color"], "linewidth": 4, "alpha": 0.5}
                axes.plot([each.low, each.high], [place, place], solid_capstyle="butt", **bar)
                axes.plot([each.rate], [place], color=look["color"], marker=look["marker"], markersize=6, clip_on=False)
                axes.text(1.03, place, f"{each.solved:,}/{each.runs:,}", transform=axes.get_yaxis_transform(), va="center")
            dress(axes)
            axes.set_title(kind, loc="left")
            axes.set(xlim=(0, 1), ylim=(len(looks) - 0.5, -0.5))
            axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
            axes.set_yticks(range(len(looks)), [wrapped(name) for name in looks])
    return Plot("success", title, CAPTION, figure)


def success_rates_by_kind(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the solved share of each competitor, by suite if there are several, else by open and closed tours.

    Returns
    -------
    A row for each kind and competitor, with the columns `kind`, `competitor`, `solved`, `runs`, `rate`, `low` and `high`. The
    last two are the ends of Wilson's interval of 95 %.
    """
    once = frame.drop_duplicates(["competitor", "problem", "seed"])
    if once["suite"].nunique() > 1:
        kind = once["suite"].astype(str).replace("", "other problems")
    else:
        kind = once["closed"].map({False: "open tours", True: "closed tours"})
    groups = once["solved"].groupby([kind.rename("kind"), once["competitor"]], observed=True, sort=False)
    rates = groups.agg(["sum", "size"]).set_axis(["solved", "runs"], axis=1).reset_index()
    ends = [wilson_interval(int(solved), int(runs)) for solved, runs in zip(rates["solved"], rates["runs"], strict=True)]
    return rates.assign(rate=rates["solved"] / rates["runs"], low=[low for low, _ in ends], high=[high for _, high in ends])

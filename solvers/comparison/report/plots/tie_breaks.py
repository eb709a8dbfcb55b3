"""The success rates of tie-break rules by board, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solvers.comparison.packages import check_packages
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.style import dress, house_style, legend_beside, looks_of, new_figure
from solvers.comparison.report.tie_breaks import SuccessRate, pooled, question

__all__ = ["tie_break_plot"]

CAPTION = (
    "A line is the share of the walks by a rule that end in a tour, and its band is Wilson's interval of 95 %; a rule without "
    "chance has only marks, for its one walk on each board."
)
MOST_LABELS = 40


def tie_break_plot(rates: Sequence[SuccessRate]) -> Plot:
    """Return the success rates by board, with a line for each rule. The starts of a board are taken together.

    Raises
    ------
    SolverUnavailable : matplotlib is not installed.
    """
    check_packages("the plots", ["matplotlib"])
    found = sorted(pooled(rates), key=lambda each: each.board.size)
    places = {board: place for place, board in enumerate(dict.fromkeys(each.board for each in found))}
    title = question(rates).replace("? ", "?\n")
    with house_style():
        figure = new_figure(9, 4.6, title)
        axes = figure.subplots()
        for rule, look in looks_of(dict.fromkeys(each.rule for each in rates if each.walks)).items():
            group = [each for each in found if each.rule == rule]
            across, style = [places[each.board] for each in group], {} if group[0].walks > 1 else {"linestyle": ""}
            low, high = np.transpose([each.interval for each in group])
            axes.fill_between(across, low, high, color=look["color"], alpha=0.2, linewidth=0)
            axes.plot(across, [each.tours / each.walks for each in group], label=rule, **look | style)
        dress(axes, "y")
        axes.set(ylim=(-0.04, 1.04))
        axes.yaxis.set_major_formatter("{x:.0%}")
        step = max(1, len(places) // MOST_LABELS)
        names = [f"{board.rows}×{board.cols}" for board in places]
        axes.set_xticks(range(0, len(places), step), names[::step], rotation=90 if len(places) > 12 else 0)
        legend_beside(figure, *axes.get_legend_handles_labels())
    return Plot("tie-breaks", title, CAPTION, figure)

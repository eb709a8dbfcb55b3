"""The critical-difference diagram: mean ranks of competitors on a line, joined where no difference is established.

J. Demšar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning Research 7, 2006.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from graphs.svg.palette import FAINT_INK, INK
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.style import house_style, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["critical_difference_diagram"]

ROW = 0.3
"""Inches from one name to the next."""
BAR = 0.13
"""Inches from one joining bar to the next."""
LETTER = 0.075
"""The width of a letter in inches."""
TITLE = "Mean ranks and critical difference"
CAPTION = (
    "Competitors stand at their mean rank over all problems, 1 for the best; a thick bar joins those whose ranks differ by "
    "less than the critical difference CD, so that these problems do not say which of them is better."
)


def critical_difference_diagram(
    names: Sequence[str], mean_ranks: Sequence[float], difference: float, cliques: Sequence[Sequence[str]]
) -> Plot:
    """Return the critical-difference diagram.

    Parameters
    ----------
    names : the competitors, three or more.
    mean_ranks : the mean rank of each, 1 for the best.
    difference : the critical difference; two competitors differ if their mean ranks differ by more.
    cliques : the largest groups of competitors that do not differ, each as a list of names; a group of one is not drawn.

    Examples
    --------
    >>> plot = critical_difference_diagram(["a", "b", "c"], [1.2, 1.5, 2.9], 0.8, [["a", "b"]])
    >>> plot.name
    'critical-difference'
    """
    ranks = dict(sorted(zip(names, mean_ranks, strict=True), key=lambda pair: pair[1]))
    groups = sorted(
        (min(ends), max(ends)) for ends in ([ranks[name] for name in clique] for clique in cliques) if len(ends) > 1
    )
    levels = _levels(groups)
    left = math.ceil(len(ranks) / 2)
    first_row = 0.4 + BAR * max(levels, default=0)
    depth = first_row + ROW * left
    with house_style():
        figure = new_figure(5.2 + 2 * LETTER * max(map(len, names)), depth + 1.4, TITLE)
        axes = figure.subplots()
        axes.set_axis_off()
        axes.set_ylim(depth, -0.8)  # one unit is about one inch
        low, high = 1, max(2, len(ranks))
        right = max(high, low + difference)
        margin = 0.04 * (right - low)
        axes.set_xlim(low - margin, right + margin)  # the names stand outside, where the layout makes room for them
        _draw_scale(axes, low, high, difference)
        for level, ends in zip(levels, groups, strict=True):
            height = 0.15 + BAR * level
            axes.plot(ends, [height, height], color=INK, linewidth=4, solid_capstyle="round")
        for place, (name, rank) in enumerate(ranks.items()):
            on_left = place < left
            height = first_row + ROW * (place if on_left else len(ranks) - 1 - place)
            end = low - margin if on_left else right + margin
            axes.plot([rank, rank, end], [0, height, height], color=INK, linewidth=0.9)
            axes.plot([rank], [0], color=INK, marker="o", markersize=4)
            text = name.replace("$", r"\$")
            label, shift = (f"{text}  {rank:.2f}", -4) if on_left else (f"{rank:.2f}  {text}", 4)
            side: Literal["right", "left"] = "right" if on_left else "left"
            axes.annotate(label, (end, height), (shift, 0), textcoords="offset points", va="center", ha=side)
    return Plot("critical-difference", TITLE, CAPTION, figure)


def _levels(groups: Sequence[tuple[float, float]]) -> list[int]:
    """Return a level for each group of ranks, from the least one up, so that no two meet on a level.

    >>> _levels([(1, 2), (1.5, 3), (4, 5)])
    [0, 1, 0]
    """
    ends: list[float] = []
    levels = []
    for low, high in groups:
        level = next((level for level, end in enumerate(ends) if end < low), len(ends))
        ends[level : level + 1] = [high]
        levels.append(level)
    return levels


def _draw_scale(axes: Axes, low: int, high: int, difference: float) -> None:
    """Draw the line of ranks, and above it the length of the critical difference."""
    axes.plot([low, high], [0, 0], color=INK, linewidth=1.1)
    for rank in range(low, high + 1, math.ceil((high - low) / 12)):
        axes.plot([rank, rank], [-0.07, 0], color=INK, linewidth=1.1)
        axes.text(rank, -0.12, str(rank), ha="center", va="bottom")
    ends = [low, low + difference]
    axes.plot(ends, [-0.5, -0.5], color=FAINT_INK, linewidth=1.6, marker="|", markersize=7)
    axes.text(low, -0.6, f"CD = {difference:.2f}", ha="left", va="bottom")

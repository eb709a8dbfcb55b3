"""The style of all plots: axes without frames, the palette of the house, and a look for each competitor.

A look is a colour, a marker and a dash pattern at once, so that lines stay apart for colour-blind readers and in grey print.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from graphs.svg.palette import FAINT_INK, INK, PAPER, RULE, SERIES
from solvers.comparison.report.layout import folded

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

__all__ = [
    "LEAST_SECONDS",
    "competitors_of",
    "dress",
    "house_style",
    "legend_beside",
    "looks_of",
    "new_figure",
    "new_panels",
    "seconds_axis",
    "wrapped",
]

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
"""One more than the colours of `SERIES`, so that fifty-six looks differ in colour or marker."""
DASHES = ("solid", (0, (5, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)))
LEAST_SECONDS = 1e-6
"""Where a time of zero stands on a logarithmic axis: below it no clock of ours measures."""
SETTINGS = {
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "axes.titlesize": 9,
    "axes.titlecolor": INK,
    "figure.facecolor": PAPER,
    "font.size": 9,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@contextlib.contextmanager
def house_style(salt: str = "") -> Iterator[None]:
    """Set matplotlib's defaults and the house's settings for a `with` block, whatever the reader's own are.

    Parameters
    ----------
    salt : makes the ids in an SVG the same each time, and apart from those of other plots on a page.
    """
    from matplotlib import style

    with style.context(["default", SETTINGS | {"svg.hashsalt": salt or "plot"}]):
        yield


def new_figure(width: float, height: float, title: str) -> Figure:
    """Return an empty figure with a title; lengths are in inches."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(title, x=0.012, ha="left", fontsize=12)
    return figure


def new_panels(figure: Figure, number: int, shared: bool = False) -> list[Axes]:
    """Return panels of a figure, three in a row, whose axes may be shared."""
    columns = min(3, number)
    panels = list(figure.subplots(math.ceil(number / columns), columns, squeeze=False, sharex=shared, sharey=shared).flat)
    for panel in panels[number:]:
        panel.set_visible(False)
    return panels[:number]


def competitors_of(frame: pd.DataFrame) -> list[str]:
    """Return the competitors that have runs, in the order of the plan."""
    return list(frame["competitor"].cat.remove_unused_categories().cat.categories)


def looks_of(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return how the line of each name looks, as arguments of `Axes.plot`; it is the same in all plots of these names."""
    cycles = {"color": SERIES, "marker": MARKERS, "linestyle": DASHES}
    return {
        name: {key: values[place % len(values)] for key, values in cycles.items()} | {"linewidth": 1.5, "markersize": 4.5}
        for place, name in enumerate(names)
    }


def dress(axes: Axes, grid: Literal["x", "y", "both"] = "both") -> None:
    """Take away the frame and the ticks, and draw faint lines."""
    axes.spines[:].set_visible(False)
    axes.tick_params(which="both", length=0, labelsize=9, labelcolor=INK)
    axes.grid(axis=grid, color=RULE, linewidth=0.8)
    axes.set_axisbelow(True)


def legend_beside(figure: Figure, artists: Sequence[Artist], labels: Iterable[str], title: str = "") -> None:
    """Put the legend to the right of the axes, where it hides nothing, and make the figure as high as that needs."""
    texts = list(labels)
    height = 0.8 + sum(0.155 * (1 + text.count("\n")) + 0.075 for text in texts)
    figure.set_figheight(max(figure.get_figheight(), height))
    look: dict[str, Any] = {"handlelength": 3.2, "labelspacing": 0.6, "alignment": "left"}
    legend = figure.legend(artists, texts, loc="outside right upper", title=title or None, **look)
    legend.get_title().set_color(FAINT_INK)


def wrapped(name: str, width: int = 34) -> str:
    """Return a long name in lines that fit a legend; a dollar sign in it starts no formula."""
    return folded(name, width).replace("$", r"\$")


def seconds_axis(axes: Axes, name: Literal["x", "y"]) -> None:
    """Make an axis logarithmic, with times as its labels."""
    from matplotlib.ticker import EngFormatter, NullFormatter

    axis: Axis = getattr(axes, f"{name}axis")
    axes.set(**{f"{name}scale": "log"})
    axis.set_major_formatter(EngFormatter("s"))
    axis.set_minor_formatter(NullFormatter())

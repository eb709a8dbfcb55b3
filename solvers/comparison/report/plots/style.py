"""The style of all plots: axes without frames, the palette of the house, and a look for each competitor.

A look is a colour, a marker and a dash pattern at once, so that lines stay apart for colour-blind readers and in grey print.
"""

from __future__ import annotations

import contextlib
import math
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from graphs.svg.palette import FAINT_INK, INK, PAPER, RULE, SERIES
from solvers.comparison.report.figures import tick_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

__all__ = [
    "LEAST_SECONDS",
    "MARKERS",
    "Look",
    "competitors_of",
    "dress",
    "house_style",
    "legend_beside",
    "looks_of",
    "new_figure",
    "round_ends",
    "seconds_axis",
    "wrapped",
]

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
"""One more than the colours of `SERIES`, so that fifty-six looks differ in colour or marker."""
DASHES = ("solid", (0, (5, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)))
LEAST_SECONDS = 1e-6
"""Where a time of zero stands on a logarithmic axis: below it no clock of ours measures."""
SETTINGS = {
    "axes.axisbelow": True,
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "axes.titlesize": 9,
    "axes.titlecolor": INK,
    "axes.unicode_minus": True,
    "figure.facecolor": PAPER,
    "font.size": 9,
    "hatch.linewidth": 0.7,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "path",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@dataclass(frozen=True)
class Look:
    """How the line of a competitor looks."""

    color: str
    marker: str
    linestyle: Any

    @property
    def line(self) -> dict[str, Any]:
        """The arguments of `Axes.plot`."""
        return {"color": self.color, "marker": self.marker, "linestyle": self.linestyle, "linewidth": 1.5, "markersize": 4.5}


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


def competitors_of(frame: pd.DataFrame) -> list[str]:
    """Return the competitors that have runs, in the order of the plan."""
    return list(frame["competitor"].cat.remove_unused_categories().cat.categories)


def looks_of(frame: pd.DataFrame) -> dict[str, Look]:
    """Return the look of each competitor, which is the same in all plots of a frame."""
    return {
        name: Look(SERIES[place % len(SERIES)], MARKERS[place % len(MARKERS)], DASHES[place % len(DASHES)])
        for place, name in enumerate(competitors_of(frame))
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
    legend = figure.legend(
        artists,
        texts,
        loc="outside right upper",
        title=title or None,
        handlelength=3.2,
        labelspacing=0.6,
        alignment="left",
    )
    legend.get_title().set_color(FAINT_INK)


def wrapped(name: str, width: int = 34) -> str:
    """Return a long name in lines that fit a legend; a dollar sign in it starts no formula."""
    return textwrap.fill(name, width, subsequent_indent="  ").replace("$", r"\$")


def seconds_axis(axes: Axes, name: Literal["x", "y"]) -> None:
    """Make an axis logarithmic, with times as its labels."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis: Axis = {"x": axes.xaxis, "y": axes.yaxis}[name]
    axes.set(**{f"{name}scale": "log"})
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value)))
    axis.set_minor_formatter(NullFormatter())


def round_ends(values: Iterable[float]) -> tuple[float, float]:
    """Return the ends of a logarithmic axis that holds positive numbers.

    They are 1, 2 or 5 times a power of ten, and a decade apart at least. Without any number they are 0.001 and 1.

    Examples
    --------
    >>> round_ends([0.003, 0.4]), round_ends([10]), round_ends([])
    ((0.002, 0.5), (10.0, 100.0), (0.001, 1.0))
    """
    found = [value for value in values if 0 < value < math.inf]
    if not found:
        return 1e-3, 1.0
    low = max(step for step in _steps_around(min(found)) if step <= min(found) * 1.001)
    high = min(step for step in _steps_around(max(found)) if step >= max(found) / 1.001)
    return low, max(high, 10 * low)


def _steps_around(value: float) -> list[float]:
    """Return 1, 2 and 5 times the powers of ten near a number."""
    power = math.floor(math.log10(value))
    return [float(f"{digit}e{power + shift}") for shift in (-1, 0, 1) for digit in (1, 2, 5)]

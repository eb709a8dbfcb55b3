"""The cactus plot of a comparison as a Matplotlib figure, and as an SVG, PNG or PDF file. The plot counts problems, not runs.

The line of each competitor has its own combination of colour, marker and dash pattern, so that lines differ for colour-blind
readers and in greyscale. Equal data give identical files. The SAT competitions have shown results as cactus plots since 2002.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING, Any

from graphs.svg.palette import FAINT_INK, INK, PAPER, RULE, SERIES
from solvers.comparison.report.layout import fold
from solvers.comparison.report.published import PUBLISHED
from solvers.packages import check_packages

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FORMS = {"svg": ("Creator", "Date", "Format", "Type"), "png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}
"""For each file format of a plot, the metadata fields that are omitted, because their values may differ between equal plots."""
MARKERS = "os^DvPX<"
DASHES = ("solid", (0, (5, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)))
"""Dash patterns of the lines. With 7 colours and 8 markers, the first 56 lines already differ in colour or marker alone."""
INKED = ("axes.labelcolor", "axes.titlecolor", "legend.labelcolor", "text.color", "xtick.color", "ytick.color")
SETTINGS: dict[str, Any] = dict.fromkeys(INKED, INK) | {
    "axes.axisbelow": True,
    "axes.grid": True,
    "figure.facecolor": PAPER,
    "font.size": 9,
    "grid.color": RULE,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "savefig.dpi": 160,
    "text.parse_math": False,
    **{f"axes.spines.{side}": False for side in ("left", "right", "top", "bottom")},
    **{f"{axis}tick.{kind}.size": 0 for axis in "xy" for kind in ("major", "minor")},
}
STYLE_SHEET = re.compile(r"<defs>\s*<style.*?</style>\s*</defs>\s*", re.DOTALL)
LEAST_SECONDS = 1e-6
"""Minimum time on the logarithmic axis, in seconds; no clock measures a shorter time."""
MOST_MARKS = 500
"""Maximum number of points of a line that an SVG contains as vectors. A line with more points becomes a pixel image."""


@contextlib.contextmanager
def _style(salt: str = "plot") -> Iterator[None]:
    """Apply the settings of the plots. `salt` makes the ids in an SVG reproducible, but different from those of other plots."""
    check_packages("the plots need", ["matplotlib"])
    from matplotlib import style

    with style.context(["default", SETTINGS | {"svg.hashsalt": salt}]):
        yield


@dataclass(frozen=True, eq=False)
class Plot:
    """A plot with its title and its caption.

    Attributes
    ----------
    name : str
        The name of its files, without the extension.
    title : str
        The title.
    caption : str
        Text that explains how to read the plot.
    figure : matplotlib.figure.Figure
        The figure. Its background is white, even on dark pages.
    """

    name: str
    title: str
    caption: str
    figure: Figure = field(repr=False)

    def __post_init__(self) -> None:
        """Compute the layout once, because a second layout would change the last digits of coordinates."""
        self.figure.draw_without_rendering()
        self.figure.set_layout_engine("none")

    def saved(self, form: str) -> bytes:
        """Return the plot as the content of a file.

        Parameters
        ----------
        form : {"svg", "png", "pdf"}
            The format.

        Returns
        -------
        bytes
            The content.
        """
        stream = io.BytesIO()
        with _style(self.name):
            self.figure.savefig(stream, format=form, metadata=dict.fromkeys(FORMS[form]) | {"Title": self.title})
        return stream.getvalue()

    def svg(self) -> str:
        """Return the plot as one SVG element, which needs no other file.

        Returns
        -------
        str
            The element.
        """
        text = self.saved("svg").decode()
        text = STYLE_SHEET.sub("", text[text.index("<svg") :])  # the style would apply to the whole page
        return text.replace("<svg ", '<svg stroke-linejoin="round" stroke-linecap="butt" ', 1)

    _repr_svg_ = svg


@_style()
def cactus(runs: pd.DataFrame) -> Plot:
    """Return the cactus plot: for each competitor and time t, the number of problems that it solves within t.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` or `with_published` returns them; at least one. A solved run counts as a fraction of a problem:
        its value in the column `weight`.

    Returns
    -------
    Plot
        The plot.

    Raises
    ------
    SolverUnavailable
        If matplotlib is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Store, Task, run_all
    >>> from solvers.comparison.report.frame import runs_frame
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     cactus(runs_frame(store)).title
    'Problems solved within a time'
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, MaxNLocator, NullFormatter

    groups = {str(name): group for name, group in runs.groupby("competitor", observed=True)}
    solved = {name: group[group["solved"]].sort_values("seconds", kind="stable") for name, group in groups.items()}
    totals = {name: group["weight"].sum() for name, group in solved.items()}
    limits = runs["time_limit"].dropna().unique().tolist()
    high = max([*runs.loc[runs["solved"], "seconds"], *limits], default=1.0)
    title, lines = "Problems solved within a time", {}
    figure = Figure(figsize=(9, 4.6), layout="constrained")
    figure.suptitle(title, x=0.012, ha="left", fontsize=12)
    axes = figure.subplots()
    for place, (name, color, marker, dash) in enumerate(
        zip(solved, cycle(SERIES), cycle(MARKERS), cycle(DASHES), strict=False)
    ):
        times = solved[name]["seconds"].clip(lower=LEAST_SECONDS)
        style: dict[str, Any] = {"color": color, "marker": marker, "linestyle": dash, "markersize": 4.5}
        style["markevery"] = 0.12 * (place % 5) / 5, 0.12  # so that the markers of overlapping lines do not overlap
        ends = [*times, high], [*solved[name]["weight"].cumsum(), totals[name]]
        (lines[name],) = axes.plot(*ends, drawstyle="steps-post", rasterized=len(times) > MOST_MARKS, **style)
    for limit in limits:
        axes.axvline(limit, color=FAINT_INK, linewidth=0.9, linestyle="dashed")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(EngFormatter("s"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="time of a run; dashed line: limit", ylabel="problems solved", ylim=(0, 1.04 * max(1, *totals.values())))
    best = sorted(groups, key=lambda name: (name.endswith(PUBLISHED), -totals[name]))
    labels = [f"{fold(name, 34)}  {totals[name]:.4g}/{groups[name]['weight'].sum():.0f}" for name in best]
    figure.set_figheight(max(4.6, 0.8 + sum(0.155 * (1 + text.count("\n")) + 0.075 for text in labels)))
    look: dict[str, Any] = {"handlelength": 3.2, "labelspacing": 0.6, "alignment": "left"}
    figure.legend(
        [lines[name] for name in best], labels, loc="outside right upper", title="competitor, solved/problems", **look
    )
    caption = (
        "If a line has height n at time t, the competitor solved n problems within t seconds each. A problem with several runs "
        "counts as the share of its runs that were solved. The higher a line and the farther to the left, the better."
    )
    return Plot("cactus", title, caption, figure)

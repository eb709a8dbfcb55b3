"""Plots of a comparison as Matplotlib figures with their data, and as SVG, PNG or PDF files.

All plots show runs under the same conditions. The line of each competitor has its own combination of colour, marker and dash
pattern, so that lines differ for colour-blind readers and in greyscale. Equal data give identical files. The SAT competitions
have shown results as cactus plots since 2002.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from graphs.errors import FormatError
from graphs.svg.palette import FAINT_INK, INK, PAPER, RULE, SERIES
from solvers.comparison.report.frame import check_frame_conditions
from solvers.comparison.report.summary import Summary, problem_scores
from solvers.comparison.report.texts import fold
from solvers.core.errors import check_packages

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMS = {"svg": ("Creator", "Date", "Format", "Type"), "png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}
"""Metadata fields that are omitted from each file format, because they would differ between equal plots."""
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
PROBLEMS = ("problems", "problems solved", "competitor, solved/problems", "{:.4g}/{:.0f}")
SHARE = ("share", "share of runs solved", "competitor, share solved", "{:.3g}")
"""The column of a plot's data, the label of its axis, and the heading and the format of the values of its legend."""
MOST_MARKS = 500
"""Maximum number of points of a line that an SVG contains as vectors. A line with more points becomes a pixel image."""


@contextlib.contextmanager
def _style(salt: str = "plot") -> Iterator[None]:
    """Apply the settings of plots. `salt` makes SVG ids reproducible."""
    check_packages("the plots need", ["matplotlib"])
    from matplotlib import style

    with style.context(["default", SETTINGS | {"svg.hashsalt": salt}]):
        yield


@dataclass(frozen=True, eq=False)
class Plot:
    """A plot with its title and its caption."""

    name: str
    title: str
    caption: str
    data: pd.DataFrame = field(repr=False)
    figure: Figure = field(repr=False)

    def __post_init__(self) -> None:
        """Compute the layout once, so that coordinates stay the same."""
        self.figure.draw_without_rendering()
        self.figure.set_layout_engine("none")

    def saved(self, form: str) -> bytes:
        """Return the plot as the content of an SVG, PNG or PDF file."""
        stream = io.BytesIO()
        with _style(self.name):
            self.figure.savefig(stream, format=form, metadata=dict.fromkeys(FORMS[form]) | {"Title": self.title})
        return stream.getvalue()

    def svg(self) -> str:
        """Return the plot as one self-contained SVG element."""
        text = self.saved("svg").decode()
        text = STYLE_SHEET.sub("", text[text.index("<svg") :])  # the style would apply to the whole page
        return text.replace("<svg ", '<svg stroke-linejoin="round" stroke-linecap="butt" ', 1)

    _repr_svg_ = svg


def cactus_plot(runs: pd.DataFrame) -> Plot:
    """Return the cactus plot of the problems solved within each time."""
    caption = (
        "If a line has height n at time t, the competitor solved n problems within t seconds each. A problem with several runs "
        "counts as the share of its runs that were solved. The higher a line and the farther to the left, the better."
    )
    return _steps(runs, "cactus", "Problems solved within a time", caption)


def run_length_plot(runs: pd.DataFrame) -> Plot:
    """Return the plot of run-length distributions (shares of solved runs).

    H. Hoos, T. Stützle, Evaluating Las Vegas Algorithms: Pitfalls and Remedies, UAI 1998.
    """
    caption = (
        "If a line has height p at time t, a run of the competitor is solved within t seconds with probability p. Each problem "
        "has the same weight, and its runs differ in seed and repetition."
    )
    return _steps(runs, "run-lengths", "Share of runs solved within a time", caption, is_share=True)


@_style()
def _steps(runs: pd.DataFrame, name: str, title: str, caption: str, *, is_share: bool = False) -> Plot:
    """Return a plot of the number or share of runs solved within each time."""
    check_frame_conditions(runs)
    column, label, head, form = SHARE if is_share else PROBLEMS
    runs = runs.astype({"competitor": str}).sort_values(["competitor", "seconds"], kind="stable", ignore_index=True)
    weights = runs.groupby("competitor")["weight"].sum()
    runs[column] = runs["weight"] / (runs["competitor"].map(weights) if is_share else 1)
    data = runs.loc[runs["solved"], ["competitor", "seconds", column]]
    data[column] = data.groupby("competitor")[column].cumsum()
    totals = data.groupby("competitor")[column].max().reindex(weights.index, fill_value=0.0).round(6)
    best = totals.sort_values(ascending=False, kind="stable").index
    limits = runs["time_limit"].dropna().unique().tolist()
    high = max([*data["seconds"], *limits], default=1.0)
    figure, axes = _axes(title, 9)
    looks = zip(best, cycle(SERIES), cycle(MARKERS), cycle(DASHES), strict=False)
    for place, (competitor, color, marker, dash) in enumerate(looks):
        line = data[data["competitor"] == competitor]
        axes.plot(
            [*line["seconds"].clip(lower=LEAST_SECONDS), high],
            [*line[column], totals[competitor]],
            color=color,
            marker=marker,
            markersize=4.5,
            markevery=(0.12 * (place % 5) / 5, 0.12),  # so that the markers of overlapping lines do not overlap
            linestyle=dash,
            drawstyle="steps-post",
            rasterized=len(line) > MOST_MARKS,
            label=f"{fold(competitor, 34)}  {form.format(totals[competitor], weights[competitor])}",
        )
    for limit in limits:
        axes.axvline(limit, color=FAINT_INK, linewidth=0.9, linestyle="dashed")
    _make_log(axes, "x")
    axes.set(xlabel="time of a run; dashed line: limit", ylabel=label, ylim=(0, 1.04 * max(1, *totals)))
    labels = axes.get_legend_handles_labels()[1]
    figure.set_figheight(max(4.6, 0.8 + sum(0.155 * (1 + text.count("\n")) + 0.075 for text in labels)))
    figure.legend(loc="outside right upper", title=head, handlelength=3.2, labelspacing=0.6, alignment="left")
    return Plot(name, title, caption, data.reset_index(drop=True), figure)


@_style()
def scatter(runs: pd.DataFrame, first: str, second: str) -> Plot:
    """Return a scatter plot of the times of two competitors, one point per problem."""
    check_frame_conditions(runs)
    scores = problem_scores(runs)
    for name in (first, second):
        if name not in scores.index:
            raise FormatError(f"unknown competitor {name!r}; available: {', '.join(scores.index.unique('competitor'))}", name)
    pair = scores.loc[[first, second]]["seconds"].unstack("competitor").dropna()[[first, second]]
    data = scores.loc[first, ["board", "kind"]].join(pair, how="inner")
    high = max([*pair.to_numpy()[np.isfinite(pair)], *runs["time_limit"].dropna()], default=1.0)
    title = f"Times of {first} and {second}"
    figure, axes = _axes(title, 5.4)
    shown = pair.clip(lower=LEAST_SECONDS, upper=2 * high)
    for (kind, group), color, marker in zip(shown.groupby(data["kind"]), cycle(SERIES), cycle(MARKERS), strict=False):
        axes.plot(group[first], group[second], marker, color=color, markersize=4.5, label=kind)
    ends = [0.8 * min([*shown.to_numpy().ravel(), high]), 2.4 * high]
    axes.plot(ends, ends, color=FAINT_INK, linewidth=0.9)
    for line in (axes.axvline, axes.axhline):
        line(2 * high, color=FAINT_INK, linewidth=0.9, linestyle="dashed")
    _make_log(axes, "xy")
    axes.set(xlabel=first, ylabel=second, xlim=ends, ylim=ends)
    axes.legend()
    caption = (
        f"One point per problem. Below the diagonal, {second} is quicker. A point on a dashed line was not solved by {first} "
        f"(vertical line) or {second} (horizontal line)."
    )
    return Plot("scatter", title, caption, data, figure)


def plots_of(summaries: Sequence[Summary]) -> Iterator[Plot]:
    """Yield the plots for each summary."""
    for number, summary in enumerate(summaries, 1):
        kinds = [cactus_plot, *[run_length_plot] * (summary.runs["seed"].nunique() > 1)]
        for plot in (kind(summary.runs) for kind in kinds):
            name = f"{plot.name}-{number}" if len(summaries) > 1 else plot.name
            yield replace(plot, name=name, title=", ".join(filter(None, (plot.title, summary.title))))


def _axes(title: str, width: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, 4.6), layout="constrained")
    figure.suptitle(title, x=0.012, ha="left", fontsize=12)
    return figure, figure.subplots()


def _make_log(axes: Axes, names: str) -> None:
    """Make the x axis, or both axes, logarithmic, with times as labels."""
    from matplotlib.ticker import EngFormatter, NullFormatter

    for name in names:
        axes.set(**{f"{name}scale": "log"})
        axis = getattr(axes, f"{name}axis")
        axis.set_major_formatter(EngFormatter("s"))
        axis.set_minor_formatter(NullFormatter())

"""A plot: a figure of matplotlib in the style of the house, with a title and a caption, as SVG, PNG and PDF.

Axes have no frames, and the colours are the palette of the house. Each competitor has a look, which is a colour, a marker and a
dash pattern at once, so that lines stay apart for colour-blind readers and in grey print. The same data give the same bytes.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from graphs.errors import FormatError
from graphs.svg.palette import FAINT_INK, INK, PAPER, RULE, SERIES
from solvers.comparison.packages import check_packages
from solvers.comparison.report.layout import folded

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

__all__ = ["Plot", "dress", "house_style", "legend_beside", "looks_of", "new_figure", "seconds_axis", "wrapped"]

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
"""One more than the colours of `SERIES`, so that fifty-six looks differ in colour or marker."""
DASHES = ("solid", (0, (5, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)))
INKED = ("axes.labelcolor", "axes.titlecolor", "legend.labelcolor", "text.color", "xtick.color", "ytick.color")
SETTINGS = {
    **dict.fromkeys(INKED, INK),
    **dict.fromkeys(("axes.titlesize", "font.size", "legend.fontsize"), 9),
    "axes.edgecolor": RULE,
    "figure.facecolor": PAPER,
    "legend.frameon": False,
    "pdf.fonttype": 42,
}
DOTS_PER_INCH = 160
STYLE_SHEET = re.compile(r"<defs>\s*<style.*?</style>\s*</defs>\s*", re.DOTALL)
STAMPS = {"svg": ("Creator", "Date", "Format", "Type"), "png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}
"""What matplotlib writes into a file beside the plot."""


@contextlib.contextmanager
def house_style(salt: str = "plot") -> Iterator[None]:
    """Set matplotlib's defaults and the house's settings for a `with` block or a function, whatever the reader's own are.

    Parameters
    ----------
    salt : makes the ids in an SVG the same each time, and apart from those of other plots on a page.

    Raises
    ------
    SolverUnavailable : matplotlib is not installed.
    """
    check_packages("the plots", ["matplotlib"])
    from matplotlib import style

    with style.context(["default", SETTINGS | {"svg.hashsalt": salt}]):
        yield


@dataclass(frozen=True, eq=False)
class Plot:
    """A drawn plot.

    Attributes
    ----------
    name : of its files.
    title : what it shows.
    caption : one sentence that says how to read it.
    figure : the figure of matplotlib, laid out.

    Notes
    -----
    The figure has a white ground, so that it reads the same on a light page and on a dark one.
    """

    name: str
    title: str
    caption: str
    figure: Figure = field(repr=False)

    def __post_init__(self) -> None:
        """Lay the figure out once: another pass of the layout moves it by the last digit, and the bytes would differ."""
        with house_style():
            self.figure.draw_without_rendering()
        self.figure.set_layout_engine("none")

    def svg(self) -> str:
        """Return the plot as one SVG element that needs no other file, font or network."""
        text = self._saved("svg").decode()
        text = STYLE_SHEET.sub("", text[text.index("<svg") :])  # which would act on a whole page
        return text.replace("<svg ", '<svg stroke-linejoin="round" stroke-linecap="butt" ', 1)

    def png(self) -> bytes:
        """Return the plot as a PNG."""
        return self._saved("png", dpi=DOTS_PER_INCH)

    def pdf(self) -> bytes:
        """Return the plot as a PDF, with TrueType fonts, as journals want them."""
        return self._saved("pdf")

    def _saved(self, form: str, **how: Any) -> bytes:
        stream = io.BytesIO()
        with house_style(self.name):
            stamps = dict.fromkeys(STAMPS[form])
            self.figure.savefig(stream, format=form, metadata={**stamps, "Title": self.title}, **how)
        return stream.getvalue()

    def write(self, folder: str | Path) -> list[Path]:
        """Write `NAME.svg`, `NAME.png` and `NAME.pdf` into a folder, which is made if it is missing, and return their paths.

        Raises
        ------
        FormatError : a file cannot be written.
        """
        contents = {"svg": self.svg().encode(), "png": self.png(), "pdf": self.pdf()}
        files = {Path(folder, f"{self.name}.{form}"): content for form, content in contents.items()}
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            for file, content in files.items():
                file.write_bytes(content)
        except OSError as error:
            raise FormatError(f"{error.filename} cannot be written: {error.strerror}", error.filename) from error
        return list(files)

    def _repr_svg_(self) -> str:
        return self.svg()


def new_figure(width: float, height: float, title: str) -> Figure:
    """Return an empty figure with a title; lengths are in inches."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(title, x=0.012, ha="left", fontsize=12)
    return figure


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


def legend_beside(figure: Figure, artists: Sequence[Artist], labels: Sequence[str], title: str | None = None) -> None:
    """Put the legend to the right of the axes, where it hides nothing, and make the figure as high as that needs."""
    height = 0.8 + sum(0.155 * (1 + text.count("\n")) + 0.075 for text in labels)
    figure.set_figheight(max(figure.get_figheight(), height))
    look: dict[str, Any] = {"handlelength": 3.2, "labelspacing": 0.6, "alignment": "left"}
    legend = figure.legend(artists, labels, loc="outside right upper", title=title, **look)
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

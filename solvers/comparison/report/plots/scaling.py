"""Time and nodes against the size of the board, with the exponent k of the growth n^k.

The exponent is the slope of the line of least squares through the logarithms of the medians. A straight line on logarithmic
axes is a power of the size; a line that bends upwards grows faster than any power.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

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
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

__all__ = ["exponent", "medians_by_size", "scaling"]

LEAST_SIZES = 3
CAPTION = (
    "A mark is the median over the runs on all problems of that size that may have a tour, where more than half were solved; "
    "the exponent k of n^k, with its standard error, is the slope of the straight line that fits a competitor's marks best."
)


def scaling(frame: pd.DataFrame) -> Plot | None:
    """Return time and nodes against size; None if no competitor solves more than half of its runs on two sizes or more.

    Nodes of zero, which a solver reports that searches nothing, are left out.
    """
    medians = {name: medians_by_size(frame, name) for name in ("seconds", "nodes")}
    sizes = {size for size, _ in medians["seconds"].index}
    if len(sizes) < 2:
        return None
    looks = looks_of(frame)
    panels = {name: of for name, of in medians.items() if len(of)}
    title = "Growth with the size of the board"
    with house_style():
        figure = new_figure(4.0 * len(panels) + 3.2, 4.4, title)
        lines: dict[str, Line2D] = {}
        exponents: dict[str, list[str]] = {name: [] for name in looks}
        for axes, (column, of) in zip(figure.subplots(1, len(panels), squeeze=False).flat, panels.items(), strict=True):
            for name, look in looks.items():
                values = of[of.index.get_level_values("competitor") == name].droplevel("competitor")
                if not len(values):
                    continue
                (line,) = axes.plot(values.index, values, **look.line)
                lines.setdefault(name, line)
                fit = exponent(values)
                if fit is not None:
                    exponents[name].append("{} $n^{{{:.2f} \\pm {:.2f}}}$".format(column, *fit))
            _dress(axes, column, of, sorted(sizes))
        labels = ["\n".join(filter(None, [wrapped(name), ", ".join(exponents[name])])) for name in lines]
        legend_beside(figure, list(lines.values()), labels)
    return Plot("scaling", title, CAPTION, figure)


def medians_by_size(frame: pd.DataFrame, column: str) -> pd.Series[float]:
    """Return the median of a column by size and competitor, where more than half of the runs are solved and it is positive.

    A run that is not solved counts as infinite, so that a size of which only the easy problems are solved is not a fast one.
    Problems that someone proved to have no tour are left out: a proof and a search for a tour grow differently.
    """
    frame = frame[~frame["problem"].isin(frame.loc[frame["answer"] == "impossible", "problem"])]
    values = frame[column].astype(float)
    if column == "seconds":
        values = values.clip(lower=LEAST_SECONDS)
    groups = values.where(frame["solved"], math.inf).groupby([frame["size"], frame["competitor"]], observed=True)
    medians = groups.median()
    return medians[(medians > 0) & (medians < math.inf)]


def exponent(medians: pd.Series[float]) -> tuple[float, float] | None:
    """Return the k with which n^k fits the medians of sizes n best, and its standard error; None for fewer than three sizes.

    Examples
    --------
    >>> import pandas as pd
    >>> [round(each, 6) for each in exponent(pd.Series({10: 2.0, 100: 200.0, 1000: 20000.0}))]
    [2.0, 0.0]
    """
    import numpy as np
    from scipy.stats import linregress

    if len(medians) < LEAST_SIZES:
        return None
    line = linregress(np.log(medians.index.to_numpy(float)), np.log(medians.to_numpy(float)))
    return float(line.slope), float(line.stderr)


def _dress(axes: Axes, column: str, medians: pd.Series[float], sizes: list[int]) -> None:
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

    dress(axes)
    if column == "seconds":
        seconds_axis(axes, "y")
    else:
        axes.set_yscale("log")
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if sizes[-1] < 300 * sizes[0] else (1,)))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    low, high = round_ends(medians)
    axes.set_ylim(low / 1.2, high * 1.2)
    axes.set_xlim(sizes[0] / 1.15, sizes[-1] * 1.15)
    axes.set(xlabel="n, squares of the board", ylabel={"seconds": "median time"}.get(column, f"median {column}"))

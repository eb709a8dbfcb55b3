"""Plots of a comparison, from the frame of its runs: `plots_of` yields those that the data allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solvers.comparison.packages import check_packages
from solvers.comparison.report.plots.cactus import cactus
from solvers.comparison.report.plots.critical_difference import critical_difference_diagram
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.scaling import scaling
from solvers.comparison.report.plots.scatter import scatter
from solvers.comparison.report.plots.starts import StartMap, heat_map, start_maps
from solvers.comparison.report.plots.success import success
from solvers.comparison.report.significance import rank_test
from solvers.comparison.store import Store

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Plot",
    "StartMap",
    "cactus",
    "critical_difference_diagram",
    "heat_map",
    "plots_of",
    "scaling",
    "scatter",
    "start_maps",
    "success",
]


def plots_of(frame: pd.DataFrame, store: Store | None = None) -> Iterator[Plot]:
    """Yield the plots that the data allow.

    Parameters
    ----------
    frame : runs, as `runs_frame` returns them, or a part of them.
    store : where the runs come from. It holds the starts of the problems, without which no heat maps are drawn.

    Yields
    ------
    The cactus plot and the success rates of any runs; scatter plots where two competitors share a problem; growth with size
    where there are two sizes or more; the critical differences of three competitors or more; a heat map for each board of which
    many starts were tried.

    Raises
    ------
    SolverUnavailable : matplotlib is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Task, run_all
    >>> from solvers.comparison.report.frames import runs_frame
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     [plot.name for plot in plots_of(runs_frame(store), store)]
    ['cactus', 'success']
    """
    check_packages("the plots", ["matplotlib"])
    if frame.empty:
        return
    for draw in (cactus, success, scatter, scaling):
        plot = draw(frame)
        if plot is not None:
            yield plot
    test = rank_test(frame)
    if test is not None:
        yield critical_difference_diagram(test.competitors, test.mean_ranks, test.critical_difference, test.cliques)
    for starts in start_maps(store) if store is not None else []:
        plot = heat_map(frame, starts)
        if plot is not None:
            yield plot

"""Plots of a comparison, from the frame of its runs: `plots_of` yields those that the data allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solvers.comparison.packages import check_packages
from solvers.comparison.report.plots.cactus import cactus
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.scatter import scatter
from solvers.comparison.report.plots.success import success

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Plot", "cactus", "plots_of", "scatter", "success"]


def plots_of(frame: pd.DataFrame) -> Iterator[Plot]:
    """Yield the plots that the data allow.

    Parameters
    ----------
    frame : runs, as `runs_frame` returns them, or a part of them.

    Yields
    ------
    The cactus plot and the success rates of any runs; scatter plots where two competitors share a problem.

    Raises
    ------
    SolverUnavailable : matplotlib is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Store, Task, run_all
    >>> from solvers.comparison.report.frames import runs_frame
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     [plot.name for plot in plots_of(runs_frame(store))]
    ['cactus', 'success']
    """
    check_packages("the plots", ["matplotlib"])
    if frame.empty:
        return
    yield from filter(None, (draw(frame) for draw in (cactus, success, scatter)))

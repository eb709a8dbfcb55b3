"""The class `Comparison`: the runs of a comparison, and the tables, plots, page and exports that are computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from graphs.errors import FormatError
from solvers.comparison import report as reports
from solvers.comparison.problems import problem_of
from solvers.comparison.store import Store

if TYPE_CHECKING:
    import pandas as pd


By: TypeAlias = Literal["leaper", "board", "suite"]
WIDTH = 80
"""Maximum length of a line of the report."""


class Comparison:
    """The runs of a comparison, and everything that is computed from them: tables, tests, plots, a page and exports.

    `compare` returns one. `Comparison.read` opens stored ones. In a notebook, it shows its main table.

    Examples
    --------
    >>> from solvers import compare
    >>> comparison = compare(boards=["5x5"], starts=["0,0"], solvers=["warnsdorff", "pruned"], jobs=1)
    >>> sorted(comparison.table()["solved"].items())
    [('best of all', 1.0), ('pruned', 1.0), ('warnsdorff', 1.0)]
    """

    def __init__(self, store: Store, published: Sequence[reports.PublishedTime] = ()) -> None:
        self.store, self._published = store, published

    @classmethod
    def read(cls, *folders: str | Path, published: str | Path | None = None) -> Comparison:
        """Read stored comparisons.

        Parameters
        ----------
        *folders : str or Path
            Folders of comparisons. The runs of several folders are merged; a run that several contain counts once.
        published : str or Path, optional
            A CSV file with published times, which are shown but not ranked.

        Returns
        -------
        Comparison
            The comparison.

        Raises
        ------
        FormatError
            If a folder contains no runs, or a file cannot be read.
        """
        times = [] if published is None else reports.read_published(str(published))
        return cls(Store.read(folders[0]) if len(folders) == 1 else Store.merged(folders), times)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """The runs, one row per run, with the columns of runs.csv."""
        return reports.runs_frame(self.store)

    @cached_property
    def _shown(self) -> tuple[pd.DataFrame, str]:
        """The runs together with the published times, and a remark on the latter."""
        return reports.with_published(self.runs, self._published)

    @property
    def remark(self) -> str:
        """A sentence on the published times that match no problem or are left out."""
        return self._shown[1]

    def summaries(self, by: By | None = None, *, common: bool = False) -> list[reports.Summary]:
        """Return the scores and figures of each group of runs that can be ranked together.

        Parameters
        ----------
        by : {"leaper", "board", "suite"}, optional
            A property by which the runs are divided further.
        common : bool, optional
            Whether only problems count that all competitors of a group have run.

        Returns
        -------
        list of Summary
            One summary per group.
        """
        return reports.summaries_of(self._shown[0], by, common)

    def table(
        self, kind: Literal["main", "differences"] = "main", *, by: By | None = None, common: bool = False
    ) -> pd.DataFrame:
        """Return a table of the comparison as numbers.

        Parameters
        ----------
        kind : {"main", "differences"}, optional
            The main table, with one row per competitor; or the tests, with one row per pair of competitors.
        by : {"leaper", "board", "suite"}, optional
            A property by which the runs are divided.
        common : bool, optional
            Whether only problems count that all competitors of a group have run.

        Returns
        -------
        pandas.DataFrame
            The table. Times are in seconds.
        """
        return (reports.differences if kind == "differences" else reports.main_table)(self.summaries(by, common=common))

    def best_of_all(self) -> pd.DataFrame:
        """Return the virtual best solver, and what each competitor adds to it.

        Returns
        -------
        pandas.DataFrame
            One row for the best of all, and one per competitor: the number of problems that only it solves, and how much the
            best of all loses without it.
        """
        return reports.best_of_all(self.summaries())

    def cactus(self) -> reports.Plot:
        """Return the plot of the number of problems that each competitor solves within a time.

        Returns
        -------
        Plot
            The plot.

        Raises
        ------
        FormatError
            If the runs have different limits, clocks, machines or sources.
        """
        return reports.cactus(self._shown[0])

    def run_lengths(self) -> reports.Plot:
        """Return the plot of the share of runs that each competitor ends within a time.

        Returns
        -------
        Plot
            The plot.

        Raises
        ------
        FormatError
            If the runs have different limits, clocks, machines or sources.
        """
        return reports.run_lengths(self.runs)

    def scatter(self, first: str, second: str) -> reports.Plot:
        """Return the plot of the times of two competitors, one point per problem.

        Parameters
        ----------
        first, second : str
            The names of the competitors.

        Returns
        -------
        Plot
            The plot.

        Raises
        ------
        FormatError
            If a competitor has no runs, or the runs have different limits, clocks, machines or sources.
        """
        return reports.scatter(self.runs, first, second)

    @cached_property
    def cross_check(self) -> reports.CrossCheck:
        """The comparison of all answers with each other and with known answers."""
        return reports.cross_check(self.runs)

    def to_aslib(self, folder: str | Path) -> Path:
        """Write a scenario of ASlib, the benchmark library of algorithm selection.

        Parameters
        ----------
        folder : str or Path
            The folder, which is created. Its name is the name of the scenario.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        FormatError
            If the runs have different conditions or no time limit, or a file cannot be written.
        """
        from solvers.comparison.aslib import scenario

        path = Path(folder)
        for name, text in scenario(path.name, self.runs, self.store.problems()).items():
            _write(path / name, text)
        return path

    def report(self, path: str | Path) -> Path:
        """Write the HTML page of the comparison.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        SolverUnavailable
            If Jinja2 or Matplotlib is not installed.
        FormatError
            If the file cannot be written.
        """
        _write(Path(path), self.page)
        return Path(path)

    @cached_property
    def page(self) -> str:
        """The HTML page of the comparison."""
        return self.page_with(reports.plots_of(self.summaries()))

    def page_with(self, plots: Sequence[reports.Plot]) -> str:
        """Return the HTML page of the comparison with the given plots.

        Parameters
        ----------
        plots : sequence of Plot
            The plots.

        Returns
        -------
        str
            The page.
        """
        import pandas as pd

        from solvers.pages.comparison import comparison_page

        summaries, checked = self.summaries(), self.cross_check
        runs = reports.measured(pd.concat([each.runs for each in summaries])) if summaries else self.runs
        return comparison_page(
            runs,
            partial(self.store.rows, ["id", "document", "tour", "verdict"]),
            problem_of,
            sessions=self.store.sessions(),
            tables=[(reports.main_sheet(each, intervals=True), each.runs, each.figures.index) for each in summaries],
            counts=checked.counts,
            conflicts=[*checked.conflicts, *checked.failures],
            apart=reports.apart_text(runs),
            plots=plots,
        )

    def text(self, by: By | None = None, width: int = WIDTH, *, common: bool = False) -> str:
        """Return the whole report as text.

        Parameters
        ----------
        by : {"leaper", "board", "suite"}, optional
            A property by which the runs are divided.
        width : int, optional
            Maximum length of a line, except lines with commands.
        common : bool, optional
            Whether only problems count that all competitors of a group have run.

        Returns
        -------
        str
            The report, with a line break at its end.
        """
        return reports.report_text(self.summaries(by, common=common), self.cross_check, min(width, WIDTH)) + "\n"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Comparison of {self.runs['competitor'].nunique()} competitors, {len(self.runs):,} runs>"

    def _repr_html_(self) -> str:
        return f"{self.table().to_html(float_format='{:.4g}'.format, na_rep='–')}<p>{self.cross_check.summary}</p>"


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror}", path) from error

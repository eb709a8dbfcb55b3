"""The reports of `compare`: print the report on stored runs, write plots, page and exports, and verify stored answers."""

from __future__ import annotations

import argparse
import os
import sys
from functools import cached_property
from pathlib import Path

from graphs.errors import FormatError
from graphs.text import plural
from solvers.commands import command_line as cli
from solvers.commands import exits, files
from solvers.comparison import Store
from solvers.comparison.archive import archive_of
from solvers.comparison.database import NAME
from solvers.comparison.noes import checks_text, fault_of, how_checked
from solvers.comparison.report.frame import PUBLISHED, PublishedTime, check_export, export_runs, runs_frame, with_published
from solvers.comparison.report.plots import FORMS, Plot, plots_of
from solvers.comparison.report.sentences import cross_check, report_of
from solvers.comparison.report.summary import Summary, main_table, summaries_of
from solvers.comparison.report.tables import latex, markdown, sheets
from solvers.errors import SolverUnavailable
from solvers.packages import check_packages

CSV, PLOTS, PAGE = "runs.csv", "plots", "page.html"
FORMATS = ("markdown", "latex", "csv")
"""The values of `--format`. In these formats, `compare` prints only the main tables."""


def check_files(arguments: argparse.Namespace) -> None:
    """Check that the output files can be written. `compare` calls this function before the first run.

    Parameters
    ----------
    arguments : argparse.Namespace
        The arguments of `compare`.

    Raises
    ------
    FormatError
        If a file cannot be written, if its name is not valid for the option, if two options name the same file, or if the
        folder of `--out` contains `runs.csv` but no store.
    SolverUnavailable
        If a package that is needed to write the files is not installed.
    """
    if arguments.export is not None:
        check_export(arguments.export)
    if arguments.html is not None:
        check_packages("pages need", ["jinja2", "matplotlib"])
    if arguments.report:
        store = ("the store", os.path.join(arguments.report, NAME))
        files.check_distinct(store, *files.output_files(arguments))
    if arguments.out:
        folder = Path(arguments.out)
        if os.path.exists(folder / CSV) and not os.path.exists(folder / NAME):
            raise FormatError(
                f"{folder / CSV} already exists, but its runs are not in {folder / NAME}: choose another folder for --out",
                folder,
            )
        files.check_distinct(*files.output_files(arguments), *(("--out", str(folder / name)) for name in (NAME, CSV, PAGE)))
        if os.path.isdir(folder):
            for name in (NAME, CSV, PAGE):
                files.check_writable(str(folder / name))
            if os.path.lexists(folder / PLOTS):
                files.prepare_folder(str(folder / PLOTS))


class Report:
    """A report on the runs in a store. Its summary, plot and page are computed when they are first needed.

    Parameters
    ----------
    store : Store
        The runs.
    published : list of PublishedTime or None
        Published times, which the tables and the plot also show.
    """

    def __init__(self, store: Store, published: list[PublishedTime] | None) -> None:
        self.store, self.frame = store, runs_frame(store)
        self.runs, self.remark = with_published(self.frame, published or [])
        self.checked = cross_check(self.frame)

    @cached_property
    def summaries(self) -> list[Summary]:
        """Summaries of all runs and published times."""
        return summaries_of(self.runs)

    @cached_property
    def plots(self) -> list[Plot]:
        """Plots of all runs and published times."""
        return plots_of(self.summaries)

    @cached_property
    def page(self) -> str:
        """HTML page of the comparison."""
        from solvers.pages import comparison_page

        return comparison_page(self.store, self.summaries, self.checked, self.plots)


def show(store: Store, arguments: argparse.Namespace) -> int:
    """Print the report, and write the output files.

    Parameters
    ----------
    store : Store
        The runs.
    arguments : argparse.Namespace
        The arguments of `compare`.

    Returns
    -------
    int
        The exit status: `exits.USAGE` if published times are given but none can be shown; otherwise that of `print_report`.
    """
    report = Report(store, arguments.published)
    status = print_report(report, arguments)
    if arguments.export is not None:
        files.write_bytes(arguments.export, export_runs(report.frame, arguments.export))
    if arguments.html is not None:
        files.write_text(arguments.html, report.page)
    if arguments.archive is not None:
        files.write_bytes(arguments.archive, archive_of(store, report.frame))
    if arguments.out is not None:
        _fill(Path(arguments.out), report)
    return exits.USAGE if arguments.published is not None and "published" not in report.runs else status


def print_report(report: Report, arguments: argparse.Namespace) -> int:
    """Print the report on the runs.

    Without `--format`, print the cross-check. Then print for each group of `--by` the main table, how unsolved runs ended, and
    sentences on the results. With `--format`, print only the tables. If answers
    contradict each other or runs failed, the cross-check is then a message on standard error.

    Parameters
    ----------
    report : Report
        The report.
    arguments : argparse.Namespace
        The arguments of `compare`.

    Returns
    -------
    int
        The exit status: `exits.DISAGREE` if answers contradict each other or a run failed; otherwise `exits.FOUND`.
    """
    checked, console = report.checked, cli.console()
    status = exits.DISAGREE if checked.conflicts or checked.failures else exits.FOUND
    if arguments.format is not None and status != exits.FOUND:
        cli.say(str(checked))
    if arguments.published is not None:
        cli.say(report.remark)
    if arguments.format is None and arguments.by is None and not arguments.common:
        summaries = report.summaries
    else:
        summaries = summaries_of(report.runs, arguments.by, arguments.common)
    if arguments.format is None:
        console.print(report_of(summaries, checked, console.width))
    elif arguments.format == "csv":
        sys.stdout.write(main_table(summaries).to_csv(lineterminator="\n"))
    else:
        is_latex = arguments.format == "latex"
        sys.stdout.write("\n".join(map(latex if is_latex else markdown, sheets(summaries, units=not is_latex))))
    return status


def _fill(folder: Path, report: Report) -> None:
    """Write the table of runs, the plots and the page into the folder of the store, and print the names of these files.

    An outdated page is deleted first, and the new page is written last. So if there is a page, it agrees with the plots and the
    table of runs. A page is outdated if the table has changed, or if the old or the new page shows published times.
    """
    table, page = folder / CSV, folder / PAGE
    content = report.frame.to_csv().encode()
    is_current = (
        page.exists() and table.exists() and table.read_bytes() == content and PUBLISHED not in page.read_text(encoding="utf-8")
    )
    if "published" in report.runs or not is_current:
        page.unlink(missing_ok=True)
        files.write_bytes(str(table), content)
    if report.runs.empty:
        return
    try:
        if not page.exists():
            files.prepare_folder(str(folder / PLOTS))
            for plot in report.plots:
                for form in FORMS:
                    files.write_bytes(str(folder / PLOTS / f"{plot.name}.{form}"), plot.saved(form))
            files.write_text(str(page), report.page)
        cli.say(f"{folder} contains the store, {CSV}, plots and {PAGE}: open {page} in a browser")
    except SolverUnavailable as missing:
        cli.say(f"{folder} contains the store and {CSV}, but no plots and page: {missing}")


def verify(store: Store) -> int:
    """Verify every stored tour and no-tour answer, after a check that the database file is intact. Print each wrong answer.

    Parameters
    ----------
    store : Store
        The runs.

    Returns
    -------
    int
        The exit status: `exits.DISAGREE` if a tour or a no-tour answer is wrong; otherwise `exits.FOUND`.
    """
    store.check_file()
    tours = wrong = 0
    for stored_tour in store.tours():
        tours += 1
        if fault := stored_tour.fault:
            wrong += 1
            print(f"wrong: {stored_tour.name} (run {stored_tour.run}): {fault}")
    print(f"{plural(tours - wrong, 'tour')} verified, {wrong:,} wrong")
    checks = []
    for no in store.noes():
        fault = fault_of(no) if no.truth == "none" else "a tour was found or is known to exist"
        if no.truth == "none":
            checks.append("" if fault else how_checked(no.verdict))
        if fault:
            wrong += 1
            print(f"wrong: the no-tour answer to {no.named.name}: {fault}")
    if checks:
        print(f"no-tour answers confirmed: {checks_text(checks)}")
    return exits.DISAGREE if wrong else exits.FOUND

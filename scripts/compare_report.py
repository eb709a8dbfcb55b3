"""What compare.py shows of a store: tables, the cross-check, plots, the page, exports; and the verification of its tours."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import command_line as cli
from graphs.errors import FormatError
from solvers.comparison import Store
from solvers.comparison.export import EXPORTS, write_runs
from solvers.comparison.packages import check_packages
from solvers.comparison.report.figures import numbered
from solvers.comparison.store import NAME
from solvers.comparison.verification import verify_tours
from solvers.errors import SolverUnavailable

if TYPE_CHECKING:
    from solvers.comparison.report.plots import Plot

CSV, PLOTS, PAGE = "runs.csv", "plots", "page.html"


def check_files(arguments: argparse.Namespace) -> None:
    """Refuse a file that cannot be written, or that holds what is not ours, before the work begins.

    Raises
    ------
    FormatError : the file is at fault.
    SolverUnavailable : a package that writes such files is not installed.
    """
    cli.check_writable(arguments.html)
    if arguments.html == "-":
        raise FormatError("argument --html: the tables go to standard output, so the page needs a file", "-")
    cli.check_writable(arguments.export)
    if arguments.export is not None and Path(arguments.export).suffix not in EXPORTS:
        raise FormatError(f"argument --export: {arguments.export} must end in one of {', '.join(EXPORTS)}", arguments.export)
    if arguments.export is not None and arguments.export.endswith(".parquet"):
        check_packages("files of Parquet", ["pyarrow"], extra="parquet")
    if arguments.html is not None:
        check_packages("pages", ["jinja2", "matplotlib"])
    if arguments.out:
        table, store = Path(arguments.out) / CSV, Path(arguments.out) / NAME
        if os.path.exists(table) and not os.path.exists(store):
            raise FormatError(f"{table} is there already, and no store beside it: name another folder", table)


def show(store: Store, arguments: argparse.Namespace) -> int:
    """Print the report, write the files that the user wants, and return the exit status."""
    status = print_report(store)
    if arguments.answers:
        _print_answers(store)
    if arguments.export is not None:
        write_runs(store, arguments.export)
    plots = []
    if arguments.html is not None:
        plots = _plots(store)
        _write_page(store, plots, arguments.html)
    if arguments.out is not None:
        _fill(Path(arguments.out), store, plots)
    return status


def print_report(store: Store) -> int:
    """Print the conflicts, the tables and the cross-check, and return the exit status."""
    from solvers.comparison.report.cross_check import cross_check
    from solvers.comparison.report.frames import runs_frame
    from solvers.comparison.report.tables import tables

    found = cross_check(store)
    if found.conflicts or found.failures:
        print(found, end="\n\n")
    console = cli.console()
    for table in tables(runs_frame(store), console.width):
        console.print(table)
        console.print()
    if not (found.conflicts or found.failures):
        print(found)
    return cli.DISAGREE if found.conflicts or found.failures else cli.FOUND


def _print_answers(store: Store) -> None:
    """Print what every competitor said of each problem, in as many runs as it says."""
    from solvers.comparison.report.cross_check import answers

    print("\nWhat was said of each problem\n")
    for problem, said in answers(store):
        print(problem)
        for competitor, counts in said.items():
            shown = ", ".join(what if number == 1 else f"{number:,} x {what}" for what, number in counts.items())
            print(f"  {competitor}: {shown}")


def _fill(folder: Path, store: Store, plots: Sequence[Plot]) -> None:
    """Write the table of runs, the plots and the page beside the store, and say where they are; `plots` may be empty."""
    write_runs(store, folder / CSV)
    try:
        plots = plots or _plots(store)
        for plot in plots:
            plot.write(folder / PLOTS)
        _write_page(store, plots, str(folder / PAGE))
        cli.say(f"{folder} holds the store, {CSV}, plots and {PAGE}: open {os.path.join(folder, PAGE)} in a browser")
    except SolverUnavailable as missing:
        cli.say(f"{folder} holds the store and {CSV}; for the plots and the page, {missing}")


def _plots(store: Store) -> list[Plot]:
    from solvers.comparison.report.frames import runs_frame
    from solvers.comparison.report.plots import plots_of

    return list(plots_of(runs_frame(store), store))


def _write_page(store: Store, plots: Sequence[Plot], path: str) -> None:
    from solvers.comparison.page import comparison_page

    cli.write_text(path, comparison_page(store, [(each.name, each.title, each.caption, each.svg()) for each in plots]))


def verify(store: Store) -> int:
    """Check the file of a store and every tour in it, print what is wrong, and return the exit status."""
    store.check_file()
    verified = wrong = 0
    for each in verify_tours(store):
        verified += not each.fault
        wrong += bool(each.fault)
        if each.fault:
            print(f"wrong: {each.kept.name} (run {each.kept.run}): {each.fault}")
    print(f"{numbered(verified, 'tour', 'tours')} verified, {wrong:,} wrong")
    return cli.DISAGREE if wrong else cli.FOUND

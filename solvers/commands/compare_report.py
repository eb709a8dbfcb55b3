"""What compare.py shows of a store: tables, the cross-check, plots, the page, exports; and its tours and noes checked again."""

from __future__ import annotations

import argparse
import filecmp
import os
import sys
from functools import cached_property
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from graphs.errors import FormatError
from graphs.text import plural
from solvers.commands import command_line as cli
from solvers.commands import exits, files
from solvers.comparison import Store
from solvers.comparison.noes import check_again, in_words
from solvers.comparison.packages import check_packages
from solvers.comparison.report.cross_check import CrossCheck, answers, cross_check
from solvers.comparison.report.frames import check_export, runs_frame, write_runs
from solvers.comparison.report.layout import rendered, written
from solvers.comparison.report.overview import endings, findings, overview, parts
from solvers.comparison.report.plot import Plot
from solvers.comparison.report.plots import plots_of, tie_break_plot
from solvers.comparison.report.tables import sheets
from solvers.comparison.report.tie_breaks import success_rates, tie_break_sheet, write_rates
from solvers.comparison.store import NAME
from solvers.errors import SolverUnavailable

if TYPE_CHECKING:
    import pandas as pd

CSV, DRAFT, RATES, PLOTS, PAGE = "runs.csv", "new-runs.csv", "tie-breaks.csv", "plots", "page.html"
WIDTH = 80
"""Columns that the main table and the text below it may have."""


def check_files(arguments: argparse.Namespace) -> None:
    """Refuse a file that cannot be written, or that holds what is not ours, before the work begins.

    Raises
    ------
    FormatError : the file is at fault.
    SolverUnavailable : a package that writes such files is not installed.
    """
    files.check_writable(arguments.html)
    if arguments.html == "-":
        raise FormatError("argument --html: the tables go to standard output, so the page needs a file", "-")
    files.check_writable(arguments.export)
    if arguments.export is not None:
        check_export(arguments.export)
    if arguments.html is not None:
        check_packages("pages", ["jinja2", "matplotlib"])
    if arguments.out:
        folder = Path(arguments.out)
        for table in (folder / CSV, folder / RATES):
            if os.path.exists(table) and not os.path.exists(table.with_name(NAME)):
                raise FormatError(f"{table} is there already, and no store beside it: name another folder", table)
        if os.path.isdir(folder):
            for name in (NAME, CSV, DRAFT, RATES, PAGE):
                files.check_writable(str(folder / name))
            if os.path.lexists(folder / PLOTS):
                files.prepare_folder(str(folder / PLOTS))


class Report:
    """What is shown of a store. Each part is made when it is first needed, and once."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @cached_property
    def frame(self) -> pd.DataFrame:
        """All runs but those of many walks."""
        return runs_frame(self.store)

    @cached_property
    def checked(self) -> CrossCheck:
        """The cross-check."""
        return cross_check(self.store)

    @cached_property
    def rates(self) -> pd.DataFrame:
        """The success rates of tie-break rules, from the runs of many walks."""
        return success_rates(self.store)

    @cached_property
    def plots(self) -> list[Plot]:
        """The plots, drawn."""
        return list(plots_of(self.frame))

    @cached_property
    def page(self) -> str:
        """The page, as HTML."""
        from solvers.pages import comparison_page

        pictures = [(each.name, each.title, each.caption, each.svg()) for each in self.plots]
        return comparison_page(self.store, self.frame, self.checked, pictures)


def show(store: Store, arguments: argparse.Namespace) -> int:
    """Print the report, write the files that the user wants, and return the exit status."""
    report = Report(store)
    status = print_report(report, arguments)
    if arguments.answers:
        _print_answers(store)
    if arguments.export is not None:
        write_runs(store, arguments.export)
    if arguments.html is not None:
        files.write_text(arguments.html, report.page)
    if arguments.out is not None:
        _fill(Path(arguments.out), report)
    return status


def print_report(report: Report, arguments: argparse.Namespace) -> int:
    """Print the cross-check, the main table and what it means, and the further tables if wanted; return the exit status."""
    found, console, width = report.checked, cli.console(), min(cli.console().width, WIDTH)
    status = exits.DISAGREE if found.conflicts or found.failures else exits.FOUND
    if arguments.format is None:
        print(found)
        if arguments.details and (rest := [name for name, how in found.noes if not how]):
            print(fill(f"Not checked: {', '.join(rest)}.", console.width))
    elif status != exits.FOUND:
        cli.say(str(found))
    for name, frame in parts(report.frame, arguments.by) if len(report.frame) else ():
        main = overview(frame, name)
        if arguments.format is not None:
            sys.stdout.write(written(main, arguments.format))
            continue
        console.print(*[""] * bool(name), rendered(main, width), "", sep="\n")
        for text in endings(frame, len(frame)) if arguments.details else endings(frame):
            print(fill(text, width, subsequent_indent="  "))
        for sentence in findings(frame):
            print(fill(sentence, width))
        for sheet in sheets(frame, console.width) if arguments.details else ():
            console.print("", rendered(sheet, console.width), sep="\n")
    if len(report.rates):
        console.print("", rendered(tie_break_sheet(report.rates), console.width), sep="\n")
    return status


def _print_answers(store: Store) -> None:
    """Print what every competitor said of each problem, in as many runs as it says."""
    print("\nWhat was said of each problem\n")
    for problem, said in answers(store):
        print(problem)
        for competitor, counts in said.items():
            shown = ", ".join(what if number == 1 else f"{number:,} x {what}" for what, number in counts.items())
            print(f"  {competitor}: {shown}")


def _fill(folder: Path, report: Report) -> None:
    """Write the table of runs, the plots and the page beside the store, and say where they are.

    The file that is written last is deleted first when the table has changed. If it is there, all files belong to this table.
    """
    table, draft, last = folder / CSV, folder / DRAFT, folder / (PAGE if len(report.frame) else RATES)
    write_runs(report.store, draft)
    is_same = last.exists() and table.exists() and filecmp.cmp(draft, table, shallow=False)
    if not is_same:
        last.unlink(missing_ok=True)
    draft.replace(table)
    try:
        if not is_same:
            _draw(folder, report)
        if len(report.frame):
            cli.say(f"{folder} holds the store, {CSV}, plots and {PAGE}: open {os.path.join(folder, PAGE)} in a browser")
    except SolverUnavailable as missing:
        cli.say(f"{folder} holds the store and {CSV}; for the plots and the page, {missing}")


def _draw(folder: Path, report: Report) -> None:
    if len(report.rates):
        tie_break_plot(report.rates).write(folder)
        with (folder / RATES).open("w", newline="", encoding="utf-8") as file:
            write_rates(report.rates, file)
    if len(report.frame):
        for plot in report.plots:
            plot.write(folder / PLOTS)
        files.write_text(str(folder / PAGE), report.page)


def verify(store: Store) -> int:
    """Check the file of a store, every tour and every no in it, print what is wrong, and return the exit status."""
    store.check_file()
    tours = wrong = 0
    for kept in store.tours():
        tours += 1
        if fault := kept.fault:
            wrong += 1
            print(f"wrong: {kept.name} (run {kept.run}): {fault}")
    print(f"{plural(tours - wrong, 'tour')} verified, {wrong:,} wrong")
    noes = []
    for no in store.noes():
        how, fault = check_again(no)
        noes.append(how)
        if fault:
            wrong += 1
            print(f"wrong: the no to {no.named.name}: {fault}")
    if noes:
        print(f"noes checked: {in_words(noes)}")
    return exits.DISAGREE if wrong else exits.FOUND

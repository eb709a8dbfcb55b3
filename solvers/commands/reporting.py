"""Print the report on a comparison, and fill the folder of `compare --out`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import get_terminal_size

from graphs.errors import FormatError
from solvers.commands import command_line as cli
from solvers.commands import exits, files
from solvers.comparison import Comparison
from solvers.comparison.comparison import By
from solvers.comparison.report.plots import FORMS, plots_of
from solvers.comparison.report.tables import latex, main_sheet, markdown
from solvers.comparison.store import NAME
from solvers.core.errors import SolverUnavailable

CSV, PLOTS, PAGE = "runs.csv", "plots", "page.html"


def print_report(comparison: Comparison, by: By | None = None, form: str = "text", *, common: bool = False) -> int:
    """Print the whole report, or only the main tables in the format `form`. Return the exit status."""
    checked = comparison.cross_check
    has_faults = bool(checked.conflicts or checked.failures)
    if form == "text":
        text = comparison.text(by, get_terminal_size().columns, common=common)
    else:
        if has_faults:
            cli.say(str(checked))
        summaries, convert = comparison.summaries(by, common=common), {"markdown": markdown, "latex": latex}.get(form)
        tables = [convert(main_sheet(each, units=form != "latex")) for each in summaries] if convert else []
        text = "\n".join(tables) if convert else comparison.table(by=by, common=common).to_csv(lineterminator="\n")
    sys.stdout.write(text)
    return exits.DISAGREE if has_faults else exits.FOUND


def check_folder(folder: str) -> None:
    """Check, before the first run, that `write_folder` can write its files, and that the folder contains no other runs."""
    if os.path.exists(Path(folder, CSV)) and not os.path.exists(Path(folder, NAME)):
        message = f"{Path(folder, CSV)} already exists, but its runs are not in {Path(folder, NAME)}: choose another folder"
        raise FormatError(message, folder)
    if os.path.isdir(folder):
        for name in (NAME, CSV, PAGE):
            files.check_writable(str(Path(folder, name)))
        if os.path.lexists(Path(folder, PLOTS)):
            files.prepare_folder(str(Path(folder, PLOTS)))


def write_folder(comparison: Comparison, folder: str) -> None:
    """Write the table of runs, the plots and the page into the folder of the store, and print the names of these files.

    An outdated page is deleted first, and the new page is written last. So if there is a page, it agrees with the table.
    """
    table, page = Path(folder, CSV), Path(folder, PAGE)
    content = comparison.runs.to_csv(lineterminator="\n").encode()
    if not (page.exists() and table.exists() and table.read_bytes() == content):
        page.unlink(missing_ok=True)
        files.write_bytes(str(table), content)
    try:
        if not page.exists():
            files.prepare_folder(str(Path(folder, PLOTS)))
            for plot in plots_of(comparison.summaries()):
                for form in FORMS:
                    files.write_bytes(str(Path(folder, PLOTS, f"{plot.name}.{form}")), plot.saved(form))
            files.write_text(str(page), comparison.page)
        cli.say(f"{folder} contains the store, {CSV}, plots and {PAGE}: open {page} in a browser")
    except SolverUnavailable as missing:
        cli.say(f"{folder} contains the store and {CSV}, but no plots and page: {missing}")

"""Print the report on stored comparisons, or export them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from shutil import get_terminal_size

from graphs.errors import FormatError
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.comparison import Comparison
from solvers.comparison.comparison import By
from solvers.comparison.exports import export_archive
from solvers.comparison.report.plots import FORMS, plots_of
from solvers.comparison.report.published import published_sheet
from solvers.comparison.report.texts import (
    WIDTH,
    TableSheet,
    main_table_sheet,
    table_as_latex,
    table_as_markdown,
    table_as_text,
)
from solvers.comparison.store import NAME, usable
from solvers.core.errors import SolverUnavailable, check_packages

CSV, PLOTS, PAGE = "runs.csv", "plots", "page.html"
TABLES: dict[str, Callable[[TableSheet], str]] = {
    "text": partial(table_as_text, width=WIDTH),
    "markdown": table_as_markdown,
    "latex": table_as_latex,
}


def print_report(comparison: Comparison, by: By | None = None, form: str = "text") -> int:
    """Print the whole report, or only the main tables in the format `form`. Return the exit status."""
    checked = comparison.cross_check
    has_faults = bool(checked.conflicts or checked.failures)
    if has_faults and form != "text":  # the text contains them
        cli.say(str(checked))
    if form == "text":
        text = comparison.text(by, get_terminal_size().columns)
    elif form == "csv":
        text = comparison.table(by=by).to_csv(lineterminator="\n")
    else:
        text = "\n".join(TABLES[form](main_table_sheet(each)) for each in comparison.summaries(by))
    sys.stdout.write(text)
    return exits.DISAGREE if has_faults else exits.FOUND


def check_report_folder(folder: str) -> None:
    """Raise FormatError if the folder contains a table of runs, but no store."""
    table, store = Path(folder, CSV), Path(folder, NAME)
    if os.path.exists(table) and not os.path.exists(store):
        raise FormatError(f"{table} already exists, but its runs are not in {store}: choose another folder", folder)


def write_folder(comparison: Comparison, folder: str) -> None:
    """Write the table of runs, the plots and the HTML page to a folder.

    An outdated page is deleted first, and the new page is written last. So if there is a page, it agrees with the table.
    """
    page = Path(folder, PAGE)
    with usable(page):
        page.unlink(missing_ok=True)
    cli.write_output_bytes(str(Path(folder, CSV)), comparison.runs.to_csv(lineterminator="\n").encode())
    try:
        plots = list(plots_of(comparison.summaries()))
        cli.prepare_output_folder(str(Path(folder, PLOTS)))
        for plot, form in product(plots, FORMS):
            cli.write_output_bytes(str(Path(folder, PLOTS, f"{plot.name}.{form}")), plot.saved(form))
        cli.write_output_text(str(page), comparison.page)
        cli.say(f"{folder} contains the store, {CSV}, plots and {PAGE}: open {page} in a browser")
    except SolverUnavailable as missing:
        cli.say(f"{folder} contains the store and {CSV}, but no plots and page: {missing}")


MOVED = {
    "--verify": "--archive FILE.zip, then knights-tour verify FILE.zip",
    "--common": "--by",
    "--export": "DIR/runs.csv of `compare --out DIR`",
}
FORMATS = (*TABLES, "csv")


def main() -> int:
    arguments = _parser().read()
    form = arguments.format or "text"
    if form == "csv":
        arguments.reject("with --format csv", "published")
    stores = [(f"the store of {folder}", os.path.join(folder, NAME)) for folder in arguments.folders]
    if len({*map(os.path.realpath, arguments.folders)}) < len(stores):
        raise FormatError("a folder is given twice: leave it out once", arguments.folders)
    cli.check_distinct_outputs(*stores, *cli.output_files(arguments))
    if arguments.html is not None:
        check_packages("pages need", ["jinja2", "matplotlib"])
    comparison = Comparison.read(*arguments.folders)
    if arguments.aslib is not None:
        cli.prepare_output_folder(arguments.aslib)
    status = print_report(comparison, arguments.by, form)
    if arguments.published is not None:
        print("\n" + TABLES[form](published_sheet(arguments.published, comparison.runs)).rstrip())
    if arguments.html is not None:
        cli.write_output_text(arguments.html, comparison.page)
    if arguments.archive is not None:
        cli.write_output_bytes(arguments.archive, export_archive(comparison.store, comparison.runs))
    if arguments.aslib is not None:
        cli.say(f"{comparison.to_aslib(arguments.aslib)} contains the ASlib scenario")
    return status


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        "Print the report on stored comparisons, and merge or export their runs.",
        epilog="Exit status: 0 done, 2 bad input, 4 solvers disagree or failed",
        examples="  report results --html page.html    the report, and a page with plots\n",
        moved=MOVED,
    )
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folder of `compare --out DIR` (several are merged)")
    parser.add_argument("--published", metavar="FILE.csv", help="also print the published times in FILE.csv")
    parser.add_argument("--by", choices=("leaper", "board", "suite"), help="print a table per leaper, board or suite")
    parsing.add(parser, "--format", choices=FORMATS, more=f": {', '.join(FORMATS)}", unset="text")
    parsing.add(parser, "--html", type=parsing.parse_output(stdout=False))
    parser.add_argument(
        "--archive",
        metavar="FILE.zip",
        type=parsing.parse_output(".zip"),
        help="write runs and their evidence, for `knights-tour verify`",
    )
    parser.add_argument("--aslib", metavar="DIR", help="write an ASlib scenario for algorithm selection to DIR")
    return parser

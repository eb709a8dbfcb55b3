"""Print the report on stored comparisons, verify their answers, and export them."""

from __future__ import annotations

import os

from graphs.text import plural
from solvers.commands import command_line as cli
from solvers.commands import exits, files, parsing
from solvers.commands.reporting import print_report
from solvers.comparison import Comparison, Store
from solvers.comparison.archive import archive_of
from solvers.comparison.noes import checks_text, fault_of, how_checked
from solvers.comparison.report.frame import exporter
from solvers.comparison.store import NAME
from solvers.core.errors import check_packages

FORMATS = ("text", "markdown", "latex", "csv")


def main() -> int:
    """Print the report, and write the files that the options name.

    Returns
    -------
    int
        The exit status.
    """
    arguments = _parser().parse_args()
    parsing.check_options(arguments, {"verify": "folders"})
    export = None if arguments.export is None else exporter(arguments.export)
    stores = [(f"the store of {folder}", os.path.join(folder, NAME)) for folder in arguments.folders]
    files.check_distinct(*stores, *files.output_files(arguments))
    if arguments.html is not None:
        check_packages("pages need", ["jinja2", "matplotlib"])
    comparison = Comparison.read(*arguments.folders, published=arguments.published)
    if arguments.verify:
        return _verify(comparison.store)
    status = print_report(comparison, arguments.by, arguments.format or "text", common=arguments.common)
    if arguments.published is not None:
        cli.say(comparison.remark)
    if export is not None:
        files.write_bytes(arguments.export, export(comparison.runs))
    if arguments.html is not None:
        files.write_text(arguments.html, comparison.page)
    if arguments.archive is not None:
        files.write_bytes(arguments.archive, archive_of(comparison.store, comparison.runs))
    if arguments.aslib is not None:
        cli.say(f"{comparison.to_aslib(arguments.aslib)} contains the ASlib scenario")
    return status


def _parser() -> parsing.Parser:
    parser = parsing.Parser(description=__doc__, epilog="Exit status: 0 done, 2 bad input, 4 solvers disagree or failed")
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folder of compare --out; several are merged")
    parser.add_argument("--by", choices=("leaper", "board", "suite"), help="print a table per leaper, board or suite")
    parser.add_argument("--common", action="store_true", help="count only problems that all competitors have run")
    parsing.add(parser, "--format", choices=FORMATS, more=": the whole report, or only the main tables", unset="text")
    parser.add_argument("--published", metavar="FILE.csv", help="also show published times, unranked")
    parser.add_argument("--verify", action="store_true", help="verify all tours and no-tour answers instead")
    parsing.add(parser, "--html", type=parsing.output(stdout=False))
    parsing.add(parser, "--export", more=" of the runs: .csv, .jsonl or .parquet")
    parser.add_argument(
        "--archive", metavar="FILE.zip", type=parsing.output(".zip"), help="write runs and evidence for `knights-tour verify`"
    )
    parser.add_argument("--aslib", metavar="DIR", help="write a scenario of the library ASlib to DIR")
    return parser


def _verify(store: Store) -> int:
    """Verify every stored tour and no-tour answer, print each wrong one, and return the exit status."""
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
        fault = "" if no.truth in ("none", "undecided") else "a tour was found or is known to exist"
        fault = fault or fault_of(no)
        checks.append("" if fault else how_checked(no.verdict))
        if fault:
            wrong += 1
            print(f"wrong: the no-tour answer to {no.named.name}: {fault}")
    if checks:
        print(f"no-tour answers confirmed: {checks_text(checks)}")
    return exits.DISAGREE if wrong else exits.FOUND

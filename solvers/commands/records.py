"""Print a table: the shortest boards with a closed tour, numbers of tours, or theorems about boards of every length.

`knights-tour records TABLE --help` lists the options of a table. The default of TABLE is leapers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

from graphs.errors import FormatError
from graphs.text import plural
from solvers.commands import command_line as cli
from solvers.commands import exits, parsing
from solvers.commands.certifying import Certificates, full_name_of
from solvers.commands.record_counts import add_counts
from solvers.commands.record_theorems import add_theorems
from solvers.commands.waiting import waiting
from solvers.core.budget import Budget, Meter
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.long_boards import shortest_board
from solvers.existence.views import evidence_name


def main() -> int:
    """Compute and print the table that the first argument names.

    Returns
    -------
    int
        The exit status.
    """
    parser = parsing.Parser(description=__doc__)
    tables = parser.add_subparsers(metavar="TABLE", required=True)
    _add_leapers(tables)
    add_counts(tables)
    add_theorems(tables)
    words = sys.argv[1:]
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words = ["leapers", *words]
    arguments = parser.parse_args(words)
    return int(arguments.show(arguments))


def _print_leapers(arguments: argparse.Namespace) -> int:
    """For each n, print the smallest N for which the (n, n+1)-leaper has a closed tour of the (2n+1) x N board.

    Each line is printed as soon as N is found. Return the exit status.
    """
    if not 1 <= arguments.first <= arguments.to:
        raise FormatError(
            f"--from {arguments.first} --to {arguments.to} is not a range of n: write 1 <= from <= to", arguments.first
        )
    budget = Budget(arguments.total_time)
    certificates, meter = Certificates(arguments.certificate, budget), Meter(budget)
    documents: list[dict[str, Any]] = []
    status = exits.FOUND
    try:
        for n in range(arguments.first, arguments.to + 1):
            with waiting(arguments.total_time, "--total-time"):
                before, verdicts = meter.seconds, shortest_board(n, meter)
            documents.append(_document(n, verdicts, meter.seconds - before))
            for problem, verdict in verdicts.items():
                certificates.add(full_name_of(problem), problem, verdict)
            last = list(verdicts.values())[-1]
            if not last.exists:
                columns = plural(len(verdicts), "column")
                known = f"n = {n}: no board with fewer than {columns} has a tour"
                cli.say(f"{known}; it is unknown whether the board with {columns} has one: {last.reason}")
                status = exits.UNKNOWN
                break
            if not arguments.json:
                print(f"{n} {len(verdicts)}", flush=True)
    except KeyboardInterrupt:
        status = exits.INTERRUPTED
    if arguments.json:
        cli.print_json({"records": documents})
    certificates.report_missing()
    return status


def _add_leapers(tables: Any) -> None:
    what = "find the smallest N such that the (n, n+1)-leaper has a closed tour of the (2n+1) x N board"
    parser = tables.add_parser(
        "leapers",
        help=f"for each n, {what}",
        description=f"For each n, {what} (D. E. Knuth, 1994; OEIS A152138).",
        epilog="Output: one line 'n N' per n. Exit status: 0 all found, 2 bad input, 3 unknown within the limits.",
    )
    parser.add_argument(
        "--from", dest="first", metavar="N", type=parsing.whole_number, default=1, help="smallest n of a leaper (default: 1)"
    )
    parser.add_argument("--to", metavar="N", type=parsing.whole_number, default=11, help="largest n of a leaper (default: 11)")
    parsing.add(parser, "--total-time", unset="no limit")
    parsing.add(parser, "--certificate", "--json")
    parser.set_defaults(show=_print_leapers)


def _document(n: int, verdicts: Mapping[Problem, Result], seconds: float) -> dict[str, Any]:
    *smaller, last = verdicts.values()
    return {
        "n": n,
        "leaper": (n, n + 1),
        "rows": 2 * n + 1,
        "length": len(verdicts) if last.exists else None,
        "reason": last.reason,
        "tour": None if last.tour is None else last.tour.squares,
        "smaller": [
            {"board": str(problem.board), "evidence": evidence_name(verdict), "reason": verdict.reason}
            for problem, verdict in zip(verdicts, smaller, strict=False)
        ],
        "seconds": round(seconds, 3),
    }

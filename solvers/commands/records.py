"""Make tables of records and of counts, as b-files; `records.py TABLE --help` lists the options of each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from graphs.board import Board
from graphs.errors import FormatError
from solvers.budget import Budget, Meter
from solvers.commands import command_line as cli
from solvers.commands import exits
from solvers.commands.certifying import Certificates, full_name_of
from solvers.commands.record_counts import add_counts
from solvers.commands.waiting import waiting
from solvers.existence.long_boards import ShortestBoard, shortest_board
from solvers.existence.views import evidence_name
from solvers.problem import Problem


def main() -> int:
    """Make the table that the first word names, and return the exit status."""
    parser = cli.Parser(description=__doc__)
    tables = parser.add_subparsers(metavar="TABLE", required=True)
    _add_leapers(tables)
    add_counts(tables)
    words = sys.argv[1:]
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words = ["leapers", *words]
    arguments = parser.parse_args(words)
    return int(arguments.show(arguments))


def _print_leapers(arguments: argparse.Namespace) -> int:
    """Print the shortest boards, each as soon as it is found, and return the exit status."""
    if not 1 <= arguments.first <= arguments.to:
        raise FormatError(f"--from {arguments.first} --to {arguments.to} holds no n: it goes up from 1", arguments.first)
    certificates = None
    if arguments.certificate is not None:
        certificates = Certificates(arguments.certificate, Budget(arguments.total_time))
    records: list[ShortestBoard] = []
    stopped = False
    finding = _records(arguments.first, arguments.to, arguments.total_time)
    try:
        while True:
            with waiting(arguments.total_time, "--total-time"):
                record = next(finding, None)
            if record is None:
                break
            records.append(record)
            if not arguments.json and record.length is not None:
                print(f"{record.n} {record.length}", flush=True)
            if certificates is not None:
                for length, verdict in enumerate(record.verdicts, 1):
                    problem = Problem.on_board(Board(2 * record.n + 1, length), record.leaper, closed=True)
                    certificates.add(full_name_of(problem), problem, verdict)
    except KeyboardInterrupt:
        stopped = True
    if arguments.json:
        cli.print_json({"records": [_document(record) for record in records]})
    if certificates is not None:
        certificates.say_missing()
    last = records[-1] if records else None
    if last is not None and last.length is None:
        cli.say(
            f"n = {last.n}: no board of fewer than {len(last.verdicts)} columns has a tour; then {last.verdicts[-1].reason}"
        )
    if stopped:
        return exits.INTERRUPTED
    return exits.UNKNOWN if last is None or last.length is None or last.n < arguments.to else exits.FOUND


def _add_leapers(tables: Any) -> None:
    what = "the smallest N for which the (n, n+1)-leaper has a closed tour of a (2n+1) x N board"
    parser = tables.add_parser(
        "leapers",
        help=f"{what}; the default",
        description=f"Find {what} (D. E. Knuth, 1994; OEIS A152138).",
        epilog="Output: a line 'n N' for each n. Exit status: 0 all found, 3 stopped before, 2 bad input.",
    )
    parser.add_argument("--from", dest="first", metavar="N", type=cli.whole_number, default=1, help="first n; default 1")
    parser.add_argument("--to", metavar="N", type=cli.whole_number, default=11, help="last n; default 11")
    cli.add(parser, "--total-time", unset="no limit")
    cli.add(parser, "--certificate", "--json")
    parser.set_defaults(show=_print_leapers)


def _records(first: int, last: int, seconds: float | None) -> Iterator[ShortestBoard]:
    """Yield the records one by one, up to the first that the time is too short for."""
    meter = Meter(Budget(seconds=seconds))
    for n in range(first, last + 1):
        record = shortest_board(n, meter)
        yield record
        if record.length is None:
            return


def _document(record: ShortestBoard) -> dict[str, Any]:
    rows, last = 2 * record.n + 1, record.verdicts[-1]
    smaller = [
        {"board": f"{rows}x{length}", "evidence": evidence_name(verdict), "reason": verdict.reason}
        for length, verdict in enumerate(record.verdicts, 1)
        if verdict.exists is False
    ]
    tour = None if last.tour is None else last.tour.squares
    head = {"n": record.n, "leaper": record.leaper, "rows": rows, "length": record.length}
    return head | {"reason": last.reason, "tour": tour, "smaller": smaller, "seconds": round(record.seconds, 3)}

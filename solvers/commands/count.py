"""Count knight's tours: how many a board, a leaper or a graph has, exactly."""

from __future__ import annotations

import sys
import time

from solvers import Budget, BudgetSpent, watch_remarks
from solvers.commands import command_line as cli
from solvers.commands import exits
from solvers.commands.counts import SYMMETRIES, Counting, SymmetricCounting, TourCounting
from solvers.commands.waiting import waiting

BESIDE = {"--symmetric": "board closed leaper wrap time_limit memory_limit check symmetric json"}
"""The options that have an effect where not all of them have."""


def main() -> int:
    """Count, show the numbers, and return the exit status."""
    arguments = _parser().parse_args()
    if arguments.symmetric is not None:
        cli.check_together(arguments, "--symmetric", BESIDE)
    problem, budget = cli.read_problem(arguments), Budget(arguments.time_limit)
    counting: Counting = (TourCounting if arguments.symmetric is None else SymmetricCounting)(arguments, problem, budget)
    started = time.perf_counter()
    try:
        with watch_remarks(cli.say), waiting(arguments.time_limit):
            counting.count()
    except BudgetSpent as obstacle:
        if arguments.json:
            cli.print_json(counting.document() | {"seconds": round(time.perf_counter() - started, 6)})
        cli.say(f"unknown: {obstacle}")
        return exits.UNKNOWN
    if arguments.json:
        cli.print_json(counting.document() | {"seconds": round(time.perf_counter() - started, 6)})
    else:
        print(counting.text())
    if arguments.check:
        sys.stdout.flush()
        with watch_remarks(cli.say), waiting(arguments.time_limit):
            cli.say(_checked(counting))
    return exits.FOUND if counting.number else exits.IMPOSSIBLE


def _parser() -> cli.Parser:
    parser = cli.Parser(
        description=__doc__,
        epilog="Exit status: 0 there are tours, 1 there is none, 3 the limits are too low to know, 2 bad input.",
    )
    cli.add_board(parser, graph_files=True)
    cli.add_ends(parser)
    parser.add_argument("--closed", action="store_true", help="closed tours, each counted once; without it, open tours")
    cli.add_time_limit(parser, "seconds for the count")
    parser.add_argument("--starts", action="store_true", help="count the open tours from each square, too")
    parser.add_argument(
        "--memory-limit",
        type=lambda text: cli.decimal(text, "a number of gigabytes, such as 4"),
        metavar="GB",
        help="memory of the process; states that do not fit go to disk; default four fifths of what is free",
    )
    parser.add_argument(
        "--temporary-directory", metavar="DIR", help="where states go that do not fit; default the system's, such as /tmp"
    )
    parser.add_argument(
        "--checkpoint", metavar="DIR", help="keep the states in DIR now and then: the same command again goes on from there"
    )
    parser.add_argument("--check", action="store_true", help="count again by another method, and say by which one")
    parser.add_argument(
        "--symmetric",
        choices=tuple(SYMMETRIES),
        help="only tours that this turn or reflection maps onto themselves; a tour and its reverse are one",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _checked(counting: Counting) -> str:
    try:
        return f"checked: {counting.check()}"
    except BudgetSpent as spent:
        return f"not checked: {spent}"

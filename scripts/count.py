"""Count knight's tours: how many a board, a leaper or a graph has, exactly."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import command_line as cli
from graph_input import graph_problem
from graphs.errors import FormatError
from graphs.formats import is_graph_file
from graphs.leapers import KNIGHT
from solvers import Budget, BudgetSpent, Problem, TourCount, count_tours
from solvers.counting.checks import check_count
from symmetric_counts import add_symmetric, count_symmetric


def main() -> int:
    arguments = _parser().parse_args()
    problem = _problem(arguments)
    if arguments.symmetric is not None:
        return count_symmetric(arguments, problem)
    budget, started = Budget(arguments.time_limit), time.perf_counter()
    try:
        with cli.waiting(arguments.time_limit):
            count = count_tours(problem, budget, memory=arguments.memory_limit)
    except BudgetSpent as obstacle:
        if arguments.json:
            _print_json(arguments, problem, TourCount(None, None), started)
        cli.say(f"unknown: {obstacle}")
        return cli.UNKNOWN
    if arguments.json:
        _print_json(arguments, problem, count, started)
    else:
        print(_sentence(problem, count))
    if arguments.check:
        sys.stdout.flush()
        with cli.waiting(arguments.time_limit):
            cli.say(_checked(problem, count, budget, arguments.memory_limit))
    return cli.FOUND if count.directed or count.undirected else cli.IMPOSSIBLE


def _parser() -> cli.Parser:
    parser = cli.Parser(
        description=__doc__,
        epilog="Exit status: 0 there are tours, 1 there is none, 3 the limits are too low to know, 2 bad input.",
    )
    cli.add_board(parser, graph_files=True)
    cli.add_ends(parser)
    parser.add_argument("--closed", action="store_true", help="closed tours, each counted once; without it, open tours")
    cli.add_time_limit(parser, "seconds for the count")
    parser.add_argument(
        "--memory-limit", type=_gigabytes, metavar="GB", help="memory for the states; default four fifths of what is free"
    )
    parser.add_argument("--check", action="store_true", help="count again by another method, and say by which one")
    add_symmetric(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _gigabytes(text: str) -> float:
    return cli.decimal(text, "a number of gigabytes, such as 4")


def _problem(arguments: argparse.Namespace) -> Problem:
    if is_graph_file(arguments.board):
        if arguments.leaper is not None or arguments.wrap is not None:
            raise FormatError("--leaper and --wrap have no effect with a graph file: leave them out", arguments.board)
        return graph_problem(arguments)
    board = cli.read_board(arguments.board, arguments.wrap)
    ends: dict[str, Any] = {key: cli.square(getattr(arguments, key), f"--{key}", board) for key in ("start", "end")}
    return Problem.on_board(board, arguments.leaper or KNIGHT, closed=arguments.closed, **ends)


def _sentence(problem: Problem, count: TourCount) -> str:
    """Return the answer in words: what is counted, and whether a tour and its reverse are two."""
    ends = "".join(f" {word} {end}" for word, end in (("from", problem.start), ("to", problem.end)) if end is not None)
    if count.directed is None:
        return f"{count.undirected:,} closed tours{ends}"
    if count.undirected is None:
        return f"{count.directed:,} open tours{ends}"
    return f"{count.directed:,} directed open tours, {count.undirected:,} if a tour and its reverse are one"


def _checked(problem: Problem, count: TourCount, budget: Budget, memory: float | None) -> str:
    try:
        return f"checked: {check_count(problem, count, budget, memory)}"
    except BudgetSpent as spent:
        return f"not checked: {spent}"


def _print_json(arguments: argparse.Namespace, problem: Problem, count: TourCount, started: float) -> None:
    cli.print_json(
        {
            "board": arguments.board if problem.board is None else str(problem.board),
            "leaper": problem.leaper,
            "closed": problem.closed,
            "start": problem.start,
            "end": problem.end,
            "directed": count.directed,
            "undirected": count.undirected,
            "seconds": round(time.perf_counter() - started, 6),
        }
    )


if __name__ == "__main__":
    cli.run(main)

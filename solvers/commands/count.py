"""Count knight's tours: how many a board, a leaper or a graph has, exactly."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from graphs.errors import FormatError
from graphs.formats import is_graph_file
from graphs.leapers import KNIGHT
from solvers import Budget, BudgetSpent, Problem, TourCount, count_starts, count_tours, watch_remarks
from solvers.commands import command_line as cli
from solvers.commands.graph_input import graph_problem
from solvers.commands.symmetric_counts import add_symmetric, count_symmetric
from solvers.counting.checks import check_count


def main() -> int:
    arguments = _parser().parse_args()
    problem = _problem(arguments)
    if arguments.symmetric is not None:
        return count_symmetric(arguments, problem)
    budget, started = Budget(arguments.time_limit), time.perf_counter()
    try:
        with watch_remarks(cli.say), cli.waiting(arguments.time_limit):
            count, starts = _counted(arguments, problem, budget)
    except BudgetSpent as obstacle:
        if arguments.json:
            _print_json(arguments, problem, TourCount(None, None), None, started)
        cli.say(f"unknown: {obstacle}")
        return cli.UNKNOWN
    if arguments.json:
        _print_json(arguments, problem, count, starts, started)
    else:
        if starts is not None:
            _print_starts(problem, starts)
        print(_sentence(problem, count))
    if arguments.check:
        sys.stdout.flush()
        with watch_remarks(cli.say), cli.waiting(arguments.time_limit):
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
    parser.add_argument("--starts", action="store_true", help="count the open tours from each square, too")
    parser.add_argument(
        "--memory-limit",
        type=_gigabytes,
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
    add_symmetric(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _counted(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> tuple[TourCount, dict[Any, int] | None]:
    """Return the count, and the tours from each square where they are wanted."""
    means: dict[str, Any] = {
        "memory": arguments.memory_limit,
        "temporary": arguments.temporary_directory,
        "checkpoint": arguments.checkpoint,
    }
    if not arguments.starts:
        return count_tours(problem, budget, **means), None
    starts = count_starts(problem, budget, **means)
    total = sum(starts.values())
    return TourCount.of(problem, total if problem.size == 1 or problem.end is not None else total // 2), starts


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


def _print_starts(problem: Problem, starts: dict[Any, int]) -> None:
    """Print the numbers as they lie on the board; of a graph that is no board, a line for each vertex."""
    grid = _grid(problem, starts)
    if isinstance(grid, dict):
        for vertex, number in grid.items():
            print(f"{vertex}: {number:,}")
        return
    words = [[f"{entry:,}" if isinstance(entry, int) else entry for entry in row] for row in grid]
    width = max(len(word) for row in words for word in row)
    for row in words:
        print(" ".join(word.rjust(width) for word in row))


def _grid(problem: Problem, starts: dict[Any, int]) -> list[list[int | str]] | dict[str, int]:
    """Return the number of each square in rows, with # for a hole; of a graph that is no board, those of the vertices."""
    if problem.board is None:
        return {str(vertex): number for vertex, number in starts.items()}
    rows, cols = range(problem.board.rows), range(problem.board.cols)
    return [[starts.get((row, col), "#") for col in cols] for row in rows]


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


def _print_json(
    arguments: argparse.Namespace, problem: Problem, count: TourCount, starts: dict[Any, int] | None, started: float
) -> None:
    cli.print_json(
        {
            "board": arguments.board if problem.board is None else str(problem.board),
            "leaper": problem.leaper,
            "closed": problem.closed,
            "start": problem.start,
            "end": problem.end,
            "directed": count.directed,
            "undirected": count.undirected,
            **({"starts": None if starts is None else _grid(problem, starts)} if arguments.starts else {}),
            "seconds": round(time.perf_counter() - started, 6),
        }
    )

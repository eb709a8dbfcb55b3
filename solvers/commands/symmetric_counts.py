"""The part of `count.py` that counts symmetric tours: `--symmetric`."""

from __future__ import annotations

import argparse
import sys
import time

from graphs.errors import FormatError
from solvers import Budget, BudgetSpent, Problem, SymmetricCount, count_symmetric_tours
from solvers.commands import command_line as cli

__all__ = ["add_symmetric", "count_symmetric"]

NAMES = {
    "half": "half turn",
    "quarter": "quarter turn",
    "left-right": "reflection left to right",
    "top-bottom": "reflection top to bottom",
}
"""The symmetries of a board that the option takes."""


def add_symmetric(parser: argparse.ArgumentParser) -> None:
    """Add --symmetric."""
    parser.add_argument(
        "--symmetric",
        choices=tuple(NAMES),
        help="only tours that this turn or reflection maps onto themselves; a tour and its reverse are one",
    )


def count_symmetric(arguments: argparse.Namespace, problem: Problem) -> int:
    """Print how many symmetric tours there are, and return the exit status."""
    name = NAMES[arguments.symmetric]
    if problem.board is None:
        raise FormatError("--symmetric needs a board: a graph file has none", arguments.board)
    budget, started = Budget(arguments.time_limit), time.perf_counter()
    try:
        with cli.waiting(arguments.time_limit):
            count = count_symmetric_tours(problem, name, budget, memory=arguments.memory_limit)
    except BudgetSpent as obstacle:
        if arguments.json:
            _print_json(problem, name, None, started)
        cli.say(f"unknown: {obstacle}")
        return cli.UNKNOWN
    if arguments.json:
        _print_json(problem, name, count, started)
    else:
        print(_sentence(problem, name, count))
    if arguments.check:
        sys.stdout.flush()
        with cli.waiting(arguments.time_limit):
            cli.say(_checked(problem, name, count, budget, arguments.memory_limit))
    return cli.FOUND if count.tours else cli.IMPOSSIBLE


def _sentence(problem: Problem, name: str, count: SymmetricCount) -> str:
    kind = "closed" if problem.closed else "open"
    ways = f" ({count.shifted:,} shifted, {count.reversed:,} reversed)" if problem.closed else ""
    distinct = "" if count.distinct is None else f"; {count.distinct:,} if images under the board's symmetries are one"
    return f"{count.tours:,} {kind} tours that the {name} maps onto themselves{ways}{distinct}"


def _checked(problem: Problem, name: str, count: SymmetricCount, budget: Budget, memory: float | None) -> str:
    from solvers.counting.symmetric.quotient_lifts import check_symmetric_count

    try:
        return f"checked: {check_symmetric_count(problem, name, count, budget, memory)} gives the same number"
    except BudgetSpent as spent:
        return f"not checked: {spent}"


def _print_json(problem: Problem, name: str, count: SymmetricCount | None, started: float) -> None:
    cli.print_json(
        {
            "board": str(problem.board),
            "leaper": problem.leaper,
            "closed": problem.closed,
            "start": None,
            "end": None,
            "symmetric": name,
            "directed": None,
            "undirected": count and count.tours,
            "shifted": count and count.shifted,
            "reversed": count and count.reversed,
            "distinct": count and count.distinct,
            "seconds": round(time.perf_counter() - started, 6),
        }
    )

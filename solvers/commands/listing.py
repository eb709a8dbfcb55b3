"""The part of `solve.py` that lists every tour: `--all` and the options that belong to it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from graphs.errors import FormatError
from graphs.text import plural
from solvers import Budget, BudgetSpent, Problem, list_tour_blocks
from solvers.commands import command_line as cli
from solvers.commands import exits
from solvers.commands.waiting import waiting

if TYPE_CHECKING:
    from solvers.tour_blocks import TourBlock

CELLS = 1 << 20
"""Cells of grids, holes included, that are turned into text at a time."""
BESIDE = {
    "--all": "board leaper wrap start end step closed time_limit node_limit format all limit up_to_symmetry self_symmetric"
}


def add_listing(parser: argparse.ArgumentParser) -> None:
    """Add --all, --limit, --up-to-symmetry and --self-symmetric."""
    group = parser.add_argument_group(
        "every tour",
        "A closed tour is listed once, regardless of direction and first square. An open tour and its reverse count as one, "
        f"unless --start, --end or --step is given. {cli.NUMBERED} "
        "Formats: squares (one tour per line), jsonl, grid (default: squares).",
    )
    group.add_argument("--all", action="store_true", help="list every tour, as soon as it is found")
    group.add_argument("--limit", type=cli.between(1), metavar="N", help="stop after N tours")
    group.add_argument("--up-to-symmetry", action="store_true", help="one tour of all that differ by a symmetry of the board")
    group.add_argument("--self-symmetric", action="store_true", help="only tours that a symmetry of the board keeps")


def check_listing(arguments: argparse.Namespace) -> None:
    """Refuse options that have no effect with --all, and those that have none without it.

    Raises
    ------
    FormatError : there is one.
    """
    if arguments.all:
        cli.check_together(arguments, "--all", BESIDE)
        if arguments.format not in (None, "grid", "squares", "jsonl"):
            raise FormatError(f"--format {arguments.format} shows no list of tours: use grid, squares or jsonl")
        return
    given = [name for name in ("limit", "up_to_symmetry", "self_symmetric") if getattr(arguments, name)]
    given += ["format jsonl"] * (arguments.format == "jsonl")
    if given:
        raise FormatError(f"--{given[0].replace('_', '-')} belongs to a list of tours: add --all")


def list_all(arguments: argparse.Namespace, problem: Problem) -> int:
    """Print every tour as soon as it is found, and return the exit status."""
    text = _text(arguments, problem)
    blocks = list_tour_blocks(
        problem,
        up_to_symmetry=arguments.up_to_symmetry,
        symmetric=arguments.self_symmetric,
        limit=arguments.limit,
        budget=Budget(arguments.time_limit, arguments.node_limit),
    )
    board = problem.board
    at_a_time = max(1, CELLS // (problem.size if board is None else board.rows * board.cols))
    listed = 0
    try:
        while True:
            with waiting(arguments.time_limit):
                block = next(blocks, None)
            if block is None:
                break
            for first in range(0, len(block), at_a_time):
                sys.stdout.write(text(block.part(first, first + at_a_time)))
            sys.stdout.flush()
            listed += len(block)
    except BudgetSpent as spent:
        cli.say(f"{spent}: {_counted(listed, arguments)}, there may be more")
        return exits.UNKNOWN
    end = "the limit: there may be more" if listed == arguments.limit else "all that there are"
    cli.say(f"{_counted(listed, arguments)}{f', {end}' if listed else ': there are none'}")
    return exits.FOUND if listed else exits.IMPOSSIBLE


def _text(arguments: argparse.Namespace, problem: Problem) -> Callable[[TourBlock], str]:
    """Return the function that turns tours into text."""
    from solvers.tour_blocks import grid_text, jsonl_text, squares_text

    if arguments.format == "grid":
        assert problem.board is not None, "the grid of a graph file is refused before"
        return partial(grid_text, board=problem.board)
    if arguments.format == "jsonl":
        return partial(jsonl_text, symmetries=arguments.self_symmetric or arguments.up_to_symmetry)
    return squares_text


def _counted(number: int, arguments: argparse.Namespace) -> str:
    kind = "symmetric " * arguments.self_symmetric + ("closed" if arguments.closed else "open")
    return f"{plural(number, f'{kind} tour')}{' up to symmetry' * arguments.up_to_symmetry}"

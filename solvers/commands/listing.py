"""List all tours, for the option `--all` of the command `solve`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from textwrap import fill
from typing import TYPE_CHECKING

from graphs.errors import FormatError
from graphs.svg import tour_svg
from graphs.svg.page import gallery
from graphs.text import plural
from graphs.tour import Tour
from solvers import Budget, BudgetSpent, Problem, list_tour_blocks
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.commands.parsing import ParsedArguments
from solvers.commands.waiting import waiting
from solvers.pages.rendering import render_page

if TYPE_CHECKING:
    from solvers.solving.tour_blocks import TourBlock

MOST_DRAWN = 200
"""Number of tours in a gallery without --limit."""
CELLS = 1 << 20
"""Maximum total number of squares, including holes, of the tours that are converted to text at a time."""


def add_listing(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "list of all tours",
        fill(
            "A closed tour is listed once, regardless of direction and first square. An open tour and its reverse count as "
            f"one, unless --start, --end or --step is given. {cli.NUMBERED}",
            77,
        ),
    )
    group.add_argument("--all", action="store_true", help="list all tours (default format: squares)")
    group.add_argument("--limit", type=parsing.parse_between(1), metavar="N", help="stop after N tours")
    group.add_argument("--up-to-symmetry", action="store_true", help="list one tour per symmetry class")
    group.add_argument("--self-symmetric", action="store_true", help="list only tours that a symmetry of the board preserves")


def print_listing(arguments: ParsedArguments, problem: Problem) -> int:
    """Print every tour as soon as it is found."""
    is_drawn, sheets = bool(arguments.svg or arguments.html), list[tuple[str, str]]()
    text, limit = _text(arguments, problem), arguments.limit or (MOST_DRAWN if is_drawn else None)
    if arguments.format == "summary":
        raise FormatError("--format summary does not list tours: use grid, squares or jsonl")
    blocks = list_tour_blocks(
        problem,
        up_to_symmetry=arguments.up_to_symmetry,
        symmetric=arguments.self_symmetric,
        limit=limit,
        budget=Budget(arguments.time_limit, arguments.node_limit),
    )
    board = problem.board
    chess = cli.in_chess(arguments, board) is not None
    at_a_time = max(1, CELLS // (problem.size if board is None else board.rows * board.cols))
    listed = 0
    try:
        while True:
            with waiting(arguments.time_limit):
                block = next(blocks, None)
            if block is None:
                break
            if is_drawn:
                sheets += _drawn_tours(block, problem, chess)
            else:
                for first in range(0, len(block), at_a_time):
                    sys.stdout.write(text(block.part(first, first + at_a_time)))
                sys.stdout.flush()
            listed += len(block)
    except BudgetSpent as spent:
        _write_gallery(arguments, sheets)
        cli.say(f"{spent}: {_count_text(listed, arguments)}, possibly more exist")
        return exits.UNKNOWN
    _write_gallery(arguments, sheets)
    end = "the limit of --limit; possibly more exist" if listed == limit else "all that exist"
    cli.say(f"{_count_text(listed, arguments)}{f', {end}' if listed else ': none exist'}")
    return exits.FOUND if listed else exits.IMPOSSIBLE


def _write_gallery(arguments: ParsedArguments, sheets: Sequence[tuple[str, str]]) -> None:
    """Write the pictures of tours, if any, to the file of --svg or --html."""
    if sheets:
        title = f"{arguments.board}: {_count_text(len(sheets), arguments)}"
        page = partial(render_page, "tours.html", title=title, sheets=sheets)
        cli.output_answer(arguments, svg=partial(gallery, sheets, title), html=page)


def _drawn_tours(block: TourBlock, problem: Problem, chess: bool) -> list[tuple[str, str]]:
    """Return the picture of each tour, with its symmetries as text."""
    tours = (Tour(map(block.squares.__getitem__, row), problem.closed, problem.board) for row in block.rows.tolist())
    return [
        (tour_svg(tour, leaper=problem.leaper, chess=chess, steps=problem.givens), ", ".join(block.symmetry_names(place)))
        for place, tour in enumerate(tours)
    ]


def _text(arguments: ParsedArguments, problem: Problem) -> Callable[[TourBlock], str]:
    """Return a function that converts blocks of tours to text of the chosen format."""
    from solvers.solving.tour_blocks import block_grid_text, block_jsonl_text, block_squares_text

    if arguments.format == "grid":
        return partial(block_grid_text, board=problem.require_board())  # the command rejects this format for a graph file
    if arguments.format == "jsonl":
        return partial(block_jsonl_text, symmetries=arguments.self_symmetric or arguments.up_to_symmetry)
    return block_squares_text


def _count_text(number: int, arguments: ParsedArguments) -> str:
    kind = "symmetric " * arguments.self_symmetric + ("closed" if arguments.closed else "open")
    return f"{plural(number, f'{kind} tour')}{' up to symmetry' * arguments.up_to_symmetry}"

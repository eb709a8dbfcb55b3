"""List all tours, for the option `--all` of the command `solve`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
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
from solvers.commands.waiting import waiting
from solvers.pages.rendering import render_page

if TYPE_CHECKING:
    from solvers.solving.tour_blocks import TourBlock

MOST_DRAWN = 200
"""Maximum number of tours in a gallery."""
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
    group.add_argument("--all", action="store_true", help="list every tour, as squares (default), jsonl or grid")
    group.add_argument("--limit", type=parsing.parse_between(1), metavar="N", help="stop after N tours")
    group.add_argument("--up-to-symmetry", action="store_true", help="list one tour per symmetry class")
    group.add_argument("--self-symmetric", action="store_true", help="list only tours that a symmetry maps to themselves")


def print_listing(arguments: parsing.ParsedArguments, problem: Problem) -> int:
    """Print every tour as soon as it is found."""
    drawn = _Gallery(arguments, problem)
    text = drawn.add if arguments.svg or arguments.html else _text(arguments, problem)
    if arguments.format == "summary":
        raise FormatError("--format summary does not list tours: use grid, squares or jsonl")
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
        cli.say(f"{spent}: {_count_text(listed, arguments)}, possibly more exist")
        return exits.UNKNOWN
    drawn.write(_count_text(listed, arguments))
    end = "the limit of --limit; possibly more exist" if listed == arguments.limit else "all that exist"
    cli.say(f"{_count_text(listed, arguments)}{f', {end}' if listed else ': none exist'}")
    return exits.FOUND if listed else exits.IMPOSSIBLE


class _Gallery:
    """The pictures of all tours, with their symmetries as captions."""

    def __init__(self, arguments: parsing.ParsedArguments, problem: Problem) -> None:
        self._arguments, self._problem = arguments, problem
        self._sheets = list[tuple[str, str]]()

    def add(self, block: TourBlock) -> str:
        """Draw the tours of a block, and return an empty text."""
        problem = self._problem
        if len(self._sheets) + len(block) > MOST_DRAWN:
            raise FormatError(f"a gallery has at most {MOST_DRAWN} tours: add --limit {MOST_DRAWN}")
        for place, row in enumerate(block.rows.tolist()):
            tour = Tour(map(block.squares.__getitem__, row), problem.closed, problem.board)
            caption = ": ".join(filter(None, [str(len(self._sheets) + 1), ", ".join(block.symmetry_names(place))]))
            self._sheets.append((tour_svg(tour, leaper=problem.leaper, steps=problem.givens), caption))
        return ""

    def write(self, count: str) -> None:
        """Write the picture or the page, if there are tours."""
        title = f"{self._arguments.board}: {count}"
        forms = {
            "svg": lambda: gallery((svg for svg, _ in self._sheets), title, (caption for _, caption in self._sheets)),
            "html": lambda: render_page("tours.html", title=title, sheets=self._sheets),
        }
        if self._sheets:
            cli.output_answer(self._arguments, **forms)


def _text(arguments: parsing.ParsedArguments, problem: Problem) -> Callable[[TourBlock], str]:
    """Return a function that converts blocks of tours to text of the chosen format."""
    from solvers.solving.tour_blocks import block_grid_text, block_jsonl_text, block_squares_text

    if arguments.format == "grid":
        assert problem.board is not None, "the command rejects --format grid for a graph file"
        return partial(block_grid_text, board=problem.board)
    if arguments.format == "jsonl":
        return partial(block_jsonl_text, symmetries=arguments.self_symmetric or arguments.up_to_symmetry)
    return block_squares_text


def _count_text(number: int, arguments: parsing.ParsedArguments) -> str:
    kind = "symmetric " * arguments.self_symmetric + ("closed" if arguments.closed else "open")
    return f"{plural(number, f'{kind} tour')}{' up to symmetry' * arguments.up_to_symmetry}"

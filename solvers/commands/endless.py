"""Answer `check 5xN` for all lengths (numbers of columns) of one height, and `check MxN` for all boards."""

from __future__ import annotations

import argparse
import os
import sys

from graphs.board import Board, Square
from graphs.errors import FormatError
from graphs.leapers import KNIGHT
from graphs.notation import AS_IN_CHESS, parse_square, respell
from solvers.budget import Budget
from solvers.commands import command_line as cli
from solvers.commands import exits, files
from solvers.commands.certifying import write_height, write_theorem
from solvers.commands.waiting import waiting
from solvers.errors import BudgetSpent
from solvers.existence.heights import MOST_START, decide_height
from solvers.existence.pictures import stretch_svg
from solvers.existence.views import height_text


def answer(arguments: argparse.Namespace, budget: Budget) -> int:
    """Decide all boards with one given side (`check 5xN`), or all boards (`check MxN`), and print the answer.

    Parameters
    ----------
    arguments : argparse.Namespace
        The arguments of `check`.
    budget : Budget
        Limits of the whole computation.

    Returns
    -------
    int
        The exit status.
    """
    match = cli.ENDLESS.fullmatch(arguments.board)
    assert match is not None
    if not any(match.groups()):
        return _all_boards(arguments, budget)
    rows, start = int(match[1] or match[2]), arguments.start
    if start and match[1] is None:
        start = _turned(start, rows)
    note = f"Nx{rows} is decided as {rows}xN: rows and columns of squares are exchanged" if match[1] is None else ""
    if arguments.pairs:
        return _strip_ends(arguments, rows, note, budget)
    if arguments.certificate is not None:
        files.check_writable(os.path.join(arguments.certificate, "index.json"))
    with waiting(arguments.time_limit):
        heights = decide_height(rows, arguments.leaper or KNIGHT, closed=arguments.closed, start=start, budget=budget)
    if note:
        cli.say(note)
    if arguments.json:
        cli.print_json(heights.document())
    elif arguments.html is not None:
        from solvers.pages import height_page

        files.write_text(arguments.html, height_page(heights, chess=cli.in_chess(arguments, Board(rows, 1)) is not None))
    else:
        if arguments.svg is not None and heights.stretches:
            files.write_text(arguments.svg, stretch_svg(heights.stretches[-1], heights.leaper))
        elif arguments.svg is not None:
            cli.say(f"no tour with repeatable columns was found, so there is no picture: {arguments.svg} is not written")
        text = respell("\n".join(height_text(heights)), cli.in_chess(arguments, Board(rows, MOST_START + 1)))
        print(text, file=sys.stderr if arguments.svg == "-" else sys.stdout)
    if arguments.certificate is not None:
        write_height(arguments.certificate, heights, budget)
    return exits.of_answers(heights.answers.values())


def _all_boards(arguments: argparse.Namespace, budget: Budget) -> int:
    from solvers.existence.all_boards import AllBoards, decide_all_boards
    from solvers.existence.all_ends import AllEnds, decide_all_ends

    leaper, closed = arguments.leaper or KNIGHT, arguments.closed
    if arguments.pairs and arguments.closed:
        raise FormatError("--pairs decides the ends of open tours: leave out --closed", "--closed")
    with waiting(arguments.time_limit):
        theorem: AllBoards | AllEnds = (
            decide_all_ends(leaper, budget=budget)
            if arguments.pairs
            else decide_all_boards(leaper, closed=closed, budget=budget)
        )
    if arguments.json:
        cli.print_json(theorem.document())
    else:
        print(theorem)
    if arguments.certificate is not None:
        write_theorem(arguments.certificate, theorem, budget)
        if isinstance(theorem, AllEnds) and theorem.strips:
            rows = ", ".join(map(str, theorem.strips))
            cli.say(f"no certificate for long boards with {rows} rows: certificates do not support their proof")
    return exits.IMPOSSIBLE if theorem.is_none else exits.FOUND if theorem.is_complete else exits.UNKNOWN


def _strip_ends(arguments: argparse.Namespace, rows: int, note: str, budget: Budget) -> int:
    from solvers.existence.strip_ends import decide_strip_ends

    try:
        with waiting(arguments.time_limit):
            strip = decide_strip_ends(rows, arguments.leaper or KNIGHT, budget=budget)
    except BudgetSpent as spent:
        cli.say(f"all answers are unknown: {spent}")
        return exits.UNKNOWN
    if note:
        cli.say(note)
    if arguments.json:
        cli.print_json(strip.document())
    else:
        print(strip)
    return exits.FOUND if strip.end_rows else exits.IMPOSSIBLE


def _turned(start: str, cols: int) -> Square:
    if AS_IN_CHESS.fullmatch(start.strip()):
        raise FormatError("Nx5 has no bottom row to count from: write the square as R,C instead of chess notation", start)
    row, col = parse_square(start, Board(MOST_START, cols))
    return col, row

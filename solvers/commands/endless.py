"""Answer `check 5xN`, which asks about all lengths (numbers of columns) of one height, and `check MxN`, about all boards."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from graphs.board import Board, Square
from graphs.errors import FormatError
from graphs.leapers import KNIGHT, leaper_name
from graphs.notation import AS_IN_CHESS, parse_square
from solvers.budget import Budget
from solvers.commands import command_line as cli
from solvers.commands import exits, files
from solvers.commands.certifying import write_height
from solvers.commands.waiting import waiting
from solvers.existence.heights import MOST_START, HeightVerdict, decide_height
from solvers.existence.pictures import stretch_svg


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
    if arguments.certificate is not None:
        files.check_writable(os.path.join(arguments.certificate, "index.json"))
    with waiting(arguments.time_limit):
        heights = decide_height(rows, arguments.leaper or KNIGHT, closed=arguments.closed, start=start, budget=budget)
    if match[1] is None:
        cli.say(f"Nx{rows} is {rows}xN turned: rows and columns of squares change places")
    if arguments.json:
        cli.print_json(heights.document())
    elif arguments.html is not None:
        from solvers.pages import height_page

        files.write_text(arguments.html, height_page(heights))
    else:
        if arguments.svg is not None and heights.stretches:
            files.write_text(arguments.svg, stretch_svg(heights.stretches[-1], heights.leaper))
        elif arguments.svg is not None:
            cli.say(f"no tour with a repeatable block of columns to draw: {arguments.svg} is not written")
        print("\n".join(_text(heights)), file=sys.stderr if arguments.svg == "-" else sys.stdout)
    if arguments.certificate is not None:
        write_height(arguments.certificate, heights, budget)
    return exits.of_answers(heights.answers.values())


def _all_boards(arguments: argparse.Namespace, budget: Budget) -> int:
    from solvers.existence.all_boards import decide_all_boards

    with waiting(arguments.time_limit):
        theorem = decide_all_boards(arguments.leaper or KNIGHT, closed=arguments.closed, budget=budget)
    if arguments.json:
        cli.print_json(theorem.document())
    else:
        print(theorem)
    is_none = any(each.squares == "all" for each in theorem.none)
    return exits.IMPOSSIBLE if is_none else exits.FOUND if theorem.is_complete else exits.UNKNOWN


def _turned(start: str, cols: int) -> Square:
    if AS_IN_CHESS.fullmatch(start.strip()):
        raise FormatError("Nx5 has no bottom row to count from: write the square as R,C instead of chess notation", start)
    row, col = parse_square(start, Board(MOST_START, cols))
    return col, row


def _text(answer: HeightVerdict) -> list[str]:
    """Return the answer as lines of text: lengths with a tour, lengths without a tour and why, and unknown lengths."""
    what = f"{'closed' if answer.closed else 'open'} tours of {answer.rows}xN, {leaper_name(answer.leaper)}"
    lines = [
        what if answer.start is None else f"{what}, from {answer.start}",
        f"yes: {lengths_text(*answer.lengths(True)) or 'none'}",
    ]
    for none in answer.document()["none"]:
        some = {"all": "every N", "odd": "every odd N"}.get(
            str(none["lengths"])
        ) or f"N = {', '.join(map(str, none['lengths']))}"
        later = f" from {none['from']} on" if "from" in none else ""
        lines.append(f"no: {some}{later}: {none['reason']}")
    return [*lines, f"unknown: {lengths_text(*answer.lengths(None)) or 'none'}"]


def lengths_text(single: Sequence[int], begins: Sequence[tuple[int, int]]) -> str | None:
    """Return a list of lengths as text, such as "N = 3, and every N from 5 on".

    Parameters
    ----------
    single : sequence of int
        Single lengths.
    begins : sequence of (int, int)
        The first length and the step of each infinite progression.

    Returns
    -------
    str or None
        The text, or None if there are no lengths.
    """
    parts = [", ".join(map(str, single))] * bool(single)
    for begin, step in begins:
        parts.append(f"every N from {begin} on" if step == 1 else f"{begin}, {begin + step}, {begin + 2 * step}, … without end")
    return f"N = {', and '.join(parts)}".replace("N = every", "every") if parts else None

"""The commands `check 5xN`, about all boards with 5 rows, and `check MxN`, about all boards."""

from __future__ import annotations

import os
import sys
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from graphs.board import Board, Square, Wrap
from graphs.errors import FormatError
from graphs.leapers import KNIGHT
from graphs.notation import AS_IN_CHESS, named_board, parse_square, respell
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.commands.certifying import check_certificates, write_theorem_certificate
from solvers.commands.waiting import waiting
from solvers.core.budget import Budget
from solvers.core.errors import BudgetSpent, NoCertificate
from solvers.core.problem import Problem
from solvers.existence import pages
from solvers.existence.answer_texts import answer_stretch_svg, height_answer_text
from solvers.existence.answers import BoardTable
from solvers.existence.heights import MOST_START, HeightVerdict, decide_height
from solvers.existence.maps import tour_map

if TYPE_CHECKING:
    from solvers.existence.all_boards import AllBoards

SIDES = 12
"""Largest side of the boards in the table of the page of all boards."""
UNUSED = "end", "confirm", "jobs"


def answer_all_lengths(arguments: parsing.ParsedArguments, budget: Budget) -> int:
    """Answer `check 5xN` or `check MxN` within `budget`, and return the exit status."""
    match = cli.ENDLESS.fullmatch(arguments.board)
    assert match is not None
    side, folder = match[1] or match[2], arguments.certificate
    rows = int(side) if side else None
    arguments.reject("with all lengths at once (5xN)" if side else "with all boards at once (MxN)", *UNUSED)
    if arguments.wrap:
        of_cylinders = not (side or arguments.pairs or arguments.without_one) and arguments.closed and arguments.wrap == "cols"
        if not of_cylinders or sorted(arguments.leaper or KNIGHT) != list(KNIGHT):
            raise FormatError("--wrap supports only the closed knight's tours of MxN: MxN --closed --wrap cols", "--wrap")
    if rows is None or arguments.pairs or arguments.without_one:
        others = {"svg": "use --html"}
        if arguments.pairs or arguments.without_one:
            others = dict.fromkeys(("svg", "html"), "use --json")
        arguments.reject("with all boards at once (MxN), --pairs or --without-one", "start", "node_limit", **others)
    check_certificates(folder, [])
    if folder is not None:
        cli.check_output_writable(os.path.join(folder, "index.json"))
    try:
        with waiting(arguments.time_limit):
            answer = _decided(arguments, rows, match[2] is not None, budget)
    except BudgetSpent as spent:
        cli.say(f"all answers are unknown: {spent}")
        return exits.UNKNOWN
    if match[2]:
        cli.say(f"Nx{side} is decided as {side}xN: rows and columns of squares are exchanged")
    if isinstance(answer, HeightVerdict):
        _show_height(arguments, answer)
        status = exits.exit_of_answers(answer.answers.values())
    else:
        html = partial(_page, answer, budget, arguments.wrap, arguments.squares != "numbers")
        if not cli.output_answer(arguments, json=answer.document, html=html):
            chess = arguments.squares == "chess"
            print("\n".join(respell(line, named_board(line) if chess else None) for line in str(answer).splitlines()))
        status = exits.IMPOSSIBLE if answer.is_none else exits.FOUND if answer.is_complete else exits.UNKNOWN
    if folder is not None:
        try:
            write_theorem_certificate(folder, answer, budget)
        except NoCertificate as obstacle:
            if not (rows and arguments.pairs):
                raise
            cli.say(f"no certificate for {rows}xN in {folder}: {obstacle}")
    return status


def _show_height(arguments: parsing.ParsedArguments, heights: HeightVerdict) -> None:
    named = cli.in_chess(arguments, Board(heights.rows, MOST_START + 1))
    html = partial(pages.height_page, heights, chess=named is not None)
    if not cli.output_answer(arguments, json=heights.document, html=html):
        if arguments.svg is not None and not heights.stretches:
            cli.say(f"{arguments.svg} is not written: no tour was found that can be lengthened by repeating columns")
        else:
            cli.output_answer(arguments, svg=lambda: answer_stretch_svg(heights.stretches[-1], heights.leaper))
        text = respell("\n".join(height_answer_text(heights)), named)
        print(text, file=sys.stderr if arguments.svg == "-" else sys.stdout)


def _page(theorem: AllBoards, budget: Budget, wrap: Wrap | None, chess: bool) -> str:
    """Return the page of all boards: the theorem, and a table of the boards with sides of up to `SIDES`."""
    boards = (Board(rows, cols, wrap=wrap) for rows, cols in product(range(1, SIDES + 1), repeat=2))
    cells = [tour_map(Problem.on_board(board, theorem.leaper), budget, closed=theorem.closed) for board in boards]
    summary = str(theorem).replace(":\n", "\n").splitlines()
    return pages.table_page(BoardTable(cells, theorem.leaper), chess=chess, summary=summary)


def _decided(arguments: parsing.ParsedArguments, rows: int | None, is_turned: bool, budget: Budget) -> Any:
    """Return the theorem for the command line. If `is_turned`, exchange row and column of `--start`."""
    leaper, closed, start = arguments.leaper or KNIGHT, arguments.closed, arguments.start
    if arguments.without_one:
        from solvers.existence.one_less import decide_one_less

        if not closed:
            raise FormatError("--without-one supports only closed tours for 5xN and MxN: add --closed", "--without-one")
        return decide_one_less(leaper, rows=rows, budget=budget)
    if arguments.pairs:
        from solvers.existence.all_ends import decide_all_ends
        from solvers.existence.strip_ends import decide_strip_ends

        arguments.reject("with --pairs, which is about open tours", closed="leave out --closed")
        return decide_strip_ends(rows, leaper, budget=budget) if rows else decide_all_ends(leaper, budget=budget)
    if rows is not None:
        start = _turned(start, rows) if start and is_turned else start
        return decide_height(rows, leaper, closed=closed, start=start, budget=budget)
    if arguments.wrap:
        from solvers.existence.cylinders import Cylinders

        return Cylinders()
    from solvers.existence.all_boards import decide_all_boards

    return decide_all_boards(leaper, closed=closed, budget=budget)


def _turned(start: str, cols: int) -> Square:
    if AS_IN_CHESS.fullmatch(start.strip()):
        raise FormatError(f"Nx{cols} has no bottom row, from which chess notation counts: write {start} as R,C", start)
    row, col = parse_square(start, Board(MOST_START, cols))
    return col, row

"""Answer `check 5xN` (all boards of 5 rows, or of another number) and `check MxN` (all boards)."""

from __future__ import annotations

import os
import sys
from itertools import product, starmap
from typing import TYPE_CHECKING, Any

from graphs.board import Board, Square
from graphs.errors import FormatError
from graphs.leapers import KNIGHT
from graphs.notation import AS_IN_CHESS, parse_square, respell
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.commands.certifying import write_theorem_certificate
from solvers.commands.waiting import waiting
from solvers.core.budget import Budget
from solvers.core.errors import BudgetSpent, NoCertificate
from solvers.core.problem import Problem
from solvers.existence import pages
from solvers.existence.answer_texts import answer_stretch_svg, height_answer_text
from solvers.existence.answers import BoardTable
from solvers.existence.heights import MOST_START, decide_height
from solvers.existence.maps import tour_map

if TYPE_CHECKING:
    from solvers.existence.all_boards import AllBoards

SIDES = 12
"""Largest side of the boards in the table of the page of all boards."""
UNUSED = "end", "wrap", "confirm", "jobs"


def answer_all_lengths(arguments: parsing.ParsedArguments, budget: Budget) -> int:
    """Answer `check 5xN` or `check MxN` within `budget`, and return the exit status."""
    match = cli.ENDLESS.fullmatch(arguments.board)
    assert match is not None
    side, start = match[1] or match[2] or None, arguments.start
    note = f"Nx{side} is decided as {side}xN: rows and columns of squares are exchanged" if match[2] else ""
    if arguments.certificate is not None:
        cli.check_output_writable(os.path.join(arguments.certificate, "index.json"))
    arguments.reject("with all lengths at once (5xN)" if side else "with all boards at once (MxN)", *UNUSED)
    if side is None or arguments.pairs or arguments.without_one:
        is_drawn = side is None and not arguments.pairs and not arguments.without_one
        others = {"svg": "use --html"} if is_drawn else dict.fromkeys(("svg", "html"), "use --json")
        arguments.reject("with all boards at once (MxN), --pairs or --without-one", "start", "node_limit", **others)
        return _theorem(arguments, None if side is None else int(side), note, budget)
    rows = int(side)
    if start and match[2]:
        start = _turned(start, rows)
    with waiting(arguments.time_limit):
        heights = decide_height(rows, arguments.leaper or KNIGHT, closed=arguments.closed, start=start, budget=budget)
    if note:
        cli.say(note)
    named = cli.in_chess(arguments, Board(rows, MOST_START + 1))
    if not cli.output_answer(
        arguments, json=heights.document, html=lambda: pages.height_page(heights, chess=named is not None)
    ):
        if arguments.svg is not None and not heights.stretches:
            cli.say(f"{arguments.svg} is not written: no tour was found that can be lengthened by repeating columns")
        else:
            cli.output_answer(arguments, svg=lambda: answer_stretch_svg(heights.stretches[-1], heights.leaper))
        text = respell("\n".join(height_answer_text(heights)), named)
        print(text, file=sys.stderr if arguments.svg == "-" else sys.stdout)
    if arguments.certificate is not None:
        write_theorem_certificate(arguments.certificate, heights, budget)
    return exits.exit_of_answers(heights.answers.values())


def _theorem(arguments: parsing.ParsedArguments, rows: int | None, note: str, budget: Budget) -> int:
    """Decide all boards, or all with `rows` rows, and return the exit status.

    `rows` is a number only with `--pairs` or `--without-one`.
    """
    try:
        with waiting(arguments.time_limit):
            theorem = _decided(arguments, rows, budget)
    except BudgetSpent as spent:
        cli.say(f"all answers are unknown: {spent}")
        return exits.UNKNOWN
    if note:
        cli.say(note)
    if not cli.output_answer(
        arguments, json=theorem.document, html=lambda: _page(theorem, budget, arguments.squares != "numbers")
    ):
        print(theorem)
    if arguments.certificate is not None:
        try:
            write_theorem_certificate(arguments.certificate, theorem, budget)
        except NoCertificate as obstacle:
            if not (rows and arguments.pairs):
                raise
            cli.say(f"no certificate for {rows}xN in {arguments.certificate}: {obstacle}")
    return exits.IMPOSSIBLE if theorem.is_none else exits.FOUND if theorem.is_complete else exits.UNKNOWN


def _page(theorem: AllBoards, budget: Budget, chess: bool) -> str:
    """Return the page of all boards: the theorem, and a table of the boards with sides of up to `SIDES`."""
    boards = starmap(Board, product(range(1, SIDES + 1), repeat=2))
    cells = [tour_map(Problem.on_board(board, theorem.leaper), budget, closed=theorem.closed) for board in boards]
    summary = str(theorem).replace(":\n", "\n").splitlines()
    return pages.table_page(BoardTable(cells, theorem.leaper), chess=chess, summary=summary)


def _decided(arguments: parsing.ParsedArguments, rows: int | None, budget: Budget) -> Any:
    leaper, closed = arguments.leaper or KNIGHT, arguments.closed
    if arguments.without_one:
        from solvers.existence.one_less import decide_one_less

        if not closed:
            raise FormatError("--without-one supports only closed tours for 5xN and MxN: add --closed", "--without-one")
        return decide_one_less(leaper, rows=rows, budget=budget)
    if arguments.pairs:
        from solvers.existence.all_ends import decide_all_ends
        from solvers.existence.strip_ends import decide_strip_ends

        if closed:
            raise FormatError(
                "--closed is not supported with --pairs, which is about open tours: leave out --closed", "--closed"
            )
        return decide_strip_ends(rows, leaper, budget=budget) if rows else decide_all_ends(leaper, budget=budget)
    from solvers.existence.all_boards import decide_all_boards

    return decide_all_boards(leaper, closed=closed, budget=budget)


def _turned(start: str, cols: int) -> Square:
    if AS_IN_CHESS.fullmatch(start.strip()):
        raise FormatError(f"Nx{cols} has no bottom row, from which chess notation counts: write {start} as R,C", start)
    row, col = parse_square(start, Board(MOST_START, cols))
    return col, row

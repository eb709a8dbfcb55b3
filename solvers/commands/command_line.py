"""Functions that several commands share: read a problem from the arguments, and print an answer."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.errors import FormatError
from graphs.formats import is_graph_file, read_graph
from graphs.formats import whole_number as vertex_number
from graphs.leapers import KNIGHT
from graphs.notation import AS_IN_CHESS, parse_puzzle, respell
from graphs.tour import Tour
from solvers.commands.files import read_input, write_text
from solvers.core.errors import ProblemError
from solvers.core.problem import Problem

if TYPE_CHECKING:
    from rich.console import Console

SIZE = re.compile(r"\s*[0-9]+\s*[xX×]\s*[0-9]+\s*")
ENDLESS = re.compile(r"\s*(?:([0-9]{1,9})\s*[xX×]\s*N|N\s*[xX×]\s*([0-9]{1,9})|M\s*[xX×]\s*N)\s*", re.IGNORECASE)
"""The arguments 5xN and Nx5, for all boards with one side 5, and MxN, for all boards."""
NUMBERED = "If two or more squares are given, a closed tour that agrees with them in both directions counts as two tours."
"""Help text about closed tours with a given start and given steps."""


def board_text(text: str) -> str:
    """Return the text that describes a board: its size, or rows of squares, holes and known steps.

    Parameters
    ----------
    text : str
        The size of a board, such as `8x8`, the name of a file with a board, or `-` for standard input.

    Returns
    -------
    str
        The size, or the content of the file or of standard input.

    Raises
    ------
    FormatError
        If the file is a graph file, or cannot be read.
    """
    if is_graph_file(text):
        raise FormatError(f"{text} is a graph file, not a board: write rows x columns, such as 8x8", text)
    is_file = text == "-" or os.path.exists(text) or os.sep in text or text.endswith(".txt")
    return read_input(text) if is_file and not SIZE.fullmatch(text) else text


def read_problem(arguments: argparse.Namespace) -> Problem:
    """Return the problem that the arguments describe.

    Parameters
    ----------
    arguments : argparse.Namespace
        The parsed arguments; BOARD, --start, --end, --step, --closed, --leaper and --wrap are read.

    Returns
    -------
    Problem
        The problem on the board or on the graph of a file.

    Raises
    ------
    KnightsTourError
        If a value is invalid, or if an option has no effect.
    """
    ends: dict[str, Any] = {"start": arguments.start, "end": arguments.end}
    steps = arguments.step
    if is_graph_file(arguments.board):
        for name in ("leaper", "wrap"):
            if getattr(arguments, name) is not None:
                raise FormatError(f"--{name} has no effect with a graph file: leave it out", arguments.board)
        for name, text in ends.items():
            ends[name] = None if text is None else vertex_number(text, f"the vertex number of --{name}")
        steps = [(step, vertex_number(text, "the vertex number of --step")) for step, text in steps]
        return Problem(read_graph(arguments.board), closed=arguments.closed, steps=steps, **ends)
    board, known_steps = parse_puzzle(board_text(arguments.board), arguments.wrap)
    try:
        return Problem.on_board(
            board, arguments.leaper or KNIGHT, closed=arguments.closed, steps=[*known_steps, *steps], **ends
        )
    except ProblemError as error:
        raise ProblemError(respell(str(error), in_chess(arguments, board)), error) from None


def in_chess(arguments: argparse.Namespace, board: Board | None) -> Board | None:
    """Return the board if the output names squares as in chess, or None if it names them by row and column.

    Parameters
    ----------
    arguments : argparse.Namespace
        The parsed arguments; --squares, --start, --end and --step are read.
    board : Board or None
        The board.

    Returns
    -------
    Board or None
        The board if `--squares` is `chess`, or if it is not given and the user wrote a square as in chess. None otherwise.
    """
    if arguments.squares is not None:
        return board if arguments.squares == "chess" else None
    texts = arguments.start, arguments.end, *(square for _, square in arguments.step)
    return board if any(AS_IN_CHESS.fullmatch((text or "").strip()) for text in texts) else None


def fits_terminal(board: Board | None) -> bool:
    """Return whether a tour, printed as a grid of step numbers, fits the width of the terminal.

    Parameters
    ----------
    board : Board or None
        The board, or None for a graph, which has no grid.

    Returns
    -------
    bool
        Whether it fits.
    """
    return board is not None and board.cols * (len(str(len(board))) + 1) - 1 <= shutil.get_terminal_size().columns


def console() -> Console:
    """Return the console that prints tables.

    Returns
    -------
    rich.console.Console
        The console. Its width is that of the terminal, or the value of the environment variable COLUMNS, or 160 columns.
    """
    from rich.console import Console

    class Tables(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Tables(width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else 160)


def document_head(board: str, problem: Problem) -> dict[str, Any]:
    """Return the board and the leaper of a problem for a JSON document.

    Parameters
    ----------
    board : str
        The argument BOARD. It is ignored unless it is a graph file, because a problem on a board contains its board.
    problem : Problem
        The problem.

    Returns
    -------
    dict
        The entries `board` and `leaper`.
    """
    if problem.board is None:
        return {"board": board, "leaper": None}
    return {"board": str(problem.board), "leaper": problem.leaper}


def print_json(document: object) -> None:
    """Print one JSON document on standard output.

    Parameters
    ----------
    document : object
        Any value that JSON supports.
    """
    print(_json(document))


def deliver(arguments: argparse.Namespace, **forms: Callable[[], Any]) -> bool:
    """Print or write an answer in the form that an option such as `--json` or `--svg` selects.

    Parameters
    ----------
    arguments : argparse.Namespace
        The parsed arguments.
    **forms : callable
        For the name of each option, a function that returns the answer in its form. The result is printed as JSON if the
        option is a flag, and is written to the file if the value of the option is a file name.

    Returns
    -------
    bool
        Whether one of the options is given. If it is False, nothing is printed or written.
    """
    for name, form in forms.items():
        if value := getattr(arguments, name):
            print_json(form()) if value is True else write_text(value, form())
            return True
    return False


def print_json_tour(head: dict[str, Any], blocks: Iterable[Sequence[Any]]) -> None:
    """Print one JSON document with a tour, block by block, so that a large tour needs little memory.

    Parameters
    ----------
    head : dict
        The entries of the document that precede the entry `tour`.
    blocks : iterable of sequence
        Lists of squares that together are the tour.
    """
    sys.stdout.write(f'{_json(head)[:-1]}, "tour": [')
    separator = ""
    for block in blocks:
        sys.stdout.write(separator + _json(block)[1:-1])
        separator = ", "
    print("]}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf"))


def say(message: str) -> None:
    """Print a message on standard error, after the name of the script.

    Parameters
    ----------
    message : str
        The message.
    """
    tell(f"{os.path.basename(sys.argv[0])}: {message}")


def tell(message: str) -> None:
    """Print a message on standard error. If this fails, for example because the stream is closed, ignore the error.

    Parameters
    ----------
    message : str
        The message.
    """
    with suppress(OSError):
        print(message, file=sys.stderr)


def draw_tour(arguments: argparse.Namespace, tour: Tour | None, problem: Problem) -> None:
    """Write the picture of a tour to the file of `--svg`. If there is no tour, print a message instead.

    Parameters
    ----------
    arguments : argparse.Namespace
        The parsed arguments; --svg (`-` for standard output), --animate, --start, --end and --step are read.
    tour : Tour or None
        The tour, or None if there is none.
    problem : Problem
        The problem that the tour solves.
    """
    path = arguments.svg
    if tour is None:
        say(f"no tour to draw: {'standard output' if path == '-' else path} is not written")
        return
    from graphs.svg import tour_svg

    chess = in_chess(arguments, problem.board) is not None
    write_text(path, tour_svg(tour, leaper=problem.leaper, animate=arguments.animate, chess=chess, steps=problem.givens))

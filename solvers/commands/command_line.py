"""Functions that several commands share: read a problem, print an answer, read and write the files that arguments name.

A file is written completely or not at all.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.errors import FormatError
from graphs.formats import is_graph_file, read_graph, read_text
from graphs.formats import whole_number as vertex_number
from graphs.formats.texts import text_of
from graphs.leapers import KNIGHT
from graphs.notation import AS_IN_CHESS, parse_puzzle, respell
from graphs.tour import Tour
from solvers.core.errors import ProblemError
from solvers.core.problem import Problem

if TYPE_CHECKING:
    from rich.console import Console


def read_input(path: str) -> str:
    """Return the text of a file.

    Parameters
    ----------
    path : str
        The file, or `-` for standard input.

    Returns
    -------
    str
        The text.

    Raises
    ------
    FormatError
        If the file cannot be read.
    """
    if not path:
        raise FormatError("the file name is empty: write a path, or - for standard input")
    if path != "-":
        return read_text(path)
    return "" if sys.stdin is None else text_of(sys.stdin.buffer, "standard input")


def check_writable(path: str | None) -> None:
    """Check, before the search, that a file can be written.

    Parameters
    ----------
    path : str or None
        The file. None (no file) and `-` (standard output) are always accepted.

    Raises
    ------
    FormatError
        If the folder of the file does not exist, the path is a folder, or permission is denied.
    """
    if path is None or path == "-":
        return
    if not path:
        raise FormatError("the file name is empty: write a path, or - for standard output", path)
    try:
        obstacle = _obstacle(path)
    except (OSError, ValueError) as error:  # the name is too long, or a link refers to itself
        obstacle = getattr(error, "strerror", None) or str(error)
    if obstacle:
        raise FormatError(f"{path} cannot be written: {obstacle}", path)


class OutputFile(str):
    """The name of a file that the command writes."""


def output_files(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """Return the files that the options of the type `parsing.output` name.

    Parameters
    ----------
    arguments : argparse.Namespace
        The parsed arguments.

    Returns
    -------
    list of tuple of (str, str)
        Each option, such as `--svg`, with its file. The value `-` is left out: it is standard output for at most one option of
        a command, and the terminal for `--watch`.
    """
    values = ((name, value if isinstance(value, list) else [value]) for name, value in vars(arguments).items())
    return [(f"--{name}", path) for name, paths in values for path in paths if isinstance(path, OutputFile) and path != "-"]


def check_distinct(*outputs: tuple[str, str]) -> None:
    """Check that no two outputs are written to the same file.

    Parameters
    ----------
    *outputs : tuple of (str, str)
        The name of each output, such as `--svg`, and its file.

    Raises
    ------
    FormatError
        If two files are the same, also if one of them is named by a link.
    """
    names: dict[str, str] = {}
    for name, path in outputs:
        file = os.path.realpath(path)
        if file in names:
            raise FormatError(f"{names[file]} and {name} would both write {path}: choose another file for one of them", path)
        names[file] = name


def _obstacle(path: str) -> str:
    """Return the reason why a file cannot be written, or an empty string if none is found. This check writes nothing."""
    place = path
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            return "it is a folder"
    except FileNotFoundError:
        place = os.path.dirname(os.path.realpath(path))
        if path.endswith(os.sep):
            return "it is the name of a folder"
        if not os.path.isdir(place):
            return f"folder {place} does not exist"
    return "" if os.access(place, os.W_OK) else "permission denied"


def prepare_folder(path: str) -> None:
    """Create a folder, if it is missing, before the search whose results it will contain.

    Parameters
    ----------
    path : str
        The folder.

    Raises
    ------
    FormatError
        If the folder cannot be created, if the path is not a folder, or if permission is denied.
    """
    if not path:
        raise FormatError("the name of the folder is empty: write a path, such as results", path)
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        raise FormatError(f"folder {path} cannot be created: {getattr(error, 'strerror', None) or error}", path) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise FormatError(f"folder {path} cannot be written: permission denied", path)


def write_text(path: str, text: str) -> None:
    """Write a text file.

    Parameters
    ----------
    path : str
        The file, or `-` for standard output.
    text : str
        The content.

    Raises
    ------
    FormatError
        If the file cannot be written.
    """
    if path == "-":
        sys.stdout.write(text)
    else:
        write_bytes(path, text.encode())


def write_bytes(path: str, content: bytes) -> None:
    """Write a file completely or not at all.

    Parameters
    ----------
    path : str
        The file.
    content : bytes
        The content.

    Raises
    ------
    FormatError
        If the file cannot be written. The cause of the error is an `OSError`, which shows whether the disk is full.

    Notes
    -----
    A regular file is replaced in one step, and its permissions are preserved. A symbolic link is preserved. Devices, pipes,
    files with several hard links and files of other users are written in place.
    """
    check_writable(path)
    try:
        if _replaceable(path):
            _replace(os.path.realpath(path), content)
        else:
            Path(path).write_bytes(content)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror}", path) from error


def _replaceable(path: str) -> bool:
    """Return whether a new file can be moved to `path`. If not, the content must be written into the existing file."""
    target = os.path.realpath(path)
    if not os.access(os.path.dirname(target), os.W_OK) or os.path.abspath(path).startswith(("/dev/", "/proc/")):
        return False
    try:
        status = os.stat(target)
    except FileNotFoundError:
        return not os.path.exists(path)
    own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return own and stat.S_ISREG(status.st_mode) and status.st_nlink == 1


def _replace(target: str, content: bytes) -> None:
    folder, name = os.path.split(target)
    import tempfile

    with tempfile.TemporaryDirectory(prefix=".knights-tour-", dir=folder) as drafts:
        draft = Path(drafts, name)
        draft.write_bytes(content)
        if os.path.exists(target):
            draft.chmod(stat.S_IMODE(os.stat(target).st_mode))
        draft.replace(target)


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
    if board is None:
        return None
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


def draw_tour(path: str, tour: Tour | None, problem: Problem, *, chess: bool) -> None:
    """Write the picture of a tour to a file. If there is no tour, print a message instead."""
    if tour is None:
        say(f"no tour to draw: {'standard output' if path == '-' else path} is not written")
        return
    from graphs.svg import tour_svg

    write_text(path, tour_svg(tour, leaper=problem.leaper, chess=chess, steps=problem.givens))

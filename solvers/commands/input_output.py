"""Read problems and files, and print answers, for all commands."""

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

from graphs.board import SIZE, Board
from graphs.errors import FormatError
from graphs.formats import is_graph_file, read_graph, read_text
from graphs.formats import whole_number as vertex_number
from graphs.formats.reading_texts import read_file_text
from graphs.leapers import KNIGHT
from graphs.notation import AS_IN_CHESS, parse_puzzle, respell
from graphs.tour import Tour
from solvers.core.errors import ProblemError
from solvers.core.problem import Problem

if TYPE_CHECKING:
    from solvers.commands.parsing import ParsedArguments


def read_input(path: str) -> str:
    """Return the text of a file, or of standard input (`-`)."""
    if not path:
        raise FormatError("the file name is empty: write a path, or - for standard input")
    if path != "-":
        return read_text(path)
    return "" if sys.stdin is None else read_file_text(sys.stdin.buffer, "standard input")


def check_output_writable(path: str | None) -> None:
    """Raise FormatError if a file cannot be written."""
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
    """The name of a file that a command writes."""


def output_files(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """Return the names of output options with their files, except `-`."""
    values = ((name, value if isinstance(value, list) else [value]) for name, value in vars(arguments).items())
    return [(f"--{name}", path) for name, paths in values for path in paths if isinstance(path, OutputFile) and path != "-"]


def check_distinct_outputs(*outputs: tuple[str, str]) -> None:
    """Raise FormatError if two outputs are the same file."""
    names: dict[str, str] = {}
    for name, path in outputs:
        file = os.path.realpath(path)
        if file in names:
            raise FormatError(f"{names[file]} and {name} would both write {path}: choose another file for one of them", path)
        names[file] = name


def _obstacle(path: str) -> str:
    """Return a reason why a file cannot be written, or an empty string."""
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


def prepare_output_folder(path: str) -> None:
    """Create a folder for results, or raise FormatError."""
    if not path:
        raise FormatError("the name of the folder is empty: write a path, such as results", path)
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        raise FormatError(f"folder {path} cannot be created: {getattr(error, 'strerror', None) or error}", path) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise FormatError(f"folder {path} cannot be written: permission denied", path)


def write_output_text(path: str, text: str) -> None:
    """Write a text file, or with `-` to standard output."""
    if path == "-":
        sys.stdout.write(text)
    else:
        write_output_bytes(path, text.encode())


def write_output_bytes(path: str, content: bytes) -> None:
    """Write a file completely or not at all, or raise FormatError.

    Permissions and symbolic links are preserved. Devices, pipes, files with several hard links and files of other users are
    written in place.
    """
    check_output_writable(path)
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
    """Return whether `path` can be replaced by moving a new file there."""
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


ENDLESS = re.compile(r"\s*(?:([0-9]{1,9})\s*[xX×]\s*N|N\s*[xX×]\s*([0-9]{1,9})|M\s*[xX×]\s*N)\s*", re.IGNORECASE)
"""The arguments 5xN and Nx5, for all boards with one side 5, and MxN, for all boards."""
NUMBERED = "If two or more squares are given, a closed tour and its reverse count as two tours if both agree with them."
"""Help text about closed tours with a given start and given steps."""


def input_board_text(text: str) -> str:
    """Return the content of a board file. A size such as "8x8" is returned unchanged."""
    if is_graph_file(text):
        raise FormatError(f"{text} is a graph file, not a board: write rows x columns, such as 8x8", text)
    is_file = text == "-" or os.path.exists(text) or os.sep in text or text.endswith(".txt")
    return read_input(text) if is_file and not SIZE.fullmatch(text.strip()) else text


def read_problem(arguments: ParsedArguments) -> Problem:
    ends: dict[str, Any] = {"start": arguments.start, "end": arguments.end}
    steps = arguments.step
    if is_graph_file(arguments.board):
        arguments.reject("with a graph file", "leaper", "wrap")
        for name, text in ends.items():
            ends[name] = None if text is None else vertex_number(text, f"the vertex number of --{name}")
        steps = [(step, vertex_number(text, "the vertex number of --step")) for step, text in steps]
        return Problem(read_graph(arguments.board), closed=arguments.closed, steps=steps, **ends)
    board, known_steps = parse_puzzle(input_board_text(arguments.board), arguments.wrap)
    try:
        return Problem.on_board(
            board, arguments.leaper or KNIGHT, closed=arguments.closed, steps=[*known_steps, *steps], **ends
        )
    except ProblemError as error:
        raise ProblemError(respell(str(error), in_chess(arguments, board)), error) from None


def in_chess(arguments: argparse.Namespace, board: Board | None) -> Board | None:
    """Return the board if the output names squares as in chess, or else None."""
    squares = [arguments.start, arguments.end, *(square for _, square in arguments.step)]
    is_chess = any(AS_IN_CHESS.fullmatch((square or "").strip()) for square in squares)
    is_page = getattr(arguments, "html", None) or getattr(arguments, "watch", None)
    return board if (arguments.squares == "chess" if arguments.squares else is_page or is_chess) else None


def fits_terminal(board: Board | None) -> bool:
    """Return whether the terminal is wide enough for the grid of a board."""
    return board is not None and board.cols * (len(str(len(board))) + 1) - 1 <= shutil.get_terminal_size().columns


def output_document_head(board: str, problem: Problem) -> dict[str, Any]:
    """Return the entries `board` and `leaper` of a JSON document."""
    if problem.board is None:
        return {"board": board, "leaper": None}
    return {"board": str(problem.board), "leaper": problem.leaper}


def output_json(document: object) -> None:
    print(_json(document))


def output_answer(arguments: argparse.Namespace, **forms: Callable[[], Any]) -> bool:
    """Print or write an answer if an option of `forms` is given, such as `--json`, or return False."""
    for name, form in forms.items():
        if value := getattr(arguments, name):
            output_json(form()) if value is True else write_output_text(value, form())
            if value not in (True, "-"):
                tell(f"{value} is written")
            return True
    return False


def output_json_tour(head: dict[str, Any], blocks: Iterable[Sequence[Any]]) -> None:
    """Print `head` and a tour as JSON, with little memory."""
    sys.stdout.write(f'{_json(head)[:-1]}, "tour": [')
    separator = ""
    for block in blocks:
        sys.stdout.write(separator + _json(block)[1:-1])
        separator = ", "
    print("]}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf"))


def say(message: str) -> None:
    """Print a message on standard error, after the script's name."""
    tell(f"{os.path.basename(sys.argv[0])}: {message}")


def tell(message: str) -> None:
    """Print a message on standard error, and ignore a closed stream."""
    with suppress(OSError):
        print(message, file=sys.stderr)


def output_tour_picture(path: str, tour: Tour | None, problem: Problem, *, chess: bool) -> None:
    """Write a tour's picture, or print that there is no tour."""
    if tour is None:
        say(f"no tour to draw: {'standard output' if path == '-' else path} is not written")
        return
    from graphs.svg import tour_svg

    write_output_text(path, tour_svg(tour, leaper=problem.leaper, chess=chess, steps=problem.givens))

"""What the scripts share: reading arguments, one line for every error, and the exit status.

Status: 0 yes or found, 1 proven impossible, 3 unknown within the budget, 2 bad input or usage, 130 stopped by Ctrl-C,
141 the reader of the output went away before the end.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from graphs.board import Board, Square, Wrap
from graphs.errors import FormatError, KnightsTourError
from graphs.formats import GRAPH_FORMATS, read_text

if TYPE_CHECKING:
    from rich.console import Console

FOUND, IMPOSSIBLE, USAGE, UNKNOWN, INTERRUPTED, NOT_READ = 0, 1, 2, 3, 130, 141
SIZE = re.compile(r"\s*[0-9]+\s*[xX×]\s*[0-9]+\s*")

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until `run`: Ctrl-C among the imports ends the process without a traceback


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}\n")


def run(main: Callable[[], int]) -> NoReturn:
    """Call a script's main function and end with its status; no traceback reaches the user."""
    name = Path(sys.argv[0]).name
    _open_streams()
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    status = NOT_READ
    try:
        status = main()
        sys.stdout.flush()
    except KnightsTourError as error:
        status = _complain(name, str(error), USAGE)
    except KeyboardInterrupt:
        status = _complain(name, "stopped", INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has gone, as in `… | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, MemoryError, RecursionError) as error:
        status = _complain(name, str(error) or "out of memory", USAGE)
    sys.exit(status)


def _open_streams() -> None:
    """See that there is somewhere to write to, and that any text can be written there."""
    sys.stdout, sys.stderr = (stream or io.StringIO() for stream in (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _complain(name: str, message: str, status: int) -> int:
    print(f"{name}: {' '.join(message.split())}", file=sys.stderr)
    return status


def add_board(parser: argparse.ArgumentParser, *, graph_files: bool = False, **kwargs: Any) -> None:
    """The argument BOARD and the options that belong to it."""
    what = "8x8, a file with '.' for a square and '#' for a hole, or - for standard input"
    if graph_files:
        what += "; or a graph file (" + ", ".join(GRAPH_FORMATS) + ")"
    parser.add_argument("board", metavar="BOARD", help=what, **kwargs)
    parser.add_argument("--leaper", type=pair, metavar="A,B", default=None, help="the piece; default 1,2, the knight")
    parser.add_argument(
        "--wrap", choices=("rows", "cols", "both"), help="join opposite edges: rows, cols (cylinders), both (torus)"
    )


def add_ends(parser: argparse.ArgumentParser) -> None:
    """--start and --end."""
    parser.add_argument("--start", metavar="R,C", help="first square, from 0,0 at the top left")
    parser.add_argument("--end", metavar="R,C", help="last square")


def add_budget(parser: argparse.ArgumentParser, seconds: float | None = None) -> None:
    """--time-limit and --node-limit."""
    default = "no limit" if seconds is None else f"{seconds:g}"
    parser.add_argument(
        "--time-limit", type=float, metavar="S", default=seconds, help=f"seconds for each answer; default {default}"
    )
    parser.add_argument("--node-limit", type=int, metavar="N", help="squares that a search may place; default no limit")


def read_board(text: str, wrap: Wrap | None = None) -> Board:
    """A board from its name, a file, or standard input."""
    is_file = text == "-" or os.path.exists(text) or os.sep in text or text.endswith(".txt")
    return Board.parse(read_input(text) if is_file and not SIZE.fullmatch(text) else text, wrap)


def read_input(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if not path:
        raise FormatError("the name of the file is empty: write a path, or - for standard input")
    if path != "-":
        return read_text(path)
    try:
        return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("standard input is not text: UTF-8 text is needed") from None


def count(text: str) -> int:
    """A number of processes."""
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes, 1 to 1024")
    return int(text)


def pair(text: str) -> tuple[int, int]:
    """Two whole numbers, `1,2`."""
    try:
        one, other = (int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not two whole numbers with a comma, such as 0,1") from None
    return one, other


def square(text: str | None, name: str) -> Square | None:
    """A square `row,col`."""
    try:
        return None if text is None else pair(text)
    except argparse.ArgumentTypeError as error:
        raise FormatError(f"argument {name}: {error}", text) from None


def fits_terminal(board: Board | None) -> bool:
    """Whether a terminal shows the grid of a tour of this board in full; there is none of a graph that is no board."""
    return board is not None and board.cols * (len(str(len(board))) + 1) - 1 <= shutil.get_terminal_size().columns


def console() -> Console:
    """Where tables are printed: as wide as the terminal, or 160 columns where there is none."""
    from rich.console import Console

    class Tables(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Tables(width=None if sys.stdout.isatty() else 160)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error, where that is a terminal, and the function that moves it on by one."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    print(json.dumps(document, ensure_ascii=False))


def write_text(path: str, text: str) -> None:
    """Write a whole file or none of it; `-` is standard output."""
    if path == "-":
        sys.stdout.write(text)
        return
    draft = Path(f"{path}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise FormatError(f"{path} cannot be written: {error.strerror}", path) from None

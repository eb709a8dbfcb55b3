"""What the commands share: arguments, tables, documents and progress."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn

from graphs.board import Board, Square, Wrap
from graphs.errors import BoardError, FormatError
from graphs.formats import GRAPH_FORMATS, is_graph_file, read_graph
from graphs.formats import whole_number as vertex_number
from graphs.leapers import KNIGHT
from graphs.notation import parse_square
from solvers import __version__
from solvers.commands.exits import USAGE, Finished, shortened
from solvers.commands.files import read_input
from solvers.problem import Problem

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "Parser",
    "add_board",
    "add_budget",
    "add_ends",
    "add_time_limit",
    "board_text",
    "check_together",
    "console",
    "count",
    "decimal",
    "fits_terminal",
    "leaper_sum",
    "named",
    "option",
    "pair",
    "print_json",
    "print_json_list",
    "progress",
    "read_board",
    "read_problem",
    "say",
    "square",
    "whole_number",
]

SIZE = re.compile(r"\s*[0-9]+\s*[xX×]\s*[0-9]+\s*")
PAIR = re.compile(r"\s*([+-]?[0-9]{1,4000})\s*,\s*([+-]?[0-9]{1,4000})\s*")
OTHER_STATUSES = "70 an error of ours, 130 stopped by Ctrl-C, 141 the reader of the output went away."


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line, and takes `--start -1,0` for a start, not for an option."""

    def __init__(self, *, epilog: str = "Exit status: 0 done, 2 bad input", **named: Any) -> None:
        super().__init__(epilog=f"{epilog.rstrip('.')}, {OTHER_STATUSES}", **named)
        self.add_argument("--version", action="version", version=f"knights-tour {__version__}")
        self.add_argument("--debug", action="store_true", help="show the traceback of an error of ours")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; a square with a negative row gets a leading space, without which argparse takes it for an option."""
        words = sys.argv[1:] if args is None else args
        return super().parse_known_args([f" {word}" if re.match("-[0-9]+,", word) else word for word in words], namespace)

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {shortened(message)}\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        if message:
            with suppress(OSError):
                sys.stderr.write(message)
        raise Finished(status)


def add_board(parser: argparse.ArgumentParser, *, graph_files: bool = False, **kwargs: Any) -> None:
    """Add the argument BOARD and the options that belong to it."""
    what = "8x8, a file with '.' for a square and '#' for a hole, or - for standard input"
    if graph_files:
        what += "; or a graph file (" + ", ".join(GRAPH_FORMATS) + ")"
    parser.add_argument("board", metavar="BOARD", help=what, **kwargs)
    parser.add_argument("--leaper", type=pair, metavar="A,B", default=None, help="the piece; default 1,2, the knight")
    parser.add_argument(
        "--wrap", choices=("rows", "cols", "both"), help="join opposite edges: rows, cols (cylinders), both (torus)"
    )


def add_ends(parser: argparse.ArgumentParser) -> None:
    """Add --start and --end."""
    how = "row and column, from 0,0 at the top left; or as in chess, c3"
    parser.add_argument("--start", metavar="R,C", help=f"first square: {how}; of a graph file, a vertex")
    parser.add_argument("--end", metavar="R,C", help="last square")


def add_budget(parser: argparse.ArgumentParser, seconds: float | None = None) -> None:
    """Add --time-limit and --node-limit."""
    add_time_limit(parser, "seconds for each answer", seconds)
    parser.add_argument(
        "--node-limit", type=whole_number, metavar="N", help="squares that a search may place; default no limit"
    )


def add_time_limit(parser: argparse.ArgumentParser, what: str, seconds: float | None = None) -> None:
    """Add --time-limit; `what` says what has to be done in this time."""
    default = "no limit" if seconds is None else f"{seconds:g}"
    parser.add_argument("--time-limit", type=_seconds, metavar="S", default=seconds, help=f"{what}; default {default}")


def check_together(arguments: argparse.Namespace, what: str, beside: Mapping[str, str]) -> None:
    """Refuse an option that would have no effect.

    Parameters
    ----------
    arguments : the parsed arguments. An option that the user leaves out is None, False or an empty list.
    what : what the script is to do, a key of `beside`.
    beside : for all that the script can do, the names of the options that have an effect there.

    Raises
    ------
    FormatError : another option is given.
    """
    for name, value in vars(arguments).items():
        is_given = value is not None and value is not False and value != []
        if is_given and name not in (*beside[what].split(), "debug"):
            option = "BOARD" if name == "board" else f"--{name.replace('_', '-')}"
            raise FormatError(f"{option} has no effect with {what}: leave it out", option)


def read_board(text: str, wrap: Wrap | None = None) -> Board:
    """Read a board from its name, a file, or standard input."""
    return Board.parse(board_text(text), wrap)


def board_text(text: str) -> str:
    """Return the text of a board in a file or on standard input, and its name as it is."""
    if is_graph_file(text):
        raise FormatError(f"{text} is a graph file, and a board is needed here: write rows x columns, such as 8x8", text)
    is_file = text == "-" or os.path.exists(text) or os.sep in text or text.endswith(".txt")
    return read_input(text) if is_file and not SIZE.fullmatch(text) else text


def read_problem(arguments: argparse.Namespace) -> Problem:
    """Return the problem that BOARD, --start, --end, --closed, --leaper and --wrap describe; BOARD may be a graph file."""
    ends: dict[str, Any] = {"start": arguments.start, "end": arguments.end}
    if is_graph_file(arguments.board):
        for name in ("leaper", "wrap"):
            if getattr(arguments, name) is not None:
                raise FormatError(f"--{name} has no effect with a graph file: leave it out", arguments.board)
        for name, text in ends.items():
            ends[name] = None if text is None else vertex_number(text, f"the vertex number of --{name}")
        return Problem(read_graph(arguments.board), closed=arguments.closed, **ends)
    board = read_board(arguments.board, arguments.wrap)
    for name, text in ends.items():
        ends[name] = square(text, f"--{name}", board)
    return Problem.on_board(board, arguments.leaper or KNIGHT, closed=arguments.closed, **ends)


def count(text: str) -> int:
    """Read a number of processes."""
    number = whole_number(text)
    if not 1 <= number <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes, 1 to 1024")
    return number


def whole_number(text: str) -> int:
    """Read a whole number; the digits are 0 to 9, where Python's `int` takes those of every script."""
    if not re.fullmatch("[+-]?[0-9]{1,4000}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, such as 10")
    return int(text)


def _seconds(text: str) -> float:
    return decimal(text, "a number of seconds, such as 0.5")


def decimal(text: str, what: str) -> float:
    """Read a number; `what` says in the error what it should be."""
    with suppress(ValueError):
        if text.isascii() and "_" not in text and math.isfinite(float(text)):
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not {what}")


def option(text: str) -> tuple[str, Any]:
    """Read an option of a solver, `K=V`. The value is JSON, or else text."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"{text!r} is not K=V, such as move_order=clockwise")
    if key in ("problem", "solver", "budget"):
        raise argparse.ArgumentTypeError(f"{key!r} is no option of a solver: --list-solvers lists them")
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value


def leaper_sum(text: str) -> int:
    """Read the largest a + b of the leapers {a, b} of an atlas."""
    number = whole_number(text)
    if not 1 <= number <= 99:
        raise argparse.ArgumentTypeError(f"{text!r} is not a sum a + b of a leaper, 1 to 99")
    return number


def pair(text: str) -> tuple[int, int]:
    """Read two whole numbers, `1,2`."""
    found = PAIR.fullmatch(text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not two whole numbers with a comma, such as 0,1")
    return int(found[1]), int(found[2])


def square(text: str | None, name: str, board: Board) -> Square | None:
    """Read a square of a board, `2,3` or `c3`; `name` is the option that it belongs to."""
    try:
        return None if text is None else parse_square(text, board)
    except BoardError as error:
        raise BoardError(f"argument {name}: {error}", text) from None


def fits_terminal(board: Board | None) -> bool:
    """Return whether a terminal shows the grid of a tour of this board in full; there is none of a graph that is no board."""
    return board is not None and board.cols * (len(str(len(board))) + 1) - 1 <= shutil.get_terminal_size().columns


def console() -> Console:
    """Return the console that prints tables: as wide as the terminal or as COLUMNS says, or 160 columns where neither does."""
    from rich.console import Console

    class Tables(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Tables(width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else 160)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """Show a bar on standard error, if that is a terminal, and yield the function that moves it on by one.

    The function takes the status of what is finished, such as `found`; the bar counts them, and shows the time that is left.
    """
    from collections import Counter

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    counts: Counter[str] = Counter()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)

        def advance(status: str = "") -> None:
            if status:
                counts[status] += 1
            described = ", ".join(f"{number:,} {status}" for status, number in counts.items())
            bar.update(task, advance=1, description=f"{what}: {described}" if described else what)

        yield advance


def print_json(document: object) -> None:
    """Print one JSON document on standard output."""
    print(_json(document))


def print_json_list(head: dict[str, Any], key: str, blocks: Iterable[Sequence[Any]]) -> None:
    """Print what `print_json` prints for `head` and, at its end, one long list under `key` that comes in blocks."""
    sys.stdout.write(f"{_json(head)[:-1]}, {_json(key)}: [")
    separator = ""
    for block in blocks:
        sys.stdout.write(separator + _json(block)[1:-1])
        separator = ", "
    print("]}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf"))


def say(message: str) -> None:
    """Print a message about the answer on standard error."""
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)


def named(path: str) -> str:
    """Return the name of an output file, as it stands in a message."""
    return "standard output" if path == "-" else path

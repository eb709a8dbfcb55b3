"""What the commands share: the options that several of them have, how values are read, and what is printed."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from graphs.board import Board
from graphs.errors import FormatError
from graphs.formats import GRAPH_FORMATS, is_graph_file, read_graph
from graphs.formats import whole_number as vertex_number
from graphs.leapers import KNIGHT
from graphs.notation import AS_IN_CHESS, parse_puzzle, respelled
from graphs.tour import Tour
from solvers import __version__
from solvers.commands.exits import USAGE, Finished, shortened
from solvers.commands.files import read_input, write_text
from solvers.errors import ProblemError
from solvers.problem import Problem

if TYPE_CHECKING:
    from rich.console import Console

SIZE = re.compile(r"\s*[0-9]+\s*[xX×]\s*[0-9]+\s*")
ENDLESS = re.compile(r"\s*(?:([0-9]{1,9})\s*[xX×]\s*N|N\s*[xX×]\s*([0-9]{1,9})|M\s*[xX×]\s*N)\s*", re.IGNORECASE)
"""A board of any length, 5xN or Nx5, or any board at all, MxN."""
NUMBERED = "If two or more squares are given, a closed tour is counted twice if both directions agree with them."
"""Help text: which tours are counted if squares are given."""
PAIR = re.compile(r"\s*([+-]?[0-9]{1,4000})\s*,\s*([+-]?[0-9]{1,4000})\s*")
OTHER_STATUSES = "70 an error of ours, 130 stopped by Ctrl-C, 141 the reader of the output went away."


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line, and takes `--start -1,0` for a start, not for an option."""

    def __init__(self, *, epilog: str = "Exit status: 0 done, 2 bad input", **named: Any) -> None:
        super().__init__(epilog=f"{epilog.rstrip('.')}, {OTHER_STATUSES}", allow_abbrev=False, **named)
        self.add_argument("--version", action="version", version=f"knights-tour {__version__}")
        self.add_argument("--debug", action="store_true", help="show the traceback of an error of ours")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; a square with a negative row gets a leading space, without which argparse takes it for an option."""
        words = sys.argv[1:] if args is None else args
        return super().parse_known_args([f" {word}" if re.match("-[0-9]+,", word) else word for word in words], namespace)

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {shortened(message)}\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        file.write(message)  # argparse passes over a full disk

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        if message:
            with suppress(OSError):
                sys.stderr.write(message)
        raise Finished(status)


def whole_number(text: str) -> int:
    """Read a whole number; the digits are 0 to 9, where Python's `int` takes those of every script."""
    if not re.fullmatch("[+-]?[0-9]{1,4000}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, such as 10")
    return int(text)


def between(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number of a range."""

    def read(text: str) -> int:
        number = whole_number(text)
        if number < least or (most is not None and number > most):
            bounds = f"at least {least}" if most is None else f"{least} to {most}"
            raise argparse.ArgumentTypeError(f"it must be {bounds}, not {number}")
        return number

    return read


def _decimal(what: str) -> Callable[[str], float]:
    """Return what reads a number; `what` says in the error what it should be."""

    def read(text: str) -> float:
        with suppress(ValueError):
            if text.isascii() and "_" not in text and math.isfinite(float(text)):
                return float(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")

    return read


def _pair(text: str) -> tuple[int, int]:
    found = PAIR.fullmatch(text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not two whole numbers with a comma, such as 0,1")
    return int(found[1]), int(found[2])


def _step(text: str) -> tuple[int, str]:
    found = re.fullmatch(r"\s*([0-9]{1,18})\s*=(.+)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not N=R,C, such as 17=c3")
    return int(found[1]), found[2]


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


_BOARD = (
    "8x8; a file with '.' for a square, '#' for a hole and numbers for known steps; - for standard input; or a graph file "
    f"({', '.join(GRAPH_FORMATS)})"
)
_SECONDS = _decimal("a finite number of seconds, such as 0.5; without the option, solve, check and count have no limit")
OPTIONS: dict[str, dict[str, Any]] = {
    "board": {"metavar": "BOARD", "help": _BOARD},
    "--boards": {"metavar": "BOARD", "nargs": "+", "help": "several boards: 8x8, or a range 3..8x3..10"},
    "--square": {"action": "store_true", "help": "with --boards 3..30: the square boards of these sides"},
    "--format": {"metavar": "FORM", "help": "form of what is printed"},
    "--leaper": {"metavar": "A,B", "type": _pair, "help": "the piece; default 1,2, the knight"},
    "--wrap": {"choices": ("rows", "cols", "both"), "help": "join opposite edges: rows or cols (cylinders), both (torus)"},
    "--start": {"metavar": "R,C", "help": "first square: row and column from 0,0 at the top left, or c3; or a vertex"},
    "--end": {"metavar": "R,C", "help": "last square"},
    "--step": {
        "metavar": "N=R,C",
        "type": _step,
        "action": "append",
        "default": [],
        "help": "a known step, counted from 1, such as 17=c3; may come several times, or as numbers in the text of a board",
    },
    "--closed": {"action": "store_true", "help": "closed tours, whose last square is a move away from the first"},
    "--time-limit": {"metavar": "S", "type": _SECONDS, "help": "seconds for each answer"},
    "--total-time": {"metavar": "S", "type": _SECONDS, "help": "seconds for all answers together"},
    "--node-limit": {"metavar": "N", "type": whole_number, "help": "squares that a search may place for each answer"},
    "--memory-limit": {
        "metavar": "GB",
        "type": _decimal("a number of gigabytes, such as 2.5"),
        "help": "memory of the process for each answer",
    },
    "--repeats": {"metavar": "N", "type": between(1), "help": "make each run N times"},
    "--jobs": {"metavar": "N", "type": between(1, 1024), "help": "answers that are sought at a time, each by a process"},
    "--scheduler": {"metavar": "ADDRESS", "help": "of a Dask scheduler (tcp://…), which has 4 s to answer, for its workers"},
    "--check": {"action": "store_true", "help": "count again by another method"},
    "--certificate": {"metavar": "DIR", "help": "write the evidence of each answer for scripts/check_certificate.py"},
    "--export": {"metavar": "FILE", "help": "write FILE for other programs, as its ending says"},
    "--out": {"metavar": "DIR", "help": "keep all in DIR; the same command again makes only what is missing"},
    "--json": {"action": "store_true", "help": "print one JSON document"},
    "--svg": {"metavar": "FILE", "help": "write a picture (- for standard output)"},
    "--html": {"metavar": "FILE", "help": "write a page to explore in a browser"},
}
"""The options that more than one command has. Each means the same in all of them."""


def add(parser: argparse._ActionsContainer, *names: str, more: str = "", unset: str = "", **changes: Any) -> None:
    """Add options that several commands have; the help goes on with `more`, and `unset` is what holds without them."""
    for name in names:
        known = OPTIONS[name] | changes
        parser.add_argument(name, **known | {"help": known["help"] + more + (unset and f"; default {unset}")})


def add_workers(parser: argparse.ArgumentParser, unset: str) -> None:
    """Add --jobs, with the number where the user gives none, and --scheduler, of which one has an effect."""
    group = parser.add_mutually_exclusive_group()
    add(group, "--jobs", unset=unset)
    add(group, "--scheduler")


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


def board_text(text: str) -> str:
    """Return the text of a board in a file or on standard input, and its name as it is."""
    if is_graph_file(text):
        raise FormatError(f"{text} is a graph file, and a board is needed here: write rows x columns, such as 8x8", text)
    is_file = text == "-" or os.path.exists(text) or os.sep in text or text.endswith(".txt")
    return read_input(text) if is_file and not SIZE.fullmatch(text) else text


def read_problem(arguments: argparse.Namespace) -> Problem:
    """Return the problem of BOARD, which may be a graph file, --start, --end, --step, --closed, --leaper and --wrap."""
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
    board, known = parse_puzzle(board_text(arguments.board), arguments.wrap)
    try:
        return Problem.on_board(board, arguments.leaper or KNIGHT, closed=arguments.closed, steps=[*known, *steps], **ends)
    except ProblemError as error:
        raise ProblemError(respelled(str(error), in_chess(arguments, board)), error) from None


def in_chess(arguments: argparse.Namespace, board: Board | None) -> Board | None:
    """Return the board if the user writes its squares as in chess, as `respelled` takes it; else None."""
    written = arguments.start, arguments.end, *(square for _, square in arguments.step)
    return board if any(AS_IN_CHESS.fullmatch((text or "").strip()) for text in written) else None


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


def document_head(board: str, problem: Problem) -> dict[str, Any]:
    """Return the board and the piece of a document; `board` is the text that the user gave for BOARD."""
    if problem.board is None:
        return {"board": board, "leaper": None}
    return {"board": str(problem.board), "leaper": problem.leaper}


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
    """Print a message about the answer on standard error, with the name of the script."""
    tell(f"{os.path.basename(sys.argv[0])}: {message}")


def tell(message: str) -> None:
    """Print a message on standard error; where nothing takes it, the answer counts all the same."""
    with suppress(OSError):
        print(message, file=sys.stderr)


def draw_tour(arguments: argparse.Namespace, tour: Tour | None, problem: Problem) -> None:
    """Write the picture of a tour as --svg and --animate say, or say that there is none; `-` is standard output."""
    path = arguments.svg
    if tour is None:
        say(f"there is no tour to draw, and {'standard output' if path == '-' else path} is not written")
        return
    from graphs.svg import tour_svg

    chess = in_chess(arguments, problem.board) is not None
    write_text(path, tour_svg(tour, leaper=problem.leaper, animate=arguments.animate, chess=chess))

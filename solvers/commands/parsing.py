"""Parse arguments: shared options, types of values, and checks of combinations."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from textwrap import fill
from typing import Any, NoReturn, cast

from graphs.errors import FormatError
from graphs.formats import GRAPH_FORMATS
from graphs.leapers import NAMES
from solvers import __version__
from solvers.commands.exits import USAGE, Finished, shorten
from solvers.commands.input_output import OutputFile, check_distinct_outputs, check_output_writable, output_files

OTHER_STATUSES = "70 internal error, 130 stopped by Ctrl-C, 141 output pipe closed."


class Parser(argparse.ArgumentParser):
    """An argument parser with one-line errors, which accepts values such as `-1,0`.

    `moved` maps removed options to their replacements.
    """

    def __init__(
        self,
        description: str,
        *,
        epilog: str = "Exit status: 0 done, 2 bad input",
        moved: Mapping[str, str] = {},
        examples: str = "",
    ) -> None:
        self._moved = moved
        super().__init__(
            description=f"{fill(description, 79)}\n\n{examples}".strip(),
            epilog=fill(f"{epilog.rstrip('.')}, {OTHER_STATUSES}", 79),
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
        self.add_argument("--debug", action="store_true", help="show the traceback of an internal error")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments, and accept words such as `-1,0` as values."""
        words = [f" {word}" if re.match("-[0-9]+,", word) else word for word in (sys.argv[1:] if args is None else args)]
        for word in words:
            if (old := word.partition("=")[0]) in self._moved:
                self.error(f"{old} has been replaced: use {self._moved[old]}")
        arguments, rest = super().parse_known_args(words, namespace or ParsedArguments())
        try:
            check_distinct_outputs(*output_files(arguments))
        except FormatError as error:
            self.error(str(error))
        return arguments, rest

    def read(self) -> ParsedArguments:
        return cast(ParsedArguments, self.parse_args())

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {shorten(message)}\n")

    def print_help(self, file: Any = None) -> None:
        (file or sys.stdout).write(self.format_help())  # argparse ignores a full disk

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        if message:
            with suppress(OSError):
                sys.stderr.write(message)
        raise Finished(status)


class ParsedArguments(argparse.Namespace):
    """Parsed arguments, which can reject options that would have no effect."""

    def reject(self, task: str, *names: str, **others: str) -> None:
        """Raise FormatError if one of the named options is given.

        `task` completes the message "--json is not supported …". Options in `others` have an alternative, such as "use --csv".
        """
        for name, value in vars(self).items():
            if name in {*names, *others} and not (value is None or value is False or value == []):
                raise FormatError(f"{_spelled(name)} is not supported {task}: {others.get(name, 'leave it out')}", name)


class _Version(argparse.Action):
    """The option `--version`, which reports an error if the disk is full."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        sys.stdout.write(f"knights-tour {__version__}\n")
        parser.exit()


def _matched(text: str, pattern: str, expected: str) -> re.Match[str]:
    match = re.fullmatch(pattern, text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not {expected}")
    return match


def whole_number(text: str) -> int:
    """Return the integer in an argument, written with the digits 0-9."""
    return int(_matched(text, "[+-]?[0-9]{1,4000}", "a whole number, such as 10")[0])


def parse_between(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argparse type for integers in a range."""

    def read(text: str) -> int:
        number = whole_number(text)
        if number < least or (most is not None and number > most):
            bounds = f"at least {least}" if most is None else f"{least} to {most}"
            raise argparse.ArgumentTypeError(f"the number must be {bounds}, not {number}")
        return number

    return read


def parse_output(*endings: str, stdout: bool = True) -> Callable[[str], str]:
    """Return an argparse type for output files with one of `endings`."""

    def read(path: str) -> str:
        if endings and os.path.splitext(path)[1] not in endings:
            raise argparse.ArgumentTypeError(f"{path!r} must end in {' or '.join(endings)}")
        if path == "-" and not stdout:
            raise argparse.ArgumentTypeError("'-' is invalid, because the answer goes to standard output: write a file name")
        try:
            check_output_writable(path)
        except FormatError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        return OutputFile(path)

    return read


def _decimal(what: str) -> Callable[[str], float]:
    """Return an argparse type for finite numbers. `what` describes a valid number in the error message."""

    def read(text: str) -> float:
        with suppress(ValueError):
            if text.isascii() and "_" not in text and math.isfinite(float(text)):
                return float(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")

    return read


def _leaper(text: str) -> tuple[int, int]:
    for leaper, name in NAMES.items():
        if text == name:
            return leaper
    names, number = ", ".join(NAMES.values()), r"\s*([+-]?[0-9]{1,4000})\s*"
    expected = f"two whole numbers separated by a comma, such as 0,1, or one of the names {names}"
    match = _matched(text, f"{number},{number}", expected)
    return int(match[1]), int(match[2])


def _step(text: str) -> tuple[int, str]:
    match = _matched(text, r"\s*([0-9]{1,18})\s*=(.+)", "N=R,C, such as 17=c3")
    return int(match[1]), match[2]


def option(text: str) -> tuple[str, Any]:
    """Split a solver option such as `seed=1` into its name and value (JSON or text)."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"{text!r} is not K=V, such as move_order=clockwise")
    if key in ("problem", "solver", "budget"):
        raise argparse.ArgumentTypeError(f"{key!r} is not a solver option: see knights-tour solve --list-solvers")
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value


FORMATS = f"""\
BOARD  8x8 (rows x columns), a text file (- for standard input) with a line
       per row (. is a square, # a hole, a number a known step), or a graph
       file ({", ".join(GRAPH_FORMATS)}), in which squares are vertex numbers
R,C    row and column, from 0,0 at the top left, or c3 as in chess
A,B    a leaper, which moves A squares one way and B at right angles, or its
       name: {", ".join(NAMES.values())}"""
"""The help section about the syntax of boards, squares and leapers."""
_SECONDS = _decimal("a finite number of seconds, such as 0.5: leave the option out if there is no limit")
OPTIONS: dict[str, dict[str, Any]] = {
    "board": {"metavar": "BOARD", "help": "board such as 8x8, board file or graph file (- for standard input)"},
    "--boards": {"metavar": "BOARD", "nargs": "+", "help": "boards or ranges of boards, e.g. 8x8 3..8x3..10"},
    "--square": {"action": "store_true", "help": "let 3..30 mean the square boards 3x3 to 30x30"},
    "--format": {"metavar": "FORM", "help": "output format"},
    "--leaper": {"metavar": "A,B", "type": _leaper, "help": "leaper, e.g. 1,4 or giraffe (default: 1,2, the knight)"},
    "--wrap": {"choices": ("rows", "cols", "both"), "help": "join opposite edges of the board (both: a torus)"},
    "--start": {"metavar": "R,C", "help": "first square of the tour"},
    "--end": {"metavar": "R,C", "help": "last square of the tour"},
    "--step": {
        "metavar": "N=R,C",
        "type": _step,
        "action": "append",
        "default": [],
        "help": "place step N of the tour on a square, e.g. 17=c3 (repeatable)",
    },
    "--squares": {
        "choices": ("chess", "numbers"),
        "help": "print squares as c3 or as 5,2 (default: as in the arguments, and c3 on HTML pages)",
    },
    "--closed": {"action": "store_true", "help": "require that tours return to their start"},
    "--time-limit": {"metavar": "S", "type": _SECONDS, "help": "time limit per problem, in seconds"},
    "--node-limit": {"metavar": "N", "type": whole_number, "help": "maximum number of search nodes per problem"},
    "--memory-limit": {
        "metavar": "GB",
        "type": _decimal("a number of gigabytes, such as 2.5"),
        "help": "memory limit per problem, in gigabytes",
    },
    "--repeats": {"metavar": "N", "type": parse_between(1), "help": "run each solver N times per problem"},
    "--jobs": {"metavar": "N", "type": parse_between(1, 1024), "help": "number of worker processes"},
    "--scheduler": {"metavar": "ADDRESS", "help": "address of a Dask scheduler, e.g. tcp://127.0.0.1:8786"},
    "--confirm": {"action": "store_true", "help": "confirm each answer by a second method"},
    "--certificate": {"metavar": "DIR", "help": "write proofs of the answers to DIR, for `knights-tour verify`"},
    "--export": {"metavar": "FILE", "type": parse_output(), "help": "write a file for other programs"},
    "--out": {"metavar": "DIR", "help": "store the results in DIR, so that a rerun resumes"},
    "--json": {"action": "store_true", "help": "print the answer as one JSON document"},
    "--svg": {"metavar": "FILE", "type": parse_output(), "help": "write an SVG picture (- for standard output)"},
    "--html": {"metavar": "FILE", "type": parse_output(), "help": "write an HTML page"},
}
"""Options of more than one command. Each has the same meaning in all commands."""


def add(parser: argparse._ActionsContainer, *names: str, more: str = "", unset: str = "", **changes: Any) -> None:
    """Add shared options from the table `OPTIONS` to a parser, with changes."""
    if "board" in names:
        parser.add_argument_group("formats", FORMATS)
    for name in names:
        settings = OPTIONS[name] | changes
        parser.add_argument(name, **settings | {"help": settings["help"] + more + (unset and f" (default: {unset})")})


def _spelled(name: str) -> str:
    """Return an option as the user writes it, e.g. `--time-limit`."""
    return "BOARD" if name == "board" else f"--{name.replace('_', '-')}"

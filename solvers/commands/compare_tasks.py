"""The arguments of compare.py that say what is compared, and the plan of tasks that they make."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from graphs.board import Board
from graphs.errors import BoardError, FormatError
from graphs.formats import GRAPH_FORMATS, is_graph_file, read_graph, whole_number
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES
from graphs.ranges import boards_in_range, is_range
from solvers import get_solver
from solvers.commands import command_line as cli
from solvers.comparison.plan import Plan
from solvers.comparison.problem_sets import ProblemSet, Starts
from solvers.comparison.problems import NamedProblem
from solvers.comparison.suites import STANDARD, read_suite, suite_names
from solvers.comparison.tasks import Competitor, Limits, competitors_for, option_sets

__all__ = ["add_options", "list_suites", "plan_of"]

MOST_SQUARES = 100_000_000
"""Squares of a board that is compared at all: past this a tour takes more than a gigabyte."""
TIME_LIMIT = 1.0
"""Seconds for each run where neither the user nor the suite says otherwise."""

OF_BOARDS = ("starts", "end", "closed", "leaper", "wrap")
"""The options that say which problems of `--boards` are meant."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is compared. Those that the user leaves out are None, False, or an empty list."""
    what = parser.add_argument_group("problems")
    what.add_argument(
        "--boards",
        nargs="+",
        metavar="BOARD",
        help="8x8; a range 3..8x3..10; a file of '.' and '#', - for standard input; or a graph file ("
        + ", ".join(GRAPH_FORMATS)
        + ")",
    )
    what.add_argument(
        "--starts",
        nargs="+",
        metavar="START",
        help="all; orbits: one of each symmetric kind (default); or squares R,C or c3. Of a graph file: all, vertex numbers, "
        "or orbits, which is no start",
    )
    what.add_argument("--end", metavar="R,C", help="last square; with --starts orbits, only symmetries that keep it count")
    what.add_argument("--closed", action="store_true", help="closed tours")
    what.add_argument("--leaper", type=cli.pair, metavar="A,B", help="the piece; default 1,2, the knight")
    what.add_argument("--wrap", choices=("rows", "cols", "both"), help="join opposite edges: cylinders and tori")
    what.add_argument(
        "--suite",
        metavar="NAME",
        help=f"a named set of problems, or a file .toml with one; default {STANDARD}, without --boards",
    )
    what.add_argument("--list-suites", action="store_true", help="print the table of suites")
    who = parser.add_argument_group("competitors")
    who.add_argument("--solvers", nargs="+", metavar="NAME", help="default all; scripts/solve.py --list-solvers names them")
    who.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="SOLVER:K=V",
        help="an option of a solver; where the same one comes with several values, each is a competitor",
    )
    who.add_argument(
        "--seeds", type=cli.whole_number, metavar="N", help="run solvers that make random choices with N seeds, from 0"
    )
    who.add_argument("--repeats", type=cli.whole_number, metavar="N", help="make each run N times")
    cli.add_budget(parser, seconds=TIME_LIMIT)
    parser.add_argument(
        "--memory-limit", type=_gigabytes, metavar="GB", help="memory of each run; default a share of what the machine has"
    )
    parser.set_defaults(time_limit=None)  # so that a suite can have its own


def _option(text: str) -> tuple[str, str, Any]:
    solver, colon, rest = text.partition(":")
    if not colon or not solver or "=" in solver:
        raise argparse.ArgumentTypeError(f"{text!r} is not SOLVER:K=V, such as warnsdorff:tie_break=roth")
    return solver, *cli.option(rest)


def _gigabytes(text: str) -> float:
    return cli.decimal(text, "a number of gigabytes, such as 2.5")


def list_suites() -> int:
    """Print the names of the suites, and what is in them."""
    for name in suite_names():
        suite = read_suite(name)
        answered = sum(each.answer is not None for each in suite)
        print(f"{name}\n    {suite.description}\n    {sum(1 for _ in suite)} problems, the answers of {answered} are known")
    return cli.FOUND


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Return the plan that the arguments describe.

    Raises
    ------
    KnightsTourError : the arguments do not fit together, or one of them is bad; the sentence says which.
    """
    _check_together(arguments)
    seconds = TIME_LIMIT if arguments.time_limit is None else arguments.time_limit
    if arguments.boards is None:
        suite = read_suite(STANDARD if arguments.suite is None else arguments.suite)
        sets = suite.sets
        if arguments.time_limit is None and suite.time_limit is not None:
            seconds = suite.time_limit
    else:
        sets = tuple(_sets(arguments))
    memory = None if arguments.memory_limit is None else arguments.memory_limit * 1e9
    limits = Limits(seconds, arguments.node_limit, memory)
    competitors = tuple(competitors_for(arguments.solvers, option_sets(arguments.option)))
    _check_sizes(sets, competitors)
    seeds, repeats = _at_least_one(arguments, "seeds"), _at_least_one(arguments, "repeats")
    return Plan(sets, competitors, limits, seeds, 1 if repeats is None else repeats)


def _check_together(arguments: argparse.Namespace) -> None:
    """Refuse options that would have no effect."""
    if arguments.boards is None:
        given = [name for name in OF_BOARDS if getattr(arguments, name) not in (None, False)]
        if given and arguments.suite is None:
            raise FormatError(f"--{given[0]} belongs to --boards: name the boards too", given[0])
        if given:
            raise FormatError(f"--{given[0]} has no effect with --suite, which has its own problems: leave it out", given[0])
    elif arguments.suite is not None:
        raise FormatError("--suite and --boards both say what is compared: leave one of them out")
    if arguments.closed and arguments.end is not None:
        raise FormatError("--end has no effect with --closed: a closed tour ends beside its start, so leave one of them out")


def _at_least_one(arguments: argparse.Namespace, name: str) -> int | None:
    number: int | None = getattr(arguments, name)
    if number is not None and number < 1:
        raise FormatError(f"argument --{name}: it must be at least 1, not {number}", number)
    return number


def _sets(arguments: argparse.Namespace) -> Iterator[ProblemSet]:
    words = dict.fromkeys(arguments.starts or ["orbits"])
    for name in dict.fromkeys(arguments.boards):
        for subject in _subjects(name, arguments):
            end = None if arguments.end is None else _place(arguments.end, "--end", subject)
            yield ProblemSet(subject, _starts(list(words), subject, arguments), end, arguments.closed)


def _subjects(name: str, arguments: argparse.Namespace) -> Iterator[NamedProblem]:
    """Yield an open problem of each board or graph that a word of `--boards` names."""
    if is_graph_file(name):
        for option in ("leaper", "wrap"):
            if getattr(arguments, option) is not None:
                raise FormatError(f"--{option} has no effect on the graph file {name}: leave it out", option)
        yield NamedProblem.of_graph(read_graph(name), name)
        return
    for board in _boards(name, arguments.wrap):
        yield NamedProblem.on_board(board, arguments.leaper or KNIGHT)


def _boards(name: str, wrap: Any) -> Sequence[Board]:
    return boards_in_range(name, wrap) if is_range(name) else [cli.read_board(name, wrap)]


def _starts(words: Sequence[str], subject: NamedProblem, arguments: argparse.Namespace) -> Starts | None:
    """Return the starts; a closed tour passes through every square, and so it has none unless the user names squares."""
    for word in ("all", "orbits"):
        if word in words and len(words) > 1:
            raise FormatError(f"--starts takes {word} alone, or squares: leave the others out", word)
    if words == ["all"] or words == ["orbits"]:
        return None if arguments.closed else "all" if words == ["all"] else "orbits"
    return [_place(word, "--starts", subject) for word in words]


def _place(text: str, name: str, subject: NamedProblem) -> Any:
    """Read a square of a board, or the number of a vertex of a graph."""
    if subject.board is not None:
        return cli.square(text, name, subject.board)
    return whole_number(text, f"the vertex number of {name}")


def _check_sizes(sets: Sequence[ProblemSet], competitors: Sequence[Competitor]) -> None:
    """Refuse boards that are too large for the solvers."""
    needy = [each.solver for each in competitors if get_solver(each.solver).reads_graph]
    most = MAX_GRAPH_SQUARES if needy else MOST_SQUARES
    for each in sets:
        if each.subject.problem.size > most:
            what = f"a board of {each.subject.problem.size:,} squares is too large to compare: {most:,} at most"
            others = f" with {needy[0]}, which reads the graph; solvers that read none take {MOST_SQUARES:,}" if needy else ""
            raise BoardError(what + others, each.subject.board)

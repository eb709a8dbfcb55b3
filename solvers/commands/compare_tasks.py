"""The arguments of compare.py that say what is compared, and the plan of tasks that they make."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from graphs.errors import BoardError, FormatError
from graphs.formats import GRAPH_FORMATS, is_graph_file
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.notation import is_range
from solvers import get_solver
from solvers.commands import command_line as cli
from solvers.commands import exits
from solvers.comparison.problem_sets import ProblemSet
from solvers.comparison.suites import STANDARD, Fault, problem_sets, read_suite, suite_names
from solvers.comparison.tasks import Limits, Plan, competitors_for, option_sets, tasks_for
from solvers.comparison.walks import SOLVER, STANDARD_BOARDS, STANDARD_RULES, walk_tasks

__all__ = ["add_options", "add_tie_breaks", "list_suites", "plan_of", "plan_of_tie_breaks"]

MOST_SQUARES = 100_000_000
"""Squares of a board that is compared at all: past this a tour takes more than a gigabyte."""
TIME_LIMIT = 1.0
"""Seconds for each run where neither the user nor the suite says otherwise."""

RUNS, SEED = 1000, 0

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


def add_tie_breaks(parser: argparse.ArgumentParser) -> None:
    """Add the options that belong to the tie-break trials alone."""
    group = parser.add_argument_group("tie-break trials")
    group.add_argument(
        "--tie-breaks",
        nargs="*",
        metavar="RULE",
        help="instead of comparing solvers, the success rate of each tie-break rule of Warnsdorff's walk by board and start: "
        f"default {' '.join(STANDARD_RULES)}. --starts: squares R,C or c3 (default 0,0) and orbits are a row each, all is one "
        "row for walks from any square. --out: DIR/tie-breaks.csv and a plot, too",
    )
    group.add_argument(
        "--runs", type=cli.whole_number, metavar="N", help=f"walks for each rule, board and start; default {RUNS}"
    )
    group.add_argument("--seed", type=cli.whole_number, metavar="N", help=f"the same seed, the same walks; default {SEED}")


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
        answered = sum(bool(each.known) for each in suite)
        print(f"{name}\n    {suite.description}\n    {sum(1 for _ in suite)} problems, the answers of {answered} are known")
    return exits.FOUND


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Return the plan that the arguments describe.

    Raises
    ------
    KnightsTourError : the arguments do not fit together, or one of them is bad; the sentence says which.
    """
    _check_together(arguments)
    seconds, suite = TIME_LIMIT, ""
    if arguments.boards is None:
        suite = STANDARD if arguments.suite is None else arguments.suite
        read = read_suite(suite)
        sets, seconds = read.sets, read.time_limit or TIME_LIMIT
    else:
        words = list(dict.fromkeys(arguments.starts or ["orbits"]))
        for word in ("all", "orbits"):
            if word in words and len(words) > 1:
                raise FormatError(f"--starts takes {word} alone, or squares: leave the others out", word)
        sets = tuple(_sets(arguments, arguments.boards, words[0] if words[0] in ("all", "orbits") else words))
    memory = None if arguments.memory_limit is None else arguments.memory_limit * 1e9
    limits = Limits(seconds if arguments.time_limit is None else arguments.time_limit, arguments.node_limit, memory)
    competitors = competitors_for(arguments.solvers, option_sets(arguments.option))
    _check_sizes(sets, [each.solver for each in competitors])
    how = {name: number for name in ("seeds", "repeats") if (number := getattr(arguments, name)) is not None}
    for name, number in how.items():
        if number < 1:
            raise FormatError(f"argument --{name}: it must be at least 1, not {number}", number)
    return Plan(sets, partial(tasks_for, competitors=competitors, limits=limits, **how), suite)


def plan_of_tie_breaks(arguments: argparse.Namespace) -> Plan:
    """Return the plan of the tie-break trials that the arguments describe; it raises as `plan_of`."""
    starts = arguments.starts or ["0,0"]
    given: Any = "orbits" if starts == ["orbits"] else None if starts == ["all"] else list(dict.fromkeys(starts))
    boards = arguments.boards or STANDARD_BOARDS
    for name in filter(is_graph_file, boards):
        cli.board_text(name)  # which refuses it
    sets = tuple(_sets(arguments, boards, given))
    _check_sizes(sets, [SOLVER])
    rules, runs, seed = arguments.tie_breaks or STANDARD_RULES, arguments.runs, arguments.seed
    runs, seed = RUNS if runs is None else runs, SEED if seed is None else seed
    return Plan(sets, partial(walk_tasks, rules=rules, walks=runs, seed=seed))


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


def _sets(arguments: argparse.Namespace, boards: Sequence[str], starts: Any) -> Iterator[ProblemSet]:
    """Yield the problems of boards: each is a table of a suite, whose keys are the options."""
    for name in dict.fromkeys(boards):
        table = {key: getattr(arguments, key) for key in ("end", "closed", "leaper", "wrap")} | {"starts": starts}
        if is_graph_file(name):
            table["graphs"] = [name]
            for option in ("leaper", "wrap"):
                if table[option] is not None:
                    raise FormatError(f"--{option} has no effect on the graph file {name}: leave it out", option)
        else:
            table["boards"] = [name if is_range(name) else cli.board_text(name)]
        try:
            yield from problem_sets({key: value for key, value in table.items() if value is not None})
        except Fault as fault:
            raise FormatError(f"argument --{fault}", fault.key) from None


def _check_sizes(sets: Sequence[ProblemSet], solvers: Sequence[str]) -> None:
    """Refuse boards that are too large for the solvers."""
    needy = [name for name in solvers if get_solver(name).reads_graph]
    most = MAX_GRAPH_SQUARES if needy else MOST_SQUARES
    for each in sets:
        if each.subject.problem.size > most:
            what = f"a board of {each.subject.problem.size:,} squares is too large to compare: {most:,} at most"
            others = f" with {needy[0]}, which reads the graph; solvers that read none take {MOST_SQUARES:,}" if needy else ""
            raise BoardError(what + others, each.subject.board)

"""The arguments of compare.py that say what is compared, and the plan of tasks that they make."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any

from graphs.errors import BoardError, FormatError
from graphs.formats import GRAPH_FORMATS, is_graph_file
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.notation import is_range, square_boards_in_range
from graphs.text import plural
from solvers import get_solver
from solvers.budget import CLOCKS
from solvers.commands import command_line as cli
from solvers.commands import exits
from solvers.comparison.problem_sets import ProblemSet
from solvers.comparison.suites import STANDARD, Fault, problem_sets, read_suite, suite_names
from solvers.comparison.tasks import Competitor, Limits, Plan, competitors_for, option_sets, tasks_for
from solvers.comparison.walks import SOLVER, STANDARD_BOARDS, STANDARD_RULES, walk_tasks

MOST_SQUARES = 100_000_000
"""Squares of a board that is compared at all: past this a tour takes more than a gigabyte."""
TIME_LIMIT = 1.0
"""Seconds for each run where neither the user nor the suite says otherwise."""

WALKS = 1000
"""Walks by each tie-break rule where the user does not say otherwise."""
OF_BOARDS = ("square", "starts", "end", "closed", "leaper", "wrap")
"""The options that say which problems of `--boards` are meant."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is compared. Those that the user leaves out are None, False, or an empty list."""
    what = parser.add_argument_group("problems")
    cli.add(what, "--boards", more=f", files of '.' and '#', - for standard input, graph files ({', '.join(GRAPH_FORMATS)})")
    cli.add(what, "--square")
    what.add_argument(
        "--starts",
        nargs="+",
        metavar="START",
        help="first squares, R,C or c3, or vertices; all; any: each solver chooses; default orbits: one of each symmetric kind "
        "(of a graph file, any)",
    )
    cli.add(what, "--end", "--closed")
    cli.add(what, "--leaper", nargs="+", more="; several are compared one after another")
    cli.add(what, "--wrap")
    what.add_argument(
        "--suite",
        metavar="NAME",
        help=f"a named set of problems, or a file .toml with one; default {STANDARD}, without --boards",
    )
    what.add_argument("--list-suites", action="store_true", help="print the table of suites")
    _add_competitors(parser.add_argument_group("competitors"))
    cli.add(parser, "--time-limit", unset=f"{TIME_LIMIT:g}, or what the suite says")
    parser.add_argument(
        "--clock",
        choices=CLOCKS,
        help="measure and limit wall time, or the processor time of a run and its child processes (default: wall)",
    )
    cli.add(parser, "--node-limit", unset="no limit")
    cli.add(parser, "--memory-limit", unset="available memory divided by --jobs")


def _add_competitors(who: argparse._ArgumentGroup) -> None:
    who.add_argument(
        "--solvers",
        nargs="+",
        type=_competitor,
        default=[],
        metavar="NAME",
        help="default all; scripts/solve.py --list-solvers names them; or a function of yours, module:function or "
        "path/to/file.py:function, a heuristic for open tours unless its decorator @solver(…) says more",
    )
    who.add_argument(
        "--competitor",
        action="append",
        type=_competitor,
        default=[],
        metavar="'NAME: SOLVER K=V …'",
        help="a solver with options of its own, beside or instead of --solvers; reports call it NAME, which may be left out",
    )
    who.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="SOLVER:K=V",
        help="an option of a solver; where the same one comes with several values, each is a competitor",
    )
    who.add_argument(
        "--tie-breaks",
        nargs="*",
        metavar="RULE",
        help="tie-break rules of Warnsdorff's walk instead, by their success rate on each board from each start "
        f"(default 0,0); default {' '.join(STANDARD_RULES)}",
    )
    who.add_argument(
        "--seeds",
        type=cli.between(1),
        metavar="N",
        help=f"N runs, from seed 0 on, of each that makes random choices; default 1, of a tie-break rule {WALKS}",
    )
    cli.add(who, "--repeats", unset="1")


def _option(text: str) -> tuple[str, str, Any]:
    head, equals, value = text.partition("=")
    solver, _, key = head.rpartition(":")
    if not solver:
        raise argparse.ArgumentTypeError(f"{text!r} is not SOLVER:K=V, such as warnsdorff:tie_break=roth")
    return solver, *cli.option(key + equals + value)


def _competitor(text: str) -> tuple[str, dict[str, Any], str]:
    """Read a solver, its options and its name; a value may hold spaces, and a table of JSON a colon."""
    name, colon, call = text.partition(": ")
    if not colon or set('{"') & set(name):
        name, call = "", text
    solver, *words = re.split(r"\s+(?=[^\s=]+=)", call.strip())
    options = dict(map(cli.option, words))
    if len(options) < len(words):
        raise argparse.ArgumentTypeError(f"{text!r} gives an option twice: write one competitor for each value")
    return solver, options, name.strip()


def list_suites() -> int:
    """Print the names of the suites, and what is in them."""
    for name in suite_names():
        suite = read_suite(name)
        problems, answered = sum(1 for _ in suite), sum(bool(each.known) for each in suite)
        print(f"{name}\n    {suite.description}\n    {plural(problems, 'problem')}, the answers of {answered} are known")
    return exits.FOUND


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Return the plan that the arguments describe.

    Raises
    ------
    KnightsTourError : the arguments do not fit together, or one of them is bad; the sentence says which.
    """
    if arguments.tie_breaks is not None:
        return _plan_of_tie_breaks(arguments)
    _check_together(arguments)
    seconds, more = TIME_LIMIT, tuple[Competitor, ...]()
    if arguments.boards is None:
        suite = read_suite(STANDARD if arguments.suite is None else arguments.suite)
        sets, seconds, more = suite.sets, suite.time_limit or TIME_LIMIT, suite.competitors
    else:
        sets = _sets(arguments, arguments.boards, "orbits")
    memory = None if arguments.memory_limit is None else arguments.memory_limit * 1e9
    seconds = seconds if arguments.time_limit is None else arguments.time_limit
    limits = Limits(seconds, arguments.node_limit, memory, clock=arguments.clock or CLOCKS[0])
    given = [Competitor(*each) for each in (*arguments.solvers, *arguments.competitor)]
    competitors = competitors_for(given or [*competitors_for(), *more], option_sets(arguments.option))
    _check_sizes(sets, [each.solver for each in competitors])
    how = {name: number for name in ("seeds", "repeats") if (number := getattr(arguments, name)) is not None}
    return Plan(sets, partial(tasks_for, competitors=competitors, limits=limits, **how))


def _plan_of_tie_breaks(arguments: argparse.Namespace) -> Plan:
    boards = arguments.boards or STANDARD_BOARDS
    for name in filter(is_graph_file, boards):
        cli.board_text(name)  # which refuses it
    sets = _sets(arguments, boards, "0,0")
    _check_sizes(sets, [SOLVER])
    rules, walks = arguments.tie_breaks or STANDARD_RULES, arguments.seeds or WALKS
    return Plan(sets, partial(walk_tasks, rules=rules, walks=walks))


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


def _sets(arguments: argparse.Namespace, boards: Sequence[str], start: str) -> tuple[ProblemSet, ...]:
    """Return the problems of boards, from one start unless the user says otherwise.

    Each board is a table of a suite, whose keys are the options.
    """
    starts: Any = list(dict.fromkeys(arguments.starts or [start]))
    for word in {"all", "any", "orbits"}.intersection(starts):
        if len(starts) > 1:
            raise FormatError(f"--starts takes {word} alone, or squares: leave the others out", word)
        starts = None if word == "any" else word
    found: list[ProblemSet] = []
    if arguments.square:
        boards = [str(board) for text in boards for board in square_boards_in_range(text)]
    for name, leaper in product(dict.fromkeys(boards), arguments.leaper or [None]):
        table = {key: getattr(arguments, key) for key in ("end", "closed", "wrap")} | {"starts": starts, "leaper": leaper}
        if is_graph_file(name):
            table["graphs"] = [name]
            for option in ("leaper", "wrap"):
                if table[option] is not None:
                    raise FormatError(f"--{option} has no effect on the graph file {name}: leave it out", option)
        else:
            table["boards"] = [name if is_range(name) else cli.board_text(name)]
        try:
            found += problem_sets({key: value for key, value in table.items() if value is not None})
        except Fault as fault:
            raise FormatError(f"argument --{fault}".replace("--graphs", "--boards", 1), fault.key) from None
    return tuple(found)


def _check_sizes(sets: Sequence[ProblemSet], solvers: Sequence[str]) -> None:
    """Refuse boards that are too large for the solvers."""
    needy = [name for name in solvers if get_solver(name).reads_graph]
    most = MAX_GRAPH_SQUARES if needy else MOST_SQUARES
    for each in sets:
        if each.subject.problem.size > most:
            what = f"a board of {each.subject.problem.size:,} squares is too large to compare: {most:,} at most"
            others = f" with {needy[0]}, which reads the graph; solvers that read none take {MOST_SQUARES:,}" if needy else ""
            raise BoardError(what + others, each.subject.board)

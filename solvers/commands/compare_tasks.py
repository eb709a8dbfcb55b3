"""The tasks of `compare`: options that select problems and competitors, and their conversion to a plan of tasks."""

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
from graphs.notation import boards_in_range, is_range
from graphs.text import plural
from solvers import get_solver
from solvers.budget import CLOCKS
from solvers.commands import command_line as cli
from solvers.commands import exits, parsing
from solvers.comparison.competitors import Competitor, competitors_for, option_sets
from solvers.comparison.problem_sets import ProblemSet
from solvers.comparison.suites import STANDARD, Suite, problem_sets, read_suite, suite_names
from solvers.comparison.suites.keys import Fault
from solvers.comparison.tasks import Limits, TaskPlan, tasks_for

MOST_SQUARES = 100_000_000
"""Maximum number of squares of a board. A larger tour would need more than a gigabyte."""
TIME_LIMIT = 1.0
"""Default time limit per run, in seconds."""
NEEDS = dict.fromkeys(("square", "leaper", "wrap"), "boards") | dict.fromkeys(("starts", "end", "closed"), "boards graphs")
"""Options that need another one, each with the options of which one must be given."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that select problems, competitors and limits.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The parser of `compare`.
    """
    what = parser.add_argument_group("problems")
    source = what.add_mutually_exclusive_group()
    parsing.add(source, "--boards", more=f"; or board files, - for standard input, or graph files ({', '.join(GRAPH_FORMATS)})")
    source.add_argument(
        "--graphs",
        nargs="+",
        metavar="GRAPH",
        help=f"graph files ({', '.join(GRAPH_FORMATS)}), folders of such files, patterns such as 'graphs/*.col', or names of "
        "known graphs, such as J5",
    )
    parsing.add(what, "--square")
    what.add_argument(
        "--starts",
        nargs="+",
        metavar="START",
        help="first squares (R,C or c3) or vertices; or one of the words all (every square), any (no given start) and orbits "
        "(one square of each set of symmetric squares) (default: orbits, or any for graphs)",
    )
    parsing.add(what.add_mutually_exclusive_group(), "--end", "--closed")
    parsing.add(what, "--leaper", nargs="+", more="; several leapers are allowed")
    parsing.add(what, "--wrap")
    source.add_argument(
        "--suite",
        metavar="NAME",
        help="set of problems: a name that --list-suites prints, or a .toml file "
        f"(default: {STANDARD}, unless --boards or --graphs is given)",
    )
    what.add_argument("--list-suites", action="store_true", help="print all suites")
    _add_competitors(parser.add_argument_group("competitors"))
    parsing.add(parser, "--time-limit", unset=f"{TIME_LIMIT:g}, or the limit of the suite")
    parser.add_argument(
        "--clock",
        choices=CLOCKS,
        help="clock for limits and times: wall (elapsed time) or cpu (processor time, including child processes) "
        "(default: cpu)",
    )
    parsing.add(parser, "--node-limit", unset="no limit")
    parsing.add(parser, "--memory-limit", unset="memory of the machine divided by its cores")


def _add_competitors(who: argparse._ArgumentGroup) -> None:
    who.add_argument(
        "--solvers",
        nargs="+",
        type=_competitor,
        default=[],
        metavar="NAME",
        help="names that `knights-tour solve --list-solvers` prints, or your own functions, as module:function or "
        "path/to/file.py:function; a function without the decorator @solver(…) counts as a heuristic for open tours "
        "(default: all solvers)",
    )
    who.add_argument(
        "--competitor",
        action="append",
        type=_competitor,
        default=[],
        metavar="'NAME: SOLVER K=V …'",
        help="compare SOLVER, called with the options K=V; NAME (optional) is its name in reports; repeatable",
    )
    who.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="SOLVER:K=V",
        help="set option K of SOLVER to V; repeatable; if K has several values, each combination of values is a competitor",
    )
    who.add_argument(
        "--seeds",
        type=parsing.between(1),
        metavar="N",
        help="run each randomized competitor with the seeds 0 to N - 1 (default: one run with the default seed)",
    )
    parsing.add(who, "--repeats", unset="1")


def _option(text: str) -> tuple[str, str, Any]:
    head, equals, value = text.partition("=")
    solver, _, key = head.rpartition(":")
    if not solver:
        raise argparse.ArgumentTypeError(f"{text!r} is not SOLVER:K=V, such as warnsdorff:tie_break=roth")
    return solver, *parsing.option(key + equals + value)


def _competitor(text: str) -> tuple[str, dict[str, Any], str]:
    """Parse "NAME: SOLVER K=V …", and return the solver, its options and NAME. A value V may contain spaces."""
    name, colon, call = text.partition(": ")
    if not colon or set('{"') & set(name):
        name, call = "", text
    solver, *words = re.split(r"\s+(?=[^\s=]+=)", call.strip())
    options = dict(map(parsing.option, words))
    if len(options) < len(words):
        raise argparse.ArgumentTypeError(f"{text!r} contains an option twice: write a separate --competitor for each value")
    return solver, options, name.strip()


def list_suites() -> int:
    """Print the suites with their descriptions and numbers of problems.

    Returns
    -------
    int
        The exit status.
    """
    for name in suite_names():
        suite = read_suite(name)
        problems, answered = sum(1 for _ in suite), sum(bool(each.known) for each in suite)
        print(f"{name}\n    {suite.description}\n    {plural(problems, 'problem')}, {answered} with known answers")
    return exits.FOUND


def plan_of(arguments: argparse.Namespace) -> TaskPlan:
    """Return the plan of a comparison, which contains all its tasks.

    Parameters
    ----------
    arguments : argparse.Namespace
        The arguments of `compare`.

    Returns
    -------
    TaskPlan
        The plan.

    Raises
    ------
    KnightsTourError
        If an argument is invalid, or if an option has no effect.
    """
    parsing.check_options(arguments, needs=NEEDS)
    if arguments.boards is not None:
        suite = Suite("boards", "the boards of --boards", _sets(arguments, arguments.boards, "orbits"))
    elif arguments.graphs is not None:
        suite = Suite("graphs", "the graphs of --graphs", _sets(arguments, arguments.graphs, "any", "--graphs"))
    else:
        suite = read_suite(STANDARD if arguments.suite is None else arguments.suite)
    memory = None if arguments.memory_limit is None else arguments.memory_limit * 1e9
    seconds = suite.time_limit or TIME_LIMIT if arguments.time_limit is None else arguments.time_limit
    limits = Limits(seconds, arguments.node_limit, memory, clock=arguments.clock or "cpu")
    named_competitors = [Competitor(*each) for each in (*arguments.solvers, *arguments.competitor)]
    competitors = competitors_for(named_competitors or [*competitors_for(), *suite.competitors], option_sets(arguments.option))
    _check_sizes(suite.sets, [each.solver for each in competitors])
    how = {name: number for name in ("seeds", "repeats") if (number := getattr(arguments, name)) is not None}
    return TaskPlan(suite.sets, partial(tasks_for, competitors=competitors, limits=limits, **how))


def _sets(arguments: argparse.Namespace, boards: Sequence[str], start: str, option: str = "--boards") -> tuple[ProblemSet, ...]:
    """Return the sets of problems on `boards`: boards and graph files, or names of graphs if `option` is `--graphs`.

    If `--starts` is not given, `start` is used instead.
    """
    starts: Any = list(dict.fromkeys(arguments.starts or [start]))
    for word in {"all", "any", "orbits"}.intersection(starts):
        if len(starts) > 1:
            raise FormatError(f"--starts {word} cannot be combined with other starts: leave them out", word)
        starts = None if word == "any" else word
    sets: list[ProblemSet] = []
    if arguments.square:
        boards = [str(board) for text in boards for board in boards_in_range(text, square=True)]
    for name, leaper in product(dict.fromkeys(boards), arguments.leaper or [None]):
        table = {key: getattr(arguments, key) for key in ("end", "closed", "wrap")} | {"starts": starts, "leaper": leaper}
        if option == "--graphs" or is_graph_file(name):
            table["graphs"] = [name]
            for key in ("leaper", "wrap"):
                if table[key] is not None:
                    raise FormatError(f"--{key} has no effect on graph file {name}: leave it out", key)
        else:
            table["boards"] = [name if is_range(name) else cli.board_text(name)]
        try:
            sets += problem_sets({key: value for key, value in table.items() if value is not None})
        except Fault as fault:
            raise FormatError(f"argument --{fault}".replace("--graphs", option, 1), fault.value) from None
    return tuple(sets)


def _check_sizes(sets: Sequence[ProblemSet], solvers: Sequence[str]) -> None:
    """Check that no board or graph is too large for the solvers that are compared."""
    needy = [name for name in solvers if get_solver(name).reads_graph]
    most = MAX_GRAPH_SQUARES if needy else MOST_SQUARES
    for each in sets:
        if each.subject.problem.size > most:
            what = f"a board of {each.subject.problem.size:,} squares is too large: the maximum is {most:,}"
            others = f" with {needy[0]}, which reads the graph, and {MOST_SQUARES:,} with solvers that do not" if needy else ""
            raise BoardError(what + others, each.subject.board)

"""Compare solvers on the same problems. Without arguments, run the standard comparison (one to two minutes on two cores)."""

from __future__ import annotations

import shlex
import sys
from typing import Any

from graphs.errors import FormatError, KnightsTourError
from graphs.formats import is_graph_file
from graphs.leapers import KNIGHT
from graphs.text import plural
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.commands.report import check_report_folder, print_report, write_folder
from solvers.commands.waiting import waiting_progress
from solvers.comparison import Comparison, Store
from solvers.comparison.comparison import comparison_plan, fill
from solvers.comparison.suites import STANDARD, TIME_LIMIT, read_suite
from solvers.comparison.tasks import Task
from solvers.core.budget import Budget

MOVED = {
    "--report": "knights-tour report DIR",
    "--verify": "--out DIR, then knights-tour report DIR --archive FILE.zip",
    "--list-suites": "--suite NAME, with a name in solvers/comparison/suites/README.md",
    "--archive": "--out DIR, then knights-tour report DIR --archive FILE.zip",
    "--html": "--out DIR, which writes DIR/page.html",
    "--export": "--out DIR, which writes DIR/runs.csv",
    "--published": "--out DIR, then knights-tour report DIR --published FILE.csv",
    "--by": "--out DIR, then knights-tour report DIR --by",
    "--common": "--out DIR, then Comparison.read(DIR).runs in Python",
    "--retry": "--out with another folder",
    "--format": "--out DIR, then knights-tour report DIR --format",
    "--competitor": "--solvers 'NAME: SOLVER K=V …'",
    "--option": "--solvers 'SOLVER K=V …'",
    "--tie-breaks": "success_rates() in Python",
    "--square": "--boards 3x3 4x4 …",
}
"""Options of earlier versions, with their replacements."""


def main() -> int:
    """Execute all tasks without a stored run, and print the report on all runs."""
    arguments = _parser().read()
    if arguments.out is not None:
        check_report_folder(arguments.out)
    plan, not_run = comparison_plan(**_selection(arguments))
    if not_run:
        cli.say(not_run)
    with Store.temporary() if arguments.out is None else Store.opened(arguments.out) as store:
        return _compare(plan, not_run, store, arguments)


EXAMPLES = """\
  compare --boards 5x5 6x6 8x8 --solvers warnsdorff pruned cp-sat
  compare --suite standard --out results    stored, and resumed by a rerun
"""
SOLVERS = """
SOLVER a name of `solve --list-solvers`, FILE.py:FUNCTION, or with options
       'NAME: SOLVER K=V …', e.g. 'lazy: cp-sat model=lazy-cuts'
START  a square, all (every square), orbits (one square per symmetry class,
       default for boards), or any (one run without a start, default for
       graphs)"""


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        __doc__,
        examples=EXAMPLES,
        epilog="Exit status: 0 solvers agree (answers may be unknown), 2 bad input, 4 solvers disagree or a solver failed",
        moved=MOVED,
    )
    what = parser.add_argument_group("problems")
    parsing.add(what, "--boards", default=[])
    what.add_argument(
        "--graphs", nargs="+", default=[], metavar="GRAPH", help="graph files, folders, patterns, or names such as J5"
    )
    what.add_argument(
        "--suite",
        metavar="NAME",
        help=f"named set of problems, or .toml file (default: {STANDARD}, if no problems are given)",
    )
    what.add_argument(
        "--starts",
        nargs="+",
        metavar="START",
        help="starts of open tours: squares, all, orbits or any",
    )
    parsing.add(what.add_mutually_exclusive_group(), "--end", "--closed")
    parsing.add(what, "--leaper", nargs="+")
    parsing.add(what, "--wrap")
    who = parser.add_argument_group("competitors")
    who.add_argument(
        "--solvers",
        nargs="+",
        metavar="SOLVER",
        help="solvers to compare (default: all)",
    )
    who.add_argument(
        "--seeds", type=parsing.parse_between(1), metavar="N", help="run randomized solvers with N seeds (default: 1)"
    )
    parsing.add(who, "--repeats", unset="1")
    limits = parser.add_argument_group("limits of each run")
    parsing.add(limits, "--time-limit", unset=f"{TIME_LIMIT:g}, or that of the suite")
    parsing.add(limits, "--node-limit", unset="none")
    parsing.add(limits, "--memory-limit", unset="memory of the machine per core")
    limits.add_argument(
        "--clock", choices=("cpu", "wall"), default="cpu", help="measure processor time or elapsed time (default: cpu)"
    )
    workers = parser.add_mutually_exclusive_group()
    parsing.add(workers, "--jobs", unset="the number of cores")
    parsing.add(workers, "--scheduler")
    parsing.add(parser, "--out")
    parser.add_argument_group("formats", parsing.FORMATS + SOLVERS)
    return parser


def _selection(arguments: parsing.ParsedArguments) -> dict[str, Any]:
    """Return the arguments for `comparison_plan`."""
    starts: Any = arguments.starts
    starts = starts[0] if starts in (["all"], ["any"], ["orbits"]) else starts
    graphs = [*arguments.graphs, *filter(is_graph_file, arguments.boards)]
    boards = [cli.input_board_text(each) if each == "-" else each for each in arguments.boards if not is_graph_file(each)]
    if not (boards or graphs):
        arguments.reject("without --boards or --graphs", "starts", "end", "closed")
    if not boards:
        arguments.reject("without boards", "leaper", "wrap")
    if arguments.suite is not None and (boards or graphs):
        raise FormatError("--suite cannot be combined with --boards and --graphs: leave one out", arguments.suite)
    time, nodes, gigabytes = arguments.time_limit, arguments.node_limit, arguments.memory_limit
    memory = None if gigabytes is None else int(gigabytes * 1e9)
    if time is None and nodes is not None:
        time = TIME_LIMIT if boards or graphs else read_suite(arguments.suite or STANDARD).budget.seconds
    budget = None if time is None else Budget(time, nodes)
    changed = {"boards": boards, "graphs": graphs, "starts": starts, "leaper": arguments.leaper or KNIGHT}
    return vars(arguments) | changed | {"budget": budget, "memory": memory}


def _compare(plan: list[Task], not_run: str, store: Store, arguments: parsing.ParsedArguments) -> int:
    """Execute the plan, and print the report, even after Ctrl-C or an error."""
    total, command = len(plan), f"{sys.argv[0]} {shlex.join(sys.argv[1:])}"
    if stored := total - len(store.missing(plan)):
        cli.say(f"{stored:,} of {plural(total, 'run')} stored")
    try:
        with waiting_progress("runs", total) as advance:
            fill(store, plan, jobs=arguments.jobs, scheduler=arguments.scheduler, command=command, advance=advance)
    except (KeyboardInterrupt, KnightsTourError) as trouble:  # such as a full disk or a lost cluster
        if len(store):
            print_report(Comparison(store))
        if isinstance(trouble, KnightsTourError):
            raise
        remedy = "" if arguments.out is None else "; rerun the command to resume"
        cli.say(f"stopped after {len(store):,} of {plural(total, 'run')}{remedy}")
        return exits.INTERRUPTED
    comparison = Comparison(store, not_run)
    status = print_report(comparison)
    if arguments.out is not None:
        write_folder(comparison, arguments.out)
    return status

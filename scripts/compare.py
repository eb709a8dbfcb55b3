"""Compare the solvers on the same problems; without arguments, the standard comparison (about a minute on two cores)."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from functools import partial

import command_line as cli
import tie_break_trials
from graphs.board import Board
from graphs.errors import FormatError
from solvers import Budget
from solvers.comparison import Run, Task, csv_writer, disagreements, failures, run_all, standard_tasks, tables, tasks_for
from solvers.comparison.tasks import STANDARD_BUDGET, Starts

OF_SOLVERS: Sequence[str] = ("closed", "solvers", "time_limit", "node_limit")
OF_TRIALS: Sequence[str] = ("runs", "seed")


def main() -> int:
    arguments = _parser().parse_args()
    _check_together(arguments)
    if arguments.tie_breaks is not None:
        boards = None if arguments.boards is None else [cli.read_board(name) for name in arguments.boards]
        return tie_break_trials.run(arguments, boards, partial(_starts, arguments.starts) if arguments.starts else None)
    tasks = _tasks(arguments)
    if not tasks:
        raise FormatError("there is nothing to compare: none of these solvers takes these problems")
    runs, stopped = _runs(tasks, arguments)
    place = {task.name: number for number, task in enumerate(tasks)}
    runs.sort(key=lambda run: place[run.task.name])
    status = _report(runs, len(tasks)) if runs else cli.FOUND
    return cli.INTERRUPTED if stopped else status


def _parser() -> cli.Parser:
    parser = cli.Parser(
        description=__doc__,
        epilog="Exit status: 0 the solvers agree, 4 two disagree or one is at fault, 2 bad input",
    )
    parser.add_argument(
        "--boards", nargs="+", metavar="BOARD", help="8x8, or files of '.' and '#'; default the standard boards"
    )
    parser.add_argument(
        "--starts", nargs="+", metavar="START", help="all, orbits (one of each symmetric kind; default), or squares R,C or c3"
    )
    parser.add_argument("--closed", action="store_true", help="closed tours, with --boards")
    parser.add_argument("--solvers", nargs="+", metavar="NAME", help="default all; scripts/solve.py --list-solvers names them")
    cli.add_budget(parser, seconds=STANDARD_BUDGET.seconds)
    parser.add_argument("--jobs", type=cli.count, metavar="N", help="runs at a time; default the number of cores")
    parser.add_argument("--out", metavar="DIR", help="keep the runs in DIR/runs.csv, one row a run")
    tie_break_trials.add_options(parser)
    parser.set_defaults(time_limit=None)  # so that we see whether the user gave a limit
    return parser


def _check_together(arguments: argparse.Namespace) -> None:
    """Refuse options of the comparison together with --tie-breaks, and options of the trials without it."""
    if arguments.tie_breaks is not None:
        strange, where = OF_SOLVERS, "compares solvers, which --tie-breaks does not"
    else:
        strange, where = OF_TRIALS, "belongs to --tie-breaks"
    for name in strange:
        value = getattr(arguments, name)
        if value is not None and value is not False:  # `--seed 0` is there, too
            raise FormatError(f"--{name.replace('_', '-')} {where}: leave it out")


def _tasks(arguments: argparse.Namespace) -> list[Task]:
    seconds = STANDARD_BUDGET.seconds if arguments.time_limit is None else arguments.time_limit
    budget = Budget(seconds, arguments.node_limit)
    if arguments.boards is None:
        if arguments.starts or arguments.closed:
            raise FormatError("--starts and --closed belong to --boards: name the boards too")
        return list(standard_tasks(arguments.solvers, budget))
    boards = [cli.read_board(name) for name in arguments.boards]
    words = arguments.starts or ["orbits"]
    terms = {"closed": arguments.closed, "budget": budget}
    return [task for board in boards for task in tasks_for([board], arguments.solvers, starts=_starts(words, board), **terms)]


def _starts(words: Sequence[str], board: Board) -> Starts:
    if words == ["all"]:
        return "all"
    if words == ["orbits"]:
        return "orbits"
    return [square for word in words if (square := cli.square(word, "--starts", board)) is not None]


def _runs(tasks: list[Task], arguments: argparse.Namespace) -> tuple[list[Run], bool]:
    """Return the finished runs, and whether Ctrl-C stopped the others."""
    runs: list[Run] = []
    with contextlib.ExitStack() as stack:
        keep = stack.enter_context(csv_writer(arguments.out)) if arguments.out is not None else None
        advance = stack.enter_context(cli.progress("runs", len(tasks)))
        finished = stack.enter_context(contextlib.closing(run_all(tasks, arguments.jobs)))
        try:
            for run in finished:
                runs.append(run)
                if keep is not None:
                    keep(run)
                advance()
        except KeyboardInterrupt:
            return runs, True
    return runs, False


def _report(runs: list[Run], planned: int) -> int:
    """Print the tables and the cross-check; return the exit status."""
    console = cli.console()
    for table in tables(runs):
        console.print(table)
        console.print()
    if len(runs) < planned:
        print(f"stopped after {len(runs)} of {planned} runs", file=sys.stderr)
    failed, conflicts = failures(runs), disagreements(runs)
    for run in failed:
        print(f"failed: {run.task.name}: {run.reason}")
    for conflict in conflicts:
        print(conflict)
    if not conflicts:
        questions = {run.task.question for run in runs if run.solved}
        tours = sum(run.status == "found" for run in runs)
        print(f"cross-check: the solvers agree on all {len(questions)} questions that were settled; all {tours} tours verified")
    return cli.DISAGREE if conflicts or failed else cli.FOUND


if __name__ == "__main__":
    cli.run(main)

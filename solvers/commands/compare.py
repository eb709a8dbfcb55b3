"""Compare the solvers on the same problems; without arguments, the standard comparison (about a minute on two cores)."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import ExitStack, closing

from graphs.errors import FormatError, KnightsTourError
from graphs.text import plural
from solvers.commands import command_line as cli
from solvers.commands import compare_report, compare_tasks, exits
from solvers.commands.waiting import progress
from solvers.comparison import Store, run_all
from solvers.comparison.noes import unchecked_noes, verdict_on
from solvers.comparison.processes import thread_executor
from solvers.comparison.runs import check_option_values
from solvers.comparison.tasks import Plan

BESIDE = {
    "--report": "report by common format html export archive",
    "--verify": "verify",
    "--list-suites": "list_suites",
    "--tie-breaks": "tie_breaks boards square starts seeds jobs scheduler out",
}
"""Beside each option that starts no comparison, the options that have an effect."""


def main() -> int:
    """Make the runs that are missing, or read those that are kept; report, and return the exit status."""
    arguments = _parser().parse_args()
    _check_together(arguments)
    if arguments.list_suites:
        return compare_tasks.list_suites()
    if arguments.verify is not None:
        with Store.read(arguments.verify) as store:
            return compare_report.verify(store)
    compare_report.check_files(arguments)
    if arguments.report is not None:
        with Store.read(arguments.report) as store:
            return compare_report.show(store, arguments)
    plan = compare_tasks.plan_of(arguments)
    if not plan.count:
        raise FormatError("there is nothing to compare: none of these solvers takes these problems")
    check_option_values(plan)
    with Store.temporary() if arguments.out is None else Store.opened(arguments.out) as store:
        store.enter(plan.competitors)
        return _compare(plan, store, arguments)


def _parser() -> cli.Parser:
    parser = cli.Parser(
        description=__doc__,
        epilog="Exit status: 0 the solvers agree (some answers may be unknown), 4 two disagree or one is at fault, 2 bad input",
    )
    compare_tasks.add_options(parser)
    cli.add_workers(parser, "the number of cores")
    kept = parser.add_argument_group("what is kept")
    cli.add(kept, "--out", "--html")
    kept.add_argument("--retry", action="store_true", help="make runs again that crashed")
    cli.add(kept, "--export", more=": the runs (.csv, .jsonl, .parquet)")
    kept.add_argument("--archive", metavar="FILE.zip", help="write the runs and all evidence for scripts/check_certificate.py")
    kept.add_argument("--report", metavar="DIR", help="print the report on the runs in DIR; nothing runs")
    kept.add_argument("--by", choices=("leaper", "board", "suite"), help="print a table for each leaper, board or suite")
    kept.add_argument("--common", action="store_true", help="compare on the problems that all competitors support")
    cli.add(kept, "--format", choices=compare_report.FORMATS, more=": print only the main tables (default: text report)")
    kept.add_argument("--verify", metavar="DIR", help="check every tour and every no-tour answer in DIR")
    return parser


def _check_together(arguments: argparse.Namespace) -> None:
    """Refuse options that have no effect beside others."""
    for option in BESIDE:
        value = getattr(arguments, option.removeprefix("--").replace("-", "_"))
        if value is not None and value is not False:
            cli.check_together(arguments, option, BESIDE)
            return
    if arguments.retry and arguments.out is None:
        raise FormatError("--retry has no effect without --out, the folder with the runs that crashed: name it", "--retry")


def _compare(plan: Plan, store: Store, arguments: argparse.Namespace) -> int:
    """Make the runs that the store lacks, report on all, and return the exit status."""
    store.begin_session(shlex.join(sys.argv))
    trouble: KnightsTourError | None = None
    stopped = False
    try:
        _make_runs(plan, store, arguments)
    except KeyboardInterrupt:
        stopped = True
    except KnightsTourError as error:  # the store takes no more, or the cluster is gone: what is kept is shown first
        trouble = error
    if not len(store):
        status = exits.FOUND
    elif stopped or trouble is not None:  # nobody waits for plots who has pressed Ctrl-C
        status = compare_report.print_report(compare_report.Report(store), arguments)
    else:
        status = compare_report.show(store, arguments)
    if trouble is not None:
        raise trouble
    if stopped:
        goes_on = "" if arguments.out is None else "; the same command goes on"
        cli.say(f"stopped after {len(store):,} of {plural(plan.count, 'run')}{goes_on}")
    return exits.INTERRUPTED if stopped else status


def _make_runs(plan: Plan, store: Store, arguments: argparse.Namespace) -> None:
    """Make the runs that the store lacks, and keep each when it is finished; then check the noes that are not checked yet."""
    with ExitStack() as stack:
        executor = stack.enter_context(thread_executor(arguments.jobs, arguments.scheduler))
        advance = stack.enter_context(progress("runs", plan.count))
        tasks = store.missing(plan, retry=arguments.retry, kept=advance)
        for run in stack.enter_context(closing(run_all(tasks, executor=executor))):
            store.add(run)
            advance(run.status)
    if noes := unchecked_noes(store):
        with progress("noes", len(noes)) as advance:
            for no in noes:
                store.keep_verdict(no, verdict_on(no))
                advance()

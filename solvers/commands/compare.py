"""Compare solvers on the same problems. Without arguments, run the standard comparison (about a minute on two cores)."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import ExitStack, closing

from graphs.errors import FormatError, KnightsTourError
from graphs.text import plural
from solvers.commands import command_line as cli
from solvers.commands import compare_report, compare_tasks, exits, parsing
from solvers.commands.waiting import progress
from solvers.comparison import Store, run_all
from solvers.comparison.noes import unchecked_noes, verdict_on
from solvers.comparison.report.frame import read_published
from solvers.comparison.runs import check_option_values
from solvers.comparison.tasks import TaskPlan
from solvers.comparison.walks import STANDARD_RULES
from solvers.processes import thread_executor

MODES = {
    "report": "by common format html export archive published",
    "verify": "",
    "list_suites": "",
    "tie_breaks": "boards square starts seeds jobs scheduler out",
}
"""Options that exclude most others, each with the names of the options that it allows, separated by spaces."""


def main() -> int:
    """Execute the tasks that have no stored run (with `--report`, only read stored runs), and print the report.

    Returns
    -------
    int
        The exit status.
    """
    arguments = _parser().parse_args()
    if arguments.tie_breaks == []:  # the option is given without rules
        arguments.tie_breaks = list(STANDARD_RULES)
    parsing.check_options(arguments, MODES, {"retry": "out"})
    if arguments.list_suites:
        return compare_tasks.list_suites()
    if arguments.verify is not None:
        with Store.read(arguments.verify) as store:
            return compare_report.verify(store)
    compare_report.check_files(arguments)
    if arguments.published is not None:
        arguments.published = read_published(arguments.published)
    if arguments.report is not None:
        with Store.read(arguments.report) as store:
            return compare_report.show(store, arguments)
    plan = compare_tasks.plan_of(arguments)
    if not plan.count:
        raise FormatError("nothing to compare: none of the solvers supports the problems; choose others with --solvers")
    check_option_values(plan.competitors.values())
    with Store.temporary() if arguments.out is None else Store.opened(arguments.out) as store:
        store.enter(plan.competitors)
        return _compare(plan, store, arguments)


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        description=__doc__,
        epilog="Exit status: 0 solvers agree (answers may be unknown), 2 bad input, 4 solvers disagree or a solver failed",
    )
    compare_tasks.add_options(parser)
    parsing.add_workers(parser, "the number of cores")
    reports = parser.add_argument_group("reports and stored runs")
    parsing.add(reports, "--out")
    parsing.add(reports, "--html", type=parsing.output(stdout=False))
    reports.add_argument("--retry", action="store_true", help="with --out, rerun the stored runs that crashed")
    parsing.add(reports, "--export", more=" of the table of runs: .csv, .jsonl or .parquet")
    reports.add_argument(
        "--archive",
        metavar="FILE.zip",
        type=parsing.output(".zip"),
        help="write all runs, tours and certificates to FILE.zip; check it with `knights-tour verify`",
    )
    reports.add_argument("--report", metavar="DIR", help="only print the report on the runs stored in DIR")
    reports.add_argument("--by", choices=("leaper", "board", "suite"), help="print a separate table per leaper, board or suite")
    reports.add_argument("--common", action="store_true", help="compare competitors only on problems that all of them have run")
    reports.add_argument(
        "--published",
        metavar="FILE.csv",
        help="also show the published times in FILE.csv; they are not ranked, and not stored: repeat this option with "
        "--report; columns: problem (its name in the report, or the name of its graph file without folder and extension), "
        "competitor, seconds (empty if unsolved), limit, source",
    )
    parsing.add(
        reports,
        "--format",
        choices=compare_report.FORMATS,
        more=": text (the whole report), or markdown, latex or csv (only the main tables) (default: text)",
    )
    reports.add_argument("--verify", metavar="DIR", help="verify all tours and no-tour answers stored in DIR")
    return parser


def _compare(plan: TaskPlan, store: Store, arguments: argparse.Namespace) -> int:
    """Execute the tasks of `plan` that have no stored run, print the report on all runs, and return the exit status."""
    store.begin_session(shlex.join(sys.argv))
    trouble: KeyboardInterrupt | KnightsTourError | None = None
    try:
        _make_runs(plan, store, arguments)
    except (KeyboardInterrupt, KnightsTourError) as error:  # such as a full disk or a lost cluster
        trouble = error
    if trouble is None:
        return compare_report.show(store, arguments) if len(store) else exits.FOUND
    if len(store):  # print the report only, without files
        compare_report.print_report(compare_report.Report(store, arguments.published), arguments)
    if isinstance(trouble, KnightsTourError):
        raise trouble
    remedy = "" if arguments.out is None else "; rerun the command to resume"
    cli.say(f"stopped after {len(store):,} of {plural(plan.count, 'run')}{remedy}")
    return exits.INTERRUPTED


def _make_runs(plan: TaskPlan, store: Store, arguments: argparse.Namespace) -> None:
    """Execute the tasks of `plan` that have no stored run, and store the runs. Then check no-tour answers without a verdict."""
    with ExitStack() as stack:
        executor = stack.enter_context(thread_executor(arguments.jobs, arguments.scheduler))
        advance = stack.enter_context(progress("runs", plan.count))
        tasks = store.missing(plan, retry=arguments.retry, kept=advance)
        for run in stack.enter_context(closing(run_all(tasks, executor=executor))):
            store.add(run)
            advance(run.status)
    if noes := unchecked_noes(store):
        with progress("no-tour answers", len(noes)) as advance:
            for no in noes:
                store.keep_verdict(no, verdict_on(no))
                advance()

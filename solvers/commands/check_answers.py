"""What the questions of check.py share: the processes that decide, the answers until someone stops them, the exit status."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from graphs.errors import FormatError
from solvers import Problem, StartMap, Verdict
from solvers.commands import command_line as cli
from solvers.commands import exits
from solvers.errors import SolverError

__all__ = ["EXIT", "collected", "each_answer", "executor_for", "exit_status", "print_csv"]

EXIT = {True: exits.FOUND, False: exits.IMPOSSIBLE, None: exits.UNKNOWN}


def executor_for(arguments: argparse.Namespace) -> AbstractContextManager[Any]:
    """Return the processes that share out the decisions; None for one job, which loads nothing."""
    if arguments.jobs is not None and arguments.scheduler is not None:
        raise FormatError("--jobs has no effect with --scheduler, whose workers have their own number: leave it out", "--jobs")
    jobs = arguments.jobs or 1
    if jobs == 1 and arguments.scheduler is None:
        return nullcontext()
    from solvers.comparison.processes import process_executor

    return process_executor(jobs, arguments.scheduler)


def collected(answers: Iterable[Any], into: list[Any]) -> KeyboardInterrupt | Exception | None:
    """Gather the answers, and return what ended that early: Ctrl-C, a process that died, a full disk."""
    try:
        into.extend(answers)
    except (KeyboardInterrupt, SolverError, FormatError, OSError) as stopped:
        return stopped
    return None


def each_answer(
    problem: Problem, starts: StartMap, pairs: Mapping[Any, Verdict] | None = None
) -> Iterator[tuple[Problem, Verdict]]:
    """Yield each question of a map, and its verdict."""
    yield problem.with_ends(closed=True), starts.closed
    for square, verdict in starts.items():
        yield problem.with_ends(start=square), verdict
    for (start, end), verdict in (pairs or {}).items():
        yield problem.with_ends(start=start, end=end), verdict


def exit_status(stopped: KeyboardInterrupt | Exception | None, verdicts: Iterable[Verdict]) -> int:
    """Say how many answers are left open, and return the exit status once the answers are shown."""
    answers = [verdict.exists for verdict in verdicts]
    if None in answers:
        cli.say(f"{answers.count(None)} answers are left open")
    if isinstance(stopped, Exception):
        raise stopped
    return exits.INTERRUPTED if stopped else exits.UNKNOWN if None in answers else EXIT[True in answers]


def print_csv(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print the rows of a table as CSV."""
    writer = csv.DictWriter(sys.stdout, list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows(rows)

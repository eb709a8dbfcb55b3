"""What a comparison costs beside the solvers: time for each run, and memory of the process that leads it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice

import psutil

from graphs.board import Board
from solvers.commands.benchmark.measurements import Measured
from solvers.comparison import Limits, NamedProblem, Run, Store, Task, competitors_for, run_all, tasks_for

__all__ = ["comparison_seconds", "driver_memory", "overhead_of_a_run"]


def comparison_seconds(runs: int, jobs: int) -> Measured:
    """Return the seconds for so many runs of warnsdorff on 8x8, the start of the processes included."""
    started = time.perf_counter()
    for _ in _kept_runs(runs, jobs):
        pass
    return time.perf_counter() - started, "s"


def overhead_of_a_run(runs: int, jobs: int) -> Measured:
    """Return the milliseconds that a run of warnsdorff on 8x8 takes of a job beyond the solver's time, on average."""
    kept = _kept_runs(runs + 100, jobs)
    for _ in islice(kept, 100):  # until the processes have started
        pass
    started = time.perf_counter()
    solving = math.fsum(run.measurement.seconds for run in kept)
    return 1000 * (jobs * (time.perf_counter() - started) - solving) / runs, "ms"


def driver_memory(first: int, runs: int, jobs: int) -> Measured:
    """Return the megabytes by which the memory of this process grows from its first runs to so many."""
    before, process = 0, psutil.Process()
    for number, _ in enumerate(_kept_runs(runs, jobs), 1):
        if number == first:
            before = process.memory_info().rss
    return (process.memory_info().rss - before) / 1e6, "MB"


def _kept_runs(number: int, jobs: int) -> Iterator[Run]:
    """Yield so many runs of warnsdorff from all squares of 8x8, each kept in a temporary store."""
    with Store.temporary() as store, closing(run_all(_tasks(number), jobs)) as runs:
        for run in runs:
            store.add(run)
            yield run


def _tasks(number: int) -> Iterator[Task]:
    problems = [NamedProblem.on_board(Board(8, 8), start=square) for square in Board(8, 8)]
    seeds = math.ceil(number / len(problems))
    return islice(tasks_for(problems, competitors_for(["warnsdorff"]), limits=Limits(seconds=1), seeds=seeds), number)

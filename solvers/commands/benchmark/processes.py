"""The functions of benchmarks that start processes: commands, first uses, the C++ baseline, and comparisons."""

from __future__ import annotations

import atexit
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from functools import cache, partial
from itertools import islice
from operator import truediv
from pathlib import Path
from typing import Any

import psutil

from graphs.board import Board, Square
from solvers import Budget, Problem, solve
from solvers.commands.benchmark.measurements import Measured, compared_with_auto, seconds_of
from solvers.comparison import Limits, NamedProblem, Run, Store, Task, competitors_for, run_all, tasks_for

__all__ = [
    "auto_process",
    "command_seconds",
    "comparison_seconds",
    "driver_memory",
    "first_use_seconds",
    "import_ratio",
    "overhead_of_a_run",
    "peak_memory",
    "times_cpp",
]


def command_seconds(*words: str) -> Measured:
    """Return the seconds of a whole process, such as `knights-tour solve 8x8`."""
    return seconds_of(lambda: _output(sys.executable, "-m", "solvers", *words))


def import_ratio(one: str, other: str) -> Measured:
    """Return the seconds of a process that imports one package over those of one that imports another."""
    seconds = (seconds_of(partial(_output, sys.executable, "-c", f"import {name}"))[0] for name in (one, other))
    return truediv(*seconds), "ratio"


def auto_process(side: int, times: int, **terms: Any) -> Measured:
    """Return the ratio of `auto_warm` for whole processes."""
    words = [f"--{key}" if value is True else f"--{key}={value[0]},{value[1]}" for key, value in terms.items()]

    def seconds(solver: str) -> float:
        return command_seconds("solve", f"{side}x{side}", *words, "--format", "summary", "--solver", solver)[0]

    return compared_with_auto(seconds, side, times, terms)


RUN = """
import resource, time
from graphs import Board
from solvers import Problem, solve
started = time.perf_counter()
solve(Problem.on_board(Board({side}, {side}), **{terms}), {solver!r})
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def first_use_seconds(solver: str, side: int, **terms: object) -> Measured:
    """Return the seconds of a first run in a new process, with no compiled code stored."""
    code = RUN.format(side=side, terms=terms, solver=solver)
    with tempfile.TemporaryDirectory() as empty:
        return float(_output(sys.executable, "-c", code, env=os.environ | {"NUMBA_CACHE_DIR": empty}).split()[0]), "s"


def peak_memory(side: int) -> Measured:
    """Return the memory that a process fills which constructs a closed tour of a square board."""
    code = RUN.format(side=side, terms={"closed": True}, solver="construct")
    return int(_output(sys.executable, "-c", code).split()[1]) * 1024 / 1e9, "GB"


def times_cpp(
    solver: str, search: str, side: int, start: Square, nodes: int | None = None, times: int = 1, **options: Any
) -> Measured:
    """Return the solver's nodes per second over those of the C++ program: medians of `times` alternating runs."""
    problem, budget = Problem.on_board(Board(side, side), start=start), Budget(nodes=nodes)
    ours, theirs = [], []
    for _ in range(times):
        result = solve(problem, solver, budget=budget, **options)
        _, placed, seconds, *_ = _output(_cpp_program(), search, side, *start, *([] if nodes is None else [nodes])).split()
        if options.get("tie_break", "first") == "first" and int(placed) != result.nodes:
            raise RuntimeError(f"the C++ program placed {placed} nodes, {solver} {result.nodes}: not the same search")
        ours.append(result.nodes / result.seconds)
        theirs.append(int(placed) / float(seconds))
    rate = statistics.median(theirs)
    return statistics.median(ours) / rate, f"x C++ ({rate / 1e6:.0f} million nodes/s)"


@cache
def _cpp_program() -> Path:
    program = Path(tempfile.mkdtemp(prefix="knights-tour-")) / "classic"
    atexit.register(shutil.rmtree, program.parent, ignore_errors=True)
    source = Path(__file__).with_name("classic.cpp")
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def _output(*words: object, env: dict[str, str] | None = None) -> str:
    return subprocess.run([*map(str, words)], check=True, capture_output=True, text=True, env=env).stdout


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

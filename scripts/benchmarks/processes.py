"""Functions that measure other processes: commands, the C++ program `classic.cpp`, and the worker processes of a comparison.

A function raises an exception if a command fails, or if a solver and the C++ program visit different numbers of search nodes.
"""

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
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import psutil
from benchmarks.measurements import Measured, seconds_of, square

from graphs import Board
from graphs.board import Square
from solvers import Budget, solve
from solvers.comparison import Limits, NamedProblem, Run, Store, competitors_for, run_all, tasks_for


def run_command(line: str) -> None:
    """Run a command in a new process.

    Parameters
    ----------
    line : str
        Name of a script and its arguments, such as `solve.py 8x8`. It runs as `python -m solvers solve 8x8`.
    """
    script, *words = line.split()
    _output(sys.executable, "-m", "solvers", script.removesuffix(".py"), *words)


def import_ratio() -> Measured:
    """Measure the time for importing `solvers`, relative to that for importing networkx. Each is imported in a new process.

    Returns
    -------
    tuple of (float, str)
        The ratio, and the unit.
    """
    ours, theirs = (seconds_of(_output, sys.executable, "-c", f"import {name}")[0] for name in ("solvers", "networkx"))
    return ours / theirs, "ratio"


RUN = """
import resource, time
from graphs import Board
from solvers import Problem, solve
started = time.perf_counter()
solve(Problem(Board({side}, {side}), **{terms}), {solver!r})
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def first_use_seconds(solver: str, side: int, **terms: object) -> Measured:
    """Measure the time of a run in a new process that has no cached compiled code, so that the code is compiled.

    Parameters
    ----------
    solver : str
        Name of the solver.
    side : int
        Number of rows and of columns.
    **terms : object
        Start, end and `closed` of the problem.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.
    """
    code = RUN.format(side=side, terms=terms, solver=solver)
    with tempfile.TemporaryDirectory() as empty:
        return float(_output(sys.executable, "-c", code, env=os.environ | {"NUMBA_CACHE_DIR": empty}).split()[0]), "s"


def peak_memory() -> Measured:
    """Measure the peak memory of a process that constructs a closed tour of 10,000x10,000.

    Returns
    -------
    tuple of (float, str)
        Peak resident memory in gigabytes, and the unit.
    """
    code = RUN.format(side=10_000, terms={"closed": True}, solver="construct")
    return int(_output(sys.executable, "-c", code).split()[1]) * 1024 / 1e9, "GB"


def times_cpp(
    solver: str, search: str, side: int, start: Square = (0, 0), nodes: int | None = None, times: int = 1, **options: Any
) -> Measured:
    """Measure the number of search nodes per second of a solver, relative to that of the C++ program `classic.cpp`.

    Both try the moves clockwise.

    Parameters
    ----------
    solver : str
        Name of the solver.
    search : str
        Name of the search in the C++ program.
    side : int
        Number of rows and of columns.
    start : tuple of int, optional
        First square.
    nodes : int, optional
        Limit on search nodes. If None, there is no limit.
    times : int, optional
        Number of runs of the solver and of the C++ program. The runs alternate, and their medians are compared.
    **options : object
        Further options of the solver.

    Returns
    -------
    tuple of (float, str)
        The ratio, and its unit, which includes the speed of the C++ program.

    Raises
    ------
    RuntimeError
        If the solver and the C++ program visit different numbers of search nodes. This is not checked if the option `tie_break`
        is given.
    """
    problem, budget = square(side, start=start), Budget(nodes=nodes)
    ours, theirs = [], []
    for _ in range(times):
        result = solve(problem, solver, budget=budget, move_order="clockwise", **options)
        _, placed, seconds, *_ = _output(_cpp_program(), search, side, *start, *([] if nodes is None else [nodes])).split()
        if "tie_break" not in options and int(placed) != result.nodes:
            raise RuntimeError(f"{solver} visited {result.nodes} search nodes, expected {placed} as in the C++ program")
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


def overhead_of_a_run() -> Measured:
    """Measure the overhead of a comparison: the mean time of a run of `warnsdorff` on 8x8, minus that of the solver itself.

    There are 2,000 runs, one after another in one worker process.

    Returns
    -------
    tuple of (float, str)
        The overhead per run in milliseconds, and the unit.
    """
    kept = stored_runs(2_100, jobs=1)
    for _ in islice(kept, 100):  # the process starts during these runs
        pass
    started = time.perf_counter()
    solving = math.fsum(run.measurement.seconds for run in kept)
    return 1000 * (time.perf_counter() - started - solving) / 2_000, "ms"


def driver_memory() -> Measured:
    """Measure how much the memory of this process, the main process of a comparison, grows from run 1,000 to run 100,000.

    Returns
    -------
    tuple of (float, str)
        Growth of the resident memory in megabytes, and the unit.
    """
    before, process = 0, psutil.Process()
    for number, _ in enumerate(stored_runs(100_000, jobs=2), 1):
        if number == 1_000:
            before = process.memory_info().rss
    return (process.memory_info().rss - before) / 1e6, "MB"


def stored_runs(number: int, jobs: int) -> Iterator[Run]:
    """Run `warnsdorff` from the squares of 8x8, and add each run to a temporary store.

    Parameters
    ----------
    number : int
        Number of runs.
    jobs : int
        Number of worker processes.

    Yields
    ------
    Run
        A run that was added to the store.
    """
    problems = [NamedProblem.on_board(Board(8, 8), start=square) for square in Board(8, 8)]
    seeds = math.ceil(number / len(problems))
    tasks = tasks_for(problems, competitors_for(["warnsdorff"]), limits=Limits(seconds=1), seeds=seeds)
    with Store.temporary() as store, closing(run_all(islice(tasks, number), jobs)) as runs:
        for run in runs:
            store.add(run)
            yield run

"""What is measured: each function makes one repeat of one benchmark and returns an amount with its unit."""

from __future__ import annotations

import atexit
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graphs import Board, knight_graph, verify_array
from solvers import Budget, Problem, Status, solve

Measured = tuple[float, str]  # an amount and its unit


@dataclass(frozen=True)
class Benchmark:
    """One line of the table; `once` where a call is of many runs by itself, so that it needs no repeats."""

    measure: Callable[[], Measured]
    once: bool


BENCHMARKS: dict[str, Benchmark] = {}


def benchmark(name: str, *, once: bool = False) -> Callable[[Callable[[], Measured]], Callable[[], Measured]]:
    """Register the function below: one call is one repeat."""

    def register(function: Callable[[], Measured]) -> Callable[[], Measured]:
        BENCHMARKS[name] = Benchmark(function, once)
        return function

    return register


def nodes_per_second(size: int, start: tuple[int, int], solver: str, **options: object) -> Measured:
    result = solve(Problem(knight_graph(Board(size, size)), start), solver, **options)
    return result.nodes / result.seconds / 1e6, "million nodes/s"


@benchmark("backtracking on networkx, 8x8 from 0,0 clockwise")
def _() -> Measured:
    return nodes_per_second(8, (0, 0), "backtracking", move_order="clockwise")


@benchmark("backtracking on networkx, 5x5 from 0,1 clockwise, exhausted")
def _() -> Measured:
    return nodes_per_second(5, (0, 1), "backtracking", move_order="clockwise")


@benchmark("warnsdorff on networkx, 100x100")
def _() -> Measured:
    return nodes_per_second(100, (0, 0), "warnsdorff")


@benchmark("building the networkx graph of 100x100")
def _() -> Measured:
    started = time.perf_counter()
    knight_graph(Board(100, 100))
    return time.perf_counter() - started, "s"


def cp_sat_seconds(size: int, closed: bool) -> Measured:
    return solve(Problem(knight_graph(Board(size, size)), closed=closed), "cp-sat").seconds, "s"


@benchmark("cp-sat, 32x32 closed, one worker")
def _() -> Measured:
    return cp_sat_seconds(32, closed=True)


@benchmark("cp-sat, 20x20 open, one worker")
def _() -> Measured:
    return cp_sat_seconds(20, closed=False)


@cache
def baseline() -> Path | None:
    """The C++ program of scripts/baseline, compiled; None where there is no compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp(prefix="knights-tour-")) / "classic"
    atexit.register(shutil.rmtree, program.parent, ignore_errors=True)
    source = Path(__file__).parent / "baseline" / "classic.cpp"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    return program


def times_the_baseline(
    search: str, size: int, start: tuple[int, int], solver: str, limit: int | None = None, times: int = 1, **options: object
) -> Measured:
    """How many times as many nodes a second as the baseline, both run in turn so many times on the same work; medians."""
    program = baseline()
    assert program is not None
    problem, ours, theirs = Problem.on_board(Board(size, size), start=start), [], []
    words = [program, search, size, *start, *([limit] if limit else [])]
    for _ in range(times):
        result = solve(problem, solver, budget=Budget(nodes=limit), **options)
        told = subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True).stdout.split()
        nodes, seconds = int(told[1]), float(told[2])
        if options.get("tie_break", "first") == "first" and nodes != result.nodes:
            raise SystemExit(f"the baseline placed {nodes} nodes, {solver} {result.nodes}: not the same search")
        ours.append(result.nodes / result.seconds)
        theirs.append(nodes / seconds)
    rate = statistics.median(theirs)
    return statistics.median(ours) / rate, f"x C++ ({rate / 1e6:.0f} million nodes/s)"


if shutil.which("g++"):

    @benchmark("backtracking-compiled, 8x8 from 0,0 clockwise")
    def _() -> Measured:
        return times_the_baseline("backtracking", 8, (0, 0), "backtracking-compiled", move_order="clockwise")

    @benchmark("backtracking-compiled, 6x6 from 4,0 clockwise")
    def _() -> Measured:
        return times_the_baseline("backtracking", 6, (4, 0), "backtracking-compiled", move_order="clockwise")

    @benchmark("backtracking-compiled, 5x5 from 0,1 clockwise, exhausted")
    def _() -> Measured:
        return times_the_baseline("backtracking", 5, (0, 1), "backtracking-compiled", move_order="clockwise")

    @benchmark("backtracking-compiled, 9x9, the first 50 million nodes")
    def _() -> Measured:
        return times_the_baseline("backtracking", 9, (0, 0), "backtracking-compiled", 50_000_000, move_order="clockwise")

    @benchmark("warnsdorff-compiled, 200x200")
    def _() -> Measured:
        return times_the_baseline("walk", 200, (0, 0), "warnsdorff-compiled", times=20, move_order="clockwise")

    @benchmark("warnsdorff-compiled, 1000x1000")
    def _() -> Measured:
        return times_the_baseline("walk", 1000, (0, 0), "warnsdorff-compiled", move_order="clockwise")

    @benchmark("warnsdorff-compiled, 1000x1000, tie_break=roth")
    def _() -> Measured:
        return times_the_baseline("walk", 1000, (0, 0), "warnsdorff-compiled", move_order="clockwise", tie_break="roth")


@benchmark("warnsdorff-compiled, 4000x4000, tie_break=roth, a complete tour")
def _() -> Measured:
    result = solve(Problem.on_board(Board(4000, 4000), start=(0, 0)), "warnsdorff-compiled", tie_break="roth")
    assert result.tour is not None
    return result.seconds, "s"


def worst_seconds(problems: Iterable[Problem], solver: str) -> Measured:
    """The longest of many runs, each of which must find a tour; one run goes before, so that the code is loaded."""
    worst = 0.0
    for number, problem in enumerate(problems):
        result = solve(problem, solver)
        if result.status is not Status.FOUND:
            raise SystemExit(f"{problem}: {result.reason}")
        worst = max(worst, result.seconds if number else 0)
    return worst, "s, the longest"


def random_pairs(size: int, number: int) -> Iterator[Problem]:
    """Problems with both ends given, between which colour allows a tour; the first one is asked twice."""
    problem = Problem.on_board(Board(size, size))
    chance = random.Random(0)
    while number >= 0:
        start, end = ((chance.randrange(size), chance.randrange(size)) for _ in range(2))
        colours = sum(start) % 2, sum(end) % 2
        if start != end and (colours == (0, 0) if size % 2 else colours[0] != colours[1]):
            number -= 1
            yield problem.with_ends(start=start, end=end)


@benchmark("warnsdorff-repair, 1,000 random pairs of start and end on 50x50", once=True)
def _() -> Measured:
    return worst_seconds(random_pairs(50, 1000), "warnsdorff-repair")


@benchmark("warnsdorff-repair, 1,000 random pairs of start and end on 51x51", once=True)
def _() -> Measured:
    return worst_seconds(random_pairs(51, 1000), "warnsdorff-repair")


@benchmark("warnsdorff-repair, 1,000 random pairs of start and end on 200x200", once=True)
def _() -> Measured:
    return worst_seconds(random_pairs(200, 1000), "warnsdorff-repair")


@benchmark("warnsdorff-repair, 20 random pairs of start and end on 1000x1000", once=True)
def _() -> Measured:
    return worst_seconds(random_pairs(1000, 20), "warnsdorff-repair")


@benchmark("warnsdorff-repair, every start of 40x40", once=True)
def _() -> Measured:
    problem = Problem.on_board(Board(40, 40))
    return worst_seconds((problem.with_ends(start=start) for start in [(0, 0), *problem.board]), "warnsdorff-repair")


@benchmark("construct, 10,000x10,000 closed")
def _() -> Measured:
    return solve(Problem.on_board(Board(10_000, 10_000), closed=True), "construct").seconds, "s"


@benchmark("construct, 9,999x10,001 open")
def _() -> Measured:
    return solve(Problem.on_board(Board(9_999, 10_001)), "construct").seconds, "s"


@benchmark("verifying a tour of 10,000x10,000")
def _() -> Measured:
    board = Board(10_000, 10_000)
    array = solve(Problem.on_board(board, closed=True), "construct").tour.array()
    started = time.perf_counter()
    verify_array(board, array, closed=True)
    return time.perf_counter() - started, "s"


@benchmark("construct, closed, cost of a square at 10,000x10,000 / at 100x100")
def _() -> Measured:
    def cost(size: int, times: int) -> float:
        problem = Problem.on_board(Board(size, size), closed=True)
        return min(solve(problem, "construct").seconds for _ in range(times)) / problem.size

    return cost(10_000, 1) / cost(100, 20), "ratio"


PEAK = """
import resource
from graphs import Board
from solvers import Problem, solve
solve(Problem.on_board(Board(10_000, 10_000), closed=True), "construct")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@benchmark("construct and verify 10,000x10,000, peak memory of the process", once=True)
def _() -> Measured:
    told = subprocess.run([sys.executable, "-c", PEAK], check=True, capture_output=True, text=True).stdout
    return int(told) * 1024 / 1e9, "GB"


COMPILED = {
    "backtracking-compiled": "start=(0, 0)",
    "warnsdorff-compiled": "start=(0, 0)",
    "warnsdorff-repair": "start=(0, 0)",
    "construct": "closed=True",
}
TRANSLATION = """
import sys, time
from graphs import Board
from solvers import Problem, solve
size = 300 if sys.argv[1] == "warnsdorff-repair" else 8
started = time.perf_counter()
solve(Problem.on_board(Board(size, size), {asked}), sys.argv[1])
print(time.perf_counter() - started)
"""


def seconds_of_first_use(solver: str) -> Measured:
    """A first run in a new process with an empty cache of translated code."""
    with tempfile.TemporaryDirectory() as empty:
        told = subprocess.run(
            [sys.executable, "-c", TRANSLATION.format(asked=COMPILED[solver]), solver],
            env=os.environ | {"NUMBA_CACHE_DIR": empty},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    return float(told), "s"


for each in COMPILED:
    benchmark(f"first use ever of {each}, translation included", once=True)(lambda solver=each: seconds_of_first_use(solver))


def process_seconds(*arguments: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def script_seconds(script: str, *arguments: str) -> Measured:
    return process_seconds(str(Path(__file__).with_name(script)), *arguments), "s"


@benchmark("import solvers / import networkx, whole processes")
def _() -> Measured:
    return process_seconds("-c", "import solvers") / process_seconds("-c", "import networkx"), "ratio"


@benchmark("solve.py 8x8, whole process")
def _() -> Measured:
    return script_seconds("solve.py", "8x8")


@benchmark("solve.py 8x8 --solver warnsdorff, whole process")
def _() -> Measured:
    return script_seconds("solve.py", "8x8", "--solver", "warnsdorff")


@benchmark("check.py 8x8, whole process")
def _() -> Measured:
    return script_seconds("check.py", "8x8")


@benchmark("check.py 4x16, whole process")
def _() -> Measured:
    return script_seconds("check.py", "4x16")


@benchmark("check.py 40x40, whole process")
def _() -> Measured:
    return script_seconds("check.py", "40x40")


@benchmark("check.py 6x6 --pairs, whole process")
def _() -> Measured:
    return script_seconds("check.py", "6x6", "--pairs")


@benchmark("check.py --boards 3..8x3..10, whole process")
def _() -> Measured:
    return script_seconds("check.py", "--boards", "3..8x3..10")

"""Measure the speeds that the README tells: each several times, the median told, with the least and the most."""

from __future__ import annotations

import argparse
import atexit
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from rich.console import Console
from rich.table import Table

import command_line as cli
from graphs import Board, knight_graph, verify_array
from solvers import Budget, Problem, solve

Measured = tuple[float, str]  # an amount and its unit
BENCHMARKS: dict[str, Callable[[], Measured]] = {}


def benchmark(name: str) -> Callable[[Callable[[], Measured]], Callable[[], Measured]]:
    """Register the function below: one call is one repeat."""

    def register(function: Callable[[], Measured]) -> Callable[[], Measured]:
        BENCHMARKS[name] = function
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
    search: str, size: int, start: tuple[int, int], solver: str, limit: int | None = None, **options: object
) -> Measured:
    """How many times as many nodes a second as the baseline, both run once, one after the other, on the same work."""
    program = baseline()
    assert program is not None
    result = solve(Problem.on_board(Board(size, size), start=start), solver, budget=Budget(nodes=limit), **options)
    words = [program, search, size, *start, *([limit] if limit else [])]
    told = subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True).stdout.split()
    nodes, seconds = int(told[1]), float(told[2])
    if options.get("tie_break", "first") == "first" and nodes != result.nodes:
        raise SystemExit(f"the baseline placed {nodes} nodes, {solver} {result.nodes}: not the same search")
    return (result.nodes / result.seconds) / (nodes / seconds), f"x C++ ({nodes / seconds / 1e6:.0f} million nodes/s)"


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
        return times_the_baseline("walk", 200, (0, 0), "warnsdorff-compiled", move_order="clockwise")

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


def main() -> int:
    parser = cli.Parser(description=__doc__)
    parser.add_argument("--only", metavar="WORD", default="", help="the benchmarks whose name holds WORD")
    parser.add_argument(
        "--repeats", type=_repeats, default=5, metavar="N", help="counted repeats of each, after one that is not; default 5"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document, with every repeat")
    arguments = parser.parse_args()
    rows = list(_measured(arguments.only, arguments.repeats))
    if arguments.json:
        cli.print_json({"machine": _machine(), "benchmarks": rows})
        return cli.FOUND
    table = Table("what", "median", "least", "most", "unit", title=_machine(), title_justify="left")
    for row in rows:
        amounts = row["repeats"]
        told = [f"{value:.3g}" for value in (statistics.median(amounts), min(amounts), max(amounts))]
        table.add_row(row["name"], *told, row["unit"])
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    return cli.FOUND


def _repeats(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of repeats, at least 1")
    return int(text)


def _measured(word: str, repeats: int) -> Iterator[dict[str, object]]:
    for name, function in BENCHMARKS.items():
        if word in name:
            print(f"{name} …", file=sys.stderr)
            function()
            measured = [function() for _ in range(repeats)]
            yield {"name": name, "unit": measured[-1][1], "repeats": [amount for amount, _ in measured]}


def _machine() -> str:
    cpu = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), platform.processor())
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("networkx", "ortools", "numba"))
    return f"{cpu}, {platform.system()}, Python {platform.python_version()}, {versions}"


def _cpu_lines() -> list[str]:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


if __name__ == "__main__":
    cli.run(main)

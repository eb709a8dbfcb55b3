"""Measure the speeds that the README tells: each several times, the median told, with the least and the most."""

from __future__ import annotations

import argparse
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from rich.console import Console
from rich.table import Table

import command_line as cli
from graphs import Board, knight_graph
from solvers import Problem, solve

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


@benchmark("backtracking, 8x8 from 0,0 clockwise")
def _() -> Measured:
    return nodes_per_second(8, (0, 0), "backtracking", move_order="clockwise")


@benchmark("backtracking, 5x5 from 0,1 clockwise, exhausted")
def _() -> Measured:
    return nodes_per_second(5, (0, 1), "backtracking", move_order="clockwise")


@benchmark("warnsdorff, 100x100")
def _() -> Measured:
    return nodes_per_second(100, (0, 0), "warnsdorff")


@benchmark("building the graph of 100x100")
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


def process_seconds(*arguments: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


@benchmark("import solvers / import networkx, whole processes")
def _() -> Measured:
    return process_seconds("-c", "import solvers") / process_seconds("-c", "import networkx"), "ratio"


@benchmark("solve.py 8x8 --solver warnsdorff, whole process")
def _() -> Measured:
    return process_seconds(str(Path(__file__).with_name("solve.py")), "8x8", "--solver", "warnsdorff"), "s"


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
            yield {"name": name, "unit": measured[0][1], "repeats": [amount for amount, _ in measured]}


def _machine() -> str:
    cpu = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), platform.processor())
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("networkx", "ortools"))
    return f"{cpu}, {platform.system()}, Python {platform.python_version()}, {versions}"


def _cpu_lines() -> list[str]:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


if __name__ == "__main__":
    cli.run(main)

"""The functions that benchmarks call: each call makes one repeat and returns an amount with its unit."""

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
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from graphs import Board, knight_graph, verify_on_board
from graphs.board import Square
from solvers import Budget, Problem, Status, solve
from solvers.errors import UnsupportedProblem

__all__ = [
    "Measured",
    "auto_process",
    "auto_warm",
    "cost_of_a_square",
    "cp_sat_seconds",
    "first_use_seconds",
    "graph_seconds",
    "import_ratio",
    "largest_overrun",
    "longest_of_pairs",
    "longest_of_starts",
    "nodes_per_second",
    "peak_memory",
    "script_seconds",
    "solver_seconds",
    "times_cpp",
    "verifying_seconds",
]

Measured: TypeAlias = tuple[float, str]
"""An amount and its unit."""

LARGEST_FOR_REPAIR = 1000
"""Warnsdorff's walk with repair is measured up to this side."""

TIME_LIMITS = (0.1, 1, 3)
"""The limits in seconds whose overrun is measured."""


def nodes_per_second(solver: str, side: int, start: Square, **options: Any) -> Measured:
    result = solve(Problem(knight_graph(Board(side, side)), start), solver, **options)
    return result.nodes / result.seconds / 1e6, "million nodes/s"


def graph_seconds(side: int) -> Measured:
    started = time.perf_counter()
    knight_graph(Board(side, side))
    return time.perf_counter() - started, "s"


def cp_sat_seconds(side: int, closed: bool) -> Measured:
    return solve(Problem(knight_graph(Board(side, side)), closed=closed), "cp-sat").seconds, "s"


def times_cpp(
    solver: str, search: str, side: int, start: Square, nodes: int | None = None, times: int = 1, **options: Any
) -> Measured:
    """Return the solver's nodes per second over those of the C++ program: medians of `times` alternating runs."""
    problem, budget = Problem.on_board(Board(side, side), start=start), Budget(nodes=nodes)
    ours, theirs = [], []
    for _ in range(times):
        result = solve(problem, solver, budget=budget, **options)
        placed, seconds = _cpp_run(search, side, *start, *([] if nodes is None else [nodes]))
        if options.get("tie_break", "first") == "first" and placed != result.nodes:
            raise RuntimeError(f"the C++ program placed {placed} nodes, {solver} {result.nodes}: not the same search")
        ours.append(result.nodes / result.seconds)
        theirs.append(placed / seconds)
    rate = statistics.median(theirs)
    return statistics.median(ours) / rate, f"x C++ ({rate / 1e6:.0f} million nodes/s)"


def _cpp_run(*arguments: object) -> tuple[int, float]:
    _, nodes, seconds, *_ = _output(_cpp_program(), *arguments).split()
    return int(nodes), float(seconds)


@cache
def _cpp_program() -> Path:
    program = Path(tempfile.mkdtemp(prefix="knights-tour-")) / "classic"
    atexit.register(shutil.rmtree, program.parent, ignore_errors=True)
    source = Path(__file__).parent / "baseline" / "classic.cpp"
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def _output(*words: object, **how: Any) -> str:
    done: subprocess.CompletedProcess[str] = subprocess.run(
        list(map(str, words)), check=True, capture_output=True, text=True, **how
    )
    return done.stdout


def solver_seconds(solver: str, board: Board, closed: bool = False, start: Square | None = None, **options: Any) -> Measured:
    return _found(Problem.on_board(board, start=start, closed=closed), solver, **options), "s"


def _found(problem: Problem, solver: str, **options: Any) -> float:
    """Return the solver's seconds; it must find a tour."""
    result = solve(problem, solver, **options)
    if result.status is not Status.FOUND:
        raise RuntimeError(f"{solver} found no tour for {problem}: {result.reason}")
    return result.seconds


def longest_of_pairs(side: int, number: int) -> Measured:
    """Return the longest of so many runs from a random start to a random end, after one that loads the code."""
    return _longest(_random_pairs(side, number + 1))


def longest_of_starts(side: int) -> Measured:
    problem = Problem.on_board(Board(side, side))
    return _longest(problem.with_ends(start=start) for start in [(0, 0), *Board(side, side)])


def _longest(problems: Iterable[Problem]) -> Measured:
    _, *seconds = (_found(problem, "warnsdorff-repair") for problem in problems)
    return max(seconds), "s, the longest"


def _random_pairs(side: int, number: int) -> Iterator[Problem]:
    """Yield problems with a start and an end between which the colours allow a tour."""
    problem = Problem.on_board(Board(side, side))
    chance = random.Random(0)
    while number:
        start, end = ((chance.randrange(side), chance.randrange(side)) for _ in range(2))
        colours = sum(start) % 2, sum(end) % 2
        if start != end and (colours == (0, 0) if side % 2 else colours[0] != colours[1]):
            number -= 1
            yield problem.with_ends(start=start, end=end)


def largest_overrun(solver: str, sides: Sequence[int]) -> Measured:
    """Return by how much the solver oversteps its time limit at most, on new problems of square boards; 8x8 is closed.

    The whole call counts, with the building of graphs, arrays and models, but not the verification of a tour.
    """

    def seconds_of(side: int, limit: float) -> float:
        started = time.perf_counter()
        problem = Problem.on_board(Board(side, side), closed=side == 8)
        result = solve(problem, solver, budget=Budget(seconds=limit))
        return result.seconds if result.status is Status.FOUND else time.perf_counter() - started

    overruns = [0.0]
    for side in sides:
        seconds_of(side, TIME_LIMITS[0])  # loads the code
        overruns += [seconds_of(side, limit) - limit for limit in TIME_LIMITS]
    return max(overruns), "s, the largest"


def verifying_seconds(side: int) -> Measured:
    board = Board(side, side)
    tour = solve(Problem.on_board(board, closed=True), "construct").tour
    assert tour is not None
    array = tour.array()
    started = time.perf_counter()
    verify_on_board(board, array, closed=True)
    return time.perf_counter() - started, "s"


def cost_of_a_square(large: int, small: int) -> Measured:
    """Return the time for a square of the large board over that of the small one, whose best of 20 counts."""

    def cost(side: int, times: int) -> float:
        problem = Problem.on_board(Board(side, side), closed=True)
        return min(_found(problem, "construct") for _ in range(times)) / problem.size

    return cost(large, 1) / cost(small, 20), "ratio"


def peak_memory(side: int) -> Measured:
    code = f"""
import resource
from graphs import Board
from solvers import Problem, solve
solve(Problem.on_board(Board({side}, {side}), closed=True), "construct")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    return int(_output(sys.executable, "-c", code)) * 1024 / 1e9, "GB"


def first_use_seconds(solver: str, side: int, **terms: object) -> Measured:
    """Return the seconds of a first run in a new process, with no compiled code stored."""
    code = f"""
import time
from graphs import Board
from solvers import Problem, solve
started = time.perf_counter()
solve(Problem.on_board(Board({side}, {side}), **{terms}), {solver!r})
print(time.perf_counter() - started)
"""
    with tempfile.TemporaryDirectory() as empty:
        return float(_output(sys.executable, "-c", code, env=os.environ | {"NUMBA_CACHE_DIR": empty})), "s"


def import_ratio(one: str, other: str) -> Measured:
    return _process_seconds("-c", f"import {one}") / _process_seconds("-c", f"import {other}"), "ratio"


def script_seconds(script: str, *arguments: str) -> Measured:
    return _process_seconds(str(Path(__file__).with_name(script)), *arguments), "s"


def _process_seconds(*arguments: str) -> float:
    started = time.perf_counter()
    _output(sys.executable, *arguments)
    return time.perf_counter() - started


def auto_warm(side: int, times: int, **terms: Any) -> Measured:
    """Return the seconds of `auto` over those of the best other method, in this process: medians of runs that alternate."""

    def seconds_of(solver: str) -> float:
        started = time.perf_counter()
        _found(Problem.on_board(Board(side, side), **terms), solver)
        return time.perf_counter() - started

    return _auto_over_best(seconds_of, side, times, terms)


def auto_process(side: int, times: int, **terms: Any) -> Measured:
    """Return the ratio of `auto_warm` for whole processes of solve.py."""
    words = [f"--{key}" if value is True else f"--{key}={value[0]},{value[1]}" for key, value in terms.items()]

    def seconds_of(solver: str) -> float:
        return script_seconds("solve.py", f"{side}x{side}", *words, "--format", "summary", "--solver", solver)[0]

    return _auto_over_best(seconds_of, side, times, terms)


def _auto_over_best(seconds_of: Callable[[str], float], side: int, times: int, terms: dict[str, Any]) -> Measured:
    seconds: dict[str, list[float]] = {}
    for solver in ("auto", "warnsdorff-repair", "construct"):
        if _finds(solver, side, terms):
            seconds[solver] = []
    for _ in range(times):
        for solver, measured in seconds.items():
            measured.append(seconds_of(solver))
    medians = {solver: statistics.median(measured) for solver, measured in seconds.items()}
    auto = medians.pop("auto")
    best = min(medians, key=lambda solver: medians[solver])
    return auto / medians[best], f"x (auto {auto:.3g} s, {best} {medians[best]:.3g} s)"


def _finds(solver: str, side: int, terms: dict[str, Any]) -> bool:
    """Return whether a method finds a tour here; the run also loads its code."""
    if solver == "warnsdorff-repair" and side > LARGEST_FOR_REPAIR:
        return False
    try:
        return solve(Problem.on_board(Board(side, side), **terms), solver).status is Status.FOUND
    except UnsupportedProblem:
        return False

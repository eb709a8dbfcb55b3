"""The benchmarks, as one table: a name, the function that measures, its arguments."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from graphs.board import Board
from solvers.commands.benchmark.comparison_measurements import comparison_seconds, driver_memory, overhead_of_a_run
from solvers.commands.benchmark.exact_measurements import (
    all_starts_seconds,
    challenge_seconds,
    counting_seconds,
    cubic_graph_seconds,
    decision_seconds,
    family_seconds,
    hinted_seconds,
    long_board_seconds,
    random_graphs_seconds,
    sat_over_cp_sat,
)
from solvers.commands.benchmark.measurements import (
    Measured,
    auto_process,
    auto_warm,
    command_seconds,
    cost_of_a_square,
    cp_sat_seconds,
    first_use_seconds,
    graph_seconds,
    import_ratio,
    largest_overrun,
    longest_of_pairs,
    longest_of_starts,
    nodes_per_second,
    peak_memory,
    solver_seconds,
    times_cpp,
    verifying_seconds,
)

__all__ = ["Benchmark", "benchmarks"]


@dataclass(frozen=True)
class Benchmark:
    """A row of the table; `once` if one call makes many runs, so that it needs no repeats."""

    name: str
    measure: Callable[[], Measured]
    once: bool = False


def benchmarks() -> list[Benchmark]:
    """Return all benchmarks; those against C++ only if there is a compiler."""
    groups = [TEXTBOOK, TWINS_AGAINST_CPP, TWINS, REPAIR, CONSTRUCT, EXACT, COUNTING, OVERRUN, COMPARISON, PROCESSES, AUTO]
    if not shutil.which("g++"):
        groups.remove(TWINS_AGAINST_CPP)
        print(f"there is no g++: {len(TWINS_AGAINST_CPP)} benchmarks against C++ are left out", file=sys.stderr)
    return [each for group in groups for each in group]


def _row(name: str, function: Callable[..., Measured], *arguments: Any, **named: Any) -> Benchmark:
    return Benchmark(name, partial(function, *arguments, **named))


def _once(name: str, function: Callable[..., Measured], *arguments: Any, **named: Any) -> Benchmark:
    return Benchmark(name, partial(function, *arguments, **named), once=True)


CORNER = (0, 0)
CLOCKWISE = {"move_order": "clockwise"}
ROTH = CLOCKWISE | {"tie_break": "roth"}
BACKTRACKING = ("backtracking-compiled", "backtracking")
WALK = ("warnsdorff-compiled", "walk")

TEXTBOOK = (
    _row("backtracking on networkx, 8x8 from 0,0 clockwise", nodes_per_second, "backtracking", 8, CORNER, **CLOCKWISE),
    _row(
        "backtracking on networkx, 5x5 from 0,1 clockwise, exhausted",
        nodes_per_second,
        "backtracking",
        5,
        (0, 1),
        **CLOCKWISE,
    ),
    _row("warnsdorff on networkx, 100x100", nodes_per_second, "warnsdorff", 100, CORNER),
    _row("building the networkx graph of 100x100", graph_seconds, 100),
    _row("cp-sat, 32x32 closed, one worker", cp_sat_seconds, 32, closed=True),
    _row("cp-sat, 20x20 open, one worker", cp_sat_seconds, 20, closed=False),
)

TWINS_AGAINST_CPP = (
    _row("backtracking-compiled, 8x8 from 0,0 clockwise", times_cpp, *BACKTRACKING, 8, CORNER, **CLOCKWISE),
    _row("backtracking-compiled, 6x6 from 4,0 clockwise", times_cpp, *BACKTRACKING, 6, (4, 0), **CLOCKWISE),
    _row("backtracking-compiled, 5x5 from 0,1 clockwise, exhausted", times_cpp, *BACKTRACKING, 5, (0, 1), **CLOCKWISE),
    _row(
        "backtracking-compiled, 9x9, the first 50 million nodes",
        times_cpp,
        *BACKTRACKING,
        9,
        CORNER,
        nodes=50_000_000,
        **CLOCKWISE,
    ),
    _row("warnsdorff-compiled, 200x200", times_cpp, *WALK, 200, CORNER, times=20, **CLOCKWISE),
    _row("warnsdorff-compiled, 1000x1000", times_cpp, *WALK, 1000, CORNER, **CLOCKWISE),
    _row("warnsdorff-compiled, 1000x1000, tie_break=roth", times_cpp, *WALK, 1000, CORNER, **ROTH),
)

TWINS = (
    _row(
        "warnsdorff-compiled, 4000x4000, tie_break=roth, a complete tour",
        solver_seconds,
        "warnsdorff-compiled",
        Board(4000, 4000),
        start=CORNER,
        tie_break="roth",
    ),
)

REPAIR = (
    _once("warnsdorff-repair, 1,000 random pairs of start and end on 50x50", longest_of_pairs, 50, 1000),
    _once("warnsdorff-repair, 1,000 random pairs of start and end on 51x51", longest_of_pairs, 51, 1000),
    _once("warnsdorff-repair, 1,000 random pairs of start and end on 200x200", longest_of_pairs, 200, 1000),
    _once("warnsdorff-repair, 20 random pairs of start and end on 1000x1000", longest_of_pairs, 1000, 20),
    _once("warnsdorff-repair, every start of 40x40", longest_of_starts, 40),
)

CONSTRUCT = (
    _row("construct, 10,000x10,000 closed", solver_seconds, "construct", Board(10_000, 10_000), closed=True),
    _row("construct, 9,999x10,001 open", solver_seconds, "construct", Board(9_999, 10_001)),
    _row("verifying a tour of 10,000x10,000", verifying_seconds, 10_000),
    _row("construct, closed, cost of a square at 10,000x10,000 / at 100x100", cost_of_a_square, 10_000, 100),
    _once("construct and verify 10,000x10,000, peak memory of the process", peak_memory, 10_000),
)

EXACT = (
    _row("sat, 64x64 closed", solver_seconds, "sat", Board(64, 64), closed=True),
    _row("sat, 192x192 closed", solver_seconds, "sat", Board(192, 192), closed=True),
    _row("sat, 128x128 from 0,0", solver_seconds, "sat", Board(128, 128), start=CORNER),
    _row("cp-sat, 64x64 closed", solver_seconds, "cp-sat", Board(64, 64), closed=True),
    _row("cp-sat, 64x64 closed, hint=warnsdorff", solver_seconds, "cp-sat", Board(64, 64), closed=True, hint="warnsdorff"),
    _row("cp-sat, 200x200 closed, a whole tour as the hint", hinted_seconds, 200),
    _row("pruned-compiled, a tour from each square of 8x8", all_starts_seconds, "pruned-compiled", 8),
    _row("decide, antelope (3,4) on 24x24: no open tour", decision_seconds, 24, (3, 4)),
    _row("decide, zebra (2,3) on 13x13: no open tour", decision_seconds, 13, (2, 3)),
    _row("decide, (1,8)-leaper on 22x22: no open tour", decision_seconds, 22, (1, 8)),
    _row("decide, giraffe (1,4) on 11x11: no open tour", decision_seconds, 11, (1, 4)),
    _row("decide, flower snark J(31): no closed tour", family_seconds, "J31", False),
    _row("decide, GP(101,2): no closed tour", family_seconds, "GP(101,2)", False),
    _once("decide, 2,000 random graphs of 5 to 60 vertices, the slowest", random_graphs_seconds, 2_000),
    _once("sat / cp-sat, 200 nearly cubic graphs of 100 to 400 vertices, the largest ratio", sat_over_cp_sat, 200),
    _row("frontier, 4x1000 closed: no tour", long_board_seconds, 4, 1000, False, closed=True),
    _row("frontier, 4x1000 open", long_board_seconds, 4, 1000, True),
    _row("frontier, 5x200 closed", long_board_seconds, 5, 200, True, closed=True),
    _row("frontier, 6x100 with 10 holes, closed", long_board_seconds, 6, 100, True, holes=10, closed=True),
    _row("auto, a cubic graph of 5,000 vertices, closed", cubic_graph_seconds, 5_000),
)

COUNTING = (
    _row("count, 6x6 closed: 9,862", counting_seconds, "6x6", True, 9_862),
    _row("count, 6x6 open: 3,318,960", counting_seconds, "6x6", False, 3_318_960),
    _row("count, 6x8 closed: 55,488,142", counting_seconds, "6x8", True, 55_488_142),
    _row("count, 6x10 closed: 239,187,240,144", counting_seconds, "6x10", True, 239_187_240_144),
    _row("count, 7x8 closed: 34,524,432,316", counting_seconds, "7x8", True, 34_524_432_316),
    _row("count, the 40 boards of Luschny's challenge, open: 43,751,388", challenge_seconds, False, 43_751_388),
    _row("count, the 40 boards of Luschny's challenge, closed: 98,666", challenge_seconds, True, 98_666),
    _once("count, 7x7 open: 82,787,609,160", counting_seconds, "7x7", False, 82_787_609_160),
    _once("count, 8x8 closed: 13,267,364,410,532", counting_seconds, "8x8", True, 13_267_364_410_532),
)

OVERRUN = tuple(
    _once(f"overrun of the time limit, {solver}, {where}", largest_overrun, solver, sides)
    for solver in (
        "backtracking",
        "warnsdorff",
        "warnsdorff-backtracking",
        "warnsdorff-repair",
        "cp-sat",
        "backtracking-compiled",
        "warnsdorff-compiled",
        "warnsdorff-backtracking-compiled",
        "construct",
        "auto",
    )
    for where, sides in (("up to 200x200", (8, 20, 50, 200)), ("1000x1000", (1000,)))
)

COMPARISON = (
    _once("comparison, 10,000 runs of warnsdorff on 8x8, 2 jobs", comparison_seconds, 10_000, jobs=2),
    _once("comparison, what a run takes beyond the solver, 1 job", overhead_of_a_run, 2_000, jobs=1),
    _once("comparison, memory of the driver, 100,000 runs less 1,000", driver_memory, 1_000, 100_000, jobs=2),
)

PROCESSES = (
    _once("first use ever of backtracking-compiled, translation included", first_use_seconds, "backtracking-compiled", 8),
    _once("first use ever of warnsdorff-compiled, translation included", first_use_seconds, "warnsdorff-compiled", 8),
    _once("first use ever of warnsdorff-repair, translation included", first_use_seconds, "warnsdorff-repair", 300),
    _once("first use ever of construct, translation included", first_use_seconds, "construct", 8, closed=True),
    _row("import solvers / import networkx, whole processes", import_ratio, "solvers", "networkx"),
    _row("solve.py 8x8, whole process", command_seconds, "solve", "8x8"),
    _row("solve.py 8x8 --solver warnsdorff, whole process", command_seconds, "solve", "8x8", "--solver", "warnsdorff"),
    _row("check.py 8x8, whole process", command_seconds, "check", "8x8"),
    _row("check.py 4x16, whole process", command_seconds, "check", "4x16"),
    _row("check.py 40x40, whole process", command_seconds, "check", "40x40"),
    _row("check.py 6x6 --pairs, whole process", command_seconds, "check", "6x6", "--pairs"),
    _row("check.py --boards 3..8x3..10, whole process", command_seconds, "check", "--boards", "3..8x3..10"),
    _row("count.py 6x6, whole process", command_seconds, "count", "6x6"),
    _row("solve.py 6x6 --closed --all, whole process", command_seconds, "solve", "6x6", "--closed", "--all"),
    _once(
        "check.py, the atlas of 280 cells, 2 jobs, whole process",
        command_seconds,
        *("check", "--boards", "3..30", "--square", "--leapers", "9", "--jobs", "2"),
    ),
)

LARGEST = 10_000
"""The side of the board on which `auto` runs once, and from no start to no end."""


def _auto(side: int) -> Iterator[Benchmark]:
    """Yield the benchmarks of `auto` against the best of its methods on a square board."""
    questions: dict[str, dict[str, Any]] = {"open": {}, f"from {CORNER[0]},{CORNER[1]}": {"start": CORNER}}
    if side % 2 == 0:
        questions["closed"] = {"closed": True}
    if side < LARGEST:
        end = (side - 1, side - 1) if side % 2 else (side - 1, 0)
        questions[f"from 0,0 to {end[0]},{end[1]}"] = {"start": CORNER, "end": end}
    warm, processes = (1, 1) if side == LARGEST else (11, 5)
    for question, terms in questions.items():
        name = f"auto / the best of its methods, {side:,}x{side:,} {question}"
        yield _once(f"{name}, warm", auto_warm, side, warm, **terms)
        yield _once(f"{name}, whole processes", auto_process, side, processes, **terms)


AUTO = tuple(each for side in (5, 8, 20, 50, 100, 192, 300, 1000, LARGEST) for each in _auto(side))

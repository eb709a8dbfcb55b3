"""The benchmarks, as one table: a name, the function that measures, its arguments."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import networkx as nx

from graphs import Board, knight_graph
from graphs.families import graph_family
from graphs.leapers import KNIGHT, Leaper
from solvers import Problem
from solvers.commands.benchmark import measurements, processes
from solvers.commands.benchmark.measurements import Asked, Measured

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
NODES, SOLVING, DECIDING = measurements.nodes_per_second, measurements.solving, measurements.deciding
SEARCHING = partial(measurements.solving, solver="frontier", presolve=False)
CPP, COMMAND, FIRST_USE = processes.times_cpp, processes.command_seconds, processes.first_use_seconds


def _board(rows: int, cols: int, leaper: Leaper = KNIGHT, **ends: Any) -> Asked:
    return lambda: Problem.on_board(Board(rows, cols), leaper, **ends)


def _graph(side: int, **ends: Any) -> Asked:
    """Return what makes the problem of a networkx graph that is not known to be a board's."""
    return lambda: Problem(knight_graph(Board(side, side)), **ends)


def _long_board_with_holes(rows: int, cols: int, holes: int) -> Problem:
    """Return the closed problem of a long board with as many random holes of either colour."""
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    colours = [[square for square in squares if sum(square) % 2 == colour] for colour in (0, 1)]
    draw = random.Random(1)
    return Problem.on_board(
        Board(rows, cols, [hole for side in colours for hole in draw.sample(side, holes // 2)]), closed=True
    )


def _random_pairs(side: int, number: int) -> Iterator[Problem]:
    """Yield problems with a start and an end between which the colours allow a tour, and one before that loads the code."""
    problem, chance = Problem.on_board(Board(side, side)), random.Random(0)
    number += 1
    while number:
        start, end = ((chance.randrange(side), chance.randrange(side)) for _ in range(2))
        colours = sum(start) % 2, sum(end) % 2
        if start != end and (colours == (0, 0) if side % 2 else colours[0] != colours[1]):
            number -= 1
            yield problem.with_ends(start=start, end=end)


def _all_starts(side: int) -> Iterator[Problem]:
    """Yield a problem from each square, and one before that loads the code."""
    for start in [CORNER, *Board(side, side)]:
        yield Problem.on_board(Board(side, side), start=start)


def _solving_all_starts(solver: str, side: int) -> Measured:
    return measurements.seconds_of(
        lambda: [measurements.solving(_board(side, side, start=start), solver) for start in Board(side, side)]
    )


TEXTBOOK = (
    _row("backtracking on networkx, 8x8 from 0,0 clockwise", NODES, _graph(8, start=CORNER), "backtracking", **CLOCKWISE),
    _row(
        "backtracking on networkx, 5x5 from 0,1 clockwise, exhausted",
        NODES,
        _graph(5, start=(0, 1)),
        "backtracking",
        **CLOCKWISE,
    ),
    _row("warnsdorff on networkx, 100x100", NODES, _graph(100, start=CORNER), "warnsdorff"),
    _row("building the networkx graph of 100x100", measurements.seconds_of, partial(knight_graph, Board(100, 100))),
    _row("cp-sat, 32x32 closed, one worker", SOLVING, _graph(32, closed=True), "cp-sat"),
    _row("cp-sat, 20x20 open, one worker", SOLVING, _graph(20), "cp-sat"),
)

TWINS_AGAINST_CPP = (
    _row("backtracking-compiled, 8x8 from 0,0 clockwise", CPP, *BACKTRACKING, 8, CORNER, **CLOCKWISE),
    _row("backtracking-compiled, 6x6 from 4,0 clockwise", CPP, *BACKTRACKING, 6, (4, 0), **CLOCKWISE),
    _row("backtracking-compiled, 5x5 from 0,1 clockwise, exhausted", CPP, *BACKTRACKING, 5, (0, 1), **CLOCKWISE),
    _row(
        "backtracking-compiled, 9x9, the first 50 million nodes",
        CPP,
        *BACKTRACKING,
        9,
        CORNER,
        nodes=50_000_000,
        **CLOCKWISE,
    ),
    _row("warnsdorff-compiled, 200x200", CPP, *WALK, 200, CORNER, times=20, **CLOCKWISE),
    _row("warnsdorff-compiled, 1000x1000", CPP, *WALK, 1000, CORNER, **CLOCKWISE),
    _row("warnsdorff-compiled, 1000x1000, tie_break=roth", CPP, *WALK, 1000, CORNER, **ROTH),
)

TWINS = (
    _row(
        "warnsdorff-compiled, 4000x4000, tie_break=roth, a complete tour",
        *(SOLVING, _board(4000, 4000, start=CORNER), "warnsdorff-compiled"),
        tie_break="roth",
    ),
)

REPAIR = (
    *(
        _once(
            f"warnsdorff-repair, {number:,} random pairs of start and end on {side}x{side}",
            *(measurements.longest_run, partial(_random_pairs, side, number), "warnsdorff-repair"),
        )
        for side, number in ((50, 1000), (51, 1000), (200, 1000), (1000, 20))
    ),
    _once("warnsdorff-repair, every start of 40x40", measurements.longest_run, partial(_all_starts, 40), "warnsdorff-repair"),
)

CONSTRUCT = (
    _row("construct, 10,000x10,000 closed", SOLVING, _board(10_000, 10_000, closed=True), "construct"),
    _row("construct, 9,999x10,001 open", SOLVING, _board(9_999, 10_001), "construct"),
    _row("verifying a tour of 10,000x10,000", measurements.verifying, 10_000),
    _row("construct, closed, cost of a square at 10,000x10,000 / at 100x100", measurements.cost_of_a_square, 10_000, 100),
    _once("construct and verify 10,000x10,000, peak memory of the process", processes.peak_memory, 10_000),
)

EXACT = (
    _row("sat, 64x64 closed", SOLVING, _board(64, 64, closed=True), "sat"),
    _row("sat, 192x192 closed", SOLVING, _board(192, 192, closed=True), "sat"),
    _row("sat, 128x128 from 0,0", SOLVING, _board(128, 128, start=CORNER), "sat"),
    _row("cp-sat, 64x64 closed", SOLVING, _board(64, 64, closed=True), "cp-sat"),
    _row("cp-sat, 64x64 closed, hint=warnsdorff", SOLVING, _board(64, 64, closed=True), "cp-sat", hint="warnsdorff"),
    _row("cp-sat, 200x200 closed, a whole tour as the hint", measurements.hinted, 200),
    _row("pruned-compiled, a tour from each square of 8x8", _solving_all_starts, "pruned-compiled", 8),
    _row("decide, antelope (3,4) on 24x24: no open tour", DECIDING, _board(24, 24, (3, 4)), False),
    _row("decide, zebra (2,3) on 13x13: no open tour", DECIDING, _board(13, 13, (2, 3)), False),
    _row("decide, (1,8)-leaper on 22x22: no open tour", DECIDING, _board(22, 22, (1, 8)), False),
    _row("decide, giraffe (1,4) on 11x11: no open tour", DECIDING, _board(11, 11, (1, 4)), False),
    _row("decide, flower snark J(31): no closed tour", DECIDING, lambda: Problem(graph_family("J31"), closed=True), False),
    _row("decide, GP(101,2): no closed tour", DECIDING, lambda: Problem(graph_family("GP(101,2)"), closed=True), False),
    _once("decide, 2,000 random graphs of 5 to 60 vertices, the slowest", measurements.longest_decision, 2_000),
    _once("sat / cp-sat, 200 nearly cubic graphs of 100 to 400 vertices, the largest ratio", measurements.largest_ratio, 200),
    _row("frontier, 4x1000 closed: no tour", SEARCHING, _board(4, 1000, closed=True), exists=False),
    _row("frontier, 4x1000 open", SEARCHING, _board(4, 1000)),
    _row("frontier, 5x200 closed", SEARCHING, _board(5, 200, closed=True)),
    _row("frontier, 6x100 with 10 holes, closed", SEARCHING, partial(_long_board_with_holes, 6, 100, 10)),
    _row(
        "auto, a cubic graph of 5,000 vertices, closed",
        *(SOLVING, lambda: Problem(nx.random_regular_graph(3, 5_000, seed=1), closed=True), "auto"),
    ),
)

CHALLENGE = [f"{rows}x{cols}" for rows in range(3, 13) for cols in range(3, 13) if rows * cols <= 40]
"""P. Luschny's challenge, Hamiltonian paths on knight graphs, 2025: 40 boards, 18 of them twice, with rows for columns."""

COUNTING = (
    _row("count, 6x6 closed: 9,862", measurements.counting, ["6x6"], True, 9_862),
    _row("count, 6x6 open: 3,318,960", measurements.counting, ["6x6"], False, 3_318_960),
    _row("count, 6x8 closed: 55,488,142", measurements.counting, ["6x8"], True, 55_488_142),
    _row("count, 6x10 closed: 239,187,240,144", measurements.counting, ["6x10"], True, 239_187_240_144),
    _row("count, 7x8 closed: 34,524,432,316", measurements.counting, ["7x8"], True, 34_524_432_316),
    _row("count, the 40 boards of Luschny's challenge, open: 43,751,388", measurements.counting, CHALLENGE, False, 43_751_388),
    _row("count, the 40 boards of Luschny's challenge, closed: 98,666", measurements.counting, CHALLENGE, True, 98_666),
    _once("count, 7x7 open: 82,787,609,160", measurements.counting, ["7x7"], False, 82_787_609_160),
    _once("count, 8x8 closed: 13,267,364,410,532", measurements.counting, ["8x8"], True, 13_267_364_410_532),
)

OVERRUN = tuple(
    _once(f"overrun of the time limit, {solver}, {where}", measurements.largest_overrun, solver, sides)
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
    _once("comparison, 10,000 runs of warnsdorff on 8x8, 2 jobs", processes.comparison_seconds, 10_000, jobs=2),
    _once("comparison, what a run takes beyond the solver, 1 job", processes.overhead_of_a_run, 2_000, jobs=1),
    _once("comparison, memory of the driver, 100,000 runs less 1,000", processes.driver_memory, 1_000, 100_000, jobs=2),
)

PROCESSES = (
    _once("first use ever of backtracking-compiled, translation included", FIRST_USE, "backtracking-compiled", 8),
    _once("first use ever of warnsdorff-compiled, translation included", FIRST_USE, "warnsdorff-compiled", 8),
    _once("first use ever of warnsdorff-repair, translation included", FIRST_USE, "warnsdorff-repair", 300),
    _once("first use ever of construct, translation included", FIRST_USE, "construct", 8, closed=True),
    _row("import solvers / import networkx, whole processes", processes.import_ratio, "solvers", "networkx"),
    _row("solve.py 8x8, whole process", COMMAND, "solve", "8x8"),
    _row("solve.py 8x8 --solver warnsdorff, whole process", COMMAND, "solve", "8x8", "--solver", "warnsdorff"),
    _row("check.py 8x8, whole process", COMMAND, "check", "8x8"),
    _row("check.py 4x16, whole process", COMMAND, "check", "4x16"),
    _row("check.py 40x40, whole process", COMMAND, "check", "40x40"),
    _row("check.py 6x6 --pairs, whole process", COMMAND, "check", "6x6", "--pairs"),
    _row("check.py --boards 3..8x3..10, whole process", COMMAND, "check", "--boards", "3..8x3..10"),
    _row("count.py 6x6, whole process", COMMAND, "count", "6x6"),
    _row("solve.py 6x6 --closed --all, whole process", COMMAND, "solve", "6x6", "--closed", "--all"),
    _once(
        "check.py, the atlas of 280 cells, 2 jobs, whole process",
        COMMAND,
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
    warm, whole = (1, 1) if side == LARGEST else (11, 5)
    for question, terms in questions.items():
        name = f"auto / the best of its methods, {side:,}x{side:,} {question}"
        yield _once(f"{name}, warm", measurements.auto_warm, side, warm, **terms)
        yield _once(f"{name}, whole processes", processes.auto_process, side, whole, **terms)


AUTO = tuple(each for side in (5, 8, 20, 50, 100, 192, 300, 1000, LARGEST) for each in _auto(side))

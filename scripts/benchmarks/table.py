"""Measure the speeds in scripts/benchmarks/README.md, and print the median, the minimum and the maximum of several runs."""

from __future__ import annotations

import json
import random
import shutil
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

import networkx as nx
from benchmarks import measurements as measured
from benchmarks import processes, random_graphs
from benchmarks.default_solver import SIDES, against_auto, questions
from benchmarks.measurements import Asked, Measured, seconds_of

from graphs import Board, knight_graph
from graphs.errors import FormatError
from graphs.families import graph_family
from graphs.leapers import KNIGHT
from solvers import Problem, solver_names
from solvers.commands import command_line as cli
from solvers.commands import exits, parsing
from solvers.comparison.machine import machine_document
from solvers.memory import free_memory


@dataclass(frozen=True)
class Benchmark:
    """A row of the table.

    Attributes
    ----------
    name : str
        Name of the row.
    measure : callable
        Function that makes one measurement, and returns an amount and its unit.
    once : bool, optional
        Whether the function is called only once, because it takes a long time or makes many runs itself.
    """

    name: str
    measure: Callable[[], Measured]
    once: bool = False


def main() -> int:
    """Measure the selected benchmarks and print the table.

    Returns
    -------
    int
        The exit status.
    """
    parser = parsing.Parser(description=__doc__)
    parser.add_argument("--only", metavar="WORD", default="", help="measure only benchmarks with WORD in their name")
    parsing.add(parser, "--repeats", unset="5, after a first run that is not counted")
    form = parser.add_mutually_exclusive_group()
    parsing.add(form, "--json")
    form.add_argument("--markdown", action="store_true", help="print the table of scripts/benchmarks/README.md")
    arguments = parser.parse_args()
    chosen = benchmarks(arguments.only)
    if not chosen:
        raise FormatError(f"no benchmark has {arguments.only!r} in its name: leave out --only to measure all of them")
    rows = _rows(chosen, arguments.repeats or 5)
    if arguments.json:
        cli.print_json({"machine": _machine(), "benchmarks": list(rows)})
    elif arguments.markdown:
        print(f"{_machine()}\n\n| what | median |\n| --- | --- |")
        for row in rows:
            print(f"| {row['name']} | {statistics.median(row['repeats']):.3g} {row['unit']} |", flush=True)
    else:
        _print_table(rows)
    return exits.FOUND


def _rows(chosen: Iterable[Benchmark], repeats: int) -> Iterator[dict[str, Any]]:
    for each in chosen:
        print(f"{each.name} …", file=sys.stderr)
        if not each.once:
            each.measure()
        amounts, units = zip(*(each.measure() for _ in range(1 if each.once else repeats)), strict=True)
        yield {"name": each.name, "unit": units[-1], "repeats": amounts}


def _print_table(rows: Iterable[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table("what", "median", "least", "most", "unit", title=_machine(), title_justify="left")
    for row in rows:
        numbers = [f"{figure(row['repeats']):.3g}" for figure in (statistics.median, min, max)]
        table.add_row(row["name"], *numbers, row["unit"])
    cli.console().print(table)


def _machine() -> str:
    machine = json.loads(machine_document())
    versions = [f"{name} {machine['packages'][name]}" for name in ("networkx", "ortools", "numba")]
    return ", ".join([machine["processor"], machine["system"], machine["python"], *versions])


def benchmarks(word: str = "") -> list[Benchmark]:
    """Return the benchmarks whose names contain a word.

    Benchmarks that need a C++ compiler or Graphillion are left out if it is not available. A message reports their number.

    Parameters
    ----------
    word : str, optional
        The word. If it is empty, all available benchmarks are returned.

    Returns
    -------
    list of Benchmark
        The benchmarks, in the order of the table.
    """
    groups = [TEXTBOOK, AGAINST_CPP, REPAIR, CONSTRUCT, EXACT, COUNTING, ZDD, OVERRUN, COMPARISON, PROCESSES, AUTO]
    zdd = find_spec("graphillion") and free_memory() > 16e9
    for group, needed, is_here in (AGAINST_CPP, "g++", shutil.which("g++")), (ZDD, "graphillion with 16 GB of memory", zdd):
        if not is_here:
            groups.remove(group)
            if any(word in each.name for each in group):
                print(f"benchmark.py: {len(group)} benchmarks are left out: {needed} is not available", file=sys.stderr)
    return [each for group in groups for each in group if word in each.name]


def _row(name: str, function: Callable[..., Measured], *arguments: Any, once: bool = False, **named: Any) -> Benchmark:
    return Benchmark(name, partial(function, *arguments, **named), once)


_once = partial(_row, once=True)


def _asked(text: str, leaper: str = "knight") -> Asked:
    """Return a function that creates the problem that a text describes, such as `1,000x1,000 closed` or `8x8 from 0,0`.

    `leaper` is a name in `LEAPERS`.
    """
    size, _, kind = text.partition(" ")
    return lambda: Problem.on_board(Board.parse(size.replace(",", "")), LEAPERS[leaper], **ENDS[kind])


def _solved(solver: str, text: str, leaper: str = "knight", more: str = "", **options: Any) -> Benchmark:
    """Return a benchmark that runs a solver on the problem that `text` and `leaper` describe (see `_asked`).

    The name of the benchmark ends with `more`.
    """
    problem = text if leaper == "knight" else f"{leaper}, {text}"
    return _row(f"{solver}, {problem}{more}", SOLVING, _asked(text, leaper), solver, **options)


def _graph(side: int, **ends: Any) -> Asked:
    """Return a function that creates a problem on the networkx graph of a square board.

    `ends` are keyword arguments of `Problem`, such as `start`.
    """
    return lambda: Problem(knight_graph(Board(side, side)), **ends)


def _board_with_holes() -> Problem:
    """Return the problem of a closed tour of 6x100 with 10 random holes, five of each colour."""
    draw, board = random.Random(1), Board(6, 100)
    white, black = (draw.sample([square for square in board if sum(square) % 2 == colour], 5) for colour in (0, 1))
    return Problem(Board(6, 100, white + black), closed=True)


def _closed_tour_of(family: str) -> Problem:
    return Problem(graph_family(family), closed=True)


def _random_pairs(side: int, number: int) -> Iterator[Problem]:
    """Yield `number` + 1 problems with random starts and ends whose colours allow a tour. The first is only to load code."""
    problem, draw = measured.square(side), random.Random(0)
    colours_of_ends = {0} if side % 2 else {0, 1}
    number += 1
    while number:
        start, end = ((draw.randrange(side), draw.randrange(side)) for _ in range(2))
        if start != end and {sum(start) % 2, sum(end) % 2} == colours_of_ends:
            number -= 1
            yield problem.with_ends(start=start, end=end)


def _all_starts(side: int) -> Iterator[Problem]:
    """Yield one problem for each start. An additional first problem is only to load code."""
    for start in [CORNER, *Board(side, side)]:
        yield measured.square(side, start=start)


def _solve_from_each_square() -> None:
    for problem in _all_starts(8):
        measured.require_answer(problem, "pruned-compiled")


CORNER = (0, 0)
ENDS: dict[str, dict[str, Any]] = {"open": {}, "closed": {"closed": True}, "from 0,0": {"start": CORNER}}
LEAPERS = {"knight": KNIGHT, "giraffe (1,4)": (1, 4), "zebra (2,3)": (2, 3), "antelope (3,4)": (3, 4), "(1,8)-leaper": (1, 8)}
BACKTRACKING, WALK = ("backtracking-compiled", "backtracking"), ("warnsdorff-compiled", "walk")
SOLVING, LONGEST, CPP = measured.solving, measured.longest_run, processes.times_cpp
SEARCHING = partial(SOLVING, solver="frontier", presolve=False)

TEXTBOOK = (
    *(
        _row(f"backtracking on networkx, {name}", measured.nodes_per_second, asked, "backtracking", move_order="clockwise")
        for name, asked in (
            ("8x8 from 0,0 clockwise", _graph(8, start=CORNER)),
            ("5x5 from 0,1 clockwise, exhausted", _graph(5, start=(0, 1))),
        )
    ),
    _row("warnsdorff on networkx, 100x100", measured.nodes_per_second, _graph(100, start=CORNER), "warnsdorff"),
    _row("building the networkx graph of 100x100", seconds_of, knight_graph, Board(100, 100)),
    _row("cp-sat, 32x32 closed, one worker", SOLVING, _graph(32, closed=True), "cp-sat"),
    _row("cp-sat, 20x20 open, one worker", SOLVING, _graph(20), "cp-sat"),
)

AGAINST_CPP = (
    _row("backtracking-compiled, 8x8 from 0,0 clockwise", CPP, *BACKTRACKING, 8),
    _row("backtracking-compiled, 6x6 from 4,0 clockwise", CPP, *BACKTRACKING, 6, (4, 0)),
    _row("backtracking-compiled, 5x5 from 0,1 clockwise, exhausted", CPP, *BACKTRACKING, 5, (0, 1)),
    _row("backtracking-compiled, 9x9, the first 50 million nodes", CPP, *BACKTRACKING, 9, nodes=50_000_000),
    _row("warnsdorff-compiled, 200x200", CPP, *WALK, 200, times=20),
    _row("warnsdorff-compiled, 1000x1000", CPP, *WALK, 1000),
    _row("warnsdorff-compiled, 1000x1000, tie_break=roth", CPP, *WALK, 1000, tie_break="roth"),
)

REPAIR = (
    _row(
        "warnsdorff-compiled, 4000x4000, tie_break=roth, a complete tour",
        *(SOLVING, _asked("4000x4000 from 0,0"), "warnsdorff-compiled"),
        tie_break="roth",
    ),
    *(
        _once(
            f"warnsdorff-repair, {number:,} random pairs of start and end on {side}x{side}",
            *(LONGEST, partial(_random_pairs, side, number), "warnsdorff-repair"),
        )
        for side, number in ((50, 1000), (51, 1000), (200, 1000), (1000, 20))
    ),
    _once("warnsdorff-repair, every start of 40x40", LONGEST, partial(_all_starts, 40), "warnsdorff-repair"),
)

CONSTRUCT = (
    _solved("construct", "10,000x10,000 closed"),
    _solved("construct", "9,999x10,001 open"),
    _solved("construct", "10,000x10,000 closed", "zebra (2,3)"),
    _solved("construct", "5x2,000,000 closed", "giraffe (1,4)"),
    _row("verifying a tour of 10,000x10,000", measured.verifying),
    _row("construct, closed, time per square on 10,000x10,000 / on 100x100", measured.cost_of_a_square),
    _once("construct and verify 10,000x10,000, peak memory of the process", processes.peak_memory),
)

EXACT = (
    *(_solved("sat", text) for text in ("64x64 closed", "192x192 closed", "128x128 from 0,0")),
    _solved("cp-sat", "64x64 closed"),
    _solved("cp-sat", "64x64 closed", more=", hint=warnsdorff", hint="warnsdorff"),
    _row("cp-sat, 200x200 closed, a whole tour as the hint", measured.hinted),
    _row("pruned-compiled, a tour from each square of 8x8", seconds_of, _solve_from_each_square),
    *(
        _row(f"decide, {leaper} on {size}: no open tour", measured.deciding, _asked(f"{size} open", leaper))
        for leaper, size in (
            ("antelope (3,4)", "24x24"),
            ("zebra (2,3)", "13x13"),
            ("(1,8)-leaper", "22x22"),
            ("giraffe (1,4)", "11x11"),
        )
    ),
    *(
        _row(f"decide, {name}: no closed tour", measured.deciding, partial(_closed_tour_of, family))
        for name, family in (("flower snark J(31)", "J31"), ("GP(101,2)", "GP(101,2)"))
    ),
    *(
        _once(f"all boards, {leaper}, {kind} tours", seconds_of, measured.decide_boards, LEAPERS[leaper], kind == "closed")
        for leaper in ("knight", "giraffe (1,4)", "zebra (2,3)")
        for kind in ("closed", "open")
    ),
    _once("decide, 2,000 random graphs of 5 to 60 vertices, the slowest", random_graphs.longest_decision),
    _once("sat / cp-sat, 200 nearly cubic graphs of 100 to 400 vertices, the largest ratio", random_graphs.largest_ratio),
    _row("frontier, 4x1000 closed: no tour", SEARCHING, _asked("4x1000 closed"), exists=False),
    _row("frontier, 4x1000 open", SEARCHING, _asked("4x1000 open")),
    _row("frontier, 5x200 closed", SEARCHING, _asked("5x200 closed")),
    _row("frontier, 6x100 with 10 holes, closed", SEARCHING, _board_with_holes),
    _row(
        "auto, a cubic graph of 5,000 vertices, closed",
        *(SOLVING, lambda: Problem(nx.random_regular_graph(3, 5_000, seed=1), closed=True), "auto"),
    ),
)

CHALLENGE = [f"{rows}x{cols}" for rows in range(3, 13) for cols in range(3, 13) if rows * cols <= 40]
"""The 40 boards of P. Luschny's challenge, Hamiltonian paths on knight graphs, 2025. 18 sizes occur in both orientations."""
LUSCHNY = "the 40 boards of Luschny's challenge,"

COUNTING = tuple(
    each(
        f"count, {name} {kind}: {number:,}",
        *(seconds_of, measured.count_boards, CHALLENGE if name == LUSCHNY else [name], kind == "closed", number),
    )
    for each, name, kind, number in (
        (_row, "6x6", "closed", 9_862),
        (_row, "6x6", "open", 3_318_960),
        (_row, "6x8", "closed", 55_488_142),
        (_row, "6x10", "closed", 239_187_240_144),
        (_row, "7x8", "closed", 34_524_432_316),
        (_row, LUSCHNY, "open", 43_751_388),
        (_row, LUSCHNY, "closed", 98_666),
        (_once, "7x7", "open", 82_787_609_160),
        (_once, "8x8", "closed", 13_267_364_410_532),
    )
)

ZDD = tuple(
    _once(f"Graphillion (ZDDs), {board} closed: {number:,}", measured.counting_by_zdd, board, number)
    for board, number in (("6x6", 9_862), ("6x7", 1_067_638), ("6x8", 55_488_142))
)
"""Benchmarks in which Graphillion counts tours. The benchmark on 6x8 needs 14 GB of memory."""

OVERRUN = tuple(
    _once(f"overrun of the time limit, {solver}, {where}", measured.largest_overrun, solver, sides)
    for solver in solver_names()
    for where, sides in (("up to 200x200", (8, 20, 200)), ("1000x1000", (1000,)), ("10000x10000", (10_000,)))
)

COMPARISON = (
    _once("comparison, 10,000 runs of warnsdorff on 8x8, 2 jobs", seconds_of, lambda: [*processes.stored_runs(10_000, 2)]),
    _once("comparison, overhead of a run without its solver, 1 job", processes.overhead_of_a_run),
    _once("comparison, growth of the main process's memory from run 1,000 to run 100,000", processes.driver_memory),
)

COMMANDS = """\
solve.py 8x8
solve.py 8x8 --solver warnsdorff
check.py 8x8
check.py 4x16
check.py 40x40
check.py 6x6 --pairs
check.py 5xN --leaper 1,4 --closed
check.py --boards 3..8x3..10
count.py 6x6
solve.py 6x6 --closed --all"""
ATLAS = "check.py --boards 3..30 --square --leapers 9 --jobs 2"

PROCESSES = (
    *(
        _once(f"first use of {solver}, compilation included", processes.first_use_seconds, solver, side, **terms)
        for solver, side, terms in (
            ("backtracking-compiled", 8, {}),
            ("warnsdorff-compiled", 8, {}),
            ("warnsdorff-repair", 300, {}),
            ("construct", 8, {"closed": True}),
        )
    ),
    _row("import solvers / import networkx, whole processes", processes.import_ratio),
    *(_row(f"{line}, whole process", seconds_of, processes.run_command, line) for line in COMMANDS.splitlines()),
    _once("check.py, the atlas of 280 cells, 2 jobs, whole process", seconds_of, processes.run_command, ATLAS),
)

AUTO = tuple(
    _once(f"auto / the best of its methods, {side:,}x{side:,} {question}, {way}", against_auto, side, terms, way == "warm")
    for side in SIDES
    for question, terms in questions(side)
    for way in ("warm", "whole processes")
)

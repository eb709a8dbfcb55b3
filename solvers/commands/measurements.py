"""The functions that benchmarks call: each call makes one repeat and returns an amount with its unit.

A benchmark whose problem or answer is not the expected one measures nothing: it raises RuntimeError.
"""

from __future__ import annotations

import atexit
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import networkx as nx
import psutil

from graphs import Board, knight_graph, verify_on_board
from graphs.board import Square
from graphs.errors import BoardError
from graphs.families import graph_family
from graphs.leapers import Leaper
from graphs.loading import clock, load
from graphs.tour import Tour
from solvers import Budget, Problem, Result, Status, count_tours, decide, decide_all_boards, solve
from solvers.comparison import Limits, NamedProblem, Run, Store, competitors_for, run_all, tasks_for
from solvers.errors import UnsupportedProblem

Measured: TypeAlias = tuple[float, str]
"""An amount and its unit."""
Asked: TypeAlias = Callable[[], Problem]
"""What makes a problem, anew in each repeat."""

LARGEST_FOR_REPAIR = 1000
"""Warnsdorff's walk with repair is measured up to this side."""
TIME_LIMITS = (0.1, 1)
"""The limits in seconds whose overrun is measured."""


def seconds_of(work: Callable[[], object]) -> Measured:
    """Return the seconds that a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started, "s"


def found(problem: Problem, solver: str, exists: bool = True, **options: Any) -> Result:
    """Return the result of a run, which must find a tour, or prove that there is none."""
    result = solve(problem, solver, **options)
    if result.status is not (Status.FOUND if exists else Status.IMPOSSIBLE):
        raise RuntimeError(f"{solver} says {result.status.value} of {problem}: {result.reason}")
    return result


def square(side: int, **ends: Any) -> Problem:
    """Return the problem of a knight's tour of a square board."""
    return Problem(Board(side, side), **ends)


def solving(asked: Asked, solver: str, exists: bool = True, **options: Any) -> Measured:
    """Return the seconds of a run."""
    return found(asked(), solver, exists, **options).seconds, "s"


def nodes_per_second(asked: Asked, solver: str, **options: Any) -> Measured:
    """Return how many million nodes a solver places a second."""
    result = solve(asked(), solver, **options)
    return result.nodes / result.seconds / 1e6, "million nodes/s"


def _constructed(side: int) -> Tour:
    tour = found(square(side, closed=True), "construct").tour
    assert tour is not None
    return tour


def hinted(side: int) -> Measured:
    """Return the seconds that CP-SAT takes to follow a hint that is a whole tour, building included."""
    hint = list(_constructed(side).squares)
    return solving(lambda: square(side, closed=True), "cp-sat", hint=hint)


def verifying(side: int) -> Measured:
    """Return the seconds that the checker takes for a closed tour of a square board, an array."""
    array = _constructed(side).array()
    return seconds_of(lambda: verify_on_board(Board(side, side), array, closed=True))


def cost_of_a_square(large: int, small: int) -> Measured:
    """Return the time for a square of the large board over that of the small one, whose best of 20 counts."""

    def cost(side: int, times: int) -> float:
        problem = square(side, closed=True)
        return min(found(problem, "construct").seconds for _ in range(times)) / problem.size

    return cost(large, 1) / cost(small, 20), "ratio"


def deciding(asked: Asked) -> Measured:
    """Return the seconds that `decide` takes to show that there is no tour."""
    problem = asked()
    started = time.perf_counter()
    verdict = decide(problem)
    if verdict.exists is not False:
        raise RuntimeError(f"the verdict on {problem} is {verdict.exists}: {verdict.reason}")
    return time.perf_counter() - started, "s"


def all_boards(leaper: Leaper, closed: bool) -> Measured:
    """Return the seconds that `decide_all_boards` takes to leave no board open."""
    started = time.perf_counter()
    if not decide_all_boards(leaper, closed=closed).is_complete:
        raise RuntimeError(f"some board is unknown for {leaper}")
    return time.perf_counter() - started, "s"


def longest_decision(graphs: int) -> Measured:
    """Return the seconds that `decide` takes for the slowest of many random graphs of 5 to 60 vertices, of any density."""
    draw, longest = random.Random(1), 0.0
    for seed in range(graphs):
        graph = nx.gnp_random_graph(draw.randint(5, 60), draw.random(), seed=seed)
        for closed in (False, True):
            started = time.perf_counter()
            if decide(graph, closed=closed).exists is None:
                raise RuntimeError(f"no verdict on random graph {seed}")
            longest = max(longest, time.perf_counter() - started)
    return longest, "s"


def largest_ratio(graphs: int) -> Measured:
    """Return how many times as long as CP-SAT `sat` takes at most for graphs that are nearly cubic, or a millisecond."""
    largest = 0.0
    for seed in range(graphs):
        graph = _structured_graph(random.Random(seed))
        sat, cp_sat = (solve(graph, solver, closed=True, budget=Budget(seconds=60)) for solver in ("sat", "cp-sat"))
        largest = max(largest, sat.seconds / max(cp_sat.seconds, 0.001))
    return largest, "x"


def _structured_graph(draw: random.Random) -> nx.Graph[int]:
    """Return a generalized Petersen graph, a flower snark with one edge more, or a ring of equal parts; 100 to 400 vertices."""
    kind = draw.randrange(3)
    if kind == 0:
        return graph_family(f"GP({draw.randrange(50, 200)},{draw.randrange(2, 12)})")
    if kind == 1:
        graph = graph_family(f"J{draw.randrange(25, 100, 2)}")
        graph.add_edge(*draw.choice(list(nx.non_edges(graph))))
        return graph
    part = nx.random_regular_graph(3, draw.choice([6, 8, 10, 12, 14, 18]), seed=draw.randrange(1000))
    size, copies = len(part), draw.randrange(100 // len(part) + 1, 400 // len(part))
    links = draw.sample(list(part.edges), draw.randint(1, 3))
    part.remove_edges_from(links)
    ring = nx.disjoint_union_all([part] * copies)
    ring.add_edges_from((size * copy + u, size * ((copy + 1) % copies) + v) for copy in range(copies) for u, v in links)
    return ring


def counting(boards: Sequence[str], closed: bool, number: int) -> Measured:
    """Return the seconds for the counts of boards, whose undirected tours must come to the known number."""
    started = time.perf_counter()
    counted = sum(count_tours(Board.parse(board), closed=closed).undirected or 0 for board in boards)
    if counted != number:
        raise RuntimeError(f"{', '.join(boards)}: {counted} tours, not {number}")
    return time.perf_counter() - started, "s"


def counting_by_zdd(board: str, number: int) -> Measured:
    """Return the seconds in which Graphillion counts the closed tours of a board, its moves in row-major order."""
    load("graphillion")
    from graphillion import GraphSet

    started = time.perf_counter()
    GraphSet.set_universe([*knight_graph(Board.parse(board)).edges], traversal="as-is")
    counted = GraphSet.cycles(is_hamilton=True).len()
    if counted != number:
        raise RuntimeError(f"Graphillion counts {counted} tours of {board}, not {number}")
    return time.perf_counter() - started, "s"


def longest_run(problems: Callable[[], Iterable[Problem]], solver: str) -> Measured:
    """Return the longest of many runs, after the first, which loads the code."""
    _, *seconds = (found(problem, solver).seconds for problem in problems())
    return max(seconds), "s, the longest"


def largest_overrun(solver: str, sides: Sequence[int]) -> Measured:
    """Return by how much the solver oversteps its time limit at most, on new problems of square boards; 8x8 is closed.

    The whole call counts, with the building of graphs, arrays and models, but not the loading of code or the verification. A
    board that the solver refuses as too large counts, too: the refusal takes no time.
    """

    def seconds(side: int, limit: float) -> float:
        started = clock()
        problem = square(side, closed=side == 8)
        with suppress(BoardError):
            result = solve(problem, solver, budget=Budget(seconds=limit))
            if result.status is Status.FOUND:
                return result.seconds
        return clock() - started

    return max(0.0, *(seconds(side, limit) - limit for side in sides for limit in TIME_LIMITS)), "s, the largest"


def against_auto(
    seconds: Callable[[str, int, dict[str, Any]], float], side: int, times: int, terms: dict[str, Any]
) -> Measured:
    """Return the time of `auto` over that of the best other method that finds a tour: medians of runs that alternate."""
    solvers = [solver for solver in ("auto", "warnsdorff-repair", "construct") if _finds(solver, side, terms)]
    runs = [[seconds(solver, side, terms) for solver in solvers] for _ in range(times)]
    medians = dict(zip(solvers, map(statistics.median, zip(*runs, strict=True)), strict=True))
    auto = medians.pop("auto")
    best = min(medians, key=lambda solver: medians[solver])
    return auto / medians[best], f"x (auto {auto:.3g} s, {best} {medians[best]:.3g} s)"


def _finds(solver: str, side: int, terms: dict[str, Any]) -> bool:
    """Return whether a method finds a tour here; the run also loads its code."""
    if solver == "warnsdorff-repair" and side > LARGEST_FOR_REPAIR:
        return False
    try:
        return solve(square(side, **terms), solver).status is Status.FOUND
    except UnsupportedProblem:
        return False


def warm_seconds(solver: str, side: int, terms: dict[str, Any]) -> float:
    """Return the seconds of a run in this process."""
    return seconds_of(lambda: found(square(side, **terms), solver))[0]


def process_seconds(solver: str, side: int, terms: dict[str, Any]) -> float:
    """Return the seconds of a run in a process of its own."""
    words = [f"--{key}" if value is True else f"--{key}={value[0]},{value[1]}" for key, value in terms.items()]
    return command_seconds(" ".join([f"solve.py {side}x{side}", *words, "--format summary --solver", solver]))[0]


def command_seconds(line: str) -> Measured:
    """Return the seconds of a whole process, such as `solve.py 8x8`."""
    script, *words = line.split()
    return seconds_of(lambda: _output(sys.executable, "-m", "solvers", script.removesuffix(".py"), *words))


def import_ratio(one: str, other: str) -> Measured:
    """Return the seconds of a process that imports one package over those of one that imports another."""
    first, second = (seconds_of(partial(_output, sys.executable, "-c", f"import {name}"))[0] for name in (one, other))
    return first / second, "ratio"


RUN = """
import resource, time
from graphs import Board
from solvers import Problem, solve
started = time.perf_counter()
solve(Problem(Board({side}, {side}), **{terms}), {solver!r})
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
    problem, budget = square(side, start=start), Budget(nodes=nodes)
    ours, theirs = [], []
    for _ in range(times):
        result = solve(problem, solver, budget=budget, **options)
        _, placed, seconds, *_ = _output(_cpp_program(), search, side, *start, *([] if nodes is None else [nodes])).split()
        if "tie_break" not in options and int(placed) != result.nodes:
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
    """Return the seconds for runs of warnsdorff on 8x8, the start of the processes included."""
    return seconds_of(lambda: list(_kept_runs(runs, jobs)))


def overhead_of_a_run(runs: int, jobs: int) -> Measured:
    """Return the milliseconds that a run of warnsdorff on 8x8 takes of a job beyond the solver's time, on average."""
    kept = _kept_runs(runs + 100, jobs)
    for _ in islice(kept, 100):  # until the processes have started
        pass
    started = time.perf_counter()
    solving = math.fsum(run.measurement.seconds for run in kept)
    return 1000 * (jobs * (time.perf_counter() - started) - solving) / runs, "ms"


def driver_memory(first: int, runs: int, jobs: int) -> Measured:
    """Return the megabytes by which the memory of this process grows from its first runs to the last."""
    before, process = 0, psutil.Process()
    for number, _ in enumerate(_kept_runs(runs, jobs), 1):
        if number == first:
            before = process.memory_info().rss
    return (process.memory_info().rss - before) / 1e6, "MB"


def _kept_runs(number: int, jobs: int) -> Iterator[Run]:
    """Yield runs of warnsdorff from all squares of 8x8, each kept in a temporary store."""
    problems = [NamedProblem.on_board(Board(8, 8), start=square) for square in Board(8, 8)]
    seeds = math.ceil(number / len(problems))
    tasks = tasks_for(problems, competitors_for(["warnsdorff"]), limits=Limits(seconds=1), seeds=seeds)
    with Store.temporary() as store, closing(run_all(islice(tasks, number), jobs)) as runs:
        for run in runs:
            store.add(run)
            yield run

"""Functions that make the measurements of the benchmarks. Most of them measure once per call, and return an amount and a unit.

If a solver gives an answer that is not the expected one, they raise RuntimeError.
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
"""A function that creates a problem. It is called for each measurement, so that no work of an earlier run is reused."""

LARGEST_FOR_REPAIR = 1000
"""Largest side of the boards on which `warnsdorff-repair` is compared with `auto`."""
TIME_LIMITS = (0.1, 1)
"""Time limits, in seconds, for which `largest_overrun` measures by how much solvers exceed them."""


def seconds_of(work: Callable[[], object]) -> Measured:
    """Measure the time of a function call.

    Parameters
    ----------
    work : callable
        Function to call.

    Returns
    -------
    tuple of (float, str)
        Wall time in seconds, and the unit.
    """
    started = time.perf_counter()
    work()
    return time.perf_counter() - started, "s"


def require_answer(problem: Problem, solver: str, exists: bool = True, **options: Any) -> Result:
    """Run a solver, and check that it gives the expected answer.

    Parameters
    ----------
    problem : Problem
        The problem.
    solver : str
        Name of the solver.
    exists : bool, optional
        Whether the expected answer is a tour. If False, it is a no-tour answer.
    **options : object
        Options of the solver.

    Returns
    -------
    Result
        The result.

    Raises
    ------
    RuntimeError
        If the solver gives a different answer, or none.
    """
    result = solve(problem, solver, **options)
    if result.status is not (Status.FOUND if exists else Status.IMPOSSIBLE):
        raise RuntimeError(f"{solver} gave the unexpected answer {result.status.value} to {problem}: {result.reason}")
    return result


def square(side: int, **ends: Any) -> Problem:
    """Return the problem of a knight's tour of a square board.

    Parameters
    ----------
    side : int
        Number of rows and of columns.
    **ends : object
        Start, end and `closed` of the problem.

    Returns
    -------
    Problem
        The problem.
    """
    return Problem(Board(side, side), **ends)


def solving(asked: Asked, solver: str, exists: bool = True, **options: Any) -> Measured:
    """Measure the time of a run of a solver, as the result of the run reports it.

    Parameters
    ----------
    asked : callable
        Function that creates the problem.
    solver : str
        Name of the solver.
    exists : bool, optional
        Whether the expected answer is a tour. If False, it is a no-tour answer.
    **options : object
        Options of the solver.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.

    Raises
    ------
    RuntimeError
        If the solver does not give the expected answer.
    """
    return require_answer(asked(), solver, exists, **options).seconds, "s"


def nodes_per_second(asked: Asked, solver: str, **options: Any) -> Measured:
    """Measure the number of search nodes per second in a run of a solver.

    Parameters
    ----------
    asked : callable
        Function that creates the problem.
    solver : str
        Name of the solver.
    **options : object
        Options of the solver.

    Returns
    -------
    tuple of (float, str)
        Millions of search nodes per second, and the unit.
    """
    result = solve(asked(), solver, **options)
    return result.nodes / result.seconds / 1e6, "million nodes/s"


def _constructed(side: int) -> Tour:
    tour = require_answer(square(side, closed=True), "construct").tour
    assert tour is not None
    return tour


def hinted(side: int) -> Measured:
    """Measure how long CP-SAT needs for a square board if its hint is a complete closed tour.

    The time includes building the model.

    Parameters
    ----------
    side : int
        Number of rows and of columns.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.
    """
    hint = list(_constructed(side).squares)
    return solving(lambda: square(side, closed=True), "cp-sat", hint=hint)


def verifying(side: int) -> Measured:
    """Measure the time for verifying a closed tour of a square board, which is given as an array.

    Parameters
    ----------
    side : int
        Number of rows and of columns.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.
    """
    array = _constructed(side).array()
    return seconds_of(lambda: verify_on_board(Board(side, side), array, closed=True))


def cost_of_a_square(large: int, small: int) -> Measured:
    """Measure the ratio of the construction time per square on a large board to that on a small board.

    Parameters
    ----------
    large : int
        Side of the large board, which is measured once.
    small : int
        Side of the small board. The fastest of 20 runs on it counts.

    Returns
    -------
    tuple of (float, str)
        The ratio, and the unit.
    """

    def cost(side: int, times: int) -> float:
        problem = square(side, closed=True)
        return min(require_answer(problem, "construct").seconds for _ in range(times)) / problem.size

    return cost(large, 1) / cost(small, 20), "ratio"


def deciding(asked: Asked) -> Measured:
    """Measure how long `decide` needs for a no-tour answer.

    Parameters
    ----------
    asked : callable
        Function that creates the problem.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.

    Raises
    ------
    RuntimeError
        If the answer is that a tour exists, or unknown.
    """
    problem = asked()
    started = time.perf_counter()
    verdict = decide(problem)
    if verdict.exists is not False:
        raise RuntimeError(f"decide must exclude a tour of {problem}, but `exists` is {verdict.exists}: {verdict.reason}")
    return time.perf_counter() - started, "s"


def all_boards(leaper: Leaper, closed: bool) -> Measured:
    """Measure how long `decide_all_boards` needs to decide all boards of all sizes for a leaper.

    Parameters
    ----------
    leaper : tuple of int
        The leaper.
    closed : bool
        Whether the tours are closed.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.

    Raises
    ------
    RuntimeError
        If a board is undecided.
    """
    started = time.perf_counter()
    if not decide_all_boards(leaper, closed=closed).is_complete:
        raise RuntimeError(f"at least one board is undecided for the leaper {leaper}")
    return time.perf_counter() - started, "s"


def longest_decision(graphs: int) -> Measured:
    """Measure the time of the slowest call of `decide` for random graphs of 5 to 60 vertices and of any density.

    Parameters
    ----------
    graphs : int
        Number of graphs.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.

    Raises
    ------
    RuntimeError
        If an answer is unknown.
    """
    draw, longest = random.Random(1), 0.0
    for seed in range(graphs):
        graph = nx.gnp_random_graph(draw.randint(5, 60), draw.random(), seed=seed)
        for closed in (False, True):
            started = time.perf_counter()
            if decide(graph, closed=closed).exists is None:
                raise RuntimeError(f"decide gives no answer for random graph {seed}")
            longest = max(longest, time.perf_counter() - started)
    return longest, "s"


def largest_ratio(graphs: int) -> Measured:
    """Measure the largest ratio of the time of `sat` to that of `cp-sat` on one of several nearly cubic graphs.

    Parameters
    ----------
    graphs : int
        Number of graphs.

    Returns
    -------
    tuple of (float, str)
        The ratio, and the unit. Times of `cp-sat` below one millisecond count as one millisecond.
    """
    largest = 0.0
    for seed in range(graphs):
        graph = _structured_graph(random.Random(seed))
        sat, cp_sat = (solve(graph, solver, closed=True, budget=Budget(seconds=60)) for solver in ("sat", "cp-sat"))
        largest = max(largest, sat.seconds / max(cp_sat.seconds, 0.001))
    return largest, "x"


def _structured_graph(draw: random.Random) -> nx.Graph[int]:
    """Return a graph of 100 to 400 vertices.

    It is a generalized Petersen graph, a flower snark with an additional edge, or a ring of copies of a random cubic graph.
    """
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
    """Measure the total time for counting the tours of several boards.

    Parameters
    ----------
    boards : sequence of str
        Sizes of the boards.
    closed : bool
        Whether the tours are closed.
    number : int
        The known sum of the numbers of undirected tours of these boards.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.

    Raises
    ------
    RuntimeError
        If the counted sum is a different number.
    """
    started = time.perf_counter()
    counted = sum(count_tours(Board.parse(board), closed=closed).undirected or 0 for board in boards)
    if counted != number:
        raise RuntimeError(f"{', '.join(boards)}: counted {counted} tours, expected {number}")
    return time.perf_counter() - started, "s"


def counting_by_zdd(board: str, number: int) -> Measured:
    """Measure how long Graphillion needs to count the closed tours of a board. It gets the moves in row-major order.

    Parameters
    ----------
    board : str
        Size of the board.
    number : int
        The known number of tours.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.

    Raises
    ------
    RuntimeError
        If Graphillion counts a different number.
    """
    load("graphillion")
    from graphillion import GraphSet

    started = time.perf_counter()
    GraphSet.set_universe([*knight_graph(Board.parse(board)).edges], traversal="as-is")
    counted = GraphSet.cycles(is_hamilton=True).len()
    if counted != number:
        raise RuntimeError(f"Graphillion counted {counted} tours of {board}, expected {number}")
    return time.perf_counter() - started, "s"


def longest_run(problems: Callable[[], Iterable[Problem]], solver: str) -> Measured:
    """Measure the time of the longest of several runs of a solver.

    Parameters
    ----------
    problems : callable
        Function that returns the problems. The run on the first problem does not count, because it loads the code.
    solver : str
        Name of the solver.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.

    Raises
    ------
    RuntimeError
        If the solver does not find a tour.
    """
    _, *seconds = (require_answer(problem, solver).seconds for problem in problems())
    return max(seconds), "s, the longest"


def largest_overrun(solver: str, sides: Sequence[int]) -> Measured:
    """Measure the largest amount by which a solver exceeds its time limit.

    Each run has a new problem, and its time includes building graphs, arrays and models. It does not include the loading of
    code or the verification. If a solver reports that a board is too large, the time until this report counts.

    Parameters
    ----------
    solver : str
        Name of the solver.
    sides : sequence of int
        Sides of square boards. The tours are open, except that the tour of 8x8 is closed.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.
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
    """Measure the time of `auto` relative to that of the faster one of `warnsdorff-repair` and `construct`.

    Parameters
    ----------
    seconds : callable
        Function that measures a run, such as `warm_seconds`. Its arguments are a solver, a side, and `terms`.
    side : int
        Number of rows and of columns.
    times : int
        Number of runs of each solver. The runs alternate, and their medians are compared.
    terms : dict
        Start, end and `closed` of the problem.

    Returns
    -------
    tuple of (float, str)
        The ratio, and a unit that contains the medians.
    """
    solvers = [solver for solver in ("auto", "warnsdorff-repair", "construct") if _finds(solver, side, terms)]
    runs = [[seconds(solver, side, terms) for solver in solvers] for _ in range(times)]
    medians = dict(zip(solvers, map(statistics.median, zip(*runs, strict=True)), strict=True))
    auto = medians.pop("auto")
    best = min(medians, key=lambda solver: medians[solver])
    return auto / medians[best], f"x (auto {auto:.3g} s, {best} {medians[best]:.3g} s)"


def _finds(solver: str, side: int, terms: dict[str, Any]) -> bool:
    """Return whether a solver finds a tour of a square board. The run also loads the code of the solver."""
    if solver == "warnsdorff-repair" and side > LARGEST_FOR_REPAIR:
        return False
    try:
        return solve(square(side, **terms), solver).status is Status.FOUND
    except UnsupportedProblem:
        return False


def warm_seconds(solver: str, side: int, terms: dict[str, Any]) -> float:
    """Measure the time of a run in this process, which has already loaded the code of the solver.

    Parameters
    ----------
    solver : str
        Name of the solver.
    side : int
        Number of rows and of columns.
    terms : dict
        Start, end and `closed` of the problem.

    Returns
    -------
    float
        Time in seconds.

    Raises
    ------
    RuntimeError
        If the solver does not find a tour.
    """
    return seconds_of(lambda: require_answer(square(side, **terms), solver))[0]


def process_seconds(solver: str, side: int, terms: dict[str, Any]) -> float:
    """Measure the time of the command `solve` in a new process, including its start.

    Parameters
    ----------
    solver : str
        Name of the solver.
    side : int
        Number of rows and of columns.
    terms : dict
        Start, end and `closed` of the problem.

    Returns
    -------
    float
        Time in seconds.
    """
    words = [f"--{key}" if value is True else f"--{key}={value[0]},{value[1]}" for key, value in terms.items()]
    return command_seconds(" ".join([f"solve.py {side}x{side}", *words, "--format summary --solver", solver]))[0]


def command_seconds(line: str) -> Measured:
    """Measure the time of a command in a new process, including its start.

    Parameters
    ----------
    line : str
        Name of a script and its arguments, such as `solve.py 8x8`. It runs as `python -m solvers solve 8x8`.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.
    """
    script, *words = line.split()
    return seconds_of(lambda: _output(sys.executable, "-m", "solvers", script.removesuffix(".py"), *words))


def import_ratio(one: str, other: str) -> Measured:
    """Measure the time for importing a package, relative to that for another package. Each is imported in a new process.

    Parameters
    ----------
    one : str
        Name of the package.
    other : str
        Name of the other package.

    Returns
    -------
    tuple of (float, str)
        The ratio, and the unit.
    """
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
        Time in seconds, and the unit.
    """
    code = RUN.format(side=side, terms=terms, solver=solver)
    with tempfile.TemporaryDirectory() as empty:
        return float(_output(sys.executable, "-c", code, env=os.environ | {"NUMBA_CACHE_DIR": empty}).split()[0]), "s"


def peak_memory(side: int) -> Measured:
    """Measure the peak memory of a process that constructs a closed tour of a square board.

    Parameters
    ----------
    side : int
        Number of rows and of columns.

    Returns
    -------
    tuple of (float, str)
        Peak resident memory in gigabytes, and the unit.
    """
    code = RUN.format(side=side, terms={"closed": True}, solver="construct")
    return int(_output(sys.executable, "-c", code).split()[1]) * 1024 / 1e9, "GB"


def times_cpp(
    solver: str, search: str, side: int, start: Square, nodes: int | None = None, times: int = 1, **options: Any
) -> Measured:
    """Measure the number of search nodes per second of a solver, relative to that of the C++ program `classic.cpp`.

    Parameters
    ----------
    solver : str
        Name of the solver.
    search : str
        Name of the search in the C++ program.
    side : int
        Number of rows and of columns.
    start : tuple of int
        First square.
    nodes : int, optional
        Limit on search nodes. If None, there is no limit.
    times : int, optional
        Number of runs of the solver and of the C++ program. The runs alternate, and their medians are compared.
    **options : object
        Options of the solver.

    Returns
    -------
    tuple of (float, str)
        The ratio, and a unit that contains the speed of the C++ program.

    Raises
    ------
    RuntimeError
        If solver and C++ program place different numbers of search nodes. This is not checked if the option `tie_break` is
        given.
    """
    problem, budget = square(side, start=start), Budget(nodes=nodes)
    ours, theirs = [], []
    for _ in range(times):
        result = solve(problem, solver, budget=budget, **options)
        _, placed, seconds, *_ = _output(_cpp_program(), search, side, *start, *([] if nodes is None else [nodes])).split()
        if "tie_break" not in options and int(placed) != result.nodes:
            raise RuntimeError(f"the C++ program placed {placed} search nodes, {solver} {result.nodes}: they must be equal")
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
    """Measure the time of a comparison that runs `warnsdorff` on 8x8, including the start of its worker processes.

    Parameters
    ----------
    runs : int
        Number of runs.
    jobs : int
        Number of worker processes.

    Returns
    -------
    tuple of (float, str)
        Time in seconds, and the unit.
    """
    return seconds_of(lambda: list(_stored_runs(runs, jobs)))


def overhead_of_a_run(runs: int, jobs: int) -> Measured:
    """Measure the mean overhead of a comparison per run of `warnsdorff` on 8x8: the time of a run without that of the solver.

    Parameters
    ----------
    runs : int
        Number of runs.
    jobs : int
        Number of worker processes.

    Returns
    -------
    tuple of (float, str)
        The overhead per run in milliseconds of one worker process, and the unit.
    """
    kept = _stored_runs(runs + 100, jobs)
    for _ in islice(kept, 100):  # the processes start during these runs
        pass
    started = time.perf_counter()
    solving = math.fsum(run.measurement.seconds for run in kept)
    return 1000 * (jobs * (time.perf_counter() - started) - solving) / runs, "ms"


def driver_memory(first: int, runs: int, jobs: int) -> Measured:
    """Measure how much the memory of this process, the main process of a comparison, grows during the comparison.

    Parameters
    ----------
    first : int
        Number of runs before the first measurement.
    runs : int
        Number of runs before the last measurement.
    jobs : int
        Number of worker processes.

    Returns
    -------
    tuple of (float, str)
        Growth of the resident memory in megabytes, and the unit.
    """
    before, process = 0, psutil.Process()
    for number, _ in enumerate(_stored_runs(runs, jobs), 1):
        if number == first:
            before = process.memory_info().rss
    return (process.memory_info().rss - before) / 1e6, "MB"


def _stored_runs(number: int, jobs: int) -> Iterator[Run]:
    """Yield `number` runs of `warnsdorff` from the squares of 8x8. Each run is added to a temporary store first."""
    problems = [NamedProblem.on_board(Board(8, 8), start=square) for square in Board(8, 8)]
    seeds = math.ceil(number / len(problems))
    tasks = tasks_for(problems, competitors_for(["warnsdorff"]), limits=Limits(seconds=1), seeds=seeds)
    with Store.temporary() as store, closing(run_all(islice(tasks, number), jobs)) as runs:
        for run in runs:
            store.add(run)
            yield run

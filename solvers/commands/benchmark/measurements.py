"""The functions that benchmarks call: each call makes one repeat and returns an amount with its unit.

A benchmark whose problem or answer is not the expected one measures nothing: it raises RuntimeError.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import networkx as nx

from graphs import Board, verify_on_board
from graphs.families import graph_family
from solvers import Budget, Problem, Status, count_tours, decide, solve
from solvers.errors import UnsupportedProblem

__all__ = [
    "Asked",
    "Measured",
    "auto_warm",
    "compared_with_auto",
    "cost_of_a_square",
    "counting",
    "deciding",
    "hinted",
    "largest_overrun",
    "largest_ratio",
    "longest_decision",
    "longest_run",
    "nodes_per_second",
    "seconds_of",
    "solving",
    "structured_graph",
    "verifying",
]

Measured: TypeAlias = tuple[float, str]
"""An amount and its unit."""
Asked: TypeAlias = Callable[[], Problem]
"""What makes a problem, anew in each repeat."""

LARGEST_FOR_REPAIR = 1000
"""Warnsdorff's walk with repair is measured up to this side."""
TIME_LIMITS = (0.1, 1, 3)
"""The limits in seconds whose overrun is measured."""


def seconds_of(work: Callable[[], object]) -> Measured:
    """Return the seconds that a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started, "s"


def solving(asked: Asked, solver: str, exists: bool = True, **options: Any) -> Measured:
    """Return the seconds of a run, which must find a tour, or prove that there is none."""
    return _seconds(asked(), solver, exists, **options), "s"


def _seconds(problem: Problem, solver: str, exists: bool = True, **options: Any) -> float:
    result = solve(problem, solver, **options)
    if result.status is not (Status.FOUND if exists else Status.IMPOSSIBLE):
        raise RuntimeError(f"{solver} says {result.status.value} of {problem}: {result.reason}")
    return result.seconds


def nodes_per_second(asked: Asked, solver: str, **options: Any) -> Measured:
    """Return how many million nodes a solver places a second."""
    result = solve(asked(), solver, **options)
    return result.nodes / result.seconds / 1e6, "million nodes/s"


def hinted(side: int) -> Measured:
    """Return the seconds that CP-SAT takes to follow a hint that is a whole tour, building included."""
    problem = Problem.on_board(Board(side, side), closed=True)
    tour = solve(problem, "construct").tour
    assert tour is not None
    return solve(problem, "cp-sat", hint=list(tour.squares)).seconds, "s"


def deciding(asked: Asked, exists: bool) -> Measured:
    """Return the seconds that `decide` takes; its answer must be the known one."""
    problem = asked()
    started = time.perf_counter()
    verdict = decide(problem)
    if verdict.exists is not exists:
        raise RuntimeError(f"the verdict on {problem} is {verdict.exists}: {verdict.reason}")
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
        graph = structured_graph(random.Random(seed))
        sat, cp_sat = (solve(graph, solver, closed=True, budget=Budget(seconds=60)) for solver in ("sat", "cp-sat"))
        largest = max(largest, sat.seconds / max(cp_sat.seconds, 0.001))
    return largest, "x"


def structured_graph(draw: random.Random) -> nx.Graph[int]:
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
    """Return the seconds for the counts of some boards; the undirected tours of all of them must be so many."""
    started = time.perf_counter()
    found = sum(count_tours(Board.parse(board), closed=closed).undirected or 0 for board in boards)
    if found != number:
        raise RuntimeError(f"{', '.join(boards)}: {found} tours, not {number}")
    return time.perf_counter() - started, "s"


def longest_run(problems: Callable[[], Iterable[Problem]], solver: str) -> Measured:
    """Return the longest of many runs, after the first, which loads the code."""
    _, *seconds = (_seconds(problem, solver) for problem in problems())
    return max(seconds), "s, the longest"


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


def verifying(side: int) -> Measured:
    """Return the seconds that the checker takes for a closed tour of a square board, an array."""
    board = Board(side, side)
    tour = solve(Problem.on_board(board, closed=True), "construct").tour
    assert tour is not None
    array = tour.array()
    return seconds_of(lambda: verify_on_board(board, array, closed=True))


def cost_of_a_square(large: int, small: int) -> Measured:
    """Return the time for a square of the large board over that of the small one, whose best of 20 counts."""

    def cost(side: int, times: int) -> float:
        problem = Problem.on_board(Board(side, side), closed=True)
        return min(_seconds(problem, "construct") for _ in range(times)) / problem.size

    return cost(large, 1) / cost(small, 20), "ratio"


def auto_warm(side: int, times: int, **terms: Any) -> Measured:
    """Return the seconds of `auto` over those of the best other method, in this process: medians of runs that alternate."""

    def seconds(solver: str) -> float:
        return seconds_of(lambda: _seconds(Problem.on_board(Board(side, side), **terms), solver))[0]

    return compared_with_auto(seconds, side, times, terms)


def compared_with_auto(seconds: Callable[[str], float], side: int, times: int, terms: dict[str, Any]) -> Measured:
    """Return the ratio of `auto_warm`, where a function gives the seconds of a solver."""
    measured: dict[str, list[float]] = {
        solver: [] for solver in ("auto", "warnsdorff-repair", "construct") if _finds(solver, side, terms)
    }
    for _ in range(times):
        for solver, found in measured.items():
            found.append(seconds(solver))
    medians = {solver: statistics.median(found) for solver, found in measured.items()}
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

"""A tour as a travelling salesman's round trip of length 0: a move costs nothing, and every other step costs 1.

elkai holds LKH, K. Helsgaun's implementation of the Lin-Kernighan heuristic: a trip is improved by exchanges of up to five
steps, which are sought among a few candidates for each square. Where the best trip is longer than 0, that says nothing: the
heuristic proves no absence. An open tour gets a further vertex, from which a step to its possible ends costs nothing.

S. Lin and B. Kernighan, An effective heuristic algorithm for the traveling-salesman problem, 1973; K. Helsgaun, An effective
implementation of the Lin-Kernighan traveling salesman heuristic, 2000. Cost: the square of the number of squares at least.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Hashable, Iterable
from itertools import pairwise

from graphs.leapers import ordered_neighbours
from solvers.budget import Meter
from solvers.options import whole_number
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

__all__ = ["elkai"]

MOST_SQUARES = 1000
"""Squares up to which it is tried: the matrix of distances has their square, and 400 squares already take seconds."""
PROGRAM = """
import json, sys, elkai
near, runs = json.load(sys.stdin)
rows = [[0 if other in some else 1 for other in range(len(near))] for some in map(set, near)]
json.dump(elkai.DistanceMatrix(rows).solve_tsp(runs), sys.stdout)
"""


@solver(
    "elkai",
    summary="the Lin-Kernighan heuristic of LKH: a round trip of length 0",
    exact=False,
    closed=True,
    fixed_end=True,
    packages=("elkai",),
    extra="peers",
    reference="K. Helsgaun, An effective implementation of the Lin-Kernighan traveling salesman heuristic, 2000",
)
def elkai(problem: Problem, meter: Meter, *, runs: int = 1) -> Outcome:
    """Return a tour where LKH finds one. A node is a square of a trip that LKH improves.

    Parameters
    ----------
    runs : trips that LKH begins, at least 1.
    """
    runs = whole_number("runs", runs, least=1)
    if problem.size > MOST_SQUARES:
        size = f"{problem.size:,} {problem.words.vertices}"
        return Outcome.unknown(0, f"{size} are too many for a matrix of distances: {MOST_SQUARES:,} at most")
    neighbours = ordered_neighbours(problem.graph_within(meter))
    if problem.closed and problem.end is not None and problem.end not in neighbours[problem.start]:
        return Outcome.unknown(0, f"the end {problem.end} is not {problem.words.step_from} the start {problem.start}")
    meter.require(runs * problem.size)
    squares = list(neighbours)
    near = _near(problem, {square: list(some) for square, some in neighbours.items()})
    trip = _trip(near, runs, meter) if len(near) > 3 else list(range(len(near)))  # of three vertices there is one trip
    meter.nodes += runs * problem.size
    if any(there not in near[here] for here, there in pairwise([*trip, trip[0]])):
        return Outcome.unknown(meter.nodes, f"the best trip that LKH finds takes steps that are no {problem.words.edges}")
    return Outcome.found(_tour(problem, trip, squares), meter.nodes)


def _near(problem: Problem, neighbours: dict[Hashable, list[Hashable]]) -> list[list[int]]:
    """Return for each vertex those to which a step costs nothing: the squares, and the further vertices of an open tour.

    The first further vertex, the apex, is joined to the possible ends. Where only the start is given, a second one between the
    start and the apex forces both steps. A closed tour with both ends given is an open one from one to the other.
    """
    number = {square: vertex for vertex, square in enumerate(neighbours)}
    near = [[number[other] for other in some] for some in neighbours.values()]
    if problem.closed and problem.end is None:
        return near
    apex = len(near)
    near.append([])
    ends = [number[square] for square in (problem.start, problem.end) if square is not None]
    if len(ends) == 1 and apex > 1:
        near.append([])
        _join(near, apex + 1, [apex, *ends])
        ends = [square for square in range(apex) if square not in ends]
    _join(near, apex, ends or range(apex))
    return near


def _join(near: list[list[int]], vertex: int, others: Iterable[int]) -> None:
    for other in others:
        near[vertex].append(other)
        near[other].append(vertex)


def _trip(near: list[list[int]], runs: int, meter: Meter) -> list[int]:
    """Return the trip that LKH finds, in a process for this one trip: LKH keeps its state between calls, and cannot be stopped.

    Raises
    ------
    BudgetSpent : the time ran out.
    """
    limit = None if meter.budget.seconds is None else meter.seconds_left
    try:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], input=json.dumps([near, runs]), capture_output=True, text=True, timeout=limit
        )
    except subprocess.TimeoutExpired:
        meter.check()
        raise
    if done.returncode:
        raise RuntimeError(f"LKH ended with status {done.returncode}: {done.stderr.strip()[-200:]}")
    trip: list[int] = json.loads(done.stdout)
    return trip[:-1]


def _tour(problem: Problem, trip: list[int], squares: list[Hashable]) -> list[Hashable]:
    """Return the trip without the further vertices, from the given start, or from where the apex was."""
    further = [place for place, vertex in enumerate(trip) if vertex >= len(squares)]
    if not further:
        first = 0 if problem.start is None else trip.index(squares.index(problem.start))
        return [squares[vertex] for vertex in trip[first:] + trip[:first]]
    cut = trip[further[0] :] + trip[: further[0]]
    tour = [squares[vertex] for vertex in cut if vertex < len(squares)]
    return tour if problem.start in (None, tour[0]) else tour[::-1]

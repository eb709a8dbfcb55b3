"""A tour as a round trip of length 0: a move costs nothing, and every other step from square to square costs 1.

elkai holds LKH, K. Helsgaun's program for the travelling salesman problem. It makes a trip shorter by exchanges: it takes up
to five steps out of the trip and joins the pieces in another way. For each square, it tries only a few candidates for the next
step. It proves nothing: if its best trip is longer than 0, there may be a tour all the same. An open tour becomes a round trip
in the closed form of the problem.

S. Lin and B. Kernighan, An effective heuristic algorithm for the traveling-salesman problem, 1973; K. Helsgaun, An effective
implementation of the Lin-Kernighan traveling salesman heuristic, 2000. Cost: at least the square of the number of squares.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise

from graphs.obstructions.closed_form import closed_form, numbered
from solvers.budget import Meter
from solvers.methods.two_factor import tour_of
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver

__all__ = ["elkai"]

MOST_SQUARES = 1000
"""Squares up to which it is tried. The matrix of distances grows with their square: 400 squares take 1 s, 900 take 5 s."""
WAIT = 0.05
"""Seconds between two looks at the clock."""
PROGRAM = """
import json, sys, elkai
near = json.load(sys.stdin)
rows = [[0 if other in some else 1 for other in range(len(near))] for some in map(set, near)]
json.dump(elkai.DistanceMatrix(rows).solve_tsp(1), sys.stdout)
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
def elkai(problem: Problem, meter: Meter) -> Outcome:
    """Return a tour where LKH finds one. A node is a square of a trip that LKH improves.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(6, 6), "elkai", closed=True).status.value
    'found'
    """
    if problem.size > MOST_SQUARES:
        size = f"{problem.size:,} {problem.words.vertices}"
        return Outcome.unknown(0, f"{size} are too many for a matrix of distances: {MOST_SQUARES:,} at most")
    graph = problem.graph_within(meter)
    meter.require(problem.size)
    if problem.size == 1:
        return Outcome.found(list(graph), 1)
    _, near = numbered(closed_form(graph, problem, by_colour=False))
    trip = _trip(near, meter) if len(near) > 3 else list(range(len(near)))  # of three vertices there is one trip
    meter.nodes += problem.size
    if any(there not in near[here] for here, there in pairwise([*trip, trip[0]])):
        return Outcome.unknown(meter.nodes, f"the best trip that LKH finds takes steps that are no {problem.words.edges}")
    return Outcome.found(tour_of(trip, list(graph), problem), meter.nodes)


def _trip(near: list[list[int]], meter: Meter) -> list[int]:
    """Return the trip that LKH finds.

    It runs in a process for this one trip, for it cannot be stopped, and keeps its state from one call to the next.

    Raises
    ------
    BudgetSpent : the time ran out.
    """
    program, pipe = [sys.executable, "-c", PROGRAM], subprocess.PIPE
    given: str | None = json.dumps(near)
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            while process.returncode is None:
                try:
                    written, errors = process.communicate(given, WAIT)
                except subprocess.TimeoutExpired:
                    given = None
                    meter.check()
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, program, written, errors)
    trip: list[int] = json.loads(written)
    return trip[:-1]

"""LKH: a heuristic for the travelling salesman problem.

The distance between two squares is 0 if a move joins them, and 1 if not. So a round trip of length 0 is a closed tour. The
package elkai contains LKH, K. Helsgaun's program for the travelling salesman problem [2]_. LKH shortens a round trip by
exchanges, as described in [1]_: it removes up to five steps from the trip and joins the resulting paths in another way. For
each square, it tries only a few other squares as the next one. LKH proves nothing: if its best trip is longer than 0, a tour
may still exist.

For an open tour, additional vertices lead from its end back to its start, so that it becomes a round trip. The graph with these
vertices is the closed form of the problem (see `graphs.obstructions.closed_form`). The time is at least quadratic in the number
of squares.

References
----------
.. [1] S. Lin and B. Kernighan, An effective heuristic algorithm for the traveling-salesman problem, 1973.
.. [2] K. Helsgaun, An effective implementation of the Lin-Kernighan traveling salesman heuristic, 2000.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from itertools import pairwise

from graphs.obstructions.closed_form import closed_form, number_vertices
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver
from solvers.methods.models.two_factor import two_factor_tour

MOST_SQUARES = 1000  # maximum number of squares: 400 squares take 1 s, and 900 squares take 5 s
PROGRAM = """
import json, sys, elkai
near = json.load(sys.stdin)
rows = [[0 if other in some else 1 for other in range(len(near))] for some in map(set, near)]
json.dump(elkai.DistanceMatrix(rows).solve_tsp(1), sys.stdout)
"""


@solver(
    "elkai",
    summary="Lin-Kernighan heuristic for the travelling salesman problem (LKH)",
    exact=False,
    closed=True,
    fixed_end=True,
    packages=("elkai",),
    extra="peers",
    reference="K. Helsgaun, An effective implementation of the Lin-Kernighan traveling salesman heuristic, 2000",
)
def elkai(problem: Problem, meter: Meter) -> Outcome:
    """Search for a tour with the Lin-Kernighan heuristic of LKH.

    Each square counts as one search node. There may be at most `MOST_SQUARES` squares.

    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(6, 6), "elkai", closed=True).status.value
    'found'
    """
    if problem.size > MOST_SQUARES:
        size = f"{problem.size:,} {problem.words.vertices}"
        return Outcome.unknown(0, f"{size} are too many for the distance matrix of LKH: at most {MOST_SQUARES:,} are supported")
    graph = problem.graph_within(meter)
    meter.require(problem.size)
    if problem.size == 1:
        return Outcome.found(list(graph), 1)
    _, near = number_vertices(closed_form(graph, problem, by_colour=False))
    trip = _trip(near, meter) if len(near) > 3 else list(range(len(near)))  # three vertices have only one trip
    meter.nodes += problem.size
    if not trip:
        return Outcome.unknown(meter.nodes, "LKH ended without a round trip")
    if any(there not in near[here] for here, there in pairwise([*trip, trip[0]])):
        return Outcome.unknown(meter.nodes, f"the best round trip of LKH contains steps that are not {problem.words.edges}")
    return Outcome.found(two_factor_tour(trip, list(graph), problem), meter.nodes)


def _trip(near: list[list[int]], meter: Meter) -> list[int]:
    """Return the best round trip that LKH finds, or an empty list.

    Each call starts a process for LKH, because LKH cannot be stopped in another way and keeps data from earlier calls.
    """
    program, pipe = [sys.executable, "-c", PROGRAM], subprocess.PIPE
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            reply, errors = meter.wait_for(partial(process.communicate, json.dumps(near)))
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, program, reply, errors)
    trip: list[int] = json.loads(reply or "[]")
    return trip[:-1]

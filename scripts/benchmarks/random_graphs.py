"""Functions that measure solvers on many random graphs. Each returns an amount and a unit."""

from __future__ import annotations

import random
import time

import networkx as nx
from benchmarks.measurements import Measured

from graphs.families import graph_family
from solvers import Budget, decide, solve


def longest_decision() -> Measured:
    """Measure the time of the slowest call of `decide` for 2,000 random graphs of 5 to 60 vertices and of any density.

    Returns
    -------
    tuple of (float, str)
        The time, and its unit as text.

    Raises
    ------
    RuntimeError
        If an answer is unknown.
    """
    draw, longest = random.Random(1), 0.0
    for seed in range(2_000):
        graph = nx.gnp_random_graph(draw.randint(5, 60), draw.random(), seed=seed)
        for closed in (False, True):
            started = time.perf_counter()
            if decide(graph, closed=closed).exists is None:
                raise RuntimeError(f"decide gives no answer for random graph {seed}")
            longest = max(longest, time.perf_counter() - started)
    return longest, "s"


def largest_ratio() -> Measured:
    """Measure the ratio of the time of `sat` to that of `cp-sat` on 200 nearly cubic graphs, and return the largest ratio.

    Returns
    -------
    tuple of (float, str)
        The ratio, and the unit. Times of `cp-sat` below one millisecond count as one millisecond.
    """
    largest = 0.0
    for seed in range(200):
        graph = _structured_graph(random.Random(seed))
        sat, cp_sat = (solve(graph, solver, closed=True, budget=Budget(seconds=60)) for solver in ("sat", "cp-sat"))
        largest = max(largest, sat.seconds / max(cp_sat.seconds, 0.001))
    return largest, "x"


def _structured_graph(draw: random.Random) -> nx.Graph[int]:
    """Return a random graph of 100 to 400 vertices.

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

"""The functions that benchmarks of exact answers and of counts call: each makes one repeat and returns an amount with unit."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import networkx as nx

from graphs.board import Board
from graphs.families import graph_family
from graphs.leapers import KNIGHT, Leaper
from solvers import Budget, Problem, Status, count_tours, decide, solve
from solvers.commands.benchmark.measurements import Measured

__all__ = [
    "all_starts_seconds",
    "challenge_seconds",
    "counting_seconds",
    "cubic_graph_seconds",
    "decision_seconds",
    "family_seconds",
    "hinted_seconds",
    "long_board_seconds",
    "random_graphs_seconds",
    "sat_over_cp_sat",
]


def decision_seconds(side: int, leaper: Leaper = KNIGHT, exists: bool = False, **ends: Any) -> Measured:
    """Return the seconds that `decide` takes for a square board; its answer must be the known one."""
    started = time.perf_counter()
    verdict = decide(Problem.on_board(Board(side, side), leaper, **ends))
    if verdict.exists is not exists:
        raise RuntimeError(f"the verdict on {side}x{side} is {verdict.exists}: {verdict.reason}")
    return time.perf_counter() - started, "s"


def all_starts_seconds(solver: str, side: int) -> Measured:
    """Return the seconds for a tour from every square, one after the other."""
    problem = Problem.on_board(Board(side, side))
    started = time.perf_counter()
    for square in Board(side, side):
        if solve(problem.with_ends(start=square), solver).status is not Status.FOUND:
            raise RuntimeError(f"{solver} finds no tour from {square}")
    return time.perf_counter() - started, "s"


def hinted_seconds(side: int) -> Measured:
    """Return the seconds that CP-SAT takes to follow a hint that is a whole tour, building included."""
    problem = Problem.on_board(Board(side, side), closed=True)
    tour = solve(problem, "construct").tour
    assert tour is not None
    return solve(problem, "cp-sat", hint=list(tour.squares)).seconds, "s"


def cubic_graph_seconds(vertices: int) -> Measured:
    """Return the seconds that `auto` takes for a closed tour of a random cubic graph."""
    graph = nx.random_regular_graph(3, vertices, seed=1)
    result = solve(graph, closed=True)
    if result.status is not Status.FOUND:
        raise RuntimeError(f"no tour of the cubic graph: {result.reason}")
    return result.seconds, "s"


def family_seconds(name: str, exists: bool, closed: bool = True) -> Measured:
    """Return the seconds that `decide` takes for a graph of `graphs.families`; its answer must be the known one."""
    graph = graph_family(name)
    started = time.perf_counter()
    verdict = decide(graph, closed=closed)
    if verdict.exists is not exists:
        raise RuntimeError(f"the verdict on {name} is {verdict.exists}: {verdict.reason}")
    return time.perf_counter() - started, "s"


def random_graphs_seconds(graphs: int) -> Measured:
    """Return the seconds that `decide` takes for the slowest of many random graphs of 5 to 60 vertices, of any density."""
    draw = Random(1)
    longest = 0.0
    for seed in range(graphs):
        graph = nx.gnp_random_graph(draw.randint(5, 60), draw.random(), seed=seed)
        for closed in (False, True):
            started = time.perf_counter()
            if decide(graph, closed=closed).exists is None:
                raise RuntimeError(f"no verdict on random graph {seed}")
            longest = max(longest, time.perf_counter() - started)
    return longest, "s"


def sat_over_cp_sat(graphs: int) -> Measured:
    """Return how many times as long as CP-SAT `sat` takes at most for graphs that are nearly cubic, or a millisecond."""
    largest = 0.0
    for seed in range(graphs):
        graph = structured_graph(Random(seed))
        sat, cp_sat = (solve(graph, solver, closed=True, budget=Budget(seconds=60)) for solver in ("sat", "cp-sat"))
        largest = max(largest, sat.seconds / max(cp_sat.seconds, 0.001))
    return largest, "x"


def structured_graph(draw: Random) -> nx.Graph[int]:
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


def long_board_seconds(rows: int, cols: int, exists: bool, holes: int = 0, **ends: Any) -> Measured:
    """Return the seconds that the search of `frontier` takes for a long board, with as many random holes of either colour."""
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    colours = [[square for square in squares if sum(square) % 2 == colour] for colour in (0, 1)]
    draw = Random(1)
    board = Board(rows, cols, [hole for side in colours for hole in draw.sample(side, holes // 2)])
    result = solve(Problem.on_board(board, **ends), "frontier", presolve=False)
    if (result.status is Status.FOUND) is not exists:
        raise RuntimeError(f"{rows}x{cols} with {holes} holes: {result!r}")
    return result.seconds, "s"


def counting_seconds(board: str, closed: bool, number: int) -> Measured:
    """Return the seconds that a count takes, which must be the known one; undirected."""
    started = time.perf_counter()
    count = count_tours(Board.parse(board), closed=closed).undirected
    if count != number:
        raise RuntimeError(f"{board} has {count} tours, not {number}")
    return time.perf_counter() - started, "s"


def challenge_seconds(closed: bool, number: int) -> Measured:
    """Return the seconds for all boards of 3 to 12 rows and columns with at most 40 squares; all their tours are so many.

    P. Luschny's challenge, Hamiltonian paths on knight graphs, 2025. It has 40 boards: 18 of them twice, with rows for columns.
    """
    boards = [Board(rows, cols) for rows in range(3, 13) for cols in range(3, 13) if rows * cols <= 40]
    started = time.perf_counter()
    found = sum(count_tours(board, closed=closed).undirected or 0 for board in boards)
    if found != number:
        raise RuntimeError(f"the {len(boards)} boards have {found} tours, not {number}")
    return time.perf_counter() - started, "s"

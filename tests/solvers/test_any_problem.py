"""Every solver with any of its options, on random graphs and boards, against a plain count of all tours.

`python -m pytest -m slow tests/solvers/test_any_problem.py` tries 20,000 problems, in about three minutes.
"""

from random import Random

import networkx as nx
import pytest

from graphs import Board, leaper_graph
from graphs.obstructions import Obstruction
from solvers import Budget, BudgetSpent, Problem, Status, count_tours, decide, enumerate_tours, solve, solver_table
from tests.brute_force import count_tours_plainly, is_tour

CHOICES = {
    "tie_break": ["first", "random", "pohl"],
    "model": ["circuit", "positions", "lazy-cuts"],
    "hint": [None, "warnsdorff"],
    "presolve": [True, False],
    "seed": range(5),
    "walks": [1, 20],
}
SOLVERS = [each for each in solver_table() if not each.needs_board and not each.missing]
LABELS = [0, -1, 2.5, "a", "", "(0, 0)", (0, 0), (1, "b"), (), frozenset(), frozenset({3}), True + 1, b"x", 10**20]
FEW = 3_000
"""Nodes after which a search is given up: some are exponential even on 14 vertices."""


def random_board(dice, most):
    """Return the move graph of any leaper on a board with holes, some of whose edges are joined."""
    rows = dice.randint(1, 4)
    cols = dice.randint(1, most // rows)
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    holes = dice.sample(squares, dice.randrange(min(3, len(squares))))
    board = Board(rows, cols, holes, wrap=dice.choice([None, "rows", "cols", "both"]))
    return leaper_graph(board, *dice.choice([(0, 1), (1, 1), (1, 2), (1, 3), (2, 2)]))


def random_graph(dice, most):
    """Return a graph of any density with shuffled and odd labels, perhaps with loops and parallel edges."""
    vertices = dice.randint(1, most)
    kind = dice.randrange(4)
    if kind == 0 and vertices > 3:  # nearly bipartite: what counting refutes, and a search does not
        graph = nx.bipartite.random_graph(vertices // 2, vertices - vertices // 2, dice.random(), seed=dice.randrange(10**6))
        graph.add_edge(*dice.sample(range(vertices), 2))
    elif kind == 1 and vertices > 4:  # nearly cubic
        graph = nx.random_regular_graph(3 if vertices % 2 == 0 else 4, vertices, seed=dice.randrange(10**6))
    else:
        graph = nx.gnp_random_graph(vertices, dice.random(), seed=dice.randrange(10**6))
    labels = dice.sample(LABELS, vertices)
    shuffled = dice.choice([nx.Graph, nx.MultiGraph])()
    shuffled.add_nodes_from(labels)
    edges = [(labels[one], labels[other]) for one, other in graph.edges]
    shuffled.add_edges_from(dice.sample(edges, len(edges)))
    if shuffled.is_multigraph():
        shuffled.add_edges_from([*edges[:2], (labels[0], labels[0])])
    return shuffled


def random_problem(dice, most):
    """Return any question about a random graph or board of up to `most` vertices."""
    graph = dice.choice([random_graph, random_graph, random_board])(dice, most)
    start, end = dice.sample([*graph], 2) if len(graph) > 1 else (next(iter(graph)), None)
    start, end = (dice.choice([None, square]) for square in (start, end))
    return Problem(graph, start=start, end=end, closed=dice.random() < 0.5)


def options_of(solver, dice):
    return {name: dice.choice(CHOICES[name]) for name in solver.options if name in CHOICES and dice.random() < 0.5}


def check_solver(problem, asked, tours, dice):
    """Check what one solver says with a limit, however small, and that it says why it stopped."""
    solver = dice.choice(SOLVERS)
    budget = dice.choice([Budget(nodes=FEW), Budget(nodes=dice.randint(1, 40)), Budget(seconds=10 ** dice.uniform(-5, -2))])
    result = solve(problem, solver.name, budget=budget, **options_of(solver, dice))
    if result.status is Status.FOUND:
        assert is_tour(problem.graph, result.tour, **asked)
    elif result.status is Status.IMPOSSIBLE:
        assert tours == 0
    else:
        assert result.limit or not solver.exact
        assert result.limit in ("", "node limit" if budget.nodes else "time limit")
    assert budget.nodes is None or result.nodes <= budget.nodes


def check_node_limit(problem, dice):
    """Check that a node limit changes only whether there is an answer."""
    solver, limit = dice.choice(["backtracking", "warnsdorff-backtracking", "warnsdorff-repair", "sat"]), dice.randint(1, 40)
    free, held = solve(problem, solver), solve(problem, solver, budget=Budget(nodes=limit))
    if free.nodes <= limit:
        assert (held.status, held.tour, held.nodes) == (free.status, free.tour, free.nodes)
    else:
        assert (held.status, held.nodes) == (Status.UNKNOWN, limit)


def check_verdict(problem, tours):
    verdict = decide(problem)
    assert verdict.exists == (tours > 0)
    if isinstance(verdict.evidence, Obstruction):
        assert verdict.evidence.holds(problem.graph, problem)


def check_all_tours(problem, asked, tours, dice):
    """Check that a solver lists every tour once, or stops at its limit with tours that are none twice."""
    solver = dice.choice([each for each in SOLVERS if each.enumerates])
    budget = dice.choice([None, Budget(nodes=dice.randint(1, 40))])
    listed, limit = [], ""
    try:
        listed.extend(enumerate_tours(problem, solver.name, budget=budget, **options_of(solver, dice)))
    except BudgetSpent as spent:
        limit = spent.limit
    assert limit in ("", "node limit" if budget else "")
    assert len(listed) == tours or (limit and len(listed) < tours)
    assert all(is_tour(problem.graph, tour, **asked) for tour in listed)
    assert len({tour.squares for tour in listed}) == len(listed)


def check(seed):
    dice = Random(seed)
    problem = random_problem(dice, dice.choice([4, 6, 7, 10, 14]))
    asked = {"start": problem.start, "end": problem.end, "closed": problem.closed}
    tours = count_tours_plainly(problem.graph, **asked)
    check_verdict(problem, tours)
    for _ in range(3):
        check_solver(problem, asked, tours, dice)
    if problem.size <= 7:
        check_node_limit(problem, dice)
        for _ in range(2):
            check_all_tours(problem, asked, tours, dice)
    count = count_tours(problem)
    assert (count.undirected if problem.closed else count.directed) == tours


FEW_SEEDS = [range(30 * block, 30 * (block + 1)) for block in range(10)]
MANY_SEEDS = [pytest.param(range(1_000 * block, 1_000 * (block + 1)), marks=pytest.mark.slow) for block in range(1, 6)]


@pytest.mark.parametrize("seeds", FEW_SEEDS + MANY_SEEDS)
def test_any_problem_is_answered_as_by_a_count_of_all_tours(seeds):
    for seed in seeds:
        check(seed)

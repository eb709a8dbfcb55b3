"""Every solver with any of its options, on random graphs and boards, against a plain count of all tours.

`python -m pytest -m slow tests/solvers/test_any_problem.py` tries 20,000 problems, in about three minutes.
"""

import gc
from itertools import pairwise
from random import Random
from time import process_time

import networkx as nx
import pytest

from graphs import Board, leaper_graph
from graphs.obstructions import (
    Colours,
    EndNotAMove,
    Obstruction,
    OffTheBoard,
    StepsApart,
)
from graphs.obstructions.obstruction import known_steps
from solvers import (
    Budget,
    BudgetSpent,
    Problem,
    count_tours,
    decide,
    enumerate_tours,
    list_tours,
    solve,
)
from solvers.counting.checks import check_count
from tests.brute_force import count_tours_plainly, every_tour, is_tour
from tests.solvers.problems import SOLVERS

CHOICES = {
    "tie_break": ["first", "random", "pohl"],
    "model": ["circuit", "positions", "lazy-cuts"],
    "presolve": [True, False],
    "seed": range(5),
    "walks": [1, 20],
}
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


def random_digraph(dice, most):
    """Return a directed graph of up to nine vertices, perhaps with loops and parallel arcs."""
    both = nx.DiGraph(random_graph(dice, min(most, 9)))
    arcs = dice.sample([*both.edges], dice.randint(both.size() // 3, both.size()))
    graph = dice.choice([nx.DiGraph, nx.MultiDiGraph])()
    graph.add_nodes_from(both)
    graph.add_edges_from(arcs + arcs[:2])
    return graph


def random_graph_with_fixed_edges(dice, most):
    graph = random_graph(dice, min(most, 9))
    edges = [edge for edge in graph.edges() if edge[0] != edge[1]]
    graph.add_edges_from(dice.sample(edges, min(len(edges), dice.randint(1, 3))), fixed=True)
    return graph


def random_problem(dice, most):
    """Return any question about a random graph or board of up to `most` vertices."""
    kinds = [random_graph, random_graph, random_board, random_board, random_digraph, random_graph_with_fixed_edges]
    graph = dice.choice(kinds)(dice, most)
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
    if result.exists:
        assert is_tour(problem.graph, result.tour, **asked)
    elif result.exists is False:
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
        assert (held.exists, held.nodes) == (None, limit)


def check_verdict(problem, tours):
    verdict = decide(problem)
    assert verdict.exists == (tours > 0), problem
    if isinstance(verdict.evidence, Obstruction):
        assert verdict.evidence.holds(problem.graph, problem)


def as_asked(tour, problem):
    """Return the moves of a tour that may begin at any vertex, and the vertices of any other."""
    if problem.closed and None in (problem.start, problem.end):
        moves = pairwise([*tour, tour[0]])
        return frozenset(moves if problem.graph.is_directed() else map(frozenset, moves))
    return tuple(tour)


def check_all_tours(problem, asked, tours, dice):
    """Check that a solver and `list_tours` list every tour once, or the solver stops at its limit with tours that differ."""
    solver = dice.choice([each for each in SOLVERS if each.enumerates])
    needed = Budget(nodes=FEW) if has_larger_form(problem) and "backtracking" in solver.name else None
    budget = dice.choice([needed, Budget(nodes=dice.randint(1, 40))])
    listed, limit = [], ""
    try:
        listed.extend(enumerate_tours(problem, solver.name, budget=budget, **options_of(solver, dice)))
    except BudgetSpent as spent:
        limit = spent.limit
    assert limit in ("", "node limit" if budget else "")
    assert len(listed) == tours or (limit and len(listed) < tours)
    reversible = not problem.closed and problem.start is problem.end is None and not problem.graph.is_directed()
    every = list(list_tours(problem))
    assert len(every) == ((tours + 1) // 2 if reversible else tours)
    for some in (listed, every):
        assert all(is_tour(problem.graph, tour, **asked) for tour in some)
        assert len({as_asked(tour, problem) for tour in some}) == len(some)


def with_steps(problem, dice):
    """Return the problem with up to four known steps, most of them of one of its tours, and these; None if they are many."""
    tours = None if problem.fixed else every_tour(problem.graph, closed=problem.closed, most=5_000)
    if tours is None:
        return None
    visited = dice.choice(tours) if tours and dice.random() < 0.8 else dice.choices([*problem.graph], k=problem.size)
    numbers = dice.sample(range(1, problem.size + 1), dice.randint(1, min(4, problem.size)))
    steps = {number: visited[number - 1] for number in numbers}
    if dice.random() < 0.3:
        steps[numbers[0]] = dice.choice([*problem.graph])
    if problem.size > 1 and steps.get(1, 0) == steps.get(problem.size, 1):
        return None
    problem = problem.with_ends(closed=problem.closed, steps=steps)
    return problem, {tour for tour in tours if all(tour[step - 1] == square for step, square in steps.items())}


def forged_obstructions(problem, dice):
    """Yield random obstructions of the kinds that depend on known steps; `tests.graphs.obstructions` has the others."""
    known = sorted(known_steps(problem, problem.size).items())
    (step, square), (later_step, later) = (
        dice.sample(known, 2) if len(known) > 1 else (known[0], (2, dice.choice([*problem.graph])))
    )
    yield StepsApart(step, square, later_step, later)
    yield StepsApart(later_step, later, step + problem.size, square)
    yield from (Colours(frozenset(dice.sample([*problem.graph], size)), "larger") for size in range(problem.size + 1))
    yield from (OffTheBoard(square), EndNotAMove(square, later))


def check_known_steps(problem, dice):
    """Check the answers to a problem with known steps by its tours, and that no forged obstruction holds if it has a tour."""
    asked = with_steps(problem, dice)
    if asked is None:
        return
    problem, tours = asked
    verdict = decide(problem)
    assert verdict.exists is bool(tours), problem
    if isinstance(verdict.evidence, Obstruction):
        assert verdict.evidence.holds(problem.graph, problem)
    able = [each.name for each in SOLVERS if each.steps and not each.refusal(problem)]
    for name in dice.sample(able, 2):
        result = solve(problem, name, budget=Budget(nodes=FEW))
        assert result.exists is bool(tours) or result.limit or result.solver not in able
        assert result.tour is None or result.tour.squares in tours
    reversible = problem.closed and len(known_steps(problem, problem.size)) == 1  # otherwise a tour and its reverse are two
    wanted = {as_asked(tour, problem) if reversible else tour for tour in tours}
    for listing in (list_tours(problem), enumerate_tours(problem, dice.choice([each for each in able if each != "auto"]))):
        listed = [as_asked(tour, problem) if reversible else tour.squares for tour in listing]
        assert (len(listed), {*listed}) == (len(wanted), wanted), problem
    count = count_tours(problem)
    assert (count.directed if count.undirected is None else count.undirected) == len(wanted), problem
    assert check_count(problem, count)
    if tours and not problem.graph.is_directed():
        assert not [each for each in forged_obstructions(problem, dice) if each.holds(problem.graph, problem)], problem


def has_larger_form(problem):
    """Return whether solvers receive a graph with more vertices, which takes some of them long."""
    return problem.graph.is_directed() or problem.fixed


def check(seed):
    dice = Random(seed)
    problem = random_problem(dice, dice.choice([4, 6, 7, 10, 14]))
    check_known_steps(problem, dice)
    asked = {"start": problem.start, "end": problem.end, "closed": problem.closed}
    tours = count_tours_plainly(problem.graph, **asked)
    check_verdict(problem, tours)
    for _ in range(3):
        check_solver(problem, asked, tours, dice)
    count = count_tours(problem)
    assert (count.undirected if problem.closed and not problem.graph.is_directed() else count.directed) == tours
    if problem.size <= 7:
        if not has_larger_form(problem):
            check_node_limit(problem, dice)
        for _ in range(2):
            check_all_tours(problem, asked, tours, dice)
        assert "same number" in check_count(problem, count)


FEW_SEEDS = [range(30 * block, 30 * (block + 1)) for block in range(14)]
MANY_SEEDS = [pytest.param(range(1_000 * block, 1_000 * (block + 1)), marks=pytest.mark.slow) for block in range(1, 6)]


@pytest.mark.parametrize("seeds", FEW_SEEDS + MANY_SEEDS)
def test_any_problem_is_answered_as_by_a_count_of_all_tours(seeds):
    for seed in seeds:
        check(seed)


LARGE = {
    "cycle": lambda size: nx.cycle_graph(size),
    "path": lambda size: nx.path_graph(size),
    "cubic": lambda size: nx.random_regular_graph(3, size, seed=1),
    "board": lambda size: leaper_graph(Board(50, size // 50), 1, 2),
    "narrow board": lambda size: leaper_graph(Board(4, size // 4), 1, 2),
}


@pytest.fixture
def nothing_to_collect():
    """Leave the objects of other tests out of garbage collections: to visit 3 million of them takes 0.6 s."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("nothing_to_collect")
@pytest.mark.parametrize("kind", LARGE)
def test_a_time_limit_holds_on_large_graphs_with_known_steps(kind):
    """Processor time is measured, which is the same on a busy machine, of the second run: the first one may compile kernels."""
    size = 20_000
    dice, graph = Random(size), LARGE[kind](size)
    vertices, seconds = [*graph], 0.2
    for known, closed in ((1, True), (2, False), (50, True), (size // 2, False)):
        steps = dict(zip(dice.sample(range(1, size), known), dice.sample(vertices, known), strict=True))
        problem = Problem(graph, closed=closed, steps=steps)
        decide(problem, budget=Budget(seconds=seconds))
        asked = process_time()
        decide(problem, budget=Budget(seconds=seconds))
        assert process_time() - asked < seconds + 0.3, problem

"""The search over a frontier: what it finds, what it proves, where it stops; and that it finds the states of its definition."""

import random
from types import SimpleNamespace

import networkx as nx
import psutil
import pytest
from hypothesis import given, settings

from graphs import Board
from graphs.families import graph_family
from solvers import Budget, BudgetSpent, Meter, Problem, solve
from solvers.methods.frontier import search_kernels as compiled
from solvers.methods.frontier import state_table
from solvers.methods.frontier.order import best_order
from solvers.methods.frontier.plan import plan_in
from solvers.methods.frontier.search import frontier_colours
from tests import plain_frontier
from tests.brute_force import has_tour
from tests.solvers.problems import board_problems, graph_problems

SMALL = graph_problems(most=8) | board_problems(most=12)
quick = settings(max_examples=100)


def searched(problem, solver="frontier"):
    result = solve(problem, solver, **({"presolve": False} if solver == "frontier" else {}))
    assert result.exists is not None
    return result.tour is not None


@quick
@given(SMALL)
def test_it_finds_a_tour_where_there_is_one(problem):
    exists = has_tour(problem.graph, problem)
    assert (searched(problem), solve(problem, "frontier").tour is not None) == (exists, exists)


def of(problem):
    plan = plan_in(best_order(problem), problem)
    return plan, frontier_colours(problem, plan, Meter())


def outcome(search, problem, nodes=None):
    meter = Meter(Budget(nodes=nodes))
    try:
        return search(*of(problem), meter), meter.nodes
    except BudgetSpent as spent:
        return spent.limit, meter.nodes


ALIKE = {
    "closed": Problem(graph_family("Coxeter"), closed=True),
    "open": Problem(graph_family("Tutte")),
    "given ends": Problem(graph_family("J7"), 3, 9),
    "a board": Problem("3x10", start=(0, 0)),
    "more states than there is room for at first": Problem(Board(8, 8, holes=[(3, 3), (3, 4)]), closed=True),
}


@pytest.mark.parametrize("problem", ALIKE.values(), ids=ALIKE)
def test_the_compiled_search_finds_the_same_states_and_the_same_tour(problem, monkeypatch):
    monkeypatch.setattr(state_table, "ROWS", 2**9)
    edges, nodes = outcome(plain_frontier.edges_of_a_tour, problem)
    assert (edges, nodes) == outcome(compiled.search_tour_edges, problem)
    for limit in (1, 100, nodes):
        assert outcome(plain_frontier.edges_of_a_tour, problem, limit) == outcome(compiled.search_tour_edges, problem, limit)
    assert outcome(compiled.search_tour_edges, problem, nodes) == (edges, nodes)


@quick
@given(SMALL)
def test_the_compiled_search_finds_the_same_on_small_graphs(problem):
    if problem.size > 1 and not (problem.closed and problem.start is not None and problem.end is not None):
        assert outcome(plain_frontier.edges_of_a_tour, problem) == outcome(compiled.search_tour_edges, problem)


PUBLISHED = {"Petersen": False, "Coxeter": False, "Tutte": False, "J5": False, "J15": False, "J31": False, "Sheehan(20)": True}
PUBLISHED |= {f"GP({n},2)": n % 6 != 5 for n in range(5, 42)}
"""Whether there is a closed tour; R. Isaacs, 1975, for flower snarks, G. N. Robertson, 1968, for GP(n,2)."""


@pytest.mark.parametrize("solver", ["frontier", "treewidth"])
def test_it_decides_graphs_that_are_known_to_be_hard_as_published(solver):
    assert {name: searched(Problem(graph_family(name), closed=True), solver) for name in PUBLISHED} == PUBLISHED
    for name in ("Petersen", "Coxeter", "Tutte", "J31", "GP(41,2)"):
        assert searched(Problem(graph_family(name)), solver)


def test_the_widest_frontier_that_is_possible():
    problem = Problem(nx.complete_bipartite_graph(61, 61), closed=True)
    assert best_order(problem).width == 61
    problem = Problem(nx.complete_graph(61), closed=True)
    assert best_order(problem).width == 60
    assert searched(problem)


@pytest.mark.parametrize(
    "problem, solver, options",
    [
        (Problem("4x100", closed=True), "frontier", {"presolve": False}),
        (Problem(nx.circulant_graph(200, [1, 2, 3, 4]), closed=True), "treewidth", {}),
    ],
    ids=str,
)
def test_four_fifths_of_the_free_memory_are_the_limit(problem, solver, options, monkeypatch):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=2_500_000))
    result = solve(problem, solver, **options)
    assert result.reason.startswith("stopped at the memory limit of 0.002 GB: ")
    assert "twice as many" in result.reason
    assert (result.limit, result.nodes > 1000) == ("memory limit", True)


def sizes_by_definition(order):
    return [
        sum(1 for other in range(vertex + 1, len(order.near)) if any(near <= vertex for near in order.near[other]))
        for vertex in range(len(order.near))
    ]


@quick
@given(SMALL)
def test_the_sizes_of_the_frontier_are_those_of_its_definition(problem):
    order = best_order(problem)
    assert sorted(order.vertices) == sorted(problem.graph)
    apex = 0 if problem.closed or None not in (problem.start, problem.end) else 1
    frontiers = plan_in(order, problem).frontiers[1:]
    assert order.sizes == sizes_by_definition(order)
    assert {len(after) - size for after, size in zip(frontiers, order.sizes, strict=True)} <= {apex, 1 - problem.closed}


def test_the_order_of_a_long_graph_is_narrow_whatever_the_order_of_its_vertices():
    graph = nx.grid_2d_graph(5, 60)
    vertices = sorted(graph)
    random.Random(0).shuffle(vertices)
    shuffled = nx.Graph()
    shuffled.add_nodes_from(map(str, vertices))
    shuffled.add_edges_from((str(one), str(other)) for one, other in graph.edges)
    assert best_order(Problem(shuffled)).width <= 6


def test_the_clock_is_looked_at_on_each_layer_of_the_sweep_for_a_far_vertex():
    class Watch(Meter):
        looks = 0

        def check(self):
            self.looks += 1

    watch = Watch()
    best_order(Problem(nx.path_graph(400)), watch)
    assert watch.looks >= 2 * 400  # one for each layer, and one for each vertex

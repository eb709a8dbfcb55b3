"""The dynamic program over a tree decomposition: the reference, the compiled version, their orders and their limits."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.edge_list import EdgeList
from graphs.families import graph_family
from solvers import Budget, BudgetSpent, Meter, Problem, solve
from solvers.methods import tree_program_kernels as compiled
from solvers.methods.frontier import state_table
from solvers.methods.frontier.plan import tour_of
from solvers.methods.tree_order_kernels import MOST_WIDTH, narrow_tree
from solvers.methods.tree_order_kernels import tree_of as tree_of_order
from solvers.methods.tree_program import closed_form
from tests import plain_tree as reference
from tests.brute_force import has_tour
from tests.solvers.problems import board_problems, graph_problems

SMALL = (graph_problems(most=11) | board_problems(most=12)).filter(
    lambda it: it.size >= 2 + it.closed and (it.end is None or not (it.start is None or it.closed))
)
"""Problems as solvers receive them (see `solvers.core.forms.orient`), without those of one vertex."""


def near_of(size, edges):
    graph = nx.empty_graph(size)
    graph.add_edges_from(edges.tolist())
    return [set(graph[vertex]) for vertex in range(size)]


def tree_of(separators, edges):
    """Return the tree of the compiled version for an order of the reference."""
    first = np.cumsum([0, *map(len, separators.values())])
    bags = np.array([other for each in separators.values() for other in each], np.int64)
    return tree_of_order(np.array(list(separators)), first, bags, edges)


def outcomes(problem, order=None, nodes=None):
    """Return the tour or None, or the limit, and the number of states, by the reference and by the compiled version."""
    size, edges = closed_form(problem, Meter())
    near = near_of(size, edges)
    separators = reference.separators_of(near, order)
    for search in (
        lambda meter: reference.edges_of_a_cycle(near, separators, meter),
        lambda meter: compiled.edges_of_a_cycle(tree_of(separators, edges), meter),
    ):
        meter = Meter(Budget(nodes=nodes))
        try:
            cycle = search(meter)
            yield cycle and tour_of(problem, [*problem.nodes], cycle), meter.nodes
        except BudgetSpent as spent:
            yield spent.limit, meter.nodes


def size_of(problem):
    return closed_form(problem, Meter())[0]


@settings(max_examples=200)
@given(SMALL, st.data())
def test_both_versions_find_a_tour_exactly_if_there_is_one_for_good_and_bad_orders(problem, data):
    exists = has_tour(problem.graph, problem)
    for order in (None, data.draw(st.permutations(range(size_of(problem))))):
        (tour, nodes), (other, others) = outcomes(problem, order)
        assert (tour is not None, other is not None) == (exists, exists)
        if exists:
            assert problem.verify(tour)
            assert problem.verify(other)
        else:
            assert nodes == others


@given(graph_problems(most=9))
def test_the_solver_answers_every_small_problem(problem):
    assert solve(problem, "treewidth").exists == has_tour(problem.graph, problem)


@pytest.mark.parametrize("ends", [{}, {"start": 0}, {"start": 0, "end": 5}, {"closed": True}])
def test_loops_and_parallel_edges(ends):
    cycle = [(each, (each + 1) % 6) for each in range(6)]
    doubled = Problem(EdgeList(range(6), [*cycle, *cycle, (2, 2)]), **ends)
    assert solve(doubled, "treewidth").exists


ALIKE = {
    "closed": Problem(graph_family("Coxeter"), closed=True),
    "a board": Problem("4x6", closed=True),
    "given ends": Problem(nx.grid_2d_graph(5, 5), (0, 1), (4, 4)),
    "more states than there are rows at first": Problem(graph_family("J9"), closed=True),
}


@pytest.mark.parametrize("problem", ALIKE.values(), ids=ALIKE)
def test_both_versions_store_the_same_number_of_states(problem, monkeypatch):
    monkeypatch.setattr(state_table, "ROWS", 2**8)
    monkeypatch.setattr(compiled, "KEYS", 2**4)
    (nothing, nodes), same = outcomes(problem)
    assert nothing is None
    assert same == (None, nodes)
    for limit in (1, nodes // 2, nodes - 1, nodes):
        ends = (("node limit" if limit < nodes else None), limit)
        assert [*outcomes(problem, nodes=limit)] == [ends, ends]


@pytest.mark.parametrize("size", [2, 3, 10, 60])
def test_grids_have_a_closed_tour_exactly_if_a_side_is_even(size):
    for rows in (2, 3, 4, 5):
        assert solve(nx.grid_2d_graph(rows, size), "treewidth", closed=True).exists == (rows * size % 2 == 0 and size > 1)


def test_a_tree_with_joins_of_large_tables_and_hubs():
    graph = nx.circular_ladder_graph(200)
    for hub, step in (("a", 5), ("b", 7), ("c", 11)):
        graph.add_edges_from((hub, vertex) for vertex in range(0, 400, step))
    assert solve(graph, "treewidth", closed=True).exists
    tree = narrow_tree(*closed_form(Problem(graph, closed=True), Meter()), 0, Meter())
    assert np.bincount(np.diff(tree.first_child))[2:].sum() > 10
    assert {list(graph)[vertex] for vertex in tree.order[-8:]} > {"a", "b", "c"}


@given(graph_problems(most=14).filter(lambda it: it.size > 2))
def test_bags_are_the_neighbours_at_the_elimination(problem):
    size, edges = closed_form(problem, Meter())
    tree = narrow_tree(size, edges, 3, Meter())
    order = tree.order.tolist()
    assert sorted(order) == list(range(size))
    separators = reference.separators_of(near_of(size, edges), order)
    bags = [tree.bags[start:stop] for start, stop in pairwise(tree.first)]
    assert [tree.order[bag].tolist() for bag in bags] == [*separators.values()]
    for vertex, bag in enumerate(bags):
        slots = tree.slot[[vertex, *bag]].tolist()
        assert len({*slots}) == len(slots)
        assert max(slots) <= MOST_WIDTH


def test_orders_of_least_degree_are_as_narrow_as_the_treewidth_where_this_is_known():
    for graph, width in ((nx.path_graph(50), 1), (nx.cycle_graph(50), 2), (nx.complete_graph(15), 14), (nx.star_graph(900), 1)):
        size, edges = closed_form(Problem(graph, closed=True), Meter())
        assert np.diff(narrow_tree(size, edges, 0, Meter()).first).max() == width
        assert max(map(len, reference.separators_of(near_of(size, edges)).values())) == width


@pytest.mark.parametrize("graph", [nx.complete_graph(16), nx.complete_graph(40), nx.grid_2d_graph(25, 25)])
def test_where_the_order_is_too_wide_the_answer_is_unknown(graph):
    result = solve(graph, "treewidth", closed=True)
    assert (result.exists, result.nodes, result.reason) == (None, 0, "each order that was tried has a width above 14")
    assert solve(nx.complete_graph(15), "treewidth", closed=True).exists


def test_an_order_that_costs_too_much_is_not_tried():
    result = solve(nx.grid_2d_graph(6, 30), "treewidth", most_cost=100, closed=True)
    assert result.exists is None
    assert result.reason.endswith("but at most 100 is allowed")


def test_a_seed_decides_the_order_and_the_number_of_states():
    graph = graph_family("J31")
    nodes = [[solve(graph, "treewidth", seed=seed, closed=True).nodes for seed in range(5)] for _ in range(2)]
    assert nodes[0] == nodes[1]
    assert len({*nodes[0]}) > 1


WIDE = nx.circulant_graph(200, [1, 2, 3, 4])


def test_limits_of_time_and_of_nodes():
    result = solve(WIDE, "treewidth", closed=True, budget=Budget(seconds=0.05))
    assert (result.exists, result.limit) == (None, "time limit")
    assert result.seconds < 0.25
    result = solve(WIDE, "treewidth", closed=True, budget=Budget(nodes=12_345))
    assert (result.exists, result.nodes, result.limit) == (None, 12_345, "node limit")

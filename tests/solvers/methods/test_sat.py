"""The solver `sat`: what it finds and refutes, its limits, and that cuts and exchanges never take a tour away."""

from itertools import chain, combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, knight_graph, leaper_graph
from graphs.families import flower_snark, generalized_petersen
from solvers import Budget, Meter, Problem, solve
from solvers.core.errors import BudgetSpent
from solvers.methods import sat as sat_module
from solvers.methods.models.lazy_cuts import join_lazy_cut_cycles, lazy_cut_cycles
from solvers.methods.models.sat_search import EdgeSearch
from solvers.methods.models.two_factor import at_most
from tests.planted import graph_with_tour
from tests.solvers.problems import subdivided_graphs


def refuted_without_presolve(problem):
    """Return the search, after it has proven by clauses and cuts alone that there is no tour; it fails where there is one."""
    search = EdgeSearch(problem, Meter())
    assert search.tour() is None
    return search


def test_the_giraffe_on_11x11_and_the_zebra_on_13x13_are_refuted_without_any_obstruction():
    assert refuted_without_presolve(Problem(leaper_graph(Board(11, 11), 1, 4))).cuts
    assert refuted_without_presolve(Problem(leaper_graph(Board(13, 13), 2, 3))).cuts


CROWDED_GRAPHS = {  # with whether there is an open tour, and a closed one
    "complete": (nx.complete_graph(60), True, True),
    "wheel": (nx.wheel_graph(150), True, True),
    "star": (nx.star_graph(40), False, False),
    "bipartite": (nx.complete_bipartite_graph(20, 20), True, True),
    "tripod": (nx.complete_multipartite_graph(1, 1, 20), False, False),
}


@pytest.mark.parametrize("graph, is_open, is_closed", CROWDED_GRAPHS.values(), ids=CROWDED_GRAPHS)
def test_squares_with_many_neighbours_are_counted(graph, is_open, is_closed):
    for closed, exists, cadical in ((False, is_open, False), (True, is_closed, False), (True, is_closed, True)):
        assert (EdgeSearch(Problem(graph, closed=closed), Meter(), cadical).tour() is not None) == exists


DENSE_GRAPHS = {
    "K13": nx.complete_graph(13),
    "K16": nx.complete_graph(16),
    "K(4,4,4,4)": nx.complete_multipartite_graph(4, 4, 4, 4),
    "a random one": nx.gnp_random_graph(20, 0.8, seed=1),
    "one with 5 of 190 edges missing": nx.gnp_random_graph(20, 0.95, seed=1),
}


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("graph", DENSE_GRAPHS.values(), ids=DENSE_GRAPHS)
def test_a_tour_of_a_dense_graph_is_found_within_a_thousand_conflicts(graph, closed):
    assert solve(graph, "sat", closed=closed, budget=Budget(nodes=1_000)).exists


@pytest.mark.parametrize("edge", [(0, 20), (5, 70), (31, 88), (17, 111)], ids=str)
def test_the_tours_of_a_snark_with_one_edge_more_are_found_though_all_pass_through_that_edge(edge):
    snark = flower_snark(29)
    snark.add_edge(*edge)
    assert solve(snark, "sat", closed=True, budget=Budget(nodes=20_000)).exists


@given(subdivided_graphs(12, 8))
def test_the_solvers_agree_where_paths_of_required_edges_are_replaced(graph):
    answer = solve(graph, "backtracking", closed=True).status
    assert {solve(graph, "sat", closed=True, cadical=each).status for each in (False, True)} == {answer}
    assert {solve(graph, name, closed=True).status for name in ("sat-arcs", "highs")} == {answer}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_counter_in_clauses_lets_at_most_so_many_be_true(count):
    from pysat.solvers import Glucose4

    variables = [1, 2, 3, 4, 5]
    with Glucose4(bootstrap_with=list(at_most(count, variables, 6))) as solver:
        for chosen in chain.from_iterable(combinations(variables, size) for size in range(6)):
            literals = [each if each in chosen else -each for each in variables]
            assert solver.solve(assumptions=literals) == (len(chosen) <= count)


def test_an_exchange_takes_no_edge_away_from_a_vertex_that_has_no_neighbours():
    pairs = [[1, 3], [0, 2], [1, 3], [0, 2], [5, 7], [4, 6], [5, 7], [4, 6]]
    cube = [[1, 3, 4], [0, 2, 5], [1, 3, 6], [0, 2, 7], [5, 7, 0], [4, 6, 1], [5, 7, 2], [4, 6, 3]]
    tethered = [[other for other in near if other not in (0, 2)] for near in cube]
    tethered[0] = tethered[2] = []
    assert len(join_lazy_cut_cycles(lazy_cut_cycles(pairs), pairs, cube)) == 1
    assert len(join_lazy_cut_cycles(lazy_cut_cycles(pairs), pairs, tethered)) == 2


@pytest.mark.parametrize("side", [11, 25, 39])
def test_a_tour_of_joined_cycles_begins_and_ends_where_it_is_to(side):
    graph = knight_graph(Board(side, side))
    for start, end in [((0, 0), None), ((0, 0), (side - 1, side - 1)), ((2, 2), (3, 3))]:
        assert solve(graph, "sat", start=start, end=end).exists  # verified there


def test_two_cycles_get_one_cut_for_the_same_moves_lead_out_of_both():
    petersen = Problem(nx.petersen_graph(), closed=True)
    cuts = refuted_without_presolve(petersen).cuts
    assert all(len(cut) == 5 for cut in cuts)
    assert len({frozenset((cut, frozenset(range(10)) - cut)) for cut in cuts}) == len(cuts) == 6


def test_without_presolve_a_lack_of_moves_at_an_independent_set_is_seen_after_a_short_search():
    graph = nx.complete_bipartite_graph(7, 8)
    result = solve(graph, "sat", closed=True, presolve=False)
    assert (result.exists, result.nodes) == (False, sat_module.SOON)


def test_a_node_limit_is_a_number_of_conflicts():
    graph = leaper_graph(Board(11, 11), 1, 4)
    needed = solve(graph, "sat").nodes
    for limit in (1, 50, 500, needed - 1, needed):
        result = solve(graph, "sat", budget=Budget(nodes=limit))
        assert result.nodes == limit
        assert result.exists is (False if limit == needed else None)


def test_a_time_that_ends_with_the_first_conflicts_is_not_told_as_a_node_limit():
    class OverSoon(Meter):
        """The budget of a run whose time is over when the first conflicts are made."""

        seconds_left = 0.0

        def step(self, most_nodes=None):
            return Meter(Budget(nodes=most_nodes))

    with pytest.raises(BudgetSpent) as spent:
        sat_module.sat(Problem(generalized_petersen(41, 2), closed=True), OverSoon(Budget(seconds=0.2)))
    assert spent.value.limit == "time limit"


@given(st.permutations(range(14)), st.lists(st.tuples(st.integers(0, 13), st.integers(0, 13)), max_size=12), st.booleans())
def test_a_planted_tour_is_never_cut_away(order, more, closed):
    graph = graph_with_tour(order, more, closed=closed)
    for ends in ({}, {"start": order[0]}, {"start": order[0], "end": order[-1]}):
        assert solve(graph, "sat", closed=closed, **ends).exists

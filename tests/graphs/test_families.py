"""Graphs by name: built as their authors describe them, with the answers that are in print."""

import networkx as nx
import pytest

from graphs import FormatError
from graphs.families import generalized_petersen, graph_family, sheehan
from solvers import Problem, Status, solve
from tests.brute_force import count_tours_plainly
from tests.tables import table


def has_cycle(graph):
    return solve(Problem(graph, closed=True), "cp-sat").status is Status.FOUND


@pytest.mark.parametrize("n, k", [(11, 2), (13, 2), (11, 5), (17, 8), (11, 3), (13, 6)])
def test_gp_n_k_has_no_cycle_exactly_if_n_is_5_modulo_6_and_k_is_2_or_half_of_n_less_1(n, k):
    assert has_cycle(generalized_petersen(n, k)) == (n % 6 != 5 or k not in (2, (n - 1) // 2))


@pytest.mark.parametrize("name", ["Petersen", "Coxeter", "Tutte", "J3", "J5", "J7", "J9"])
def test_these_graphs_are_cubic_and_have_no_hamiltonian_cycle(name):
    graph = graph_family(name)
    assert set(dict(graph.degree).values()) == {3}
    assert nx.is_connected(graph)
    assert not has_cycle(graph)


@pytest.mark.parametrize("name", ["Petersen", "GP(11,2)", "Coxeter", "J5", "J7"])
def test_without_one_vertex_they_have_a_cycle_and_so_they_have_a_path(name):
    graph = graph_family(name)
    for vertex in list(graph):
        assert has_cycle(nx.subgraph_view(graph, filter_node=lambda other, left_out=vertex: other != left_out).copy())
    assert solve(graph, "cp-sat").status is Status.FOUND


@pytest.mark.parametrize("n", range(4, 13, 2))
def test_sheehan_graphs_have_exactly_one_cycle_and_as_many_edges_as_that_allows(n):
    graph = sheehan(n)
    assert graph.size() == n * n // 4 + 1
    assert count_tours_plainly(graph, closed=True) == 1


def test_a_name_is_read_in_small_and_capital_letters_and_with_blanks():
    assert graph_family(" gp( 11 , 2 ) ").name == "GP(11,2)"
    assert nx.utils.graphs_equal(graph_family("J5"), graph_family("j(5)"))


@pytest.mark.parametrize("name, why", table("bad_texts.toml")["families"].items())
def test_a_name_of_no_graph_gets_a_sentence(name, why, monkeypatch):
    monkeypatch.setattr("graphs.families.MOST_EDGES", 1000)
    with pytest.raises(FormatError, match=why):
        graph_family(name)

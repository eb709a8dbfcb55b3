"""The closed form: tours become Hamiltonian cycles, and two colours stay two colours."""

import networkx as nx
import pytest
from hypothesis import given

from graphs import Board, knight_graph
from graphs.obstructions import Ends, cut_set, two_colours
from graphs.obstructions.closed_form import closed_form, closed_form_ends
from graphs.obstructions.obstruction import given_ends
from tests.brute_force import every_tour, has_tour
from tests.graphs.obstructions.test_obstructions import planted, small_graphs

ANY, CLOSED = Ends(), Ends(closed=True)
GRAPHS = (small_graphs() | planted(most=7).map(lambda case: case[:2])).filter(lambda case: len(case[0]) > 1)


def colours_are_even(graph):
    colour = two_colours(graph)
    return colour is not None and 2 * sum(colour.values()) == len(graph)


@given(GRAPHS)
def test_tours_are_hamiltonian_cycles_of_the_closed_form_except_where_no_end_is_given_and_the_colours_are_even(case):
    """A cycle is a tour also in this case if the closed form is made without the colours."""
    graph, problem = case
    closed, uncoloured = closed_form(graph, problem), closed_form(graph, problem, by_colour=False)
    has_cycle = has_tour(closed, CLOSED)
    if has_tour(graph, problem):
        assert has_cycle
        assert two_colours(graph) is None or two_colours(closed) is not None
    sought = CLOSED if problem.closed else problem  # the closed form leaves aside the ends of a closed tour
    exists = has_tour(graph, sought)
    assert exists or not has_cycle or (problem == ANY and colours_are_even(graph))
    assert has_tour(uncoloured, CLOSED) == exists


@given(GRAPHS)
def test_every_open_tour_has_as_many_ends_in_each_group_as_the_colours_allow(case):
    graph, problem = case
    groups = closed_form_ends(graph, given_ends(Ends(problem.start, problem.end)), two_colours(graph))
    for tour in every_tour(graph, closed=False, most=10**6):
        if problem.start in (None, tour[0]) and problem.end in (None, tour[-1]):
            assert [count for count, _ in groups] == [len({tour[0], tour[-1]}.intersection(squares)) for _, squares in groups]


@given(small_graphs())
def test_two_colours_change_along_every_move_or_there_is_an_odd_cycle(case):
    graph, _ = case
    colour = two_colours(graph)
    plain = nx.Graph(edge for edge in graph.edges if edge[0] != edge[1])
    assert (colour is not None) == nx.is_bipartite(plain)
    if colour is not None:
        assert set(colour) == set(graph)
        assert set(colour.values()) <= {0, 1}
        assert all(colour[one] != colour[other] for one, other in plain.edges)


@pytest.mark.parametrize("cut, parts", [([], 1), ([(1, 1)], 1), ([(0, 1), (2, 1)], 3), (Board(3, 4), 0)])
def test_the_parts_without_a_cut_set_are_counted(cut, parts):
    assert cut_set(knight_graph(Board(3, 4)), cut).parts == parts

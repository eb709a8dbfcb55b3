"""A problem is a graph, where the tour starts and ends, and whether it is closed."""

import networkx as nx
import pytest

from graphs import Board, BoardError, knight_graph
from solvers import Problem, ProblemError


def test_any_undirected_graph_makes_a_problem():
    for graph in (nx.path_graph(3), nx.MultiGraph([(0, 1), (0, 1)]), nx.petersen_graph(), nx.Graph()):
        assert Problem(graph).size == len(graph)


def test_a_start_off_the_board_is_told_the_squares_there_are():
    with pytest.raises(ProblemError, match=r"\(0, 0\) to \(4, 6\)"):
        Problem.on_board(Board(5, 7), start=(5, 0))


def test_a_start_on_a_hole_is_told_so():
    with pytest.raises(ProblemError, match="hole"):
        Problem.on_board(Board(3, 3, holes=[(1, 1)]), start=(1, 1))


@pytest.mark.parametrize("closed", [False, True])
def test_an_end_equal_to_the_start_is_refused(closed):
    with pytest.raises(ProblemError, match="equal to the start"):
        Problem(nx.cycle_graph(4), start=0, end=0, closed=closed)


def test_a_tour_of_one_square_may_end_where_it_starts():
    assert Problem.on_board(Board(1, 1), start=(0, 0), end=(0, 0)).end == (0, 0)


def test_a_problem_on_a_board_builds_no_graph_until_it_is_asked_for():
    huge = Problem.on_board(Board(10_000, 10_000), start=(9_999, 9_999))
    assert huge.size == 100_000_000
    with pytest.raises(BoardError, match="too large"):
        _ = huge.graph


def test_a_problem_on_a_board_has_the_graph_of_its_leaper():
    assert Problem.on_board(Board(3, 3), (0, 1)).graph.number_of_edges() == 12
    assert Problem.on_board(Board(5, 5)).graph.edges == knight_graph(Board(5, 5)).edges


def test_a_problem_shows_what_is_asked():
    assert repr(Problem.on_board(Board(8, 8), start=(0, 0), closed=True)) == "Problem(8x8, start=(0, 0), closed=True)"
    assert repr(Problem(nx.path_graph(3), end=2)) == "Problem(3 vertices, end=2)"

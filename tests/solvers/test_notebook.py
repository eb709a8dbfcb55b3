"""What a notebook shows of the objects that people look at."""

import networkx as nx
import pytest

from graphs import Board, board_of, board_svg, knight_graph, leaper_graph
from graphs.svg.palette import HOLE
from solvers import Problem, count_tours, record_search, solve, solver_table, start_map
from solvers.comparison import Comparison


def test_the_table_of_solvers_shows_itself_with_a_row_for_each():
    table = solver_table()
    shown = table._repr_html_()
    assert shown.count("<tr>") == 1 + len(table)
    assert "<td>exact, closed, fixed end, steps, enumerates, watchable" in shown
    assert "<script" not in shown


def test_a_graph_with_squares_taken_out_is_a_board_with_holes():
    graph, holed = knight_graph(Board(6, 6)), Board(6, 6, holes=[(0, 0), (0, 5)])
    graph.remove_nodes_from(holed.holes)
    assert board_of(graph) == (holed, (1, 2))
    assert Problem(graph, closed=True) == Problem(holed, closed=True)
    assert HOLE in solve(graph, closed=True)._repr_svg_()
    assert start_map(graph)._repr_svg_() == start_map(holed)._repr_svg_()
    assert record_search(graph, "warnsdorff", start=(1, 0)).board == holed
    assert count_tours(graph, closed=True) == count_tours(holed, closed=True)


@pytest.mark.parametrize("wrap", [None, "rows", "both"])
def test_squares_are_taken_out_of_a_board_with_joined_edges(wrap):
    graph, holed = leaper_graph(Board(4, 5, wrap=wrap), 1, 2), Board(4, 5, holes=[(1, 1)], wrap=wrap)
    graph.remove_node((1, 1))
    assert board_of(graph) == (holed, (1, 2))
    assert nx.utils.graphs_equal(nx.Graph(graph.edges), nx.Graph(leaper_graph(holed, 1, 2).edges))


def test_a_graph_with_an_edge_or_a_strange_node_is_not_a_board():
    graph = knight_graph(Board(4, 4))
    graph.remove_node((0, 0))
    graph.add_node("a stranger")
    assert board_of(graph) is None
    graph.remove_node("a stranger")
    graph.add_edge((0, 1), (0, 2))
    assert board_of(graph) is None
    assert board_of(nx.create_empty_copy(knight_graph(Board(1, 1)))) is not None


def test_a_problem_shows_its_board():
    assert Problem("4x4")._repr_svg_() == board_svg(Board(4, 4))
    assert Problem(nx.path_graph(3))._repr_svg_() is None


def test_the_frames_and_plots_of_a_comparison_are_public():
    assert {"runs", "summaries", "table", "cactus", "run_lengths", "scatter", "cross_check", "text"} <= set(vars(Comparison))

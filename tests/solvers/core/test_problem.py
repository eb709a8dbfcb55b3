"""A problem is a graph, where the tour starts and ends, and whether it is closed: a value, equal where it asks the same."""

import pickle

import networkx as nx
import numpy as np
import pytest

from graphs import Board, BoardError, board_of, knight_graph, verify_tour
from graphs.edge_list import EdgeList
from solvers import (
    Problem,
    ProblemError,
    Result,
    count_starts,
    count_tours,
    decide,
    enumerate_tours,
    hole_map,
    list_tours,
    make_puzzle,
    pair_map,
    random_tour,
    record_search,
    solve,
    start_map,
)

BOARD = Board(5, 5)
HOLED = Board(4, 5, holes=[(0, 1)], wrap="rows")
PROBLEMS = {
    "a board": Problem.on_board(BOARD, start=(0, 0)),
    "a board's graph": Problem(knight_graph(BOARD), start=(0, 0)),
    "a torus with a hole": Problem.on_board(HOLED, (1, 3), closed=True),
    "a graph": Problem(nx.petersen_graph(), end=3),
    "a multigraph": Problem(nx.MultiGraph([(0, 1), (0, 1), (1, 2)])),
    "a list of edges": Problem(EdgeList("abc", [(0, 1), (2, 1)]), start="a"),
    "a view": Problem(knight_graph(BOARD).subgraph([(0, 0), (1, 2), (2, 0)])),
}


def test_no_two_of_these_problems_are_equal():
    different = [each for name, each in PROBLEMS.items() if name != "a board's graph"]
    assert len(set(different)) == len(different)
    assert PROBLEMS["a board"] == PROBLEMS["a board's graph"] != PROBLEMS["a board"].with_ends(closed=True)


@pytest.mark.parametrize("text", ["a8", "A8", "0,0", " (0, 0)"])
def test_a_square_may_be_text_wherever_one_is_taken(text):
    asked, graph = Problem(Board(8, 8), start=(0, 0)), knight_graph(Board(8, 8))
    for problem in (Problem(graph, text), Problem.on_board(asked.board, start=text), asked.with_ends(start=text)):
        assert problem == asked
    tour = solve(graph, start=text, end="b8").tour
    assert verify_tour(asked.board, tour, start=text, end="b8") == verify_tour(graph, tour, start=text)
    assert start_map(Board(8, 4))[text].exists


def test_text_is_a_vertex_of_a_graph_that_is_no_board_and_no_other_text_a_square():
    assert solve(nx.path_graph(["a1", "0,0"]), start="a1").tour.squares == ("a1", "0,0")
    for text, told in (("i9", "the start i9 is not on the board: its squares are"), ("", "the start '' is not a square")):
        with pytest.raises(ProblemError, match=told):
            Problem(Board(8, 8), start=text)


EDITS = {
    "an edge cut": lambda graph: graph.remove_edge((0, 0), (1, 2)),
    "an edge added": lambda graph: graph.add_edge((0, 0), (0, 1)),
    "a node renamed": lambda graph: nx.relabel_nodes(graph, {(0, 0): "corner"}, copy=False),
    "a node added": lambda graph: graph.add_node("new"),
    "another board noted": lambda graph: graph.graph.update(board=Board(1, 25)),
    "a torus noted": lambda graph: graph.graph.update(board=Board(5, 5, wrap="both")),
    "no leaper noted": lambda graph: graph.graph.update(leaper=("a", "b")),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_problem_of_an_edited_graph_is_no_boards(edit):
    graph = knight_graph(BOARD)
    edit(graph)
    problem = Problem(graph)
    assert problem.board is board_of(graph) is None
    assert problem != Problem.on_board(BOARD)
    assert problem == Problem(graph)
    assert decide(problem).exists == (len(graph) == 25)  # with a node added, that node has no neighbour


def test_problems_about_one_board_share_its_graph_and_other_processes_build_their_own():
    problem = Problem.on_board(BOARD, start=(0, 0))
    alone = len(pickle.dumps(problem))
    assert problem.with_ends(closed=True).graph is problem.graph
    assert len(pickle.dumps(problem)) == alone


@pytest.mark.parametrize("ends", [{"start": (0, 0)}, {"end": (0, 0)}, {"closed": True}])
@pytest.mark.parametrize("ask", [solve, decide, enumerate_tours, Problem.of])
def test_a_problem_and_ends_beside_it_contradict_each_other(ask, ends):
    with pytest.raises(ProblemError, match="cannot be given with a Problem"):
        ask(PROBLEMS["a graph"], **ends)


@pytest.mark.parametrize("ends", [{"start": (0, 1)}, {"end": (0, 1)}, {"closed": True}, {"steps": {7: (0, 1)}}], ids=str)
def test_a_start_map_decides_every_start_of_a_problem_without_ends(ends):
    problem = Problem.on_board(Board(3, 4), (1, 2))
    assert start_map(problem) == start_map(Board(3, 4))
    with pytest.raises(ProblemError, match="leave them out, or use decide"):
        start_map(problem.with_ends(**ends))


@pytest.mark.parametrize("leaper", [[1, 2], (np.int64(1), np.int8(2)), np.array([1, 2])], ids=str)
def test_a_leaper_may_be_written_in_other_ways(leaper):
    assert Problem.on_board(BOARD, leaper).leaper == (1, 2)
    assert start_map(Board(3, 4), leaper=leaper).count(True) == 6


def test_a_problem_on_a_board_builds_no_graph_until_it_is_asked_for():
    huge = Problem.on_board(Board(10_000, 10_000), start=(9_999, 9_999))
    assert huge.size == 100_000_000
    with pytest.raises(BoardError, match="too large"):
        _ = huge.graph


def test_a_problem_shows_what_is_asked():
    assert repr(Problem.on_board(Board(8, 8), start=(0, 0), closed=True)) == "<Problem: a closed tour of 8x8 from (0, 0)>"
    assert repr(Problem(nx.path_graph(3), end=2)) == "<Problem: an open tour of 3 vertices to 2>"


@pytest.mark.parametrize("given", [nx.petersen_graph(), EdgeList.of(nx.petersen_graph()), Board(3, 4)], ids=str)
def test_the_graph_of_a_problem_cannot_be_edited(given):
    problem = Problem(given)
    with pytest.raises(nx.NetworkXError, match="Frozen"):
        problem.graph.remove_node(next(iter(problem.graph)))
    assert Problem(given) == problem
    assert decide(Problem(given)).exists
    if isinstance(given, nx.Graph):
        assert not nx.is_frozen(given)


@pytest.mark.parametrize("directed", [False, True])
def test_a_fixed_loop_is_refused_with_the_reason(directed):
    graph = nx.cycle_graph(4, nx.DiGraph if directed else nx.Graph)
    graph.add_edge(2, 2, fixed=True)
    with pytest.raises(ProblemError, match="the fixed edge from 2 to 2 is a loop, which no tour can use"):
        Problem(graph)


def test_a_list_of_edges_is_the_problem_of_its_graph():
    graph = nx.petersen_graph()
    asked, listed = Problem(graph, start=3), Problem(EdgeList.of(graph), start=3)
    assert listed == asked
    assert (listed.size, str(listed), repr(listed)) == (asked.size, str(asked), repr(asked))
    assert solve(listed, "pruned").nodes == solve(asked, "pruned").nodes
    assert listed.edge_list.edges.tolist() == asked.edge_list.edges.tolist()
    with pytest.raises(ProblemError, match="the end 10 is not in the graph"):
        listed.with_ends(end=10)


def test_the_text_of_a_board_stands_for_the_board():
    assert Problem("3x4") == Problem.of("3x4") == Problem.on_board("....\n....\n....") == Problem(Board(3, 4))
    for call in (solve, decide, start_map, pair_map, hole_map, count_tours, count_starts, make_puzzle, random_tour):
        assert call("3x4") == call(Board(3, 4))
    for call in (enumerate_tours, list_tours):
        assert list(call("3x4")) == list(call(Board(3, 4)))
    assert record_search("3x4", "warnsdorff") == record_search(Board(3, 4), "warnsdorff")
    result = solve("3x4", start="a1")
    assert Result.from_json(result.to_json(), Problem("3x4", start="a1")) == result
    with pytest.raises(BoardError, match="'eight' is not a board"):
        solve("eight")

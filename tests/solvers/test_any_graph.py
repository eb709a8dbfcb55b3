"""`decide` and `solve` answer for any graph of networkx in one call, and without a word about boards."""

import re
from collections import namedtuple

import networkx as nx
import numpy as np
import pytest

from graphs import Board, knight_graph
from solvers import Budget, ProblemError, decide, solve
from tests.graphs.obstructions.test_obstructions import OF_BOARDS
from tests.solvers import problems

KINDS = [
    pytest.param(nx.petersen_graph(), id="petersen"),
    pytest.param(nx.star_graph(3), id="star"),
    pytest.param(nx.lollipop_graph(4, 2), id="lollipop"),
    pytest.param(nx.complete_bipartite_graph(2, 4), id="bipartite"),
    pytest.param(nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4)), id="two parts"),
    pytest.param(nx.empty_graph(0), id="empty"),
    pytest.param(nx.empty_graph(1), id="one vertex"),
    pytest.param(nx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 1)]), id="directed"),
    pytest.param(nx.Graph([("a", 1), (1, (2, 3)), ((2, 3), frozenset())]), id="labels of all kinds"),
]
SOLVERS = [each.name for each in problems.SOLVERS]


def questions(graph):
    nodes = list(graph)
    yield from ({}, {"closed": True})
    if len(nodes) > 1:
        yield from ({"start": nodes[0]}, {"start": nodes[0], "end": nodes[-1]})
        yield {"start": nodes[0], "end": nodes[-1], "closed": True}


@pytest.mark.parametrize("graph", KINDS)
def test_no_answer_about_a_graph_speaks_of_boards(graph):
    for question in questions(graph):
        verdict = decide(graph, **question)
        assert verdict.exists in (True, False)
        for answer in (verdict, *(solve(graph, name, budget=Budget(seconds=20), **question) for name in SOLVERS)):
            assert not OF_BOARDS.search(f"{answer.reason} {answer!r}")


def test_the_same_reason_speaks_of_squares_on_a_board():
    board = knight_graph(Board(3, 3))
    assert decide(board).reason == "no move leads to or from (1, 1)"
    assert decide(nx.Graph(board.edges | {((1, 1), (1, 1))})).reason == "no edge leads to or from (1, 1)"


@pytest.mark.parametrize("vertex", [9, "a", {}, {0}, [0], frozenset(), float("nan"), (0, 1)], ids=repr)
@pytest.mark.parametrize("ask", [decide, solve])
def test_an_end_that_is_no_vertex_is_refused_in_one_sentence(ask, vertex):
    shown = tuple(vertex) if isinstance(vertex, list) else vertex
    for name in ("start", "end"):
        with pytest.raises(
            ProblemError, match=f"^{re.escape(f'the {name} {shown!r} is not in the graph: its first vertices are 0, 1, 2, 3')}$"
        ):
            ask(nx.cycle_graph(5), **{name: vertex})


@pytest.mark.parametrize(
    "graph",
    [
        nx.freeze(nx.cycle_graph(3)),
        nx.cycle_graph(5).subgraph([0, 1, 2, 3, 4]),
        nx.DiGraph([(0, 1), (1, 2), (2, 0)]).to_undirected(as_view=True),
    ],
    ids=["frozen", "a view", "an undirected view"],
)
def test_any_kind_of_graph_is_answered(graph):
    assert decide(graph, closed=True).exists is True


USUAL = [namedtuple("Pair", "a b")(0, 1), (np.int64(0), np.int8(1)), np.str_("a"), np.float32(0.1), ((0, 1), (2,)), True, 1j]


@pytest.mark.parametrize("where", ["start", "end"])
@pytest.mark.parametrize("node", USUAL, ids=str)
def test_any_other_node_will_do(node, where):
    assert solve(nx.cycle_graph([node, "b", "c", "d"]), **{where: node}).tour is not None


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("start", [(0.0, False), np.array([0, 0])], ids=str)
def test_a_start_may_be_written_in_any_way_that_is_equal_to_the_node(name, start):
    tour = solve(knight_graph(Board(5, 5)), name, start=start).tour
    assert tour is None or tour[0] == (0, 0)

"""Fixed edges, which every tour must use; answers about random graphs are in `test_any_problem.py`."""

import pickle

import networkx as nx
import pytest

from graphs import Board, FormatError, InvalidTour, knight_graph, verify_tour
from graphs.edge_list import EdgeList
from graphs.formats import format_col, format_g6, format_hcp
from graphs.formats.tsplib import list_hcp, parse_hcp
from graphs.leapers import fixed_edges
from solvers import (
    Problem,
    ProblemError,
    Status,
    UnsupportedProblem,
    decide,
    list_tours,
    solve,
    start_map,
)
from solvers.comparison.problems import NamedProblem
from solvers.core.errors import NoCertificate
from solvers.core.outcome import SearchProof
from solvers.counting.counting import count_starts
from solvers.existence.certificates import certificate
from solvers.methods.models.formula import tour_formula
from tests.brute_force import count_tours_plainly
from tests.solvers.problems import SOLVERS

FILE = """TYPE : HCP
DIMENSION : 4
EDGE_DATA_FORMAT : EDGE_LIST
EDGE_DATA_SECTION
1 2
1 3
1 4
2 3
2 4
3 4
-1
FIXED_EDGES_SECTION
1 2
4 3
-1
EOF
"""
FOUR = parse_hcp(FILE)


def test_a_fixed_edge_can_rule_out_the_only_tour():
    graph = nx.cycle_graph(6)
    graph.add_edge(0, 3)
    assert decide(graph, closed=True).exists
    graph.edges[0, 3]["fixed"] = True
    for entry in SOLVERS:
        if entry.exact:
            assert solve(graph, entry.name, closed=True).status is Status.IMPOSSIBLE
    result = decide(graph, closed=True, confirm=True)
    assert result.exists is False
    assert isinstance(result.evidence, SearchProof)
    assert result.reason.startswith("in the equivalent graph without fixed edges, with (v,) for each vertex v ")


def test_the_checker_rejects_a_tour_without_a_fixed_edge():
    assert verify_tour(FOUR, [1, 2, 3, 4], closed=True).closed
    with pytest.raises(InvalidTour, match="the tour does not use the fixed edge 1 to 2"):
        verify_tour(FOUR, [2, 3, 4, 1])
    assert verify_tour(FOUR, [2, 3, 4, 1], closed=True).closed
    arcs = nx.DiGraph([(0, 1), (1, 0)])
    arcs.edges[0, 1]["fixed"] = True
    with pytest.raises(InvalidTour, match="fixed edge 0 to 1"):
        verify_tour(arcs, [1, 0])


def test_maps_and_counts_of_starts_use_the_fixed_edges():
    cycle = nx.cycle_graph(5)
    cycle.edges[0, 1]["fixed"] = cycle.edges[1, 2]["fixed"] = True
    found = start_map(cycle)
    starts = {vertex: count_tours_plainly(cycle, start=vertex) for vertex in cycle}
    assert found.closed.exists
    assert {vertex: result.exists for vertex, result in found.items()} == {vertex: starts[vertex] > 0 for vertex in cycle}
    assert starts[1] == 0
    assert count_starts(cycle) == starts


def test_the_section_is_read_and_written():
    assert fixed_edges(FOUR) == [(1, 2), (3, 4)]
    assert format_hcp(FOUR).endswith("-1\nFIXED_EDGES_SECTION\n1 2\n3 4\n-1\nEOF\n")
    head, section, rest = FILE.partition("EDGE_DATA_SECTION\n1 2\n1 3")
    fixed = "FIXED_EDGES_SECTION :\n1 2\n3 4\n-1\n"
    for text in (format_hcp(FOUR), head + fixed + section + rest, FILE.replace("\n", " \r\n"), FILE.replace("EOF\n", "")):
        assert fixed_edges(parse_hcp(text)) == fixed_edges(FOUR)
        assert parse_hcp(text).edges == FOUR.edges
    named = nx.relabel_nodes(FOUR, dict(zip(FOUR, "dcba", strict=True)))
    assert len(fixed_edges(parse_hcp(format_hcp(named)))) == 2
    for write in (format_col, format_g6):
        with pytest.raises(FormatError, match="cannot specify the fixed edges of the graph: write"):
            write(FOUR)


def test_a_problem_has_the_fixed_edges_of_its_graph():
    listed = list_hcp(FILE)
    for given in (FOUR, listed, listed.sorted(), EdgeList.of(FOUR), pickle.loads(pickle.dumps(listed))):
        problem = Problem(given, closed=True)
        assert problem.fixed == [(1, 2), (3, 4)]
        assert problem == Problem(FOUR, closed=True)
    assert Problem(nx.Graph(FOUR.edges)) != Problem(FOUR)
    board = knight_graph(Board(3, 4))
    assert Problem(board).board is not None
    board.edges[(0, 0), (2, 1)]["fixed"] = True
    assert Problem(board).board is None
    assert len([*list_tours(board)]) == count_tours_plainly(board) // 2 < len([*list_tours("3x4")])


def test_fixed_edges_cannot_be_combined_with_known_steps_or_arcs():
    with pytest.raises(ProblemError, match="fixed edges cannot be combined with known steps: "):
        Problem(FOUR, steps={2: 1})
    with pytest.raises(ProblemError, match="fixed edges cannot be combined with a directed graph: "):
        Problem(FOUR.to_directed())


@pytest.mark.parametrize("given, kind", [(list_hcp(FILE), "fixed edges"), (nx.DiGraph(["ab", "bc"]), "directed graphs")])
def test_whatever_does_not_support_a_kind_of_graphs_says_so(given, kind):
    problem = Problem(given)
    with pytest.raises(NoCertificate, match=f"certificates do not support {kind}: "):
        certificate(problem, decide(problem))
    with pytest.raises(UnsupportedProblem, match=f"the formula does not support {kind}: "):
        tour_formula(problem)
    with pytest.raises(ProblemError, match=f"four vertices: comparisons do not support {kind}: "):
        NamedProblem.of(Problem(given), "four vertices")
    with pytest.raises(UnsupportedProblem, match="does not support a graph without a board"):
        solve(problem, "construct")

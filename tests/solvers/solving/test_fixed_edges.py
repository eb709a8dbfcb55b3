"""Fixed edges, which every tour must use: every answer agrees with brute force on random graphs, or the call is rejected."""

import pickle
import random
from itertools import combinations, pairwise

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
    count_tours,
    decide,
    enumerate_tours,
    list_tours,
    solve,
    start_map,
)
from solvers.comparison.problems import NamedProblem
from solvers.core.errors import NoCertificate
from solvers.core.outcome import SearchProof
from solvers.counting import checks
from solvers.counting.counting import count_starts
from solvers.existence.certificates import certificate
from solvers.methods.models.formula import tour_formula
from tests.brute_force import tours_of
from tests.solvers.problems import SOLVERS, solved

ENUMERATING = [each for each in SOLVERS if each.enumerates and "backtracking" not in each.name]
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


def fixed_tours_of(graph, **question):
    """Return all tours that use every fixed edge."""
    fixed, closed = {frozenset(edge) for edge in fixed_edges(graph)}, question.get("closed", False)
    return {tour for tour in tours_of(graph, **question) if fixed <= set(map(frozenset, pairwise((*tour, *tour[:closed]))))}


def random_problem(draw):
    """Return a graph of 2 to 7 vertices with up to 3 fixed edges, sometimes with loops and parallel edges, and a question."""
    vertices = draw.sample("abcdefg", draw.randint(2, 7)) if draw.random() < 0.3 else [*range(draw.randint(2, 7))]
    graph = draw.choice([nx.Graph, nx.Graph, nx.MultiGraph])()
    graph.add_nodes_from(vertices)
    share = draw.uniform(0.4, 1)
    edges = [edge for edge in combinations(vertices, 2) if draw.random() < share] or [vertices[:2]]
    graph.add_edges_from([*edges, *[(vertices[0], vertices[0])] * draw.randint(0, 1)], fixed=False)
    graph.add_edges_from(draw.sample(edges, min(len(edges), draw.randint(1, 3))), fixed=True)
    question = {"closed": draw.random() < 0.5}
    if draw.random() < 0.3:
        question["start"] = vertices[-1]
    if draw.random() < 0.3:
        question["end"] = vertices[0]
    return graph, question


def one_of_each(tours, question):
    """Return the tours, but only one of those that count as one: a tour and its reverse, or all descriptions of a cycle."""
    if question["closed"] and not {"start", "end"} <= question.keys():
        return {frozenset(map(frozenset, pairwise((*tour, tour[0])))) for tour in tours}
    return {*tours} if len(question) > 1 else {min(tour, tour[::-1]) for tour in tours}


def check_answers(graph, question, expected):
    problem = Problem(graph, **question)
    one = one_of_each(expected, question)
    assert decide(graph, **question).exists is bool(expected), (graph.edges(data=True), question)
    count = count_tours(problem)
    assert (count.directed if count.undirected is None else count.undirected) == len(one)
    assert len(question) > 1 or question["closed"] or count.directed == len(expected)
    assert "same number" in checks.check_count(problem, count)
    listed = [tour.squares for tour in list_tours(problem)]
    assert len(listed) == len(one)
    assert one_of_each(listed, question) == one


def check_solver(entry, graph, question, expected):
    result = solved(entry, graph, question, expected)
    if not question["closed"] or len(question) > 1:
        assert result.tour is None or result.tour.squares in expected


def check_list(entry, graph, question, expected):
    found = [tour.squares for tour in enumerate_tours(graph, entry.name, **question)]
    assert one_of_each(found, question) == one_of_each(expected, question)
    assert len(found) == len(one_of_each(expected, question) if question["closed"] else expected)


def test_all_answers_about_100_random_graphs_agree_with_brute_force():
    draw, answers = random.Random(1995), set()
    for number in range(100):
        graph, question = random_problem(draw)
        expected = fixed_tours_of(graph, **question)
        answers.add((bool(expected), question["closed"], len(question)))
        check_answers(graph, question, expected)
        for turn in range(4):
            check_solver(SOLVERS[(4 * number + turn) % len(SOLVERS)], graph, question, expected)
        check_list(ENUMERATING[number % len(ENUMERATING)], graph, question, expected)
    assert len(answers) == 12  # yes or no, closed or open, no end to both ends


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
    starts = {vertex: sum(tour[0] == vertex for tour in fixed_tours_of(cycle)) for vertex in cycle}
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
    found = {tour.squares for tour in list_tours(board)}
    assert one_of_each(found, {"closed": False}) == one_of_each(fixed_tours_of(board), {"closed": False})
    assert len(found) < len([*list_tours(Board(3, 4))])


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
        NamedProblem.of_graph(given, "four vertices")
    with pytest.raises(UnsupportedProblem, match="does not support a graph without a board"):
        solve(problem, "construct")

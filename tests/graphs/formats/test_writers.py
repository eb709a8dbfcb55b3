"""What a writer writes, its reader reads back: the same graph, the same tour. Other programs read it, too."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.formula import CNF

from graphs import Board, FormatError, InvalidTour, Tour, leaper_graph
from graphs.formats import GRAPH_FORMATS, format_cnf, format_g6, format_tour, parse_tour
from graphs.formats.vertex_numbers import vertices_by_number
from tests.small import boards

FIRST = {".hcp": 1, ".col": 1, ".g6": 0}
ENDINGS = sorted(FIRST)

labels = st.one_of(
    st.integers(-3, 12),
    st.text(max_size=3),
    st.tuples(st.integers(0, 3), st.integers(0, 3)),
    st.none().map(lambda _: frozenset()),
    st.sampled_from(["a\nb", "c\u2028d", "e 1 2", "-1", "EOF", "DIMENSION : 5"]),
)


@st.composite
def any_graph(draw, kind=nx.Graph, nodes=labels):
    """A graph with labels of any kind, perhaps with loops."""
    vertices = draw(st.lists(nodes, max_size=9, unique=True))
    pairs = [(one, other) for one in vertices for other in vertices]
    graph = kind()
    graph.add_nodes_from(vertices)
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=30)) if pairs else [])
    return graph


def as_numbered(graph, first):
    """What a file can hold of a graph: its vertices by number, without loops and parallel edges."""
    number = {vertex: place for place, vertex in enumerate(vertices_by_number(graph, first), first)}
    plain = nx.Graph()
    plain.add_nodes_from(sorted(number.values()))
    plain.add_edges_from((number[one], number[other]) for one, other in graph.edges() if one != other)
    return plain


@given(any_graph() | any_graph(nx.MultiGraph), st.sampled_from(ENDINGS))
def test_a_graph_that_is_written_is_read_back(graph, ending):
    form = GRAPH_FORMATS[ending]
    again = form.read(form.format(graph)).build()
    assert list(again) == list(range(FIRST[ending], FIRST[ending] + len(graph)))
    assert nx.utils.graphs_equal(again, as_numbered(graph, FIRST[ending]))


@given(st.randoms(use_true_random=False), st.sampled_from(ENDINGS))
def test_vertices_that_are_the_numbers_of_the_file_keep_them(chance, ending):
    form, first = GRAPH_FORMATS[ending], FIRST[ending]
    numbers = dict(enumerate(chance.sample(range(first, first + 7), 7)))
    graph = nx.relabel_nodes(nx.gnp_random_graph(7, 0.5, seed=chance.randrange(99)), numbers)
    assert nx.utils.graphs_equal(form.read(form.format(graph)).build(), graph)


@pytest.mark.parametrize("size", [0, 1, 62, 63, 64, 100, 600])
def test_graph6_is_written_as_networkx_writes_it(size):
    graph = nx.path_graph(size)
    assert format_g6(graph).encode() == nx.to_graph6_bytes(graph, header=False)


def test_graph6_of_too_many_vertices_is_refused_before_the_work():
    with pytest.raises(FormatError, match=r"30,000 vertices is too large for graph6: write .hcp or .col"):
        format_g6(nx.empty_graph(30_000))


@pytest.mark.parametrize("ending, mark", [(".hcp", "COMMENT : "), (".col", "c ")])
def test_comments_say_which_vertex_has_which_number(ending, mark):
    write = GRAPH_FORMATS[ending].format
    lines = write(nx.Graph([("a", (0, 1))])).splitlines()
    assert {f"{mark}1 is 'a'", f"{mark}2 is (0, 1)"} <= set(lines)
    lines = write(leaper_graph(Board(2, 3, holes=[(0, 1)]), 1, 2)).splitlines()
    assert f"{mark}the squares of the board 2x3 are numbered row by row, from 1 at the top left" in lines
    assert {f"{mark}the moves of a (1, 2)-leaper", f"{mark}.#.", f"{mark}..."} <= set(lines)
    assert not any(line.startswith(mark) for line in write(nx.Graph([(1, 2)])).splitlines())


def test_a_directed_graph_is_not_written():
    for form in GRAPH_FORMATS.values():
        with pytest.raises(FormatError, match="directed"):
            form.format(nx.DiGraph([(1, 2)]))


# Tours


@given(any_graph(), st.booleans(), st.randoms(use_true_random=False))
def test_a_tour_of_a_graph_that_is_written_is_read_back(graph, closed, chance):
    tour = Tour(chance.sample(list(graph), len(graph)), closed)
    assert parse_tour(format_tour(tour, graph), closed=closed, graph=graph) == tour


@given(boards(wraps=[None]), st.randoms(use_true_random=False))
def test_a_tour_of_a_board_that_is_written_is_read_back(board, chance):
    tour = Tour(chance.sample(list(board), len(board)))
    text = format_tour(tour, board)
    assert parse_tour(text, board=board) == tour
    assert sorted(parse_tour(text).squares) == list(range(1, len(board) + 1))


def test_a_tour_of_another_graph_is_not_written():
    with pytest.raises(InvalidTour, match="entry 1, 9, is not a vertex") as caught:
        format_tour(Tour([1, 9]), nx.path_graph(range(1, 4)))
    assert (caught.value.entry, caught.value.value) == (1, 9)


@pytest.mark.parametrize("number", [0, 13])
def test_a_tour_file_with_another_number_is_no_tour_of_the_board(number):
    with pytest.raises(InvalidTour, match=f"entry 1: there is no vertex {number}: the vertices are numbered 1 to 12"):
        parse_tour(f"TOUR_SECTION\n1\n{number}\n-1", board=Board(3, 4))


def test_a_tour_file_of_a_huge_board_is_refused():
    with pytest.raises(FormatError, match="too large"):
        parse_tour("TOUR_SECTION\n1\n-1", board=Board(10_000, 10_000))


# Clauses

literals = st.integers(1, 20).flatmap(lambda variable: st.sampled_from([variable, -variable]))


@given(st.lists(st.lists(literals, max_size=4), max_size=8))
def test_clauses_are_written_as_sat_solvers_read_them(clauses):
    read = CNF(from_string=format_cnf(clauses, ["a comment"]))
    assert (read.clauses, read.comments) == (clauses, ["c a comment"] if clauses or read.comments else [])
    assert read.nv == max((abs(literal) for clause in clauses for literal in clause), default=0)

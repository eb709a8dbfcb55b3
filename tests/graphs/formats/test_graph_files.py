"""Graphs come in from files; what cannot be read is refused in one sentence and never breaks the reader."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import FormatError, KnightsTourError, formats
from graphs.formats import parse_col, parse_g6, parse_hcp, read_graph

quick = settings(deadline=None, max_examples=80)


@st.composite
def graphs(draw, first=0):
    size = draw(st.integers(1, 9))
    pairs = [(one, other) for other in range(first, first + size) for one in range(first, other)]
    graph = nx.Graph()
    graph.add_nodes_from(range(first, first + size))
    graph.add_edges_from(draw(st.sets(st.sampled_from(pairs))) if pairs else [])
    return graph


def assert_one_sentence(error):
    assert isinstance(error, KnightsTourError)
    assert "\n" not in str(error)
    assert 10 < len(str(error)) < 600


def refusal(reader, text, kind=FormatError):
    with pytest.raises(kind) as caught:
        reader(text)
    assert_one_sentence(caught.value)
    return str(caught.value)


def hcp(size, body, kind="EDGE_LIST", end="-1\nEOF\n"):
    head = f"NAME : test\nCOMMENT : a : b\nTYPE : HCP\nDIMENSION : {size}\nEDGE_DATA_FORMAT : {kind}\n"
    return f"{head}EDGE_DATA_SECTION\n{body}\n{end}"


# TSPLIB .hcp


@quick
@given(graphs(first=1))
def test_an_hcp_of_adjacency_lists_is_read_back(graph):
    body = "\n".join(f"{one} {' '.join(map(str, near))} -1" for one, near in graph.adj.items())
    assert nx.utils.graphs_equal(parse_hcp(hcp(len(graph), body, kind="ADJ_LIST")), graph)


@pytest.mark.parametrize(
    "text",
    [
        "DIMENSION:3\nEDGE_DATA_SECTION\n1 2\n2 3\n-1",
        "DIMENSION : 3\r\nEDGE_DATA_FORMAT : EDGE_LIST\r\nEDGE_DATA_SECTION\r\n1 2\r\n2 3\r\n-1\r\nEOF\r\n",
        " DIMENSION\t:\t3 \n\nEDGE_DATA_SECTION\n\t1  2\n 2\t3\nEOF",
        "DIMENSION : 3\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n1 2 -1\n2\n3 -1\n-1\nEOF",
    ],
    ids=["no spaces, no format", "CRLF", "tabs", "a list over two lines"],
)
def test_the_layout_of_an_hcp_file_does_not_matter(text):
    assert sorted(parse_hcp(text).edges) == [(1, 2), (2, 3)]
    assert len(parse_hcp(text)) == 3


def test_a_vertex_without_an_edge_is_in_the_graph():
    assert sorted(parse_hcp(hcp(4, "1 2"))) == [1, 2, 3, 4]
    assert sorted(parse_col("p edge 4 1\ne 1 2")) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "EDGE_DATA_SECTION"),
        ("no graph at all", "EDGE_DATA_SECTION"),
        ("EDGE_DATA_SECTION\n1 2\n-1", "DIMENSION"),
        (hcp("", "1 2"), "DIMENSION"),
        (hcp("three", "1 2"), "DIMENSION"),
        (hcp("-3", "1 2"), "DIMENSION"),
        (hcp("3.0", "1 2"), "DIMENSION"),
        (hcp(3, "1 2", kind="MATRIX"), "MATRIX"),
        (hcp(3, "1 2 3"), "pairs"),
        (hcp(3, "1 4"), "vertex 4"),
        (hcp(3, "0 1"), "vertex 0"),
        (hcp(3, "1 a"), "'a'"),
        (hcp(3, "1 -2"), "'-2'"),
        (hcp(3, "1 2.0"), "'2.0'"),
        (hcp(3, "1 4 -1", kind="ADJ_LIST"), "vertex 4"),
        (hcp(3, "0 1 -1", kind="ADJ_LIST"), "vertex 0"),
        (hcp(1_000_001, "1 2"), "too large"),
    ],
)
def test_a_malformed_hcp_is_refused_with_what_is_wrong(text, why):
    assert why in refusal(parse_hcp, text)


@pytest.mark.parametrize("line", ["1 a 3 -1", "1 2.0 -1", "1 -3 2 -1", "1 -12 3 -1", "one 2 -1"])
def test_what_is_no_vertex_in_an_adjacency_list_is_refused_not_passed_over(line):
    refusal(parse_hcp, hcp(30, line, kind="ADJ_LIST"))


# DIMACS .col


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "p edge"),
        ("c only a comment", "p edge"),
        ("e 1 2", "p edge"),
        ("p edge", "line 1"),
        ("p edge -3 1", "line 1"),
        ("p edge three 1", "line 1"),
        ("p cnf 3 1", "line 1"),
        ("p edge 3 1\ne 1", "line 2"),
        ("p edge 3 1\ne 1 2 3", "line 2"),
        ("p edge 3 1\ne 1 b", "line 2"),
        ("p edge 3 1\n\nx", "line 3"),
        ("p edge 3 1\ne 1 4", "vertex 4"),
        ("p edge 3 1\ne 0 1", "vertex 0"),
        ("p edge 1000001 0", "too large"),
    ],
)
def test_a_malformed_col_is_refused_with_what_is_wrong(text, why):
    assert why in refusal(parse_col, text)


# graph6


@pytest.mark.parametrize(
    "text", ["", "\n", "B", "Bww", "~", "~~", "~??", ":Fa@x^", "&B?", "é", "\ud800", "A_\x7f", ">>graph6<<", "!"]
)
def test_a_malformed_graph6_is_refused(text):
    assert "graph6" in refusal(parse_g6, text)


# Graph files


@pytest.mark.parametrize(
    ("name", "text", "nodes"),
    [("a.hcp", hcp(3, "1 2"), [1, 2, 3]), ("a.col", "p edge 3 1\ne 1 2", [1, 2, 3]), ("a.g6", "Bw\n", [0, 1, 2])],
)
def test_the_ending_of_a_graph_file_says_what_it_is(tmp_path, name, text, nodes):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert sorted(read_graph(path)) == sorted(read_graph(str(path))) == nodes


@pytest.mark.parametrize("name", ["a.txt", "a", "hcp", ""])
def test_another_ending_is_refused_with_those_there_are(name):
    assert ".hcp, .col, .g6" in refusal(read_graph, name)


@pytest.mark.parametrize("ending", sorted(formats.GRAPH_FORMATS))
def test_a_file_that_cannot_be_read_is_refused_with_its_path(tmp_path, ending):
    missing, folder, binary = (tmp_path / (name + ending) for name in ("missing", "folder", "binary"))
    folder.mkdir()
    binary.write_bytes(b"\xff\xfe\x00\x80")
    for path in (missing, folder, binary):
        assert str(path) in refusal(read_graph, path)


def test_a_malformed_file_is_refused_with_its_path(tmp_path):
    path = tmp_path / "a.col"
    path.write_text("p edge 3 1\ne 1 4")
    assert refusal(read_graph, path) == f"{path}: line 2: an edge names the vertex 4: they are numbered 1 to 3"


def test_the_byte_order_mark_of_a_windows_file_is_no_part_of_its_text(tmp_path):
    path = tmp_path / "a.col"
    path.write_bytes(b"\xef\xbb\xbfp edge 3 1\r\ne 1 2\r\n")
    assert sorted(read_graph(path).edges) == [(1, 2)]


# Any text whatever

"""Graphs come in from files; what cannot be read is refused in one sentence and never breaks the reader."""

import pickle

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import FormatError, KnightsTourError, formats
from graphs.edge_list import EdgeList
from graphs.formats import list_col, list_hcp, parse_hcp, read_edge_list, read_graph

EDGES = (
    "NAME : test\nCOMMENT : a : b\nTYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n-1\nEOF\n"
)


def refusal(path):
    with pytest.raises(FormatError) as caught:
        read_graph(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "DIMENSION:3\nEDGE_DATA_SECTION\n1 2\n2 3\n-1",
        "DIMENSION : 3\r\nEDGE_DATA_FORMAT : EDGE_LIST\r\nEDGE_DATA_SECTION\r\n1 2\r\n2 3\r\n-1\r\nEOF\r\n",
        " DIMENSION\t:\t3 \n\nEDGE_DATA_SECTION\n\t1  2\n 2\t3\nEOF",
    ],
)
def test_the_layout_of_an_hcp_file_does_not_matter(text):
    assert sorted(parse_hcp(text).edges) == [(1, 2), (2, 3)]
    assert len(parse_hcp(text)) == 3


@pytest.mark.parametrize("name", ["a.txt", "a", "hcp", ""])
def test_another_ending_is_refused_with_those_there_are(name):
    assert ".hcp, .col, .g6" in refusal(name)


@pytest.mark.parametrize("ending", sorted(formats.GRAPH_FORMATS))
def test_a_file_that_cannot_be_read_is_refused_with_its_path(tmp_path, ending):
    missing, folder, binary = (tmp_path / (name + ending) for name in ("missing", "folder", "binary"))
    folder.mkdir()
    binary.write_bytes(b"\xff\xfe\x00\x80")
    for path in (missing, folder, binary):
        assert str(path) in refusal(path)


def test_the_byte_order_mark_of_a_windows_file_is_no_part_of_its_text(tmp_path):
    path = tmp_path / "a.col"
    path.write_bytes(b"\xef\xbb\xbfp edge 3 1\r\ne 1 2\r\n")
    assert sorted(read_graph(path).edges) == [(1, 2)]


@given(st.integers(1, 9), st.data())
def test_the_usual_form_of_a_file_gives_the_graph_of_any_other_form(size, data):
    """The edges of the usual form are read at once, those of any other form line by line."""
    vertices = st.integers(1, size)
    edges = data.draw(st.lists(st.tuples(vertices, vertices), max_size=12))
    lines = [f"{one} {other}" for one, other in edges]
    col = [f"p edge {size} {len(edges)}", "c of a test", *(f"e {line}" for line in lines), ""]
    hcp = [f"DIMENSION : {size}", "EDGE_DATA_SECTION", *lines, "-1", "EOF", ""]
    for read, words in ((list_col, col), (list_hcp, hcp)):
        first, *others = (
            read(text) for text in ("\n".join(words), "\r".join(words), "\n\t".join(words), "\n".join(words[:-1]))
        )
        assert (list(first.nodes), list(map(tuple, (first.edges + 1).tolist()))) == (list(range(1, size + 1)), edges)
        for other in others:
            assert (list(other.nodes), other.edges.tolist()) == (list(first.nodes), first.edges.tolist())
        graph = nx.empty_graph(range(1, size + 1))
        graph.add_edges_from(edges)
        assert [(node, list(near)) for node, near in first.build().adjacency()] == [
            (node, list(near)) for node, near in graph.adjacency()
        ]


@pytest.mark.parametrize("ending", sorted(formats.GRAPH_FORMATS))
def test_a_list_of_edges_holds_the_graph_of_the_file(tmp_path, ending):
    path = tmp_path / f"petersen{ending}"
    path.write_text(formats.GRAPH_FORMATS[ending].format(nx.petersen_graph()))
    graph, listed = read_graph(str(path)), read_edge_list(path)
    assert [(node, list(near)) for node, near in graph.adjacency()] == [
        (n, list(near)) for n, near in listed.build().adjacency()
    ]
    assert all(node in listed for node in graph)
    assert not any(node in listed for node in (11, -1, "1", [1], None))
    assert len(listed) == 10


WRONG = [[(0, 3)], [(-1, 0)], [(0, 1, 2)], ["ab"], [(0, 1), (2,)], [(0, 1.9)], [(0, 2**32 + 1)], [(True, False)], [0, 1]]


@pytest.mark.parametrize("edges", WRONG)
def test_a_list_of_edges_refuses_what_is_no_pair_of_places(edges):
    with pytest.raises(ValueError, match=r"."):
        EdgeList("abc", edges)
    with pytest.raises(ValueError, match=r"."):
        EdgeList("abc", [(0, 1), (1, 2)], edges)


def test_a_list_of_edges_refuses_vertices_and_fixed_edges_that_have_no_meaning():
    for nodes in ("aba", ["a", None]):
        with pytest.raises(ValueError, match="is None or is listed twice"):
            EdgeList(nodes, [(0, 1)])
    for nodes in (100_000, None, iter("abc")):
        with pytest.raises(KnightsTourError, match=r"nodes=.* is not a list of vertices: write"):
            EdgeList(nodes, [(0, 1)])
    with pytest.raises(ValueError, match=r"the fixed edge \(0, 2\) is not one of the edges"):
        EdgeList("abc", [(0, 1), (1, 2)], [(1, 0), (0, 2)])
    with pytest.raises(ValueError, match=r"the fixed edge \(1, 1\) is a loop"):
        EdgeList("abc", [(0, 1), (1, 1)], [(1, 1)])


def test_a_list_of_edges_cannot_be_changed_from_outside():
    edges = np.array([(0, 1), (1, 2)], np.int32)
    listed = EdgeList("abc", edges)
    edges[0] = 2
    assert listed.edges.tolist() == [[0, 1], [1, 2]]
    for each in (listed, pickle.loads(pickle.dumps(listed))):
        with pytest.raises(ValueError, match="read-only"):
            each.edges[0] = 2
        with pytest.raises(AttributeError):
            each.nodes = "xyz"


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=40))
def test_the_arrays_of_a_list_of_edges_are_those_of_its_graph(pairs):
    listed = EdgeList(range(9), pairs)
    first, heads = listed.rows()
    near = [[other for other in near if other != node] for node, near in listed.build().adjacency()]
    assert [heads[first[node] : first[node + 1]].tolist() for node in range(9)] == near

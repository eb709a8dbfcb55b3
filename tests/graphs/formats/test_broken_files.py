"""A broken file is refused in one sentence that names the line, and what is expected there; no reader ever crashes."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, FormatError, InvalidTour, Tour, knight_graph
from graphs.formats import GRAPH_FORMATS, format_hcp, format_tour, parse_col, parse_g6, parse_hcp, parse_tour
from tests.tables import table

READERS = {"hcp": parse_hcp, "col": parse_col, "g6": parse_g6, "tour": parse_tour}
BROKEN = [(name, *each) for name, texts in table("broken_files.toml").items() for each in texts.items()]


@pytest.mark.parametrize("reader, text, why", BROKEN)
def test_a_broken_file_is_refused_with_the_line_and_what_is_expected(reader, text, why):
    with pytest.raises(FormatError) as caught:
        READERS[reader](text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        # each edge counted or listed twice, as in the DIMACS challenge
        *("p edge 3 4\ne 1 2\ne 2 3\n", "p edge 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", "p edge 3 0\ne 1 2\ne 2 3"),
        # without the words edge and e, as the FHCP challenge set in some repositories
        *("p 3 2\nc NAME : a path\ne 1 2\ne 2 3\n", "p 3 2\n1 2\n2 3\n", "p col 3 2\nn 1 4\n1 2\ne 2 3\n"),
    ],
)
def test_the_dialects_of_col_files_are_read(text):
    assert sorted(parse_col(text).edges) == [(1, 2), (2, 3)]


# Any text, and good files with something wrong in them

GRAPH = nx.convert_node_labels_to_integers(knight_graph(Board(3, 4)), first_label=1)
FIXED = format_hcp(nx.Graph([(1, 2, {"fixed": True}), (2, 3)]))
GOOD = [
    *((READERS[ending[1:]], each.format(GRAPH)) for ending, each in GRAPH_FORMATS.items()),
    (parse_hcp, FIXED),
    (parse_tour, format_tour(Tour(range(1, 13)), GRAPH)),
    (parse_tour, "0,0\n1,2\n2,0\n0,1\n"),
    (parse_tour, " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n"),
    (parse_tour, '{"tour": [[0, 0], [1, 2], [2, 0]]}'),
]
pieces = st.sampled_from([*" \n²x:p~?[\0\x1c", "", "-1", "EOF", "0", "13", "99", "e 1 2"])


@st.composite
def mutated(draw):
    """A reader, and a good file with some of its places overwritten, cut out, or repeated."""
    reader, text = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, len(text)))
        last = draw(st.integers(first, min(len(text), first + 12)))
        text = text[:first] + draw(pieces | st.just(text[first:last] * 2) | st.text(max_size=3)) + text[last:]
    return reader, text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


def read_or_refused(reader, text):
    """What is read; None for a text that is refused in one sentence."""
    refusals = (FormatError, InvalidTour) if reader is parse_tour else FormatError
    try:
        read = reader(text)
    except refusals as error:
        sentence = str(error)
    else:
        assert isinstance(read, Tour if reader is parse_tour else nx.Graph)
        return read
    assert "\n" not in sentence
    assert 10 < len(sentence) < 600
    return None


@given(mutated())
def test_a_good_file_with_something_wrong_is_read_or_refused(case):
    read_or_refused(*case)


@pytest.mark.parametrize("ending", sorted(GRAPH_FORMATS))
def test_a_file_that_is_cut_off_never_passes_as_a_smaller_graph(ending):
    text = GRAPH_FORMATS[ending].format(GRAPH)
    edges = {frozenset(edge) for edge in READERS[ending[1:]](text).edges}
    for length in range(len(text)):
        cut = read_or_refused(READERS[ending[1:]], text[:length])
        whole = cut is not None and ({frozenset(edge) for edge in cut.edges} == edges or length >= len(text) - len("e 8 1"))
        assert cut is None or whole or (ending == ".col" and 2 * cut.size() == len(edges))  # as if each edge counted twice

"""The check of many tours at a time accepts exactly what the check of one tour accepts."""

import networkx as nx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import InvalidTour, verify_tour
from graphs import verify_block as checker
from graphs.verify import first_fault, table_of_moves


@st.composite
def blocks(draw):
    """A graph, its nodes, and rows of numbers of which some are tours."""
    size = draw(st.integers(1, 6))
    graph = nx.gnp_random_graph(size, draw(st.sampled_from([0.5, 0.8, 1.0])), seed=draw(st.integers(0, 10**6)))
    nodes = draw(st.permutations(range(size)))
    entry = st.integers(-1, size)
    row = st.one_of(st.permutations(range(size)), st.lists(entry, min_size=size, max_size=size))
    return graph, nodes, draw(st.lists(row, min_size=1, max_size=8))


def is_tour(graph, nodes, row, start, end, closed):
    names = [nodes[number] if 0 <= number < len(nodes) else "off the board" for number in row]
    ends = {"start": None if start is None else nodes[start], "end": None if end is None else nodes[end]}
    try:
        verify_tour(graph, names, closed=closed, **ends)
    except InvalidTour:
        return False
    return True


@settings(deadline=None, max_examples=400)
@given(blocks(), st.booleans(), st.data())
def test_the_first_fault_is_the_first_row_that_is_no_tour(case, closed, data):
    graph, nodes, rows = case
    start, end = (data.draw(st.none() | st.integers(0, len(nodes) - 1)) for _ in range(2))
    good = [is_tour(graph, nodes, row, start, end, closed) for row in rows]
    table = table_of_moves(graph, nodes)
    dtype = data.draw(st.sampled_from([np.int8, np.int16, np.int32, np.int64]))
    found = first_fault(table, np.array(rows, dtype), start=start, end=end, closed=closed)
    assert found == (None if all(good) else good.index(False))


def test_a_fault_far_down_is_found(monkeypatch):
    monkeypatch.setattr(checker, "ENTRIES_AT_A_TIME", 20)
    rows = np.tile(np.arange(5), (1000, 1))
    table = table_of_moves(nx.path_graph(5), range(5))
    assert first_fault(table, rows) is None
    for fault in (0, 3, 4, 998, 999):
        wrong = rows.copy()
        wrong[fault, 2] = 1
        assert first_fault(table, wrong) == fault


def test_rows_of_another_length_are_no_tours():
    table = table_of_moves(nx.complete_graph(4), range(4))
    assert first_fault(table, np.array([[0, 1, 2]])) == 0
    assert first_fault(table, np.array([[0, 1, 2, 3, 0]])) == 0
    assert first_fault(table, np.zeros((0, 4), int)) is None

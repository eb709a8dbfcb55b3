"""The largest matching: networkx finds as many edges, and a long path is followed to its end."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from graphs.obstructions.matching import NONE, largest_matching


@given(st.lists(st.sets(st.integers(0, 12)), max_size=12))
def test_no_matching_is_larger(wanted):
    near = [[head for head in sorted(heads) if head < len(wanted)] for heads in wanted]
    tail_of = largest_matching(near)
    matched = [(tail, head) for head, tail in enumerate(tail_of) if tail != NONE]
    assert all(head in near[tail] for tail, head in matched)
    assert len({tail for tail, _ in matched}) == len(matched)
    tails = [("tail", tail) for tail in range(len(near))]
    graph = nx.Graph()
    graph.add_nodes_from(tails)
    graph.add_edges_from((("tail", tail), ("head", head)) for tail, heads in enumerate(near) for head in heads)
    assert 2 * len(matched) == len(nx.bipartite.hopcroft_karp_matching(graph, tails))


def test_an_augmenting_path_may_be_longer_than_python_recurses():
    size = 5000
    near = [[head for head in (tail, tail + 1) if head < size] for tail in reversed(range(size))]
    assert sorted(largest_matching(near)) == list(range(size))

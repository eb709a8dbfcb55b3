"""The largest flow: networkx finds as many edges, and a long path is followed to its end."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from graphs.obstructions.degree_sets import largest_flow


@given(st.lists(st.sets(st.integers(0, 9)), max_size=10), st.integers(1, 2))
def test_no_flow_is_larger(wanted, most):
    near = [[head for head in sorted(heads) if head < len(wanted)] for heads in wanted]
    tails_of, short = largest_flow(near, most)
    taken = [(tail, head) for head, tails in enumerate(tails_of) for tail in tails]
    assert all(head in near[tail] for tail, head in taken)
    assert len(set(taken)) == len(taken)
    network = nx.DiGraph()
    network.add_nodes_from(["source", "sink"])
    for tail, heads in enumerate(near):
        network.add_edge("source", ("tail", tail), capacity=most)
        network.add_edge(("head", tail), "sink", capacity=most)
        network.add_edges_from(((("tail", tail), ("head", head)) for head in heads), capacity=1)
    assert len(taken) == nx.maximum_flow_value(network, "source", "sink")
    assert bool(short) == (len(taken) < most * len(near))


def test_an_augmenting_path_may_be_longer_than_python_recurses():
    size = 5000
    near = [[head for head in (tail, tail + 1) if head < size] for tail in reversed(range(size))]
    assert sorted(largest_flow(near, 1)[0]) == [[tail] for tail in range(size)]

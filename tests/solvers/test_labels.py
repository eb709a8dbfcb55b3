"""Nodes may be anything that is equal to itself."""

from collections import namedtuple

import networkx as nx
import numpy as np
import pytest

from graphs import Board, knight_graph
from solvers import solve, solver_names

USUAL = [namedtuple("Pair", "a b")(0, 1), (np.int64(0), np.int8(1)), np.str_("a"), np.float32(0.1), ((0, 1), (2,)), True, 1j]


def ring(node):
    return nx.cycle_graph([node, "b", "c", "d"])


@pytest.mark.parametrize("where", ["start", "end"])
@pytest.mark.parametrize("node", USUAL, ids=str)
def test_any_other_node_will_do(node, where):
    assert solve(ring(node), **{where: node}).tour is not None


@pytest.mark.parametrize("name", [name for name in solver_names() if name != "construct"])
@pytest.mark.parametrize("start", [(0.0, False), np.array([0, 0])], ids=str)
def test_a_start_may_be_written_in_any_way_that_is_equal_to_the_node(name, start):
    tour = solve(knight_graph(Board(5, 5)), name, start=start).tour
    assert tour is None or tour[0] == (0, 0)

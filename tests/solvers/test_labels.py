"""Nodes may be anything that is equal to itself."""

from collections import namedtuple

import networkx as nx
import numpy as np
import pytest

from graphs import Board, knight_graph
from solvers import solve, solver_names

Pair = namedtuple("Pair", "a b")
USUAL = {
    "a named tuple": Pair(0, 1),
    "numpy integers": (np.int64(0), np.int8(1)),
    "a numpy text": np.str_("a"),
    "a numpy float": np.float32(0.1),
    "a nested tuple": ((0, 1), (2,)),
    "a truth value": True,
    "a complex number": 1j,
}


def ring(node):
    return nx.cycle_graph([node, "b", "c", "d"])


@pytest.mark.parametrize("where", [{"start"}, {"end"}])
@pytest.mark.parametrize("node", USUAL.values(), ids=USUAL)
def test_any_node_will_do_that_is_equal_to_itself(node, where):
    assert solve(ring(node), **dict.fromkeys(where, node)).tour is not None


@pytest.mark.parametrize("name", [name for name in solver_names() if name != "construct"])
@pytest.mark.parametrize("start", [(0.0, 0.0), (False, False), (np.float64(0), np.int8(0)), np.array([0, 0]), [0, 0]], ids=str)
def test_a_start_may_be_written_in_any_way_that_is_equal_to_the_node(name, start):
    tour = solve(knight_graph(Board(5, 5)), name, start=start).tour
    assert tour is None or tour[0] == (0, 0)

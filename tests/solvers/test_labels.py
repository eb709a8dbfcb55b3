"""Nodes may be anything that is equal to itself; one that is not is named."""

from collections import namedtuple

import networkx as nx
import numpy as np
import pytest

from graphs import Board, knight_graph
from solvers import ProblemError, decide, enumerate_tours, solve, solver_names


class Strict(tuple):
    """A tuple that is equal to no plain tuple."""

    __slots__ = ()

    def __eq__(self, other):
        return isinstance(other, Strict) and tuple.__eq__(self, other)

    __hash__ = tuple.__hash__


class Unlike:
    def __eq__(self, other):
        return False

    __hash__ = object.__hash__


Pair = namedtuple("Pair", "a b")
NAN = float("nan")
UNEQUAL = {
    "a NaN": NAN,
    "not a time": np.datetime64("NaT"),
    "a day": np.datetime64("2020-01-02"),
    "a nanosecond": np.datetime64("2020-01-02", "ns"),
    "a tuple with an equality of its own": Strict((0, 1)),
    "an object without equality": Unlike(),
}
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


@pytest.mark.parametrize("node", UNEQUAL.values(), ids=UNEQUAL)
@pytest.mark.parametrize("ask", [solve, decide, enumerate_tours])
def test_a_node_that_is_not_equal_to_itself_is_named(ask, node):
    with pytest.raises(ProblemError, match="is not equal to itself") as refused:
        ask(ring(node))
    assert refused.value.value is node


@pytest.mark.parametrize("where", [{"start"}, {"end"}])
@pytest.mark.parametrize("node", USUAL.values(), ids=USUAL)
def test_any_other_node_will_do(node, where):
    assert solve(ring(node), **dict.fromkeys(where, node)).tour is not None


@pytest.mark.parametrize("name", [name for name in solver_names() if name != "construct"])
@pytest.mark.parametrize("start", [(0.0, 0.0), (False, False), (np.float64(0), np.int8(0)), np.array([0, 0]), [0, 0]], ids=str)
def test_a_start_may_be_written_in_any_way_that_is_equal_to_the_node(name, start):
    tour = solve(knight_graph(Board(5, 5)), name, start=start).tour
    assert tour is None or tour[0] == (0, 0)

"""What comes out is a value: it cannot be changed, and a copy of it is equal to it."""

import copy
import pickle

import networkx as nx
import numpy as np
import pytest

from graphs import Board, Tour
from solvers import Budget, StartMap, decide, solve, start_map

MOVES = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]]
VALUES = {
    "found": solve(Board(5, 5), start=(0, 0)),
    "impossible": solve(Board(3, 3)),
    "with options": solve(Board(5, 5), "backtracking", move_order=MOVES),
    "no by search": decide(nx.petersen_graph(), closed=True),
    "unknown": decide(Board(8, 8), Budget(nodes=1)),
    "by a closed tour": start_map(Board(6, 6))[2, 3],
    "a map": start_map(Board(3, 4)),
    "a tour": Tour([(0, 0), (1, 2)]),
    "a tour of an array": Tour.from_array(np.array([(0, 0), (1, 2)])),
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_copy_of_a_value_is_equal_to_it(value):
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other == value
        assert hash(other) == hash(value)


@pytest.mark.parametrize("name", ["status", "tour", "exists", "board", "squares", "note"])
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_cannot_be_changed(value, name):
    with pytest.raises(AttributeError):
        setattr(value, name, None)
    with pytest.raises(AttributeError):
        delattr(value, name)


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_has_a_short_repr(value):
    assert len(repr(value)) < 300


def test_the_options_of_a_result_cannot_be_changed_through_what_they_hold():
    options = VALUES["with options"].options
    for inner, key in ((options, "move_order"), (options["move_order"], 0), (options["move_order"][0], 0)):
        with pytest.raises(TypeError):
            inner[key] = "java"
    assert list(map(list, options["move_order"])) == MOVES


def test_nobody_can_write_to_the_squares_of_a_tour():
    tour = VALUES["a tour of an array"]
    for other in (tour, copy.deepcopy(tour), pickle.loads(pickle.dumps(tour))):
        with pytest.raises(ValueError, match="read-only"):
            other.array()[0] = 5


def test_a_map_is_equal_to_one_of_the_same_board_with_the_same_answers():
    found = start_map(Board(3, 4))
    assert found == VALUES["a map"]
    assert found != StartMap(found.board, found, decide(Board(6, 6), closed=True))
    assert found != dict(found)

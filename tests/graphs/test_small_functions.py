"""Small functions whose values no other test states."""

import pytest

from graphs import Board, WrongType
from graphs.errors import expect
from graphs.families import random_graph, regular
from graphs.formats.vertex_numbers import numbered_graph_name
from graphs.leapers import leaper_moves, leaper_name, leaper_noun
from graphs.notation import column_name, is_range


@pytest.mark.parametrize(
    "value, expected",
    [
        ([column_name(col) for col in (0, 25, 26)], ["a", "z", "aa"]),
        ([is_range(text) for text in ("3..8x3..10", "5..8", "8x8", "....", "boards..x.txt")], [True] * 2 + [False] * 3),
        ([leaper_name((2, 7)), leaper_noun((3, 4)), leaper_noun((2, 7))], ["2,7", "antelope (3,4)", "(2,7) leaper"]),
        (leaper_moves((0, 1)), ((1, 0), (0, 1), (-1, 0), (0, -1))),
        (numbered_graph_name(Board(3, 4)), "3x4"),
        (set(dict(regular(3, 50, 0).degree).values()), {3}),
        (random_graph(50, 130, 0).size(), 130),
    ],
)
def test_a_small_function_has_its_value(value, expected):
    assert value == expected


def test_a_value_of_the_wrong_type_is_named_with_what_to_write():
    with pytest.raises(WrongType, match=r"^closed='no' is not a bool: write True or False$"):
        expect(bool, "no", "closed")

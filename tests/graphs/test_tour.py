"""A tour visits each square exactly once, each step a move; the checker says which entry breaks that, and how."""

import pickle

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, InvalidTour, Tour, knight_graph, tour_text, verify_tour
from tests.small import AROUND, RING, boards
from tests.tables import table

PRINTED = table("printed_outputs.json")


def fault(graph, squares, **wanted):
    with pytest.raises(InvalidTour) as caught:
        verify_tour(graph, squares, **wanted)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("squares", [np.array(AROUND), [list(square) for square in AROUND], iter(AROUND), Tour(AROUND)])
def test_squares_may_come_as_an_array_lists_an_iterator_or_a_tour(squares):
    assert verify_tour(knight_graph(RING), squares, closed=True).squares == tuple(AROUND)


@pytest.mark.parametrize(
    "graph, squares, closed",
    [
        (nx.cycle_graph("abc"), "bca", True),
        (nx.MultiGraph([(1, 2), (1, 2), (2, 3), (3, 1)]), [1, 2, 3], True),
        (nx.Graph([(frozenset("a"), 1.5), (1.5, 1.5)]), [1.5, frozenset("a")], False),
    ],
)
def test_any_graph_has_tours_not_only_boards(graph, squares, closed):
    assert list(verify_tour(graph, squares, closed=closed)) == list(squares)


@pytest.mark.parametrize(
    "squares, wanted, told, entry, value",
    [
        ([*AROUND[:3], (3, 3), *AROUND[4:]], {}, "entry 3, (3, 3), is not on the board", 3, (3, 3)),
        ([*AROUND, AROUND[0]], {}, "entry 8, (0, 0), repeats entry 0", 8, (0, 0)),
        ([*AROUND[:2], *AROUND[3:]], {}, "entries 1 and 2, (1, 2) to (0, 1), are not a move apart", 2, ((1, 2), (0, 1))),
        (AROUND[:6], {}, "2 of 8 squares are left out: (0, 2), (2, 1)", None, ((0, 2), (2, 1))),
        (AROUND, {"start": (2, 1)}, "entry 0, (0, 0), is not the start (2, 1)", 0, (0, 0)),
        (AROUND, {"end": (0, 0)}, "entry 7, (2, 1), is not the end (0, 0)", 7, (2, 1)),
    ],
)
def test_the_first_fault_is_named_with_its_entry_and_its_squares(squares, wanted, told, entry, value):
    error = fault(knight_graph(RING), squares, **wanted)
    assert (str(error), error.entry, error.value) == (told, entry, value)


@pytest.mark.parametrize("graph", [nx.path_graph(1), nx.path_graph(2), nx.Graph([(0, 0)]), nx.MultiGraph([(0, 1), (0, 1)])])
def test_a_closed_tour_needs_three_vertices(graph):
    error = fault(graph, list(graph), closed=True)
    assert str(error) == f"a closed tour must have at least 3 vertices, but this one has {len(graph)}"


NOTHING = [
    (nx.Graph(), "at least one vertex"),
    (nx.path_graph(3), "at least one vertex"),
    (knight_graph(Board.parse("#")), "at least one square"),
]


@pytest.mark.parametrize("graph, why", NOTHING)
@pytest.mark.parametrize("squares", [[], (), "", np.empty((0, 2)), Tour([])])
def test_nothing_is_no_tour(graph, why, squares):
    assert why in str(fault(graph, squares))
    assert why in str(fault(graph, squares, closed=True))
    assert why in str(fault(graph, squares, start=0, end=1))


@pytest.mark.parametrize("squares, closed, why", table("bad_texts.toml")["tours_of_a_path"])
def test_a_fault_in_a_tour_of_a_graph_is_named_without_a_word_about_boards(squares, closed, why):
    assert str(fault(nx.path_graph(3), squares, closed=closed)) == why


# Outputs printed as tours that are none; sources in tests/data/printed_outputs.json


def test_the_8x8_grid_in_print_is_no_tour():
    with pytest.raises(InvalidTour) as caught:
        Tour.from_grid(PRINTED["grid_8x8"]["grid"])
    assert str(caught.value) == (
        "the grid repeats 40, 41, 64; lacks 5, 13, 45, 54; holds 65: its numbers must be 1 to 64, each once"
    )
    assert caught.value.value == {"repeats": (40, 41, 64), "lacks": (5, 13, 45, 54), "holds": (65,)}


# Grids of visiting numbers, and tours as values


@given(boards(wraps=[None]).filter(len), st.randoms(use_true_random=False))
def test_any_order_of_squares_survives_its_grid(board, chance):
    squares = chance.sample(list(board), len(board))
    tour = Tour.from_grid(Tour(squares, board=board).grid())
    assert tour.squares == tuple(squares)
    assert tour.board == board


@pytest.mark.parametrize(
    "grid, message",
    [
        *((grid, "ragged or empty") for grid in ([], [[]], [[1, 2], [3]], np.empty((3, 0)))),
        *((grid, ".") for grid in ([["a"]], [[None, 1]], [[1, 2.5]], [[float("nan")]])),
        ([[1, 1]], "^the grid repeats 1; lacks 2: its numbers must be 1 to 2, each once$"),
        ([[0, -1], [0, 0]], "^the grid contains no visiting number$"),
        ([[7] * 20], "^the grid repeats 7; lacks 1, 2, 3, 4, 5, 6, 8, 9, …: its numbers must be 1 to 20, each once$"),
    ],
)
def test_a_grid_of_other_things_than_1_2_3_is_refused_with_those(grid, message):
    with pytest.raises(InvalidTour, match=message):
        Tour.from_grid(grid)


@pytest.mark.parametrize("entry", ["a", 3, (0,), (0, 0, 0), (-1, 0), (0.5, 0), None])
def test_only_squares_make_a_grid(entry):
    with pytest.raises(InvalidTour, match=r"entry 1, .* is not a square") as caught:
        Tour([(0, 0), entry]).grid()
    assert caught.value.entry == 1


@pytest.mark.parametrize("square", [(-1, 1), (1, -3), (3, 0), (0, 3)])
@pytest.mark.parametrize("board", [RING, None])
def test_only_squares_of_the_board_make_a_grid_of_an_array(square, board):
    tour = Tour.from_array(np.array([(0, 0), square]), board=board)
    if board is None and min(square) >= 0:
        assert tour.grid()[square] == 2
        return
    with pytest.raises(InvalidTour, match="entry 1") as caught:
        tour.grid()
    assert (caught.value.entry, caught.value.value) == (1, square)


# A tour is a value


def test_a_tour_is_a_sequence():
    tour = Tour(AROUND)
    assert (len(tour), tour[0], tour[-1], tour[1:3]) == (8, (0, 0), (2, 1), ((1, 2), (2, 0)))
    assert list(tour) == AROUND
    assert list(reversed(tour)) == AROUND[::-1]
    assert tour.index((2, 0)) == 2
    assert (1, 1) not in tour


def test_tours_of_the_same_squares_are_equal_whatever_their_board_is():
    one, other = Tour(AROUND), Tour(np.array(AROUND), board=RING)
    assert one == other
    assert len({one, other}) == 1


def test_a_tour_and_a_fault_survive_the_way_to_another_process():
    tour = pickle.loads(pickle.dumps(Tour(AROUND, closed=True, board=RING)))
    assert (tour, tour.board) == (Tour(AROUND, closed=True), RING)
    fault = pickle.loads(pickle.dumps(InvalidTour("a sentence", (1, 2), 3)))
    assert (str(fault), fault.value, fault.entry) == ("a sentence", (1, 2), 3)


def test_a_tour_prints_as_its_grid_or_as_its_nodes():
    assert str(Tour(AROUND, board=RING)) == "1 4 7\n6 # 2\n3 8 5"
    assert str(Tour(["a", "b", 3])) == "a b 3"


def test_the_grid_of_a_tour_without_squares_is_empty_and_a_square_off_the_board_is_an_error():
    assert tour_text(Tour([])) == ""
    with pytest.raises(InvalidTour, match="entry 1"):
        tour_text(Tour([(0, 0), (5, 5)], board=Board(3, 3)))

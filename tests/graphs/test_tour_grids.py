"""Tours as grids of visiting numbers, and as values."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, InvalidTour, Tour

RING = Board(3, 3, holes=[(1, 1)])
AROUND = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]


@settings(deadline=None, max_examples=80)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 3), st.randoms(use_true_random=False))
def test_any_order_of_squares_survives_its_grid(rows, cols, holes, chance):
    squares = chance.sample([(row, col) for row in range(rows) for col in range(cols)], max(1, rows * cols - holes))
    board = Board(rows, cols, set(Board(rows, cols)) - set(squares))
    tour = Tour.from_grid(Tour(squares, board=board).grid())
    assert tour.squares == tuple(squares)
    assert tour.board == board


def test_numbers_below_1_are_holes():
    tour = Tour.from_grid([[1, 4, 7], [6, -1, 2], [3, 8, 5]])
    assert tour.squares == tuple(AROUND)
    assert tour.board == RING


@pytest.mark.parametrize("grid", [[], [[]], [[], []], [[1, 2], [3]], [[1], [2, 3]], np.empty((0, 3)), np.empty((3, 0))])
def test_a_ragged_or_empty_grid_is_refused(grid):
    with pytest.raises(InvalidTour, match="ragged or empty"):
        Tour.from_grid(grid)


@pytest.mark.parametrize("grid", [[["a"]], [[None, 1]], [[1, 2.5]], [[0.9, 1.1, 2.2]], [[float("nan")]], [[float("inf")]]])
def test_a_grid_of_anything_but_whole_numbers_is_refused(grid):
    with pytest.raises(InvalidTour):
        Tour.from_grid(grid)


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([[1, 1]], "the grid repeats 1; lacks 2: 2 squares are numbered 1 to 2"),
        ([[1, 3]], "the grid lacks 2; holds 3: 2 squares are numbered 1 to 2"),
        ([[2, 3]], "the grid lacks 1; holds 3: 2 squares are numbered 1 to 2"),
        ([[1, 10**30]], f"the grid lacks 2; holds {10**30}: 2 squares are numbered 1 to 2"),
        ([[0, -1], [0, 0]], "the grid holds no visiting number"),
        ([[7] * 20], "the grid repeats 7; lacks 1, 2, 3, 4, 5, 6, 8, 9, …: 20 squares are numbered 1 to 20"),
    ],
)
def test_a_grid_of_other_numbers_than_1_2_3_is_refused_with_those(grid, message):
    with pytest.raises(InvalidTour) as caught:
        Tour.from_grid(grid)
    assert str(caught.value) == message


@pytest.mark.parametrize("entry", ["a", 3, (0,), (0, 0, 0), (-1, 0), (0.5, 0), None])
def test_only_squares_make_a_grid(entry):
    with pytest.raises(InvalidTour, match=r"entry 1, .* is no square") as caught:
        Tour([(0, 0), entry]).grid()
    assert caught.value.entry == 1


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


def test_a_tour_cannot_be_changed():
    with pytest.raises(AttributeError):
        Tour(AROUND).squares = ()
    with pytest.raises(TypeError):
        Tour(AROUND)[0] = (1, 1)


def test_a_tour_and_a_fault_survive_the_way_to_another_process():
    tour = pickle.loads(pickle.dumps(Tour(AROUND, closed=True, board=RING)))
    assert (tour, tour.board) == (Tour(AROUND, closed=True), RING)
    fault = pickle.loads(pickle.dumps(InvalidTour("a sentence", (1, 2), 3)))
    assert (str(fault), fault.value, fault.entry) == ("a sentence", (1, 2), 3)


def test_a_tour_prints_as_its_grid_or_as_its_nodes():
    assert str(Tour(AROUND, board=RING)) == "1 4 7\n6 # 2\n3 8 5"
    assert str(Tour(["a", "b", 3])) == "a b 3"

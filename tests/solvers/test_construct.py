"""Tours of any board with both sides at least 5, joined from small ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, verify_tour
from graphs.theorems import has_closed_tour
from solvers import Problem, Status, UnsupportedProblem, solve
from solvers.construction import weave
from solvers.construction.layout import even_pieces, pieces_around, plain_pieces

quick = settings(deadline=None, max_examples=60)


def constructed(rows, cols, **asked):
    return solve(Problem.on_board(Board(rows, cols), **asked), "construct")


@pytest.mark.parametrize("rows", range(5, 21))
def test_every_board_that_has_a_closed_tour_gets_one(rows):
    for cols in range(5, 21):
        found = constructed(rows, cols, closed=True).status is Status.FOUND
        assert found == has_closed_tour(*sorted((rows, cols)))


@quick
@given(rows=st.integers(5, 40), cols=st.integers(5, 40), data=st.data())
def test_an_open_tour_starts_at_every_square_that_can_start_one(rows, cols, data):
    start = (data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1)))
    right_colour = rows * cols % 2 == 0 or sum(start) % 2 == 0
    result = constructed(rows, cols, start=start)
    assert (result.status is Status.FOUND) == right_colour
    if right_colour:
        verify_tour(Problem.on_board(Board(rows, cols)).graph, result.tour, start=start)


def test_a_tour_of_a_million_squares_is_an_array():
    result = constructed(1000, 1001, closed=True)
    assert result.tour.array().shape == (1_001_000, 2)
    assert result.tour.closed


@pytest.mark.parametrize(
    "problem",
    [
        Problem.on_board(Board(4, 9)),
        Problem.on_board(Board(8, 8, holes=[(0, 0)])),
        Problem.on_board(Board(8, 8, wrap="rows")),
        Problem.on_board(Board(8, 8), (1, 4)),
    ],
)
def test_other_boards_and_pieces_are_refused(problem):
    with pytest.raises(UnsupportedProblem, match="those that can are"):
        solve(problem, "construct")


def test_a_tour_that_memory_cannot_hold_is_refused_before_it_is_begun(monkeypatch):
    monkeypatch.setattr(weave, "_free_memory", lambda: 2**20)
    with pytest.raises(UnsupportedProblem, match="GiB"):
        constructed(1000, 1000)


@given(length=st.integers(5, 400))
def test_pieces_of_a_side_add_up_and_are_5_to_10_long(length):
    pieces = plain_pieces(length)
    assert sum(pieces) == length
    assert all(5 <= piece <= 10 for piece in pieces)
    assert sum(piece % 2 for piece in pieces) == length % 2


@given(half=st.integers(2, 200), data=st.data())
def test_the_odd_piece_can_hold_any_place(half, data):
    length = 2 * half + 1
    place = data.draw(st.integers(0, length - 1))
    pieces, odd = next(pieces_around(length, place))
    assert sum(pieces) == length
    assert [index for index, piece in enumerate(pieces) if piece % 2] == [odd]
    assert sum(pieces[:odd]) <= place < sum(pieces[: odd + 1])


def test_2_and_4_cannot_be_cut_into_even_pieces():
    assert [length for length in range(0, 30, 2) if even_pieces(length) is None] == [2, 4]

"""Tours of full boards, joined from small ones or stretched."""

import threading
from types import SimpleNamespace

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from graphs.symmetry import orbits
from graphs.theorems import has_closed_tour
from solvers import Budget, Problem, UnsupportedProblem, solve
from solvers.core.budget import Meter
from solvers.methods.construction import move_pairs
from solvers.methods.construction.construct import construct
from solvers.methods.warnsdorff_repair import Walk
from tests.solvers.data import starts_tour
from tests.solvers.programs import python


def constructed(rows, cols, **question):
    return solve(Board(rows, cols), "construct", **question)


@pytest.mark.parametrize("rows", range(1, 21))
def test_every_board_that_has_a_closed_tour_gets_one(rows):
    for cols in range(1, 21):
        found = constructed(rows, cols, closed=True).tour is not None
        assert found == has_closed_tour(*sorted((rows, cols)))


@given(rows=st.integers(5, 40), cols=st.integers(5, 40), data=st.data())
def test_an_open_tour_starts_at_every_square_that_can_start_one(rows, cols, data):
    start = (data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1)))
    right_colour = rows * cols % 2 == 0 or sum(start) % 2 == 0
    assert (constructed(rows, cols, start=start).tour is not None) == right_colour


@pytest.mark.parametrize("rows", [5, 7, 9, 21])
def test_an_open_tour_of_pieces_starts_everywhere(rows):
    """The piece of the start is alone, at a side or between others."""
    for board in (Board(rows, cols) for cols in (5, 11, 21)):
        for start in (square for square in board if sum(square) % 2 == 0):
            assert constructed(board.rows, board.cols, start=start).exists, (board, start)


@pytest.mark.parametrize("rows, most", [(1, 6), (2, 6), (3, 18), (4, 9)])
def test_a_narrow_board_has_a_tour_from_every_start_that_has_one(rows, most):
    for cols in range(rows, most + 1):
        for start, *_ in orbits(Board(rows, cols)):
            result = constructed(rows, cols, start=start)
            assert (result.tour is not None) == starts_tour(rows, cols, start), (rows, cols, start)


@settings(max_examples=6)
@given(rows=st.sampled_from([3, 4]), cols=st.integers(10, 1_500), way=st.sampled_from([1, -1]), data=st.data())
def test_a_narrow_board_of_any_length_is_stretched_from_a_short_one(rows, cols, way, data):
    col = data.draw(st.integers(0, cols - 1))
    coloured = [row for row in range(3) if cols % 2 == 0 or (row + col) % 2 == 0]
    row = data.draw(st.sampled_from([0, 3] if rows == 4 else coloured))
    start = (row, col)[::way]
    assert constructed(*(rows, cols)[::way], start=start).tour[0] == start


@pytest.mark.parametrize("leaper, rows, cols", [((2, 3), 15, 15), ((1, 4), 9, 11), ((0, 1), 3, 3), ((0, 1), 1, 5)])
def test_no_closed_tour_is_built_if_the_number_of_squares_is_odd(leaper, rows, cols):
    result = solve(Problem.on_board(Board(rows, cols), leaper, closed=True), "construct")
    assert (result.exists, f"none of {rows * cols} squares is closed" in result.reason) == (None, True)


@pytest.mark.parametrize("wrap", [None, "cols"])
@pytest.mark.parametrize("closed", [False, True])
def test_boards_of_one_row_or_column_raise_no_error(closed, wrap):
    for rows, cols in [(1, 4), (4, 1), (6, 1)] + [(1, 2), (2, 1)] * (not closed):
        result = solve(Problem.on_board(Board(rows, cols, wrap=wrap), (0, 1), closed=closed), "construct")
        assert (result.exists is None) == (closed or rows * cols == 2)


# The plain loop and the compiled one.


def by_both_loops(problem):
    tours = []
    with pytest.MonkeyPatch.context() as patch:
        for least in (problem.size + 1, 0):
            patch.setattr(move_pairs, "COMPILED_FROM", least)
            tours.append(construct(problem, Meter()).squares)
    return tours


@settings(max_examples=40)
@given(rows=st.integers(3, 40), cols=st.integers(3, 40), closed=st.booleans(), data=st.data())
def test_the_compiled_loop_makes_the_same_tour_as_the_plain_one(rows, cols, closed, data):
    start = data.draw(st.none() | st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    plain, compiled = by_both_loops(Problem(Board(rows, cols), start=start, closed=closed))
    assert plain is compiled is None or (isinstance(plain, list) and plain == [*map(tuple, compiled.tolist())])


@pytest.mark.parametrize("name", ["201x203", "400x300", "3x9000", "9000x4"])
def test_large_boards_are_arrays_with_both_loops(name):
    plain, compiled = by_both_loops(Problem(name))
    assert plain.dtype == compiled.dtype
    assert (plain == compiled).all()


def test_a_board_of_usual_size_needs_neither_numba_nor_numpy():
    code = (
        "import sys; from graphs import Board; from solvers import Problem, solve; b = Board(50, 51); "
        "print([solve(Problem.on_board(b, **ends), 'construct').status.value for ends in "
        "({}, {'closed': True}, {'start': (3, 4)}, {'start': (0, 0), 'end': (49, 50)})], "
        "[name for name in ('numba', 'numpy', 'networkx', 'ortools') if name in sys.modules])"
    )
    assert python("-c", code).stdout.strip() == str(["found"] * 4) + " []"


@pytest.mark.parametrize("free, question", [(2**24, {}), (2**24, {"start": (0, 0), "end": (0, 1)})])
def test_a_tour_that_memory_cannot_hold_is_refused_before_it_is_begun(monkeypatch, free, question):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=free))
    assert constructed(250, 500).exists
    with pytest.raises(UnsupportedProblem, match="GiB"):
        constructed(600, 500, **question)


def test_the_search_for_tours_of_small_pieces_can_be_cancelled(monkeypatch):
    cancel, begin = threading.Event(), Walk.begin

    def begin_cancelled(*arguments):
        cancel.set()
        begin(*arguments)

    monkeypatch.setattr(Walk, "begin", begin_cancelled)
    result = solve("100x100", "construct", budget=Budget(cancel=cancel))
    assert (result.exists, result.limit, result.nodes) == (None, "cancelled", 0)

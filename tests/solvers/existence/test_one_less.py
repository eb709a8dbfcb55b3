"""One square less, on one board and on all: agrees with a complete search, with decisions, and with publications."""

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board
from solvers import Budget, Problem, decide, decide_one_less, hole_map, solve


@pytest.fixture(scope="module")
def knight():
    return decide_one_less()


def left_out(theorem, board):
    """The squares that can be left out, as the theorem answers."""
    return {square for square in board if theorem.exists(board.rows, board.cols, square)}


def removable(board, leaper=(1, 2)):
    """The squares that can be left out, one decision for each."""
    return {square for square, result in hole_map(board, leaper=leaper, closed=True).items() if result.exists}


@pytest.mark.parametrize(
    "name", ["1x1", "1x3", "2x3", "3x3", "3x5", "3x7", "9x3", "3x11", "3x13", "3x17", "5x5", "5x6", "7x5", "7x7", "9x7"]
)
def test_the_knights_answers_are_those_of_each_board(knight, name):
    board = Board.parse(name)
    assert left_out(knight, board) == (removable(board) if board.size > 1 else set())


def test_the_knights_theorem_is_that_of_miller_and_farnsworth_and_of_bi_butler_degraaf_and_doebel(knight):
    assert (knight.is_complete, knight.least, {m: strip.first for m, strip in knight.lengths.items()}) == (
        True,
        7,
        {3: 11, 5: 7},
    )
    assert [*knight.lengths[3].exceptions] == [(1, 3)]
    coloured = {square for square in Board(3, 31) if sum(square) % 2 == 0}
    assert coloured - left_out(knight, Board(3, 31)) == {(0, 2), (2, 2), (1, 3), (0, 28), (2, 28), (1, 27)}
    assert knight.exists(10**9 + 1, 10**9 + 3, (10**8, 0))
    assert knight.exists(10**9 + 1, 10**9 + 3, (10**8, 1)) is knight.exists(10**9, 10**9, (0, 0)) is False


@pytest.mark.parametrize("name", ["3x23", "3x41", "5x25", "9x23"])
def test_long_boards_agree_with_a_decision(knight, name):
    """They are longer than those that were examined, and some squares are near the line at which they are divided."""
    board = Board.parse(name)
    for row, col in product(range((board.rows + 1) // 2), range((board.cols + 1) // 2)):
        problem = Problem.on_board(Board(board.rows, board.cols, {(row, col)}), closed=True)
        if (row + col) % 2 == 0:
            assert decide(problem).exists == knight.exists(board.rows, board.cols, (row, col)), (row, col)


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 9])
def test_one_height_has_the_answers_of_the_theorem_about_all_boards(knight, rows):
    height = decide_one_less(rows=rows)
    assert (height.is_complete, height.is_none) == (True, rows in (1, 2, 4))
    for cols in range(1, 20):
        assert left_out(height, Board(rows, cols)) == left_out(knight, Board(rows, cols)), cols


def test_the_wazir_can_leave_out_every_square_of_the_corners_colour():
    wazir = decide_one_less((0, 1))
    assert wazir.is_complete
    for board in (Board(3, 3), Board(3, 5), Board(5, 7)):
        assert left_out(wazir, board) == removable(board, (0, 1))


def test_the_text_the_document_and_what_is_unknown(knight):
    assert max(map(len, str(knight).splitlines())) <= 80
    assert "m = 3, n >= 11, except (1, 3) (and mirror images)" in str(knight)
    document = json.loads(json.dumps(knight.document()))
    assert (document["least"], document["unknown"]) == (7, [])
    [small] = [each for each in document["boards"] if each["board"] == [5, 5]]
    assert {tuple(each["without"]) for each in small["none"]} == {(0, 2), (1, 1), (2, 2)}
    short = decide_one_less((1, 4), budget=Budget(seconds=0.001))
    assert (short.is_complete, short.exists(101, 101, (0, 0)), short.exists(101, 101, (0, 1))) == (False, None, False)
    assert "Unknown: " in str(short)


@settings(max_examples=10)
@given(
    rows=st.integers(1, 4),
    cols=st.integers(2, 5),
    leaper=st.sampled_from([(1, 2), (0, 1), (1, 1)]),
    wrap=st.sampled_from([None, "cols"]),
    closed=st.booleans(),
)
def test_each_answer_agrees_with_a_complete_search(rows, cols, leaper, wrap, closed):
    board = Board(rows, cols, wrap=wrap)
    for square, result in hole_map(board, leaper=leaper, closed=closed).items():
        problem = Problem.on_board(Board(rows, cols, [square], wrap), leaper, closed=closed)
        assert result.exists == solve(problem, "backtracking").exists
        assert result.tour is None or problem.verify(result.tour)


def test_from_5x7_on_every_square_of_the_corners_colour_can_go():
    """B. Bi, S. Butler, S. DeGraaf and E. Doebel, Knight's tours on boards with odd dimensions, 2015."""
    for board in (Board(5, 7), Board(7, 7), Board(7, 9)):
        assert removable(board) == {(row, col) for row, col in board if (row + col) % 2 == 0}


@pytest.mark.slow
@pytest.mark.parametrize("leaper, least", [((1, 4), 13), ((2, 3), 15)])
def test_the_giraffe_and_the_zebra_can_leave_out_every_allowed_square_of_large_boards(leaper, least):
    theorem = decide_one_less(leaper)
    assert theorem.least == least
    forbidden = {square for square in Board(101, 103) if sum(square) % 2 == 0} - left_out(theorem, Board(101, 103))
    corners = {(3, 3), (2, 4), (4, 2)} if leaper == (2, 3) else set()
    assert forbidden == {(abs(down - row), abs(right - col)) for row, col in corners for down in (0, 100) for right in (0, 102)}

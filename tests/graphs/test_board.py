"""A board is rows x columns of squares, less its holes."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, BoardError
from tests.small import boards
from tests.tables import table


@given(boards())
def test_the_squares_are_all_but_the_holes_in_row_major_order(board):
    every = {(row, col) for row in range(board.rows) for col in range(board.cols)}
    assert list(board) == sorted(every - board.holes)
    assert len(board) == len(list(board))


@given(boards(), st.tuples(st.integers(-2, 8), st.integers(-2, 8)))
def test_a_square_is_on_the_board_when_the_board_lists_it(board, square):
    assert (square in board) == (square in list(board))


@pytest.mark.parametrize("thing", [(-1, 0), (0, 8), (0,), (0, 0, 0), (0.5, 0), ("0", "0"), "00", None, 0, []])
def test_what_is_no_square_is_not_on_the_board(thing):
    assert thing not in Board(8, 8)


@pytest.mark.parametrize(
    "text, board",
    [
        ("8x8", Board(8, 8)),
        ("3×10", Board(3, 10)),
        ("  3x4\n", Board(3, 4)),
        (".", Board(1, 1)),
        (".# \n..\n", Board(2, 2, holes=[(0, 1)])),
        ("..\r\n#.\r\n", Board(2, 2, holes=[(1, 0)])),
        ("###\n#.#", Board(2, 3, holes=[(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)])),
    ],
)
def test_a_text_is_rows_x_columns_or_a_line_a_row_with_dots_for_squares_and_hashes_for_holes(text, board):
    assert Board.parse(text) == board


@given(boards())
def test_a_board_printed_and_read_back_is_the_same_board(board):
    assert Board.parse(board.text(), board.wrap) == board
    assert Board.parse(str(board), board.wrap) == pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board), {"Board": Board}) == board


REFUSED = {"must be given as text, not None: write rows x columns": [None], "is too large": ["3x" + "9" * 5000]}


@pytest.mark.parametrize(
    "why, text",
    [(why, text) for some in (table("bad_texts.toml")["boards"], REFUSED) for why in some for text in some[why]],
)
def test_what_is_no_board_is_refused_with_the_line_or_with_what_would_be_right(why, text):
    with pytest.raises(BoardError, match=why):
        Board.parse(text)


@pytest.mark.parametrize("hole", [(3, 0), (0, 4), (-1, 0), (0, -1)])
def test_a_hole_off_the_board_is_refused_and_named(hole):
    with pytest.raises(BoardError, match=rf"the hole \({hole[0]}, {hole[1]}\) is not on a board of 3x4") as caught:
        Board(3, 4, holes=[hole])
    assert caught.value.value == hole


@given(boards(), st.data())
def test_a_step_leads_to_the_square_that_the_move_adds_up_to(board, data):
    here = (data.draw(st.integers(0, board.rows - 1)), data.draw(st.integers(0, board.cols - 1)))
    move = data.draw(st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
    there = board.step(here, move)
    reachable = [
        square
        for square in board
        if (square[0] - here[0] - move[0]) % (board.rows if board.wrap in ("rows", "both") else 1000) == 0
        and (square[1] - here[1] - move[1]) % (board.cols if board.wrap in ("cols", "both") else 1000) == 0
    ]
    assert reachable == ([] if there is None else [there])

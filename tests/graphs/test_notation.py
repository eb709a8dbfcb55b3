"""Squares are read as row,column from the top left, or as in chess from the bottom left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, BoardError, parse_square, square_name
from graphs.notation import parse_puzzle
from tests.tables import table

BAD = table("bad_texts.toml")
CHESSBOARD = Board(8, 8)


def refusal(text, board=CHESSBOARD):
    with pytest.raises(BoardError) as caught:
        parse_square(text, board)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
    return str(caught.value)


@pytest.mark.parametrize(
    "text, square",
    [
        ("a1", (7, 0)),
        ("h8", (0, 7)),
        ("e4", (4, 4)),
        ("0,0", (0, 0)),
        *((text, (5, 2)) for text in ("c3", " c3\n", "(5, 2)", " 5 , 2 ")),
    ],
)
def test_the_squares_of_the_chessboard_have_their_names(text, square):
    assert parse_square(text, CHESSBOARD) == square


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.data())
def test_a_square_written_either_way_is_read_back(rows, cols, data):
    board = Board(rows, cols)
    square = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    assert parse_square(square_name(square, board), board) == square
    assert parse_square(f"{square[0]},{square[1]}", board) == square
    assert parse_square(str(square), board) == square


@pytest.mark.parametrize("text", BAD["squares_off_the_chessboard"])
def test_a_square_off_the_board_is_refused_with_the_squares_that_there_are(text):
    assert "its squares are 0,0 to 7,7, or a1 to h8 as in chess" in refusal(text)


@pytest.mark.parametrize("text", ["1,1", "b2"])
def test_a_hole_is_refused_as_a_hole(text):
    assert "is a hole" in refusal(text, Board(3, 3, holes=[(1, 1)]))


@pytest.mark.parametrize("text", [*BAD["squares"], "a" * 5000])
def test_what_is_no_square_is_refused_with_what_would_be_right(text):
    assert refusal(text).endswith("write row,column, counted from 0, such as 0,1, or a square as in chess, such as b1")


def test_the_numbers_of_a_puzzle_are_on_their_rows():
    assert parse_puzzle("  \n\n1 . \n. 4\n\n") == (Board(2, 2), [(1, (0, 0)), (4, (1, 1))])

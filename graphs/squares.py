"""Squares as people write them: `2,4`, row and column from 0 at the top left, or `e3`, as in chess."""

from __future__ import annotations

import re
from functools import reduce
from string import ascii_lowercase

from graphs.board import Board, Square, shortened
from graphs.errors import BoardError

__all__ = ["column_name", "parse_square", "square_name"]

_ROW_AND_COLUMN = re.compile(r"(\()?\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*(?(1)\))")
_AS_IN_CHESS = re.compile(r"([a-z]{1,6}|[A-Z]{1,6})([0-9]{1,9})")


def parse_square(text: str, board: Board) -> Square:
    """Read a square of a board from text.

    Parameters
    ----------
    text : `R,C`, row and column counted from 0 at the top left; or a square as in chess: the letters of the column
        (a to z, then aa, ab, …) and the number of the row, counted from 1 at the bottom.
    board : the board that the square is on.

    Raises
    ------
    BoardError : the text is neither, or the square is not on the board or is a hole.

    Examples
    --------
    >>> board = Board(8, 8)
    >>> parse_square("5,2", board), parse_square("c3", board)
    ((5, 2), (5, 2))
    >>> parse_square("c9", board)
    Traceback (most recent call last):
        ...
    graphs.errors.BoardError: c9 is not on the board: its squares are 0,0 to 7,7, or a1 to h8 as in chess
    """
    written = text.strip()
    if found := _ROW_AND_COLUMN.fullmatch(written):
        square = int(found[2]), int(found[3])
    elif found := _AS_IN_CHESS.fullmatch(written):
        col = reduce(lambda number, letter: 26 * number + ascii_lowercase.index(letter) + 1, found[1].lower(), 0) - 1
        square = board.rows - int(found[2]), col
    else:
        how = "write row,column, counted from 0, such as 0,1, or a square as in chess, such as b1"
        raise BoardError(f"{shortened(text)} is not a square: {how}", text)
    if square in board.holes:
        raise BoardError(f"{written} is not a square of the board: there is a hole", square)
    if square not in board:
        last = f"{board.rows - 1},{board.cols - 1}"
        names = f"0,0 to {last}, or a1 to {square_name((0, board.cols - 1), board)} as in chess"
        raise BoardError(f"{written} is not on the board: its squares are {names}", square)
    return square


def square_name(square: Square, board: Board) -> str:
    """Return the name of a square as in chess.

    Examples
    --------
    >>> square_name((5, 2), Board(8, 8)), square_name((0, 27), Board(30, 30))
    ('c3', 'ab30')
    """
    row, col = square
    return f"{column_name(col)}{board.rows - row}"


def column_name(col: int) -> str:
    """Return the letters of a column, counted from 0: a to z, then aa, ab, and so on.

    Examples
    --------
    >>> [column_name(col) for col in (0, 25, 26, 27, 701, 702)]
    ['a', 'z', 'aa', 'ab', 'zz', 'aaa']
    """
    before, letter = divmod(col, 26)
    return (column_name(before - 1) if before else "") + ascii_lowercase[letter]

"""Squares and ranges of boards as people write them.

A square is `2,4`, row and column from 0 at the top left, or `e3`, as in chess. The range `3..8x3..10` is every board of 3 to 8
rows and 3 to 10 columns.
"""

from __future__ import annotations

import re
from functools import reduce
from string import ascii_lowercase
from typing import Any

from graphs.board import SQUARE, Board, Square, Wrap, shortened
from graphs.errors import BoardError, expect
from graphs.text import plural
from graphs.tour import as_square

__all__ = [
    "AS_IN_CHESS",
    "ROW_AND_COLUMN",
    "boards_in_range",
    "column_name",
    "is_range",
    "parse_puzzle",
    "parse_square",
    "respelled",
    "spelled",
    "square_boards_in_range",
    "square_name",
    "square_of",
]

MOST_BOARDS, MOST_SQUARES = 10_000, 250_000
"""What a range may hold. A board of an odd number of squares keeps a tour for each start: 3..30x3..30 takes 1.5 GB."""

_RANGE = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?x([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")
ROW_AND_COLUMN = re.compile(r"(\()?\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*(?(1)\))")
_CELL = re.compile(r"[0-9]{1,18}|\S")
_SQUARE = re.compile(r"\((-?[0-9]+), (-?[0-9]+)\)(?:,( )(?=\(|…))?")
AS_IN_CHESS = re.compile(r"([a-z]{1,6}|[A-Z]{1,6})([0-9]{1,9})")


def parse_puzzle(text: str, wrap: Wrap | None = None) -> tuple[Board, list[tuple[int, Square]]]:
    """Read a board from text, and the known steps that it holds as numbers: the grid of a tour with some of them left out.

    Parameters
    ----------
    text : a text that `Board.parse` reads; or lines of numbers, `.` (square) and `#` (hole), with or without spaces between.
    wrap : as in `Board`.

    Returns
    -------
    The board, and the numbers with their squares, as `solvers.Problem` takes them.

    Raises
    ------
    BoardError : as `Board.parse`.

    Examples
    --------
    >>> parse_puzzle("1 . . 10\\n. . . .\\n3 . # 8")
    (Board(3, 4, holes=[(2, 2)]), [(1, (0, 0)), (10, (0, 3)), (3, (2, 0)), (8, (2, 3))])
    """
    if not re.search(r"[.#\n]|[0-9]\s+[0-9]", text.strip()):  # a size
        return Board.parse(text, wrap), []
    rows = enumerate(re.sub(r"\A\s*\n", "", text).split("\n"))
    cells = ((cell, (row, col)) for row, line in rows for col, cell in enumerate(_CELL.findall(line)))
    board = Board.parse(re.sub("[ \t]", "", re.sub("[0-9]+", SQUARE, text)), wrap)
    return board, [(int(cell), square) for cell, square in cells if cell.isdecimal()]


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
    expect(Board, board, "board")
    written = expect(str, text, "text").strip()
    if found := ROW_AND_COLUMN.fullmatch(written):
        square = int(found[2]), int(found[3])
    elif found := AS_IN_CHESS.fullmatch(written):
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


def square_of(value: Any, board: Board | None) -> Any:
    """Return a square that may be written as text; without a board, text is the name of a vertex and stays.

    Raises
    ------
    BoardError : as `parse_square`.

    Examples
    --------
    >>> square_of("a1", Board(8, 8)), square_of([7, 0], Board(8, 8)), square_of("a1", None)
    ((7, 0), (7, 0), 'a1')
    """
    return parse_square(value, board) if board is not None and isinstance(value, str) else as_square(value)


def square_name(square: Square, board: Board) -> str:
    """Return the name of a square as in chess: the letters of its column, a to z, then aa, ab, …, and the number of its row.

    Examples
    --------
    >>> square_name((5, 2), Board(8, 8)), square_name((0, 27), Board(30, 30))
    ('c3', 'ab30')
    """
    row, col = expect(tuple, square, "square")
    return f"{column_name(col)}{expect(Board, board, 'board').rows - row}"


def column_name(col: int) -> str:
    """Return the letters of a column as in chess.

    Examples
    --------
    >>> [column_name(col) for col in (0, 25, 26)]
    ['a', 'z', 'aa']
    """
    letters = ""
    while col >= 0:
        col, letter = divmod(col, 26)
        letters, col = ascii_lowercase[letter] + letters, col - 1
    return letters


def spelled(square: Square, board: Board | None = None) -> str:
    """Return the name of a square as people write it.

    Parameters
    ----------
    square : tuple of int
        Row and column of the square.
    board : Board, optional
        If given, its squares are named as in chess.

    Returns
    -------
    str
        `R,C`, or the name as in chess.

    Examples
    --------
    >>> spelled((5, 2)), spelled((5, 2), Board(8, 8))
    ('5,2', 'c3')
    """
    if board is None or (square not in board and square not in board.holes):
        return f"{square[0]},{square[1]}"
    return square_name(square, board)


def respelled(sentence: str, board: Board | None = None) -> str:
    """Return a sentence in which each square `(2, 5)` is named by `spelled`.

    Squares that follow each other are separated by spaces only.

    Examples
    --------
    >>> respelled("the 2 squares (0, 1), (2, 0)"), respelled("the 2 squares (0, 1), (2, 0)", Board(3, 3))
    ('the 2 squares 0,1 2,0', 'the 2 squares b3 a1')
    """
    return _SQUARE.sub(lambda found: spelled((int(found[1]), int(found[2])), board) + (found[3] or ""), sentence)


def is_range(text: str) -> bool:
    """Return whether a text is meant as a range of boards or of sides, and not as a board or a file.

    Examples
    --------
    >>> [is_range(text) for text in ("3..8x3..10", "5..3x3", "5..8", "8x8", "....", "boards..x.txt")]
    [True, True, True, False, False, False]
    """
    return bool(re.fullmatch(r"(?=.*\.\.)[0-9.]*x[0-9.x]*|[0-9]+\.\.[0-9]+", text))


def boards_in_range(text: str, wrap: Wrap | None = None) -> list[Board]:
    """Return the boards of a range, row by row; a single size is a range of one board.

    Raises
    ------
    BoardError : the text is no range, or one that holds no board or too many.

    Examples
    --------
    >>> boards_in_range("3x4..6")
    [Board(3, 4), Board(3, 5), Board(3, 6)]
    """
    found = _RANGE.fullmatch(text)
    if not found:
        raise BoardError(f"{shortened(text)} is not a range of sizes: write rows x columns, such as 3..8x3..10", text)
    rows, cols = (range(int(found[first]), int(found[first + 1] or found[first]) + 1) for first in (1, 3))
    if not rows or not cols or 0 in rows or 0 in cols:
        raise BoardError(f"{text!r} holds no board: sizes go up from 1, such as 3..8x3..10", text)
    boards, squares = len(rows) * len(cols), sum(rows) * sum(cols)
    if boards > MOST_BOARDS or squares > MOST_SQUARES:
        most = f"{MOST_BOARDS:,} boards and {MOST_SQUARES:,} squares at most"
        raise BoardError(f"{text!r} holds {plural(boards, 'board')} of {squares:,} squares together: {most}", text)
    return [Board(row, col, wrap=wrap) for row in rows for col in cols]


def square_boards_in_range(text: str, wrap: Wrap | None = None) -> list[Board]:
    """Return the square boards whose sides are in a range.

    Raises
    ------
    BoardError : the text is no range, or one that holds no board or too many.

    Examples
    --------
    >>> square_boards_in_range("3..5")
    [Board(3, 3), Board(4, 4), Board(5, 5)]
    """
    try:
        boards = boards_in_range(f"1x{text}", wrap)
    except BoardError:
        raise BoardError(f"{shortened(text)} is not a range of sides of square boards, such as 3..30", text) from None
    squares = sum(board.cols**2 for board in boards)
    if squares > MOST_SQUARES:
        raise BoardError(f"{text!r} holds boards of {squares:,} squares together: {MOST_SQUARES:,} squares at most", text)
    return [Board(board.cols, board.cols, wrap=wrap) for board in boards]

"""Squares and ranges of boards as text.

A square is written as 0-based row and column from the top left, such as `2,4`, or as in chess, such as `e3`. The range
`3..8x3..10` denotes all boards of 3 to 8 rows and 3 to 10 columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import reduce
from hashlib import sha256
from itertools import product
from json import dumps
from string import ascii_lowercase
from typing import Any

from graphs.board import SQUARE, Board, Square, Wrap, quote
from graphs.errors import BoardError, WrongType, expect
from graphs.leapers import KNIGHT, Leaper
from graphs.text import plural, square_text
from graphs.tour import as_square

MOST_SHOWN = 36
"""Largest board, in squares, whose short name shows its holes."""
MOST_BOARDS, MOST_SQUARES = 10_000, 250_000
"""Maximum numbers of boards, and of squares, in a range of boards."""

_RANGE = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?x([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")
ROW_AND_COLUMN = re.compile(r"(\()?\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*(?(1)\))")
_CELL = re.compile(r"[0-9]{1,18}|\S")
_SQUARE = re.compile(r"\((-?[0-9]+), (-?[0-9]+)\)(?:,( )(?=\(|…))?")
AS_IN_CHESS = re.compile(r"([a-z]{1,6}|[A-Z]{1,6})([0-9]{1,9})")


def parse_puzzle(text: str, wrap: Wrap | None = None) -> tuple[Board, list[tuple[int, Square]]]:
    """Read a board and known steps of a tour from text.

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
    """Read a square of a board from text such as `5,2` or `c3`.

    Parameters
    ----------
    text : str
        0-based row and column such as `5,2`, or a square as in chess such as `c3`; columns after z are aa, ab, ….
    board : Board
        The board.

    Returns
    -------
    tuple of int
        The square `(row, col)`.

    Raises
    ------
    BoardError
        If the text has neither form, or if the square is a hole or not on the board.

    Examples
    --------
    >>> board = Board(8, 8)
    >>> parse_square("5,2", board), parse_square("c3", board)
    ((5, 2), (5, 2))
    """
    expect(Board, board, "board")
    written = expect(str, text, "text").strip()
    if match := ROW_AND_COLUMN.fullmatch(written):
        square = int(match[2]), int(match[3])
    elif match := AS_IN_CHESS.fullmatch(written):
        col = reduce(lambda number, letter: 26 * number + ascii_lowercase.index(letter) + 1, match[1].lower(), 0) - 1
        square = board.rows - int(match[2]), col
    else:
        how = "write row,column, counted from 0, such as 0,1, or a square as in chess, such as b1"
        raise BoardError(f"{quote(text)} is not a square: {how}", text)
    if square in board.holes:
        raise BoardError(f"{written} is a hole of the board, not a square", square)
    if square not in board:
        last = f"{board.rows - 1},{board.cols - 1}"
        names = f"0,0 to {last}, or a1 to {square_name((0, board.cols - 1), board)} as in chess"
        raise BoardError(f"{written} is not on the board: its squares are {names}", square)
    return square


def square_of(value: Any, board: Board | None) -> Any:
    """Convert text such as `"c3"`, or a list, to a square.

    Without a board, text remains text, because it is a vertex.
    """
    return parse_square(value, board) if board is not None and isinstance(value, str) else as_square(value)


def square_name(square: Square, board: Board) -> str:
    """Return the name of a square as in chess, e.g. `c3`.

    Parameters
    ----------
    square : tuple of int
        The square `(row, col)`.
    board : Board
        The board of the square.

    Returns
    -------
    str
        Letters of the column, and number of the row, counted from 1 at the bottom.

    Raises
    ------
    BoardError
        If the square is not on the board. The name of a hole is valid.

    Examples
    --------
    >>> square_name((5, 2), Board(8, 8)), square_name((0, 27), Board(30, 30))
    ('c3', 'ab30')
    """
    if expect(tuple, square, "square") not in expect(Board, board, "board") and square not in board.holes:
        parse_square(square_text(square), board)  # raises the error
    row, col = square
    return f"{column_name(col)}{board.rows - row}"


def column_name(col: int) -> str:
    """Return a column's letters: a to z, then aa, ab, …."""
    letters = ""
    while col >= 0:
        col, letter = divmod(col, 26)
        letters, col = ascii_lowercase[letter] + letters, col - 1
    return letters


def edge_names(board: Board, chess: bool = False) -> tuple[Sequence[object], Sequence[object]]:
    """Return labels for the rows and the columns of a board.

    They are numbers from 0 or, with `chess`, numbers and letters as in chess.
    """
    if chess:
        return range(board.rows, 0, -1), list(map(column_name, range(board.cols)))
    return range(board.rows), range(board.cols)


def spelled(square: Any, board: Board | None = None) -> str:
    """Return a square as text: "c3" with a board, "5,2" without."""
    with suppress(BoardError, WrongType):
        return square_text(square) if board is None else square_name(square, board)
    return square_text(square)


def respell(sentence: str, board: Board | None = None) -> str:
    """Rewrite squares in a sentence, e.g. `(2, 5)` as `f6` or `2,5`.

    >>> respell("the 2 squares (0, 1), (2, 0)"), respell("the 2 squares (0, 1), (2, 0)", Board(3, 3))
    ('the 2 squares 0,1 2,0', 'the 2 squares b3 a1')
    """
    return _SQUARE.sub(lambda found: spelled((int(found[1]), int(found[2])), board) + (found[3] or ""), sentence)


def named_board(sentence: str) -> Board | None:
    """Return the board with whose size a sentence begins, such as `3x4: removing …`, if any."""
    size = re.match(r"\s*([0-9]+x[0-9]+):", sentence)
    return size and Board.parse(size[1])


def is_range(text: str) -> bool:
    """Return whether a text looks like a range, such as `3..30`."""
    return bool(re.fullmatch(r"(?=.*\.\.)[0-9.]*x[0-9.x]*|[0-9]+\.\.[0-9]+", text))


def boards_in_range(text: str, wrap: Wrap | None = None, *, square: bool = False) -> list[Board]:
    """List the boards in a range such as `3..8x3..10`.

    If `square` is True, the range is for the side of square boards, e.g. `3..30`.
    """
    kind, example = ("sides of square boards", "3..30") if square else ("sizes", "3..8x3..10")
    match = _RANGE.fullmatch(f"1x{text}" if square else text)
    sides = [range(int(match[first]), int(match[first + 1] or match[first]) + 1) for first in (1, 3)] if match else [range(0)]
    if not all(each and each[0] for each in sides):
        raise BoardError(
            f"{quote(text)} is not a range of {kind}: write ascending numbers of at least 1, such as {example}", text
        )
    rows, cols = sides
    boards = len(rows) * len(cols)
    squares = sum(side**2 for side in cols) if square else sum(rows) * sum(cols)
    if boards > MOST_BOARDS or squares > MOST_SQUARES:
        most = f"the limits are {MOST_BOARDS:,} boards and {MOST_SQUARES:,} squares"
        raise BoardError(f"{text!r} contains {plural(boards, 'board')} with {squares:,} squares in total: {most}", text)
    return [Board(row, col, wrap=wrap) for row, col in (zip(cols, cols, strict=True) if square else product(rows, cols))]


def board_subject(board: Board, leaper: Leaper = KNIGHT) -> str:
    """Return a board and leaper as text, e.g. `8x8 leaper 1,4`.

    On boards with more than `MOST_SHOWN` squares, a hash replaces the picture of the holes.

    >>> board_subject(Board(3, 3, holes=[(1, 1)])), board_subject(Board(6, 7, wrap="both"), (1, 4))
    ('.../.#./...', '6x7 wrap both leaper 1,4')
    >>> board_subject(Board(8, 8, holes=[(0, 0), (7, 7)]))
    '8x8 less 2 squares #d70d'
    """
    words = [str(board).replace("\n", "/")]
    if board.holes and board.rows * board.cols > MOST_SHOWN:
        digest = sha256(dumps(str(board)).encode()).hexdigest()[:4]
        squares = "a square" if len(board.holes) == 1 else f"{len(board.holes):,} squares"
        words = [f"{board.rows}x{board.cols} less {squares} #{digest}"]
    if board.wrap:
        words.append(f"wrap {board.wrap}")
    if sorted(leaper) != sorted(KNIGHT):
        words.append(f"leaper {square_text(leaper)}")
    return " ".join(words)

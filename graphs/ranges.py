"""Ranges of boards as people write them: `3..8x3..10` is every board of 3 to 8 rows and 3 to 10 columns."""

from __future__ import annotations

import re

from graphs.board import Board, Wrap, shortened
from graphs.errors import BoardError

__all__ = ["boards_in_range", "is_range", "square_boards_in_range"]

MOST_BOARDS, MOST_SQUARES = 10_000, 250_000
"""What a range may hold. A board of an odd number of squares keeps a tour for each start: 3..30x3..30 takes 1.5 GB."""

_RANGE = re.compile(r"([0-9]{1,4})(?:\.\.([0-9]{1,4}))?x([0-9]{1,4})(?:\.\.([0-9]{1,4}))?")


def is_range(text: str) -> bool:
    """Return whether a text is meant as a range of boards, and not as a board or a file.

    Examples
    --------
    >>> [is_range(text) for text in ("3..8x3..10", "5..3x3", "8x8", "boards..x.txt")]
    [True, True, False, False]
    """
    return ".." in text and "x" in text and not set(text) - set("0123456789.x")


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
        raise BoardError(f"{shortened(text)} is not a range of sizes, such as 3..8x3..10", text)
    rows, cols = (range(int(found[first]), int(found[first + 1] or found[first]) + 1) for first in (1, 3))
    if not rows or not cols or 0 in rows or 0 in cols:
        raise BoardError(f"{text!r} holds no board: sizes go up from 1, such as 3..8x3..10", text)
    boards, squares = len(rows) * len(cols), sum(rows) * sum(cols)
    if boards > MOST_BOARDS or squares > MOST_SQUARES:
        most = f"{MOST_BOARDS:,} boards and {MOST_SQUARES:,} squares at most"
        raise BoardError(f"{text!r} holds {boards:,} boards of {squares:,} squares together: {most}", text)
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

"""How near each square is to the centre of the board: where A. Roth's tie-break of Warnsdorff's rule looks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from graphs.board import Board

__all__ = ["nearness"]


def nearness(squares: Iterable[Any], board: Board | None = None) -> dict[Hashable, int] | None:
    """Minus the squared distance to the centre, in half squares, so that it is a whole number.

    Parameters
    ----------
    squares : of the board or of any graph.
    board : where it is None, the squares themselves tell how far the board reaches.

    Returns
    -------
    The number of each square, or None where they are not all (row, col).

    Examples
    --------
    >>> nearness(Board(1, 3))
    {(0, 0): -4, (0, 1): 0, (0, 2): -4}
    >>> nearness("abc") is None
    True
    """
    squares = list(squares)
    try:
        bottom, right = (max(square[axis] for square in squares) for axis in (0, 1))
        if board is not None:
            bottom, right = board.rows - 1, board.cols - 1
        return {(row, col): -((2 * row - bottom) ** 2) - (2 * col - right) ** 2 for row, col in squares}
    except (TypeError, ValueError, IndexError):
        return None

"""Construct closed knight's tours of cylinders of any size.

A cylinder consists of m rings, its rows, with n squares each. The last square of a ring is next to the first. So the cylinder
looks the same from each column, and a short sequence of moves can be repeated around it:

*Row cycles.* A row cycle is a sequence of moves that visits each row once and comes back to the first row, but `shift` columns
further. If it is repeated n times, it begins in the columns 0, shift, 2 * shift, … of the first row. If n and the shift have no
common divisor, these are all columns, and so the moves are a closed tour. (In the terms of graph theory, the cylinder is the
derived graph of a voltage graph on the rows, and the shift is the net voltage of a Hamiltonian cycle [1]_.)

The rows are visited in the order 0, 2, 4, …, 5, 3, 1. The moves between rows 0 and 1, and between the last two rows, lead two
columns to a side; all other moves lead one column to a side, alternately to the right and to the left. If m is odd, the shift
is 1. So all cylinders with an odd number of rows, at least 3, have a closed tour. With 2 or 4 rows, the shift is 4 or 2, so
there is a closed tour if n is odd.

*Joined cylinders.* For even m, at least 6, the tour of a cylinder with 3 rows is joined to the mirror image of the tour of one
with m - 3 rows. The moves u-v and x-y are replaced by u-x and v-y::

    row 1    . . . v
    row 2    . u . .
    row 3    . . y .
    row 4    x . . .

The other cylinders have no closed tour [2]_. The construction takes linear time.

References
----------
.. [1] J. L. Gross and T. W. Tucker, Topological Graph Theory, 1987, chapter 2.
.. [2] J. J. Watkins, Across the Board: The Mathematics of Chessboard Problems, 2004, p. 71.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphs.board import Board, Move, Square
from graphs.loading import load
from solvers.methods.construction.move_pairs import ARRAY_FROM


def cylinder_tour(board: Board, start: Square | None) -> Any:
    """Return a closed knight's tour of a cylinder or torus, or None if the construction fails.

    The squares are returned as by `move_pairs.follow_move_pairs`, from `start` onwards if it is given.

    >>> cylinder_tour(Board(3, 3, wrap="cols"), (2, 0))
    [(2, 0), (1, 2), (0, 0), (2, 1), (1, 0), (0, 1), (2, 2), (1, 1), (0, 2)]
    """
    load("numpy")
    import numpy as np

    if board.wraps_cols and (tour := _tour(board.rows, board.cols)) is not None:
        squares = tour
    elif board.wraps_rows and (tour := _tour(board.cols, board.rows)) is not None:
        squares = tour[:, ::-1]
    else:
        return None
    if start is not None:
        squares = np.roll(squares, -np.flatnonzero((squares == start).all(axis=1))[0], axis=0)
    return squares if board.size >= ARRAY_FROM else [(row, col) for row, col in squares.tolist()]


def _tour(rows: int, cols: int) -> Any:
    """Return a closed tour of a cylinder whose columns are joined, as an array, or None."""
    import numpy as np

    if rows % 2 == 0 and rows > 4:
        *others, last = row_cycle(3)
        upper = _repeated([last, *others], (1, 2), cols)
        lower = _repeated([(down, -right) for down, right in row_cycle(rows - 3)], (3, 1), cols)
        return np.concatenate([upper, lower[::-1]])
    if rows == 1 or rows * cols < 3 or rows % 2 == cols % 2 == 0:
        return None
    return _repeated(row_cycle(rows), (0, 0), cols)


def row_cycle(rows: int) -> list[Move]:
    """Return moves that visit each row once and come back to row 0. `rows` is odd and at least 3, or 2 or 4.

    >>> row_cycle(5)
    [(2, 1), (2, -1), (-1, 2), (-2, 1), (-1, -2)]
    """
    up = [(2, (-1) ** number) for number in range((rows - 1) // 2)]
    down = [(-2, (-1) ** number) for number in range((rows - 2) // 2)]
    return [*up, ((-1) ** rows, 2), *down, (-1, 2 if rows == 2 else -2)]


def _repeated(moves: Sequence[Move], start: Square, cols: int) -> Any:
    """Return the squares that the moves visit if they are repeated `cols` times, as an array."""
    import numpy as np

    path = np.cumsum([start, *moves], axis=0)
    tour = np.empty((cols, len(moves), 2), "i4")
    tour[:] = path[:-1]
    tour[..., 1] += np.arange(cols)[:, None] * (path[-1, 1] - path[0, 1])
    tour[..., 1] %= cols
    return tour.reshape(-1, 2)

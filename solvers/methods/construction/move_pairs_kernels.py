"""Compiled version of the loop in `construction.move_pairs` that lists the squares of a tour.

The tour is given as one byte per square, the *pair*: the two moves from the square to the squares before and after it on the
tour. Each move is a number of four bits.
"""

from __future__ import annotations

from typing import Any

from solvers.core.compiling import jit


@jit
def follow_pairs(pairs: Any, cols: int, steps: Any, came: int, row: int, col: int, tour: Any) -> Any:
    """Write the squares of a section of a tour to an array, in visiting order.

    Parameters
    ----------
    pairs : numpy.ndarray
        The pairs of moves of all squares of the board, row by row; one byte per square.
    cols : int
        Number of columns of the board.
    steps : numpy.ndarray
        Three rows, each with one entry per move: the row deltas, the column deltas, and the numbers of the reverse moves.
    came : int
        The number of the move that leads from the first square of the section back to the previous square of the tour. At the
        start of an open tour, it is NO_MOVE, the number for a missing move.
    row, col : int
        The first square of the section.
    tour : numpy.ndarray
        Array of shape (number of squares in the section, 2) to which the squares are written.

    Returns
    -------
    came, row, col : int
        The values of the parameters `came`, `row` and `col` for the next section of the tour.
    """
    downs, rights, backs = steps[0], steps[1], steps[2]
    places = downs * cols + rights
    place = row * cols + col
    for entry in range(tour.shape[0]):
        tour[entry, 0] = row
        tour[entry, 1] = col
        both = int(pairs[place])
        move = ((both >> 4) ^ both ^ came) & 15  # of the two moves, the one that is not `came`
        row += downs[move]
        col += rights[move]
        place += places[move]
        came = backs[move]
    return came, row, col

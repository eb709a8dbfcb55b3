"""The compiled twin of the loop in `move_pairs` that follows the pairs of moves: the same tour, square for square."""

from __future__ import annotations

from typing import Any

from numba import int64

from solvers.methods.compiled.jit import jit

__all__ = ["follow_pairs"]


@jit
def follow_pairs(pairs: Any, cols: int, moves: Any, back: Any, came: int, row: int, col: int, tour: Any) -> None:
    """Write the squares of a tour in their order.

    Parameters
    ----------
    pairs : the bytes of all squares, row by row.
    cols : the number of columns.
    moves, back : for each of 16 numbers of moves, the move and the number of the move back. Those from 8 on stay where they
        are, so that no byte leads off the board.
    came : the move of the first square's pair by which the tour does not leave.
    row, col : the first square.
    tour : an array of shape (number of squares, 2), to be filled.
    """
    downs, rights = moves[:, 0].copy(), moves[:, 1].copy()
    steps = downs * cols + rights
    place = row * cols + col
    for entry in range(tour.shape[0]):
        tour[entry, 0] = row
        tour[entry, 1] = col
        both = int64(pairs[place])
        move = ((both >> 4) ^ both ^ came) & 15  # of the two moves, the one that is not `came`
        row += downs[move]
        col += rights[move]
        place += steps[move]
        came = back[move]

"""The compiled twin of the loop in `move_pairs` that follows the pairs of moves: the same tour, square for square."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from solvers.methods.compiled.jit import jit
from solvers.methods.construction.move_pairs import BACK, MOVES, NO_MOVE

__all__ = ["follow_pairs"]

DOWNS, RIGHTS = np.array([*MOVES, *[(0, 0)] * 8]).T.copy()
BACKS = np.array([*BACK, *[NO_MOVE] * 7])
"""For each value of half a byte the move, and the number of the move back. From 8 on it leads nowhere."""


@jit
def follow_pairs(pairs: Any, cols: int, came: int, row: int, col: int, tour: Any) -> None:
    """Write the squares of a tour in their order.

    Parameters
    ----------
    pairs : the bytes of all squares, row by row.
    cols : the number of columns.
    came : the move of the first square's pair by which the tour does not leave.
    row, col : the first square.
    tour : an array of shape (number of squares, 2), to be filled.
    """
    steps = DOWNS * cols + RIGHTS
    place = row * cols + col
    for entry in range(tour.shape[0]):
        tour[entry, 0] = row
        tour[entry, 1] = col
        both = int64(pairs[place])
        move = ((both >> 4) ^ both ^ came) & 15  # of the two moves, the one that is not `came`
        row += DOWNS[move]
        col += RIGHTS[move]
        place += steps[move]
        came = BACKS[move]

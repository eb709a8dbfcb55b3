"""The twin of the loop in `construction.move_pairs` that follows the pairs of moves: the same tour, square for square."""

from __future__ import annotations

from typing import Any

from solvers.jit import jit

__all__ = ["follow_pairs"]


@jit
def follow_pairs(pairs: Any, cols: int, steps: Any, came: int, row: int, col: int, tour: Any) -> Any:
    """Write the squares of a part of a tour in their order, and return `came`, `row` and `col` for the next part.

    Parameters
    ----------
    pairs : the bytes of all squares, row by row.
    cols : the number of columns.
    steps : for each number of a move the rows down, the columns to the right, and the number of the move back.
    came : the move of the first square's pair by which the tour does not leave.
    row, col : the first square.
    tour : an array of shape (number of squares in the part, 2), to be filled.
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

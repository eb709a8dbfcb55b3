"""Compiled loop that lists the squares of a tour in visiting order (see `construction.move_pairs`).

The tour is given as one byte per square, row by row: the *pair* of moves to the two neighbours on the tour, four bits each.
`steps` has three rows with one entry per move: the row deltas, the column deltas, and the numbers of the reverse moves.
"""

from __future__ import annotations

from typing import Any

from solvers.core.compiling import jit


@jit
def follow_pairs(pairs: Any, cols: int, steps: Any, came: int, row: int, col: int, tour: Any) -> Any:
    """Write the next squares of a tour to an array, one per row.

    `came` is the number of the move from the first square back to the previous one, or NO_MOVE at the start of an open tour.
    Returns the values of `came`, `row` and `col` for the next call.
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

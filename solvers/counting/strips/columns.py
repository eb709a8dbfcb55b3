"""Add a column to each of many states of a strip: one entry for each way to do so.

A place is a state of `transfer_matrix`, together with the number of ends of the tour at the left of the cut. It is packed into
one number of 63 bits, so that many places are an array. Each square has 4 bits, for what the state says of it: the squares of
two columns of 7 rows have the numbers 0 to 13, and two more stand for DONE and END. The number of ends has 2 bits, and one bit
marks a complete tour. A state and its mirror image, with the strip turned upside down, share the lesser of their two numbers.

Cost: some 80,000 ways a second. `kernels` does the same in compiled code, some eighty times as fast.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from solvers.methods.construction.transfer_matrix import COMPLETE, DONE, END, State, count_steps, first_state

__all__ = ["add_column", "complete_place", "first_place"]

ENDS_SHIFT, COMPLETE_SHIFT = 60, 62
"""The place of the bits for the number of ends, and of the bit that marks a complete tour."""


def add_column(rows: int, ends: int, places: NDArray[np.int64], row: int = -1) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all ways to add a column to each of the places.

    Parameters
    ----------
    rows : the number of rows.
    ends : how many ends a tour has: 0 for closed tours, 2 for open ones.
    places : the places before the column, packed.
    row : a row in which the column must have an end of the tour; -1 for none.

    Returns
    -------
    For each way the index of the place in `places`, and the place after the column.

    Examples
    --------
    The first column of 3 rows can be added in one way, the second in 4.

    >>> origins, places = add_column(3, 0, np.array([first_place(3)]))
    >>> add_column(3, 0, places)[0]
    array([0, 0, 0, 0])
    """
    origins: list[int] = []
    after: list[int] = []
    for origin, place in enumerate(places.tolist()):
        if place >> COMPLETE_SHIFT:
            continue
        before = place >> ENDS_SHIFT
        state = _state(rows, place)
        for more in range(ends - before + 1):
            for placed in combinations(range(rows), more):
                if row < 0 or row in placed:
                    for new, ways in count_steps(rows, state, placed).items():
                        origins += [origin] * ways
                        after += [_place(rows, new, before + more)] * ways
    return np.array(origins, dtype=np.int64), np.array(after, dtype=np.int64)


def first_place(rows: int) -> int:
    """Return the place before the first column."""
    return _place(rows, first_state(rows), 0)


def complete_place(ends: int) -> int:
    """Return the place of a complete tour with this number of ends."""
    return _place(0, COMPLETE, ends)


def _place(rows: int, state: State, ends: int) -> int:
    """Return the number of a state up to reflection."""
    if state == COMPLETE:
        return 1 << COMPLETE_SHIFT | ends << ENDS_SHIFT
    mirrored = tuple(_reflected(rows, state[_reflected(rows, square)]) for square in range(len(state)))
    return min(_packed(state), _packed(mirrored)) | ends << ENDS_SHIFT


def _reflected(rows: int, square: int) -> int:
    """Return the square in the same column with the row counted from the other side; DONE and END stay what they are."""
    return square if square < 0 else square - square % rows + rows - 1 - square % rows


def _packed(state: State) -> int:
    """Return the state as one number. The last 4 bits of DONE and END are 15 and 14, which are no squares."""
    return sum((mate & 15) << 4 * square for square, mate in enumerate(state))


def _state(rows: int, place: int) -> State:
    mates = [place >> 4 * square & 15 for square in range(2 * rows)]
    return tuple(mate - 16 if mate in (DONE & 15, END & 15) else mate for mate in mates)

"""The loop of `selection`: compare tours with their images under the symmetries of a board."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.jit import jit

__all__ = ["compare_with_images"]


@jit
def compare_with_images(
    rows: Any, images: Any, origins: Any, of_problem: Any, closed: bool, smallest: Any, fixed_by: Any
) -> None:
    """Note for each tour whether no image is smaller, and which maps take it onto itself.

    A tour is compared as the list of the two neighbours, smaller one first, of square 0, of square 1, and so on; beyond the end
    of an open tour there is the neighbour "no square".

    Parameters
    ----------
    rows, images, origins, of_problem : see `selection`; only images under maps of the problem can make a tour not the smallest.
    closed : whether the last square is a neighbour of the first.
    smallest, fixed_by : booleans of shape (tours,) and (tours, maps), true and false before, to be written; the maps after one
        that shows that a tour is not the smallest are left out.
    """
    tours, size = rows.shape
    low, high = np.empty(size, np.int32), np.empty(size, np.int32)
    for tour in range(tours):
        row = rows[tour]
        for place in range(size):
            before = row[place - 1] if closed or place > 0 else size
            after = row[(place + 1) % size] if closed or place + 1 < size else size
            low[row[place]], high[row[place]] = min(before, after), max(before, after)
        for index in range(images.shape[0]):
            order = 0
            for square in range(size):
                origin = origins[index, square]
                one, other = images[index, low[origin]], images[index, high[origin]]
                if one > other:
                    one, other = other, one
                order = one - low[square] if one != low[square] else other - high[square]
                if order != 0:
                    break
            fixed_by[tour, index] = order == 0
            if order < 0 and of_problem[index]:
                smallest[tour] = False
                break

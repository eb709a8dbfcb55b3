"""Weaving blocks into one tour, compiled: fill in the tours, make the exchanges, walk through.

For every square of the board one byte holds the codes of its two moves on the tour, one in each half.
"""

from __future__ import annotations

from typing import Any

from numba import int64, njit

__all__ = ["NONE", "walk", "weave"]

NONE = 8
"""The code of no move, at the two ends of an open tour."""


@njit(inline="always")
def _replace(codes: Any, row: Any, col: Any, old: Any, new: Any) -> None:
    both = codes[row, col]
    if both & 15 == old:
        codes[row, col] = (both & 0xF0) | new
    else:
        codes[row, col] = (both & 15) | (new << 4)


@njit(inline="always")
def _exchange(codes: Any, join: Any, top: Any, left: Any, down: Any, right: Any) -> None:
    """Make one exchange between the blocks at (top, left) and (top + down, left + right)."""
    for corner in range(4):
        row, col = top + join[corner, 0], left + join[corner, 1]
        if corner >= 2:
            row += down
            col += right
        _replace(codes, row, col, join[corner, 2], join[corner, 3])


@njit(cache=True, nogil=True)
def weave(
    codes: Any, tops: Any, lefts: Any, row_kinds: Any, col_kinds: Any, templates: Any, joins_right: Any, joins_down: Any
) -> None:
    """Fill the board with blocks, and join each to the one at its left, or, in the first column, to the one above.

    Parameters
    ----------
    tops, lefts : where the pieces of the sides begin, and where the last ends.
    row_kinds, col_kinds : the kind of each piece.
    templates : by kinds of row and column, the codes of a block.
    joins_right : by kinds of row, left and right column, an exchange: for each of the squares a, b, c, d its row and column
        in its block, the code to remove and the code to put in.
    joins_down : by kinds of column, upper and lower row, the same.
    """
    for i in range(len(row_kinds)):
        height, kind = tops[i + 1] - tops[i], row_kinds[i]
        for j in range(len(col_kinds)):
            top, left = tops[i], lefts[j]
            template = templates[kind, col_kinds[j]]
            for row in range(height):
                for col in range(lefts[j + 1] - left):
                    codes[top + row, left + col] = template[row, col]
            if j > 0:
                join = joins_right[kind, col_kinds[j - 1], col_kinds[j]]
                _exchange(codes, join, top, lefts[j - 1], 0, left - lefts[j - 1])
            elif i > 0:
                join = joins_down[col_kinds[0], row_kinds[i - 1], kind]
                _exchange(codes, join, tops[i - 1], left, top - tops[i - 1], 0)


@njit(cache=True, nogil=True)
def walk(codes: Any, downs: Any, rights: Any, back: Any, row: int, col: int, tour: Any) -> None:
    """Follow the codes from a square, as many steps as the tour has squares.

    Of a square's two codes one leads back to where the walk came from; the other is what is left when that one is taken out
    of their exclusive or. The tables hold 16 entries, with no move past the eighth, so that a walk never leaves the board.
    """
    cols = codes.shape[1]
    flat = codes.reshape(-1)
    deltas = downs * cols + rights
    place = row * cols + col
    both = int64(flat[place])
    came = both & 15 if both >> 4 != NONE else both >> 4
    for entry in range(tour.shape[0]):
        tour[entry, 0] = row
        tour[entry, 1] = col
        both = int64(flat[place])
        code = ((both >> 4) ^ both ^ came) & 15
        row += downs[code]
        col += rights[code]
        place += deltas[code]
        came = back[code]

"""Cutting a board into blocks that have tours: lengths of sides, and where the odd one stands.

A side of even length is cut into pieces of 6, with one of 8 or 10 where 6 does not divide it; a side of odd length has one
odd piece more. Every block of an even and another piece of at least 5 has a closed tour (Schwenk 1991). Where both sides are
odd, the one block with two odd pieces carries an open tour, and stands where the start is.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["even_pieces", "pieces_around", "plain_pieces"]

LONGEST_ODD = 15


def even_pieces(length: int) -> list[int] | None:
    """Pieces for an even length, or None where there are none (2 and 4).

    >>> even_pieces(20), even_pieces(0), even_pieces(4)
    ([6, 6, 8], [], None)
    """
    if length % 2 or length in (2, 4) or length < 0:
        return None
    rest = {0: [], 2: [8], 4: [10]}[length % 6]
    return [6] * ((length - sum(rest)) // 6) + rest


def plain_pieces(length: int) -> list[int] | None:
    """Pieces for any length of at least 5, the odd one last; None for less.

    >>> plain_pieces(13), plain_pieces(5), plain_pieces(18)
    ([6, 7], [5], [6, 6, 6])
    """
    if length < 5:
        return None
    if length % 2 == 0:
        return even_pieces(length)
    odd = {5: 5, 1: 7, 3: 9}[length % 6]
    return [6] * ((length - odd) // 6) + [odd]


def pieces_around(length: int, place: int | None) -> Iterator[tuple[list[int], int]]:
    """Ways to cut an odd length so that its one odd piece holds a place (any, if None): the pieces, and which one is odd.

    The shortest odd pieces come first.

    >>> next(pieces_around(17, 8))
    ([6, 5, 6], 1)
    """
    for odd in range(5, min(length, LONGEST_ODD) + 1, 2):
        for before in range(0, length - odd + 1, 2):
            if place is not None and not before <= place < before + odd:
                continue
            left, right = even_pieces(before), even_pieces(length - before - odd)
            if left is not None and right is not None:
                yield [*left, odd, *right], len(left)

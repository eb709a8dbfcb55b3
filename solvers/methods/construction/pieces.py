"""Cutting a side of the board into pieces, so that all blocks have tours: their lengths, and where the odd one stands.

A side of even length is cut into pieces of 6, and one of 8 or 10 where 6 does not divide it. A side of odd length has one odd
piece more. Every block with an even and another side of at least 5 has a closed tour (A. J. Schwenk, 1991). Where both sides
of the board are odd, the one block with two odd sides carries an open tour and stands where the start is.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["even_pieces", "pieces_around", "pieces_of"]

LONGEST_ODD = 15


def pieces_of(length: int) -> list[int]:
    """Return pieces for any length of at least 5, the odd one last.

    >>> pieces_of(13), pieces_of(5), pieces_of(18)
    ([6, 7], [5], [6, 6, 6])
    """
    odd = {5: 5, 1: 7, 3: 9}[length % 6] if length % 2 else 0
    even = even_pieces(length - odd)
    assert even is not None
    return [*even, odd] if odd else even


def pieces_around(length: int, place: int | None) -> Iterator[tuple[list[int], int, int]]:
    """Yield ways to cut an odd length so that the odd piece holds a place; the shortest odd pieces come first.

    Each way is the pieces, the length of the odd one, and where it begins. If the place is None, it may stand anywhere.

    >>> next(pieces_around(17, 8))
    ([6, 5, 6], 5, 6)
    """
    for odd in range(5, min(length, LONGEST_ODD) + 1, 2):
        least, most = (0, length - odd) if place is None else (max(0, place - odd + 1), min(place, length - odd))
        for before in range(least + least % 2, most + 1, 2):
            left, right = even_pieces(before), even_pieces(length - before - odd)
            if left is not None and right is not None:
                yield [*left, odd, *right], odd, before


def even_pieces(length: int) -> list[int] | None:
    """Return pieces for an even length, or None where there are none (2 and 4).

    >>> even_pieces(20), even_pieces(0), even_pieces(4)
    ([6, 6, 8], [], None)
    """
    if length % 2 or length in (2, 4) or length < 0:
        return None
    rest = {0: [], 2: [8], 4: [10]}[length % 6]
    return [6] * ((length - sum(rest)) // 6) + rest

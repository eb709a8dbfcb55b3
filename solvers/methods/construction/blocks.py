"""Small tours and the exchanges that join them.

Two tours side by side become one when they exchange moves: where a-b is a move of the first and c-d one of the second, and
a-c and b-d are moves of the piece too, the moves a-c and b-d replace a-b and c-d (I. Parberry, An efficient algorithm for the
knight's tour problem, 1997). The walk of `warnsdorff-repair` finds the small tours when they are first needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple, TypeAlias

from graphs.board import Board, Square
from solvers.budget import Meter
from solvers.methods.construction.move_pairs import EMPTY, MOVES, add_move, move_number
from solvers.methods.warnsdorff_repair import warnsdorff_repair
from solvers.problem import Problem

__all__ = ["Block", "Change", "Exchange", "block_pairs", "block_tour", "exchanges_between"]

Change: TypeAlias = tuple[Square, int, int]
"""A square of a block, the number of its old move, and the number of its new move."""

WALKS = 100
"""More walks than any block needs: for all boards with sides of 5 to 60 and all starts, each block got its tour."""


class Block(NamedTuple):
    """A board of rows x cols with a tour: an open one from `start`, or a closed one where there is no start."""

    rows: int
    cols: int
    start: Square | None = None


class Exchange(NamedTuple):
    """The move a-b of one block and the move c-d of another give way to a-c and b-d.

    Each square is counted within its own block; `offset` is the place of the second block's corner, seen from the first.
    """

    a: Square
    b: Square
    c: Square
    d: Square
    offset: Square

    def in_first(self) -> list[Change]:
        """Return what changes in the first block."""
        c, d = _add(self.c, self.offset), _add(self.d, self.offset)
        a, b = self.a, self.b
        return [(a, move_number(a, b), move_number(a, c)), (b, move_number(b, a), move_number(b, d))]

    def in_second(self) -> list[Change]:
        """Return what changes in the second block."""
        down, right = self.offset
        return Exchange(self.c, self.d, self.a, self.b, (-down, -right)).in_first()


@cache
def block_tour(block: Block) -> tuple[Square, ...] | None:
    """Return the tour of a block, or None where none is found.

    >>> len(block_tour(Block(6, 6)))
    36
    """
    problem = Problem.on_board(Board(block.rows, block.cols), start=block.start, closed=block.start is None)
    squares = warnsdorff_repair(problem, Meter(), walks=WALKS).squares
    return None if squares is None else tuple((int(row), int(col)) for row, col in squares)


@cache
def block_pairs(block: Block) -> bytes:
    """Return the pairs of moves of a block's tour, row by row."""
    pairs = bytearray([EMPTY]) * (block.rows * block.cols)
    for here, there in _moves(block):
        for square, other in ((here, there), (there, here)):
            place = square[0] * block.cols + square[1]
            pairs[place] = add_move(pairs[place], move_number(square, other))
    return bytes(pairs)


def exchanges_between(first: Block, second: Block, offset: Square) -> Iterator[Exchange]:
    """Yield the exchanges between two blocks."""
    of_second = _beside(second)
    for a, beside_a in _beside(first).items():
        for down, right in MOVES:
            c = a[0] + down - offset[0], a[1] + right - offset[1]
            if c in of_second:
                for b, d in product(beside_a, of_second[c]):
                    if (d[0] + offset[0] - b[0], d[1] + offset[1] - b[1]) in MOVES:
                        yield Exchange(a, b, c, d, offset)


@cache
def _beside(block: Block) -> dict[Square, list[Square]]:
    """Return for each square those before and after it on the block's tour."""
    beside: dict[Square, list[Square]] = {}
    for here, there in _moves(block):
        beside.setdefault(here, []).append(there)
        beside.setdefault(there, []).append(here)
    return beside


def _moves(block: Block) -> Iterator[tuple[Square, Square]]:
    squares = block_tour(block)
    assert squares is not None
    yield from pairwise(squares)
    if block.start is None:
        yield squares[-1], squares[0]


def _add(square: Square, offset: Square) -> Square:
    return square[0] + offset[0], square[1] + offset[1]

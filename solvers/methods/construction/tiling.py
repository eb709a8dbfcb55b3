"""Tours of boards with both sides at least 5: cut the board into blocks, give each a tour, join neighbours by exchanges.

A board of blocks that carry closed tours becomes one closed tour when each block is joined to its left neighbour, and each
block of the first column to the one above: every join makes one tour of two (I. Parberry, An efficient algorithm for the
knight's tour problem, 1997). On a board with an odd number of squares one block carries an open tour, and so does the whole.
Cost: linear. Blocks with equal neighbours look alike, so only a few are made and the rest are copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeAlias

from graphs.board import Board, Square
from solvers.budget import Meter
from solvers.methods.construction.blocks import Block, Exchange, block_pairs, block_tour, exchanges_between
from solvers.methods.construction.move_pairs import follow, replace_move
from solvers.methods.construction.pieces import pieces_around, pieces_of
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["tiled_tour"]

Piece: TypeAlias = tuple[int | None, int, int | None]
"""The lengths of the piece before, the piece itself, and the piece after; None past the border."""


def tiled_tour(problem: Problem, meter: Meter) -> Outcome:
    """Return the tour of a board with both sides at least 5: a closed one, or an open one whose end is free."""
    board = problem.board
    assert board is not None
    start: Any = problem.start
    if board.size % 2 == 0:
        tiling = _Tiling(pieces_of(board.rows), pieces_of(board.cols))
        return Outcome.found(follow(tiling.pairs(meter), board, (0, 0) if start is None else start), board.size)
    for tiling, first in _odd_tilings(board, start):
        return Outcome.found(follow(tiling.pairs(meter), board, first), board.size)
    return Outcome.unknown(0, "no way was found to cut the board into blocks")


def _odd_tilings(board: Board, start: Square | None) -> Iterator[tuple[_Tiling, Square]]:
    """Yield the tilings of an odd board whose odd block has a tour from the start, and the start."""
    for rows, top in pieces_around(board.rows, None if start is None else start[0]):
        for cols, left in pieces_around(board.cols, None if start is None else start[1]):
            row, col = (top, left) if start is None else start
            tiling = _Tiling(rows, cols, (row - top, col - left))
            if block_tour(tiling.block(*(next(filter(_is_odd, lengths)) for lengths in (rows, cols)))) is not None:
                yield tiling, (row, col)


def _is_odd(length: int) -> bool:
    return length % 2 == 1


@dataclass(frozen=True)
class _Tiling:
    """A board cut into blocks: the lengths of its pieces in both directions.

    Attributes
    ----------
    rows, cols : the lengths of the pieces.
    start : the start of the open tour of the one block with two odd sides, counted within the block.
    exchanges : the exchange between two blocks, for each two of them and each direction.
    used : the moves that each block gives up. No move is given up twice.
    """

    rows: list[int]
    cols: list[int]
    start: Square | None = None
    exchanges: dict[tuple[Block, Block, bool], Exchange] = field(default_factory=dict)
    used: dict[Block, set[frozenset[Square]]] = field(default_factory=dict)

    def block(self, height: int, width: int) -> Block:
        """Return the block of this height and width."""
        return Block(height, width, self.start if height % 2 and width % 2 else None)

    def pairs(self, meter: Meter) -> bytes:
        """Return the pairs of moves of the whole board, row by row."""
        strips: dict[Piece, bytes] = {}
        for piece in dict.fromkeys(_with_neighbours(self.rows)):
            meter.check()
            strips[piece] = self._strip(piece)
        return b"".join(strips[piece] for piece in _with_neighbours(self.rows))

    def _strip(self, row: Piece) -> bytes:
        """Return the pairs of all blocks of one piece of the rows, row by row."""
        blocks = [(self._joined_block(row, col), sum(1 for _ in same)) for col, same in groupby(_with_neighbours(self.cols))]
        return b"".join(lines[index] * times for index in range(row[1]) for lines, times in blocks)

    def _joined_block(self, row: Piece, col: Piece) -> list[bytes]:
        """Return the rows of a block's pairs, after the exchanges with its neighbours."""
        (above, height, below), (left, width, right) = row, col
        block = self.block(height, width)
        changes: list[tuple[Square, int, int]] = []
        if left is not None:
            changes += self._exchange(self.block(height, left), block, False).in_second()
        if right is not None:
            changes += self._exchange(block, self.block(height, right), False).in_first()
        if above is not None and left is None:
            changes += self._exchange(self.block(above, width), block, True).in_second()
        if below is not None and left is None:
            changes += self._exchange(block, self.block(below, width), True).in_first()
        pairs = bytearray(block_pairs(block))
        for square, old, new in changes:
            place = square[0] * width + square[1]
            pairs[place] = replace_move(pairs[place], old, new)
        return [bytes(pairs[place : place + width]) for place in range(0, len(pairs), width)]

    def _exchange(self, first: Block, second: Block, downwards: bool) -> Exchange:
        """Return the exchange between two blocks; `downwards` where the second stands below the first, else at its right."""
        key = first, second, downwards
        if key not in self.exchanges:
            offset = (first.rows, 0) if downwards else (0, first.cols)
            self.exchanges[key] = self._unused(exchanges_between(first, second, offset), first, second)
        return self.exchanges[key]

    def _unused(self, exchanges: Iterable[Exchange], first: Block, second: Block) -> Exchange:
        """Return the first exchange whose moves are still there, and note that it uses them."""
        of_first, of_second = self.used.setdefault(first, set()), self.used.setdefault(second, set())
        for each in exchanges:
            both = first == second and each.first_move == each.second_move  # a block may stand on both sides of another
            if each.first_move not in of_first and each.second_move not in of_second and not both:
                of_first.add(each.first_move)
                of_second.add(each.second_move)
                return each
        raise AssertionError(f"no exchange is left between {first} and {second}")


def _with_neighbours(lengths: list[int]) -> Iterable[Piece]:
    return zip([None, *lengths], lengths, [*lengths[1:], None], strict=False)

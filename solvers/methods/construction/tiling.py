"""Tours of boards with both sides at least 5: cut the board into blocks, give each a tour, join neighbours by exchanges.

A board of blocks that carry closed tours becomes one closed tour when each block is joined to its left neighbour, and each
block of the first column to the one above. The two tours of a join are different until then, so exchanging two parallel moves
makes one tour of them (I. Parberry, An efficient algorithm for the
knight's tour problem, 1997). On a board with an odd number of squares one block carries an open tour, and so does the whole.
Cost: linear. Blocks with equal neighbours look alike, so only a few are made and the rest are copies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, TypeAlias

from graphs.board import Board, Square
from solvers.budget import Meter
from solvers.methods.construction.blocks import Block, Change, Exchange, block_pairs, block_tour, exchanges_between
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
    for rows, height, top in pieces_around(board.rows, None if start is None else start[0]):
        for cols, width, left in pieces_around(board.cols, None if start is None else start[1]):
            row, col = (top, left) if start is None else start
            within = row - top, col - left
            if block_tour(Block(height, width, within)) is not None:
                yield _Tiling(rows, cols, within), (row, col)


class _Tiling:
    """A board cut into blocks.

    Parameters
    ----------
    rows, cols : the lengths of the pieces in both directions.
    start : the start of the open tour in the one block with two odd sides, counted within the block.
    """

    def __init__(self, rows: list[int], cols: list[int], start: Square | None = None) -> None:
        self.rows, self.cols, self.start = rows, cols, start
        self.chosen: dict[tuple[Block, Block, Square], Exchange] = {}
        self.given_up: defaultdict[Block, set[frozenset[Square]]] = defaultdict(set)

    def pairs(self, meter: Meter) -> bytes:
        """Return the pairs of moves of the whole board, row by row.

        Each block is joined to its left neighbour, and in the first column to the one above.
        """
        first, *others = _with_neighbours(self.cols)
        runs = [(col, sum(1 for _ in same)) for col, same in groupby(others)]
        beside = {}
        for height in dict.fromkeys(self.rows):
            blocks = [(self._lines((None, height, None), col), times) for col, times in runs]
            beside[height] = [b"".join(lines[index] * times for lines, times in blocks) for index in range(height)]
        strips: dict[Piece, bytes] = {}
        for row in dict.fromkeys(_with_neighbours(self.rows)):
            meter.check()
            lines = zip(self._lines(row, first), beside[row[1]], strict=True)
            strips[row] = b"".join(part for line in lines for part in line)
        return b"".join(strips[row] for row in _with_neighbours(self.rows))

    def _lines(self, row: Piece, col: Piece) -> list[bytes]:
        """Return the pairs of moves of a block, line by line; it is joined to all neighbours that the pieces name."""
        (above, height, below), (left, width, right) = row, col
        block, changes = self._block(height, width), []
        if left is not None:
            changes += self._exchange(self._block(height, left), block, (0, left)).in_second()
        if right is not None:
            changes += self._exchange(block, self._block(height, right), (0, width)).in_first()
        if above is not None:
            changes += self._exchange(self._block(above, width), block, (above, 0)).in_second()
        if below is not None:
            changes += self._exchange(block, self._block(below, width), (height, 0)).in_first()
        return _changed(block, changes)

    def _block(self, height: int, width: int) -> Block:
        return Block(height, width, self.start if height % 2 and width % 2 else None)

    def _exchange(self, first: Block, second: Block, offset: Square) -> Exchange:
        """Return the exchange between two blocks, the same one each time."""
        key = first, second, offset
        if key not in self.chosen:
            self.chosen[key] = self._choose(*key)
        return self.chosen[key]

    def _choose(self, first: Block, second: Block, offset: Square) -> Exchange:
        """Return the first exchange whose moves are still there: no block gives up a move twice."""
        of_first, of_second = self.given_up[first], self.given_up[second]
        for exchange in exchanges_between(first, second, offset):
            one, other = frozenset((exchange.a, exchange.b)), frozenset((exchange.c, exchange.d))
            if one in of_first or other in of_second or (first == second and one == other):
                continue  # equal blocks give up both moves, each on one of its sides
            of_first.add(one)
            of_second.add(other)
            return exchange
        raise AssertionError(f"no exchange is left between {first} and {second}")


def _changed(block: Block, changes: Iterable[Change]) -> list[bytes]:
    """Return the rows of a block's pairs of moves after some changes."""
    pairs = bytearray(block_pairs(block))
    for (row, col), old, new in changes:
        place = row * block.cols + col
        pairs[place] = replace_move(pairs[place], old, new)
    return [bytes(pairs[begin : begin + block.cols]) for begin in range(0, len(pairs), block.cols)]


def _with_neighbours(lengths: list[int]) -> Iterable[Piece]:
    return zip([None, *lengths], lengths, [*lengths[1:], None], strict=False)

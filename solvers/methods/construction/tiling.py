"""Tours of boards with both sides at least 5: cut the board into blocks, give each a tour, join neighbours by exchanges.

A board of blocks that carry closed tours becomes one closed tour when each block is joined to its left neighbour, and each
block of the first column to the one above. The two tours of a join are different until then, so exchanging two parallel moves
makes one tour of them (I. Parberry, An efficient algorithm for the
knight's tour problem, 1997). On a board with an odd number of squares one block carries an open tour, and so does the whole.
Cost: linear. Blocks with equal neighbours look alike, so only a few are made and the rest are copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True)
class _Tiling:
    """A board cut into blocks.

    Attributes
    ----------
    rows, cols : the lengths of the pieces in both directions.
    start : the start of the open tour in the one block with two odd sides, counted within the block.
    """

    rows: list[int]
    cols: list[int]
    start: Square | None = None

    def block(self, height: int, width: int) -> Block:
        """Return the block of this height and width."""
        return Block(height, width, self.start if height % 2 and width % 2 else None)

    def pairs(self, meter: Meter) -> bytes:
        """Return the pairs of moves of the whole board, row by row."""
        exchanges = _Exchanges()
        first, *others = _with_neighbours(self.cols)
        runs = [(col, sum(1 for _ in same)) for col, same in groupby(others)]
        beside = {height: self._beside(height, runs, exchanges) for height in dict.fromkeys(self.rows)}
        strips: dict[Piece, bytes] = {}
        for row in dict.fromkeys(_with_neighbours(self.rows)):
            meter.check()
            lines = zip(self._of_first_column(row, first, exchanges), beside[row[1]], strict=True)
            strips[row] = b"".join(part for line in lines for part in line)
        return b"".join(strips[row] for row in _with_neighbours(self.rows))

    def _beside(self, height: int, runs: list[tuple[Piece, int]], exchanges: _Exchanges) -> list[bytes]:
        """Return the pairs of one row of blocks but the first, line by line; `runs` holds each piece and its repeats."""
        blocks = []
        for (left, width, right), times in runs:
            assert left is not None
            block = self.block(height, width)
            changes = exchanges.beside(self.block(height, left), block).in_second()
            if right is not None:
                changes += exchanges.beside(block, self.block(height, right)).in_first()
            blocks.append((_changed(block, changes), times))
        return [b"".join(lines[index] * times for lines, times in blocks) for index in range(height)]

    def _of_first_column(self, row: Piece, col: Piece, exchanges: _Exchanges) -> list[bytes]:
        """Return the rows of a block of the first column, which is joined to its right, above and below."""
        (above, height, below), (_, width, right) = row, col
        block = self.block(height, width)
        changes = []
        if right is not None:
            changes += exchanges.beside(block, self.block(height, right)).in_first()
        if above is not None:
            changes += exchanges.below(self.block(above, width), block).in_second()
        if below is not None:
            changes += exchanges.below(block, self.block(below, width)).in_first()
        return _changed(block, changes)


class _Exchanges:
    """The exchanges between the blocks of a tiling: one for each two blocks and each direction, found when first needed."""

    def __init__(self) -> None:
        self.chosen: dict[tuple[Block, Block, Square], Exchange] = {}
        self.given_up: dict[Block, set[frozenset[Square]]] = {}

    def beside(self, left: Block, right: Block) -> Exchange:
        """Return the exchange between two blocks, the second at the right of the first."""
        return self._between(left, right, (0, left.cols))

    def below(self, above: Block, below: Block) -> Exchange:
        """Return the exchange between two blocks, the second below the first."""
        return self._between(above, below, (above.rows, 0))

    def _between(self, first: Block, second: Block, offset: Square) -> Exchange:
        key = first, second, offset
        if key not in self.chosen:
            self.chosen[key] = self._choose(first, second, offset)
        return self.chosen[key]

    def _choose(self, first: Block, second: Block, offset: Square) -> Exchange:
        """Return the first exchange whose moves are still there: no block gives up a move twice."""
        of_first, of_second = self.given_up.setdefault(first, set()), self.given_up.setdefault(second, set())
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

"""Tours of boards with both sides at least 5: cut the board into blocks, give each a tour, join neighbours by exchanges.

A board of blocks that carry closed tours becomes one closed tour when each block is joined to its left neighbour, and each
block of the first column to the one above. The two tours of a join are different until then, so they become one by an exchange
of moves: where a-b is a move of the first and c-d one of the second, and a-c and b-d are moves of the knight too, the moves a-c
and b-d replace a-b and c-d (I. Parberry, An efficient algorithm for the knight's tour problem, 1997). The walk of
`warnsdorff-repair` finds the tours of the blocks when they are first needed.

All pieces of a side have length 6 but one. Every block with an even and another side of at least 5 has a closed tour
(A. J. Schwenk, 1991). Where both sides of the board are odd, the block of the two odd pieces carries an open tour, and so does
the whole.

Cost: linear. Of three or more equal pieces in a row only three are joined: the one in the middle is joined to neighbours like
itself, so it can be repeated.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby, pairwise, product
from typing import Any, NamedTuple, TypeAlias

from graphs.board import Board, Square
from solvers.budget import Meter
from solvers.methods.construction.move_pairs import MOVES, follow, pair_lines, replace_move, stretched
from solvers.methods.warnsdorff_repair import warnsdorff_repair
from solvers.problem import Problem

__all__ = ["tiled_tour"]

WALKS = 100
"""More walks than any block needs: all blocks with sides of 5 to 15 get their tours, from all starts that have one."""


class Block(NamedTuple):
    """A board of rows x cols with a tour: an open one from `start`, by a walk with this seed; without a start, a closed one."""

    rows: int
    cols: int
    start: Square | None = None
    seed: int = 0


Run: TypeAlias = tuple[int, int]
"""The length of a piece on the short board, and how often it is repeated on the long one."""


def tiled_tour(board: Board, start: Square | None, meter: Meter) -> Any:
    """Return the squares of a tour of a board with both sides at least 5: a closed tour, unless all sides are odd.

    >>> len(tiled_tour(Board(12, 17), (3, 4), Meter()))
    204
    """
    start = start or (0, 0)
    is_odd = board.size % 2
    row, col = start if is_odd else (0, 0)  # one closed tour serves all starts
    (rows, top), (cols, left) = _runs(board.rows, row), _runs(board.cols, col)
    return follow(_pairs(rows, cols, (row - top, col - left) if is_odd else None), board, start, meter)


def _runs(length: int, place: int) -> tuple[list[Run], int]:
    """Return the pieces of a side, and where the one begins whose length may differ from 6. That one holds the place."""
    piece = 5 + (length - 5) % 6
    before = min(place // 6 * 6, length - piece)
    if place == before + piece:
        piece += 6
    runs: list[Run] = []
    for each, same in groupby([*[6] * (before // 6), piece, *[6] * ((length - before - piece) // 6)]):
        times = len([*same])
        runs += [(each, 1)] * times if times < 3 else [(each, 1), (each, times - 2), (each, 1)]
    return runs, before


def _pairs(rows: list[Run], cols: list[Run], start: Square | None, seed: int = 0) -> bytes:
    """Return the pairs of moves of the whole board, row by row.

    Parameters
    ----------
    rows, cols : the pieces in both directions.
    start : the start of the open tour in the one block with two odd sides, counted within the block.
    seed : of the walk that finds this tour. If no exchange joins it to its neighbours, the next seed is tried.
    """
    blocks: dict[Square, Block] = {}
    lines: list[bytearray] = []
    for height, _ in rows:
        strip = [bytearray() for _ in range(height)]
        for width, _ in cols:
            block = Block(height, width, start, seed) if height % 2 and width % 2 else Block(height, width)
            blocks[len(lines), len(strip[0])] = block
            for line, part in zip(strip, _block_lines(block), strict=True):
                line += part
        lines += strip
    if not _join(blocks, lines):
        return _pairs(rows, cols, start, seed + 1)
    wide = [stretched(line, cols) for line in lines]
    return stretched(b"".join(wide), [(height * len(wide[0]), times) for height, times in rows])


def _join(blocks: dict[Square, Block], lines: list[bytearray]) -> bool:
    """Join the tours of the blocks: each block to its left neighbour, and in the first column to the one above.

    Return False where no exchange is left between two of them.
    """
    given_up: set[tuple[Block, frozenset[Square]]] = set()
    beside = [(corner, (0, block.cols)) for corner, block in blocks.items()]
    below = [((top, left), (block.rows, 0)) for (top, left), block in blocks.items() if left == 0]

    @cache
    def exchange(first: Block, second: Block, down: int, right: int) -> list[Square] | None:
        """Return a, b, c and d of the first exchange for which no block, nor another equal to it, has given up a move."""
        of_first, of_second = _neighbours(first), _neighbours(second)
        for a, move in product(of_first, MOVES):
            c = a[0] + move[0] - down, a[1] + move[1] - right
            for b, d in product(of_first[a], of_second.get(c, ())):
                given = (first, frozenset((a, b))), (second, frozenset((c, d)))
                if (d[0] + down - b[0], d[1] + right - b[1]) in MOVES and given_up.isdisjoint(given):
                    given_up.update(given)
                    return [a, b, (c[0] + down, c[1] + right), (d[0] + down, d[1] + right)]
        return None

    for (top, left), (down, right) in beside + below:
        neighbour = blocks.get((top + down, left + right))
        if neighbour is not None:
            squares = exchange(blocks[top, left], neighbour, down, right)
            if squares is None:
                return False
            a, b, c, d = ((top + row, left + col) for row, col in squares)
            for square, old, new in ((a, b, c), (b, a, d), (c, d, a), (d, c, b)):
                replace_move(lines, square, old, new)
    return True


@cache
def _neighbours(block: Block) -> dict[Square, list[Square]]:
    """Return for each square those before and after it on the block's tour."""
    near: dict[Square, list[Square]] = {}
    for here, there in _moves(block):
        near.setdefault(here, []).append(there)
        near.setdefault(there, []).append(here)
    return near


@cache
def _block_lines(block: Block) -> list[bytearray]:
    return pair_lines(block.rows, block.cols, _moves(block))


@cache
def _moves(block: Block) -> list[tuple[Square, Square]]:
    """Return the moves of a block's tour."""
    problem = Problem(Board(block.rows, block.cols), start=block.start, closed=block.start is None)
    squares = warnsdorff_repair(problem, Meter(), seed=block.seed, walks=WALKS).squares
    return [*pairwise(squares if block.start else [*squares, squares[0]])]

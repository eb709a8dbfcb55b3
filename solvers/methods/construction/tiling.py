"""Construct knight's tours of boards with both sides at least 5: the board is divided into blocks, whose tours are joined.

*Blocks.* Each side of the board is divided into pieces, and so the board is divided into blocks. All pieces of a side have
length 6, except at most one. A block with sides of at least 5, one of them even, has a closed tour [1]_. If both sides of the
board are odd, one block has two odd sides. This block gets an open tour, so the whole tour is also open. The solver
`warnsdorff-repair` finds the tour of a block when it is first needed.

*Exchanges.* Let a-b be a move of one tour and c-d a move of another tour. If a-c and b-d are also knight's moves, they can
replace a-b and c-d. This joins the two tours into one [2]_. Each block is joined to its left neighbour, and each block of the
first column to the block above it. These joins form a tree on the blocks. So each join connects two different tours, and the
result is a single tour.

*Repetition.* If three or more consecutive pieces of a side have equal length, only three of them are constructed and joined.
The middle one has equal neighbours on both sides. So it can be copied as often as necessary.

Notes
-----
Runs in time linear in the number of squares.

References
----------
.. [1] A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64, 1991.
.. [2] I. Parberry, An efficient algorithm for the knight's tour problem, Discrete Applied Mathematics 73, 1997.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby, pairwise, product
from typing import Any, NamedTuple, TypeAlias

from graphs.board import Board, Square
from solvers.meter import Meter
from solvers.methods.construction.move_pairs import MOVES, follow, pair_lines, repeat_runs, replace_move
from solvers.methods.warnsdorff_repair import warnsdorff_repair
from solvers.problem import Problem

WALKS = 100
"""Maximum number of walks of `warnsdorff-repair` in the search for the tour of a block. Fewer walks are enough for every block
with sides of 5 to 15, and for every start from which the block has a tour."""


class Block(NamedTuple):
    """A small board with a tour. The tour is closed if `start` is None, and open otherwise.

    Attributes
    ----------
    rows, cols : int
        The sides of the board.
    start : tuple of int or None
        The start of the open tour, or None for a closed tour.
    seed : int
        The seed of the solver that finds the tour.
    """

    rows: int
    cols: int
    start: Square | None = None
    seed: int = 0


Run: TypeAlias = tuple[int, int]
"""A piece of a side of the board (see the module docstring): its length in squares, and the number of its copies. Only a piece
between two pieces of equal length can have several copies."""


def tiled_tour(board: Board, start: Square | None, meter: Meter) -> Any:
    """Construct a knight's tour of a board with both sides at least 5, and return its squares.

    Parameters
    ----------
    board : Board
        A board without holes and joined edges.
    start : tuple of int or None
        The start of the tour. If None, the tour starts at (0, 0).
    meter : Meter
        The budget; only its time limit is used.

    Returns
    -------
    list of tuple of int or numpy.ndarray
        The squares in the order of the visit, as `move_pairs.follow` returns them. The tour is closed if the number of squares
        is even.

    Raises
    ------
    BudgetSpent
        If the time limit is exceeded.

    Examples
    --------
    >>> len(tiled_tour(Board(12, 17), (3, 4), Meter()))
    204
    """
    start = start or (0, 0)
    is_odd = board.size % 2
    row, col = start if is_odd else (0, 0)  # a closed tour can start anywhere
    (rows, top), (cols, left) = _runs(board.rows, row), _runs(board.cols, col)
    return follow(_pairs(rows, cols, (row - top, col - left) if is_odd else None), board, start, meter)


def _runs(length: int, place: int) -> tuple[list[Run], int]:
    """Divide a side of the board into pieces. Return the pieces, and the first position of the piece that contains `place`.

    Only this piece may have a length other than 6.
    """
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
    """Return the two moves of each square on the tour, one byte per square (see `move_pairs`), row by row.

    Parameters
    ----------
    rows, cols : list of Run
        The pieces of the two sides of the board.
    start : tuple of int or None
        The start of the open tour of the block with two odd sides, as a square of this block. None if no block has two odd
        sides.
    seed : int
        The seed of the walk that finds this open tour. If the tours of the blocks cannot be joined, the next seed is tried.
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
    wide = [repeat_runs(line, cols) for line in lines]
    return repeat_runs(b"".join(wide), [(height * len(wide[0]), times) for height, times in rows])


def _join(blocks: dict[Square, Block], lines: list[bytearray]) -> bool:
    """Join the tours of all blocks: each to that of the left neighbour and, in the first column, to that of the block above.

    Return False if two tours cannot be joined, because no exchange of their moves is left.
    """
    given_up: set[tuple[Block, frozenset[Square]]] = set()
    beside = [(corner, (0, block.cols)) for corner, block in blocks.items()]
    below = [((top, left), (block.rows, 0)) for (top, left), block in blocks.items() if left == 0]

    @cache
    def exchange(first: Block, second: Block, down: int, right: int) -> list[Square] | None:
        """Return the squares a, b, c and d of an exchange (see the module docstring), or None if no exchange is left.

        All pairs of equal blocks use the same exchange. So it must not remove a move that another exchange removes from an
        equal block.
        """
        of_first, of_second = _neighbours(first), _neighbours(second)
        for a, move in product(of_first, MOVES):
            c = a[0] + move[0] - down, a[1] + move[1] - right
            for b, d in product(of_first[a], of_second.get(c, ())):
                lost_moves = (first, frozenset((a, b))), (second, frozenset((c, d)))
                if (d[0] + down - b[0], d[1] + right - b[1]) in MOVES and given_up.isdisjoint(lost_moves):
                    given_up.update(lost_moves)
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
    """Return the two neighbours of each square on the tour of a block; an end of an open tour has only one."""
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
    """Return the moves of the tour of a block."""
    problem = Problem(Board(block.rows, block.cols), start=block.start, closed=block.start is None)
    squares = warnsdorff_repair(problem, Meter(), seed=block.seed, walks=WALKS).squares
    return [*pairwise(squares if block.start else [*squares, squares[0]])]

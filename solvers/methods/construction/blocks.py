"""Small tours and the moves at which they are joined.

Two tours side by side are joined by exchanging moves: where a-b is a move of the one and c-d of the other, and a-c and b-d
are moves too, the two new ones make one tour of both (I. Parberry, An efficient algorithm for the knight's tour problem,
1997). The tours are found by `warnsdorff-repair` when they are first needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

from graphs.board import Board, Square
from graphs.errors import KnightsTourError
from solvers.methods.construction.move_codes import MOVES
from solvers.problem import Problem
from solvers.result import Status
from solvers.solving import solve

__all__ = ["Block", "Join", "block_tour", "joins_between"]


@dataclass(frozen=True)
class Block:
    """A board of rows x cols with a tour, closed unless it has a start.

    `seed` tells apart tours of the same board, for joins that one of them does not allow.
    """

    rows: int
    cols: int
    start: Square | None = None
    seed: int = 0


@dataclass(frozen=True)
class Join:
    """An exchange between two blocks: the move a-b of the first and c-d of the second give way to a-c and b-d.

    The squares are those of each block by itself.
    """

    a: Square
    b: Square
    c: Square
    d: Square


@cache
def block_tour(block: Block) -> tuple[Square, ...] | None:
    """The tour of a block, or None where none is found.

    >>> len(block_tour(Block(6, 6)))
    36
    """
    problem = Problem.on_board(Board(block.rows, block.cols), start=block.start, closed=block.start is None)
    try:
        result = solve(problem, "warnsdorff-repair", seed=block.seed, walks=50)
        if result.status is not Status.FOUND:
            result = solve(problem, "cp-sat", seed=block.seed)
    except KnightsTourError:
        return None
    return None if result.tour is None else result.tour.squares


@cache
def _beside(block: Block) -> dict[Square, list[Square]]:
    """For each square those before and after it on the block's tour."""
    squares = block_tour(block) or ()
    steps = [*pairwise(squares), *([(squares[-1], squares[0])] if block.start is None else [])]
    beside: dict[Square, list[Square]] = {square: [] for square in squares}
    for here, there in steps:
        beside[here].append(there)
        beside[there].append(here)
    return beside


def joins_between(first: Block, second: Block, offset: Square) -> Iterator[Join]:
    """All exchanges between two blocks; `offset` is where the second one's (0, 0) stands, seen from the first."""
    theirs = _beside(second)
    for a, near_a in _beside(first).items():
        for down, right in MOVES:
            c = a[0] + down - offset[0], a[1] + right - offset[1]
            for b, d in product(near_a, theirs.get(c, ())):
                if (d[0] + offset[0] - b[0], d[1] + offset[1] - b[1]) in MOVES:
                    yield Join(a, b, c, d)

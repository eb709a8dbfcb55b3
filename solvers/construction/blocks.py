"""Small tours and the moves at which they are joined.

Two tours side by side are joined by exchanging moves: where a-b is a move of the one and c-d of the other, and a-c and b-d
are moves too, the two new ones make one tour of both (I. Parberry, An efficient algorithm for the knight's tour problem,
1997). The tours are found by `warnsdorff-repair` when they are first needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from graphs.board import Board, Move, Square
from graphs.errors import KnightsTourError
from solvers.construction.codes import MOVES
from solvers.problem import Problem
from solvers.result import Status
from solvers.solving import solve

__all__ = ["Block", "Join", "block_tour", "joins_between"]

Edge = tuple[Square, Square]


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


def edges_of(block: Block) -> list[Edge]:
    """The moves of a block's tour, each in both directions."""
    squares = block_tour(block) or ()
    steps = list(pairwise(squares))
    if block.start is None:
        steps.append((squares[-1], squares[0]))
    return steps + [(there, here) for here, there in steps]


def joins_between(first: Block, second: Block, offset: Square) -> Iterator[Join]:
    """All exchanges between two blocks; `offset` is where the second one's (0, 0) stands, seen from the first."""
    moves = set(MOVES)
    theirs = edges_of(second)
    for a, b in edges_of(first):
        for c, d in theirs:
            if _move(a, c, offset) in moves and _move(b, d, offset) in moves:
                yield Join(a, b, c, d)


def _move(here: Square, there: Square, offset: Square) -> Move:
    return there[0] + offset[0] - here[0], there[1] + offset[1] - here[1]

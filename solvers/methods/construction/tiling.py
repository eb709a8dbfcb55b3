"""From a board to its tour: cut it into blocks, choose their exchanges, weave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from graphs.board import Board, Square
from solvers.budget import Meter
from solvers.methods.construction.blocks import Block, Join, block_tour, joins_between
from solvers.methods.construction.kernels import NONE, weave
from solvers.methods.construction.move_codes import code_of, tour_along
from solvers.methods.construction.pieces import pieces_around, plain_pieces
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["woven_tour"]

_Kind: TypeAlias = tuple[int, bool]


def woven_tour(problem: Problem, meter: Meter) -> Outcome:
    """The tour of a board's problem.

    The board's sides are at least 5, and the tour is closed, or open and its end free.
    """
    board = problem.board
    assert board is not None
    start: Any = problem.start
    if problem.size % 2:
        for plan in _odd_plans(board, start):
            return _woven(board, plan, meter, start)
        return Outcome.unknown(0, "no way was found to cut the board into blocks")
    transposed = bool(board.rows % 2)
    turned = Board(board.cols, board.rows) if transposed else board
    rows, cols = plain_pieces(turned.rows), plain_pieces(turned.cols)
    assert rows is not None
    assert cols is not None
    first = (0, 0) if start is None else tuple(reversed(start)) if transposed else start
    outcome = _woven(turned, _Plan(rows, cols, None, None), meter, first)
    if transposed and outcome.squares is not None:
        return Outcome.found(outcome.squares[:, ::-1], outcome.nodes)
    return outcome


@dataclass(frozen=True)
class _Plan:
    """The pieces of both sides; `odd` is the block with the open tour, which starts at `start`, counted within it."""

    rows: list[int]
    cols: list[int]
    odd: tuple[int, int] | None
    start: Square | None

    def block(self, row: int, col: int) -> Block:
        """The block at a place of the grid of blocks."""
        return Block(self.rows[row], self.cols[col], self.start if (row, col) == self.odd else None)


def _odd_plans(board: Board, start: Square | None) -> Iterator[_Plan]:
    places = (None, None) if start is None else start
    for rows, row in pieces_around(board.rows, places[0]):
        for cols, col in pieces_around(board.cols, places[1]):
            inside = (0, 0) if start is None else (start[0] - sum(rows[:row]), start[1] - sum(cols[:col]))
            if block_tour(Block(rows[row], cols[col], inside)) is not None:
                yield _Plan(rows, cols, (row, col), inside)


def _woven(board: Board, plan: _Plan, meter: Meter, start: Square | None) -> Outcome:
    codes = np.empty((board.rows, board.cols), np.uint8)
    tops, lefts = (np.concatenate([[0], np.cumsum(pieces)]) for pieces in (plan.rows, plan.cols))
    weave(codes, tops, lefts, *_Kinds(plan).tables())
    meter.check()
    if plan.odd is not None:
        assert plan.start is not None
        start = (int(tops[plan.odd[0]]) + plan.start[0], int(lefts[plan.odd[1]]) + plan.start[1])
    assert start is not None
    return Outcome.found(tour_along(codes, start), board.size)


class _Kinds:
    """The few kinds of pieces of a plan, and for them the tables that `weaving.weave` reads.

    A kind is a length and whether the piece holds the odd block, which is the only one of its kind in both directions.
    """

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan
        self.rows = _kinds_of(plan.rows, plan.odd and plan.odd[0])
        self.cols = _kinds_of(plan.cols, plan.odd and plan.odd[1])
        self.used: dict[Block, set[frozenset[Square]]] = {}

    def tables(self) -> tuple[npt.NDArray[Any], ...]:
        """The kinds of the pieces, the templates, the exchanges to the right and downwards."""
        row_kinds, col_kinds = list(dict.fromkeys(self.rows)), list(dict.fromkeys(self.cols))
        templates = np.zeros((len(row_kinds), len(col_kinds), max(self.plan.rows), max(self.plan.cols)), np.uint8)
        for (i, row), (j, col) in product(enumerate(row_kinds), enumerate(col_kinds)):
            template = _template(self._block(row, col))
            templates[i, j, : template.shape[0], : template.shape[1]] = template
        right = np.zeros((len(row_kinds), len(col_kinds), len(col_kinds), 4, 4), np.int64)
        for row, (left, col) in product(row_kinds, dict.fromkeys(pairwise(self.cols))):
            exchange = self._exchange(self._block(row, left), self._block(row, col), (0, left[0]))
            right[row_kinds.index(row), col_kinds.index(left), col_kinds.index(col)] = exchange
        down = np.zeros((len(col_kinds), len(row_kinds), len(row_kinds), 4, 4), np.int64)
        for upper, row in dict.fromkeys(pairwise(self.rows)):
            exchange = self._exchange(self._block(upper, self.cols[0]), self._block(row, self.cols[0]), (upper[0], 0))
            down[0, row_kinds.index(upper), row_kinds.index(row)] = exchange
        numbers = [
            np.array([kinds.index(kind) for kind in all_], np.int64)
            for kinds, all_ in ((row_kinds, self.rows), (col_kinds, self.cols))
        ]
        return *numbers, templates, right, down

    def _block(self, row: _Kind, col: _Kind) -> Block:
        return Block(row[0], col[0], self.plan.start if row[1] and col[1] else None)

    def _exchange(self, first: Block, second: Block, offset: Square) -> npt.NDArray[np.int64]:
        """An exchange between two blocks; no block gives up the same move to two of its neighbours."""
        used = self.used.setdefault(first, set()), self.used.setdefault(second, set())
        for join in joins_between(first, second, offset):
            moves = frozenset((join.a, join.b)), frozenset((join.c, join.d))
            if moves[0] not in used[0] and moves[1] not in used[1] and (first != second or moves[0] != moves[1]):
                used[0].add(moves[0])
                used[1].add(moves[1])
                return _as_array(join, offset)
        raise AssertionError(f"no exchange is left between {first} and {second}")


def _kinds_of(pieces: list[int], odd: int | None) -> list[_Kind]:
    return [(length, index == odd) for index, length in enumerate(pieces)]


@cache
def _template(block: Block) -> npt.NDArray[np.uint8]:
    squares = block_tour(block)
    assert squares is not None
    codes = np.full((block.rows, block.cols, 2), NONE, np.uint8)
    steps = list(pairwise(squares)) + ([(squares[-1], squares[0])] if block.start is None else [])
    for here, there in steps:
        codes[here][1] = code_of(here, there)
        codes[there][0] = code_of(there, here)
    return np.asarray(codes[:, :, 0] | (codes[:, :, 1] << 4), np.uint8)


def _code(here: Square, there: Square, offset: Square) -> int:
    return code_of(here, (there[0] + offset[0], there[1] + offset[1]))


def _as_array(join: Join, offset: Square) -> npt.NDArray[np.int64]:
    away = (-offset[0], -offset[1])
    a, b, c, d = join.a, join.b, join.c, join.d
    rows = [
        (*a, code_of(a, b), _code(a, c, offset)),
        (*b, code_of(b, a), _code(b, d, offset)),
        (*c, code_of(c, d), _code(c, a, away)),
        (*d, code_of(d, c), _code(d, b, away)),
    ]
    return np.array(rows, np.int64)

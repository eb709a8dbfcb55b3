"""A tour as one byte a square, the codes of its two moves, and from there as the list of its squares."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.board import Board, Move, Square
from graphs.leapers import KNIGHT, leaper_moves
from solvers.errors import UnsupportedProblem
from solvers.methods.construction.kernels import NONE, walk

__all__ = ["MOVES", "check_memory", "code_of", "tour_along"]

MOVES: tuple[Move, ...] = leaper_moves(KNIGHT)
"""The moves by their codes, 0 to 7."""


def code_of(here: Square, there: Square) -> int:
    """The code of the move between two squares.

    >>> MOVES[code_of((4, 4), (3, 6))]
    (-1, 2)
    """
    return MOVES.index((there[0] - here[0], there[1] - here[1]))


def check_memory(board: Board, turned: bool = False) -> None:
    """See that the tour of a board fits into the free memory.

    Raises
    ------
    UnsupportedProblem : it does not.
    """
    need = board.size * (2 * _kind(board.rows, board.cols).itemsize + 2)  # the tour, the codes, a byte for the checker
    if min(board.rows, board.cols) < 5:
        need += 32 * max(board.rows, board.cols)  # the columns by their numbers
    if turned:
        need += 220 * board.size  # the moves, the path, the distances
    memory = _free_memory()
    if need > memory:
        raise UnsupportedProblem(
            f"a tour of {board.size:,} squares takes {need / 2**30:.1f} GiB of memory, and {memory / 2**30:.1f} GiB are free",
            board,
        )


def tour_along(codes: npt.NDArray[np.uint8], start: Square) -> npt.NDArray[Any]:
    """The squares of a tour in their order, from its codes: an array of shape (number of squares, 2).

    >>> codes = np.full((3, 2), 16 * NONE + NONE, np.uint8)
    >>> codes[0, 0], codes[2, 1] = 16 * NONE + code_of((0, 0), (2, 1)), 16 * NONE + code_of((2, 1), (0, 0))
    >>> tour_along(codes, (0, 0))[:2].tolist()
    [[0, 0], [2, 1]]
    """
    rows, cols = codes.shape
    tour = np.empty((codes.size, 2), _kind(rows, cols))
    moves = np.array([*MOVES, *[(0, 0)] * 8])
    back = np.array([MOVES.index((-down, -right)) for down, right in MOVES] + [NONE] * 8)
    walk(codes, moves[:, 0].copy(), moves[:, 1].copy(), back, *start, tour)
    return tour


def _free_memory() -> int:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not told by this system
        return 2**62


def _kind(rows: int, cols: int) -> np.dtype[Any]:
    return np.dtype(np.int16 if max(rows, cols) < 2**15 else np.int32)

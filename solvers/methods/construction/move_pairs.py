"""A tour as one byte for each square: the pair of moves that join the square to its two neighbours on the tour.

A move is a number from 0 to 7, its index in MOVES. A byte holds two of them, one in each half; NO_MOVE fills the half that
an end of an open tour lacks. Such pairs have no direction and no order, so changing a few bytes joins two tours. In the end
the pairs are followed once from the start, in linear time: by a plain loop, or by the same loop compiled.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from itertools import product
from typing import Any, TypeAlias

from graphs.board import Board, Move, Square
from graphs.leapers import KNIGHT, leaper_moves
from solvers.errors import UnsupportedProblem

__all__ = ["BACK", "EMPTY", "MOVES", "NO_MOVE", "add_move", "check_memory", "follow", "move_number", "replace_move"]

ARRAY_FROM = 40_000
"""Squares from which a tour is an array: the checker takes 0.4 µs a square of a list and 5 ns of an array, and numpy is
loaded in 0.07 s."""
COMPILED_FROM = 2_000_000
"""Squares from which the loop is compiled: as a whole process 1400x1400 takes 0.36 s without and 0.58 s with it, 2000x2000
0.8 s and 0.63 s, 3000x3000 1.8 s and 1.1 s. Loading numba is most of it."""

MOVES: tuple[Move, ...] = leaper_moves(KNIGHT)
NO_MOVE = len(MOVES)
EMPTY = NO_MOVE | NO_MOVE << 4
"""The byte of a square without moves."""

_NUMBERS = {move: number for number, move in enumerate(MOVES)}
BACK = [_NUMBERS[-down, -right] for down, right in MOVES] + [NO_MOVE]
"""The numbers of the moves back."""
_Turn: TypeAlias = "dict[int, tuple[int, _Turn]]"


def move_number(here: Square, there: Square) -> int:
    """Return the number of the move from one square to another.

    >>> MOVES[move_number((4, 4), (3, 6))]
    (-1, 2)
    """
    return _NUMBERS[there[0] - here[0], there[1] - here[1]]


def replace_move(pair: int, old: int, new: int) -> int:
    """Return a pair with one of its moves replaced.

    >>> replace_move(3 | 5 << 4, 5, 1) == 3 | 1 << 4
    True
    """
    return pair & 0xF0 | new if pair & 15 == old else pair & 15 | new << 4


def add_move(pair: int, move: int) -> int:
    """Return a pair with a move more."""
    return replace_move(pair, NO_MOVE, move)


def follow(pairs: bytes, board: Board, start: Square) -> Any:
    """Return the squares of a tour in their order, from the pairs of all squares, row by row.

    The tour leaves its start by the second move of the pair, or by the only one. On large boards the compiled loop is
    used, which makes the same tour.

    Returns
    -------
    list of tuple, or an integer array of shape (number of squares, 2), which large boards and the compiled loop give.

    Examples
    --------
    >>> ring = [EMPTY] * 9
    >>> for place, here, there in [(0, (0, 0), (2, 1)), (7, (2, 1), (0, 0))]:
    ...     ring[place] = add_move(ring[place], move_number(here, there))
    >>> [(int(row), int(col)) for row, col in follow(bytes(ring), Board(3, 3), (0, 0))[:2]]
    [(0, 0), (2, 1)]
    """
    if _is_compiled(board):
        return _follow_compiled(pairs, board, start)
    places = _places(pairs, board.cols, start)
    if board.size >= ARRAY_FROM:
        import numpy as np

        return np.stack(np.divmod(np.array(places), board.cols), axis=1).astype(_number_type(board))
    squares = list(product(range(board.rows), range(board.cols)))
    return [squares[place] for place in places]


def _is_compiled(board: Board) -> bool:
    """Return whether the compiled loop is used: where it pays to load it."""
    return board.size >= COMPILED_FROM and find_spec("numba") is not None


def _places(pairs: bytes, cols: int, start: Square) -> list[int]:
    """Follow the pairs in plain Python, 0.08 µs a square; a place is a square's index, row by row.

    There is one table (`turn`) for each move back to the previous square. Given the pair of the current square, the table holds
    the step to the next place, by the other move of the pair, and the table to use there.
    """
    place = start[0] * cols + start[1]
    turn = _turns(cols)[_came_from(pairs[place])]
    places = []
    for _ in pairs:
        places.append(place)
        step, turn = turn[pairs[place]]
        place += step
    return places


def _turns(cols: int) -> list[_Turn]:
    """Return the turns, each by the number of the move that leads back."""
    steps = [down * cols + right for down, right in MOVES] + [0]
    turns: list[_Turn] = [{} for _ in steps]
    for back, other in product(range(len(steps)), repeat=2):
        turns[back][back | other << 4] = turns[back][other | back << 4] = steps[other], turns[BACK[other]]
    return turns


def _follow_compiled(pairs: bytes, board: Board, start: Square) -> Any:
    """Follow the pairs by machine code: 5 ns a square."""
    import numpy as np

    from solvers.methods.construction.kernels import follow_pairs

    tour = np.empty((board.size, 2), _number_type(board))
    came = _came_from(pairs[start[0] * board.cols + start[1]])
    follow_pairs(np.frombuffer(pairs, np.uint8), board.cols, came, *start, tour)
    return tour


def _came_from(pair: int) -> int:
    """Return the move of the start's pair by which the tour does not leave."""
    first, second = pair & 15, pair >> 4
    return second if second == NO_MOVE else first


def check_memory(board: Board, rotated: bool = False) -> None:
    """Check that the tour of a board fits into the free memory.

    Raises
    ------
    UnsupportedProblem : it does not fit.
    """
    need = board.size * (2 * int(_number_type(board)[1]) + 2)  # the tour, the pairs, a byte for the checker
    if not _is_compiled(board):
        need += 60 * board.size  # the list of places
    if rotated:
        need += 220 * board.size  # the moves, the path, the distances
    memory = _free_memory()
    if need > memory:
        raise UnsupportedProblem(
            f"a tour of {board.size:,} squares takes {need / 2**30:.1f} GiB of memory, and {memory / 2**30:.1f} GiB are free",
            board,
        )


def _number_type(board: Board) -> str:
    return "i2" if max(board.rows, board.cols) < 2**15 else "i4"


def _free_memory() -> int:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # the system does not say
        return 2**62

"""A tour as one byte for each square: the pair of moves that join the square to its two neighbours on the tour.

A move is a number from 0 to 7, its index among those of the leaper. A byte holds two of them, one in each half; NO_MOVE fills
the half that an end of an open tour lacks. Such pairs have no direction and no order, so changing a few bytes joins two tours,
and copying bytes makes a long tour of a short one. In the end the pairs are followed once from the start, in linear time: by a
plain loop, or by the same loop compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from graphs.board import Board, Move, Square
from graphs.leapers import KNIGHT, Leaper, leaper_moves
from graphs.loading import load
from solvers.budget import Meter
from solvers.errors import UnsupportedProblem

__all__ = ["MOVES", "check_memory", "follow", "pair_lines", "replace_move", "stretched"]

ARRAY_FROM = 40_000
"""Squares from which a tour is an array: the checker takes 0.4 µs a square of a list and 5 ns of an array, and numpy is
loaded in 0.07 s."""
COMPILED_FROM = 2_000_000
"""Squares from which the loop is compiled: as a whole process 1400x1400 takes 0.36 s without and 0.58 s with it, 2000x2000
0.8 s and 0.63 s, 3000x3000 1.8 s and 1.1 s. Loading numba is most of it."""
SQUARES_BETWEEN_LOOKS = 4_000_000
"""Squares between two looks at the clock: some hundredths of a second."""

MOVES: tuple[Move, ...] = leaper_moves(KNIGHT)
NO_MOVE = len(MOVES)
_Turn: TypeAlias = "dict[int, tuple[int, _Turn]]"


@cache
def _numbered(leaper: Leaper) -> tuple[list[Move], dict[Move, int], list[int]]:
    """Return the moves by their numbers, up to that of no move, the numbers of the moves, and those of the moves back."""
    moves = leaper_moves(leaper)
    steps = [*moves, *[(0, 0)] * (NO_MOVE + 1 - len(moves))]
    numbers = {step: number for number, step in enumerate(steps)}
    return steps, numbers, [numbers[-down, -right] for down, right in steps]


def replace_move(lines: list[bytearray], square: Square, old: Square, new: Square, leaper: Leaper = KNIGHT) -> None:
    """Join a square to another neighbour than before.

    Parameters
    ----------
    lines : the pairs of moves, one row of the board each.
    square : the square whose pair changes.
    old, new : the neighbour that it loses and the one that it gets. If it lacks a move, the old one is the square itself.
    """
    row, col = square
    pair = lines[row][col]
    numbers = _numbered(leaper)[1]
    lost, number = (numbers[other[0] - row, other[1] - col] for other in (old, new))
    lines[row][col] = pair & 0xF0 | number if pair & 15 == lost else pair & 15 | number << 4


def pair_lines(rows: int, cols: int, moves: Iterable[Sequence[Square]], leaper: Leaper = KNIGHT) -> list[bytearray]:
    """Return the pairs of a board, row by row, from the moves of its tour.

    >>> [line.hex() for line in pair_lines(2, 3, [((0, 0), (1, 2))])]
    ['818888', '888885']
    """
    lines = [bytearray([NO_MOVE | NO_MOVE << 4]) * cols for _ in range(rows)]
    for here, there in moves:
        replace_move(lines, here, here, there, leaper)
        replace_move(lines, there, there, here, leaper)
    return lines


def stretched(pairs: bytes | bytearray, runs: Iterable[tuple[int, int]]) -> bytes:
    """Return a row of pairs whose parts are repeated. Each run is the length of a part and the number of its copies.

    >>> stretched(b"abcd", [(1, 1), (2, 3), (1, 1)])
    b'abcbcbcd'
    """
    parts, begin = [], 0
    for length, times in runs:
        parts.append(pairs[begin : begin + length] * times)
        begin += length
    return b"".join(parts)


def follow(pairs: bytes, board: Board, start: Square, meter: Meter, leaper: Leaper = KNIGHT) -> Any:
    """Return the squares of a tour in their order, from the pairs of all squares, row by row.

    The tour leaves its start by the second move of the pair, or by the only one. On large boards the compiled loop is
    used, which makes the same tour.

    Raises
    ------
    BudgetSpent : the time is over.

    Returns
    -------
    list of tuple, or an integer array of shape (number of squares, 2), which large boards and the compiled loop give.

    Examples
    --------
    >>> ring = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    >>> pairs = b"".join(pair_lines(3, 3, zip(ring, ring[1:] + ring[:1])))
    >>> [(int(row), int(col)) for row, col in follow(pairs, Board(3, 3), (0, 0), Meter())[:3]]
    [(0, 0), (2, 1), (0, 2)]
    """
    numbered, _, back = _numbered(leaper)
    first = pairs[start[0] * board.cols + start[1]]
    came = NO_MOVE if first >> 4 == NO_MOVE else first & 15
    if board.size >= COMPILED_FROM:
        load("solvers.methods.compiled.move_pairs")
        import numpy as np

        from solvers.methods.compiled.move_pairs import follow_pairs

        tour = np.empty((board.size, 2), _number_type(board))
        steps = np.array([*zip(*numbered, strict=True), back])
        at = came, *start
        for part in np.array_split(tour, board.size // SQUARES_BETWEEN_LOOKS + 1):
            meter.check()
            at = follow_pairs(np.frombuffer(pairs, np.uint8), board.cols, steps, *at, part)
        return tour
    places = _places(pairs, board.cols, start, came, leaper)
    if board.size >= ARRAY_FROM:
        load("numpy")
        import numpy as np

        return np.stack(np.divmod(np.array(places), board.cols), axis=1).astype(_number_type(board))
    squares = list(product(range(board.rows), range(board.cols)))
    return [squares[place] for place in places]


def _places(pairs: bytes, cols: int, start: Square, came: int, leaper: Leaper) -> list[int]:
    """Follow the pairs in plain Python, 0.08 µs a square; a place is a square's index, row by row.

    There is one table (`turn`) for each move back to the previous square. Given the pair of the current square, the table holds
    the step to the next place, by the other move of the pair, and the table to use there.
    """
    numbered, _, backs = _numbered(leaper)
    steps = [down * cols + right for down, right in numbered]
    turns: list[_Turn] = [{} for _ in steps]
    for back, other in product(range(len(steps)), repeat=2):
        turns[back][back | other << 4] = turns[back][other | back << 4] = steps[other], turns[backs[other]]
    place, turn, places = start[0] * cols + start[1], turns[came], []
    for _ in pairs:
        places.append(place)
        step, turn = turn[pairs[place]]
        place += step
    return places


def check_memory(board: Board, rotated: bool) -> None:
    """Check that the tour of a large board fits into the free memory.

    Raises
    ------
    UnsupportedProblem : it does not fit.
    """
    if board.size < ARRAY_FROM:
        return
    load("psutil")
    import psutil

    need = board.size * (2 * int(_number_type(board)[1]) + 2)  # the tour, the pairs, a byte for the checker
    if board.size < COMPILED_FROM:
        need += 60 * board.size  # the list of places
    if rotated:
        need += 220 * board.size  # the moves, the path, the distances
    memory = psutil.virtual_memory().available
    if need > memory:
        raise UnsupportedProblem(
            f"a tour of {board.size:,} squares takes {need / 2**30:.1f} GiB of memory, and {memory / 2**30:.1f} GiB are free",
            board,
        )


def _number_type(board: Board) -> str:
    return "i2" if max(board.rows, board.cols) < 2**15 else "i4"

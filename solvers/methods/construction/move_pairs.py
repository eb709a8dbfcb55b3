"""Store a tour in one byte per square: the *pair* of moves to its two neighbours on the tour.

Each half of the byte (four bits) contains one move, as a number from 0 to 7: its index in the list of moves of the leaper. An
end of an open tour has only one neighbour, so one half of its byte is NO_MOVE. The bytes contain neither the direction of the
tour nor the order of its squares. So two tours are joined by changing a few bytes, and a tour is made longer by copying bytes.

To list the squares of the tour, a loop follows the pairs once from the start, in linear time. The loop runs in plain Python or,
for large boards, as a compiled version.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from graphs.board import Board, Move, Square
from graphs.leapers import KNIGHT, Leaper, leaper_moves
from graphs.loading import load
from solvers.core.budget import Meter
from solvers.core.errors import UnsupportedProblem
from solvers.core.memory import free_memory

# Checking a tour takes 0.4 µs per square of a list and 5 ns per square of an array. Loading numpy takes 0.07 s, once per
# process.
ARRAY_FROM = 6_400
"""Minimum number of squares for which a tour is returned as a numpy array instead of a list."""
# Times of a whole process without and with the compiled loop: 0.36 s and 0.58 s for 1400x1400, 0.8 s and 0.63 s for 2000x2000,
# 1.8 s and 1.1 s for 3000x3000. For 1400x1400, the loop is slower because of the time to load numba.
COMPILED_FROM = 2_000_000
"""Minimum number of squares for which the compiled loop is used."""
CHECKED_FROM = 100_000
"""Minimum number of squares for which the free memory is checked. Smaller tours need less than 7 MB."""
SQUARES_BETWEEN_LOOKS = 4_000_000
"""Maximum number of squares that are listed between two checks of the clock, some hundredths of a second apart."""

NO_MOVE = 8
"""Number that marks the missing move at an end of an open tour."""
_Turn: TypeAlias = "dict[int, tuple[int, _Turn]]"


@cache
def _numbered(leaper: Leaper) -> tuple[list[Move], dict[Move, int], list[int]]:
    """Return the moves of a leaper, their numbers, and the numbers of the reverse moves.

    Numbers without a move, such as NO_MOVE, get the move (0, 0).
    """
    moves = leaper_moves(leaper)
    steps = [*moves, *[(0, 0)] * (NO_MOVE + 1 - len(moves))]
    numbers = {step: number for number, step in enumerate(steps)}
    return steps, numbers, [numbers[-down, -right] for down, right in steps]


def toggle_moves(lines: list[bytearray], moves: Iterable[Sequence[Square]], leaper: Leaper = KNIGHT) -> None:
    """Add moves to the bytes of their two squares, or remove those that the bytes contain.

    Each square must lack a move before one is added.
    """
    numbers = _numbered(leaper)[1]
    for move in moves:
        for (row, col), (next_row, next_col) in (move, move[::-1]):
            pair, old, new = lines[row][col], NO_MOVE, numbers[next_row - row, next_col - col]
            if new in (pair & 15, pair >> 4):
                old, new = new, old
            lines[row][col] = pair & 0xF0 | new if pair & 15 == old else pair & 15 | new << 4


def move_pair_lines(rows: int, cols: int, moves: Iterable[Sequence[Square]], leaper: Leaper = KNIGHT) -> list[bytearray]:
    """Return a tour as one byte per square, in one bytearray per row.

    `moves` contains the moves in any order, each as its two squares.

    >>> [line.hex() for line in move_pair_lines(2, 3, [((0, 0), (1, 2))])]
    ['818888', '888885']
    """
    lines = [bytearray([NO_MOVE | NO_MOVE << 4]) * cols for _ in range(rows)]
    toggle_moves(lines, moves, leaper)
    return lines


def repeat_move_pairs(lines: Iterable[bytes | bytearray], runs: Sequence[tuple[int, int]]) -> bytes:
    """Divide rows of bytes into sections, and repeat each section a given number of times.

    `runs` contains the length and the number of copies of each section.

    >>> repeat_move_pairs([b"abcd"], [(1, 1), (2, 3), (1, 1)])
    b'abcbcbcd'
    """
    parts = []
    for line in lines:
        begin = 0
        for length, times in runs:
            parts.append(line[begin : begin + length] * times)
            begin += length
    return b"".join(parts)


def follow_move_pairs(pairs: bytes, board: Board, start: Square, meter: Meter, leaper: Leaper = KNIGHT) -> Any:
    """Return a tour's squares in visiting order, from one byte per square.

    The result is a list or, on boards with at least `ARRAY_FROM` squares, an integer array of shape (number of squares, 2). The
    tour begins at `start`. If this is not an end, the first move is the one in the upper half of its byte.

    >>> ring = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    >>> pairs = b"".join(move_pair_lines(3, 3, zip(ring, ring[1:] + ring[:1])))
    >>> [(int(row), int(col)) for row, col in follow_move_pairs(pairs, Board(3, 3), (0, 0), Meter())[:3]]
    [(0, 0), (2, 1), (0, 2)]
    """
    numbered, _, back = _numbered(leaper)
    first = pairs[start[0] * board.cols + start[1]]
    came = NO_MOVE if first >> 4 == NO_MOVE else first & 15
    if board.size >= COMPILED_FROM:
        load("solvers.methods.construction.move_pairs_kernels")
        import numpy as np

        from solvers.methods.construction.move_pairs_kernels import follow_pairs

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
    """Return the indices of a tour's squares in visiting order.

    `came` is the number of the move from `start` back to the square before it, or NO_MOVE. The loop takes 0.08 µs per square,
    because it only looks up values in dictionaries. There is one dictionary per move back to the previous square. It maps the
    byte of the current square to the difference between the indices of the next and the current square, and to the next
    dictionary.
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


def check_move_pair_memory(board: Board, copies: int = 1) -> None:
    """Raise UnsupportedProblem if a number of copies of a tour do not fit into memory."""
    if board.size < CHECKED_FROM:
        return
    # the copies, the pairs, and one byte per square for the checker
    need = board.size * (2 * copies * int(_number_type(board)[1]) + 2)
    if board.size < COMPILED_FROM:
        need += 60 * board.size  # the list of indices
    memory = free_memory()
    if need > memory:
        raise UnsupportedProblem(
            f"a tour of {board.size:,} squares needs {need / 2**30:.1f} GiB of memory, but {memory / 2**30:.1f} GiB are free",
            board,
        )


def _number_type(board: Board) -> str:
    return "i2" if max(board.rows, board.cols) < 2**15 else "i4"

"""The checker for tours of boards kept as arrays: the same verdict as `verify_tour`, without a graph.

Vectorised, some ten thousand entries at a time, so that a hundred million squares take about a second without a large copy.
Where it finds a fault, the entry is told as `verify_tour` would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from graphs.board import Board, Square
from graphs.errors import InvalidTour
from graphs.leapers import KNIGHT, Leaper
from graphs.tour import Tour

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["verify_array"]

ENTRIES_AT_A_TIME = 50_000


def verify_array(
    board: Board,
    array: npt.NDArray[Any],
    *,
    leaper: Leaper = KNIGHT,
    start: Square | None = None,
    end: Square | None = None,
    closed: bool = False,
) -> Tour:
    """Check that an integer array of shape (number of squares, 2) is a tour of a board, and return it as a `Tour`.

    Parameters
    ----------
    board, leaper : the board, with its holes and joined edges, and the piece.
    array : the squares (row, col) in the order of the visit.
    start, end, closed : as in `verify_tour`.

    Raises
    ------
    InvalidTour : names the first thing that is wrong.

    Examples
    --------
    >>> import numpy as np
    >>> ring = Board(3, 3, holes=[(1, 1)])
    >>> walk = np.array([(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)])
    >>> len(verify_array(ring, walk, closed=True))
    8
    """
    import numpy as np

    if array.ndim != 2 or array.shape[1] != 2 or not np.issubdtype(array.dtype, np.integer):
        raise InvalidTour(f"an integer array of shape (squares, 2) is needed, not {array.dtype} {array.shape}")
    if len(array) == 0:
        raise InvalidTour("a tour has at least one square, this one has none")
    _check_end(array, 0, start, "start")
    _check_walk(board, array, leaper)
    if len(array) != board.size:
        raise InvalidTour(f"{board.size - len(array)} of {board.size} squares are left out", None)
    _check_end(array, len(array) - 1, end, "end")
    if closed:
        if len(array) < 3:
            raise InvalidTour(f"a closed tour needs at least 3 squares, this one has {len(array)}")
        if not _are_moves(board, array[[-1, 0]].astype(np.int64), leaper)[0]:
            last = len(array) - 1
            raise InvalidTour(
                f"the tour is not closed: entry {last}, {_square(array, last)}, is not a move from entry 0", entry=last
            )
    return Tour.from_array(array, closed, board)


def _check_end(array: npt.NDArray[Any], entry: int, wanted: Square | None, name: str) -> None:
    if wanted is not None and _square(array, entry) != wanted:
        raise InvalidTour(f"entry {entry}, {_square(array, entry)}, is not the {name} {wanted}", _square(array, entry), entry)


def _check_walk(board: Board, array: npt.NDArray[Any], leaper: Leaper) -> None:
    import numpy as np

    visited = np.zeros(board.rows * board.cols, np.bool_)
    for row, col in board.holes:
        visited[row * board.cols + col] = True
    for first in range(0, len(array), ENTRIES_AT_A_TIME):
        piece = array[max(0, first - 1) : first + ENTRIES_AT_A_TIME]
        inside = (piece[:, 0] >= 0) & (piece[:, 0] < board.rows) & (piece[:, 1] >= 0) & (piece[:, 1] < board.cols)
        if not inside.all():
            _name_fault(board, array, leaper)
        piece = piece.astype(np.int32)  # only now: a number off the board may be one on it when it is cut short
        if not _are_moves(board, piece, leaper).all():
            _name_fault(board, array, leaper)
        fresh = piece[1 if first else 0 :]
        number = fresh[:, 0].astype(np.int64) * board.cols + fresh[:, 1]
        visited[number] = True
    if np.count_nonzero(visited) != len(array) + len(board.holes):  # a hole, or a square twice
        _name_fault(board, array, leaper)


def _are_moves(board: Board, squares: npt.NDArray[Any], leaper: Leaper) -> npt.NDArray[Any]:
    """For each square but the last, whether the next is a move away."""
    import numpy as np

    down, right = np.abs(np.diff(squares[:, 0])), np.abs(np.diff(squares[:, 1]))
    short, long = sorted(leaper)
    if board.wrap is None:
        moves: npt.NDArray[Any] = (down * right == short * long) & (down + right == short + long)
        return moves
    found = np.zeros(len(down), np.bool_)
    for one, other in ((short, long), (long, short)):
        found |= _is_step(down, one, board.rows, board.wraps_rows) & _is_step(right, other, board.cols, board.wraps_cols)
    result: npt.NDArray[Any] = found & ((down != 0) | (right != 0))
    return result


def _is_step(distance: npt.NDArray[Any], length: int, period: int, joined: bool) -> npt.NDArray[Any]:
    import numpy as np

    there = [length % period, -length % period] if joined else [length]
    same: npt.NDArray[Any] = np.isin(distance % period if joined else distance, there)
    return same


def _name_fault(board: Board, array: npt.NDArray[Any], leaper: Leaper) -> NoReturn:
    """Walk entry by entry to the first fault."""
    import numpy as np

    seen: dict[Square, int] = {}
    for entry in range(len(array)):
        square = _square(array, entry)
        if square not in board:
            raise InvalidTour(f"entry {entry}, {square}, is not on the board", square, entry)
        if entry and not _are_moves(board, array[entry - 1 : entry + 1].astype(np.int64), leaper)[0]:
            before = _square(array, entry - 1)
            raise InvalidTour(
                f"entries {entry - 1} and {entry}, {before} to {square}, are not a move apart", (before, square), entry
            )
        if square in seen:
            raise InvalidTour(f"entry {entry}, {square}, repeats entry {seen[square]}", square, entry)
        seen[square] = entry
    raise AssertionError("the array is refused, but no entry is at fault")


def _square(array: npt.NDArray[Any], entry: int) -> Square:
    row, col = array[entry].tolist()
    return row, col

"""The one independent checker: is this list of squares a tour?

It calls no solver code, and `solvers.solve` checks every tour with it before returning the tour. There are three
ways in: a graph and a list of nodes (`verify_tour`); a board and a list of squares, without a graph (`verify_on_board`); a
board and an array of squares (`verify_array`), for hundreds of millions of squares. All three make the same checks in the
same order, find the same fault and name it in the same sentence. On boards, `are_moves` alone defines a step, for two squares
and for arrays of squares. Cost: linear in the number of squares.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from operator import sub
from typing import TYPE_CHECKING, Any

from graphs.board import Board, Square
from graphs.errors import InvalidTour
from graphs.leapers import KNIGHT, Leaper, board_of
from graphs.tour import Tour, are_plain, as_square
from graphs.words import WORDS, Words, subject_of

if TYPE_CHECKING:
    import networkx as nx
    import numpy.typing as npt

__all__ = ["verify_array", "verify_on_board", "verify_tour"]

OF_BOARD = WORDS["board"]
ENTRIES_AT_A_TIME = 50_000
"""Rows of an array that are checked in one step: so many fit into the processor's cache."""


def verify_tour(
    graph: nx.Graph[Any],
    squares: Iterable[Any],
    *,
    start: Hashable | None = None,
    end: Hashable | None = None,
    closed: bool = False,
) -> Tour:
    """Check that a list of nodes is a tour of a graph, and return it as a `Tour`.

    Parameters
    ----------
    graph : any undirected networkx graph.
    squares : the nodes in the order of the visit: a `Tour`, a list, or an array of shape (number of squares, 2).
    start, end : the first and the last node that the tour must have; None allows any.
    closed : whether the last square must be a move away from the first. A closed tour has at least 3 squares.

    Raises
    ------
    InvalidTour : it is not a tour. The sentence names the first fault; `entry` is the number of the entry at fault, from 0.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> ring = knight_graph(Board(3, 3, holes=[(1, 1)]))
    >>> len(verify_tour(ring, [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)], closed=True))
    8
    >>> verify_tour(ring, [(0, 0), (1, 2), (0, 2)])
    Traceback (most recent call last):
        ...
    graphs.errors.InvalidTour: entries 1 and 2, (1, 2) to (0, 2), are not a move apart
    """
    known = board_of(graph)
    tour = Tour(squares, closed, None if known is None else known[0])
    return _verified(tour, graph, graph.has_edge, as_square(start), as_square(end), WORDS[subject_of(graph)])


def verify_on_board(
    board: Board,
    squares: Iterable[Any],
    *,
    leaper: Leaper = KNIGHT,
    start: Hashable | None = None,
    end: Hashable | None = None,
    closed: bool = False,
) -> Tour:
    """Check that a list of squares is a leaper's tour of a board, as `verify_tour` does, without a graph.

    Raises
    ------
    InvalidTour : it is not a tour.

    Examples
    --------
    >>> len(verify_on_board(Board(3, 3, holes=[(1, 1)]), [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]))
    8
    """
    tour = Tour(squares, closed, board)
    start, end = as_square(start), as_square(end)
    is_move = _step_test(board, leaper)
    if not _visits_all(board, tour.squares, leaper):
        return _verified(tour, board, is_move, start, end)
    _check_start(tour, start)
    _check_end(tour, end, is_move)
    return tour


def verify_array(
    board: Board,
    array: npt.NDArray[Any],
    *,
    leaper: Leaper = KNIGHT,
    start: Square | None = None,
    end: Square | None = None,
    closed: bool = False,
) -> Tour:
    """Check that an array is a leaper's tour of a board, as `verify_on_board` does, and return it as a `Tour`.

    The array is not copied: a hundred million squares take about a second.

    Parameters
    ----------
    board, leaper : the board and the piece.
    array : the squares (row, col) in the order of the visit: integers of shape (number of squares, 2).
    start, end, closed : as in `verify_tour`.

    Raises
    ------
    InvalidTour : it is not a tour.

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
    tour = Tour.from_array(array, closed, board)
    _check_start(tour, start)
    is_move = _step_test(board, leaper)
    visited = _visited(board, array, leaper)
    if visited is None:
        _check_walk(_rows(array), board, is_move)
        raise AssertionError("the array is refused, but no entry is at fault")
    if len(array) < board.size:
        _refuse_gaps(map(tuple, np.argwhere(~visited).tolist()), len(array), board.size)
    _check_end(tour, end, is_move)
    return tour


def are_moves(board: Board, leaper: Leaper, down: Any, right: Any) -> Any:
    """Return whether the differences of rows and of columns between two squares are those of a leaper's move.

    Parameters
    ----------
    board : its joined edges count; whether the squares are on it does not.
    leaper : the piece.
    down, right : two whole numbers, or two integer arrays of one shape.

    Returns
    -------
    A bool, or a boolean array of that shape.

    Examples
    --------
    >>> are_moves(Board(8, 8), (1, 2), -2, 1), are_moves(Board(8, 8), (1, 2), 6, 1)
    (True, False)
    >>> are_moves(Board(8, 8, wrap="rows"), (1, 2), 6, 1)
    True
    """
    a, b = leaper
    down, right = abs(down), abs(right)
    if board.wrap is None:
        return (down * right == a * b) & (down + right == a + b)

    def reaches(distance: Any, length: int, period: int, joined: bool) -> Any:
        if not joined:
            return distance == length
        return ((distance - length) % period == 0) | ((distance + length) % period == 0)

    rows, cols = (board.rows, board.wraps_rows), (board.cols, board.wraps_cols)
    moved = (down != 0) | (right != 0)
    return moved & ((reaches(down, a, *rows) & reaches(right, b, *cols)) | (reaches(down, b, *rows) & reaches(right, a, *cols)))


def _step_test(board: Board, leaper: Leaper) -> Callable[[Any, Any], bool]:
    def is_move(here: Any, there: Any) -> bool:
        return bool(are_moves(board, leaper, there[0] - here[0], there[1] - here[1]))

    return is_move


def _verified(
    tour: Tour,
    places: Collection[Any],
    is_move: Callable[[Any, Any], bool],
    start: Hashable | None,
    end: Hashable | None,
    words: Words = OF_BOARD,
) -> Tour:
    """Return the tour if it visits exactly these places. The checks run in this order: start, moves, coverage, end."""
    _check_start(tour, start, words)
    _check_walk(tour.squares, places, is_move, words)
    if len(tour) < len(places):
        visited = set(tour.squares)
        _refuse_gaps((square for square in places if square not in visited), len(tour), len(places), words)
    _check_end(tour, end, is_move, words)
    return tour


def _visits_all(board: Board, squares: tuple[Any, ...], leaper: Leaper) -> bool:
    """Return whether plain squares are a walk over the whole board, by a look at all of them at once.

    A False may also mean that the squares are of another kind: then they are looked at one by one.
    """
    if not are_plain(squares) or not len(set(squares)) == len(squares) == board.size:
        return False
    rows, cols = zip(*squares, strict=True)
    inside = min(rows) >= 0 and max(rows) < board.rows and min(cols) >= 0 and max(cols) < board.cols
    steps = set(zip(map(sub, rows[1:], rows), map(sub, cols[1:], cols), strict=False))
    return inside and board.holes.isdisjoint(squares) and all(are_moves(board, leaper, *step) for step in steps)


def _check_start(tour: Tour, start: Hashable | None, words: Words = OF_BOARD) -> None:
    if len(tour) == 0:
        raise InvalidTour(f"a tour has at least one {words.vertex}, this one has none")
    if start is not None and tour[0] != start:
        raise InvalidTour(f"entry 0, {tour[0]}, is not the start {start}", tour[0], 0)


def _check_walk(
    squares: Iterable[Any], places: Collection[Any], is_move: Callable[[Any, Any], bool], words: Words = OF_BOARD
) -> None:
    """Refuse the first entry that is no place, no move away from the entry before, or visited before."""
    first_visit: dict[Any, int] = {}
    before: Any = None
    for entry, square in enumerate(squares):
        if square not in places:
            raise InvalidTour(f"entry {entry}, {square}, is not {words.inside}", square, entry)
        if entry and not is_move(before, square):
            step = f"entries {entry - 1} and {entry}, {before} to {square}"
            raise InvalidTour(f"{step}, are not {words.adjacent}", (before, square), entry)
        if square in first_visit:
            raise InvalidTour(f"entry {entry}, {square}, repeats entry {first_visit[square]}", square, entry)
        first_visit[square] = entry
        before = square


def _refuse_gaps(squares: Iterator[Any], visited: int, size: int, words: Words = OF_BOARD) -> None:
    left = tuple(squares)
    some = ", ".join(map(str, left[:3])) + (", …" if len(left) > 3 else "")
    raise InvalidTour(f"{size - visited} of {size} {words.vertices} are left out: {some}", left)


def _check_end(tour: Tour, end: Hashable | None, is_move: Callable[[Any, Any], bool], words: Words = OF_BOARD) -> None:
    last = len(tour) - 1
    if end is not None and tour[last] != end:
        raise InvalidTour(f"entry {last}, {tour[last]}, is not the end {end}", tour[last], last)
    if tour.closed and len(tour) < 3:
        raise InvalidTour(f"a closed tour needs at least 3 {words.vertices}, this one has {len(tour)}", tour.squares)
    if tour.closed and not is_move(tour[last], tour[0]):
        raise InvalidTour(
            f"the tour is not closed: entry {last}, {tour[last]}, is not {words.step_from} entry 0, {tour[0]}", tour[last], last
        )


def _visited(board: Board, array: npt.NDArray[Any], leaper: Leaper) -> npt.NDArray[Any] | None:
    """Return which squares the array visits, holes included, as booleans of the board's shape; None if the walk has a fault."""
    import numpy as np

    visited = np.zeros((board.rows, board.cols), np.bool_)
    for hole in board.holes:
        visited[hole] = True
    flat = visited.reshape(-1)
    for first in range(0, len(array), ENTRIES_AT_A_TIME):
        piece = array[max(0, first - 1) : first + ENTRIES_AT_A_TIME]
        inside = (piece[:, 0] >= 0) & (piece[:, 0] < board.rows) & (piece[:, 1] >= 0) & (piece[:, 1] < board.cols)
        if not inside.all():
            return None
        piece = piece.astype(np.int32)  # only now: a number off the board may be one on it when it is cut short
        if not are_moves(board, leaper, np.diff(piece[:, 0]), np.diff(piece[:, 1])).all():
            return None
        fresh = piece[1 if first else 0 :]
        flat[fresh[:, 0].astype(np.int64) * board.cols + fresh[:, 1]] = True
    return visited if np.count_nonzero(visited) == len(array) + len(board.holes) else None  # else a hole, or a square twice


def _rows(array: npt.NDArray[Any]) -> Iterator[Sequence[int]]:
    for first in range(0, len(array), ENTRIES_AT_A_TIME):
        yield from map(tuple, array[first : first + ENTRIES_AT_A_TIME].tolist())

"""Verification of tours, independent of the solvers.

`verify_tour` checks vertices against a graph. `verify_on_board` checks squares against a board without a graph, also arrays of
hundreds of millions of squares. Both report the same first fault. `first_fault` checks many tours at once. It sorts each tour;
the other checks take linear time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import sub
from typing import Any, TypeAlias

from graphs.board import Board
from graphs.errors import InvalidTour, expect
from graphs.leapers import KNIGHT, Graph, Leaper, as_leaper, board_of, fixed_edges
from graphs.notation import square_of
from graphs.text import WORDS, Words, subject_of
from graphs.tour import Array, Tour, are_plain

Steps: TypeAlias = Mapping[int, Any] | Iterable[tuple[int, Any]]
"""Squares that a tour must visit, by step, counted from 1."""


ENTRIES_AT_A_TIME = 50_000  # maximum number of squares to check at once, so that they fit into the processor's cache


def verify_tour(
    graph: Graph | Board,
    squares: Iterable[Any],
    *,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
) -> Tour:
    """Check that a sequence of vertices is a tour of a graph.

    Parameters
    ----------
    graph : networkx.Graph or Board
        Any graph, or the board of a knight's tour. Each edge with a true attribute `fixed` must be in the tour.
    squares : iterable of Hashable
        The vertices in the order of the visit: a `Tour`, a list, or an array with two columns.
    start, end : Hashable, optional
        Required first or last vertex. If None, any vertex is allowed.
    closed : bool, optional
        Whether the tour must be closed, with at least 3 vertices (2 in a directed graph).
    steps : mapping or iterable of pairs, optional
        Required vertices at given steps, e.g. `{17: (2, 5)}`. Steps are numbered from 1.

    Returns
    -------
    Tour
        The verified tour.

    Raises
    ------
    InvalidTour
        If the sequence is not such a tour. The message names the first fault, `entry` its 0-based index or None.

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
    if isinstance(graph, Board):
        return verify_on_board(graph, squares, start=start, end=end, closed=closed, steps=steps)
    board, _ = board_of(graph) or (None, None)
    tour = Tour(squares, closed, board)
    _verified(tour, tour.squares, graph, graph.has_edge, start, end, steps, WORDS[subject_of(graph)])
    if fixed := fixed_edges(graph):
        used = set(zip(tour, [*tour[1:], *tour[: tour.closed]], strict=False))
        for tail, head in fixed:
            if (tail, head) not in used and (graph.is_directed() or (head, tail) not in used):
                raise InvalidTour(f"the tour does not use the fixed edge {tail} to {head}", (tail, head))
    return tour


def verify_on_board(
    board: Board,
    squares: Iterable[Any],
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
) -> Tour:
    """Check that a sequence of squares is a leaper's tour of a board.

    The check of an array of a hundred million squares takes about a second.

    Parameters
    ----------
    board : Board
        The board.
    squares : iterable of tuple of int
        Squares `(row, col)` in the order of the visit. The returned tour refers to an integer array without a copy.
    leaper : tuple of int, optional
        The leaper.
    start, end : tuple of int or str, optional
        Required first or last square. If None, any square is allowed.
    closed : bool, optional
        Whether the tour must be closed, with at least 3 squares.
    steps : mapping or iterable of pairs, optional
        Required squares at given steps, as in `verify_tour`.

    Returns
    -------
    Tour
        The verified tour.

    Raises
    ------
    InvalidTour
        If the sequence is not such a tour, as in `verify_tour`.
    MoveError
        If the leaper is invalid.

    Examples
    --------
    >>> import numpy as np
    >>> ring = Board(3, 3, holes=[(1, 1)])
    >>> walk = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    >>> verify_on_board(ring, walk) == verify_on_board(ring, np.array(walk))
    True
    """
    array: Any = squares
    expect(Board, board, "board")
    leaper = as_leaper(leaper)
    if hasattr(array, "dtype") and array.dtype.kind in "iu" and array.shape[1:] == (2,):
        tour = Tour.from_array(array, closed, board)
        unchecked: Iterable[Any] = () if _visits_all_of(board, array, leaper) else (tuple(square.tolist()) for square in array)
    else:
        tour = Tour(squares, closed, board)
        unchecked = () if _visits_all(board, tour.squares, leaper) else tour.squares

    def is_move(here: Any, there: Any) -> bool:
        return bool(are_moves(board, leaper, there[0] - here[0], there[1] - here[1]))

    return _verified(tour, unchecked, board, is_move, start, end, steps, WORDS["board"])


def first_fault(moves: Array, block: Array, steps: Steps = (), *, closed: bool = False) -> int | None:
    """Return the index of the first row that is not a tour.

    Each row contains indices of squares in `moves`, the adjacency matrix. `steps` maps steps, counted from 1, to such indices.

    >>> import networkx as nx, numpy as np
    >>> moves = table_of_moves(nx.path_graph(4), range(4))
    >>> first_fault(moves, np.array([[0, 1, 2, 3], [3, 2, 1, 0], [0, 1, 3, 2]]))
    2
    """
    import numpy as np

    size, square_at = len(moves), dict(steps)
    if len(block) and (block.shape[1] != size or size < (3 if closed else 1) or square_at.keys() - range(1, size + 1)):
        return 0
    at_a_time = max(1, ENTRIES_AT_A_TIME // max(1, size))
    for first in range(0, len(block), at_a_time):
        rows = block[first : first + at_a_time].astype(np.int64)
        good = (np.sort(rows, axis=1) == np.arange(size)).all(axis=1)
        walks = np.hstack([rows, rows[:, :1]]) if closed else rows
        good &= moves.reshape(-1).take(walks[:, :-1] * size + walks[:, 1:], mode="clip").all(axis=1)
        for step, square in square_at.items():
            good &= rows[:, step - 1] == square
        if not good.all():
            return first + int(good.argmin())
    return None


def table_of_moves(graph: Graph, nodes: Sequence[Any]) -> Array:
    """Return the boolean adjacency matrix of a graph."""
    import networkx as nx
    import numpy as np

    return nx.to_numpy_array(
        graph, list(nodes), dtype=np.dtype(bool), weight=""
    )  # no edge has the attribute "", so every edge counts


def are_moves(board: Board, leaper: Leaper, down: Any, right: Any) -> Any:
    """Return whether differences of rows and columns are moves, elementwise.

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


def _verified(
    tour: Tour,
    unchecked: Iterable[Any],
    places: Collection[Any],
    is_move: Callable[[Any, Any], bool],
    start: Any,
    end: Any,
    steps: Steps,
    words: Words,
) -> Tour:
    """Return a valid tour of all `places`, or raise InvalidTour.

    `unchecked` is empty if moves and visits are already known to be valid.
    """
    start, end, last = square_of(start, tour.board), square_of(end, tour.board), len(tour) - 1
    if last < 0:
        raise InvalidTour(f"a tour must have at least one {words.vertex}, but this one has none")
    if start is not None and tour[0] != start:
        raise InvalidTour(f"entry 0, {tour[0]}, is not the start {start}", tour[0], 0)
    if unchecked != ():
        _check_visits(unchecked, places, is_move, words)
    for number, square in steps.items() if isinstance(steps, Mapping) else steps:
        if number not in range(1, len(tour) + 1):
            raise InvalidTour(f"a tour of {words.some(len(tour))} has no step {number!r}", square)
        entry = int(number) - 1
        if tour[entry] != square_of(square, tour.board):
            raise InvalidTour(f"entry {entry} is not {square}, the square of the known step {number}", square, entry)
    if end is not None and tour[last] != end:
        raise InvalidTour(f"entry {last}, {tour[last]}, is not the end {end}", tour[last], last)
    if tour.closed and len(tour) < words.least_closed:
        least = f"at least {words.least_closed} {words.vertices}"
        raise InvalidTour(f"a closed tour must have {least}, but this one has {len(tour)}", tour.squares)
    if tour.closed and not is_move(tour[last], tour[0]):
        raise InvalidTour(
            f"the tour is not closed: entry {last}, {tour[last]}, is not {words.step_from} entry 0, {tour[0]}", tour[last], last
        )
    return tour


def _check_visits(squares: Iterable[Any], places: Collection[Any], is_move: Callable[[Any, Any], bool], words: Words) -> None:
    """Raise InvalidTour unless the squares visit each place once, by valid moves."""
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
    if len(first_visit) < len(places):
        unvisited = tuple(square for square in places if square not in first_visit)
        some = ", ".join(map(str, unvisited[:3])) + (", …" if len(unvisited) > 3 else "")
        raise InvalidTour(f"{len(unvisited)} of {len(places)} {words.vertices} are left out: {some}", unvisited)


def _visits_all(board: Board, squares: tuple[Any, ...], leaper: Leaper) -> bool:
    """Return whether squares are an open tour of a board.

    Squares that are not pairs of Python integers are not accepted.
    """
    if not (are_plain(squares) and len(set(squares)) == len(squares) == board.size):
        return False
    rows, cols = zip(*squares, strict=True)
    inside = min(rows) >= 0 and max(rows) < board.rows and min(cols) >= 0 and max(cols) < board.cols
    steps = set(zip(map(sub, rows[1:], rows), map(sub, cols[1:], cols), strict=False))
    visits_hole = bool(board.holes) and not board.holes.isdisjoint(squares)
    return inside and not visits_hole and all(are_moves(board, leaper, *step) for step in steps)


def _visits_all_of(board: Board, array: Array, leaper: Leaper) -> bool:
    """Return whether an array's rows are an open tour of a board."""
    import numpy as np

    if len(array) != board.size:
        return False
    visited = np.zeros((board.rows, board.cols), np.bool_)
    for hole in board.holes:
        visited[hole] = True
    for first in range(0, len(array), ENTRIES_AT_A_TIME):
        piece = array[max(0, first - 1) : first + ENTRIES_AT_A_TIME]
        rows, cols = piece.T
        if piece.min() < 0 or rows.max() >= board.rows or cols.max() >= board.cols:
            return False
        rows, cols = np.ascontiguousarray(piece.T, np.int64)  # after the check: truncation could make an integer valid
        if not are_moves(board, leaper, np.diff(rows), np.diff(cols)).all():
            return False
        visited.reshape(-1)[rows * board.cols + cols] = True
    return bool(visited.all())  # after a visit to a hole or a repeated visit, another square is missing

"""The one independent checker: is this list of squares a tour?

It calls no solver code, and `solvers.solve` checks every tour with it before returning the tour. There are three
ways in: a graph and a list of nodes (`verify_tour`); a board and a list of squares, or an array of them for hundreds of
millions of squares (`verify_on_board`). All three make the same checks in the same order, find the same fault and name it in
the same sentence. On boards, `are_moves` alone defines a step, for two squares and for arrays of squares.

`first_fault` checks many tours at a time, as a listing produces them. It looks up each move in a table of the moves of the
graph (`table_of_moves`), and compares the sorted numbers with those of all squares. Cost: linear in the number of squares; the
table of moves takes the square of the number of squares.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import sub
from typing import Any, TypeAlias

from graphs.board import Board
from graphs.errors import InvalidTour, expect
from graphs.leapers import KNIGHT, Graph, Leaper, as_leaper, board_of
from graphs.notation import square_of
from graphs.text import WORDS, Words, subject_of
from graphs.tour import Array, Tour, are_plain

__all__ = ["Steps", "first_fault", "table_of_moves", "verify_on_board", "verify_tour"]

Steps: TypeAlias = Mapping[int, Any] | Iterable[tuple[int, Any]]
"""Squares by the numbers of the steps at which a tour visits them, from 1."""


ENTRIES_AT_A_TIME = 50_000
"""Rows of an array that are checked in one step: so many fit into the processor's cache."""


def verify_tour(
    graph: Graph | Board,
    squares: Iterable[Any],
    *,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
) -> Tour:
    """Check that a list of nodes is a tour of a graph, and return it as a `Tour`.

    Parameters
    ----------
    graph : any undirected networkx graph; or a board, for the knight.
    squares : the nodes in the order of the visit: a `Tour`, a list, or an array of shape (number of squares, 2).
    start, end : the first and the last node that the tour must have; None allows any.
    closed : whether the last square must be a move away from the first. A closed tour has at least 3 squares.
    steps : the nodes that the tour must have at given steps, by the numbers of the steps, from 1: `{17: (2, 5)}`, or pairs.

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
    if isinstance(graph, Board):
        return verify_on_board(graph, squares, start=start, end=end, closed=closed, steps=steps)
    board, _ = board_of(graph) or (None, None)
    tour = Tour(squares, closed, board)
    return _verified(tour, tour.squares, graph, graph.has_edge, start, end, steps, WORDS[subject_of(graph)])


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
    """Check that squares are a leaper's tour of a board, as `verify_tour` does, without a graph, and return it as a `Tour`.

    Parameters
    ----------
    board, leaper : the board and the piece.
    squares : the squares (row, col) in the order of the visit. An integer array of shape (number of squares, 2) is not copied
        but kept: a hundred million squares take about a second.
    start, end, closed, steps : as in `verify_tour`.

    Raises
    ------
    InvalidTour : it is not a tour.

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
    """Find the first row that is not a tour.

    Parameters
    ----------
    moves : array of bool
        Of shape (squares, squares): whether a move joins two squares.
    block : array of int
        Of shape (tours, squares): the numbers of the squares, from 0.
    steps, closed : Steps, bool
        As in `graphs.verify_tour`, with numbers for squares. The start is step 1, the end is the last step.

    Returns
    -------
    int or None
        The index of the row, or None if all rows are tours. A row has no step below 1 or beyond its last square.

    Examples
    --------
    >>> import networkx as nx, numpy as np
    >>> moves = table_of_moves(nx.path_graph(4), range(4))
    >>> first_fault(moves, np.array([[0, 1, 2, 3], [3, 2, 1, 0], [0, 1, 3, 2]]))
    2
    """
    import numpy as np

    size, known = len(moves), dict(steps)
    if len(block) and (block.shape[1] != size or size < (3 if closed else 1) or known.keys() - range(1, size + 1)):
        return 0
    at_a_time = max(1, ENTRIES_AT_A_TIME // max(1, size))
    for first in range(0, len(block), at_a_time):
        rows = block[first : first + at_a_time].astype(np.int64)
        good = (np.sort(rows, axis=1) == np.arange(size)).all(axis=1)
        walks = np.hstack([rows, rows[:, :1]]) if closed else rows
        good &= moves.reshape(-1).take(walks[:, :-1] * size + walks[:, 1:], mode="clip").all(axis=1)
        for step, square in known.items():
            good &= rows[:, step - 1] == square
        if not good.all():
            return first + int(good.argmin())
    return None


def table_of_moves(graph: Graph, nodes: Sequence[Any]) -> Array:
    """Return which nodes of a graph are joined by an edge, as booleans of shape (nodes, nodes).

    Parameters
    ----------
    graph : any undirected networkx graph.
    nodes : the node with each number.

    Examples
    --------
    >>> import networkx as nx
    >>> table_of_moves(nx.path_graph(3), [0, 2, 1]).astype(int).tolist()
    [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    """
    import networkx as nx
    import numpy as np

    return nx.to_numpy_array(graph, list(nodes), dtype=np.dtype(bool), weight="")  # no attribute "": each edge counts


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
    """Return the tour if it visits exactly these places. The checks run in this order: start, moves, coverage, steps, end.

    `unchecked` holds its squares; nothing, where a look at all of them at once has shown that they are a walk over all places.
    """
    start, end, last = square_of(start, tour.board), square_of(end, tour.board), len(tour) - 1
    if last < 0:
        raise InvalidTour(f"a tour has at least one {words.vertex}, this one has none")
    if start is not None and tour[0] != start:
        raise InvalidTour(f"entry 0, {tour[0]}, is not the start {start}", tour[0], 0)
    first_visit: dict[Any, int] = {}
    before: Any = None
    for entry, square in enumerate(unchecked):
        if square not in places:
            raise InvalidTour(f"entry {entry}, {square}, is not {words.inside}", square, entry)
        if entry and not is_move(before, square):
            step = f"entries {entry - 1} and {entry}, {before} to {square}"
            raise InvalidTour(f"{step}, are not {words.adjacent}", (before, square), entry)
        if square in first_visit:
            raise InvalidTour(f"entry {entry}, {square}, repeats entry {first_visit[square]}", square, entry)
        first_visit[square] = entry
        before = square
    if unchecked != () and len(first_visit) < len(places):
        left = tuple(square for square in places if square not in first_visit)
        some = ", ".join(map(str, left[:3])) + (", …" if len(left) > 3 else "")
        raise InvalidTour(f"{len(left)} of {len(places)} {words.vertices} are left out: {some}", left)
    for number, square in steps.items() if isinstance(steps, Mapping) else steps:
        if number not in range(1, len(tour) + 1):
            raise InvalidTour(f"a tour of {words.some(len(tour))} has no step {number!r}", square)
        entry = int(number) - 1
        if tour[entry] != square_of(square, tour.board):
            raise InvalidTour(f"entry {entry} is not {square}, the known step {number}", square, entry)
    if end is not None and tour[last] != end:
        raise InvalidTour(f"entry {last}, {tour[last]}, is not the end {end}", tour[last], last)
    if tour.closed and last < 2:
        raise InvalidTour(f"a closed tour needs at least 3 {words.vertices}, this one has {len(tour)}", tour.squares)
    if tour.closed and not is_move(tour[last], tour[0]):
        raise InvalidTour(
            f"the tour is not closed: entry {last}, {tour[last]}, is not {words.step_from} entry 0, {tour[0]}", tour[last], last
        )
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


def _visits_all_of(board: Board, array: Array, leaper: Leaper) -> bool:
    """Return whether the rows of an array are a walk over the whole board."""
    import numpy as np

    if len(array) != board.size:
        return False
    visited = np.zeros((board.rows, board.cols), np.bool_)
    for hole in board.holes:
        visited[hole] = True
    for first in range(0, len(array), ENTRIES_AT_A_TIME):
        piece = array[max(0, first - 1) : first + ENTRIES_AT_A_TIME]
        rows, cols = piece.T
        if min(rows.min(), cols.min()) < 0 or rows.max() >= board.rows or cols.max() >= board.cols:
            return False
        rows, cols = rows.astype(np.int64), cols.astype(np.int64)  # only now: cut short, a number may be one on the board
        if not are_moves(board, leaper, np.diff(rows), np.diff(cols)).all():
            return False
        visited.reshape(-1)[rows * board.cols + cols] = True
    return bool(visited.all())  # a hole or a square twice leaves another one out

"""The independent checker for many tours at a time: an array of them, one tour a row, as a listing produces them.

It looks at each move in a table of the moves of the board or graph, which it makes itself, and at each visit in a table of
squares. Cost: linear in the number of entries, some nanoseconds each; the table of moves takes the square of the number of
squares. `graphs.verify` then says in a sentence what is wrong with a tour.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper
from graphs.verify import ENTRIES_AT_A_TIME, are_moves

if TYPE_CHECKING:
    import networkx as nx
    import numpy.typing as npt

__all__ = ["first_fault", "table_of_board", "table_of_graph"]


def first_fault(
    moves: npt.NDArray[Any],
    block: npt.NDArray[Any],
    *,
    start: int | None = None,
    end: int | None = None,
    closed: bool = False,
) -> int | None:
    """Return the index of the first row that is no tour, or None if all of them are tours.

    Parameters
    ----------
    moves : boolean, of shape (squares, squares): whether there is a move from one square to the other.
    block : numbers of squares, from 0, as integers of shape (tours, squares).
    start, end, closed : as in `graphs.verify_tour`, with numbers for squares.

    Examples
    --------
    >>> import numpy as np
    >>> moves = table_of_board(Board(1, 4), [(0, 0), (0, 1), (0, 2), (0, 3)], leaper=(0, 1))
    >>> first_fault(moves, np.array([[0, 1, 2, 3], [3, 2, 1, 0], [0, 1, 3, 2]]))
    2
    """
    import numpy as np

    size = len(moves)
    if len(block) and (block.shape[1] != size or size < (3 if closed else 1)):
        return 0
    at_a_time = max(1, ENTRIES_AT_A_TIME // max(1, size))
    for first in range(0, len(block), at_a_time):
        good = _are_tours(moves, block[first : first + at_a_time].astype(np.int64), start, end, closed)
        if not good.all():
            return first + int(good.argmin())
    return None


def _are_tours(moves: npt.NDArray[Any], rows: npt.NDArray[Any], start: int | None, end: int | None, closed: bool) -> Any:
    import numpy as np

    size = len(moves)
    good: Any = np.ones(len(rows), np.bool_)
    if rows.min() < 0 or rows.max() >= size:
        good = ((rows >= 0) & (rows < size)).all(axis=1)
        rows = np.where(good[:, None], rows, 0)
    good &= moves.reshape(-1).take(rows[:, :-1] * size + rows[:, 1:]).all(axis=1)
    visited = np.zeros(rows.size, np.bool_)
    visited[(rows + np.arange(len(rows))[:, None] * size).reshape(-1)] = True
    good &= visited.reshape(rows.shape).all(axis=1)
    if start is not None:
        good &= rows[:, 0] == start
    if end is not None:
        good &= rows[:, -1] == end
    if closed:
        good &= moves[rows[:, -1], rows[:, 0]]
    return good


def table_of_board(board: Board, squares: Sequence[Square], *, leaper: Leaper = KNIGHT) -> npt.NDArray[Any]:
    """Return which of a board's squares are a leaper's move apart, as booleans of shape (squares, squares).

    Parameters
    ----------
    board, leaper : the board and the piece.
    squares : the square with each number.

    Examples
    --------
    >>> table_of_board(Board(1, 3), [(0, 0), (0, 1), (0, 2)], leaper=(0, 1)).astype(int).tolist()
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    """
    import numpy as np

    rows, cols = np.array(squares).reshape(-1, 2).T
    table: npt.NDArray[Any] = are_moves(board, leaper, rows[:, None] - rows, cols[:, None] - cols)
    return table


def table_of_graph(graph: nx.Graph[Any], nodes: Sequence[Hashable]) -> npt.NDArray[Any]:
    """Return which nodes of a graph are joined by an edge, as booleans of shape (nodes, nodes).

    Parameters
    ----------
    graph : any undirected networkx graph.
    nodes : the node with each number.

    Examples
    --------
    >>> import networkx as nx
    >>> table_of_graph(nx.path_graph(3), [0, 2, 1]).astype(int).tolist()
    [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    """
    import numpy as np

    number = {node: index for index, node in enumerate(nodes)}
    table = np.zeros((len(nodes), len(nodes)), np.bool_)
    for one, other in graph.edges():
        table[number[one], number[other]] = table[number[other], number[one]] = True
    return table

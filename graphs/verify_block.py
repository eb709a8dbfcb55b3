"""The independent checker for many tours at a time: an array of them, one tour a row, as a listing produces them.

It looks at each move in a table of the moves of the graph, which it makes itself, and at each visit in a table of squares.
Cost: linear in the number of entries, some nanoseconds each; the table of moves takes the square of the number of squares.
`graphs.verify` then says in a sentence what is wrong with a tour.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from graphs.verify import ENTRIES_AT_A_TIME

if TYPE_CHECKING:
    import networkx as nx
    import numpy.typing as npt

__all__ = ["first_fault", "table_of_moves"]


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
    >>> import networkx as nx, numpy as np
    >>> moves = table_of_moves(nx.path_graph(4), range(4))
    >>> first_fault(moves, np.array([[0, 1, 2, 3], [3, 2, 1, 0], [0, 1, 3, 2]]))
    2
    """
    import numpy as np

    size = len(moves)
    if len(block) and (block.shape[1] != size or size < (3 if closed else 1)):
        return 0
    at_a_time = max(1, ENTRIES_AT_A_TIME // max(1, size))
    for first in range(0, len(block), at_a_time):
        rows = block[first : first + at_a_time].astype(np.int64)
        good: Any = True
        if rows.min() < 0 or rows.max() >= size:
            good = ((rows >= 0) & (rows < size)).all(axis=1)
            rows %= size
        good &= moves.reshape(-1).take(rows[:, :-1] * size + rows[:, 1:]).all(axis=1)
        visited = np.zeros(rows.shape, np.bool_)
        visited.reshape(-1)[(rows + np.arange(len(rows))[:, None] * size).reshape(-1)] = True
        good &= visited.all(axis=1)
        for place, square in ((0, start), (-1, end)):
            if square is not None:
                good &= rows[:, place] == square
        if closed:
            good &= moves[rows[:, -1], rows[:, 0]]
        if not good.all():
            return first + int(good.argmin())
    return None


def table_of_moves(graph: nx.Graph[Any], nodes: Sequence[Hashable]) -> npt.NDArray[Any]:
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

"""The move graph of a leaper on a board, and the orders in which its moves can be tried.

A leaper (a, b) moves a squares one way and b squares the other; the knight is (1, 2). Cost: linear in the number of squares.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import Board, Move, Square
from graphs.errors import BoardError, MoveError, expect
from graphs.loading import load
from graphs.watching import Watch, unwatched

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "KNIGHT",
    "MOVE_ORDERS",
    "Graph",
    "MoveOrder",
    "as_leaper",
    "board_neighbours",
    "board_of",
    "knight_graph",
    "leaper_graph",
    "leaper_moves",
    "leaper_name",
    "noted_board",
    "ordered_neighbours",
]

Graph: TypeAlias = "nx.Graph[Any]"
"""Any undirected graph of networkx, which is loaded only where one is made."""
Leaper: TypeAlias = tuple[int, int]
MoveOrder: TypeAlias = str | Sequence[Move]

KNIGHT: Leaper = (1, 2)
NAMES: dict[Leaper, str] = {(0, 1): "wazir", KNIGHT: "knight", (1, 4): "giraffe", (2, 3): "zebra", (3, 4): "antelope"}
"""The names of leapers that are in common use."""
MAX_GRAPH_SQUARES = 1_000_000
"""Past this a networkx graph takes more than about 3 GB; such boards are for methods that build no graph."""

MOVE_ORDERS: dict[str, tuple[Move, ...]] = {
    "clockwise": ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)),
    "java": ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
}
"""Classic orders of the knight's moves (row, col). For a leaper (a, b), 1 stands for a and 2 for b."""


def knight_graph(board: Board) -> nx.Graph[Square]:
    """Return the knight's-move graph of a board.

    Nodes are the squares `(row, col)` in row-major order, and so are the neighbours of each square.
    `graph.graph` holds the `board` and the `leaper`.

    Raises
    ------
    BoardError : a board of more than a million squares (see `leaper_graph`).

    Examples
    --------
    >>> graph = knight_graph(Board.parse("3x4"))
    >>> graph.number_of_nodes(), graph.number_of_edges(), list(graph.adj[1, 1])
    (12, 14, [(0, 3), (2, 3)])
    """
    return leaper_graph(board, *KNIGHT)


def leaper_graph(board: Board, a: int, b: int, *, watched: Watch = unwatched) -> nx.Graph[Square]:
    """Return the move graph of the (a, b)-leaper on a board.

    Several moves from one square to another are one edge. A move onto the same square, on joined edges, makes no edge. The
    squares pass through `watched`, which may raise to stop the building.

    Raises
    ------
    BoardError : a board of more than `MAX_GRAPH_SQUARES` squares.
    WrongType : something else than a board.
    MoveError : a or b negative, or both 0.

    Examples
    --------
    >>> leaper_graph(Board(3, 3), 0, 1).number_of_edges()  # the wazir walks the grid graph
    12
    """
    load("networkx")
    import networkx as nx

    if expect(Board, board, "board").size > MAX_GRAPH_SQUARES:
        raise BoardError(
            f"a board of {board.size:,} squares is too large for a networkx graph: the limit is {MAX_GRAPH_SQUARES:,} squares",
            board,
        )
    leaper = as_leaper((a, b))
    graph: nx.Graph[Square] = nx.Graph(board=board, leaper=leaper)
    squares = {square: square for square in watched(board)}  # one tuple for each square: a look-up compares no numbers
    graph.add_nodes_from(watched(squares))
    if board.wrap:
        near = watched(_neighbours(board, leaper))
        graph.add_edges_from((square, target) for square, targets in near for target in targets if target > square)
    else:
        forward, find = sorted(move for move in leaper_moves(leaper) if move > (0, 0)), squares.get
        graph.add_edges_from(
            (square, target)
            for square in watched(squares)
            for down, right in forward
            if (target := find((square[0] + down, square[1] + right)))
        )
    return graph


def board_neighbours(board: Board, leaper: Leaper = KNIGHT) -> dict[Square, list[Square]]:
    """Return the neighbours of each square of a board, as in `leaper_graph(board, *leaper).adj`, without a graph.

    Examples
    --------
    >>> board_neighbours(Board(3, 4))[1, 1]
    [(0, 3), (2, 3)]
    """
    return dict(_neighbours(board, leaper))


def _neighbours(board: Board, leaper: Leaper) -> Iterator[tuple[Square, list[Square]]]:
    moves = sorted(leaper_moves(leaper))
    if board.wrap:
        for square in board:
            yield square, sorted({there for move in moves if (there := board.step(square, move))} - {square})
        return
    rows, cols, holes = board.rows, board.cols, board.holes
    for row in range(rows):
        inside = [(row + down, right) for down, right in moves if 0 <= row + down < rows]
        for col in range(cols):
            near = [(there, col + right) for there, right in inside if 0 <= col + right < cols]
            if (row, col) not in holes:
                yield (row, col), [square for square in near if square not in holes] if holes else near


def board_of(graph: Graph) -> tuple[Board, Leaper] | None:
    """Return the board and the leaper whose move graph a graph is.

    Parameters
    ----------
    graph : networkx.Graph
        Any graph.

    Returns
    -------
    tuple of Board and Leaper, or None
        None if `leaper_graph` did not build the graph, or if its nodes or edges have been edited since.

    See Also
    --------
    noted_board : the same without a comparison of nodes and edges.

    Notes
    -----
    Runs in linear time, about a microsecond per square.

    Examples
    --------
    >>> graph = knight_graph(Board(3, 4))
    >>> board_of(graph)
    (Board(3, 4), (1, 2))
    >>> graph.remove_edge((0, 0), (1, 2))
    >>> board_of(graph) is None
    True
    """
    noted = noted_board(expect("adjacency", graph, "graph"))
    if noted is None or len(graph) != noted[0].size:
        return None
    same = all((square, [*near]) == there for (square, near), there in zip(graph.adjacency(), _neighbours(*noted), strict=True))
    return noted if same else None


def noted_board(graph: Graph) -> tuple[Board, Leaper] | None:
    """Return the board and the leaper that `leaper_graph` noted in a graph, which may have been edited since.

    Parameters
    ----------
    graph : networkx.Graph
        Any graph. Attributes of the same names that hold other values are ignored.

    Returns
    -------
    tuple of Board and Leaper, or None
        None if the graph has no such note.

    See Also
    --------
    board_of : the same for a graph that has not been edited.

    Examples
    --------
    >>> import networkx as nx
    >>> noted_board(knight_graph(Board(3, 4))), noted_board(nx.Graph(board="x", leaper=(1, 2)))
    ((Board(3, 4), (1, 2)), None)
    """
    board = graph.graph.get("board")
    try:
        return (board, as_leaper(graph.graph.get("leaper"))) if isinstance(board, Board) else None
    except MoveError:
        return None


def as_leaper(value: Any) -> Leaper:
    """Return a leaper as two whole numbers of Python.

    Raises
    ------
    MoveError : it is not two whole numbers of 0 or more, or both are 0.

    Examples
    --------
    >>> as_leaper([1, 2])
    (1, 2)
    """
    try:
        a, b = map(index, value)
    except (TypeError, ValueError):
        raise MoveError(f"{value!r} is no leaper: give two whole numbers, such as 1,2", value) from None
    if a < 0 or b < 0 or (a, b) == (0, 0):
        raise MoveError(f"({a}, {b}) is no leaper: give two numbers of 0 or more, not both 0, such as 1,2", value)
    return a, b


def leaper_name(leaper: Leaper) -> str:
    """Return the leaper's numbers, and its name where it has one.

    Examples
    --------
    >>> leaper_name((3, 4)), leaper_name((2, 7))
    ('3,4 antelope', '2,7')
    """
    return f"{leaper[0]},{leaper[1]} {NAMES.get(leaper, '')}".rstrip()


def leaper_moves(leaper: Leaper, order: MoveOrder = "clockwise") -> tuple[Move, ...]:
    """Return the moves of a leaper, in a named order or in the given order.

    Raises
    ------
    MoveError : the leaper is invalid, the name is unknown, or the order is no sequence of moves (row delta, column delta).

    Examples
    --------
    >>> leaper_moves((1, 2))[:3]
    ((2, 1), (1, 2), (-1, 2))
    >>> leaper_moves((0, 1))
    ((1, 0), (0, 1), (-1, 0), (0, -1))
    """
    a, b = as_leaper(leaper)
    if isinstance(order, str) and order in MOVE_ORDERS:
        length = {1: a, -1: -a, 2: b, -2: -b}
        return tuple(dict.fromkeys((length[down], length[right]) for down, right in MOVE_ORDERS[order]))
    moves: Any = order
    try:
        return tuple((index(down), index(right)) for down, right in moves)
    except (TypeError, ValueError):
        names = f"adjacency, {', '.join(MOVE_ORDERS)}, or a sequence of moves such as [[1,2],[2,1]]"
        raise MoveError(f"{order!r} is no move order: it is {names}", order) from None


def ordered_neighbours(
    graph: Graph, order: MoveOrder = "adjacency", watched: Watch = unwatched
) -> dict[Hashable, Collection[Hashable]]:
    """Return the neighbours of each node, in the order in which a solver tries them.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph. Edges from a node to itself are ignored.
    order : str or sequence of moves, optional
        `"adjacency"` for the order of `graph.adj` (the default). Otherwise the name of an order or a sequence of moves, for a
        graph whose nodes are squares.
    watched : Watch, optional
        The nodes pass through it. It may raise to stop the work.

    Returns
    -------
    dict
        The neighbours of each node. Do not modify it, because it may be a part of the graph.

    Raises
    ------
    MoveError
        If the order needs squares and a node is not a square, or if the order lacks a move of the graph.

    Examples
    --------
    >>> graph = knight_graph(Board(3, 3))
    >>> list(ordered_neighbours(graph)[0, 0]), list(ordered_neighbours(graph, "clockwise")[0, 0])
    ([(1, 2), (2, 1)], [(2, 1), (1, 2)])
    """
    expect("adjacency", graph, "graph")
    if isinstance(order, str) and order == "adjacency":
        return {node: near if node not in near else _without(node, near) for node, near in watched(graph.adjacency())}
    board, leaper = noted_board(graph) or (None, KNIGHT)  # the graph may have been edited: every move is looked up in it
    moves = leaper_moves(leaper, order)
    wrapped = board if board is not None and board.wrap else None
    return {node: _by_moves(node, near, moves, wrapped) for node, near in watched(graph.adjacency())}


def _without(node: Hashable, near: Iterable[Hashable]) -> tuple[Hashable, ...]:
    return tuple(other for other in near if other != node)


def _by_moves(node: Any, near: dict[Any, Any], moves: tuple[Move, ...], wrapped: Board | None) -> tuple[Hashable, ...]:
    try:
        row, col = node
        reached = [wrapped.step(node, move) if wrapped else (row + move[0], col + move[1]) for move in moves]
    except (TypeError, ValueError):
        raise MoveError(f"a move order needs squares (row, col); {node!r} is none, so use 'adjacency'", node) from None
    found = tuple(dict.fromkeys(square for square in reached if square in near and square != node))
    for other in _without(node, near):
        if other not in found:
            raise MoveError(f"the move order has no move from {node} to {other}: it must hold every move of the graph", moves)
    return found

"""Leapers, such as the knight: their moves, orders of moves, and graphs.

A leaper (a, b) moves `a` squares in one direction and `b` squares at right angles to it; the knight is (1, 2). All functions
run in time linear in the number of squares.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import Board, Move, Square
from graphs.errors import BoardError, MoveError, expect
from graphs.loading import load
from graphs.watching import Watch, unwatched

if TYPE_CHECKING:
    import networkx as nx


Graph: TypeAlias = "nx.Graph[Any]"
"""An undirected networkx graph."""
Leaper: TypeAlias = tuple[int, int]
MoveOrder: TypeAlias = str | Sequence[Move]

KNIGHT: Leaper = (1, 2)
NAMES: dict[Leaper, str] = {(0, 1): "wazir", KNIGHT: "knight", (1, 4): "giraffe", (2, 3): "zebra", (3, 4): "antelope"}
"""Common names of leapers."""
MAX_GRAPH_SQUARES = 1_000_000
"""Maximum number of squares of a move graph (about 3 GB)."""

MOVE_ORDERS: dict[str, tuple[Move, ...]] = {
    "clockwise": ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)),
    "java": ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
}
"""Classic orders of the knight's moves.

For a leaper (a, b), a replaces 1, and b replaces 2.
"""


def knight_graph(board: Board) -> nx.Graph[Square]:
    """Return the graph of the knight's moves on a board.

    Parameters
    ----------
    board : Board
        The board.

    Returns
    -------
    networkx.Graph
        The move graph, as `leaper_graph` returns it.

    Raises
    ------
    BoardError
        If the board has more than `MAX_GRAPH_SQUARES` squares.

    Examples
    --------
    >>> graph = knight_graph(Board.parse("3x4"))
    >>> graph.number_of_nodes(), graph.number_of_edges(), list(graph.adj[1, 1])
    (12, 14, [(0, 3), (2, 3)])
    """
    return leaper_graph(board, *KNIGHT)


def leaper_graph(board: Board, a: int, b: int, *, watched: Watch = unwatched) -> nx.Graph[Square]:
    """Return the graph of an (a, b)-leaper's moves on a board.

    Parameters
    ----------
    board : Board
        The board.
    a, b : int
        Lengths of the leaper's move, not both 0.
    watched : Watch, optional
        Function that may raise an exception to stop the construction; see `graphs.watching`.

    Returns
    -------
    networkx.Graph
        Vertices `(row, col)`, with neighbours in row-major order. `graph.graph` stores `board` and `leaper`.

    Raises
    ------
    BoardError
        If the board has more than `MAX_GRAPH_SQUARES` squares.
    MoveError
        If a or b is negative, or if both are 0.

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
    squares = {square: square for square in watched(board)}  # one tuple per square: lookups then compare identities
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


def leaper_neighbours(board: Board, leaper: Leaper = KNIGHT) -> dict[Square, list[Square]]:
    """Map each square of a board to the squares one move away."""
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
    """Return the board and leaper whose moves form a graph, or None.

    Parameters
    ----------
    graph : networkx.Graph
        Any graph.

    Returns
    -------
    tuple of Board and tuple of int, or None
        Board, with removed vertices as holes, and leaper, or None if `graph` is not a move graph, or has other edits.

    Examples
    --------
    >>> graph = knight_graph(Board(3, 4))
    >>> board_of(graph)
    (Board(3, 4), (1, 2))
    >>> graph.remove_node((1, 1))
    >>> board_of(graph)
    (Board(3, 4, holes=[(1, 1)]), (1, 2))
    """
    noted = noted_board(expect("adjacency", graph, "graph"))
    if noted is None or fixed_edges(graph):
        return None
    board, leaper = noted
    if 0 < len(graph) < board.size:
        noted = replace(board, holes=board.holes.union(set(board) - set(graph))), leaper
    if len(graph) != noted[0].size:
        return None
    same = all((square, [*near]) == there for (square, near), there in zip(graph.adjacency(), _neighbours(*noted), strict=True))
    return noted if same else None


def fixed_edges(graph: Graph) -> list[tuple[Any, Any]]:
    """Return the edges marked `fixed=True`, which every tour must use."""
    if not any(any(near.values()) for _, near in graph.adjacency()):  # no edge has attributes: this check is much faster
        return []
    edges: Iterable[tuple[Any, Any, Any]] = graph.edges(data="fixed")
    return [(tail, head) for tail, head, is_fixed in edges if is_fixed]


def noted_board(graph: Graph) -> tuple[Board, Leaper] | None:
    """Return the board and leaper in a graph's attributes, or None.

    Unlike `board_of`, this function does not check the edges.
    """
    board = graph.graph.get("board")
    try:
        return (board, as_leaper(graph.graph.get("leaper"))) if isinstance(board, Board) and not graph.is_directed() else None
    except MoveError:
        return None


def as_leaper(value: Any) -> Leaper:
    """Convert a leaper to Python integers, or raise MoveError."""
    try:
        a, b = (index(length) for length in value if not isinstance(length, bool))  # ValueError for a bool
    except (TypeError, ValueError):
        raise MoveError(f"{value!r} is not a leaper: give two whole numbers, such as 1,2", value) from None
    if a < 0 or b < 0 or (a, b) == (0, 0):
        raise MoveError(f"({a}, {b}) is not a leaper: give two numbers of at least 0, not both 0, such as 1,2", value)
    return a, b


def leaper_name(leaper: Leaper) -> str:
    """Return a leaper's numbers and name, e.g. '3,4 antelope'."""
    return f"{leaper[0]},{leaper[1]} {NAMES.get(leaper, '')}".rstrip()


def leaper_noun(leaper: Leaper) -> str:
    """Return a leaper's name, e.g. 'antelope (3,4)' or '(2,7) leaper'."""
    lengths = "({},{})".format(*leaper)
    return f"{NAMES[leaper]} {lengths}" if leaper in NAMES else f"{lengths} leaper"


def leaper_moves(leaper: Leaper, order: MoveOrder = "clockwise") -> tuple[Move, ...]:
    """Return the moves of a leaper in a given order.

    Parameters
    ----------
    leaper : tuple of int
        The leaper.
    order : str or sequence of tuple of int, optional
        Name of an order in `MOVE_ORDERS`, or moves `(row delta, column delta)`, which are returned unchecked.

    Returns
    -------
    tuple of tuple of int
        The moves, each once for a named order.

    Raises
    ------
    MoveError
        If the leaper or the order is invalid.

    Examples
    --------
    >>> leaper_moves((1, 2))[:3]
    ((2, 1), (1, 2), (-1, 2))
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
        raise MoveError(f"{order!r} is not a move order: give {names}", order) from None


def ordered_neighbours(
    graph: Graph, order: MoveOrder = "adjacency", watched: Watch = unwatched
) -> dict[Hashable, Collection[Hashable]]:
    """Return the neighbours of each vertex in a given order.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    order : str or sequence of tuple of int, optional
        `"adjacency"` for the order of `graph.adj`. On a board, also a name in `MOVE_ORDERS`, or a sequence of moves.
    watched : Watch, optional
        Function that may raise an exception to stop the work; see `graphs.watching`.

    Returns
    -------
    dict
        The neighbours of each vertex. They may be views of the graph, so do not modify them.

    Raises
    ------
    MoveError
        If a vertex is not a square, or if an edge is not one of the moves.

    Examples
    --------
    >>> from graphs.leapers import knight_graph
    >>> graph = knight_graph(Board(3, 3))
    >>> list(ordered_neighbours(graph)[0, 0]), list(ordered_neighbours(graph, "clockwise")[0, 0])
    ([(1, 2), (2, 1)], [(2, 1), (1, 2)])
    """
    expect("adjacency", graph, "graph")
    if isinstance(order, str) and order == "adjacency":
        return {node: near if node not in near else _without(node, near) for node, near in watched(graph.adjacency())}
    board, leaper = noted_board(graph) or (None, KNIGHT)  # the graph may have been edited, so check each move
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
        raise MoveError(
            f"a move order needs squares (row, col), but {node!r} is not a square: use the order 'adjacency'", node
        ) from None
    neighbours = tuple(dict.fromkeys(square for square in reached if square in near and square != node))
    for other in _without(node, near):
        if other not in neighbours:
            raise MoveError(
                f"the move order has no move from {node} to {other}: it must contain every move of the graph", moves
            )
    return neighbours

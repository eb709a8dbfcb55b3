"""Move orders: the order in which a solver tries the neighbours of a vertex.

This order is either the order of the graph's adjacency lists, or a fixed order of a leaper's moves.

All functions run in time linear in the number of edges.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Any

from graphs.board import Board, Move
from graphs.errors import MoveError, expect
from graphs.leapers import KNIGHT, Graph, MoveOrder, leaper_moves, noted_board
from graphs.watching import Watch, unwatched


def ordered_neighbours(
    graph: Graph, order: MoveOrder = "adjacency", watched: Watch = unwatched
) -> dict[Hashable, Collection[Hashable]]:
    """Return the neighbours of each vertex, in the order in which a solver tries them.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph. Edges from a vertex to itself are ignored.
    order : str or sequence of tuple of int, optional
        `"adjacency"` for the order of `graph.adj`. If the vertices are squares, it may also be the name of an order in
        `MOVE_ORDERS`, or a sequence of moves.
    watched : Watch, optional
        Function that may raise an exception to stop the work; see `graphs.watching`.

    Returns
    -------
    dict
        The neighbours of each vertex. Do not modify them, because they may be parts of the graph.

    Raises
    ------
    MoveError
        If the order is not `"adjacency"` and a vertex is not a square, or if an edge of the graph is not one of the moves.

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

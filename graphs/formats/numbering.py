"""The numbers of the vertices in a graph file, and the comments that say which vertex has which number.

A file numbers its vertices 1, 2, … (graph6: 0, 1, …). Where these numbers are the vertices of the graph themselves, each keeps
its own. All others are numbered in the order of the graph; that of a board is row by row. Cost: linear.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.errors import FormatError
from graphs.leapers import MAX_GRAPH_SQUARES, Leaper, board_of

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["name_of", "numbered_edges", "numbering_comments", "on_one_line", "vertices_in_order"]


def vertices_in_order(graph: nx.Graph[Any] | Board, first: int = 1) -> list[Any]:
    """Return the vertices of a graph, or the squares of a board, in the order of their numbers in a file.

    Parameters
    ----------
    graph : any undirected graph, or a board.
    first : the number of the first vertex.

    Raises
    ------
    FormatError : the graph is directed, and a file of these formats holds none; the board has more squares than a graph has
        vertices at most.

    Examples
    --------
    >>> import networkx as nx
    >>> vertices_in_order(nx.Graph([(3, 1), (1, 2)])), vertices_in_order(nx.Graph(["ba", "ac"]))
    ([1, 2, 3], ['b', 'a', 'c'])
    >>> vertices_in_order(Board(2, 2))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    if isinstance(graph, Board):
        if graph.size > MAX_GRAPH_SQUARES:
            limit = f"the limit is {MAX_GRAPH_SQUARES:,} squares"
            raise FormatError(f"a board of {graph.size:,} squares is too large for a .tour file: {limit}", graph)
        return list(graph)
    if graph.is_directed():
        raise FormatError("a directed graph cannot be written: the file formats hold undirected graphs", graph)
    numbers = range(first, first + len(graph))
    return list(numbers) if all(number in graph for number in numbers) else list(graph)


def numbered_edges(graph: nx.Graph[Any], vertices: Sequence[Hashable], first: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the edges as pairs of numbers, the smaller one first; loops are left out, and parallel edges are one.

    Examples
    --------
    >>> import networkx as nx
    >>> list(numbered_edges(nx.MultiGraph(["ba", "ac", "ac", "bb"]), ["a", "b", "c"]))
    [(1, 2), (1, 3)]
    """
    number = {vertex: place for place, vertex in enumerate(vertices, first)}
    for vertex in vertices:
        here = number[vertex]
        yield from ((here, number[other]) for other in graph.adj[vertex] if number[other] > here)


def numbering_comments(graph: nx.Graph[Any] | Board, vertices: Sequence[Hashable]) -> Iterator[str]:
    """Yield the lines of a comment that say which vertex has which number; none where each vertex is its own number.

    Parameters
    ----------
    graph : the graph, or the board whose squares are the vertices.
    vertices : the vertices in the order of their numbers, from 1.

    Examples
    --------
    >>> import networkx as nx
    >>> list(numbering_comments(nx.Graph(["ba"]), ["b", "a"]))
    ["1 is 'b'", "2 is 'a'"]
    >>> list(numbering_comments(Board(3, 4), list(Board(3, 4))))
    ['the squares of the board 3x4 are numbered row by row, from 1 at the top left']
    """
    board, leaper = _board_of(graph)
    if leaper is not None:
        yield f"the moves of a {leaper}-leaper"
    if board is not None:
        yield f"the squares of the board {board.rows}x{board.cols} are numbered row by row, from 1 at the top left"
        if board.wrap:
            yield f"edges of the board are joined: {board.wrap}"
        if board.holes:
            yield "a hole (#) has no number"
            yield from board.text().split("\n")
    elif list(vertices) != list(range(1, len(vertices) + 1)):
        yield from (f"{number} is {on_one_line(vertex)}" for number, vertex in enumerate(vertices, 1))


def _board_of(graph: nx.Graph[Any] | Board) -> tuple[Board | None, Leaper | None]:
    return (graph, None) if isinstance(graph, Board) else board_of(graph) or (None, None)


def on_one_line(vertex: Hashable) -> str:
    """Return a vertex as text without line ends.

    Examples
    --------
    >>> on_one_line((0, 1)), on_one_line("a")
    ('(0, 1)', "'a'")
    """
    return " ".join(repr(vertex).split())


def name_of(graph: nx.Graph[Any] | Board) -> str:
    """Return a name for a graph or a board, on one line.

    Examples
    --------
    >>> name_of(Board(3, 4))
    '3x4'
    """
    board, _ = _board_of(graph)
    if board is not None:
        return f"{board.rows}x{board.cols}"
    return " ".join(str(getattr(graph, "name", "")).split()) or "graph"

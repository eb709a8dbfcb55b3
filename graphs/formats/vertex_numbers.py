"""Convert vertices to numbers in files, and back.

Vertices are numbered from 1 in most files, and from 0 in graph6 files. If the vertices of a graph are exactly these numbers,
they are preserved. Otherwise vertices are numbered in the order of the graph, and squares of a board row by row. All functions
run in linear time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, TypeAlias

from graphs.board import Board
from graphs.edge_list import EdgeList
from graphs.errors import FormatError, expect
from graphs.formats.reading_texts import whole_number
from graphs.leapers import MAX_GRAPH_SQUARES, Graph, Leaper, board_of, fixed_edges

Edge: TypeAlias = tuple[int, str, str]
"""An edge in a file: line number, and two vertices as text."""


def graph_with_vertex_numbers(size: int, edges: Iterable[Edge], line: int) -> EdgeList:
    """Build the graph with vertices 1 to `size` and the given edges.

    FormatError is raised if a vertex is invalid. `line` is the line that contains `size`, for the error message.
    """
    import numpy as np

    if size > MAX_GRAPH_SQUARES:
        raise FormatError(f"line {line}: a graph of {size:,} vertices is too large: the limit is {MAX_GRAPH_SQUARES:,}", size)

    def place(word: str, line: int) -> int:
        number = whole_number(word, line=line)
        if not 1 <= number <= size:
            raise FormatError(f"line {line}: there is no vertex {number}: the vertices are numbered 1 to {size}", number)
        return number - 1

    places = np.fromiter((place(word, line) for line, *words in edges for word in words), np.int32)
    return EdgeList(range(1, size + 1), places.reshape(-1, 2))


def vertices_by_number(graph: Graph | Board, first: int = 1) -> list[Any]:
    """List the vertices of a graph by their numbers in files.

    >>> import networkx as nx
    >>> vertices_by_number(nx.Graph([(3, 1), (1, 2)])), vertices_by_number(nx.Graph(["ba", "ac"]))
    ([1, 2, 3], ['b', 'a', 'c'])
    """
    if isinstance(graph, Board):
        if graph.size > MAX_GRAPH_SQUARES:
            limit = f"the limit is {MAX_GRAPH_SQUARES:,} squares"
            raise FormatError(f"a board of {graph.size:,} squares is too large for a .tour file: {limit}", graph)
        return list(graph)
    if expect("adjacency", graph, "graph").is_directed():
        raise FormatError("a directed graph cannot be written: the file formats support only undirected graphs", graph)
    numbers = range(first, first + len(graph))
    return list(numbers) if all(number in graph for number in numbers) else list(graph)


def edges_as_vertex_numbers(graph: Graph, first: int = 1, *, fixed: bool = False) -> Iterator[tuple[int, int]]:
    """Yield each edge as two ascending vertex numbers.

    Unless `fixed` is True, FormatError is raised if the graph has fixed edges.
    """
    number = {vertex: place for place, vertex in enumerate(vertices_by_number(graph, first), first)}
    adjacency = expect("adjacency", graph, "graph").adj
    if not fixed and fixed_edges(graph):
        raise FormatError("this file format cannot specify the fixed edges of the graph: write .hcp", graph)
    for vertex, here in number.items():
        yield from ((here, number[other]) for other in adjacency[vertex] if number[other] > here)


def vertex_number_comments(graph: Graph | Board) -> Iterator[str]:
    """Yield the comment lines of a file that explain its vertex numbers."""
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
    else:
        numbers = list(enumerate(vertices_by_number(graph), 1))
        if any(vertex != number for number, vertex in numbers):
            yield from (f"{number} is {vertex_on_one_line(vertex)}" for number, vertex in numbers)


def _board_of(graph: Graph | Board) -> tuple[Board | None, Leaper | None]:
    return (graph, None) if isinstance(graph, Board) else board_of(graph) or (None, None)


def vertex_on_one_line(vertex: Hashable) -> str:
    """Return `repr(vertex)` on one line, with single spaces."""
    return " ".join(repr(vertex).split())


def numbered_graph_name(graph: Graph | Board) -> str:
    """Return the name of a graph for a file, e.g. "8x8"."""
    board, _ = _board_of(graph)
    if board is not None:
        return f"{board.rows}x{board.cols}"
    return " ".join(str(getattr(graph, "name", "")).split()) or "graph"

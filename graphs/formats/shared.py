"""What readers and writers share: the text of a file, the numbers in it, and the numbers that a file gives to vertices.

A file numbers its vertices 1, 2, … (graph6: 0, 1, …). Where these numbers are the vertices of the graph themselves, each keeps
its own. All others are numbered in the order of the graph; that of a board is row by row. Cost: linear.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from graphs.board import Board
from graphs.errors import FormatError, KnightsTourError, expect
from graphs.leapers import MAX_GRAPH_SQUARES, Graph, Leaper, board_of

__all__ = [
    "Edge",
    "graph_of",
    "name_of",
    "numbered_edges",
    "numbered_lines",
    "numbering_comments",
    "on_one_line",
    "read_text",
    "reading_json",
    "text_of",
    "vertices_in_order",
    "whole_number",
]

Edge: TypeAlias = tuple[int, str, str]
"""The number of the line of an edge, and the words that name its vertices."""

MOST_BYTES = 64 * 2**20
"""The most that is read of one file: a device never ends."""


def read_text(path: str | Path) -> str:
    """Return the text of a file.

    Raises
    ------
    FormatError : the file does not exist, is a directory, may not be read, is too large, or is not UTF-8 text.
    """
    try:
        with open(path, "rb") as file:  # a Path drops the slash at the end of what can only be a folder
            return text_of(file, path)
    except FormatError:
        raise
    except (OSError, ValueError, TypeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path!s:.300} cannot be read: {reason}", path) from None


@contextmanager
def reading_json(text: str | bytes, fault: str) -> Iterator[Any]:
    """Give the block the document in a JSON text, and turn what goes wrong in the block into one error.

    Raises
    ------
    FormatError : the text is no JSON, or the block refuses it; the sentence is `fault`, and why.
    """
    try:
        yield json.loads(text)
    except (KnightsTourError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        why = error if isinstance(error, KnightsTourError) else "its fields are not as they should be"
        raise FormatError(f"{fault}: {why}", text) from None


def text_of(file: BinaryIO, name: str | Path) -> str:
    """Return the text of an open file, with the line ends of Unix; error messages use `name`.

    Raises
    ------
    FormatError : it holds more than 64 MiB, or is not text.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FormatError(f"{name} is too large: at most {MOST_BYTES // 2**20} MiB of text are read", name)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise FormatError(f"{name} is not text: UTF-8 text is needed", name) from None


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line of a text with its number, from 1. A line ends with `\\n`, `\\r\\n` or `\\r`.

    Examples
    --------
    >>> list(numbered_lines("a\\r\\nb"))
    [(1, 'a'), (2, 'b')]
    """
    return enumerate(expect(str, text, "text").replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)


def whole_number(word: str, what: str = "a vertex number", line: int | None = None) -> int:
    """Return the number that a word spells in the digits 0 to 9.

    Parameters
    ----------
    word : the word.
    what : what the number is, for the message.
    line : the number of the word's line, for the message.

    Raises
    ------
    FormatError : the word is no number, or has more than 18 digits.

    Examples
    --------
    >>> whole_number("42")
    42
    """
    if not (word.isascii() and word.isdigit() and len(word) <= 18):
        where = "" if line is None else f"line {line}: "
        raise FormatError(f"{where}{word[:40]!r} stands where {what} should be", word)
    return int(word)


def graph_of(size: int, edges: Iterable[Edge], line: int) -> Graph:
    """Return the graph with the vertices 1 to `size` and these edges.

    Parameters
    ----------
    size : the number of vertices.
    edges : for each edge the number of its line, and the words that name its vertices.
    line : the number of the line that has the size.

    Raises
    ------
    FormatError : there are too many vertices for a graph; a word is no number, or no vertex has it.

    Examples
    --------
    >>> graph_of(3, [(2, "1", "2")], line=1).edges
    EdgeView([(1, 2)])
    """
    import networkx as nx

    if size > MAX_GRAPH_SQUARES:
        raise FormatError(f"line {line}: a graph of {size:,} vertices is too large: the limit is {MAX_GRAPH_SQUARES:,}", size)

    def vertex(word: str, line: int) -> int:
        number = whole_number(word, line=line)
        if not 1 <= number <= size:
            raise FormatError(f"line {line}: an edge names the vertex {number}: they are numbered 1 to {size}", number)
        return number

    graph: Graph = nx.Graph()
    graph.add_nodes_from(range(1, size + 1))
    graph.add_edges_from((vertex(one, line), vertex(other, line)) for line, one, other in edges)
    return graph


def vertices_in_order(graph: Graph | Board, first: int = 1) -> list[Any]:
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
    if expect("adjacency", graph, "graph").is_directed():
        raise FormatError("a directed graph cannot be written: the file formats hold undirected graphs", graph)
    numbers = range(first, first + len(graph))
    return list(numbers) if all(number in graph for number in numbers) else list(graph)


def numbered_edges(graph: Graph, first: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the edges as pairs of numbers, the smaller one first; loops are left out, and parallel edges are one.

    Examples
    --------
    >>> import networkx as nx
    >>> list(numbered_edges(nx.MultiGraph(["ab", "ac", "ac", "bb"])))
    [(1, 2), (1, 3)]
    """
    number = {vertex: place for place, vertex in enumerate(vertices_in_order(graph, first), first)}
    for vertex, here in number.items():
        yield from ((here, number[other]) for other in expect("adjacency", graph, "graph").adj[vertex] if number[other] > here)


def numbering_comments(graph: Graph | Board) -> Iterator[str]:
    """Yield the lines of a comment that say which vertex has which number; none where each vertex is its own number.

    Parameters
    ----------
    graph : the graph, or the board whose squares are the vertices.

    Examples
    --------
    >>> import networkx as nx
    >>> list(numbering_comments(nx.Graph(["ba"])))
    ["1 is 'b'", "2 is 'a'"]
    >>> list(numbering_comments(Board(3, 4)))
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
    else:
        numbers = list(enumerate(vertices_in_order(graph), 1))
        if any(vertex != number for number, vertex in numbers):
            yield from (f"{number} is {on_one_line(vertex)}" for number, vertex in numbers)


def _board_of(graph: Graph | Board) -> tuple[Board | None, Leaper | None]:
    return (graph, None) if isinstance(graph, Board) else board_of(graph) or (None, None)


def on_one_line(vertex: Hashable) -> str:
    """Return a vertex as text without line ends.

    Examples
    --------
    >>> on_one_line((0, 1)), on_one_line("a")
    ('(0, 1)', "'a'")
    """
    return " ".join(repr(vertex).split())


def name_of(graph: Graph | Board) -> str:
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

"""What all readers share: the text of a file, its lines, the numbers in it, and the graph that its edges make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from graphs.errors import FormatError

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Edge", "graph_of", "numbered_lines", "read_text", "text_of", "whole_number"]

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
        with Path(path).open("rb") as file:
            return text_of(file, path)
    except FormatError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path} cannot be read: {reason}", path) from None


def text_of(file: BinaryIO, name: str | Path) -> str:
    """Return the text of an open file, with the line ends of Unix; `name` stands in the messages.

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
    return enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)


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


def graph_of(size: int, edges: Iterable[Edge], line: int) -> nx.Graph[int]:
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

    from graphs.leapers import MAX_GRAPH_SQUARES

    if size > MAX_GRAPH_SQUARES:
        raise FormatError(f"line {line}: a graph of {size:,} vertices is too large: the limit is {MAX_GRAPH_SQUARES:,}", size)

    def vertex(word: str, line: int) -> int:
        number = whole_number(word, line=line)
        if not 1 <= number <= size:
            raise FormatError(f"line {line}: an edge names the vertex {number}: they are numbered 1 to {size}", number)
        return number

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(1, size + 1))
    graph.add_edges_from((vertex(one, line), vertex(other, line)) for line, one, other in edges)
    return graph

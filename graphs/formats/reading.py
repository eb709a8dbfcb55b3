"""What all readers share: the text of a file, its lines, the numbers in it, and the graph that its edges make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from graphs.errors import FormatError

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["graph_of", "numbered_lines", "numbered_words", "read_text", "text_of", "vertex_number", "whole_number"]

MOST_BYTES = 64 * 2**20
"""What is read of one file: a device that never ends is no board."""
_NUMBER = re.compile(r"[0-9]+")


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


def numbered_words(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield each word of some lines with the number of its line.

    Examples
    --------
    >>> list(numbered_words(numbered_lines("1 2\\n3")))
    [(1, '1'), (1, '2'), (2, '3')]
    """
    return ((number, word) for number, line in lines for word in line.split())


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
    if not _NUMBER.fullmatch(word) or len(word) > 18:
        where = "" if line is None else f"line {line}: "
        raise FormatError(f"{where}{word[:40]!r} stands where {what} should be", word)
    return int(word)


def vertex_number(word: str, size: int, line: int) -> int:
    """Return the vertex, of those from 1 to `size`, that a word in a line names.

    Raises
    ------
    FormatError : the word is no number, or no vertex has it.

    Examples
    --------
    >>> vertex_number("3", 5, line=1)
    3
    """
    vertex = whole_number(word, line=line)
    if not 1 <= vertex <= size:
        raise FormatError(f"line {line}: an edge names the vertex {vertex}: they are numbered 1 to {size}", vertex)
    return vertex


def graph_of(size: int, edges: Iterable[tuple[int, int]], line: int) -> nx.Graph[int]:
    """Return the graph with the vertices 1 to `size` and these edges; `line` is where the file has the size.

    Raises
    ------
    FormatError : there are too many vertices for a graph.

    Examples
    --------
    >>> sorted(graph_of(3, [(1, 2)], line=1))
    [1, 2, 3]
    """
    import networkx as nx

    from graphs.leapers import MAX_GRAPH_SQUARES

    if size > MAX_GRAPH_SQUARES:
        raise FormatError(f"line {line}: a graph of {size:,} vertices is too large: the limit is {MAX_GRAPH_SQUARES:,}", size)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(1, size + 1))
    graph.add_edges_from(edges)
    return graph

"""graph6 .g6: a graph as one line of printable characters; its vertices are numbered from 0.

The characters `?` to `~` stand for 6 bits each: first the number of vertices, then one bit for each pair of them. So the cost
is n**2 for n vertices, however few edges there are.

Reference: B. D. McKay, Description of graph6, sparse6 and digraph6 encodings, nauty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphs.errors import FormatError
from graphs.formats.numbering import numbered_edges, vertices_in_order
from graphs.formats.reading import MOST_BYTES, numbered_lines

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["format_g6", "parse_g6"]

_HEADER = ">>graph6<<"
_LEAST, _MOST = "?", "~"


def parse_g6(text: str) -> nx.Graph[int]:
    """Read the first graph of a graph6 text; the vertices are numbered from 0.

    Raises
    ------
    FormatError : the first line that is not empty is no graph in graph6 format; the sentence says what is expected.

    Examples
    --------
    >>> parse_g6("Bw").number_of_edges()
    3
    """
    import networkx as nx

    number, line = next(((number, line.strip()) for number, line in numbered_lines(text) if line.strip()), (1, ""))
    characters = line.removeprefix(_HEADER)
    for place, mark in enumerate(characters, len(line) - len(characters) + 1):
        if not _LEAST <= mark <= _MOST:
            raise FormatError(
                f"line {number}: {mark!r}, character {place}, is none of graph6: they are {_LEAST!r} to {_MOST!r}", mark
            )
    _check_length(characters, number)
    graph: nx.Graph[int] = nx.from_graph6_bytes(characters.encode())
    return graph


def format_g6(graph: nx.Graph[Any]) -> str:
    """Return a graph in graph6 format, which `parse_g6` reads back. The format has no comments.

    Parameters
    ----------
    graph : any undirected graph; loops are left out, and parallel edges are one. Vertices that are not the numbers 0, 1, … are
        numbered in the order of the graph.

    Raises
    ------
    FormatError : the graph is directed, or has so many vertices that the text would be too large to be read.

    Examples
    --------
    >>> import networkx as nx
    >>> format_g6(nx.complete_graph(3))
    'Bw\\n'
    """
    import numpy as np

    vertices = vertices_in_order(graph, first=0)
    size = len(vertices)
    pairs = size * (size - 1) // 2
    if pairs // 6 > MOST_BYTES - 10:
        raise FormatError(f"a graph of {size:,} vertices is too large for graph6: write .hcp or .col", size)
    bits = np.zeros((pairs + 5) // 6 * 6, np.uint8)
    edges = np.array(list(numbered_edges(graph, vertices, first=0)), np.int64).reshape(-1, 2)
    bits[edges[:, 1] * (edges[:, 1] - 1) // 2 + edges[:, 0]] = 1  # the pairs (0, 1), (0, 2), (1, 2), (0, 3), …
    marks = bits.reshape(-1, 6) @ np.array([32, 16, 8, 4, 2, 1], np.uint8) + ord(_LEAST)
    return f"{_number(size)}{marks.astype(np.uint8).tobytes().decode()}\n"


def _number(size: int) -> str:
    """Return the characters of a number of vertices: one up to 62, else `~` and three."""
    if size <= 62:
        return chr(ord(_LEAST) + size)
    return _MOST + "".join(chr(ord(_LEAST) + (size >> shift & 63)) for shift in (12, 6, 0))


def _check_length(characters: str, line: int) -> None:
    """Refuse a text that has not as many characters as its number of vertices needs."""
    digits = 6 if characters.startswith(_MOST * 2) else 3 if characters.startswith(_MOST) else 1
    first = {1: 0, 3: 1, 6: 2}[digits]
    if len(characters) < first + digits:
        raise FormatError(f"line {line}: a graph in graph6 format is expected, which begins with its number of vertices")
    size = 0
    for mark in characters[first : first + digits]:
        size = size << 6 | ord(mark) - ord(_LEAST)
    expected, found = (size * (size - 1) // 2 + 5) // 6, len(characters) - first - digits
    if found != expected:
        raise FormatError(
            f"line {line}: a graph of {size:,} vertices has {expected:,} characters of edges in graph6, here are {found:,}",
            found,
        )

"""graph6 .g6: a graph as one line of printable characters; its vertices are numbered from 0.

The characters `?` to `~` stand for 6 bits each: first the number of vertices, then one bit for each pair of them. So the cost
is n**2 for n vertices, however few edges there are.

Reference: B. D. McKay, Description of graph6, sparse6 and digraph6 encodings, nauty.
"""

from __future__ import annotations

from graphs.errors import FormatError, expect
from graphs.formats.shared import MOST_BYTES, numbered_edges, numbered_lines
from graphs.leapers import Graph

__all__ = ["format_g6", "parse_g6"]

_HEADER = ">>graph6<<"


def parse_g6(text: str) -> Graph:
    """Read the graph of a graph6 text; the vertices are numbered from 0.

    Raises
    ------
    FormatError : the text is no graph in graph6 format, or holds a second one; the sentence says what is expected.

    Examples
    --------
    >>> parse_g6("Bw").number_of_edges()
    3
    """
    import networkx as nx

    lines = ((number, line.strip()) for number, line in numbered_lines(text) if line.strip())
    number, line = next(lines, (1, ""))
    if second := next(lines, None):
        raise FormatError(f"line {second[0]}: a second graph begins here, and one file may hold one graph only", second[1])
    try:
        if not set(line.removeprefix(_HEADER).encode()) <= set(range(63, 127)):
            raise ValueError("its characters are ? to ~")
        graph: Graph = nx.from_graph6_bytes(line.encode())
    except IndexError:
        raise FormatError(f"line {number}: a graph in graph6 begins with its number of vertices", line) from None
    except (nx.NetworkXError, ValueError) as error:
        raise FormatError(f"line {number}: {line[:40]!r} is no graph in graph6: {error}", line) from None
    return graph


def format_g6(graph: Graph) -> str:
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

    size = len(expect("adjacency", graph, "graph"))
    pairs = size * (size - 1) // 2
    if pairs // 6 > MOST_BYTES - 10:
        raise FormatError(f"a graph of {size:,} vertices is too large for graph6: write .hcp or .col", size)
    bits = np.zeros((pairs + 5) // 6 * 6, np.uint8)
    edges = np.array(list(numbered_edges(graph, first=0)), np.int64).reshape(-1, 2)
    bits[edges[:, 1] * (edges[:, 1] - 1) // 2 + edges[:, 0]] = 1  # the pairs (0, 1), (0, 2), (1, 2), (0, 3), …
    digits = [size] if size <= 62 else [63, size >> 12, size >> 6 & 63, size & 63]
    marks = 63 + np.concatenate([digits, bits.reshape(-1, 6) @ np.array([32, 16, 8, 4, 2, 1], np.uint8)])
    return f"{marks.astype(np.uint8).tobytes().decode()}\n"

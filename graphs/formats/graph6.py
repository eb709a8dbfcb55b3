"""The graph6 format: a graph as one line of characters.

Each of the characters `?` to `~` encodes 6 bits: first the number of vertices, then one bit per pair of vertices. So all
functions take time and memory quadratic in the number of vertices.

References
----------
B. D. McKay, Description of graph6, sparse6 and digraph6 encodings, nauty.
"""

from __future__ import annotations

from graphs.edge_list import EdgeList
from graphs.errors import FormatError, expect
from graphs.formats.reading_texts import MOST_BYTES, read_numbered_lines
from graphs.formats.vertex_numbers import edges_as_vertex_numbers
from graphs.leapers import Graph

_HEADER = ">>graph6<<"


def parse_g6(text: str) -> Graph:
    """Read a graph in graph6 format.

    Parameters
    ----------
    text : str
        The text of the file.

    Returns
    -------
    networkx.Graph
        The graph. Its vertices are the numbers 0, 1, ….

    Raises
    ------
    FormatError
        If the text is not exactly one graph in graph6 format. The message names the line.

    Examples
    --------
    >>> parse_g6("Bw").number_of_edges()
    3
    """
    import networkx as nx

    lines = ((number, line.strip()) for number, line in read_numbered_lines(text) if line.strip())
    number, line = next(lines, (1, ""))
    if second := next(lines, None):
        raise FormatError(f"line {second[0]}: a second graph begins here, but a file must contain only one graph", second[1])
    try:
        if not set(line.removeprefix(_HEADER).encode()) <= set(range(63, 127)):
            raise ValueError("each character must be from ? to ~")
        graph: Graph = nx.from_graph6_bytes(line.encode())
    except IndexError:
        raise FormatError(f"line {number}: {line[:40]!r} does not begin with a number of vertices in graph6", line) from None
    except (nx.NetworkXError, ValueError) as error:
        raise FormatError(f"line {number}: {line[:40]!r} is not a graph in graph6: {error}", line) from None
    return graph


def list_g6(text: str) -> EdgeList:
    """Read a graph in graph6 format as a list of edges.

    Parameters
    ----------
    text : str
        The text of the file.

    Returns
    -------
    EdgeList
        The graph. Its vertices are the numbers 0, 1, ….

    Raises
    ------
    FormatError
        If the text does not fit the format.
    """
    return EdgeList.of(parse_g6(text))


def format_g6(graph: Graph) -> str:
    """Return a graph as text in graph6 format.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph. Loops are omitted, and parallel edges are written once.

    Returns
    -------
    str
        The text. Names of vertices are lost: they are numbered in the order of the graph, unless they are 0, 1, ….

    Raises
    ------
    FormatError
        If the graph is directed, has fixed edges, or is too large for `read_text`.

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
    edges = np.array(list(edges_as_vertex_numbers(graph, first=0)), np.int64).reshape(-1, 2)
    bits[edges[:, 1] * (edges[:, 1] - 1) // 2 + edges[:, 0]] = 1  # the pairs (0, 1), (0, 2), (1, 2), (0, 3), …
    digits = [size] if size <= 62 else [63, size >> 12, size >> 6 & 63, size & 63]
    marks = 63 + np.concatenate([digits, bits.reshape(-1, 6) @ np.array([32, 16, 8, 4, 2, 1], np.uint8)])
    return f"{marks.astype(np.uint8).tobytes().decode()}\n"

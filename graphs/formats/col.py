"""DIMACS .col: a graph whose vertices are numbered from 1.

A line `p edge VERTICES EDGES`, then a line `e U V` for each edge; a line `c …` is a comment. Cost: linear.

Reference: DIMACS, Clique and coloring problems graph format, 1993.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from graphs.errors import FormatError
from graphs.formats.numbering import numbered_edges, numbering_comments, vertices_in_order
from graphs.formats.reading import graph_of, numbered_lines, vertex_number, whole_number

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["format_col", "parse_col"]

_NUMBER = re.compile(r"[0-9]+")
_EDGES_EXPECTED = "'e U V', with two vertex numbers, or a comment 'c …' is expected"


def parse_col(text: str) -> nx.Graph[int]:
    """Read a DIMACS graph; the vertices are the numbers of the file, from 1.

    Raises
    ------
    FormatError : the text does not fit the format; the sentence has the line, and what is expected there.

    Notes
    -----
    Some files count each edge twice, in both directions, and some list it twice; both are read. A file with fewer edges than
    its line `p edge` announces is refused, for it may be cut off.

    Examples
    --------
    >>> sorted(parse_col("c a path\\np edge 3 2\\ne 1 2\\ne 2 3").edges)
    [(1, 2), (2, 3)]
    """
    lines = numbered_lines(text)
    line, size, edges = _sizes(lines)
    return graph_of(size, _edges(lines, size, edges, line), line)


def format_col(graph: nx.Graph[Any]) -> str:
    """Return a graph in the DIMACS format, which `parse_col` reads back.

    Parameters
    ----------
    graph : any undirected graph; loops are left out, and parallel edges are one.

    Returns
    -------
    The text. Vertices that are not the numbers 1, 2, … get numbers (`graphs.formats.numbering`); comments say which.

    Raises
    ------
    FormatError : the graph is directed.

    Examples
    --------
    >>> import networkx as nx
    >>> print(format_col(nx.Graph(["ba", "ac"])), end="")
    c 1 is 'b'
    c 2 is 'a'
    c 3 is 'c'
    p edge 3 2
    e 1 2
    e 2 3
    """
    vertices = vertices_in_order(graph)
    edges = [f"e {one} {other}" for one, other in numbered_edges(graph, vertices)]
    comments = (f"c {comment}" for comment in numbering_comments(graph, vertices))
    return "\n".join([*comments, f"p edge {len(vertices)} {len(edges)}", *edges, ""])


def _sizes(lines: Iterator[tuple[int, str]]) -> tuple[int, int, int]:
    """Return the line `p edge`, and the numbers of vertices and of edges in it; leave `lines` behind it."""
    for number, line in lines:
        match line.split():
            case ["p", "edge" | "edges" | "col", vertices, edges] if _NUMBER.fullmatch(vertices + edges):
                return number, whole_number(vertices, "a number of vertices", number), whole_number(edges, line=number)
            case [] | ["c", *_]:
                pass
            case _:
                raise FormatError(f"line {number}: 'p edge VERTICES EDGES' is expected, not {line[:40]!r}", number)
    raise FormatError("there is no line 'p edge VERTICES EDGES', which a DIMACS .col file must have")


def _edges(lines: Iterator[tuple[int, str]], size: int, announced: int, line_of_sizes: int) -> Iterator[tuple[int, int]]:
    number, found = line_of_sizes, 0
    for number, line in lines:
        match line.split():
            case ["e", one, other]:
                found += 1
                yield vertex_number(one, size, number), vertex_number(other, size, number)
            case [] | ["c", *_] | ["n", *_]:
                pass
            case _:
                raise FormatError(f"line {number}: {_EDGES_EXPECTED}, not {line[:40]!r}", number)
    if found < announced != 2 * found:
        raise FormatError(
            f"the file ends at line {number} after {found:,} edges: line {line_of_sizes} announces {announced:,}", found
        )

"""DIMACS files: read and write graphs (`.col`), and write clauses (`.cnf`).

A `.col` file has a line `p edge VERTICES EDGES` and a line `e U V` per edge, with vertices from 1. The reader also accepts
files without the word `edge` or the letter `e`, as in some collections. A `.cnf` file has a line `p cnf VARIABLES CLAUSES` and
a line per clause: its literals, ±1, ±2, …, then 0. Lines `c …` are comments. All functions run in linear time.

References
----------
DIMACS, Clique and coloring problems graph format, 1993; Satisfiability: suggested format, 1993.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from graphs.edge_list import EdgeList
from graphs.errors import FormatError
from graphs.formats.reading_texts import read_numbered_lines, whole_number
from graphs.formats.vertex_numbers import (
    Edge,
    edges_as_vertex_numbers,
    graph_with_vertex_numbers,
    vertex_number_comments,
)
from graphs.leapers import Graph
from graphs.text import plural

KINDS = ("edge", "edges", "col")
"""Accepted values of TYPE in a line `p TYPE VERTICES EDGES`."""


def parse_col(text: str) -> Graph:
    """Read a graph in DIMACS format.

    Some files announce twice as many edges as they contain, one per direction. Other files with too few edges are rejected.

    Parameters
    ----------
    text : str
        The text of the file.

    Returns
    -------
    networkx.Graph
        The graph. Its vertices are the numbers 1, 2, ….

    Raises
    ------
    FormatError
        If the text does not fit the format. The message names the line and the expected content.

    Examples
    --------
    >>> sorted(parse_col("c a path\\np edge 3 2\\ne 1 2\\ne 2 3").edges)
    [(1, 2), (2, 3)]
    """
    return list_col(text).build()


def list_col(text: str) -> EdgeList:
    """Read a graph in DIMACS format as a list of edges.

    Parameters
    ----------
    text : str
        The text of the file.

    Returns
    -------
    EdgeList
        The graph. Its vertices are the numbers 1, 2, ….

    Raises
    ------
    FormatError
        If the text does not fit the format.
    """
    rows = ((number, line.split()) for number, line in read_numbered_lines(text) if line.strip() and line.split()[0] != "c")
    first, words = next(rows, (1, [""]))
    if words[0] != "p" or not (len(words) == 3 or (len(words) == 4 and words[1] in KINDS)):
        raise FormatError(f"line {first}: expected 'p edge VERTICES EDGES', found {' '.join(words)[:40]!r}", first)
    size, announced = (whole_number(word, "a number of vertices or edges", first) for word in words[-2:])
    found = graph_with_vertex_numbers(size, _edges(rows), first)
    count = len(found.edges)
    if count < announced != 2 * count:
        raise FormatError(f"the file ends after {plural(count, 'edge')}, but line {first} announces {announced:,}", count)
    return found


def _edges(rows: Iterable[tuple[int, list[str]]]) -> Iterator[Edge]:
    for number, words in rows:
        *head, one, other = words if len(words) > 1 else ["", "", ""]
        if head not in ([], ["e"], ["n"]):
            expected = "expected 'e U V' with two vertex numbers, or a comment 'c …'"
            raise FormatError(f"line {number}: {expected}, found {' '.join(words)[:40]!r}", number)
        if head != ["n"]:
            yield number, one, other


def format_col(graph: Graph) -> str:
    """Return a graph as text in DIMACS format.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph. Loops are omitted, and parallel edges are written once.

    Returns
    -------
    str
        The text. If the vertices are not 1, 2, …, comments specify their numbers.

    Raises
    ------
    FormatError
        If the graph is directed or has fixed edges.

    Examples
    --------
    >>> import networkx as nx
    >>> print(format_col(nx.Graph(["ba"])), end="")
    c 1 is 'b'
    c 2 is 'a'
    p edge 2 1
    e 1 2
    """
    edges = [f"e {one} {other}" for one, other in edges_as_vertex_numbers(graph)]
    comments = (f"c {comment}" for comment in vertex_number_comments(graph))
    return "\n".join([*comments, f"p edge {len(graph)} {len(edges)}", *edges, ""])


def format_cnf(clauses: Collection[Sequence[int]], comments: Iterable[str] = ()) -> str:
    """Return the clauses of a Boolean formula in DIMACS format.

    Parameters
    ----------
    clauses : collection of sequence of int
        The literals of each clause: numbers of variables from 1, or their negatives.
    comments : iterable of str, optional
        Comment lines above the clauses.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> print(format_cnf([[1, -2], [2]], ["1: it rains", "2: it pours"]), end="")
    c 1: it rains
    c 2: it pours
    p cnf 2 2
    1 -2 0
    2 0
    """
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    lines = [*(f"c {comment}" for comment in comments), f"p cnf {variables} {len(clauses)}"]
    lines += (" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join([*lines, ""])

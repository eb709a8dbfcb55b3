"""Graphs as files: TSPLIB .hcp, DIMACS .col and graph6 .g6.

The vertices of a graph keep the numbers of the file: from 1 in .hcp and .col, from 0 in .g6. Cost: linear.

References: G. Reinelt, TSPLIB 95, 1995; DIMACS, Clique and coloring problems graph format, 1993; B. D. McKay, graph6, nauty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graphs.errors import FormatError
from graphs.formats.reading import read_text, whole_number, whole_numbers

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["GRAPH_FORMATS", "is_graph_file", "parse_col", "parse_g6", "parse_hcp", "read_graph"]


def read_graph(path: str | Path) -> nx.Graph[int]:
    """Read a graph file by the reader that `GRAPH_FORMATS` has for its ending.

    Raises
    ------
    FormatError : the table lacks the ending, the file cannot be read, or a line does not fit the format.
    """
    parse = GRAPH_FORMATS.get(Path(path).suffix)
    if parse is None:
        raise FormatError(f"{path} is no graph file: its name must end in one of {', '.join(GRAPH_FORMATS)}", path)
    try:
        return parse(read_text(path))
    except FormatError as error:
        raise FormatError(f"{path}: {error}", error.value) from error


def is_graph_file(name: str) -> bool:
    """Return whether a name has the ending of a graph file.

    Examples
    --------
    >>> is_graph_file("mine.hcp"), is_graph_file("8x8")
    (True, False)
    """
    return name.endswith(tuple(GRAPH_FORMATS))


def parse_hcp(text: str) -> nx.Graph[int]:
    """Read a TSPLIB Hamiltonian cycle problem, with `EDGE_DATA_FORMAT` `EDGE_LIST` or `ADJ_LIST`; vertices from 1.

    Raises
    ------
    FormatError : a section or the DIMENSION is missing, or an entry is no vertex.

    Examples
    --------
    >>> parse_hcp("TYPE : HCP\\nDIMENSION : 3\\nEDGE_DATA_FORMAT : EDGE_LIST\\nEDGE_DATA_SECTION\\n1 2\\n2 3\\n-1\\nEOF").size()
    2
    """
    fields: dict[str, str] = {}
    lines = iter(text.splitlines())
    for line in lines:
        key, _, value = (part.strip() for part in line.partition(":"))
        if key == "EDGE_DATA_SECTION":
            break
        fields[key] = value
    else:
        raise FormatError("there is no EDGE_DATA_SECTION, which a TSPLIB .hcp file must have")
    if "DIMENSION" not in fields:
        raise FormatError("there is no line 'DIMENSION : number', which a TSPLIB .hcp file must have")
    size = whole_number(fields["DIMENSION"], "the DIMENSION")
    words = " ".join(lines).split()
    kind = fields.get("EDGE_DATA_FORMAT", "EDGE_LIST")
    if kind == "EDGE_LIST":
        return _graph(size, _edge_list(words))
    if kind == "ADJ_LIST":
        return _graph(size, _adjacency_lists(words))
    raise FormatError(f"EDGE_DATA_FORMAT is {kind[:40]}: it must be EDGE_LIST or ADJ_LIST", kind)


def parse_col(text: str) -> nx.Graph[int]:
    """Read a DIMACS graph: `p edge VERTICES EDGES`, then a line `e U V` for each edge; vertices from 1; `c` is a comment.

    Raises
    ------
    FormatError : the line `p edge` is missing, or a line is none of these.

    Examples
    --------
    >>> sorted(parse_col("c a path\\np edge 3 2\\ne 1 2\\ne 2 3").edges)
    [(1, 2), (2, 3)]
    """
    size: int | None = None
    edges = []
    for number, line in enumerate(text.splitlines(), 1):
        match line.split():
            case ["p", "edge" | "edges" | "col", vertices, count] if size is None and _NUMBER.fullmatch(vertices + count):
                size = whole_number(vertices)
            case ["e", one, other] if _NUMBER.fullmatch(one + other):
                edges.append((whole_number(one), whole_number(other)))
            case [] | ["c", *_] | ["n", *_]:
                pass
            case _:
                raise FormatError(f"line {number} is neither one 'p edge VERTICES EDGES' nor 'e U V': {line[:40]!r}", number)
    if size is None:
        raise FormatError("there is no line 'p edge VERTICES EDGES', which a DIMACS .col file must have")
    return _graph(size, edges)


def parse_g6(text: str) -> nx.Graph[int]:
    """Read the first graph of a graph6 text; vertices from 0.

    Raises
    ------
    FormatError : the text does not begin with a graph in graph6 format.

    Examples
    --------
    >>> parse_g6("Bw").number_of_edges()
    3
    """
    import networkx as nx

    line = next(iter(text.split()), "")
    try:
        graph: nx.Graph[int] = nx.from_graph6_bytes(line.encode())
    except (nx.NetworkXError, ValueError, IndexError):
        raise FormatError(f"{line[:40]!r} is no graph in graph6 format") from None
    return graph


GRAPH_FORMATS: dict[str, Callable[[str], nx.Graph[int]]] = {".hcp": parse_hcp, ".col": parse_col, ".g6": parse_g6}
"""The ending of a graph file and its reader; a new graph format is one more row."""

_NUMBER = re.compile(r"[0-9]+")


def _edge_list(words: list[str]) -> Iterable[tuple[int, int]]:
    numbers = whole_numbers(words)
    if len(numbers) % 2:
        raise FormatError("the edge list has an odd number of vertices: it must hold pairs")
    return zip(numbers[::2], numbers[1::2], strict=True)


def _adjacency_lists(words: list[str]) -> Iterator[tuple[int, int]]:
    tail: int | None = None
    for word in words:
        if word == "EOF":
            return
        if word == "-1":
            if tail is None:  # an empty list ends the section
                return
            tail = None
        elif tail is None:
            tail = whole_number(word)
        else:
            yield tail, whole_number(word)


def _graph(size: int, edges: Iterable[tuple[int, int]]) -> nx.Graph[int]:
    import networkx as nx

    from graphs.leapers import MAX_GRAPH_SQUARES

    if size > MAX_GRAPH_SQUARES:
        raise FormatError(f"a graph of {size:,} vertices is too large: the limit is {MAX_GRAPH_SQUARES:,}", size)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(1, size + 1))
    for one, other in edges:
        for vertex in (one, other):
            if not 1 <= vertex <= size:
                raise FormatError(f"an edge names the vertex {vertex}: they are numbered 1 to {size}", vertex)
        graph.add_edge(one, other)
    return graph

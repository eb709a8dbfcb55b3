"""TSPLIB .hcp: a Hamiltonian cycle problem, a graph whose vertices are numbered from 1.

Lines `KEYWORD : value`, of which DIMENSION is needed; then EDGE_DATA_SECTION with the edges, -1 after the last one, and EOF.
`EDGE_DATA_FORMAT` says how the edges are written: EDGE_LIST, pairs of vertices; or ADJ_LIST, a vertex and its neighbours, with
-1 after each list. Cost: linear.

Reference: G. Reinelt, TSPLIB 95, 1995.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from graphs.errors import FormatError
from graphs.formats.numbering import name_of, numbered_edges, numbering_comments, vertices_in_order
from graphs.formats.reading import graph_of, numbered_lines, numbered_words, vertex_number, whole_number

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["format_hcp", "parse_hcp"]


def parse_hcp(text: str) -> nx.Graph[int]:
    """Read a TSPLIB Hamiltonian cycle problem; the vertices are the numbers of the file, from 1.

    Raises
    ------
    FormatError : the text does not fit the format; the sentence has the line, and what is expected there.

    Examples
    --------
    >>> parse_hcp("TYPE : HCP\\nDIMENSION : 3\\nEDGE_DATA_FORMAT : EDGE_LIST\\nEDGE_DATA_SECTION\\n1 2\\n2 3\\n-1\\nEOF").size()
    2
    """
    lines = numbered_lines(text)
    fields = _fields(lines)
    line, kind = fields.get("TYPE", (0, "HCP"))
    if kind != "HCP":
        raise FormatError(f"line {line}: TYPE is {kind[:40]!r}: a .hcp file holds the TYPE HCP", kind)
    if "DIMENSION" not in fields:
        raise FormatError("there is no line 'DIMENSION : number' above EDGE_DATA_SECTION, which a TSPLIB .hcp file must have")
    line, kind = fields.get("EDGE_DATA_FORMAT", (0, "EDGE_LIST"))
    if kind not in _SECTIONS:
        raise FormatError(f"line {line}: EDGE_DATA_FORMAT is {kind[:40]!r}: it must be {' or '.join(_SECTIONS)}", kind)
    line, word = fields["DIMENSION"]
    size = whole_number(word, "the DIMENSION", line)
    return graph_of(size, _SECTIONS[kind](numbered_words(lines), size), line)


def format_hcp(graph: nx.Graph[Any]) -> str:
    """Return a graph as a TSPLIB Hamiltonian cycle problem, which `parse_hcp` reads back.

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
    >>> print(format_hcp(nx.Graph(["ba"])), end="")
    NAME : graph
    COMMENT : 1 is 'b'
    COMMENT : 2 is 'a'
    TYPE : HCP
    DIMENSION : 2
    EDGE_DATA_FORMAT : EDGE_LIST
    EDGE_DATA_SECTION
    1 2
    -1
    EOF
    """
    vertices = vertices_in_order(graph)
    lines = [f"NAME : {name_of(graph)}"]
    lines += (f"COMMENT : {comment}" for comment in numbering_comments(graph, vertices))
    lines += ["TYPE : HCP", f"DIMENSION : {len(vertices)}", "EDGE_DATA_FORMAT : EDGE_LIST", "EDGE_DATA_SECTION"]
    lines += (f"{one} {other}" for one, other in numbered_edges(graph, vertices))
    return "\n".join([*lines, "-1", "EOF", ""])


def _fields(lines: Iterator[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """Return the line number and the value of each keyword, and leave `lines` behind EDGE_DATA_SECTION."""
    fields: dict[str, tuple[int, str]] = {}
    number = 0
    for number, line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if key == "EDGE_DATA_SECTION":
            return fields
        if key and (not colon or key.endswith("_SECTION")):
            raise FormatError(f"line {number}: 'KEYWORD : value' or EDGE_DATA_SECTION is expected, not {line[:40]!r}", number)
        fields[key] = number, value
    raise FormatError(f"the file ends at line {number} without an EDGE_DATA_SECTION, which a TSPLIB .hcp file must have")


def _edge_list(words: Iterator[tuple[int, str]], size: int) -> Iterator[tuple[int, int]]:
    for line, word in words:
        if word in _ENDS:
            return _check_rest(word, words)
        one = vertex_number(word, size, line)
        line_of_other, word = next(words, (0, ""))
        if line_of_other != line:
            raise FormatError(f"line {line}: an edge list must hold pairs of vertices, and there is no other beside {one}", one)
        yield one, vertex_number(word, size, line)
    raise _unfinished()


def _adjacency_lists(words: Iterator[tuple[int, str]], size: int) -> Iterator[tuple[int, int]]:
    tail: int | None = None
    for line, word in words:
        if tail is None:
            if word in _ENDS:  # an empty list ends the section
                return _check_rest(word, words)
            tail = vertex_number(word, size, line)
        elif word == "-1":
            tail = None
        else:
            yield tail, vertex_number(word, size, line)
    raise _unfinished()


def _check_rest(end: str, words: Iterator[tuple[int, str]]) -> None:
    """Refuse what stands behind the end of the edges, for a reader that passes over it would read another graph."""
    line, word = (0, "EOF") if end == "EOF" else next(words, (0, "EOF"))
    if word != "EOF":
        raise FormatError(f"line {line}: EOF is expected after the -1 that ends the edges, not {word[:40]!r}", word)


def _unfinished() -> FormatError:
    return FormatError("the file ends within its EDGE_DATA_SECTION: -1 is expected after the last edge")


_ENDS = ("-1", "EOF")
_SECTIONS: dict[str, Callable[[Iterator[tuple[int, str]], int], Iterator[tuple[int, int]]]] = {
    "EDGE_LIST": _edge_list,
    "ADJ_LIST": _adjacency_lists,
}

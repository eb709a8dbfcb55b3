"""TSPLIB formats: `.hcp` for Hamiltonian cycle problems, and `.tour` for tours.

A file has lines `KEYWORD : value`, then a section of numbers, -1, and EOF. Vertices are numbered from 1. An .hcp file has a
DIMENSION, the number of vertices, and an EDGE_DATA_SECTION, and may have a FIXED_EDGES_SECTION of edges that every tour must
use. A .tour file has a TOUR_SECTION with the vertices in the order of the visit. All functions run in linear time.

References
----------
G. Reinelt, TSPLIB 95, 1995.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from graphs.board import Board
from graphs.edge_list import EdgeList
from graphs.errors import FormatError, InvalidTour, expect
from graphs.formats.reading_texts import read_numbered_lines, whole_number
from graphs.formats.vertex_numbers import (
    Edge,
    edges_as_vertex_numbers,
    graph_with_vertex_numbers,
    numbered_graph_name,
    vertex_number_comments,
    vertices_by_number,
)
from graphs.leapers import Graph, fixed_edges
from graphs.tour import Tour

EDGES, FIXED, TOURS = "EDGE_DATA_SECTION", "FIXED_EDGES_SECTION", "TOUR_SECTION"
FIXED_EDGES = re.compile(rf"^[ \t]*{FIXED}[ \t]*:?\s((?:\s*[0-9]{{1,9}}\s+[0-9]{{1,9}}\s)*)\s*-1(?!\S)", re.MULTILINE)
"""Pattern of a TSPLIB FIXED_EDGES_SECTION. Group 1 is its list of vertices."""
EXPECTED = {"TYPE": "HCP", "EDGE_DATA_FORMAT": "EDGE_LIST"}
"""Required values of two header fields of an .hcp file."""


def parse_hcp(text: str) -> Graph:
    """Read a TSPLIB Hamiltonian cycle problem.

    Parameters
    ----------
    text : str
        The text of the file.

    Returns
    -------
    networkx.Graph
        The graph. Its vertices are the numbers 1, 2, …. Fixed edges have the attribute `fixed=True`.

    Raises
    ------
    FormatError
        If the text does not fit the format. The message names the line and the expected content.

    Examples
    --------
    >>> parse_hcp("TYPE : HCP\\nDIMENSION : 3\\nEDGE_DATA_FORMAT : EDGE_LIST\\nEDGE_DATA_SECTION\\n1 2\\n2 3\\n-1\\nEOF").size()
    2
    """
    return list_hcp(text).build()


def list_hcp(text: str) -> EdgeList:
    """Read a TSPLIB Hamiltonian cycle problem as a list of edges.

    Parameters
    ----------
    text : str
        The text of the file.

    Returns
    -------
    EdgeList
        The graph. Its vertices are the numbers 1, 2, …; `edges` contains 0-based indices.

    Raises
    ------
    FormatError
        If the text does not fit the format.
    """
    fixed: list[tuple[int, list[int]]] = []
    if FIXED in expect(str, text, "text"):
        fixed = [(1 + text.count("\n", 0, it.start()), [*map(int, it[1].split())]) for it in FIXED_EDGES.finditer(text)]
        text = FIXED_EDGES.sub(lambda section: "\n" * section[0].count("\n"), text)
    lines = read_numbered_lines(text)
    fields: dict[str, tuple[int, str]] = {}
    for number, line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if key == EDGES:
            break
        _check_no_section(key, number)
        if key and (not colon or key.endswith("_SECTION")):
            raise FormatError(f"line {number}: expected 'KEYWORD : value' or {EDGES}, found {line[:40]!r}", number)
        if value != EXPECTED.get(key, value):
            raise FormatError(f"line {number}: {key} is {value[:40]!r}, but an .hcp file must have {EXPECTED[key]}", value)
        if key == "DIMENSION" and key in fields:
            raise FormatError(f"line {number}: a second {key}: a file must contain only one graph")
        fields[key] = number, value
    else:
        raise FormatError(f"the file ends without an {EDGES}, which a TSPLIB .hcp file must have")
    if "DIMENSION" not in fields:
        raise FormatError(f"there is no line 'DIMENSION : number' above {EDGES}: a TSPLIB .hcp file must have one")
    at, word = fields["DIMENSION"]
    size = whole_number(word, "the DIMENSION", at)
    listed = graph_with_vertex_numbers(size, _edges(_words(lines)), at)
    return _with_fixed(listed, fixed) if fixed else listed


def _with_fixed(listed: EdgeList, sections: list[tuple[int, list[int]]]) -> EdgeList:
    """Add fixed edges to a graph, or raise FormatError if invalid.

    Each section is its line number, and a flat list u, v, u, v, … of vertices.
    """
    edges, fixed = set(map(frozenset, (listed.edges + 1).tolist())), []
    for line, numbers in sections:
        for one, other in zip(numbers[::2], numbers[1::2], strict=True):
            if one == other or {one, other} not in edges:
                what = "a loop, which no tour can use" if one == other else "not an edge of the graph"
                raise FormatError(f"line {line}: in this {FIXED}, {one} {other} is {what}: remove it", (one, other))
            fixed.append((one - 1, other - 1))
    return EdgeList(listed.nodes, listed.edges, fixed)


def _check_no_section(word: str, line: int) -> None:
    """Raise FormatError if `word` begins a malformed FIXED_EDGES_SECTION."""
    if word.rstrip(":") == FIXED:
        raise FormatError(f"line {line}: {FIXED} must contain only pairs of vertex numbers, and end with -1", word)


def _words(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    return ((number, word) for number, line in lines for word in line.split())


def _edges(words: Iterator[tuple[int, str]]) -> Iterator[Edge]:
    for line, word in words:
        if word in ("-1", "EOF"):
            # If the text after the -1 were ignored, a different graph might be read.
            line, word = next(words, (0, "EOF")) if word == "-1" else (0, word)
            _check_no_section(word, line)
            if word != "EOF":
                raise FormatError(f"line {line}: expected EOF after the -1 that ends the edges, found {word[:40]!r}", word)
            return
        line_of_other, other = next(words, (0, ""))
        if line_of_other != line:
            raise FormatError(f"line {line}: edges must be pairs of vertices, but there is only one vertex, {word[:40]}", word)
        yield line, word, other
    raise FormatError(f"the file ends within its {EDGES}: expected -1 after the last edge")


def parse_tour_section(text: str, vertices: Sequence[Any] | None = None) -> list[Any]:
    """Read the vertices in the TOUR_SECTION of a TSPLIB file.

    With `vertices`, each number is replaced by the vertex with this number.
    """
    words = _words(read_numbered_lines(text.replace(f"{TOURS} :", TOURS)))
    if not any(word.rstrip(":") == TOURS for _, word in words):
        raise FormatError(f"there is no {TOURS}, which a TSPLIB .tour file must have")
    tour: list[Any] = []
    for line, word in words:
        if word in ("-1", "EOF"):
            break
        number = whole_number(word, line=line)
        if vertices is not None and not 1 <= number <= len(vertices):
            why = f"there is no vertex {number}: the vertices are numbered 1 to {len(vertices)}"
            raise InvalidTour(f"entry {len(tour)}: {why}", number, len(tour))
        tour.append(number if vertices is None else vertices[number - 1])
    return tour


def format_hcp(graph: Graph) -> str:
    """Return a graph as a TSPLIB Hamiltonian cycle problem.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph. Loops are omitted, and parallel edges are written once.

    Returns
    -------
    str
        The text, with a FIXED_EDGES_SECTION if edges are fixed. If the vertices are not 1, 2, …, comments specify their
        numbers.

    Raises
    ------
    FormatError
        If the graph is directed.

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
    edges = [f"{one} {other}" for one, other in edges_as_vertex_numbers(graph, fixed=True)]
    number = {vertex: place for place, vertex in enumerate(vertices_by_number(graph), 1)}
    if fixed := [f"{number[one]} {number[other]}" for one, other in fixed_edges(graph)]:
        edges += ["-1", FIXED, *fixed]
    head = [f"DIMENSION : {len(graph)}", "EDGE_DATA_FORMAT : EDGE_LIST", EDGES]
    return _text(graph, [], ["TYPE : HCP", *head, *edges])


def format_tour(tour: Tour, graph: Graph | Board) -> str:
    """Return a tour as the text of a TSPLIB .tour file.

    Parameters
    ----------
    tour : Tour
        The tour.
    graph : networkx.Graph or Board
        The graph, numbered as in its .hcp file, or the board, numbered row by row.

    Returns
    -------
    str
        The text.

    Raises
    ------
    InvalidTour
        If an entry of the tour is not a vertex of the graph.
    FormatError
        If the graph is directed, or if the board has more than `MAX_GRAPH_SQUARES` squares.

    Examples
    --------
    >>> import networkx as nx
    >>> format_tour(Tour([2, 3, 1], closed=True), nx.Graph([(1, 2), (2, 3), (3, 1)])).split("\\n")[3:8]
    ['DIMENSION : 3', 'TOUR_SECTION', '2', '3', '1']
    """
    number = {vertex: str(place) for place, vertex in enumerate(vertices_by_number(graph), 1)}
    for entry, vertex in enumerate(tour):
        if vertex not in number:
            raise InvalidTour(f"entry {entry}, {vertex}, is not a vertex of the graph", vertex, entry)
    kind = "a closed tour" if tour.closed else "an open tour"
    return _text(graph, [kind], ["TYPE : TOUR", f"DIMENSION : {len(tour)}", TOURS, *(number[vertex] for vertex in tour)])


def _text(graph: Graph | Board, about: list[str], lines: list[str]) -> str:
    head = [
        f"NAME : {numbered_graph_name(graph)}",
        *(f"COMMENT : {comment}" for comment in [*about, *vertex_number_comments(graph)]),
    ]
    return "\n".join([*head, *lines, "-1", "EOF", ""])

"""Graphs and tours as files: TSPLIB .hcp, DIMACS .col and graph6 .g6 in; tours as grids, lists, JSON and TSPLIB .tour in.

Every reader takes text and returns a value, or raises FormatError with the line at fault. Vertices keep the numbers of
their file: from 1 in .hcp and .col, from 0 in .g6.

References: G. Reinelt, TSPLIB 95, 1995; DIMACS, Clique and coloring problems graph format, 1993; B. D. McKay, graph6, nauty.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphs.errors import FormatError
from graphs.tour import Tour

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["GRAPH_FORMATS", "parse_col", "parse_g6", "parse_hcp", "parse_tour", "read_graph", "read_text"]


def read_graph(path: str | Path) -> nx.Graph[int]:
    """Read a graph file; its ending, one of `GRAPH_FORMATS`, says what it is.

    Raises
    ------
    FormatError : another ending, a file that cannot be read, a line that does not fit the format.
    """
    parse = GRAPH_FORMATS.get(Path(path).suffix)
    if parse is None:
        raise FormatError(f"{path} is no graph file: its name must end in one of {', '.join(GRAPH_FORMATS)}", path)
    try:
        return parse(read_text(path))
    except FormatError as error:
        raise FormatError(f"{path}: {error}", error.value) from error


def read_text(path: str | Path) -> str:
    """The text of a file.

    Raises
    ------
    FormatError : there is no such file, it is a directory, it may not be read, or it is not text.
    """
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FormatError(f"{path} is not text: a file of UTF-8 text is needed", path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path} cannot be read: {reason}", path) from None


def parse_hcp(text: str) -> nx.Graph[int]:
    """A TSPLIB Hamiltonian cycle problem, with `EDGE_DATA_FORMAT` `EDGE_LIST` or `ADJ_LIST`; vertices from 1.

    Examples
    --------
    >>> parse_hcp("TYPE : HCP\\nDIMENSION : 3\\nEDGE_DATA_FORMAT : EDGE_LIST\\nEDGE_DATA_SECTION\\n1 2\\n2 3\\n-1\\nEOF").size()
    2
    """
    head, _, body = text.partition("EDGE_DATA_SECTION")
    fields = dict(re.findall(r"^\s*(\w+)\s*:\s*(.*?)\s*$", head, re.MULTILINE))
    if not body:
        raise FormatError("there is no EDGE_DATA_SECTION, which a TSPLIB .hcp file must have")
    if not fields.get("DIMENSION", "").isdigit():
        raise FormatError("there is no line 'DIMENSION : number', which a TSPLIB .hcp file must have")
    kind = fields.get("EDGE_DATA_FORMAT", "EDGE_LIST")
    if kind not in ("EDGE_LIST", "ADJ_LIST"):
        raise FormatError(f"EDGE_DATA_FORMAT is {kind}: it must be EDGE_LIST or ADJ_LIST", kind)
    pairs = _edge_list if kind == "EDGE_LIST" else _adjacency_lists
    return _graph(range(1, int(fields["DIMENSION"]) + 1), pairs(body))


def parse_col(text: str) -> nx.Graph[int]:
    """A DIMACS graph: `p edge VERTICES EDGES`, then a line `e U V` for each edge; vertices from 1; `c` is a comment.

    Examples
    --------
    >>> sorted(parse_col("c a path\\np edge 3 2\\ne 1 2\\ne 2 3").edges)
    [(1, 2), (2, 3)]
    """
    size: int | None = None
    edges = []
    for number, line in enumerate(text.splitlines(), 1):
        match line.split():
            case ["p", "edge" | "edges" | "col", vertices, _] if vertices.isdigit():
                size = int(vertices)
            case ["e", one, other] if one.isdigit() and other.isdigit():
                edges.append((int(one), int(other)))
            case [] | ["c", *_] | ["n", *_]:
                pass
            case _:
                raise FormatError(f"line {number} is neither 'p edge VERTICES EDGES' nor 'e U V': {line[:40]!r}", number)
    if size is None:
        raise FormatError("there is no line 'p edge VERTICES EDGES', which a DIMACS .col file must have")
    return _graph(range(1, size + 1), iter(edges))


def parse_g6(text: str) -> nx.Graph[int]:
    """The first graph of a graph6 text; vertices from 0.

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


def parse_tour(text: str, *, closed: bool = False) -> Tour:
    """A tour from text of any of these kinds, told apart by how it looks.

    - JSON: the document that `solve.py --json` prints, a list of squares `[row, col]`, or a list of vertex numbers;
    - a TSPLIB .tour file;
    - one square `row,col` or one vertex a line;
    - a grid of visiting numbers, one line a row; `#` and `.` are squares that the tour does not visit.

    Raises
    ------
    FormatError : none of them.
    InvalidTour : a grid whose numbers are not 1, 2, 3, … each once.

    Examples
    --------
    >>> parse_tour("0,0\\n1,2\\n").squares == parse_tour("[[0, 0], [1, 2]]").squares
    True
    >>> parse_tour("1 4 7 10\\n12 9 2 5\\n3 6 11 8")[1]
    (1, 2)
    """
    text = text.strip()
    if text.startswith(("[", "{")):
        return Tour(_from_json(text), closed)
    if "TOUR_SECTION" in text:
        return Tour(_numbers_until_end(text.partition("TOUR_SECTION")[2]), closed)
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if lines and all(len(line) == 1 and re.fullmatch(r"\(?\d+,\d+\)?|\d+", line[0]) for line in lines):
        return Tour([_square_or_vertex(line[0]) for line in lines], closed)
    if not lines or not all(re.fullmatch(r"\d+|[#.]", mark) for line in lines for mark in line):
        raise FormatError("this is no tour: give JSON, one square 'row,col' a line, or a grid of visiting numbers", text[:40])
    return Tour.from_grid([[int(mark) if mark.isdigit() else 0 for mark in line] for line in lines], closed=closed)


def _from_json(text: str) -> list[Any]:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise FormatError(f"this is not JSON: {error}") from None
    squares = document.get("tour") if isinstance(document, dict) else document
    if not isinstance(squares, list) or not all(isinstance(square, int | list | str) for square in squares):
        raise FormatError("the JSON holds no tour: a list of squares [row, col], or an object whose 'tour' is one")
    return squares


def _square_or_vertex(text: str) -> tuple[int, ...] | int:
    numbers = tuple(int(part) for part in text.strip("()").split(","))
    return numbers if len(numbers) == 2 else numbers[0]


def _edge_list(body: str) -> Iterator[tuple[int, int]]:
    numbers = _numbers_until_end(body)
    if len(numbers) % 2:
        raise FormatError("the edge list has an odd number of vertices: it must hold pairs")
    yield from zip(numbers[::2], numbers[1::2], strict=True)


def _adjacency_lists(body: str) -> Iterator[tuple[int, int]]:
    for line in body.split("-1"):
        numbers = [int(word) for word in line.split() if word.isdigit()]
        yield from ((numbers[0], other) for other in numbers[1:])


def _numbers_until_end(body: str) -> list[int]:
    numbers = []
    for word in body.split():
        if word in ("-1", "EOF"):
            break
        if not word.isdigit():
            raise FormatError(f"{word[:40]!r} stands where a vertex number should be", word)
        numbers.append(int(word))
    return numbers


def _graph(vertices: range, edges: Iterator[tuple[int, int]]) -> nx.Graph[int]:
    import networkx as nx

    from graphs.leapers import MAX_GRAPH_SQUARES

    if len(vertices) > MAX_GRAPH_SQUARES:
        raise FormatError(
            f"a graph of {len(vertices):,} vertices is too large: the limit is {MAX_GRAPH_SQUARES:,}", len(vertices)
        )
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(vertices)
    for one, other in edges:
        for vertex in (one, other):
            if vertex not in vertices:
                raise FormatError(f"an edge names the vertex {vertex}: they are numbered 1 to {len(vertices)}", vertex)
        graph.add_edge(one, other)
    return graph

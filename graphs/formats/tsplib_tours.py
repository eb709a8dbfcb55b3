"""TSPLIB .tour: the numbers of the vertices in the order of the visit.

Lines `KEYWORD : value`; then TOUR_SECTION with the numbers, from 1, and -1 after the last one. Cost: linear.

Reference: G. Reinelt, TSPLIB 95, 1995.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.errors import FormatError, InvalidTour
from graphs.formats.numbering import name_of, numbering_comments, vertices_in_order
from graphs.formats.reading import numbered_lines, numbered_words, whole_number
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.tour import Tour

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["format_tour", "parse_tour_section", "vertices_of_tour_file"]

SECTION = "TOUR_SECTION"


def parse_tour_section(text: str, vertices: Sequence[Any] | None = None) -> list[Any]:
    """Return the vertices of the TOUR_SECTION of a text, in their order.

    Parameters
    ----------
    text : the text of a .tour file.
    vertices : the vertices in the order of their numbers; None leaves the numbers as they are.

    Raises
    ------
    FormatError : there is no TOUR_SECTION, or a word in it is no number.
    InvalidTour : no vertex has a number.

    Examples
    --------
    >>> parse_tour_section("TOUR_SECTION\\n2\\n1\\n-1\\nEOF\\n"), parse_tour_section("TOUR_SECTION\\n2\\n1\\n-1", "ab")
    ([2, 1], ['b', 'a'])
    """
    words = numbered_words(numbered_lines(text))
    if not any(word.rstrip(":") == SECTION for _, word in words):
        raise FormatError(f"there is no {SECTION}, which a TSPLIB .tour file must have")
    numbers: list[int] = []
    for line, word in words:
        if word in ("-1", "EOF"):
            break
        if word != ":" or numbers:
            numbers.append(whole_number(word, line=line))
    return numbers if vertices is None else _named(numbers, vertices)


def format_tour(tour: Tour, graph: nx.Graph[Any] | Board) -> str:
    """Return a tour as a TSPLIB .tour file, which `parse_tour` reads back.

    Parameters
    ----------
    tour : the tour.
    graph : its graph, whose vertices have the numbers that they have in a .hcp file of the graph; or its board, whose squares
        are numbered row by row.

    Raises
    ------
    InvalidTour : an entry of the tour is no vertex.
    FormatError : the board has more squares than a graph has vertices at most.

    Examples
    --------
    >>> import networkx as nx
    >>> print(format_tour(Tour([2, 3, 1], closed=True), nx.Graph([(1, 2), (2, 3), (3, 1)])), end="")
    NAME : graph
    COMMENT : a closed tour
    TYPE : TOUR
    DIMENSION : 3
    TOUR_SECTION
    2
    3
    1
    -1
    EOF
    """
    vertices = vertices_of_tour_file(graph) or []
    number = {vertex: place for place, vertex in enumerate(vertices, 1)}
    strange = next((entry for entry, vertex in enumerate(tour) if vertex not in number), None)
    if strange is not None:
        raise InvalidTour(f"entry {strange}, {tour[strange]}, is no vertex of the graph", tour[strange], strange)
    comments = ["a closed tour" if tour.closed else "an open tour", *numbering_comments(graph, vertices)]
    lines = [f"NAME : {name_of(graph)}", *(f"COMMENT : {comment}" for comment in comments)]
    lines += ["TYPE : TOUR", f"DIMENSION : {len(tour)}", SECTION]
    lines += (str(number[vertex]) for vertex in tour)
    return "\n".join([*lines, "-1", "EOF", ""])


def vertices_of_tour_file(graph: nx.Graph[Any] | Board | None) -> list[Any] | None:
    """Return the vertices of a graph, or the squares of a board, in the order of their numbers; None for no graph.

    Raises
    ------
    FormatError : the board has more squares than a graph has vertices at most.

    Examples
    --------
    >>> vertices_of_tour_file(Board(2, 2))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    if graph is None:
        return None
    if not isinstance(graph, Board):
        return vertices_in_order(graph)
    if graph.size > MAX_GRAPH_SQUARES:
        raise FormatError(
            f"a board of {graph.size:,} squares is too large for a .tour file: the limit is {MAX_GRAPH_SQUARES:,} squares",
            graph,
        )
    return list(graph)


def _named(numbers: list[int], vertices: Sequence[Any]) -> list[Any]:
    for entry, number in enumerate(numbers):
        if not 1 <= number <= len(vertices):
            raise InvalidTour(
                f"entry {entry}: there is no vertex {number}: they are numbered 1 to {len(vertices)}", number, entry
            )
    return [vertices[number - 1] for number in numbers]

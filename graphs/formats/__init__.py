"""Readers and writers of files. A reader takes text and returns a value, or raises `FormatError` with what is wrong and where.

============  ===============================================  ==============  =============  ============
file          holds                                            reader          writer         module
============  ===============================================  ==============  =============  ============
`.hcp`        a graph, TSPLIB Hamiltonian cycle problem        `parse_hcp`     `format_hcp`   tsplib
`.col`        a graph, DIMACS                                  `parse_col`     `format_col`   dimacs
`.g6`         a graph, graph6                                  `parse_g6`      `format_g6`    graph6
`.tour`       a tour, TSPLIB                                   `parse_tour`    `format_tour`  tsplib
any ending    a tour: JSON, squares, a grid, TSPLIB .tour      `parse_tour`                   tour_files
`.cnf`        clauses, DIMACS                                                  `format_cnf`   dimacs
any ending    a board: `.` a square, `#` a hole                `Board.parse`   `Board.text`   graphs.board
============  ===============================================  ==============  =============  ============

What a writer writes, its reader reads back: the same graph, with the numbers that `shared` gives to its vertices.

To add a graph format, write a module with its reader and its writer, and add one row, the file's ending and both, to
`GRAPH_FORMATS`: `read_graph` and the scripts then take such files. To add a tour format, write a function that
reads it and a line in `parse_tour` that says what such a text looks like. What several readers need is in `shared`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from graphs.errors import FormatError
from graphs.formats.dimacs import format_cnf, format_col, parse_col
from graphs.formats.graph6 import format_g6, parse_g6
from graphs.formats.shared import read_text, whole_number
from graphs.formats.tour_files import parse_tour
from graphs.formats.tsplib import format_hcp, format_tour, parse_hcp
from graphs.leapers import Graph

__all__ = [
    "GRAPH_FORMATS",
    "GraphFormat",
    "format_cnf",
    "format_col",
    "format_g6",
    "format_hcp",
    "format_tour",
    "is_graph_file",
    "parse_col",
    "parse_g6",
    "parse_hcp",
    "parse_tour",
    "read_graph",
    "read_text",
    "whole_number",
]


class GraphFormat(NamedTuple):
    """How a graph is read from a text, and written as one."""

    parse: Callable[[str], Graph]
    format: Callable[[Graph], str]


GRAPH_FORMATS = {
    ".hcp": GraphFormat(parse_hcp, format_hcp),
    ".col": GraphFormat(parse_col, format_col),
    ".g6": GraphFormat(parse_g6, format_g6),
}
"""The ending of a graph file and its format; a new format is one more row."""


def read_graph(path: str | Path) -> Graph:
    """Read a graph file by the reader that `GRAPH_FORMATS` has for its ending.

    Raises
    ------
    FormatError : the table lacks the ending, the file cannot be read, or a line does not fit the format.
    """
    known = GRAPH_FORMATS.get(Path(str(path)).suffix)
    if known is None:
        raise FormatError(f"{path} is no graph file: its name must end in one of {', '.join(GRAPH_FORMATS)}", path)
    text = read_text(path)
    try:
        return known.parse(text)
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

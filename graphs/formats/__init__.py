"""Readers and writers of files.

A *reader* is a function that converts text to a value, or raises a `FormatError` that states the fault and its line. A *writer*
is a function that converts a value to text.

| file | content | reader | writer | module |
| --- | --- | --- | --- | --- |
| `.hcp` | a graph, TSPLIB Hamiltonian cycle problem | `parse_hcp` | `format_hcp` | tsplib |
| `.col` | a graph, DIMACS | `parse_col` | `format_col` | dimacs |
| `.g6` | a graph, graph6 | `parse_g6` | `format_g6` | graph6 |
| `.tour` | a tour, TSPLIB | `parse_tour` | `format_tour` | tsplib |
| any ending | a tour as JSON, as squares, as a grid of numbers, or as TSPLIB | `parse_tour` |  | tour_files |
| `.cnf` | clauses, DIMACS |  | `format_cnf` | dimacs |
| any ending | a board, with `.` for a square and `#` for a hole | `Board.parse` | `Board.text` | graphs.board |

Each reader can read the output of the corresponding writer. A graph that is written and read back remains the same, except that
its vertices are replaced by numbers as the module `vertex_numbers` describes.

The readers of graphs build a networkx graph. `list_hcp`, `list_col` and `list_g6` return an `EdgeList` instead.

To add a graph format, write a module with a reader that returns an `EdgeList` and a writer, and add a row with the file's
ending and both functions to `GRAPH_FORMATS`. Then `read_graph` and the scripts support such files. To add a tour format, write
a function that reads it, and add a line to `parse_tour` that recognizes the format. Several formats use the modules `texts` and
`vertex_numbers`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from graphs.edge_list import EdgeList
from graphs.errors import FormatError
from graphs.formats.dimacs import format_cnf, format_col, list_col, parse_col
from graphs.formats.graph6 import format_g6, list_g6, parse_g6
from graphs.formats.texts import read_text, whole_number
from graphs.formats.tour_files import parse_tour
from graphs.formats.tsplib import format_hcp, format_tour, list_hcp, parse_hcp
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
    "list_col",
    "list_g6",
    "list_hcp",
    "parse_col",
    "parse_g6",
    "parse_hcp",
    "parse_tour",
    "read_edge_list",
    "read_graph",
    "read_text",
    "whole_number",
]


class GraphFormat(NamedTuple):
    """A format of graph files.

    Attributes
    ----------
    read : callable
        The reader, which converts text to a list of edges.
    format : callable
        The writer, which converts a networkx graph to text.
    """

    read: Callable[[str], EdgeList]
    format: Callable[[Graph], str]

    def parse(self, text: str) -> Graph:
        """Read a graph.

        Parameters
        ----------
        text : str
            The text of the file.

        Returns
        -------
        networkx.Graph
            The graph. Its vertices are the vertex numbers in the file.
        """
        return self.read(text).build()


GRAPH_FORMATS = {
    ".hcp": GraphFormat(list_hcp, format_hcp),
    ".col": GraphFormat(list_col, format_col),
    ".g6": GraphFormat(list_g6, format_g6),
}
"""The graph format for each file ending. To add a format, add a row."""


def read_graph(path: str | Path) -> Graph:
    """Read a graph file. The ending of its name determines the format.

    Parameters
    ----------
    path : str or pathlib.Path
        The path of the file. Its name must end in one of the endings in `GRAPH_FORMATS`.

    Returns
    -------
    networkx.Graph
        The graph. Its vertices are the vertex numbers in the file.

    Raises
    ------
    FormatError
        If the ending is unknown, if the file cannot be read, or if a line does not fit the format.
    """
    return read_edge_list(path).build()


def read_edge_list(path: str | Path) -> EdgeList:
    """Read a graph file without building a networkx graph.

    Parameters
    ----------
    path : str or pathlib.Path
        The path of the file, as in `read_graph`.

    Returns
    -------
    EdgeList
        The graph. Its vertices are the vertex numbers in the file.

    Raises
    ------
    FormatError
        As in `read_graph`.
    """
    known = GRAPH_FORMATS.get(Path(str(path)).suffix)
    if known is None:
        raise FormatError(f"{path} is not a graph file: its name must end in one of {', '.join(GRAPH_FORMATS)}", path)
    text = read_text(path)
    try:
        return known.read(text)
    except FormatError as error:
        raise FormatError(f"{path}: {error}", error.value) from error


def is_graph_file(name: str) -> bool:
    """Return whether a file name has the ending of a graph file.

    Parameters
    ----------
    name : str
        The name or the path of a file.

    Returns
    -------
    bool
        True if the name ends in one of the endings in `GRAPH_FORMATS`.

    Examples
    --------
    >>> is_graph_file("mine.hcp"), is_graph_file("8x8")
    (True, False)
    """
    return name.endswith(tuple(GRAPH_FORMATS))

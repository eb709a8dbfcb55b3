"""Read graph files, e.g. `graph.hcp`. The ending determines the format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from graphs.edge_list import EdgeList
from graphs.errors import FormatError
from graphs.formats.dimacs import format_col, list_col
from graphs.formats.graph6 import format_g6, list_g6
from graphs.formats.reading_texts import read_text
from graphs.formats.tsplib import format_hcp, list_hcp
from graphs.leapers import Graph


class GraphFormat(NamedTuple):
    """The functions that read and write one format of graph files."""

    read: Callable[[str], EdgeList]
    format: Callable[[Graph], str]


GRAPH_FORMATS = {
    ".hcp": GraphFormat(list_hcp, format_hcp),
    ".col": GraphFormat(list_col, format_col),
    ".g6": GraphFormat(list_g6, format_g6),
}
"""The functions that read and write graph files, by file ending."""


def read_graph(path: str | Path) -> Graph:
    """Read a graph from a file, e.g. `graph.hcp` or `graph.g6`.

    Parameters
    ----------
    path : str or pathlib.Path
        The file. Its name must end in one of the endings in `GRAPH_FORMATS`.

    Returns
    -------
    networkx.Graph
        The graph. Its vertices are the vertex numbers in the file.

    Raises
    ------
    FormatError
        If the ending is unknown, or if the file cannot be read or does not fit its format.
    """
    return read_edge_list(path).build()


def read_edge_list(path: str | Path) -> EdgeList:
    """Read a graph file as a list of edges.

    Parameters
    ----------
    path : str or pathlib.Path
        The file, as in `read_graph`.

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
    """Return whether a file name ends like a graph file, e.g. in `.hcp`.

    Parameters
    ----------
    name : str
        Name or path of a file.

    Returns
    -------
    bool
        True if it ends in one of the endings in `GRAPH_FORMATS`.

    Examples
    --------
    >>> is_graph_file("mine.hcp"), is_graph_file("8x8")
    (True, False)
    """
    return name.endswith(tuple(GRAPH_FORMATS))

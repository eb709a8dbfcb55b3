"""The formats of graph files in one table, and the reader of a file by its ending."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from graphs.errors import FormatError
from graphs.formats.col import format_col, parse_col
from graphs.formats.graph6 import format_g6, parse_g6
from graphs.formats.reading import read_text
from graphs.formats.tsplib import format_hcp, parse_hcp

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["GRAPH_FORMATS", "GraphFormat", "is_graph_file", "read_graph"]


class GraphFormat(NamedTuple):
    """How a graph is read from a text, and written as one."""

    parse: Callable[[str], nx.Graph[int]]
    format: Callable[[nx.Graph[Any]], str]


GRAPH_FORMATS = {
    ".hcp": GraphFormat(parse_hcp, format_hcp),
    ".col": GraphFormat(parse_col, format_col),
    ".g6": GraphFormat(parse_g6, format_g6),
}
"""The ending of a graph file and its format; a new format is one more row."""


def read_graph(path: str | Path) -> nx.Graph[int]:
    """Read a graph file by the reader that `GRAPH_FORMATS` has for its ending.

    Raises
    ------
    FormatError : the table lacks the ending, the file cannot be read, or a line does not fit the format.
    """
    known = GRAPH_FORMATS.get(Path(path).suffix)
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

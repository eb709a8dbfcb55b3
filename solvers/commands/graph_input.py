"""The problem of a graph file: its vertices are the numbers of the file."""

from __future__ import annotations

import argparse

from graphs.formats import read_graph, whole_number
from solvers import Problem

__all__ = ["graph_problem"]


def graph_problem(arguments: argparse.Namespace) -> Problem:
    """Return the problem that BOARD, the name of a graph file, and --start, --end and --closed describe."""
    vertices = {name: _vertex(getattr(arguments, name), name) for name in ("start", "end")}
    return Problem(read_graph(arguments.board), closed=arguments.closed, **vertices)


def _vertex(text: str | None, name: str) -> int | None:
    return None if text is None else whole_number(text, f"the vertex number of --{name}")

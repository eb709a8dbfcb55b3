"""Readers of files: each takes text and returns a value, or raises `FormatError` with what is wrong in it.

============  ===============================================  ======================  ============
file          holds                                            reader                  module
============  ===============================================  ======================  ============
`.hcp`        a graph, TSPLIB Hamiltonian cycle problem        `parse_hcp`             graph_files
`.col`        a graph, DIMACS                                  `parse_col`             graph_files
`.g6`         a graph, graph6                                  `parse_g6`              graph_files
any ending    a tour: JSON, squares, a grid, TSPLIB .tour      `parse_tour`            tour_files
any ending    a board: `.` a square, `#` a hole                `graphs.Board.parse`    graphs.board
============  ===============================================  ======================  ============

To add a graph format, write its reader in `graph_files` and add one row, the file's ending and the reader, to
`GRAPH_FORMATS` there: `read_graph` and `solve.py` then take such files. To add a tour format, write a function that reads
it and a line in `parse_tour` that says what such a text looks like. What several readers need stands in `reading`.
"""

from graphs.formats.graph_files import GRAPH_FORMATS, is_graph_file, parse_col, parse_g6, parse_hcp, read_graph
from graphs.formats.reading import read_text, whole_number
from graphs.formats.tour_files import parse_tour

__all__ = [
    "GRAPH_FORMATS",
    "is_graph_file",
    "parse_col",
    "parse_g6",
    "parse_hcp",
    "parse_tour",
    "read_graph",
    "read_text",
    "whole_number",
]

"""Readers and writers of files. A reader takes text and returns a value, or raises `FormatError` with what is wrong and where.

============  ===============================================  ==============  =============  ============
file          holds                                            reader          writer         module
============  ===============================================  ==============  =============  ============
`.hcp`        a graph, TSPLIB Hamiltonian cycle problem        `parse_hcp`     `format_hcp`   tsplib
`.col`        a graph, DIMACS                                  `parse_col`     `format_col`   col
`.g6`         a graph, graph6                                  `parse_g6`      `format_g6`    graph6
`.tour`       a tour, TSPLIB                                   `parse_tour`    `format_tour`  tsplib
any ending    a tour: JSON, squares, a grid, TSPLIB .tour      `parse_tour`                   tour_files
`.cnf`        clauses, DIMACS                                                  `format_cnf`   cnf
any ending    a board: `.` a square, `#` a hole                `Board.parse`   `Board.text`   graphs.board
============  ===============================================  ==============  =============  ============

What a writer writes, its reader reads back: the same graph, with the numbers that `numbering` gives to its vertices.

To add a graph format, write a module with its reader and its writer, and add one row, the file's ending and both, to
`GRAPH_FORMATS` in `graph_files`: `read_graph` and the scripts then take such files. To add a tour format, write a function that
reads it and a line in `parse_tour` that says what such a text looks like. What several readers need stands in `reading`.
"""

from graphs.formats.cnf import format_cnf
from graphs.formats.col import format_col, parse_col
from graphs.formats.graph6 import format_g6, parse_g6
from graphs.formats.graph_files import GRAPH_FORMATS, GraphFormat, is_graph_file, read_graph
from graphs.formats.reading import read_text, whole_number
from graphs.formats.tour_files import parse_tour
from graphs.formats.tsplib import format_hcp, format_tour, parse_hcp

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

from .dimacs import format_cnf, format_col, list_col, parse_col
from .graph6 import format_g6, list_g6, parse_g6
from .graph_files import GRAPH_FORMATS, GraphFormat, is_graph_file, read_edge_list, read_graph
from .reading_texts import read_text, whole_number
from .tour_files import parse_tour
from .tsplib import format_hcp, format_tour, list_hcp, parse_hcp

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

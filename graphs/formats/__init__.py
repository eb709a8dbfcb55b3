"""Files that are read: graphs as TSPLIB .hcp, DIMACS .col and graph6; tours as grids, squares, JSON and TSPLIB .tour."""

from graphs.formats.graph_files import GRAPH_FORMATS, parse_col, parse_g6, parse_hcp, read_graph
from graphs.formats.reading import read_text, whole_number
from graphs.formats.tour_files import parse_tour

__all__ = ["GRAPH_FORMATS", "parse_col", "parse_g6", "parse_hcp", "parse_tour", "read_graph", "read_text", "whole_number"]

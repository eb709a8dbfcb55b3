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

Public names are imported when they are first used. `__init__.pyi` lists them with their modules.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

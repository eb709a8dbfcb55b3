"""Read and write files with graphs, tours and Boolean formulas.

A *reader* converts text to a value, or raises a `FormatError` that states the fault and its line. A *writer* converts a value
to text.

| file | content | reader | writer | module |
| --- | --- | --- | --- | --- |
| `.hcp` | a graph, TSPLIB Hamiltonian cycle problem | `parse_hcp` | `format_hcp` | tsplib |
| `.col` | a graph, DIMACS | `parse_col` | `format_col` | dimacs |
| `.g6` | a graph, graph6 | `parse_g6` | `format_g6` | graph6 |
| `.tour` | a tour, TSPLIB | `parse_tour` | `format_tour` | tsplib |
| any ending | a tour as JSON, as squares, as a grid of numbers, or as TSPLIB | `parse_tour` |  | tour_files |
| `.cnf` | clauses, DIMACS |  | `format_cnf` | dimacs |
| any ending | a board, with `.` for a square and `#` for a hole | `Board.parse` | `Board.text` | graphs.board |

A graph that is written and read back is the same, except that its vertices become numbers (see `vertex_numbers`). The functions
`list_…` return an `EdgeList` instead of a networkx graph. To add a graph format, write a reader that returns an `EdgeList` and
a writer, and add a row to `GRAPH_FORMATS`. To add a tour format, write a reader, and add a line to `parse_tour` that recognizes
the format.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

"""Plain text: tours and maps for a terminal, and what sentences call the parts of a graph.

A sentence speaks of squares and moves where the graph is a board's move graph, else of vertices and edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphs.board import Board, Square
from graphs.errors import expect
from graphs.leapers import Graph, noted_board
from graphs.tour import Tour

__all__ = ["WORDS", "Words", "map_text", "plural", "printable", "square_text", "subject_of", "tour_text"]


def tour_text(tour: Tour) -> str:
    """Return the board with the number of the visit on each square, 1 on the first.

    `#` is a hole, `.` a square that the tour does not visit.

    Raises
    ------
    InvalidTour : a tour whose entries are no squares.

    Examples
    --------
    >>> from graphs import Tour
    >>> print(tour_text(Tour([(0, 0), (1, 2), (2, 0)], board=Board(3, 3, holes=[(1, 1)]))))
    1 . .
    . # 2
    3 . .
    """
    rows, cols = expect(Tour, tour, "tour").shape
    marks = dict.fromkeys(tour.board.holes, "#") if tour.board is not None else {}
    marks |= {square: str(number) for number, square in enumerate(tour.squares, 1)}
    width = len(str(len(tour.board or tour)))
    return "\n".join(" ".join(marks.get((row, col), ".").rjust(width) for col in range(cols)) for row in range(rows))


def map_text(board: Board, marks: Mapping[Square, str]) -> str:
    """Return the board with a mark on each square, and the numbers of rows and columns at the edges.

    A square without a mark is shown as a hole, `#`.

    Examples
    --------
    >>> print(map_text(Board(2, 3, holes=[(0, 2)]), {(0, 0): "x", (0, 1): "o", (1, 0): "o", (1, 1): "x", (1, 2): "o"}))
      0 1 2
    0 x o #
    1 o x o
    """
    width, edge = len(str(board.cols - 1)), len(str(board.rows - 1))
    lines = [["", *map(str, range(board.cols))]]
    lines += ([str(row), *(marks.get((row, col), "#") for col in range(board.cols))] for row in range(board.rows))
    return "\n".join(" ".join([first.rjust(edge), *(cell.rjust(width) for cell in cells)]) for first, *cells in lines)


def square_text(square: Any) -> str:
    """Return a square as `R,C`, and another vertex as it prints; in a document a square is a list.

    Examples
    --------
    >>> square_text((2, 5)), square_text(7)
    ('2,5', '7')
    """
    return printable(",".join(map(str, square)) if isinstance(square, tuple | list) else str(square))


def printable(text: str) -> str:
    r"""Return a text that every file and terminal takes: what cannot be printed becomes an escape, but for ends of lines.

    Examples
    --------
    >>> printable("a\ud800\x1b[2J\nb")
    'a\\ud800\\x1b[2J\nb'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else ascii(each)[1:-1] for each in text)


@dataclass(frozen=True)
class Words:
    """What a sentence calls the vertices and the edges of a graph."""

    vertex: str
    vertices: str
    edge: str
    edges: str
    inside: str
    adjacent: str
    beside: str
    step_from: str

    def some(self, number: int) -> str:
        """Return a number of vertices in words.

        Examples
        --------
        >>> WORDS["graph"].some(1), WORDS["graph"].some(2), WORDS["board"].some(2)
        ('1 vertex', '2 vertices', '2 squares')
        """
        return plural(number, self.vertex, self.vertices)


WORDS = {
    "board": Words("square", "squares", "move", "moves", "on the board", "a move apart", "a move away from", "a move from"),
    "graph": Words("vertex", "vertices", "edge", "edges", "in the graph", "adjacent", "next to", "next to"),
}
"""The words for the move graph of a board, and for any other graph."""


def plural(number: int, one: str, several: str = "") -> str:
    """Return a number of things in words.

    Examples
    --------
    >>> plural(1, "set"), plural(2, "set"), plural(2, "vertex", "vertices")
    ('1 set', '2 sets', '2 vertices')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def subject_of(graph: Graph) -> str:
    """Return the key of the words for a graph: "board" where `leaper_graph` made it, also if it was edited since.

    Examples
    --------
    >>> import networkx as nx
    >>> subject_of(nx.path_graph(3))
    'graph'
    """
    return "graph" if noted_board(graph) is None else "board"

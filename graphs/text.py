"""Tours and maps as plain text, and nouns for messages, such as "square".

Messages about the move graph of a board mention squares and moves, all others mention vertices and edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphs.board import Board, Square
from graphs.errors import expect
from graphs.leapers import Graph, noted_board
from graphs.tour import Tour


def tour_text(tour: Tour) -> str:
    """Return a tour as a text grid of step numbers.

    Parameters
    ----------
    tour : Tour
        The tour.

    Returns
    -------
    str
        One line per row. `#` marks a hole, and `.` a square that the tour does not visit.

    Raises
    ------
    InvalidTour
        If an entry of the tour is not a square of the board.

    Examples
    --------
    >>> from graphs import Tour
    >>> print(tour_text(Tour([(0, 0), (1, 2), (2, 0)], board=Board(3, 3, holes=[(1, 1)]))))
    1 . .
    . # 2
    3 . .
    """
    shape = expect(Tour, tour, "tour").shape
    return steps_text(tour.board or Board(*shape), dict(enumerate(tour.squares, 1))) if tour.squares else ""


def steps_text(board: Board, steps: Mapping[int, Square]) -> str:
    """Return a board as a text grid with step numbers."""
    marks = dict.fromkeys(board.holes, "#") | {square: str(step) for step, square in steps.items()}
    cols, width = range(board.cols), len(str(board.size))
    return "\n".join(" ".join(marks.get((row, col), ".").rjust(width) for col in cols) for row in range(board.rows))


def map_text(board: Board, marks: Mapping[Square, str], names: tuple[Sequence[object], Sequence[object]] | None = None) -> str:
    """Return a board as text, with a mark on each square.

    Parameters
    ----------
    board : Board
        The board.
    marks : mapping of tuple of int to str
        The mark of each square. A square without a mark is shown as `#`.
    names : tuple of two sequences, optional
        Names of the rows and of the columns (default: 0, 1, …).

    Returns
    -------
    str
        A line of column names, then one line per row.

    Examples
    --------
    >>> print(map_text(Board(2, 3, holes=[(0, 2)]), {(0, 0): "x", (0, 1): "o", (1, 0): "o", (1, 1): "x", (1, 2): "o"}))
      0 1 2
    0 x o #
    1 o x o
    """
    rows, cols = (list(map(str, each)) for each in names or (range(board.rows), range(board.cols)))
    width, edge = (max(map(len, each)) for each in (cols, rows))
    lines = [["", *cols]]
    lines += ([name, *(marks.get((row, col), "#") for col in range(board.cols))] for row, name in enumerate(rows))
    return "\n".join(" ".join([first.rjust(edge), *(cell.rjust(width) for cell in cells)]) for first, *cells in lines)


def square_text(square: Any) -> str:
    """Return a square as text, e.g. `5,2`, or a vertex."""
    return printable(",".join(map(str, square)) if isinstance(square, tuple | list) else str(square))


def printable(text: str) -> str:
    r"""Escape unprintable characters, except line feeds.

    >>> printable("a\ud800\x1b[2J\nb")
    'a\\ud800\\x1b[2J\nb'
    """
    return "".join(each if each.isprintable() or each == "\n" else ascii(each)[1:-1] for each in text)


@dataclass(frozen=True)
class Words:
    """Nouns and phrases for messages, such as "vertex" or "square"."""

    vertex: str
    vertices: str
    edge: str
    edges: str
    inside: str
    adjacent: str
    beside: str
    step_from: str
    least_closed: int = 3

    def some(self, number: int) -> str:
        """Return a number of vertices with the noun, e.g. '2 squares'."""
        return plural(number, self.vertex, self.vertices)


WORDS = {
    "board": Words("square", "squares", "move", "moves", "on the board", "a move apart", "a move away from", "a move from"),
    "graph": Words("vertex", "vertices", "edge", "edges", "in the graph", "adjacent", "next to", "next to"),
    "directed graph": Words(  # the arcs u->v and v->u form a closed tour
        "vertex", "vertices", "arc", "arcs", "in the graph", "joined by an arc", "with an arc to", "joined by an arc to", 2
    ),
}
"""Words for messages about each kind of graph."""


def plural(number: int, one: str, several: str = "") -> str:
    """Return a number and a noun, e.g. '1,000 sets'."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def suggestion(name: str, names: Iterable[str]) -> str:
    """Return "did you mean …? " with a similar name, or ""."""
    import difflib

    return "".join(f"did you mean {near!r}? " for near in difflib.get_close_matches(name, names, n=1))


def subject_of(graph: Graph) -> str:
    """Return the kind of a graph: "board", "graph" or "directed graph"."""
    if graph.is_directed():
        return "directed graph"
    return "graph" if noted_board(graph) is None else "board"

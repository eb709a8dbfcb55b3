"""Tours and maps as plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.board import Board, Square
from graphs.tour import Tour

__all__ = ["map_text", "tour_text"]


def tour_text(tour: Tour) -> str:
    """Return the board with the number of the visit on each square, 1 on the first.

    `#` is a hole, `.` a square that the tour does not visit.

    Raises
    ------
    InvalidTour : a tour whose entries are no squares.

    Examples
    --------
    >>> print(tour_text(Tour([(0, 0), (1, 2), (2, 0)], board=Board(3, 3, holes=[(1, 1)]))))
    1 . .
    . # 2
    3 . .
    """
    rows, cols = tour.shape
    marks = dict.fromkeys(tour.board.holes, "#") if tour.board is not None else {}
    marks |= {square: str(number) for number, square in enumerate(tour.squares, 1)}
    width = len(str(len(tour)))
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
    lines = [" ".join([" " * edge, *(str(col).rjust(width) for col in range(board.cols))])]
    for row in range(board.rows):
        cells = (marks.get((row, col), "#").rjust(width) for col in range(board.cols))
        lines.append(" ".join([str(row).rjust(edge), *cells]))
    return "\n".join(lines)

"""Read tours: grids, lists of squares, JSON, or TSPLIB .tour files."""

from __future__ import annotations

import json
import re
from typing import Any

from graphs.board import Board, Square
from graphs.errors import BoardError, FormatError, InvalidTour
from graphs.formats.reading_texts import read_numbered_lines, whole_number
from graphs.formats.tsplib import TOURS, parse_tour_section
from graphs.formats.vertex_numbers import vertices_by_number
from graphs.leapers import Graph
from graphs.notation import AS_IN_CHESS, ROW_AND_COLUMN, parse_square
from graphs.tour import Tour

BRACKETS = str.maketrans("()", "[]")
_MARK = re.compile(r"[0-9]{1,30}|[#.]")


def parse_tour(text: str, *, closed: bool = False, board: Board | None = None, graph: Graph | None = None) -> Tour:
    """Read a tour from a text in any supported format.

    The supported formats are:

    - JSON: the document that `solve.py --json` prints, a list of squares `[row, col]`, or a list of vertices;
    - a Python list of squares `(row, col)`;
    - a TSPLIB .tour file;
    - one square per line, as `row,col` or, if `board` is given, as in chess (`c3`);
    - one vertex number per line, if `board` is not given;
    - all squares or vertices in one line, separated by spaces, as `solve.py --all` prints them;
    - a grid of visiting numbers, one line per row, with `#` or `.` for a square that the tour does not visit.

    Parameters
    ----------
    text : str
        The text.
    closed : bool, optional
        Whether the tour should be closed; the text does not determine this.
    board : Board, optional
        The board. Numbers in a .tour file then denote its squares row by row, and single numbers per line are a grid.
    graph : networkx.Graph, optional
        The graph, if no board is given. Numbers in a .tour file then denote vertices as in its .hcp file.

    Returns
    -------
    Tour
        The tour, not verified; use `verify_tour`.

    Raises
    ------
    FormatError
        If the text is in none of these formats. The message names the line and the expected content.
    InvalidTour
        If a grid is ragged or its numbers are not 1, 2, 3, …, or if a square or vertex does not exist.

    Examples
    --------
    >>> parse_tour("0,0\\n1,2\\n").squares == parse_tour("[[0, 0], [1, 2]]").squares
    True
    >>> parse_tour("1 4 7 10\\n12 9 2 5\\n3 6 11 8")[1]
    (1, 2)
    """
    lines = [(number, line.strip()) for number, line in read_numbered_lines(text) if line.strip()]
    if not lines:
        raise FormatError("the text of the tour is empty: give JSON, one square 'row,col' per line, or a grid of numbers")
    first = lines[0][1]
    if first.startswith(("[", "{")):
        return Tour(_document(text), closed)
    if TOURS in text:
        subject = graph if board is None else board
        return Tour(parse_tour_section(text, None if subject is None else vertices_by_number(subject)), closed)
    if len(lines) == 1 and (graph is not None or ROW_AND_COLUMN.fullmatch(first.split()[0])):  # a tour of a list
        lines = [(1, word) for word in first.split()]
        first = lines[0][1]
    if ROW_AND_COLUMN.fullmatch(first) or (board is not None and AS_IN_CHESS.fullmatch(first)):
        return Tour([_square(entry, *line, board) for entry, line in enumerate(lines)], closed)
    if board is None and all(len(line.split()) == 1 for _, line in lines):
        return Tour((whole_number(line, line=number) for number, line in lines), closed)
    return Tour.from_grid([_grid_row(*line) for line in lines], closed=closed)


def _document(text: str) -> list[Any]:
    try:
        document = json.loads((text.translate(BRACKETS) if text.lstrip().startswith("[(") else text).rstrip())
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise FormatError(f"line {line}: the tour is neither valid JSON nor a list of squares", text[:40]) from None
    squares = document.get("tour") if isinstance(document, dict) else document
    if not isinstance(squares, list):
        raise FormatError(
            "the document contains no tour: give a list of squares [row, col], or an object whose 'tour' is such a list"
        )
    for entry, square in enumerate(squares):
        parts = square if isinstance(square, list) and len(square) == 2 else [square]
        if not isinstance(square, str) and any(type(part) is not int for part in parts):
            raise FormatError(f"entry {entry} of the tour is neither a square [row, col] nor a vertex: {square!r:.40}", square)
    return squares


def _square(entry: int, number: int, line: str, board: Board | None) -> Square:
    if match := ROW_AND_COLUMN.fullmatch(line):
        return int(match[2]), int(match[3])
    if board is None or not AS_IN_CHESS.fullmatch(line):
        raise FormatError(f"line {number}: {line[:40]!r} is not a square of a tour: expected 'row,col'", line)
    try:
        return parse_square(line, board)
    except BoardError as error:
        raise InvalidTour(f"entry {entry}: {error}", line, entry) from None


def _grid_row(number: int, line: str) -> list[int]:
    for mark in line.split():
        if not _MARK.fullmatch(mark):
            expected = (
                "JSON, one square 'row,col' per line, or a grid of visiting numbers, with '#' or '.' for an unvisited square"
            )
            raise FormatError(f"line {number}: {mark[:40]!r} does not belong to a tour: give {expected}", mark)
    return [0 if mark in "#." else int(mark) for mark in line.split()]

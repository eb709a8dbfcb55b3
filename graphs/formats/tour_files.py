"""Tours as text: grids of visiting numbers, lists of squares, JSON, TSPLIB .tour files."""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING, Any

from graphs.board import Board, Square
from graphs.errors import BoardError, FormatError, InvalidTour
from graphs.formats.reading import numbered_lines, whole_number
from graphs.formats.tsplib_tours import SECTION, parse_tour_section, vertices_of_tour_file
from graphs.squares import parse_square
from graphs.tour import Tour

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["parse_tour"]

Lines = list[tuple[int, str]]

_SQUARE = re.compile(r"\(?\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)?")
_AS_IN_CHESS = re.compile(r"[A-Za-z]{1,6}[0-9]{1,9}")
_MARK = re.compile(r"[0-9]{1,30}|[#.]")


def parse_tour(text: str, *, closed: bool = False, board: Board | None = None, graph: nx.Graph[Any] | None = None) -> Tour:
    """Read a tour from text of any of these kinds, which the text itself shows.

    - JSON: the document that `solve.py --json` prints, a list of squares `[row, col]`, or a list of vertices;
    - a Python list of squares `(row, col)`;
    - a TSPLIB .tour file;
    - one square on each line, as `row,col` or, on a board that is given, as in chess (`c3`); or one vertex number;
    - a grid of visiting numbers, one line for each row; `#` and `.` are squares that the tour does not visit.

    Parameters
    ----------
    text : the text.
    closed : whether the tour is meant to be closed; the text does not say.
    board : the board that the tour is one of, if any. A single number on each line is then a grid of one column, and the
        numbers of a .tour file are those of its squares, row by row.
    graph : the graph that the tour is one of, if there is no board. The numbers of a .tour file are those that its vertices
        have in a .hcp file.

    Returns
    -------
    The tour as it is written; `verify_tour` checks it.

    Raises
    ------
    FormatError : the text is of none of these kinds; the sentence has the line, and what is expected there.
    InvalidTour : the numbers of a grid are not 1, 2, 3, …, each once; a square as in chess or a vertex of a .tour file is none.

    Examples
    --------
    >>> parse_tour("0,0\\n1,2\\n").squares == parse_tour("[[0, 0], [1, 2]]").squares
    True
    >>> parse_tour("1 4 7 10\\n12 9 2 5\\n3 6 11 8")[1]
    (1, 2)
    """
    lines = [(number, line.strip()) for number, line in numbered_lines(text) if line.strip()]
    if not lines:
        raise FormatError("there is no tour in an empty text: give JSON, one square 'row,col' a line, or a grid of numbers")
    first = lines[0][1]
    if first.startswith(("[", "{")):
        return Tour(_document(text), closed)
    if SECTION in text:
        return Tour(parse_tour_section(text, vertices_of_tour_file(board if board is not None else graph)), closed)
    if _SQUARE.fullmatch(first):
        return Tour(_squares(lines), closed)
    if board is not None and _AS_IN_CHESS.fullmatch(first):
        return Tour(_as_in_chess(lines, board), closed)
    if board is None and all(len(line.split()) == 1 for _, line in lines):
        return Tour((whole_number(line, line=number) for number, line in lines), closed)
    return Tour.from_grid(_grid(lines), closed=closed)


def _document(text: str) -> list[Any]:
    blank = text[: len(text) - len(text.lstrip())].count("\n")
    text = text.strip()
    try:
        document = ast.literal_eval(text) if text.startswith("[(") else json.loads(text)
    except (ValueError, SyntaxError) as error:
        line = blank + (getattr(error, "lineno", None) or 1)
        raise FormatError(f"line {line}: this is neither JSON nor a list of squares", text[:40]) from None
    except (RecursionError, MemoryError):
        raise FormatError("this is nested too deeply for a tour", text[:40]) from None
    squares = document.get("tour") if isinstance(document, dict) else document
    if not isinstance(squares, list):
        raise FormatError("the document holds no tour: a list of squares [row, col], or an object whose 'tour' is one")
    for entry, square in enumerate(squares):
        if not _is_entry(square):
            raise FormatError(f"entry {entry} of the tour is neither a square [row, col] nor a vertex: {square!r:.40}", square)
    return squares


def _is_entry(entry: object) -> bool:
    if isinstance(entry, list | tuple):
        return len(entry) == 2 and all(isinstance(part, int) and not isinstance(part, bool) for part in entry)
    return isinstance(entry, int | str) and not isinstance(entry, bool)


def _squares(lines: Lines) -> list[Square]:
    squares = []
    for number, line in lines:
        found = _SQUARE.fullmatch(line)
        if found is None:
            raise FormatError(f"line {number}: {line[:40]!r} is no square of a tour: 'row,col' is expected", line)
        squares.append((int(found[1]), int(found[2])))
    return squares


def _as_in_chess(lines: Lines, board: Board) -> list[Square]:
    squares = []
    for entry, (number, line) in enumerate(lines):
        if not _AS_IN_CHESS.fullmatch(line):
            raise FormatError(f"line {number}: {line[:40]!r} is no square of a tour as in chess, such as c3", line)
        try:
            squares.append(parse_square(line, board))
        except BoardError as error:
            raise InvalidTour(f"entry {entry}: {error}", line, entry) from None
    return squares


def _grid(lines: Lines) -> list[list[int]]:
    rows = []
    for number, line in lines:
        marks = line.split()
        strange = next((mark for mark in marks if not _MARK.fullmatch(mark)), None)
        if strange is not None:
            raise FormatError(
                f"line {number}: {strange[:40]!r} is no part of a tour: give JSON, one square 'row,col' a line, or a grid of "
                "visiting numbers, with '#' or '.' where the tour does not go",
                strange,
            )
        rows.append([0 if mark in "#." else int(mark) for mark in marks])
    return rows

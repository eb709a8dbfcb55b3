"""Tours as text: grids of visiting numbers, lists of squares, JSON, TSPLIB .tour files."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from graphs.board import Board, Square
from graphs.errors import BoardError, FormatError, InvalidTour
from graphs.formats.reading import whole_number, whole_numbers
from graphs.squares import parse_square
from graphs.tour import Tour

__all__ = ["parse_tour"]

_SQUARE = re.compile(r"\(?\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)?")
_AS_IN_CHESS = re.compile(r"[A-Za-z]{1,6}[0-9]{1,9}")
_MARK = re.compile(r"[0-9]{1,30}|[#.]")


def parse_tour(text: str, *, closed: bool = False, board: Board | None = None) -> Tour:
    """Read a tour from text of any of these kinds, which the text itself shows.

    - JSON: the document that `solve.py --json` prints, a list of squares `[row, col]`, or a list of vertex numbers;
    - a Python list of squares `(row, col)`;
    - a TSPLIB .tour file;
    - one square on each line, as `row,col` or, on a board that is given, as in chess (`c3`); or one vertex number;
    - a grid of visiting numbers, one line for each row; `#` and `.` are squares that the tour does not visit.

    Parameters
    ----------
    text : the text.
    closed : whether the tour is meant to be closed; the text does not say.
    board : the board that the tour is one of, if any: a single number on each line is then a grid of one column.

    Returns
    -------
    The tour as it is written; `verify_tour` checks it.

    Raises
    ------
    FormatError : the text is of none of these kinds.
    InvalidTour : the numbers of a grid are not 1, 2, 3, …, each once; a square as in chess is not on the board.

    Examples
    --------
    >>> parse_tour("0,0\\n1,2\\n").squares == parse_tour("[[0, 0], [1, 2]]").squares
    True
    >>> parse_tour("1 4 7 10\\n12 9 2 5\\n3 6 11 8")[1]
    (1, 2)
    """
    text = text.strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if text.startswith(("[", "{")):
        return Tour(_document(text), closed)
    if "TOUR_SECTION" in text:
        return Tour(_tour_section(text), closed)
    if lines and all(map(_SQUARE.fullmatch, lines)):
        return Tour(_squares(lines), closed)
    if board is not None and lines and all(map(_AS_IN_CHESS.fullmatch, lines)):
        return Tour(_as_in_chess(lines, board), closed)
    if lines and board is None and all(len(line.split()) == 1 for line in lines):
        return Tour(map(whole_number, lines), closed)
    return Tour.from_grid(_grid(lines), closed=closed)


def _document(text: str) -> list[Any]:
    try:
        document = ast.literal_eval(text) if text.startswith("[(") else json.loads(text)
    except (ValueError, SyntaxError):
        raise FormatError("this is neither JSON nor a list of squares", text[:40]) from None
    except (RecursionError, MemoryError):
        raise FormatError("this is nested too deeply for a tour", text[:40]) from None
    squares = document.get("tour") if isinstance(document, dict) else document
    if not isinstance(squares, list) or not all(map(_is_entry, squares)):
        raise FormatError("the document holds no tour: a list of squares [row, col], or an object whose 'tour' is one")
    return squares


def _is_entry(entry: object) -> bool:
    if isinstance(entry, list | tuple):
        return len(entry) == 2 and all(isinstance(part, int) and not isinstance(part, bool) for part in entry)
    return isinstance(entry, int | str) and not isinstance(entry, bool)


def _tour_section(text: str) -> list[int]:
    return whole_numbers(text.partition("TOUR_SECTION")[2].lstrip(" :").split())


def _squares(lines: list[str]) -> list[Square]:
    return [(int(found[1]), int(found[2])) for found in map(_SQUARE.fullmatch, lines) if found]


def _as_in_chess(lines: list[str], board: Board) -> list[Square]:
    squares = []
    for entry, line in enumerate(lines):
        try:
            squares.append(parse_square(line, board))
        except BoardError as error:
            raise InvalidTour(f"entry {entry}: {error}", line, entry) from None
    return squares


def _grid(lines: list[str]) -> list[list[int]]:
    marks = [line.split() for line in lines]
    if not lines or not all(_MARK.fullmatch(mark) for row in marks for mark in row):
        raise FormatError(
            "this is no tour: give JSON, one square 'row,col' a line, or a grid of visiting numbers", " ".join(lines)[:40]
        )
    return [[0 if mark in "#." else int(mark) for mark in row] for row in marks]

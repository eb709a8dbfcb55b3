"""Tours as text: grids of visiting numbers, lists of squares, JSON, TSPLIB .tour files."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from graphs.errors import FormatError
from graphs.formats.reading import whole_number, whole_numbers
from graphs.tour import Tour

__all__ = ["parse_tour"]

SQUARE = re.compile(r"\(?\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)?")


def parse_tour(text: str, *, closed: bool = False, on_board: bool = False) -> Tour:
    """A tour from text of any of these kinds, told apart by how it looks.

    - JSON: the document that `solve.py --json` prints, a list of squares `[row, col]`, or a list of vertex numbers;
    - a Python list of squares `(row, col)`;
    - a TSPLIB .tour file;
    - one square `row,col` a line, or one vertex number a line (on a board that is a grid of one column);
    - a grid of visiting numbers, one line a row; `#` and `.` are squares that the tour does not visit.

    Raises
    ------
    FormatError : none of them.
    InvalidTour : a grid whose numbers are not 1, 2, 3, … each once.

    Examples
    --------
    >>> parse_tour("0,0\\n1,2\\n").squares == parse_tour("[[0, 0], [1, 2]]").squares
    True
    >>> parse_tour("1 4 7 10\\n12 9 2 5\\n3 6 11 8")[1]
    (1, 2)
    """
    text = text.strip()
    if text.startswith(("[", "{")):
        return Tour(_from_document(text), closed)
    if "TOUR_SECTION" in text:
        return Tour(whole_numbers(text.partition("TOUR_SECTION")[2].lstrip(" :").split()), closed)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    squares = [SQUARE.fullmatch(line) for line in lines]
    if lines and all(squares):
        return Tour([(int(found[1]), int(found[2])) for found in squares if found], closed)
    if lines and not on_board and all(len(line.split()) == 1 for line in lines):
        return Tour([whole_number(line) for line in lines], closed)
    if not lines or not all(re.fullmatch(r"[0-9]{1,30}|[#.]", mark) for line in lines for mark in line.split()):
        raise FormatError("this is no tour: give JSON, one square 'row,col' a line, or a grid of visiting numbers", text[:40])
    return Tour.from_grid([[0 if mark in "#." else int(mark) for mark in line.split()] for line in lines], closed=closed)


def _from_document(text: str) -> list[Any]:
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

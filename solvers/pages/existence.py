"""The pages of existence: the map of a board, every square with its tour or its reason; and tables of boards and leapers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import Obstruction
from solvers.comparison.problems import square_text
from solvers.existence.decision import RotatedTour, Verdict
from solvers.existence.maps import StartMap
from solvers.existence.tables import BoardVerdicts
from solvers.existence.views import CLOSED, Pairs, in_words, laid_out, leaper_name, meanings_of, starts_number
from solvers.pages.explorer import ANYWHERE, Explorer, Layer, board_name, moves_text
from solvers.pages.rendering import rendered
from solvers.pages.selection import LARGEST_BOARD

__all__ = ["start_map_page", "table_page"]

OUTCOME = {True: "found", False: "impossible", None: "unknown"}
STARTS = {"found": "a tour starts here", "impossible": "none starts here", "unknown": "unknown", "error": ""}
ATLAS = {"found": "a tour", "impossible": "no such tour", "unknown": "unknown", "error": ""}
"""What the outcomes mean on a map of starts, and in an atlas."""
LAYERS = {"open": "an open tour", "closed": "a closed tour"}
SQUARES = {
    "head": "Squares",
    "lead": "Choose a square to see the tour that starts there, or why there is none.",
    "walked": "On the map",
}
BOARDS = {
    "head": "Tours and reasons",
    "lead": "The board that is chosen in the table, with a tour, or the reason why it has none.",
    "walked": "In the table",
}
MOVES = 1_500_000
"""Moves of tours that a page holds; each takes one byte."""


def start_map_page(starts: StartMap, pairs: Pairs | None = None, *, leaper: Leaper = KNIGHT) -> str:
    """Return the page of a board: for each square a tour that starts there, or the reason why there is none.

    Parameters
    ----------
    starts : the verdicts of `start_map`.
    pairs : the verdicts of `pair_map`, if the page is to show the tours to each end, too.
    leaper : the piece.

    Raises
    ------
    SolverUnavailable : Jinja2 is not installed.

    Examples
    --------
    >>> from solvers import start_map
    >>> page = start_map_page(start_map(Board(3, 4)))
    >>> page[:15], "6 of 12 squares start an open tour" in page
    ('<!doctype html>', True)
    """
    board = starts.board
    assert isinstance(board, Board)
    maps = _Maps()
    maps.add_starts(starts, board, leaper, pairs)
    words = in_words(starts.count(True), starts.count(None), len(starts), start="start an open tour")
    closed = "it is " * (starts.closed.exists is None) + CLOSED[starts.closed.exists]
    summary = [f"{words}.".capitalize(), f"{closed[0].upper()}{closed[1:]}: {starts.closed.reason}."]
    totals = {outcome: starts.count(exists) for exists, outcome in OUTCOME.items()}
    return maps.page(f"{board_name(board, leaper)}: tours from every square", STARTS, SQUARES, summary=summary, totals=totals)


def table_page(cells: Sequence[BoardVerdicts], *, closed: bool = False) -> str:
    """Return the page of a table: of one leaper, where each board leads to its map, or of an atlas.

    Parameters
    ----------
    cells : the verdicts of `board_map`, or those of an atlas.
    closed : whether the table is about closed tours alone.

    Raises
    ------
    SolverUnavailable : Jinja2 is not installed.

    Examples
    --------
    >>> from solvers import board_map
    >>> "3x5" in table_page(list(board_map([Board(3, 4), Board(3, 5)])))
    True
    """
    maps, kind = _Maps(), "Closed tours" if closed else "Tours"
    meanings = {_look_name(look): meaning for look, meaning in meanings_of(closed).items()}
    if any(cell.starts is not None for cell in cells):
        shown = [_board_cell(maps, cell, closed) for cell in cells]
        table: dict[str, Any] = {
            "cells": shown,
            "words": {look: meaning for look, meaning in meanings.items() if look in {each["look"] for each in shown}},
            "number": "" if closed else "how many squares start an open tour",
            "lead": "Rows down, columns across. Choose a board to see its map.",
        }
        return maps.page(f"{kind} of {len(cells):,} boards", STARTS, SQUARES, table=table)
    at = {(cell.leaper, cell.board.rows): cell for cell in cells}
    leapers, sides, _ = laid_out(at)
    shown = [
        _atlas_cell(maps, leapers.index(leaper), at[leaper, side], closed)
        for leaper in leapers
        for side in sides
        if (leaper, side) in at
    ]
    looks = Counter(each["look"] for each in shown)
    table = {
        "cells": shown,
        "rows": list(map(leaper_name, leapers)),
        "cols": sides,
        "words": {look: f"{meaning}: {looks[look]}" for look, meaning in meanings.items() if looks[look]},
        "number": "",
        "lead": "A leaper in each row, the side of a square board in each column. Choose a cell to see its tours or reasons.",
    }
    return maps.page(f"{kind} of {len(leapers)} leapers on square boards", ATLAS, BOARDS, table=table)


def _board_cell(maps: _Maps, cell: BoardVerdicts, closed: bool) -> dict[str, Any]:
    return {
        "row": cell.board.rows,
        "col": cell.board.cols,
        "look": _look_name(cell.answer(closed)),
        "text": "" if closed else starts_number(cell),
        "board": None if cell.starts is None else maps.add_starts(cell.starts, cell.board, cell.leaper),
    }


def _atlas_cell(maps: _Maps, row: int, cell: BoardVerdicts, closed: bool) -> dict[str, Any]:
    """Return a cell of an atlas, and add its board to the maps. The cell leads to the best tour that there is."""
    name, look = f"{leaper_name(cell.leaper)}, {cell.board}", cell.look(closed)
    return {
        "row": row,
        "col": cell.board.rows,
        "look": _look_name(look),
        "text": "",
        "board": maps.add_tours(name, cell, closed),
        "layer": int(look == "closed" and not closed),
        "label": f"{name}: {meanings_of(closed)[look]}",
    }


def _look_name(look: str) -> str:
    """Return the name of a look in the style sheets."""
    return "impossible" if look == "none" else look


class _Maps:
    """Gathers the boards of a page into an explorer, as long as there is room for their tours."""

    def __init__(self) -> None:
        self._explorer = Explorer()
        self._tours_left_out = self._boards_left_out = 0
        self._moves = MOVES
        self._written: dict[int, str] = {}

    def add_starts(self, starts: StartMap, board: Board, leaper: Leaper, pairs: Pairs | None = None) -> int | None:
        """Add the map of a board, and return its place; None for a board that is too large to draw."""
        if board.size > LARGEST_BOARD:
            self._boards_left_out += 1
            return None
        layers: Layer = {
            "open tours": [(_number(square, board), self._entry(verdict, board, leaper)) for square, verdict in starts.items()],
            "a closed tour": [(ANYWHERE, self._entry(starts.closed, board, leaper))],
        }
        for (start, end), verdict in (pairs or {}).items():
            entry = _number(start, board), self._entry(verdict, board, leaper)
            layers.setdefault(f"tours to {square_text(end)}", []).append(entry)
        return self._add(board_name(board, leaper), board, leaper, layers)

    def add_tours(self, name: str, cell: BoardVerdicts, closed: bool) -> int:
        """Add a board with the verdicts of an atlas, and return its place."""
        board, leaper = cell.board, cell.leaper
        self._boards_left_out += board.size > LARGEST_BOARD
        verdicts = cell.verdicts(closed).items()
        layers = {LAYERS[question]: [(ANYWHERE, self._entry(verdict, board, leaper))] for question, verdict in verdicts}
        return self._add(name, board, leaper, layers)

    def _add(self, name: str, board: Board, leaper: Leaper, layers: Layer) -> int:
        self._explorer.add_board(name, board, leaper, layers)
        return len(self._explorer.boards) - 1

    def _entry(self, verdict: Verdict, board: Board, leaper: Leaper) -> int:
        outcome, evidence = OUTCOME[verdict.exists], verdict.evidence
        reason = verdict.reason if verdict.theorem is None else f"{verdict.reason}\nin print: {verdict.theorem}"
        if board.size > LARGEST_BOARD:
            return self._explorer.add_entry(outcome, reason)
        if isinstance(evidence, Obstruction):
            return self._explorer.add_entry(outcome, reason, None, evidence, board.cols)
        return self._explorer.add_entry(outcome, reason, self._tour(verdict, board, leaper))

    def _tour(self, verdict: Verdict, board: Board, leaper: Leaper) -> str | None:
        """Return the tour as text; a tour that follows a closed one is that one, and the page begins it elsewhere."""
        evidence = verdict.evidence
        tour = evidence.closed if isinstance(evidence, RotatedTour) else verdict.tour
        if tour is None:
            return None
        if id(tour) in self._written:  # all squares of a board may share one closed tour, and the verdicts keep it alive
            return self._written[id(tour)]
        if self._moves < board.size:
            self._tours_left_out += 1
            return None
        text = moves_text(tour.squares, board, leaper)
        self._moves -= len(text)
        self._written[id(tour)] = text
        return text

    def page(self, title: str, words: dict[str, str], names: dict[str, str], **values: Any) -> str:
        """Return the page with the boards that were added."""
        large = f"boards of more than {LARGEST_BOARD:,} squares"
        sentences = {
            f"The tours of {self._boards_left_out:,} {large} are not drawn.": self._boards_left_out,
            f"{self._tours_left_out:,} tours are left out, for the page would be too large.": self._tours_left_out,
        }
        notes = [sentence for sentence, number in sentences.items() if number]
        values = {"summary": [], "totals": None, "table": None, "notes": notes, **values}
        data = {"explorer": self._explorer.document(), "words": words, "table": values["table"]}
        explored = bool(self._explorer.boards)
        return rendered("existence.html", data, title=title, explored=explored, words=words, names=names, **values)


def _number(square: Square, board: Board) -> int:
    return square[0] * board.cols + square[1]

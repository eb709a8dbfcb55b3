"""The pages of existence: the map of a board, every square with its tour or its reason; and the table of boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import Obstruction
from graphs.tour import Tour
from solvers.comparison.problems import square_text
from solvers.existence.maps import BoardVerdicts, StartMap
from solvers.existence.pictures import starts_number
from solvers.existence.verdict import RotatedTour, Verdict
from solvers.existence.views import CLOSED_MEANINGS, MEANINGS, Pairs, best_answer, starts_in_words
from solvers.pages.explorer import ANYWHERE, Explorer, Layer, board_name, moves_text
from solvers.pages.rendering import rendered
from solvers.pages.selection import LARGEST_BOARD

__all__ = ["board_table_page", "start_map_page"]

OUTCOME = {True: "found", False: "impossible", None: "unknown"}
WORDS = {
    "found": "a tour starts here",
    "impossible": "none starts here",
    "unknown": "unknown",
    "error": "",
}
NAMES_OF_PARTS = {
    "head": "Squares",
    "lead": "Choose a square to see the tour that starts there, or why there is none.",
    "walked": "On the map",
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
    maps = _Maps(leaper, MOVES)
    maps.add(starts, pairs)
    words = starts_in_words(starts.count(True), starts.count(None), len(starts), "an open tour")
    closed = {True: "A closed tour exists", False: "No closed tour exists", None: "It is unknown whether a closed tour exists"}
    summary = [f"{words}.".capitalize(), f"{closed[starts.closed.exists]}: {starts.closed.reason}."]
    title = f"{board_name(starts.board, leaper)}: tours from every square"
    return _page(maps, title=title, summary=summary, totals={OUTCOME[each]: starts.count(each) for each in OUTCOME}, table=None)


def board_table_page(boards: Sequence[BoardVerdicts], *, leaper: Leaper = KNIGHT, closed: bool = False) -> str:
    """Return the page of a table of boards; each leads to the map of that board.

    Parameters
    ----------
    boards : the verdicts of `board_map`.
    leaper : the piece.
    closed : whether the table is about closed tours alone.

    Raises
    ------
    SolverUnavailable : Jinja2 is not installed.

    Examples
    --------
    >>> from solvers import board_map
    >>> "3x5" in board_table_page(list(board_map([Board(3, 4), Board(3, 5)])))
    True
    """
    maps = _Maps(leaper, MOVES)
    cells = []
    for each in boards:
        look = best_answer(each.closed if closed else each.open, each.closed).replace("none", "impossible")
        number = "" if closed else starts_number(each)
        shown = maps.add(each.starts)
        cells.append({"row": each.board.rows, "col": each.board.cols, "look": look, "text": number, "board": shown})
    words = {look.replace("none", "impossible"): word for look, word in (CLOSED_MEANINGS if closed else MEANINGS).items()}
    looks = [cell["look"] for cell in cells]
    table = {
        "cells": cells,
        "words": {look: word for look, word in words.items() if look in looks},
        "number": "" if closed else "how many squares start an open tour",
        "lead": "Rows down, columns across. Choose a board to see its map.",
    }
    title = f"{'Closed tours' if closed else 'Tours'} of {len(boards):,} boards"
    return _page(maps, title=title, summary=[], totals=None, table=table)


class _Maps:
    """Gathers the maps of boards into an explorer, as long as there is room for their tours."""

    def __init__(self, leaper: Leaper, moves: int) -> None:
        self.explorer = Explorer()
        self.tours_left_out = 0
        self.boards_left_out = 0
        self._leaper = leaper
        self._moves = moves
        self._held: set[str] = set()
        self._written: tuple[Tour, str] | None = None

    def add(self, starts: StartMap, pairs: Pairs | None = None) -> int | None:
        """Add the map of a board, and return its place; None for a board that is too large to draw."""
        board = starts.board
        if board.size > LARGEST_BOARD:
            self.boards_left_out += 1
            return None
        cells = [(row * board.cols + col, self._entry(verdict, board)) for (row, col), verdict in starts.items()]
        layers: Layer = {"open tours": cells, "a closed tour": [(ANYWHERE, self._entry(starts.closed, board))]}
        for (start, end), verdict in (pairs or {}).items():
            cell = (start[0] * board.cols + start[1], self._entry(verdict, board))
            layers.setdefault(f"tours to {square_text(end)}", []).append(cell)
        self.explorer.add_board(board_name(board, self._leaper), board, self._leaper, layers)
        return len(self.explorer.boards) - 1

    def _entry(self, verdict: Verdict, board: Board) -> int:
        outcome, evidence = OUTCOME[verdict.exists], verdict.evidence
        reason = verdict.reason if verdict.theorem is None else f"{verdict.reason}\nin print: {verdict.theorem}"
        if isinstance(evidence, Obstruction):
            return self.explorer.add_entry(outcome, reason, None, evidence, board.cols)
        return self.explorer.add_entry(outcome, reason, self._tour(verdict, board))

    def _tour(self, verdict: Verdict, board: Board) -> str | None:
        """Return the tour as text; a tour that follows a closed one is that one, and the page begins it elsewhere."""
        evidence = verdict.evidence
        tour = evidence.closed if isinstance(evidence, RotatedTour) else verdict.tour
        if tour is None:
            return None
        if self._moves < board.size:
            self.tours_left_out += 1
            return None
        if self._written is None or self._written[0] is not tour:  # all squares of a board may share one closed tour
            self._written = (tour, moves_text(tour.squares, board, self._leaper))
        text = self._written[1]
        if text not in self._held:
            self._held.add(text)
            self._moves -= len(text)
        return text


def _page(maps: _Maps, *, table: dict[str, Any] | None, **values: Any) -> str:
    sentences = {
        f"{maps.boards_left_out:,} boards of more than {LARGEST_BOARD:,} squares are not drawn.": maps.boards_left_out,
        f"{maps.tours_left_out:,} tours are left out, for the page would be too large.": maps.tours_left_out,
    }
    notes = [sentence for sentence, number in sentences.items() if number]
    data = {"explorer": maps.explorer.document(), "words": WORDS, "table": table}
    explored = bool(maps.explorer.boards)
    return rendered(
        "existence.html", data, notes=notes, words=WORDS, explored=explored, table=table, names=NAMES_OF_PARTS, **values
    )

"""Build the pages of a single question, of a board with its start map, of all boards of one height, and of tables and atlases.

A *start map* contains, for each square, a tour that starts there or the reason why none does. An *atlas* is a table of
leapers and square boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import KNIGHT, Leaper, leaper_name
from graphs.obstructions import Obstruction
from graphs.text import plural
from graphs.tour import Tour
from solvers.core.outcome import RotatedTour
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.lengths import HeightVerdict
from solvers.existence.maps import StartMap
from solvers.existence.pictures import laid_out
from solvers.existence.tables import BoardVerdicts
from solvers.existence.views import CLOSED, Pairs, height_text, in_words, meanings_of, shared_reason, starts_number
from solvers.pages.explorer import LARGEST_BOARD, Explorer, Layer, board_name, moves_text, number_of
from solvers.pages.rendering import render_page

NO = "impossible"


OUTCOME = {True: "found", False: NO, None: "unknown"}


STARTS = {"found": "a tour starts here", "impossible": "none starts here", "unknown": "unknown"}


ATLAS = {"found": "a tour", "impossible": "no such tour", "unknown": "unknown"}
"""The meaning of each outcome in the legend of a page: `STARTS` on pages with start maps, `ATLAS` on all other pages."""


LAYERS = {"open": "an open tour", "closed": "a closed tour"}


_Answers: TypeAlias = dict[str, dict[Square | None, Result]]
"""The results for each start, by the name of the question. If a tour may start at any square, the start is None."""


LONGER_BY = 20
"""Number of columns beyond `HeightVerdict.last` on the page of all boards of one height. The answers repeat from there on."""


MOVES = 1_500_000
"""Maximum number of tour moves on a page; each needs one byte."""


def start_map_page(starts: StartMap, pairs: Pairs | None = None, *, leaper: Leaper = KNIGHT, chess: bool = False) -> str:
    """Return the page of a board. It shows, for each square, a tour that starts there or the reason why none does.

    Parameters
    ----------
    starts : StartMap
        The start map of a board.
    pairs : mapping of tuple to Result, optional
        The results of `pair_map`. If given, the page also shows the tours from each start to each end.
    leaper : tuple of int, optional
        The leaper (default: the knight).
    chess : bool, optional
        Whether squares are named as in chess until the reader chooses otherwise. If False, they are counted from 0 at the top
        left.

    Returns
    -------
    str
        An HTML document.

    Raises
    ------
    SolverUnavailable
        If Jinja2 is not installed.

    Examples
    --------
    >>> from solvers import start_map
    >>> page = start_map_page(start_map(Board(3, 4)))
    >>> page[:15], "6 of 12 squares start an open tour" in page
    ('<!doctype html>', True)
    """
    board = starts.board
    assert isinstance(board, Board)
    maps = _Maps(chess)
    maps.add_starts(starts, board, leaper, pairs)
    words = in_words(starts.count(True), starts.count(None), len(starts), start="start an open tour")
    closed = "it is " * (starts.closed.exists is None) + CLOSED[starts.closed.exists]
    summary = words, shared_reason(starts)[0], f"{closed}: {starts.closed.reason}"
    totals = {outcome: starts.count(exists) for exists, outcome in OUTCOME.items()}
    return maps.page(f"{board_name(board, leaper)}: tours from every square", STARTS, summary=summary, totals=totals)


def verdict_page(verdict: Result, *, chess: bool = False) -> str:
    """Return the page of one question about a board. It shows a tour, or the reason why none exists or none is known.

    Parameters
    ----------
    verdict : Result
        The result of `decide` for a board.
    chess : bool, optional
        Whether squares are named as in chess until the reader chooses otherwise. If False, they are counted from 0 at the top
        left.

    Returns
    -------
    str
        An HTML document.

    Raises
    ------
    SolverUnavailable
        If Jinja2 is not installed.

    Examples
    --------
    >>> from solvers import decide
    >>> "Is there an open tour of 4x7 from a3? No." in verdict_page(decide(Board(4, 7), start=(1, 0)), chess=True)
    True
    """
    problem = verdict.problem
    assert problem is not None
    maps = _Maps(chess)
    maps.add_verdict(problem, verdict)
    return maps.page(verdict.title, ATLAS, is_one=True)


def height_page(answer: HeightVerdict, *, chess: bool = False) -> str:
    """Return the page of all boards with a given number of rows.

    The reader selects the number of columns by a slider. The page then shows a tour, or the reason why none exists or none is
    known.

    Parameters
    ----------
    answer : HeightVerdict
        The answers for all lengths, that is, numbers of columns.
    chess : bool, optional
        Whether squares are named as in chess until the reader chooses otherwise.

    Returns
    -------
    str
        An HTML document.

    Raises
    ------
    SolverUnavailable
        If Jinja2 is not installed.

    Examples
    --------
    >>> from solvers import decide_height
    >>> 'id="length"' in height_page(decide_height(3, closed=True))
    True
    """
    maps, kind = _Maps(chess), "closed" if answer.closed else "open"
    last = answer.last + LONGER_BY
    for cols in range(answer.first, last + 1):
        maps.add_verdict(answer.problem(cols), answer.verdict(cols), f"{answer.rows}x{cols}")
    begin = next((cols - answer.first for cols, exists in answer.answers.items() if exists), 0)
    title = f"{kind.capitalize()} tours of {answer.rows}xN, {leaper_name(answer.leaper)}"
    summary = [line for line in height_text(answer)[1:] if line != "unknown: none"]
    return maps.page(title, ATLAS, is_one=True, summary=summary, length={"first": answer.first, "last": last, "begin": begin})


def table_page(cells: Sequence[BoardVerdicts], *, closed: bool = False, chess: bool = False) -> str:
    """Return the page of a table in which each board links to its tours: a table of the boards of one leaper, or an atlas.

    Parameters
    ----------
    cells : sequence of BoardVerdicts
        The cells that `board_map` yields, or those of an atlas (a table of leapers and square boards).
    closed : bool, optional
        Whether the table is about closed tours only.
    chess : bool, optional
        Whether squares are named as in chess until the reader chooses otherwise.

    Returns
    -------
    str
        An HTML document.

    Raises
    ------
    SolverUnavailable
        If Jinja2 is not installed.

    Examples
    --------
    >>> from solvers import board_map
    >>> "3x5" in table_page(list(board_map([Board(3, 4), Board(3, 5)])))
    True
    """
    is_atlas = all(cell.starts is None for cell in cells)
    rows, cols, grid = laid_out({(cell.leaper if is_atlas else cell.board.rows, cell.board.cols): cell for cell in cells})
    maps = _Maps(chess)
    data = [_cell(maps, row, cell, closed) for row, line in enumerate(grid) for cell in line if cell is not None]
    looks = Counter(each["look"] for each in data)
    meanings = {look.replace("none", NO): meaning for look, meaning in meanings_of(closed).items()}
    table = {
        "cells": data,
        "rows": list(map(leaper_name, rows)) if is_atlas else rows,
        "cols": cols,
        "words": {look: meaning + f": {looks[look]}" * is_atlas for look, meaning in meanings.items() if looks[look]},
        "counted": not is_atlas and not closed,
        "is_atlas": is_atlas,
    }
    what = f"{plural(len(rows), 'leaper')} on square boards" if is_atlas else plural(len(cells), "board")
    return maps.page(f"{'Closed tours' if closed else 'Tours'} of {what}", ATLAS if is_atlas else STARTS, table=table)


def _cell(maps: _Maps, row: int, cell: BoardVerdicts, closed: bool) -> dict[str, Any]:
    """Add the board of a cell to the page, and return the data of the cell. An atlas shows a closed tour if one is known."""
    board, starts, layer = cell.board, cell.starts, None
    if starts is None:
        look, name, text = cell.look(closed), f"{leaper_name(cell.leaper)}, {board}", ""
        layer = int(look == "closed" and not closed)
        tours: _Answers = {LAYERS[kind]: {None: verdict} for kind, verdict in cell.verdicts(closed).items()}
        place: int | None = maps.add(name, Problem.on_board(board, cell.leaper), tours)
    else:
        look, name, text = cell.answer(closed), f"{board.rows}x{board.cols}", "" if closed else starts_number(cell)
        place = maps.add_starts(starts, board, cell.leaper)
    label = f"{name}: {meanings_of(closed)[look]}" + (text and f", {text} start{'s' * (text != '1')}")
    data = {"look": look.replace("none", NO), "text": text, "label": label}
    return {"row": row, "col": board.cols, "board": place, "layer": layer, **data}


class _Maps:
    """The boards of a page, collected in an `Explorer`. Tours that would exceed the maximum number of moves are left out.

    Chess names of squares depend on the number of rows. Sentences above the boards use the names on the first board.
    """

    def __init__(self, chess: bool) -> None:
        self._chess, self._explorer = chess, Explorer(chess)
        self._first: Board | None = None
        self._tours_left_out = self._boards_left_out = 0
        self._moves = MOVES
        self._written: dict[int, tuple[Tour, str]] = {}

    def add_starts(self, starts: StartMap, board: Board, leaper: Leaper, pairs: Pairs | None = None) -> int | None:
        """Add a board with its start map. Return the index of the board on the page, or None if it is too large to draw."""
        self._first = self._first or board
        if board.size > LARGEST_BOARD:
            self._boards_left_out += 1
            return None
        answers: _Answers = {"open tours": dict(starts.items()), "a closed tour": {None: starts.closed}}
        for (start, end), verdict in (pairs or {}).items():
            answers.setdefault(f"tours to {end}", {})[start] = verdict
        return self.add("", Problem.on_board(board, leaper), answers)

    def add_verdict(self, problem: Problem, verdict: Result, name: str = "") -> None:
        """Add the board of a problem, and the result of the problem."""
        start = verdict.tour[0] if verdict.tour is not None and not problem.closed else problem.start
        self.add(name, problem, {LAYERS["closed" if problem.closed else "open"]: {start: verdict}})

    def add(self, name: str, problem: Problem, answers: _Answers) -> int:
        """Add a board with one layer (the results for each start) per question. Return the index of the board on the page.

        If `name` is empty, the name of the board is that of the function `board_name`.
        """
        board, leaper = problem.board, problem.leaper
        assert board is not None
        self._first = self._first or board
        self._boards_left_out += board.size > LARGEST_BOARD
        layers: Layer = {
            layer: [(number_of(start, board.cols), self._entry(verdict, board, leaper)) for start, verdict in verdicts.items()]
            for layer, verdicts in answers.items()
        }
        self._explorer.add_board(name or board_name(board, leaper), problem, layers)
        return len(self._explorer.boards) - 1

    def _entry(self, verdict: Result, board: Board, leaper: Leaper) -> int:
        reason = "\n".join(verdict.sentences)
        tour = obstruction = None
        if board.size <= LARGEST_BOARD:
            tour = self._tour(verdict, board, leaper)
            obstruction = verdict.evidence if isinstance(verdict.evidence, Obstruction) else None
        return self._explorer.add_entry(OUTCOME[verdict.exists], reason, tour, obstruction, board.cols)

    def _tour(self, verdict: Result, board: Board, leaper: Leaper) -> str | None:
        """Return the tour as text. If it is a rotation of a closed tour, return the closed tour, which the page rotates."""
        evidence = verdict.evidence
        tour = evidence.closed if isinstance(evidence, RotatedTour) else verdict.tour
        if tour is None:
            return None
        if id(tour) not in self._written:  # several results may share one closed tour
            if self._moves < board.size:
                self._tours_left_out += 1
                return None
            self._moves -= board.size
            self._written[id(tour)] = (tour, moves_text(tour.squares, board, leaper))  # a kept tour keeps its id
        return self._written[id(tour)][1]

    def page(self, title: str, words: dict[str, str], summary: Iterable[str] = (), **values: Any) -> str:
        """Return the page with all boards that were added.

        `words` contains the meaning of each outcome, `summary` sentences without a capital letter and a full stop, and `values`
        further variables of the template.
        """
        boards, tours = self._boards_left_out, self._tours_left_out
        notes = [f"The tours of {plural(boards, 'board')} of more than {LARGEST_BOARD:,} squares are not drawn."] * bool(boards)
        notes += [f"{plural(tours, 'tour is', 'tours are')} left out, because the page would be too large."] * bool(tours)
        data = {"explorer": self._explorer.document(), "words": words, "table": values.get("table")}
        values |= {"title": title, "words": words, "summary": [f"{line[:1].upper()}{line[1:]}." for line in summary if line]}
        return render_page("existence.html", data, as_in_chess=self._first if self._chess else None, notes=notes, **values)

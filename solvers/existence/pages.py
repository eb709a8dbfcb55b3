"""Build HTML pages that show tours and answers on boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from graphs.board import Board, Square
from graphs.errors import expect
from graphs.leapers import leaper_name
from graphs.notation import edge_names, named_board
from graphs.obstructions import Obstruction
from graphs.text import plural, square_text
from graphs.tour import Tour
from solvers.core.outcome import RotatedTour
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.answer_texts import (
    CLOSED,
    answer_looks,
    answers_summary,
    height_answer_text,
    shared_answer_reason,
)
from solvers.existence.answers import Answers, BoardTable, HoleMap, StartMap
from solvers.existence.heights import MOST_START, HeightVerdict
from solvers.pages.explorer import LARGEST_BOARD, Explorer, Layer, explorer_board_name, explorer_moves_text, explorer_number
from solvers.pages.rendering import render_page

NO = "impossible"
OUTCOME = {True: "found", False: NO, None: "unknown"}
STARTS = {"found": "a tour starts here", NO: "none starts here", "unknown": "unknown"}
TOURS = {"found": "a tour", NO: "no such tour", "unknown": "unknown"}
"""Legend texts of a page: `STARTS` on pages with start maps, `TOURS` on all other pages."""
LAYERS = {False: "an open tour", True: "a closed tour"}
ATLAS = "Each row is a leaper, and each column is a square board. Choose a cell to see a tour, or the reason why there is none."
BOARDS = (
    "Each row of the table is a number of rows of a board, and each column a number of columns. "
    "Choose a board to see its tours, or the reasons why it has none."
)
HOLES = "Choose a square to see a tour of the other squares, or the reason why there is none."
_Layers: TypeAlias = Mapping[str, Mapping[Square | None, Result]]
"""The results for each start, by the name of the question. If a tour may start at any square, the start is None."""
LONGER_BY = 20
"""Number of columns by which a page shows boards beyond the size from which the answers repeat."""
MOVES = 1_500_000
"""Maximum number of moves of all tours on a page. Each move needs one byte."""


def answers_page(answers: Answers, pairs: Answers | None = None, *, chess: bool = False) -> str:
    """Return an HTML page with the answers for all squares of a board.

    >>> from solvers import start_map
    >>> page = answers_page(start_map(Board(3, 4)))
    >>> page[:15], "6 of 12 squares start an open tour" in page
    ('<!doctype html>', True)
    """
    problem, boards, summary = answers.problem, _Boards(chess), [answers_summary(answers)]
    name = explorer_board_name(board := problem.require_board(), problem.leaper)
    if isinstance(answers, HoleMap):
        rows, cols = map(list, edge_names(board, chess))
        cells = []
        for (row, col), result in answers.items():
            without = f"{name} without {square_text((row, col))}"
            place = boards.add(without, answers.question(problem, (row, col)), {LAYERS[problem.closed]: {None: result}})
            look, shown = OUTCOME[result.exists], {"board": place, "layer": 0, "text": ""}
            cells.append({"row": row, "col": cols[col], **shown, "look": look, "label": f"{without}: {TOURS[look]}"})
        table = {"cells": cells, "rows": rows, "cols": cols, "lead": HOLES}
        table["words"] = {OUTCOME[exists]: meaning for exists, meaning in answers.legend.items() if answers.count(exists)}
        return boards.page(f"{name}: one square left out", TOURS, board, summary=summary, table=table)
    assert isinstance(answers, StartMap)
    boards.add(name, problem, _layers(answers, pairs))
    closed = "it is " * (answers.closed.exists is None) + CLOSED[answers.closed.exists]
    summary += shared_answer_reason(answers)[0], f"{closed}: {answers.closed.reason}"
    totals = {outcome: answers.count(exists) for exists, outcome in OUTCOME.items()}
    return boards.page(f"{name}: which squares start a tour?", STARTS, board, summary=summary, totals=totals)


def verdict_page(verdict: Result, *, chess: bool = False) -> str:
    """Return an HTML page about one question, with a tour or a reason.

    >>> from solvers import decide
    >>> "Is there an open tour of 4x7 from a3? No." in verdict_page(decide(Board(4, 7), start=(1, 0)), chess=True)
    True
    """
    boards, problem = _Boards(chess), expect(Problem, verdict.problem, "problem")
    boards.add(explorer_board_name(problem.require_board(), problem.leaper), problem, _layer(verdict, problem))
    return boards.page(verdict.title, TOURS, problem.require_board())


def height_page(answer: HeightVerdict, *, chess: bool = False) -> str:
    """Return an HTML page about boards with a given number of rows, with a slider for columns.

    >>> from solvers import decide_height
    >>> 'id="length"' in height_page(decide_height(3, closed=True))
    True
    """
    boards, kind = _Boards(chess), "closed" if answer.closed else "open"
    last = answer.last + LONGER_BY
    for cols in range(answer.first, last + 1):
        verdict, problem = answer.verdict(cols), answer.problem(cols)
        stretches = [each for each in answer.stretches if each.reaches(cols) and cols not in answer.single]
        block = [(each.cut, each.block, each.times_to(cols) + 1) for each in stretches[-1:]]
        boards.add(f"{answer.rows}x{cols}", problem, _layer(verdict, problem), *block)
    begin = next((cols - answer.first for cols, exists in answer.answers.items() if exists), 0)
    title = f"{kind.capitalize()} tours of {answer.rows}xN, {leaper_name(answer.leaper)}"
    summary = [line for line in height_answer_text(answer)[1:] if line != "unknown: none"]
    board = Board(answer.rows, MOST_START + 1)
    return boards.page(title, TOURS, board, summary=summary, length={"first": answer.first, "last": last, "begin": begin})


def table_page(table: BoardTable, *, chess: bool = False, summary: Iterable[str] = ()) -> str:
    """Return an HTML page with a table of boards, and with links to their tours.

    >>> from solvers import start_map
    >>> cells = [start_map(Board(3, 4)), start_map(Board(3, 5))]
    >>> "3x5" in table_page(BoardTable(cells, leaper=(1, 2)))
    True
    """
    boards, words, data = _Boards(chess), answer_looks(table), []
    rows, cols, lines = table.layout()
    for row, cell in ((row, cell) for row, line in enumerate(lines) for cell in line if cell is not None):
        problem, number = cell.starts.problem, cell.number
        name = (
            explorer_board_name(problem.require_board(), problem.leaper)
            if table.leaper
            else f"{leaper_name(problem.leaper)}, {problem.board}"
        )
        layer = None if table.shows_starts else int(cell.look == "closed" and None in cell.starts)
        label = f"{name}: {words[cell.look]}" + (number and f", {number} start{'s' * (number != '1')}")
        shown = {"board": boards.add(name, problem, _layers(cell.starts)), "layer": layer, "text": number}
        data.append({"row": row, "col": cell.place[1], **shown, "look": cell.look, "label": label})
    numbers = Counter(each["look"] for each in data)
    is_atlas = table.leaper is None
    drawn = {
        "cells": data,
        "rows": rows,
        "cols": cols,
        "words": {look: each + f": {numbers[look]}" * is_atlas for look, each in words.items() if numbers[look]},
        "lead": ATLAS if is_atlas else BOARDS,
    }
    what = f"{plural(len(rows), 'leaper')} on square boards" if is_atlas else plural(len(data), "board")
    title = f"{'Closed tours' if table.closed else 'Tours'} of {what}"
    return boards.page(title, STARTS if table.shows_starts else TOURS, None, summary=summary, table=drawn)


def _layers(starts: Answers, pairs: Answers | None = None) -> _Layers:
    layers: dict[str, dict[Any, Result]] = {}
    if starts:
        layers[LAYERS[False] if None in starts else "open tours"] = dict(starts)
    layers[LAYERS[True]] = {None: starts.closed}
    for (start, end), verdict in (pairs or {}).items():
        layers.setdefault(f"tours to {end}", {})[start] = verdict
    return layers


def _layer(verdict: Result, problem: Problem) -> _Layers:
    start = verdict.tour[0] if verdict.tour is not None and not problem.closed else problem.start
    return {LAYERS[problem.closed]: {start: verdict}}


class _Boards:
    """The boards of an HTML page.

    Tours of too many moves are left out.
    """

    def __init__(self, chess: bool) -> None:
        self._chess, self._explorer = chess, Explorer(chess)
        self._tours_left_out = self._boards_left_out = 0
        self._moves = MOVES
        self._written: dict[int, tuple[Tour, str]] = {}

    def add(self, name: str, problem: Problem, layers: _Layers, block: tuple[int, ...] = ()) -> int | None:
        """Add a board to the page, with the results of one or more questions.

        There is one layer per question. `block` contains the columns that can be repeated, if any (see `Explorer.add_board`).
        Return the index of the board on the page, or None if the board has results for many starts and is too large to draw.
        """
        board = problem.require_board()
        self._boards_left_out += board.size > LARGEST_BOARD
        if board.size > LARGEST_BOARD and any(len(layer) > 1 for layer in layers.values()):
            return None
        numbered: Layer = {
            layer: [(explorer_number(start, board.cols), self._entry(verdict, problem)) for start, verdict in verdicts.items()]
            for layer, verdicts in layers.items()
        }
        self._explorer.add_board(name, problem, numbered, block)
        return len(self._explorer.boards) - 1

    def _entry(self, verdict: Result, problem: Problem) -> int:
        board, tour, obstruction = problem.require_board(), None, None
        if board.size <= LARGEST_BOARD:
            tour = self._tour(verdict, problem)
            obstruction = verdict.evidence if isinstance(verdict.evidence, Obstruction) else None
        return self._explorer.add_entry(OUTCOME[verdict.exists], "\n".join(verdict.sentences), tour, obstruction, problem)

    def _tour(self, verdict: Result, problem: Problem) -> str | None:
        """Return the moves of a tour, or of the closed tour that it rotates, as text."""
        evidence = verdict.evidence
        tour = evidence.closed if isinstance(evidence, RotatedTour) else verdict.tour
        if tour is None:
            return None
        if id(tour) not in self._written:  # several results may share one closed tour
            if self._moves < problem.size:
                self._tours_left_out += 1
                return None
            self._moves -= problem.size
            board = problem.require_board()
            self._written[id(tour)] = (
                tour,
                explorer_moves_text(tour.squares, board, problem.leaper),
            )  # a kept tour keeps its id
        return self._written[id(tour)][1]

    def page(self, title: str, words: dict[str, str], board: Board | None, summary: Iterable[str] = (), **values: Any) -> str:
        """Return the HTML page with all boards that were added.

        `words` contains the meaning of each outcome, `summary` sentences without a capital letter and a full stop, and `values`
        further variables of the template. The sentences name squares as in chess if they begin with the size of a board, such
        as "3x4: ", or else as on `board`.
        """
        boards, tours = self._boards_left_out, self._tours_left_out
        notes = [f"The tours of {plural(boards, 'board')} of more than {LARGEST_BOARD:,} squares are not drawn."] * bool(boards)
        notes += [f"{plural(tours, 'tour is', 'tours are')} left out, because the page would be too large."] * bool(tours)
        data = {"explorer": self._explorer.document(), "words": words, "table": values.get("table")}
        sentences = [(f"{line[:1].upper()}{line[1:]}.", named_board(line) or board) for line in summary if line]
        values |= {"title": title, "words": words, "summary": sentences, "board": board, "chess": self._chess}
        return render_page("existence.html", data, notes=notes, by_square=words is STARTS, **values)

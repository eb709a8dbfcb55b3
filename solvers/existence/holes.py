"""One square less: decide for each square of a board whether the other squares have a tour.

A closed tour alternates between the two colours. So a board with an odd number of squares has no closed tour, but it may have
one if a square of the more frequent colour is left out. Published theorems list the squares that a closed knight's tour can
leave out, on boards with three rows [1]_ or odd sides [2]_. The module `one_less` decides all boards at once.

References
----------
.. [1] A. Miller and D. Farnsworth, Knight's tours on 3 x n chessboards with a single square removed, 2013.
.. [2] B. Bi, S. Butler, S. DeGraaf and E. Doebel, Knight's tours on boards with odd dimensions, 2015.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphs.board import Board, Square
from graphs.errors import BoardError
from graphs.leapers import KNIGHT, Leaper
from graphs.notation import edge_names
from graphs.text import map_text, square_text
from solvers.core.budget import Budget
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.maps import check_size
from solvers.existence.views import MARKS, in_words, reason_lines, verdict_document
from solvers.solving.decide import decide


def hole_map(
    board: Board | str, *, leaper: Leaper = KNIGHT, closed: bool = False, budget: Budget | None = None, confirm: bool = False
) -> dict[Square, Result]:
    """Decide for each square whether the other squares have a tour.

    Parameters
    ----------
    board : Board or str
        A board of at least two squares.
    leaper : tuple of int, optional
        The leaper (default: the knight).
    closed : bool, optional
        Whether the tour must be closed (default: False).
    budget : Budget, optional
        Limits of each decision. If None, there is no limit.
    confirm : bool, optional
        As in `decide`.

    Returns
    -------
    dict of tuple of int to Result
        For each square, the result for the board without this square.

    Raises
    ------
    BoardError
        If the board has more than a million squares, or only one.

    Examples
    --------
    >>> from graphs import Board
    >>> answers = hole_map(Board(3, 3), closed=True)
    >>> [square for square, result in answers.items() if result.exists]
    [(1, 1)]
    """
    problem = Problem.on_board(board, leaper, closed=closed)
    check_size(problem)
    assert problem.board is not None
    board = problem.board
    if problem.size == 1:
        raise BoardError("a board of one square has no other squares: give a board of at least two", board)
    others = {square: Board(board.rows, board.cols, board.holes | {square}, board.wrap) for square in board}
    return {
        square: decide(Problem.on_board(left, problem.leaper, closed=closed), budget=budget, confirm=confirm)
        for square, left in others.items()
    }


def hole_map_text(board: Board, answers: Mapping[Square, Result], *, closed: bool, chess: bool = False) -> str:
    """Return the results of `hole_map` as text.

    It consists of the board with a legend, the number of squares that can be left out, and one line per reason.

    Parameters
    ----------
    board : Board
        The board.
    answers : mapping of tuple of int to Result
        The results.
    closed : bool
        Whether the tours are closed.
    chess : bool, optional
        Whether squares are named as in chess (default: False).

    Returns
    -------
    str
        The lines of the text.
    """
    tour, named = "a closed tour" if closed else "an open tour", board if chess else None
    marks = {square: MARKS[verdict.exists] for square, verdict in answers.items()}
    values = [verdict.exists for verdict in answers.values()]
    lines = [
        map_text(board, marks, edge_names(board, chess)),
        f"● without this square, there is {tour}   × there is none   ? unknown   # hole",
        in_words(values.count(True), values.count(None), len(values), "squares", f"can be left out of {tour}"),
    ]
    return "\n".join([*lines, *reason_lines(answers, named)])


def hole_map_document(answers: Mapping[Square, Result]) -> dict[str, Any]:
    """Return the results of `hole_map` as a JSON document.

    Parameters
    ----------
    answers : mapping of tuple of int to Result
        The results.

    Returns
    -------
    dict
        The only entry is `without`. For each square, such as `"0,1"`, it contains the entries `exists` (whether the other
        squares have a tour), `reason`, and `tour` (the squares of such a tour, or None).
    """
    tours = {square: None if verdict.tour is None else verdict.tour.squares for square, verdict in answers.items()}
    entries = {square_text(square): verdict_document(answers[square]) | {"tour": tour} for square, tour in tours.items()}
    return {"without": entries}

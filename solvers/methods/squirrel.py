"""The tie-break of Squirrel and Cull: fixed orders of the moves, changed at set squares, by the side of the board mod 8.

Reference: D. Squirrel and P. Cull, A Warnsdorff-rule algorithm for knight's tours on square chessboards, Oregon State
University REU, 1996. It is claimed for every n x n board from the corner with n >= 112; S. Ganzfried (2004) found it good
below that too, but for n = 74 among those from 5 on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphs.board import Board, Move, Square
from graphs.leapers import KNIGHT
from solvers.errors import UnsupportedProblem
from solvers.problem import Problem

__all__ = ["Stage", "squirrel_stages"]

MOVES: tuple[Move, ...] = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves 1 to 8 of the paper."""


@dataclass(frozen=True)
class Stage:
    """An order of the moves, and the square at which the next stage begins (None: the order stays to the end)."""

    order: tuple[Move, ...]
    until: Square | None


def squirrel_stages(problem: Problem) -> tuple[Stage, ...]:
    """The stages for a problem.

    Raises
    ------
    UnsupportedProblem : no square board of the knight without holes and joined edges, or a start that is not the corner (0, 0).

    Examples
    --------
    >>> from graphs import Board
    >>> [stage.until for stage in squirrel_stages(Problem.on_board(Board(16, 16), start=(0, 0)))]
    [(14, 13), (1, 1), (7, 0), (6, 12), None]
    """
    board = problem.board if problem.board is not None else problem.graph.graph.get("board")
    leaper = problem.leaper if problem.board is not None else problem.graph.graph.get("leaper", KNIGHT)
    square = isinstance(board, Board) and board.rows == board.cols and board.size == board.rows**2 == problem.size
    if not isinstance(board, Board) or not square or board.wrap or leaper != KNIGHT or problem.start not in (None, (0, 0)):
        raise UnsupportedProblem(
            f"tie_break 'squirrel' is for n x n boards of the knight, from the corner (0, 0), and {problem} is none", problem
        )
    table = _table(board.rows)
    return tuple(
        Stage(tuple(MOVES[int(digit) - 1] for digit in order), until and (until[0] - 1, until[1] - 1)) for order, until in table
    )


def _table(n: int) -> Sequence[tuple[str, Square | None]]:
    """The paper's table: orders by the numbers of the moves, squares counted from 1."""
    half = n // 2
    corner, centre = (n - 1, n - 2), (n + 1) // 2
    first, second = ("34261578", corner), ("87642135", (2, 2))
    odd = (("34625718", corner), ("42681357", (n - 6, n)), ("86512347", (2, 5)))
    match n % 8:
        case 0:
            return first, second, ("51867342", (n - 8, 1)), ("51342678", (7, n - 3)), ("21435678", None)
        case 1:
            return first, second, ("51324678", (n - 6, (n + 9) // 2)), ("32481765", None)
        case 2:
            middle = (("54132678", (n - 15, 4)), ("52431678", (10, n - 2)), ("85647123", (5, half - 3)))
            return ("34261578", (6, 1)), ("87642135", (3, 1)), *middle, ("15746823", None)
        case 3:
            return *odd, ("51867342", (n - 10, 3)), ("61825437", (centre, n - 2)), ("71642538", None)
        case 4:
            middle = (("51867342", (n - 8, 1)), ("51342678", (10, n - 5)), ("86753421", (13, half + 1)))
            return first, second, *middle, ("78563421", None)
        case 5:
            return first, second, ("51324678", (n - 2, (n - (5 if n % 16 == 5 else 13)) // 2)), ("15234678", None)
        case 6:
            middle = (("54132678", (n - 10, 1)), ("52431678", (10, n - 2)), ("85647123", (3, half + 4)))
            return ("34261578", (6, 1)), ("87642135", (3, 1)), *middle, ("12453678", None)
        case _:
            return *odd, ("51867342", (n - 6, 3)), ("61825437", (centre, n - 2)), ("61357284", None)

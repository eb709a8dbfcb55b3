"""The tie-break of Squirrel and Cull: a fixed order of the moves, which changes when the walk visits certain squares.

The orders and the squares depend on the side n of the board modulo 8. The tie-break is for n x n boards, from the corner.
Its authors claim a tour of every board with n >= 112; S. Ganzfried found that it also tours every smaller one from 5 x 5 on,
except 74 x 74.

References
----------
D. Squirrel and P. Cull, A Warnsdorff-rule algorithm for knight's tours on square chessboards, Oregon State University REU,
1996. S. Ganzfried, A simple algorithm for knight's tours, Oregon State University REU, 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graphs.board import Move, Square
from graphs.leapers import KNIGHT
from solvers.errors import UnsupportedProblem
from solvers.problem import Problem

__all__ = ["Stage", "squirrel_stages"]

MOVES: tuple[Move, ...] = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves 1 to 8 of the paper."""


class Stage(NamedTuple):
    """A part of the walk, with one order of the moves.

    Attributes
    ----------
    moves : in the order in which they are preferred.
    until : the next stage begins when this square is visited; None in the last stage.
    """

    moves: tuple[Move, ...]
    until: Square | None


def squirrel_stages(problem: Problem) -> tuple[Stage, ...]:
    """Return the stages of the walk, first to last.

    Raises
    ------
    UnsupportedProblem : not the knight on an n x n board without holes and wrap, from the corner (0, 0).

    Examples
    --------
    >>> from graphs import Board
    >>> [stage.until for stage in squirrel_stages(Problem.on_board(Board(16, 16), start=(0, 0)))]
    [(14, 13), (1, 1), (7, 0), (6, 12), None]
    """
    board = problem.board
    plain = board is not None and board.rows == board.cols and not board.holes and not board.wrap
    if board is None or not plain or problem.leaper != KNIGHT or problem.start not in (None, (0, 0)):
        raise UnsupportedProblem(
            f"tie_break 'squirrel' is for n x n boards of the knight, from the corner (0, 0), and {problem} is none", problem
        )
    return tuple(
        Stage(tuple(MOVES[int(digit) - 1] for digit in digits), until and (until[0] - 1, until[1] - 1))
        for digits, until in _table(board.rows)
    )


def _table(n: int) -> Sequence[tuple[str, Square | None]]:
    """Return the paper's table: the orders by the numbers of the moves, and the squares counted from 1."""
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

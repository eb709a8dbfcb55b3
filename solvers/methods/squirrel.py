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

from graphs.board import Move, Square
from graphs.leapers import KNIGHT
from solvers.errors import UnsupportedProblem
from solvers.problem import Problem

__all__ = ["squirrel_stages"]

MOVES: tuple[Move, ...] = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves 1 to 8 of the paper."""
STAGES = """
0 34261578 n-1 n-2, 87642135 2 2, 51867342 n-8 1, 51342678 7 n-3, 21435678
1 34261578 n-1 n-2, 87642135 2 2, 51324678 n-6 h+5, 32481765
2 34261578 6 1, 87642135 3 1, 54132678 n-15 4, 52431678 10 n-2, 85647123 5 h-3, 15746823
3 34625718 n-1 n-2, 42681357 n-6 n, 86512347 2 5, 51867342 n-10 3, 61825437 h+1 n-2, 71642538
4 34261578 n-1 n-2, 87642135 2 2, 51867342 n-8 1, 51342678 10 n-5, 86753421 13 h+1, 78563421
5 34261578 n-1 n-2, 87642135 2 2, 51324678 n-2 h-2, 15234678
6 34261578 6 1, 87642135 3 1, 54132678 n-10 1, 52431678 10 n-2, 85647123 3 h+4, 12453678
7 34625718 n-1 n-2, 42681357 n-6 n, 86512347 2 5, 51867342 n-6 3, 61825437 h+1 n-2, 61357284
13 34261578 n-1 n-2, 87642135 2 2, 51324678 n-2 h-6, 15234678
"""
"""The paper's table. A row is for the boards with this n modulo 8, or modulo 16 where that has a row; h is half of n, rounded
down. Each stage is the order of the moves by their numbers, and the row and column, from 1, of the square that ends it."""


def squirrel_stages(problem: Problem) -> list[tuple[list[Move], Square | None]]:
    """Return for each stage of the walk its order of the moves, and the square whose visit ends it: none for the last stage.

    Raises
    ------
    UnsupportedProblem : not the knight on an n x n board without holes and wrap, from the corner (0, 0).

    Examples
    --------
    >>> from graphs import Board
    >>> [until for _, until in squirrel_stages(Problem.on_board(Board(16, 16), start=(0, 0)))]
    [(14, 13), (1, 1), (7, 0), (6, 12), None]
    """
    board = problem.board
    plain = board is not None and board.rows == board.cols and not board.holes and not board.wrap
    if board is None or not plain or problem.leaper != KNIGHT or problem.start not in (None, (0, 0)):
        raise UnsupportedProblem(
            f"tie_break 'squirrel' is for n x n boards of the knight, from the corner (0, 0), and {problem} is none", problem
        )
    n = board.rows
    table = dict(line.split(" ", 1) for line in STAGES.strip().splitlines())
    stages = (stage.split() for stage in table.get(str(n % 16), table[str(n % 8)]).split(","))
    return [([MOVES[int(digit) - 1] for digit in order], _square(n, *until) if until else None) for order, *until in stages]


def _square(n: int, *texts: str) -> Square:
    """Return a square of the table, counted from 0."""
    base = {"n": n, "h": n // 2}
    row, col = (base[text[0]] + int(text[1:] or 0) if text[0] in base else int(text) for text in texts)
    return row - 1, col - 1

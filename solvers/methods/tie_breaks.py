"""Tie-breaks for Warnsdorff's rule: choose among equally good squares.

Warnsdorff's rule often leaves several tied squares. Each tie-break selects some of them:

| name | selected squares | source |
| --- | --- | --- |
| first | the first in the move order | the usual programs |
| random | one at random | the usual programs |
| roth | those farthest from the centre of the board | A. Roth [1]_ |
| pohl | those whose free neighbours have the fewest free neighbours in total | I. Pohl [2]_ |
| squirrel | the first in a move order that changes during the walk | D. Squirrel and P. Cull [3]_ |

Tie-breaks can be joined by `+`: each tie-break chooses among the squares that the previous one selected. If several squares
remain at the end, the walk takes the first of them.

The move orders of `squirrel` are for n x n boards and a start in the corner (0, 0). They depend on n modulo 8 (if this is 5, on
n modulo 16), and they change when the walk visits certain squares. According to the authors, they give a tour of every board
with n >= 112. S. Ganzfried [4]_ found that they also give a tour of every smaller board of at least 5 x 5, except 74 x 74.

References
----------
.. [1] A. Roth, The problem of the knight: a fast and simple algorithm, Wolfram MathSource 909, 1999.
.. [2] I. Pohl, A method for finding Hamilton paths and knight's tours, Communications of the ACM 10, 1967.
.. [3] D. Squirrel and P. Cull, A Warnsdorff-rule algorithm for knight's tours on square chessboards, Oregon State University
   REU, 1996.
.. [4] S. Ganzfried, A simple algorithm for knight's tours, Oregon State University REU, 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from graphs.board import Move, Square
from graphs.leapers import KNIGHT
from solvers.core.errors import OptionError, UnsupportedProblem
from solvers.core.problem import Problem
from solvers.core.splitmix import SplitMix64

TIE_BREAKS = ("first", "random", "roth", "pohl", "squirrel")

FreeNeighbours: TypeAlias = Mapping[Any, Collection[Any]]
"""The free squares, each with its free neighbours."""
TieBreak: TypeAlias = Callable[[Any, list[Any]], list[Any]]
"""Type of functions that select some of the tied squares.

The parameters are the current square and the tied squares in order.
"""

MOVES: tuple[Move, ...] = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves as numbered by Squirrel and Cull, from 1 to 8."""
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
"""Squirrel and Cull's move orders on n x n boards.

Each line is for the boards with one value of n modulo 8, its first number. If n modulo 16 is 13, the last line is used instead
of the line that begins with 5. After this number, the line lists the stages of the walk, separated by commas. Each stage is an
order of the moves by their numbers (see `MOVES`), followed by the row and column of a square. The stage ends when the walk
visits this square; the last stage has no square. Rows and columns are counted from 1, and h is n // 2.
"""


def tie_breaks(text: object, problem: Problem, free: FreeNeighbours, seed: int) -> list[TieBreak]:
    """Return the functions of a tie-break such as "roth+random".

    The walk must update `free`. UnsupportedProblem is raised if a tie-break does not support the problem.
    """
    return [_tie_break(name, problem, free, seed) for name in tie_break_names(text)]


def tie_break_names(text: object) -> list[str]:
    """Split a tie-break such as "roth+random" into its names.

    >>> tie_break_names("roth+random")
    ['roth', 'random']
    """
    names = str(text).split("+")
    for name in names:
        if name not in TIE_BREAKS:
            raise OptionError(f"unknown tie_break {name!r}; available: {', '.join(TIE_BREAKS)}, or several joined by '+'", name)
    return names


def _tie_break(name: str, problem: Problem, free: FreeNeighbours, seed: int) -> TieBreak:
    match name:
        case "first":
            return lambda _, ties: ties[:1]
        case "random":
            below = SplitMix64(seed).below
            return lambda _, ties: [ties[below(len(ties))]]
        case "roth":
            ranks = centre_tie_break_ranks(problem)
            return lambda _, ties: _lowest(ties, [ranks[near] for near in ties])
        case "pohl":
            return lambda _, ties: _lowest(ties, [sum([len(free[beyond]) for beyond in free[near]]) for near in ties])
        case _:
            return _squirrel(problem, free)


def _squirrel(problem: Problem, free: FreeNeighbours) -> TieBreak:
    stages = squirrel_tie_break_stages(problem)

    def first_in_order(square: Square, ties: list[Any]) -> list[Any]:
        while stages[0][1] is not None and stages[0][1] not in free:
            del stages[0]
        (row, col), moves = square, stages[0][0]
        return [min(ties, key=lambda near: moves.index((near[0] - row, near[1] - col)))]

    return first_in_order


def squirrel_tie_break_stages(problem: Problem) -> list[tuple[list[Move], Square | None]]:
    """Return the move orders of Squirrel and Cull, and where they change.

    A stage consists of an order of the moves and the square whose visit ends the stage; the last stage has None.
    UnsupportedProblem is raised if the problem is not for the knight on an n x n board without holes or wrap from the corner
    (0, 0).

    >>> from graphs import Board
    >>> [until for _, until in squirrel_tie_break_stages(Problem.on_board(Board(16, 16), start=(0, 0)))]
    [(14, 13), (1, 1), (7, 0), (6, 12), None]
    """
    board = problem.board
    plain = board is not None and board.rows == board.cols and not board.holes and not board.wrap
    if board is None or not plain or problem.leaper != KNIGHT or problem.start not in (None, (0, 0)):
        raise UnsupportedProblem(
            f"tie_break 'squirrel' needs the knight, an n x n board without holes or wrap, and start (0, 0), not {problem}",
            problem,
        )
    n = board.rows
    table = dict(line.split(" ", 1) for line in STAGES.strip().splitlines())
    stages = (stage.split() for stage in table.get(str(n % 16), table[str(n % 8)]).split(","))
    return [([MOVES[int(digit) - 1] for digit in order], _square(n, *until) if until else None) for order, *until in stages]


def _square(n: int, *texts: str) -> Square:
    """Convert row and column, e.g. "n-1" and "2", to a square."""
    base = {"n": n, "h": n // 2}
    row, col = (base[text[0]] + int(text[1:] or 0) if text[0] in base else int(text) for text in texts)
    return row - 1, col - 1


def _lowest(ties: list[Any], ranks: Sequence[int]) -> list[Any]:
    """Return the squares with the lowest rank."""
    lowest = min(ranks)
    return [square for square, rank in zip(ties, ranks, strict=True) if rank == lowest]


def centre_rank(row: Any, col: Any, rows: int, cols: int) -> Any:
    """Return minus the squared distance of a square from the centre.

    The unit is half a square. The row and column may also be arrays. This is Roth's tie-break.

    The unit is half a square. The row and column may also be arrays.

    >>> [centre_rank(0, col, 1, 4) for col in range(4)]
    [-9, -1, -1, -9]
    """
    return -((2 * row - (rows - 1)) ** 2) - (2 * col - (cols - 1)) ** 2


def centre_tie_break_ranks(problem: Problem) -> dict[Hashable, int]:
    """Return Roth's rank of each square.

    A graph with vertices (row, col) counts as a board up to its highest row and column.

    >>> from graphs import Board
    >>> centre_tie_break_ranks(Problem.on_board(Board(1, 3)))
    {(0, 0): -4, (0, 1): 0, (0, 2): -4}
    """
    board = problem.board
    squares: Iterable[Any] = problem.nodes
    try:
        rows, cols = (
            (board.rows, board.cols) if board is not None else (1 + max(square[axis] for square in squares) for axis in (0, 1))
        )
        return {(row, col): centre_rank(row, col, rows, cols) for row, col in squares}
    except (TypeError, ValueError, IndexError):
        raise UnsupportedProblem(
            "tie_break 'roth' needs a board, or vertices (row, col): on other graphs, use first, random or pohl", problem
        ) from None


def centre_tie_break_array(problem: Problem) -> Any:
    """Return Roth's ranks as an array."""
    import numpy as np

    board = problem.board
    if board is None or board.holes:
        return np.fromiter(centre_tie_break_ranks(problem).values(), np.int64, problem.size)
    return np.ravel(centre_rank(np.arange(board.rows)[:, None], np.arange(board.cols), board.rows, board.cols))


def uses_chance(tie_break: object = "first", **_: object) -> bool:
    """Return whether a tie-break such as "roth+random" uses random numbers.

    A tie-break after `first` or `squirrel` is never applied, because these two always select a single square.

    >>> [uses_chance(rule) for rule in ("random", "roth+random", "pohl+first", "first+random")]
    [True, True, False, False]
    """
    return next((name for name in str(tie_break).split("+") if name in ("random", "first", "squirrel")), None) == "random"

"""Tie-breaks of Warnsdorff's rule: which of several equally good squares the walk takes.

Warnsdorff's rule often leaves several squares with equally few free neighbours. Each of these tie-breaks keeps some of them:

======== =========================================================================== =================================
name     the tied squares that it keeps                                              source
======== =========================================================================== =================================
first    the first in the move order                                                 the usual programs
random   one, by chance                                                              the usual programs
roth     those farthest from the centre of the board                                 A. Roth [1]_
pohl     those with the smallest sum of their free neighbours' own free neighbours   I. Pohl [2]_
squirrel the first in an order of the moves that changes on the way                  `solvers.methods.squirrel`
======== =========================================================================== =================================

Tie-breaks can be joined by `+`: each chooses among those that the one before it keeps. If more than one square is left at
the end, the walk takes the first of them.

References
----------
.. [1] A. Roth, The problem of the knight: a fast and simple algorithm, Wolfram MathSource 909, 1999.
.. [2] I. Pohl, A method for finding Hamilton paths and knight's tours, Communications of the ACM 10, 1967.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.board import Square
from solvers.errors import OptionError, UnsupportedProblem
from solvers.methods.squirrel import squirrel_stages
from solvers.problem import Problem
from solvers.splitmix import SplitMix64

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "TIE_BREAKS",
    "TieBreak",
    "centre_rank",
    "centre_rank_array",
    "centre_ranks",
    "tie_break_names",
    "tie_breaks",
]

TIE_BREAKS = ("first", "random", "roth", "pohl", "squirrel")

FreeNeighbours: TypeAlias = Mapping[Any, Collection[Any]]
TieBreak: TypeAlias = Callable[[Any, list[Any]], list[Any]]
"""Takes the square where the walk stands and the tied squares in their order; returns those that it keeps, at least one."""


def tie_breaks(text: object, problem: Problem, free: FreeNeighbours, seed: int) -> list[TieBreak]:
    """Return the tie-breaks of an option such as `"roth+random"`, in their order.

    Parameters
    ----------
    text : names from `TIE_BREAKS`, joined by `+`.
    problem : the board or graph.
    free : the free squares, each with its free neighbours. The walk keeps it up to date.
    seed : for `random`.

    Raises
    ------
    OptionError : an unknown name.
    UnsupportedProblem : a tie-break that does not fit the problem.
    """
    return [_tie_break(name, problem, free, seed) for name in tie_break_names(text)]


def tie_break_names(text: object) -> list[str]:
    """Return the names in an option such as `"roth+random"`.

    Raises
    ------
    OptionError : an unknown name.

    Examples
    --------
    >>> tie_break_names("roth+random")
    ['roth', 'random']
    """
    names = str(text).split("+")
    for name in names:
        if name not in TIE_BREAKS:
            raise OptionError(
                f"unknown tie_break {name!r}: it is one of {', '.join(TIE_BREAKS)}, or several joined by '+'", name
            )
    return names


def _tie_break(name: str, problem: Problem, free: FreeNeighbours, seed: int) -> TieBreak:
    match name:
        case "first":
            return lambda _, ties: ties[:1]
        case "random":
            below = SplitMix64(seed).below
            return lambda _, ties: [ties[below(len(ties))]]
        case "roth":
            ranks = centre_ranks(problem)
            return lambda _, ties: _lowest(ties, [ranks[near] for near in ties])
        case "pohl":
            return lambda _, ties: _lowest(ties, [sum([len(free[beyond]) for beyond in free[near]]) for near in ties])
        case _:
            return _squirrel(problem, free)


def _squirrel(problem: Problem, free: FreeNeighbours) -> TieBreak:
    stages = squirrel_stages(problem)

    def first_in_order(square: Square, ties: list[Any]) -> list[Any]:
        while stages[0][1] is not None and stages[0][1] not in free:
            del stages[0]
        (row, col), moves = square, stages[0][0]
        return _lowest(ties, [moves.index((near_row - row, near_col - col)) for near_row, near_col in ties])

    return first_in_order


def _lowest(ties: list[Any], ranks: Sequence[int]) -> list[Any]:
    """Return the tied squares of the lowest rank, in their order."""
    lowest = min(ranks)
    return [square for square, rank in zip(ties, ranks, strict=True) if rank == lowest]


def centre_rank(row: Any, col: Any, rows: int, cols: int) -> Any:
    """Return Roth's rank of a square on a board of rows x cols: minus its squared distance from the centre.

    The distance is measured in half squares, so that the rank is a whole number. The lowest rank is the farthest square.

    Parameters
    ----------
    row, col : of one square, or numpy arrays of them.

    Examples
    --------
    >>> [centre_rank(0, col, 1, 4) for col in range(4)]
    [-9, -1, -1, -9]
    """
    return -((2 * row - (rows - 1)) ** 2) - (2 * col - (cols - 1)) ** 2


def centre_ranks(problem: Problem) -> dict[Hashable, int]:
    """Return Roth's rank of each square.

    A graph without a board is taken to reach from (0, 0) to its last row and its last column.

    Raises
    ------
    UnsupportedProblem : the graph has a node that is not a square (row, col).

    Examples
    --------
    >>> from graphs import Board
    >>> centre_ranks(Problem.on_board(Board(1, 3)))
    {(0, 0): -4, (0, 1): 0, (0, 2): -4}
    """
    board = problem.board
    squares: Iterable[Any] = problem.graph if board is None else board
    try:
        rows, cols = (
            (board.rows, board.cols) if board is not None else (1 + max(square[axis] for square in squares) for axis in (0, 1))
        )
        return {(row, col): centre_rank(row, col, rows, cols) for row, col in squares}
    except (TypeError, ValueError, IndexError):
        raise UnsupportedProblem(
            "tie_break 'roth' needs a board, whose squares are (row, col): on other graphs use first, random or pohl", problem
        ) from None


def centre_rank_array(problem: Problem) -> npt.NDArray[np.int64]:
    """Return the ranks of `centre_ranks` as an array, in the order of the squares; fast for large boards."""
    import numpy as np

    board = problem.board
    if board is None or board.holes:
        return np.fromiter(centre_ranks(problem).values(), np.int64, problem.size)
    return np.ravel(centre_rank(np.arange(board.rows)[:, None], np.arange(board.cols), board.rows, board.cols))

"""Compiled version of the solver `warnsdorff`.

A board without wrap becomes a *padded board*: a flat array in which the board is surrounded by a rim, so that no move leads out
of the array. Squares are numbered by their indices in this array. For any other graph, the neighbours of each square are listed
in arrays.

The array `degree` contains the number of free neighbours of each square, so they need not be counted at each step. When the
walk visits a square, 1 is subtracted from the degree of each neighbour. `TAKEN` is added to the degrees of all squares that are
not free. So if a square has free neighbours, its neighbour with the lowest degree is the free one that has the fewest free
neighbours itself.

Two kernels continue a walk until it is stuck or has a given length. `walk_by_keys` is faster. It supports only the tie-breaks
`first` and `roth`, not combined, and leapers with 8 moves. `walk_by_rules` supports all other walks, except those with the
tie-break `squirrel`, which use the reference implementation. Both write the walk to `path`, whose first `length` entries are
filled, until it has `until` squares. `here` is the next square to visit. They return the new values of `length` and `here`,
which is -1 if the walk is stuck.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uintp

from graphs.leapers import MoveOrder
from solvers.core import splitmix
from solvers.core.budget import Meter
from solvers.core.compiling import inlined, jit_in_place
from solvers.core.errors import UnsupportedProblem
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import whole_number
from solvers.methods.arrays import adjacency_arrays, free_square_array, moves_on_board
from solvers.methods.tie_breaks import TIE_BREAKS, centre_tie_break_array, tie_break_names
from solvers.methods.warnsdorff import warnsdorff, warnsdorff_outcome

SLICE = 200_000  # number of steps between two checks of the clock (some hundredths of a second)
TAKEN = 64
"""Added to the degree of each square that is not free.

These are visited squares, a given end, holes, and squares of the rim.
"""
FREE_BELOW = 32
"""A square is free if its degree is less than this number.

So every square must have fewer neighbours.
"""
FIRST, RANDOM, ROTH, POHL = range(4)  # indices in TIE_BREAKS
LARGE: Any = 2**62  # greater than every rank of a tie-break, and every key of `walk_by_keys`


class WarnsdorffSquares(NamedTuple):
    """Arrays of moves, and of the numbers of free neighbours."""

    # On a padded board, for each move the difference between the numbers of the new and the old square. On a graph, the
    # neighbours of the first square, then those of the second, and so on.
    moves: Any
    # On a graph, the index in `moves` of each square's first neighbour; the last entry is the length of `moves`. Empty on a
    # padded board.
    first: Any
    degree: Any  # the number of free neighbours of each square, as int8, plus `TAKEN` for squares that are not free themselves


def run(problem: Problem, meter: Meter, *, move_order: MoveOrder, tie_break: str, seed: int) -> Outcome:
    """Walk by Warnsdorff's rule in compiled code.

    Each vertex must have fewer than `FREE_BELOW` neighbours.
    """
    whole_number("seed", seed, least=0)
    names = tie_break_names(tie_break)
    if "squirrel" in names:
        return warnsdorff(problem, meter, move_order=move_order, tie_break=tie_break, seed=seed)
    plain = problem.board is not None and problem.board.wrap is None
    ground: Any = PaddedBoard(problem, move_order) if plain else _graph(problem, move_order, meter)
    kernel, question, path = _kernel_for(problem, ground, names, seed)
    any_start = next(iter(problem.nodes))
    start = any_start if problem.start is None else problem.start
    end = None if problem.end == start else problem.end
    size = problem.size - (end is not None)
    if end is not None:  # not free until all others are visited
        ground.arrays.degree[_beside(ground, end)] -= 1
        ground.arrays.degree[ground.number(end)] += TAKEN
    length, square = 0, ground.number(start)
    while length < size and square >= 0:
        length, square = kernel(ground.arrays, path, length, min(meter.more(length, SLICE), size), square, *question)
    last = ground.squares(path[length - 1 : length])[0]
    if end is not None and length == size and ground.number(last) in _beside(ground, end):
        meter.more(length, SLICE)
        path[length] = end if path.ndim == 2 else ground.number(end)
        length, last = length + 1, end
    last = tuple(map(int, last)) if plain else last
    return warnsdorff_outcome(ground.squares(path[:length]), last, problem, ground.number(start) in _beside(ground, last))


def _kernel_for(problem: Problem, ground: Any, names: list[str], seed: int) -> tuple[Any, tuple[Any, ...], Any]:
    """Select the compiled function for a walk, and prepare its arguments.

    Also return an array for the path: pairs (row, column) for `walk_by_keys`, numbers of squares for `walk_by_rules`.
    """
    if isinstance(ground, PaddedBoard) and len(ground.moves) == 8 and names in (["first"], ["roth"]):
        frame = ground.rim, ground.width, ground.board.rows - 1, ground.board.cols - 1
        question = np.array(ground.moves, np.int64).T.copy(), frame, names == ["roth"]
        return walk_by_keys, question, np.empty((problem.size, 2), np.int32)
    rules = np.array([TIE_BREAKS.index(name) for name in names], np.int64)
    ranks = np.zeros(ground.arrays.degree.size, np.int64)
    if "roth" in names:
        ranks[ground.arrays.degree < FREE_BELOW] = centre_tie_break_array(problem)
    tie_breaks = rules, ranks, np.array([seed], np.uint64), np.empty(FREE_BELOW, np.int64)
    return walk_by_rules, (tie_breaks,), np.empty(problem.size, np.int64)


class PaddedBoard:
    """A board in a flat array, padded so that no move leaves it."""

    def __init__(self, problem: Problem, order: MoveOrder) -> None:
        self.board = problem.require_board()
        self.moves, self.rim = moves_on_board(problem, order)
        self.width = self.board.cols + 2 * self.rim
        differences = np.array([down * self.width + right for down, right in self.moves], np.int64)
        free = free_square_array(self.board, self.rim).reshape(-1)
        degree = TAKEN - TAKEN * free
        begin = self.rim * self.width + self.rim  # index of the first square, and number of entries after the last square
        for difference in differences.tolist():
            degree[begin:-begin] += free[begin + difference : free.size - begin + difference]
        self.arrays = WarnsdorffSquares(differences, np.zeros(0, np.int64), degree)

    def number(self, square: Any) -> int:
        return (int(square[0]) + self.rim) * self.width + int(square[1]) + self.rim

    def squares(self, path: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Convert a path to an array of rows and columns."""
        return path if path.ndim == 2 else np.stack(np.divmod(path, self.width), axis=1).astype(np.int32) - np.int32(self.rim)


def _graph(problem: Problem, order: MoveOrder, meter: Meter) -> Any:
    """Return a graph in arrays, with the same attributes as a `PaddedBoard`."""
    adjacency = adjacency_arrays(problem, order, meter)
    first = adjacency.first.astype(np.int64)
    degrees = np.diff(first)
    if degrees.max(initial=0) >= FREE_BELOW:
        raise UnsupportedProblem(
            f"a square has {degrees.max()} neighbours, but at most {FREE_BELOW - 1} are supported: use 'warnsdorff'", problem
        )
    arrays = WarnsdorffSquares(adjacency.heads.astype(np.int64), first, degrees.astype(np.int8))
    return SimpleNamespace(
        arrays=arrays, number=adjacency.number, squares=lambda path: [adjacency.squares[number] for number in path]
    )


def _beside(ground: Any, square: Any) -> npt.NDArray[np.int64]:
    """Return the array indices one move away from a square."""
    (moves, first, _), number = ground.arrays, ground.number(square)
    return np.asarray(moves[first[number] : first[number + 1]] if first.size else number + moves)


below = inlined(splitmix.splitmix_below)


@jit_in_place
def walk_by_rules(squares: Any, path: Any, length: int, until: int, here: int, tie_breaks: Any) -> Any:
    """Continue a walk by Warnsdorff's rule. Ties are broken by any rule except `squirrel`.

    `tie_breaks` contains four arrays: the tie-breaks in their order, as indices in `TIE_BREAKS`; the rank of each square for
    `roth`; the state of the random generator; and scratch space for the tied squares.
    """
    moves, first, degree = squares
    rules, ranks, random, tied = tie_breaks
    while length < until:
        degree[here] += TAKEN
        path[length] = here
        length += 1
        ties = _leave(moves, first, degree, here, tied)
        if ties == 0:
            return length, -1
        for rule in rules:
            if ties == 1 or rule == FIRST:
                break
            if rule == RANDOM:
                tied[0] = tied[below(random, ties)]
                break
            lowest, count, ties = LARGE, ties, 0
            for index in range(count):
                rank = ranks[tied[index]] if rule == ROTH else _free_beyond(moves, first, degree, tied[index])
                if rank < lowest:
                    lowest, ties = rank, 0
                if rank == lowest:
                    tied[ties] = tied[index]
                    ties += 1
        here = tied[0]
    return length, here


@inlined
def _around(moves: Any, first: Any, here: Any) -> Any:
    """Return an offset and a range: the neighbours are `offset + moves[range]`."""
    on_board = first.size == 0
    return here if on_board else 0, 0 if on_board else first[here], moves.size if on_board else first[here + 1]


@inlined
def _leave(moves: Any, first: Any, degree: Any, here: Any, tied: Any) -> Any:
    """Visit a square, and store its best neighbours in `tied`."""
    base, begin, end = _around(moves, first, here)
    fewest, ties = FREE_BELOW, 0
    for index in range(begin, end):
        near = base + moves[index]
        left = degree[near] - 1
        degree[near] = left
        if left < fewest:
            fewest, ties = left, 0
        if left == fewest:
            tied[ties] = near
            ties += 1
    return ties if fewest < FREE_BELOW else 0


@inlined
def _free_beyond(moves: Any, first: Any, degree: Any, here: Any) -> Any:
    """Count the free neighbours of all free neighbours of a square."""
    base, begin, end = _around(moves, first, here)
    total = np.int64(0)
    for index in range(begin, end):
        beyond = degree[base + moves[index]]
        if beyond < FREE_BELOW:
            total += beyond
    return total


@jit_in_place
def walk_by_keys(squares: Any, path: Any, length: int, until: int, here: int, deltas: Any, board: Any, roth: bool) -> Any:
    """Continue a walk by Warnsdorff's rule with 8 moves per square.

    `deltas` contains the row deltas and the column deltas of the moves. `board` contains the width of the rim, the width of the
    padded board, and the indices of the last row and column of the board itself.

    This kernel is faster than `walk_by_rules` because it does not list ties: each move gets one integer, its key, and the move
    with the least key is chosen. Listing ties would take branches that a processor cannot predict.

    The key of a move is the sum of three terms, each too small to change the order by the previous ones: the number of free
    neighbours of the square to which the move leads, times 2**40; for `roth`, minus a scalar product times 8; and the index of
    the move in the move order.

    Let p be the vector from the centre of the board to the current square, and m the move. The squared distance of the new
    square from the centre is p·p + 2 p·m + m·m. Only the scalar product p·m depends on the move, because all moves of a leaper
    have the same length. So the square farthest from the centre has the largest scalar product.
    """
    moves, _, degree = squares
    downs, rights = deltas
    rim, width, last_row, last_col = board
    row, col = here // width - rim, here % width - rim
    while length < until:
        degree[uintp(here)] += TAKEN
        path[length, 0] = row
        path[length, 1] = col
        length += 1
        centre_down, centre_right = 2 * row - last_row, 2 * col - last_col
        least = LARGE
        for index in range(8):
            near = uintp(here + moves[index])
            left = np.int64(degree[near]) - 1
            degree[near] = left
            outwards = downs[index] * centre_down + rights[index] * centre_right if roth else np.int64(0)
            least = min(least, (left << 40) - (outwards << 3) + index)
        if least >= np.int64(FREE_BELOW) << 39:
            return length, -1
        chosen = least & 7
        here += moves[chosen]
        row += downs[chosen]
        col += rights[chosen]
    return length, here

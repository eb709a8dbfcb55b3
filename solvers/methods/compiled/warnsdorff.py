"""The twin of `solvers.methods.warnsdorff`: same options, same walk.

A plain board becomes a padded board, any other graph a list of neighbours. The walk never counts free neighbours: `degree`
holds their number for each free square, in an array of bytes, and a step takes 1 off for each neighbour of the square that the
walk leaves. Every other number, that of a visited square or of the rim of a padded board, has `TAKEN` more, so that one
comparison finds both the free squares and the fewest free neighbours.

The commonest walks, by `first` or `roth` alone, have a kernel that also spares the list of ties. Walks by `squirrel` are left
to the textbook. Each kernel goes on from the given state until the walk is stuck or has reached a given length.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uintp

from graphs.leapers import MoveOrder
from solvers import splitmix
from solvers.budget import Meter
from solvers.errors import UnsupportedProblem
from solvers.jit import inlined, jit_in_place
from solvers.methods.compiled.arrays import adjacency_of, free_squares, moves_on_board
from solvers.methods.tie_breaks import TIE_BREAKS, centre_rank_array, tie_break_names
from solvers.methods.warnsdorff import outcome_of, warnsdorff
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import whole_number

__all__ = ["PaddedBoard", "run"]

SLICE = 200_000
"""Steps between two looks at the clock: some hundredths of a second."""
TAKEN = 64
FREE_BELOW = 32
"""The degree of a free square is below this, and so is the number of neighbours of any square."""
FIRST, RANDOM, ROTH, POHL = range(4)  # as in TIE_BREAKS
LARGE: Any = 2**62


class Squares(NamedTuple):
    """The squares, by numbers, and how the walk goes from one to another.

    Attributes
    ----------
    moves : on a padded board, the difference between the numbers of two squares, for each move; on a graph, the numbers of
        the neighbours of the first square, then of the second, and so on.
    first : on a graph, where in `moves` the neighbours of each square begin, and at last their count; on a padded board empty.
    degree : the number of free neighbours of each square, and `TAKEN` more unless it is free; int8.
    """

    moves: Any
    first: Any
    degree: Any


def run(problem: Problem, meter: Meter, *, move_order: MoveOrder, tie_break: str, seed: int) -> Outcome:
    """Walk as `warnsdorff` does."""
    whole_number("seed", seed, least=0)
    names = tie_break_names(tie_break)
    if "squirrel" in names:
        return warnsdorff(problem, meter, move_order=move_order, tie_break=tie_break, seed=seed)
    plain = problem.board is not None and problem.board.wrap is None
    ground: Any = PaddedBoard(problem, move_order) if plain else _graph(problem, move_order, meter)
    kernel, question, path = _way(problem, ground, names, seed)
    any_start = next(iter(problem.graph if problem.board is None else problem.board))
    start = any_start if problem.start is None else problem.start
    end = None if problem.end == start else problem.end
    size = problem.size - (end is not None)
    if end is not None:  # kept back until all others are visited
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
    return outcome_of(ground.squares(path[:length]), last, problem, ground.number(start) in _beside(ground, last))


def _way(problem: Problem, ground: Any, names: list[str], seed: int) -> tuple[Any, tuple[Any, ...], Any]:
    """Return the kernel, what it asks for, and room for the path: rows (row, col) for the fast kernel, else numbers."""
    if isinstance(ground, PaddedBoard) and len(ground.moves) == 8 and names in (["first"], ["roth"]):
        frame = ground.rim, ground.width, ground.board.rows - 1, ground.board.cols - 1
        question = np.array(ground.moves, np.int64).T.copy(), frame, names == ["roth"]
        return walk_by_keys, question, np.empty((problem.size, 2), np.int32)
    rules = np.array([TIE_BREAKS.index(name) for name in names], np.int64)
    ranks = np.zeros(ground.arrays.degree.size, np.int64)
    if "roth" in names:
        ranks[ground.arrays.degree < FREE_BELOW] = centre_rank_array(problem)
    tie_breaks = rules, ranks, np.array([seed], np.uint64), np.empty(FREE_BELOW, np.int64)
    return walk_by_rules, (tie_breaks,), np.empty(problem.size, np.int64)


class PaddedBoard:
    """A board without wrap, as one flat array with a rim around it.

    So a move is a number to add, and never leads out of the array.

    Attributes
    ----------
    moves : the moves as (row delta, column delta), without those that are longer than the board.
    arrays : what the kernels work on.
    width : squares in a row of the padded board.
    rim : width of the rim.
    """

    def __init__(self, problem: Problem, order: MoveOrder) -> None:
        assert problem.board is not None
        self.board = problem.board
        self.moves, self.rim = moves_on_board(problem, order)
        self.width = self.board.cols + 2 * self.rim
        differences = np.array([down * self.width + right for down, right in self.moves], np.int64)
        free = free_squares(self.board, self.rim).reshape(-1)
        degree = TAKEN - TAKEN * free
        begin = self.rim * self.width + self.rim  # of the first square, and as much behind the last one
        for difference in differences.tolist():
            degree[begin:-begin] += free[begin + difference : free.size - begin + difference]
        self.arrays = Squares(differences, np.zeros(0, np.int64), degree)

    def number(self, square: Any) -> int:
        """Return the number of a square."""
        return (int(square[0]) + self.rim) * self.width + int(square[1]) + self.rim

    def squares(self, path: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the squares of a path of numbers, or of rows (row, col), as an array of rows."""
        return path if path.ndim == 2 else np.stack(np.divmod(path, self.width), axis=1).astype(np.int32) - np.int32(self.rim)


def _graph(problem: Problem, order: MoveOrder, meter: Meter) -> Any:
    """Return the counterpart of a `PaddedBoard` for a graph, or a board with wrap."""
    adjacency = adjacency_of(problem, order, meter)
    first = adjacency.first.astype(np.int64)
    degrees = np.diff(first)
    if degrees.max(initial=0) >= FREE_BELOW:
        raise UnsupportedProblem(
            f"'warnsdorff-compiled' takes graphs with at most {FREE_BELOW - 1} neighbours a square: use warnsdorff", problem
        )
    arrays = Squares(adjacency.heads.astype(np.int64), first, degrees.astype(np.int8))
    return SimpleNamespace(
        arrays=arrays, number=adjacency.number, squares=lambda path: [adjacency.squares[number] for number in path]
    )


def _beside(ground: Any, square: Any) -> npt.NDArray[np.int64]:
    """Return the numbers of the squares, or places on the rim, that are a move away."""
    (moves, first, _), number = ground.arrays, ground.number(square)
    return np.asarray(moves[first[number] : first[number + 1]] if first.size else number + moves)


below = inlined(splitmix.below)


@jit_in_place
def walk_by_rules(squares: Any, path: Any, length: int, until: int, here: int, tie_breaks: Any) -> Any:
    """Walk on by any tie-breaks.

    Parameters
    ----------
    squares : see `Squares`.
    path : the numbers of the visited squares in their order; the walk goes on behind the first `length` of them.
    until : the length at which to stop.
    here : the next square to visit.
    tie_breaks : the rules in their order, each as its index in `TIE_BREAKS`; for `roth`, the rank of each square; for `random`,
        the state of the generator; and room for the tied squares.

    Returns
    -------
    The length of the walk, and the next square to visit, or -1 if the walk is stuck.
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
                    tied[uintp(ties)] = tied[index]
                    ties += 1
        here = tied[0]
    return length, here


@inlined
def _around(moves: Any, first: Any, here: Any) -> Any:
    """Return (base, begin, end): the neighbours of a square are `base + moves[begin:end]`."""
    on_board = first.size == 0
    return here if on_board else 0, 0 if on_board else first[here], moves.size if on_board else first[here + 1]


@inlined
def _leave(moves: Any, first: Any, degree: Any, here: Any, tied: Any) -> Any:
    """Take 1 off the degree of each neighbour; list the free ones that have the fewest in `tied`, and return their number."""
    base, begin, end = _around(moves, first, here)
    fewest, ties = FREE_BELOW, 0
    for index in range(begin, end):
        near = base + moves[index]
        left = degree[near] - 1
        degree[near] = left
        if left < fewest:
            fewest, ties = left, 0
        if left == fewest:
            tied[uintp(ties)] = near
            ties += 1
    return ties if fewest < FREE_BELOW else 0


@inlined
def _free_beyond(moves: Any, first: Any, degree: Any, here: Any) -> Any:
    """Return the sum of the free neighbours' own free neighbours: the rank of `pohl`."""
    base, begin, end = _around(moves, first, here)
    total = np.int64(0)
    for index in range(begin, end):
        beyond = degree[base + moves[index]]
        if beyond < FREE_BELOW:
            total += beyond
    return total


@jit_in_place
def walk_by_keys(squares: Any, path: Any, length: int, until: int, here: int, deltas: Any, board: Any, roth: bool) -> Any:
    """Walk on, on a padded board with 8 moves, by `first` or `roth` alone.

    It makes the walk of `walk_by_rules`, faster, because it lists no ties. Each move gets one whole number, its key: the free
    neighbours of the square that it leads to are the highest bits, then, for `roth`, comes how far outwards it leads, then its
    index in the move order. The move with the least key is taken. So no branch depends on the ties, which a processor cannot
    predict.

    How far outwards is the scalar product of the current square p, as seen from the centre, and the move m. The
    move leads to the squared distance p·p + 2 p·m + m·m from the centre, and only p·m depends on the move, because all moves of
    a piece are equally long. So the farthest square is the one with the largest product.

    Parameters
    ----------
    squares, until, here : as in `walk_by_rules`; so is what is returned.
    path : the visited squares in their order, as rows (row, col); the walk goes on behind the first `length` of them.
    deltas : the row deltas of the moves, then the column deltas.
    board : the width of the rim and of the padded board, the last row and the last column.
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

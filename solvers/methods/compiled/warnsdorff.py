"""The twin of `solvers.methods.warnsdorff`: same options, same walk.

A plain board becomes a padded board, any other graph a list of neighbours. Degrees that are kept up to date in an array of
bytes replace the dictionaries of free neighbours; a step then reads eight bytes and writes eight. The commonest walks, by
`first` or `roth` alone, have a kernel that also spares the list of ties.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.leapers import MoveOrder
from solvers.budget import Meter
from solvers.errors import UnsupportedProblem
from solvers.methods.compiled.arrays import adjacency_of
from solvers.methods.compiled.padded_board import PaddedBoard
from solvers.methods.compiled.warnsdorff_kernels import (
    FREE_BELOW,
    TAKEN,
    Squares,
    TieBreaks,
    walk_by_keys,
    walk_by_rules,
)
from solvers.methods.squirrel import squirrel_stages
from solvers.methods.tie_breaks import TIE_BREAKS, centre_rank_array, no_centre, tie_break_names
from solvers.problem import Problem
from solvers.registry import whole_number
from solvers.result import Outcome

__all__ = ["run_walk"]

SLICE = 200_000
"""Steps between two looks at the clock: some hundredths of a second."""


def run_walk(problem: Problem, meter: Meter, *, move_order: MoveOrder, tie_break: str, seed: int) -> Outcome:
    """Walk as `warnsdorff` does."""
    whole_number("seed", seed, least=0)
    names = tie_break_names(tie_break)
    plain = problem.board is not None and problem.board.wrap is None
    ground = PaddedBoard(problem, move_order) if plain else Graph(problem, move_order, meter)
    kernel, question, path = _way(problem, ground, names, seed)
    any_start = next(iter(problem.graph if problem.board is None else problem.board))
    start = any_start if problem.start is None else problem.start
    end = None if problem.end == start else problem.end
    size = problem.size - (end is not None)
    beside_end = None if end is None else ground.beside(end)
    if end is not None:  # kept back until all others are visited
        ground.arrays.degree[beside_end] -= 1
        ground.arrays.degree[ground.number(end)] += TAKEN
    length, square = 0, ground.number(start)
    while length < size and square >= 0:
        length, square = kernel(ground.arrays, path, length, min(meter.more(length, SLICE), size), square, *question)
    squares = _told(path[:length], ground)
    last = squares[-1] if isinstance(squares, list) else tuple(squares[-1].tolist())
    if beside_end is not None and length == size and ground.number(last) in beside_end:
        meter.more(length, SLICE)
        path[length] = end if path.ndim == 2 else ground.number(end)
        return Outcome.found(_told(path, ground), length + 1)
    if length < problem.size:
        of_all = f"of {problem.size:,} {problem.words.vertices}"
        return Outcome.unknown(length, f"dead end at {last} after {length:,} {of_all}")
    if problem.closed and ground.number(start) not in ground.beside(last):
        visited = f"the walk visits all {problem.words.vertices}"
        return Outcome.unknown(length, f"{visited} but ends at {last}, not {problem.words.step_from} its start")
    return Outcome.found(squares, length)


def _way(problem: Problem, ground: PaddedBoard | Graph, names: list[str], seed: int) -> tuple[Any, tuple[Any, ...], Any]:
    """Return the kernel, what it asks for, and room for the path: rows (row, col) for the fast kernel, else numbers."""
    if isinstance(ground, PaddedBoard) and len(ground.moves) == 8 and names in (["first"], ["roth"]):
        board = ground.board
        frame = (ground.rim, ground.width, board.rows - 1, board.cols - 1)
        question = np.array(ground.moves, np.int64).T.copy(), frame, names == ["roth"]
        return walk_by_keys, question, np.empty((problem.size, 2), ground.coordinate)
    return walk_by_rules, (_tie_breaks(problem, ground, names, seed),), np.empty(problem.size, np.int64)


def _told(path: npt.NDArray[Any], ground: PaddedBoard | Graph) -> list[Any] | npt.NDArray[Any]:
    return path if path.ndim == 2 else ground.squares(path)


class Graph:
    """A graph, or a board with wrap, by the neighbours of each square."""

    def __init__(self, problem: Problem, order: MoveOrder, meter: Meter) -> None:
        self.problem, self.adjacency = problem, adjacency_of(problem, order, meter)
        self.number = self.adjacency.number
        first = self.adjacency.first.astype(np.int64)
        degrees = np.diff(first)
        if degrees.max(initial=0) >= FREE_BELOW:
            raise UnsupportedProblem(
                f"'warnsdorff-compiled' takes graphs with at most {FREE_BELOW - 1} neighbours a square: use warnsdorff", problem
            )
        self.arrays = Squares(self.adjacency.heads.astype(np.int64), first, degrees.astype(np.int8))

    def beside(self, square: Any) -> npt.NDArray[np.int64]:
        first, number = self.arrays.first, self.number(square)
        return np.asarray(self.arrays.moves[first[number] : first[number + 1]])

    def squares(self, path: npt.NDArray[np.int64]) -> list[Any]:
        return [self.adjacency.squares[number] for number in path.tolist()]

    def centre_ranks(self) -> npt.NDArray[Any]:
        ranks = centre_rank_array(self.problem)
        if ranks is None:
            raise no_centre(self.problem)
        return ranks


def _tie_breaks(problem: Problem, ground: PaddedBoard | Graph, names: list[str], seed: int) -> TieBreaks:
    return TieBreaks(
        rules=np.array([TIE_BREAKS.index(name) for name in names], np.int64),
        ranks=ground.centre_ranks() if "roth" in names else np.zeros(1, np.int32),
        stages=_stages(problem, ground) if "squirrel" in names else np.full((1, 9), -1, np.int64),
        stage=np.zeros(1, np.int64),
        random=np.array([seed], np.uint64),
        tied=np.empty(FREE_BELOW, np.int64),
        rank=np.empty(FREE_BELOW, np.int64),
    )


def _stages(problem: Problem, ground: PaddedBoard | Graph) -> npt.NDArray[np.int64]:
    stages = squirrel_stages(problem)
    assert isinstance(ground, PaddedBoard)  # squirrel_stages refuses every other problem
    rim = 0  # on a small board a stage may end at a square that is not there: it ends at once, as if the square were visited
    ends = [-1 if until is None else ground.number(until) if until in ground.board else rim for _, until in stages]
    moves = [[ground.difference(move) for move in order] for order, _ in stages]
    return np.column_stack([moves, ends]).astype(np.int64)

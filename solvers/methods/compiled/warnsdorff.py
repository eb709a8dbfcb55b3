"""The twin of `solvers.methods.warnsdorff`: same options, same walk.

A plain board becomes a padded board, any other graph a list of neighbours. Degrees that are kept up to date in an array of
bytes replace the dictionaries of free neighbours; a step then reads eight bytes and writes eight. The commonest walks, by
`first` or `roth` alone, have a kernel that also spares the list of ties. Walks by `squirrel` are left to the textbook.
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
from solvers.methods.compiled.warnsdorff_kernels import FREE_BELOW, TAKEN, Squares, TieBreaks, walk_by_keys, walk_by_rules
from solvers.methods.tie_breaks import TIE_BREAKS, centre_rank_array, tie_break_names
from solvers.methods.warnsdorff import outcome_of, warnsdorff
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
    if "squirrel" in names:
        return warnsdorff(problem, meter, move_order=move_order, tie_break=tie_break, seed=seed)
    plain = problem.board is not None and problem.board.wrap is None
    ground = PaddedBoard(problem, move_order) if plain else Graph(problem, move_order, meter)
    kernel, question, path = _way(problem, ground, names, seed)
    any_start = next(iter(problem.graph if problem.board is None else problem.board))
    start = any_start if problem.start is None else problem.start
    end = None if problem.end == start else problem.end
    size = problem.size - (end is not None)
    if end is not None:  # kept back until all others are visited
        ground.arrays.degree[ground.beside(end)] -= 1
        ground.arrays.degree[ground.number(end)] += TAKEN
    length, square = 0, ground.number(start)
    while length < size and square >= 0:
        length, square = kernel(ground.arrays, path, length, min(meter.more(length, SLICE), size), square, *question)
    if end is not None and length == size and ground.number(ground.squares(path[length - 1 : length])[0]) in ground.beside(end):
        meter.more(length, SLICE)
        path[length] = end if path.ndim == 2 else ground.number(end)
        length += 1
    squares = ground.squares(path[:length])
    last = squares[-1] if isinstance(squares, list) else tuple(squares[-1].tolist())
    return outcome_of(squares, last, problem, ground.number(start) in ground.beside(last))


def _way(problem: Problem, ground: PaddedBoard | Graph, names: list[str], seed: int) -> tuple[Any, tuple[Any, ...], Any]:
    """Return the kernel, what it asks for, and room for the path: rows (row, col) for the fast kernel, else numbers."""
    if isinstance(ground, PaddedBoard) and len(ground.moves) == 8 and names in (["first"], ["roth"]):
        frame = ground.rim, ground.width, ground.board.rows - 1, ground.board.cols - 1
        question = np.array(ground.moves, np.int64).T.copy(), frame, names == ["roth"]
        return walk_by_keys, question, np.empty((problem.size, 2), np.int32)
    rules = np.array([TIE_BREAKS.index(name) for name in names], np.int64)
    ranks = np.zeros(ground.arrays.degree.size, np.int64)
    if "roth" in names:
        ranks[ground.arrays.degree < FREE_BELOW] = centre_rank_array(problem)
    tied, rank = np.empty((2, FREE_BELOW), np.int64)
    tie_breaks = TieBreaks(rules, ranks, np.array([seed], np.uint64), tied, rank)
    return walk_by_rules, (tie_breaks,), np.empty(problem.size, np.int64)


class Graph:
    """A graph, or a board with wrap, by the neighbours of each square."""

    def __init__(self, problem: Problem, order: MoveOrder, meter: Meter) -> None:
        self.adjacency = adjacency_of(problem, order, meter)
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

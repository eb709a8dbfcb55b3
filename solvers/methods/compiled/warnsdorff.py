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
from solvers.result import Outcome

__all__ = ["run_walk"]

SLICE = 200_000
"""Steps between two looks at the clock: some hundredths of a second."""


def run_walk(problem: Problem, meter: Meter, order: MoveOrder, tie_break: str, seed: int) -> Outcome:
    """Walk as `warnsdorff` does."""
    names = tie_break_names(tie_break)
    ground = _ground(problem, order, meter)
    start, end = _ends(problem, ground)
    beside_end = None if end is None else _take(ground.arrays, end)  # kept back until all others are visited
    arrays = ground.arrays
    arrays.degree[start] += TAKEN
    walk = _Walk(problem, ground, start, names, seed)
    size = problem.size - (end is not None)
    meter.more(0, SLICE)
    length, stuck = 1, _is_stuck(arrays, start)
    while length < size and not stuck:
        length, stuck = walk.go_on(length, min(meter.more(length, SLICE), size))
        stuck = stuck or (length < size and _is_stuck(arrays, walk.last(length)))
    if end is not None and beside_end is not None and length == size and walk.last(length) in beside_end:
        meter.more(length, SLICE)
        walk.append(length, end)
        length += 1
    squares = walk.squares(length)
    last = squares[-1] if isinstance(squares, list) else tuple(squares[-1].tolist())
    if length < problem.size:
        of_all = f"of {problem.size:,} {problem.words.vertices}"
        return Outcome.unknown(length, f"dead end at {last} after {length:,} {of_all}")
    if problem.closed and start not in _neighbours(arrays, walk.last(length)):
        visited = f"the walk visits all {problem.words.vertices}"
        return Outcome.unknown(length, f"{visited} but ends at {last}, not {problem.words.step_from} its start")
    return Outcome.found(squares, length)


def _ground(problem: Problem, order: MoveOrder, meter: Meter) -> PaddedBoard | _Graph:
    if problem.board is not None and problem.board.wrap is None:
        return PaddedBoard(problem.board, problem, order)
    return _Graph(problem, order, meter)


class _Graph:
    """A graph, or a board with wrap, by the neighbours of each square."""

    def __init__(self, problem: Problem, order: MoveOrder, meter: Meter) -> None:
        self.problem, self.adjacency = problem, adjacency_of(problem, order, meter)
        first = self.adjacency.first.astype(np.int64)
        degrees = np.diff(first)
        if degrees.max(initial=0) >= FREE_BELOW:
            raise UnsupportedProblem(
                f"'warnsdorff-compiled' takes graphs with at most {FREE_BELOW - 1} neighbours a square: use warnsdorff", problem
            )
        self.arrays = Squares(self.adjacency.heads.astype(np.int64), first, degrees.astype(np.int8))

    def number(self, square: Any) -> int:
        return self.adjacency.number(square)

    def squares(self, path: npt.NDArray[np.int64]) -> list[Any]:
        return [self.adjacency.squares[number] for number in path.tolist()]

    def centre_ranks(self) -> npt.NDArray[Any]:
        ranks = centre_rank_array(self.problem)
        if ranks is None:
            raise no_centre(self.problem)
        return ranks


def _ends(problem: Problem, ground: PaddedBoard | _Graph) -> tuple[int, int | None]:
    """Return the numbers of the start, which is the first square if any will do, and of a fixed end."""
    start = problem.start
    if start is None:
        start = next(iter(problem.graph if problem.board is None else problem.board))
    return ground.number(start), None if problem.end in (None, problem.start) else ground.number(problem.end)


def _neighbours(arrays: Squares, number: int) -> npt.NDArray[np.int64]:
    if len(arrays.first):
        return np.asarray(arrays.moves[arrays.first[number] : arrays.first[number + 1]])
    return np.asarray(number + arrays.moves)


def _is_stuck(arrays: Squares, number: int) -> bool:
    return bool((arrays.degree[_neighbours(arrays, number)] >= FREE_BELOW).all())


def _take(arrays: Squares, number: int) -> npt.NDArray[np.int64]:
    """Visit a square that no walk leaves, and return its neighbours."""
    beside = _neighbours(arrays, number)
    arrays.degree[beside] -= 1
    arrays.degree[number] += TAKEN
    return beside


def _tie_breaks(problem: Problem, ground: PaddedBoard | _Graph, names: list[str], seed: int) -> TieBreaks:
    return TieBreaks(
        rules=np.array([TIE_BREAKS.index(name) for name in names], np.int64),
        ranks=ground.centre_ranks() if "roth" in names else np.zeros(1, np.int32),
        stages=_stages(problem, ground) if "squirrel" in names else np.full((1, 9), -1, np.int64),
        stage=np.zeros(1, np.int64),
        random=np.array([seed], np.uint64),
        tied=np.empty(FREE_BELOW, np.int64),
        rank=np.empty(FREE_BELOW, np.int64),
    )


def _stages(problem: Problem, ground: PaddedBoard | _Graph) -> npt.NDArray[np.int64]:
    stages = squirrel_stages(problem)
    assert isinstance(ground, PaddedBoard)  # squirrel_stages refuses every other problem
    rim = 0  # on a small board a stage may end at a square that is not there: it ends at once, as if the square were visited
    ends = [
        -1 if stage.until is None else ground.number(stage.until) if stage.until in ground.board else rim for stage in stages
    ]
    moves = [[ground.difference(move) for move in stage.moves] for stage in stages]
    return np.column_stack([moves, ends]).astype(np.int64)


class _Walk:
    """The squares visited so far: rows (row, col) for a walk by `first` or `roth` alone on a padded board, else numbers."""

    def __init__(self, problem: Problem, ground: PaddedBoard | _Graph, start: int, names: list[str], seed: int) -> None:
        self.ground = ground
        self.board: PaddedBoard | None = None
        self.kernel: Any = walk_by_rules
        self.question: tuple[Any, ...]
        if isinstance(ground, PaddedBoard) and len(ground.moves) == 8 and names in (["first"], ["roth"]):
            self.board, self.kernel = ground, walk_by_keys
            frame = (ground.number((0, 0)), ground.width, ground.board.rows - 1, ground.board.cols - 1)
            self.question = np.array(ground.moves, np.int64).T.copy(), frame, names == ["roth"]
            self.path: npt.NDArray[Any] = np.empty((problem.size, 2), ground.coordinate)
        else:
            self.question = (_tie_breaks(problem, ground, names, seed),)
            self.path = np.empty(problem.size, np.int64)
        self.append(0, start)

    def go_on(self, length: int, until: int) -> Any:
        """Walk on to this length at most; return the length, and whether the walk is stuck."""
        return self.kernel(self.ground.arrays, self.path, length, until, *self.question)

    def last(self, length: int) -> int:
        """Return the number of the last square of a walk of this length."""
        last = self.path[length - 1].tolist()
        return int(last if self.board is None else self.board.number(last))

    def append(self, length: int, number: int) -> None:
        """Add a square to a walk of this length."""
        self.path[length] = number if self.board is None else self.board.square(number)

    def squares(self, length: int) -> list[Any] | npt.NDArray[Any]:
        """Return the squares of a walk of this length."""
        path = self.path[:length]
        return self.ground.squares(path) if self.board is None else path

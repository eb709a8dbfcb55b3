"""The compiled twin of the walks of `warnsdorff-repair`, for boards and graphs of many thousands of squares.

It compiles the functions of the textbook as they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, fields
from typing import Any

import numpy as np
from numba.extending import overload, register_jitable

from solvers.methods import warnsdorff_repair as textbook
from solvers.methods.compiled.arrays import adjacency_of
from solvers.methods.compiled.jit import jit_in_place
from solvers.methods.compiled.random_numbers import below
from solvers.methods.tie_breaks import centre_rank_array
from solvers.splitmix import below as textbook_below

__all__ = ["CompiledWalk"]

NOW = np.dtype([(field.name, np.int64) for field in fields(textbook.Now)])
for function in (
    textbook.any_of,
    textbook.append,
    textbook.put,
    textbook.step_back,
    textbook.release,
    textbook.free_neighbour,
    textbook.turn,
    textbook.reverse,
    textbook.find_distances,
    textbook.go_on,
):
    register_jitable(_nrt=False)(function)


@overload(textbook_below, strict=False)
def _below(*_: Any) -> Any:
    return lambda state, limit: below(state, limit)


@jit_in_place
def go_on(walk: Any, pause: int) -> int:
    return textbook.go_on(walk, pause)


class CompiledWalk(textbook.Walk):
    """The walks of `solvers.methods.warnsdorff_repair` on arrays of integers."""

    work = 5_000_000

    def prepare(self, seed: int) -> Callable[[Any], int]:
        self.adjacency = adjacency = adjacency_of(self.problem)
        first, heads = adjacency.first.astype(np.int64), adjacency.heads.astype(np.int64)
        self.degrees = np.diff(first)
        self.rarest = int(self.degrees.argmin())
        ranks = centre_rank_array(self.problem)
        arrays = (np.zeros(times * self.problem.size, np.int64) for times in (1, 1, 1, 1, 2, 2))
        now = np.array([astuple(textbook.Now())], NOW).view(np.recarray)[0]
        random = np.array([seed], np.uint64)
        self.state = textbook.State(now, random, first, heads, self.filled(0) if ranks is None else ranks, *arrays)
        return adjacency.number

    def filled(self, value: int) -> Any:
        return np.full(self.problem.size, value)

    def follow(self, tour: Any, cols: int) -> None:
        path = self.state.path
        path[:] = np.asarray(tour, np.int64) @ (cols, 1)
        self.state.place[path] = np.arange(len(path))

    def go_on(self, pause: int) -> int:
        return go_on(self.state, pause)

    def tour(self) -> Any:
        board, path = self.problem.board, self.state.path
        if board is None or board.holes:
            return [self.adjacency.squares[place] for place in path.tolist()]
        return np.stack(np.divmod(path, board.cols), axis=1).astype(np.int32)

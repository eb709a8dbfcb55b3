"""Compiled version of the solver `warnsdorff-repair`, for large boards and graphs.

The module compiles functions of the reference implementation, `solvers.methods.warnsdorff_repair`, without changes: those whose
first parameter is `walk`, the function that reverses a part of the path, and the one that generates random numbers.
"""

from __future__ import annotations

from contextlib import suppress
from inspect import isfunction
from typing import Any

import numpy as np

from solvers.core import splitmix
from solvers.core.budget import Meter
from solvers.core.compiling import compilable, compiled_record_type, jit_in_place
from solvers.core.errors import UnsupportedProblem
from solvers.methods import warnsdorff_repair as reference
from solvers.methods.arrays import adjacency_arrays
from solvers.methods.tie_breaks import centre_tie_break_array
from solvers.methods.warnsdorff_repair import Walk

for function in [*filter(isfunction, vars(reference).values())]:
    if function in (splitmix.splitmix_below, reference.reverse_path) or function.__code__.co_varnames[:1] == ("walk",):
        compilable(function)


@jit_in_place
def go_on(walk: Any, pause: int) -> bool:
    return reference.go_on(walk, pause)


class CompiledWalk(Walk):
    """A walk with rotations, in arrays and compiled functions."""

    work = 2_000_000
    go_on = staticmethod(go_on)

    def prepare(self, seed: int, meter: Meter) -> Any:
        self.adjacency = adjacency_arrays(self.problem, meter=meter)
        self.number = self.adjacency.number
        first, heads = self.adjacency.first.astype(np.int64), self.adjacency.heads.astype(np.int64)
        self.degrees = np.diff(first)
        self.rarest = int(self.degrees.argmin())
        ranks = self.filled(0)
        with suppress(UnsupportedProblem):
            ranks = centre_tie_break_array(self.problem)
        now = np.rec.array(np.zeros(1, compiled_record_type(*reference.NOW)))[0]
        return now, np.array([seed], np.uint64), first, heads, ranks

    def filled(self, value: int, times: int = 1) -> Any:
        return np.full(times * self.problem.size, value)

    def tour(self) -> Any:
        board, path = self.problem.board, self.state.path
        if board is None or board.holes:
            return [self.adjacency.squares[place] for place in path.tolist()]
        return np.stack(np.divmod(path, board.cols), axis=1).astype(np.int32)

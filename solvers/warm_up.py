"""A first run of a solver on a small problem, so that its code is loaded before the clock of the real run starts.

Loading numba's kernels or OR-Tools takes some tenths of a second, once in a process.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from math import isqrt
from typing import Any

from graphs.board import Board
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent
from solvers.problem import Problem
from solvers.registry import Run, Solver

__all__ = ["warm_up"]


def warm_up(entry: Solver, problem: Problem, options: Mapping[str, Any]) -> None:
    """Run a solver that loads much code on a small problem of the same kind, once in this process."""
    if entry.loads_from is not None and problem.size >= entry.loads_from:
        side = isqrt(entry.loads_from) + (10 if problem.size > 64 else 6)  # up to 64 squares other kernels do the work
        is_plain = problem.board is not None and not problem.board.wrap
        board = Board(side, side) if is_plain else Board(side, side, wrap="both")
        _run_once(entry.run, board, problem.closed, str(options.get("tie_break", "")))


@cache
def _run_once(run: Run, board: Board, closed: bool, tie_break: str) -> None:
    problem = Problem(board, start=(0, 0), closed=closed)
    with suppress(BudgetSpent):
        run(problem, Meter(Budget(nodes=board.size)), **({"tie_break": tie_break} if tie_break else {}))

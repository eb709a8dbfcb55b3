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
from solvers.errors import BudgetSpent, OptionError, UnsupportedProblem
from solvers.problem import Problem
from solvers.registry import Solver

__all__ = ["warm_up"]


def warm_up(entry: Solver, problem: Problem, options: Mapping[str, Any]) -> None:
    """Run a solver that loads much code on a small problem of the same kind, once in this process."""
    if entry.loads_from is not None and problem.size >= entry.loads_from:
        board = problem.board
        shape = None if board is None else (bool(board.holes), board.wrap, problem.leaper)
        _run_once(entry, problem.size > 64, problem.closed, shape, str(options.get("tie_break", "")))


@cache
def _run_once(entry: Solver, large: bool, closed: bool, shape: tuple[Any, ...] | None, tie_break: str) -> None:
    assert entry.loads_from is not None
    side = 10 if large else 6  # up to 64 squares and past them, other kernels do the work
    side = max(side, isqrt(max(0, entry.loads_from - 1)) + 1)
    if shape is None:
        import networkx as nx

        problem = Problem(nx.cycle_graph(side**2), start=0, closed=closed)
    else:
        holes, wrap, leaper = shape
        board = Board(side, side, [(side - 1, side - 1)] if holes else [], wrap)
        problem = Problem.on_board(board, leaper, start=(0, 0), closed=closed)
    with suppress(BudgetSpent, OptionError, UnsupportedProblem):  # what is refused here will be refused again
        entry.run(problem, Meter(Budget(nodes=side**2)), **({"tie_break": tie_break} if tie_break else {}))

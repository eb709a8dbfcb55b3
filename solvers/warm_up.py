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
from graphs.leapers import Leaper
from solvers.budget import Budget, Meter
from solvers.errors import BudgetSpent, OptionError, UnsupportedProblem
from solvers.problem import Problem
from solvers.registry import Run, Solver

__all__ = ["warm_up"]


def warm_up(entry: Solver, problem: Problem, options: Mapping[str, Any]) -> None:
    """Run a solver that loads much code on a small problem of the same kind, once in this process."""
    if entry.loads_from is None or problem.size < entry.loads_from:
        return
    side = max(10 if problem.size > 64 else 6, isqrt(entry.loads_from) + 1)  # up to 64 squares other kernels do the work
    board = problem.board
    if board is not None:
        board = Board(side, side, [(side - 1, side - 1)] if board.holes else [], board.wrap)
    _run_once(entry.run, side, board, problem.leaper, problem.closed, str(options.get("tie_break", "")))


@cache
def _run_once(run: Run, side: int, board: Board | None, leaper: Leaper, closed: bool, tie_break: str) -> None:
    if board is None:
        import networkx as nx

        problem = Problem(nx.cycle_graph(side**2), start=0, closed=closed)
    else:
        problem = Problem.on_board(board, leaper, start=(0, 0), closed=closed)
    with suppress(BudgetSpent, OptionError, UnsupportedProblem):  # what is refused here will be refused again
        run(problem, Meter(Budget(nodes=side**2)), **({"tie_break": tie_break} if tie_break else {}))

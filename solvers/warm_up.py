"""A first run of a translated solver on a small problem, so that its code is there before the clock of the real run starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from graphs.board import Board
from graphs.errors import KnightsTourError
from solvers.budget import Budget, Meter
from solvers.problem import Problem

__all__ = ["warm_up"]


def warm_up(run: Callable[..., Any], problem: Problem, options: Mapping[str, Any]) -> None:
    """Run a solver on a small problem of the same kind, once in this process."""
    board = problem.board
    shape = None if board is None else (bool(board.holes), board.wrap, problem.leaper)
    _run_once(run, problem.size > 64, problem.closed, shape, str(options.get("tie_break", "")))


@cache
def _run_once(run: Callable[..., Any], large: bool, closed: bool, shape: tuple[Any, ...] | None, tie_break: str) -> None:
    side = 10 if large else 6  # solvers for up to 64 squares are others than those for more
    if shape is None:
        import networkx as nx

        problem = Problem(nx.cycle_graph(side**2), start=0, closed=closed)
    else:
        holes, wrap, leaper = shape
        board = Board(side, side, [(side - 1, side - 1)] if holes else [], wrap)
        problem = Problem.on_board(board, leaper, start=(0, 0), closed=closed)
    with suppress(KnightsTourError):  # a budget that is spent; and what is refused here will be refused again
        run(problem, Meter(Budget(nodes=side**2)), **({"tie_break": tie_break} if tie_break else {}))

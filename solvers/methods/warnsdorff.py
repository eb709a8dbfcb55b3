"""Warnsdorff's rule: move to the free square with the fewest free neighbours [1]_.

A square is free if it is not visited yet. A square with few free neighbours soon becomes unreachable, so the rule visits it
first. The walk never takes a move back, so it can get stuck before all squares are visited. A square without free neighbours is
always chosen first, even if the walk gets stuck there. If several squares have the fewest free neighbours, a tie-break of
`solvers.methods.tie_breaks` chooses one of them. The walk takes linear time in the number of squares.

The module `backtracking` contains an exact search that tries the squares in the order of the same rule.

References
----------
.. [1] H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from graphs.leapers import MoveOrder
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number
from solvers.methods.tie_breaks import tie_breaks, uses_chance

FreeNeighbours: TypeAlias = dict[Hashable, dict[Hashable, None]]
"""The free squares, each with its free neighbours in move order."""


@solver(
    "warnsdorff",
    summary="greedy walk by Warnsdorff's rule, without backtracking",
    exact=False,
    closed=True,
    fixed_end=True,
    watchable=True,
    uses_seed=uses_chance,
    reference="H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823",
)
def warnsdorff(
    problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency", tie_break: str = "first", seed: int = 0
) -> Outcome:
    """Walk by Warnsdorff's rule as long as possible.

    The walk visits a given end only when no other square is left. It finds a closed tour only if its last square happens to be
    a move away from its first square.

    Parameters
    ----------
    move_order : {"adjacency", "clockwise", "java"} or sequence of moves, optional
        The order of the neighbours of a square, as in `backtracking` (default: "adjacency").
    tie_break : {"first", "random", "roth", "pohl", "squirrel"}, or several joined by "+"; optional
        The choice among tied squares (default: "first"); see `solvers.methods.tie_breaks`.
    seed : int, optional
        Seed of the tie-break "random" (default: 0).
    """
    whole_number("seed", seed, least=0)
    walk = warnsdorff_walk(problem, meter, move_order, tie_break, seed)
    return warnsdorff_outcome(walk, walk[-1], problem, problem.graph.has_edge(walk[-1], walk[0]))


def warnsdorff_outcome(walk: Any, last: Hashable, problem: Problem, closes: bool) -> Outcome:
    """Return FOUND if a finished walk is a tour, else UNKNOWN."""
    if len(walk) < problem.size:
        of_all = f"of {problem.size:,} {problem.words.vertices}"
        return Outcome.unknown(len(walk), f"dead end at {last} after {len(walk):,} {of_all}")
    if problem.closed and not closes:
        visited = f"the walk visits all {problem.words.vertices}"
        return Outcome.unknown(len(walk), f"{visited} but ends at {last}, not {problem.words.step_from} its start")
    return Outcome.found(walk, len(walk))


def warnsdorff_walk(
    problem: Problem, meter: Meter, move_order: MoveOrder = "adjacency", tie_break: str = "first", seed: int = 0
) -> list[Hashable]:
    """Return the squares of a walk by Warnsdorff's rule.

    >>> from graphs import Board
    >>> warnsdorff_walk(Problem.on_board(Board(3, 3)), Meter())
    [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    """
    neighbours = problem.ground.neighbours(meter, move_order)
    free = {square: dict.fromkeys(near) for square, near in meter.watched(neighbours.items())}
    rules = tie_breaks(tie_break, problem, free, seed)
    square = next(iter(free)) if problem.start is None else problem.start
    end = None if problem.end == square else problem.end
    beside_end = () if end is None else tuple(free[end])
    if end is not None:
        _visit(end, free)
    walk = meter.path
    pause = meter.more(0)
    while True:
        if len(walk) == pause:
            pause = meter.more(len(walk))
        walk.append(square)
        ties = _visit(square, free)
        for rule in rules:
            if len(ties) > 1:
                ties = rule(square, ties)
        if ties:
            square = ties[0]
        elif end is not None and not free and square in beside_end:
            free[end] = {}
            square, end = end, None
        else:
            return walk


def _visit(square: Hashable, free: FreeNeighbours) -> list[Any]:
    """Remove a square, and return its best neighbours by Warnsdorff's rule."""
    ties: list[Any] = []
    fewest = len(free)
    for near in free.pop(square):
        onward = free[near]
        del onward[square]
        if len(onward) < fewest:
            fewest = len(onward)
            ties = [near]
        elif len(onward) == fewest:
            ties.append(near)
    return ties

"""Warnsdorff's rule: always go on to the square with the fewest free neighbours (H. C. von Warnsdorff, 1823).

The walk visits the squares that are hard to reach while it still can. It never takes a move back, so it can end early. A
square with no free neighbour counts as having the fewest, even where other squares are still to be visited. Where several
squares have the fewest, `solvers.methods.tie_breaks` chooses. Cost: linear in the number of squares.

`backtracking.py` holds an exact search that tries the squares in the order of the same rule.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from graphs.leapers import MoveOrder, ordered_neighbours
from solvers.budget import Meter
from solvers.methods.tie_breaks import tie_breaks
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver, whole_number

__all__ = ["outcome_of", "warnsdorff", "warnsdorff_walk"]

FreeNeighbours: TypeAlias = dict[Hashable, dict[Hashable, None]]
"""The free squares, each with its free neighbours in the move order."""


@solver(
    "warnsdorff",
    summary="the greedy walk of Warnsdorff's rule, no backtracking",
    exact=False,
    closed=True,
    fixed_end=True,
    watchable=True,
    reference="H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823",
)
def warnsdorff(
    problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency", tie_break: str = "first", seed: int = 0
) -> Outcome:
    """Walk by the rule until every square is visited or the walk is stuck.

    Parameters
    ----------
    move_order : the order in which the walk looks at a square's neighbours.
    tie_break : `first`, `random`, `roth`, `pohl`, `squirrel`, or several joined by `+`; see `solvers.methods.tie_breaks`.
    seed : for `random`.

    Notes
    -----
    The walk keeps a fixed end back until it is the only square left. It finds a closed tour only where it happens to end a
    move away from its start.
    """
    whole_number("seed", seed, least=0)
    walk = warnsdorff_walk(problem, meter, move_order, tie_break, seed)
    return outcome_of(walk, walk[-1], problem, problem.graph.has_edge(walk[-1], walk[0]))


def outcome_of(walk: Any, last: Hashable, problem: Problem, closes: bool) -> Outcome:
    """Return the outcome of a walk over the squares of `walk`.

    Parameters
    ----------
    last : the last square.
    closes : whether a move leads from there to the first.
    """
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
    """Return the squares of the walk, in their order, up to where it is stuck.

    The parameters are those of `warnsdorff`.

    Raises
    ------
    BudgetSpent : the budget ran out.

    Examples
    --------
    >>> from graphs import Board
    >>> warnsdorff_walk(Problem.on_board(Board(3, 3)), Meter())
    [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    """
    neighbours = ordered_neighbours(problem.graph_within(meter), move_order, meter.watched)
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
    """Take a square out of `free`; return those of its free neighbours that now have the fewest, in their order."""
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

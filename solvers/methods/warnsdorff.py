"""Warnsdorff's rule: always go on to the square with the fewest free neighbours (H. C. von Warnsdorff, 1823).

Two solvers: the greedy walk of the rule, which never takes a move back and can end early, and a backtracking search that
tries the squares in the order of the rule, which is exact. A square with no free neighbour counts as having the fewest.
Cost of the walk: linear in the number of squares.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.leapers import MoveOrder, ordered_neighbours
from solvers.budget import Meter
from solvers.errors import OptionError, UnsupportedProblem
from solvers.methods.centre_distance import nearness
from solvers.methods.squirrel import Stage, squirrel_stages
from solvers.options import whole_number
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome
from solvers.splitmix import SplitMix64

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["TIE_BREAKS", "outward", "tie_break_names", "warnsdorff"]

REFERENCE = "H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823"

Ties: TypeAlias = list[Any]
TieBreak: TypeAlias = Callable[[Any, Ties], Ties]
"""From the square where the walk stands and the squares that are equally good to those that the rule leaves."""
FreeNeighbours: TypeAlias = dict[Hashable, dict[Hashable, None]]


@solver(
    "warnsdorff",
    summary="the greedy walk of Warnsdorff's rule, no backtracking",
    exact=False,
    closed=True,
    fixed_end=True,
    reference=REFERENCE,
)
def warnsdorff(
    problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency", tie_break: str = "first", seed: int = 0
) -> Outcome:
    """Walk by the rule until all squares are visited or none is left to go to.

    Parameters
    ----------
    move_order : the order in which a square's neighbours are looked at.
    tie_break : which of the equally good squares is taken: `first` in the move order; `random`; `pohl`, the smallest
        sum of the free neighbours' own free neighbours (I. Pohl, A method for finding Hamilton paths and knight's
        tours, 1967); `roth`, the farthest from the board's centre (A. Roth); `squirrel`, for n x n boards from the corner
        (see `solvers.methods.squirrel`). Several, joined by `+`, are asked in turn.
    seed : for `random`.

    Notes
    -----
    A fixed end is kept back until it is the only square left. A closed tour is found only when the walk happens to
    end a move away from its start.
    """
    whole_number("seed", seed, least=0)
    neighbours = ordered_neighbours(problem.graph, move_order)
    left = {square: dict.fromkeys(near) for square, near in neighbours.items()}
    rules = [_tie_break(name, left, problem, seed) for name in tie_break_names(tie_break)]
    walk = _walk(left, problem, rules, meter)
    if len(walk) < problem.size:
        return Outcome.unknown(len(walk), f"dead end at {walk[-1]} after {len(walk):,} of {problem.size:,} squares")
    if problem.closed and walk[0] not in neighbours[walk[-1]]:
        return Outcome.unknown(len(walk), f"the walk visits all squares but ends at {walk[-1]}, not a move from its start")
    return Outcome.found(walk, len(walk))


def _walk(left: FreeNeighbours, problem: Problem, rules: list[TieBreak], meter: Meter) -> list[Hashable]:
    """Walk through `left`, which holds the free squares with their free neighbours, taking each visited square out of it."""
    square = next(iter(left)) if problem.start is None else problem.start
    end = None if problem.end == square else problem.end
    before_end = () if end is None else tuple(left[end])
    if end is not None:
        _take(left, end)  # the end is kept back until all others are visited
    walk: list[Hashable] = []
    pause = meter.more(0)
    while True:
        if len(walk) == pause:
            pause = meter.more(len(walk))
        walk.append(square)
        ties = _take(left, square)
        for rule in rules:
            if len(ties) > 1:
                ties = rule(square, ties)
        if ties:
            square = ties[0]
        elif end is not None and not left and square in before_end:
            left[end] = {}
            square, end = end, None
        else:
            return walk


def _take(left: FreeNeighbours, square: Hashable) -> Ties:
    """Take a square away, and return those of its free neighbours that now have the fewest, in their order."""
    ties: Ties = []
    fewest = len(left)
    for near in left.pop(square):
        onward = left[near]
        del onward[square]
        if len(onward) < fewest:
            fewest = len(onward)
            ties = [near]
        elif len(onward) == fewest:
            ties.append(near)
    return ties


def _tie_break(name: str, left: FreeNeighbours, problem: Problem, seed: int) -> TieBreak:
    if name == "first":
        return lambda _, ties: ties[:1]
    if name == "random":
        random = SplitMix64(seed)
        return lambda _, ties: [ties[random.below(len(ties))]]
    if name == "roth":
        near_centre = outward(problem.graph)
        return lambda _, ties: _lowest(ties, near_centre.__getitem__)
    if name == "pohl":
        return lambda _, ties: _lowest(ties, lambda square: sum(len(left[near]) for near in left[square]))
    assert name == "squirrel"
    return _squirrel(left, list(squirrel_stages(problem)))


TIE_BREAKS = ("first", "random", "roth", "pohl", "squirrel")


def tie_break_names(text: object) -> list[str]:
    """The rules of an option `tie_break`.

    Raises
    ------
    OptionError : an unknown one.

    Examples
    --------
    >>> tie_break_names("roth+random")
    ['roth', 'random']
    """
    names = str(text).split("+")
    for name in names:
        if name not in TIE_BREAKS:
            raise OptionError(
                f"unknown tie_break {name!r}: it is one of {', '.join(TIE_BREAKS)}, or several joined by '+'", name
            )
    return names


def _squirrel(left: FreeNeighbours, stages: list[Stage]) -> TieBreak:
    def rule(square: Any, ties: Ties) -> Ties:
        while stages[0].until is not None and stages[0].until not in left:
            del stages[0]
        return _lowest(ties, lambda near: stages[0].order.index((near[0] - square[0], near[1] - square[1])))

    return rule


def _lowest(ties: Ties, rank: Callable[[Any], int]) -> Ties:
    """The ties of lowest rank, in their order."""
    ranks = [rank(square) for square in ties]
    lowest = min(ranks)
    return [square for square, its in zip(ties, ranks, strict=True) if its == lowest]


def outward(graph: nx.Graph[Any]) -> dict[Hashable, int]:
    """The rank of each square for `roth`.

    Raises
    ------
    UnsupportedProblem : the graph is no board.
    """
    ranks = nearness(graph, graph.graph.get("board"))
    if ranks is None:
        raise UnsupportedProblem(
            "tie_break 'roth' needs a board, whose squares are (row, col): on other graphs use first, random or pohl", graph
        )
    return ranks

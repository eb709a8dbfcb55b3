"""Depth-first search for tours, the textbook way: take a square, go on from there, take it back when stuck.

It is iterative, so boards of any size fit; it prunes nothing; and it counts every square that it places. Which of the
free squares is tried first is left to the solver. Cost: exponential in the number of squares; memory linear.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import itemgetter
from typing import TypeAlias

from solvers.budget import Meter
from solvers.problem import Problem

__all__ = ["FreeSquares", "depth_first_tours"]

Neighbours: TypeAlias = Mapping[Hashable, Collection[Hashable]]


def depth_first_tours(
    problem: Problem,
    neighbours: Neighbours,
    meter: Meter,
    arrange: Callable[[FreeSquares, Sequence[int]], Iterable[int]] | None = None,
) -> Iterator[list[Hashable]]:
    """Yield every tour, in the order in which the search meets it; at each yield `meter.nodes` is the count so far.

    Parameters
    ----------
    problem : with an end only where it has a start too (the registry sees to that).
    neighbours : the neighbours of each square in the order in which they are tried.
    meter : the budget.
    arrange : given the free squares and the candidates for the next square (as numbers), the order to try them in;
        None leaves them as they are.

    Raises
    ------
    BudgetSpent : the budget ran out before the search was exhausted.
    """
    squares = list(neighbours)
    number = {square: index for index, square in enumerate(squares)}
    board = FreeSquares([[number[other] for other in neighbours[square]] for square in squares])
    starts: Iterable[int] = range(len(squares))
    if problem.start is not None:
        starts = [number[problem.start]]
    elif problem.closed:
        starts = [0]  # a closed tour passes through every square, so one start is as good as all
    end = None if problem.end in (None, problem.start) else number[problem.end]
    for path in _paths(board, starts, end, problem.closed, meter, arrange):
        yield [squares[index] for index in path]


class FreeSquares:
    """Which squares are free, and the free neighbours of each, remembered by the pattern of those that are."""

    def __init__(self, neighbours: list[list[int]]) -> None:
        never = len(neighbours)  # past the last square, never free: an itemgetter of two or more items gives a tuple
        self.free = [True] * never + [False]
        self.neighbours = neighbours
        self.pattern = [itemgetter(*near, *[never] * (2 - len(near))) for near in neighbours]
        self.choices: list[dict[tuple[bool, ...], tuple[int, ...]]] = [{} for _ in neighbours]

    def onward(self, square: int) -> tuple[int, ...]:
        """The free neighbours of a square. A knight's 2**8 patterns at most are remembered, larger sets are not."""
        pattern = self.pattern[square](self.free)
        chosen = tuple(compress(self.neighbours[square], pattern))
        if len(pattern) <= 8:
            self.choices[square][pattern] = chosen
        return chosen

    def degree(self, square: int) -> int:
        """The number of free neighbours of a square."""
        return sum(self.pattern[square](self.free))


def _paths(
    board: FreeSquares,
    starts: Iterable[int],
    end: int | None,
    closed: bool,
    meter: Meter,
    arrange: Callable[[FreeSquares, Sequence[int]], Iterable[int]] | None,
) -> Iterator[list[int]]:
    free, pattern, choices = board.free, board.pattern, board.choices
    last = len(free) - 2  # the length of the path before its last square
    if end is not None:
        free[end] = False  # the end is kept back until all others are placed
        last -= 1
    path: list[int] = []
    branch = iter(starts)
    branches: list[Iterator[int]] = []
    nodes = meter.nodes
    most = max(map(len, board.neighbours))
    between = max(1, 2**14 // (1 + most * most // 8))  # a few milliseconds, whatever the number of neighbours
    pause = meter.more(nodes, between)
    while True:
        for square in branch:
            if nodes == pause:
                pause = meter.more(nodes, between)
            nodes += 1
            try:
                onward = choices[square][pattern[square](free)]
            except KeyError:  # a pattern not met before
                onward = board.onward(square)
            if onward:
                path.append(square)
                free[square] = False
                branches.append(branch)
                branch = iter(onward if arrange is None else arrange(board, onward))
                break
            if len(path) == last:
                tour = _completed(board, [*path, square], end, closed)
                if tour:
                    if end is not None:
                        if nodes == pause:
                            pause = meter.more(nodes, between)
                        nodes += 1
                    meter.nodes = nodes
                    yield tour
        else:
            if not branches:
                meter.nodes = nodes
                return
            branch = branches.pop()
            free[path.pop()] = True


def _completed(board: FreeSquares, path: list[int], end: int | None, closed: bool) -> list[int] | None:
    if end is not None:
        if end not in board.neighbours[path[-1]]:
            return None
        path = [*path, end]
    return path if not closed or path[0] in board.neighbours[path[-1]] else None

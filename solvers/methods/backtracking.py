"""Backtracking: extend a path square by square; where no neighbour is free, take the last square back and try another.

This is the classic program for the knight's tour. `depth_first_tours` below is the whole method, and two solvers use it.
`backtracking` tries the neighbours of a square in a fixed order: with `move_order="clockwise"` it makes the same search, node
for node, as the usual C++ and Python programs, with `"java"` as the usual Java program. `warnsdorff-backtracking` tries those
with the fewest free neighbours first. Both are exact: a search that ends has seen every tour. Cost: exponential in the number
of squares, fit for 6x6 and a lucky 8x8; memory linear.

References: R. J. Walker, An enumerative technique for a class of combinatorial problems, 1960; H. C. von Warnsdorff, Des
Rösselsprunges einfachste und allgemeinste Lösung, 1823.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from typing import TypeAlias

from graphs.leapers import MoveOrder, ordered_neighbours
from graphs.obstructions import squares_at_steps
from solvers.budget import Meter
from solvers.outcome import Outcome, first_found
from solvers.problem import Problem
from solvers.registry import solver

__all__ = ["backtracking", "backtracking_tours", "warnsdorff_backtracking", "warnsdorff_backtracking_tours"]

Neighbours: TypeAlias = Mapping[Hashable, Collection[Hashable]]
Candidates: TypeAlias = Callable[[Hashable], Iterable[Hashable]]


def depth_first_tours(
    problem: Problem, meter: Meter, neighbours: Neighbours, free: set[Hashable], candidates: Candidates
) -> Iterator[list[Hashable]]:
    """Yield every tour in the order of the search; at each yield, `meter.nodes` is the number of squares placed so far.

    Parameters
    ----------
    problem, meter : the problem, and the budget; a problem with an end also has a start (`solvers.solving` ensures this).
    neighbours : the neighbours of each square.
    free : all squares; the search takes out the squares of its path.
    candidates : the squares to try after a square, in their order. The search passes over those that are not free, and over
        those from which no walk leads to the known steps in time.

    Raises
    ------
    BudgetSpent : the budget ran out before the search came to its end.
    """
    last = [] if problem.end in (None, problem.start) else [problem.end]
    free.difference_update(last)  # a given end is kept back until all others are placed
    between = 1 + 2**17 // (1 + max(map(len, neighbours.values())) ** 2)  # nodes between two looks: some milliseconds
    length, nodes, pause, path, more = len(free), 0, 0, meter.path, meter.more  # short names: a longer loop has slower jumps
    branches: list[Iterator[Hashable]] = []  # for each square of the path, what is left to try beside it
    starts = list(neighbours) if problem.start is None else [problem.start]
    candidates, starts = _in_time(candidates, starts, squares_at_steps(neighbours, problem, meter.watched), path)
    branch = iter(starts[:1] if problem.closed else starts)  # a closed tour passes through every square
    while True:
        for square in branch:
            if square in free:
                if nodes == pause:
                    pause = more(nodes, between, len(path))
                nodes += 1
                path.append(square)
                if len(path) < length:
                    free.remove(square)
                    branches.append(branch)
                    branch = iter(candidates(square))
                    break
                if _is_tour(tour := path + last, problem, neighbours):
                    if last and nodes == pause:
                        pause = more(nodes, between)
                    nodes += len(last)
                    meter.nodes = nodes
                    yield tour
                path.pop()
        else:  # nothing is left to try here: take the last square back
            if not path:
                break
            free.add(path.pop())
            branch = branches.pop()
    meter.nodes = nodes


def _in_time(
    candidates: Candidates,
    starts: list[Hashable],
    at_step: Sequence[Collection[Hashable]],
    path: MutableSequence[Hashable],
) -> tuple[Candidates, list[Hashable]]:
    """Return the candidates and the starts that are in time for the known steps, if there are any."""
    if not at_step:
        return candidates, starts
    in_time = [square for square in starts if square in at_step[0]]
    return lambda square: [near for near in candidates(square) if near in at_step[len(path)]], in_time


def _is_tour(path: list[Hashable], problem: Problem, neighbours: Neighbours) -> bool:
    """Return whether the last step of a complete path is a move: back to the start of a closed tour, or to a given end."""
    beside_last = neighbours[path[-1]]
    return path[0] in beside_last if problem.closed else problem.end is None or len(path) < 2 or path[-2] in beside_last


def backtracking_tours(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Iterator[list[Hashable]]:
    """Yield every tour, in the order of the search."""
    neighbours = ordered_neighbours(problem.graph_within(meter), move_order, meter.watched)
    return depth_first_tours(problem, meter, neighbours, set(neighbours), neighbours.__getitem__)


@solver(
    "backtracking",
    summary="depth-first search in a fixed move order, no pruning",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    tours=backtracking_tours,
    watchable=True,
    reference="R. J. Walker, An enumerative technique for a class of combinatorial problems, 1960",
)
def backtracking(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour that the search finds, or IMPOSSIBLE if the search ends without one.

    Parameters
    ----------
    move_order : the order in which the neighbours of a square are tried: `adjacency`, as in the graph; `clockwise`; `java`;
        or a list of moves (row, col).
    """
    return first_found(backtracking_tours(problem, meter, move_order=move_order), meter)


def warnsdorff_backtracking_tours(
    problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency"
) -> Iterator[list[Hashable]]:
    """Yield every tour, in the order of the search."""
    neighbours = ordered_neighbours(problem.graph_within(meter), move_order, meter.watched)
    free = set(neighbours)

    def number_of_free_neighbours(square: Hashable) -> int:
        return len(free.intersection(neighbours[square]))

    def fewest_first(square: Hashable) -> list[Hashable]:
        onward = [near for near in neighbours[square] if near in free]
        return sorted(onward, key=number_of_free_neighbours) if len(onward) > 1 else onward

    return depth_first_tours(problem, meter, neighbours, free, fewest_first)


@solver(
    "warnsdorff-backtracking",
    summary="depth-first search that tries the squares in the order of Warnsdorff's rule",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    tours=warnsdorff_backtracking_tours,
    watchable=True,
    reference="H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823",
)
def warnsdorff_backtracking(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour that the search finds, or IMPOSSIBLE if the search ends without one.

    Parameters
    ----------
    move_order : the order in which squares with equally many free neighbours are tried, as in `backtracking`.
    """
    return first_found(warnsdorff_backtracking_tours(problem, meter, move_order=move_order), meter)

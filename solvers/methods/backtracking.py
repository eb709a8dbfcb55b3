"""Backtracking: extend a path square by square, and go back at dead ends.

This is the classic program for the knight's tour. `depth_first_tours` below is the whole method. Two solvers use it:

- `backtracking` tries the neighbours of a square in a fixed order [1]_. With `move_order="clockwise"`, it visits the same
  search nodes as the usual C++ and Python programs. With `move_order="java"`, it visits those of the usual Java program.
- `warnsdorff-backtracking` tries the neighbours with the fewest free neighbours first [2]_.

Both solvers are exact: a search that runs to completion has seen every tour. The time is exponential in the number of squares.
A board of 6x6 is feasible; a board of 8x8 is feasible only from some starts. The memory is linear in the number of squares.

References
----------
.. [1] R. J. Walker, An enumerative technique for a class of combinatorial problems, 1960.
.. [2] H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from typing import TypeAlias

from graphs.leapers import MoveOrder
from graphs.obstructions import squares_at_steps
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome, outcome_of_first
from solvers.core.problem import Problem
from solvers.core.registry import solver

Neighbours: TypeAlias = Mapping[Hashable, Collection[Hashable]]
Candidates: TypeAlias = Callable[[Hashable], Iterable[Hashable]]


def depth_first_tours(
    problem: Problem, meter: Meter, neighbours: Neighbours, free: set[Hashable], candidates: Candidates
) -> Iterator[list[Hashable]]:
    """Yield every tour by depth-first search.

    `free` contains all squares. The search removes the squares of its path from this set. `candidates(square)` returns the
    squares to try after `square`, in order, and may depend on `free`. If the problem has an end, it must also have a start.

    Each time a tour is yielded, `meter.nodes` is the number of squares placed so far.
    """
    last = [] if problem.end in (None, problem.start) else [problem.end]
    free.difference_update(last)  # a given end is placed after all other squares
    # number of search nodes between two checks of the clock; a search takes some milliseconds for them
    between = 1 + 2**17 // (1 + max(map(len, neighbours.values())) ** 2)
    # Local names shorten the bytecode of the loop below, so that its jumps are faster.
    length, nodes, pause, path, more = len(free), 0, 0, meter.path, meter.more
    branches: list[Iterator[Hashable]] = []  # for each square of the path, the alternatives that are not tried yet
    starts = list(neighbours) if problem.start is None else [problem.start]
    candidates, starts = _allowed_at_steps(candidates, starts, squares_at_steps(neighbours, problem, meter.watched), path)
    branch = iter(starts[:1] if problem.closed else starts)  # one start is enough for closed tours: they visit every square
    while True:
        for square in branch:
            if square in free:
                if nodes == pause:
                    pause = more(nodes, between)
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
        else:  # all candidates are tried: remove the last square
            if not path:
                break
            free.add(path.pop())
            branch = branches.pop()
    meter.nodes = nodes


def _allowed_at_steps(
    candidates: Candidates,
    starts: list[Hashable],
    at_step: Sequence[Collection[Hashable]],
    path: MutableSequence[Hashable],
) -> tuple[Candidates, list[Hashable]]:
    """Restrict the starts and candidates of a search by known steps.

    `at_step` contains the possible squares of each step (see `squares_at_steps`), or is empty if no steps are known. `path` is
    the current path of the search, so its length is the index of the next step.
    """
    if not at_step:
        return candidates, starts
    allowed_starts = [square for square in starts if square in at_step[0]]
    return lambda square: [near for near in candidates(square) if near in at_step[len(path)]], allowed_starts


def _is_tour(path: list[Hashable], problem: Problem, neighbours: Neighbours) -> bool:
    """Return whether a complete path is a tour, by its last move.

    The last move of a closed tour leads back to the first square. If an end is given, the last move leads to this end. The
    search has checked all other moves.
    """
    beside_last = neighbours[path[-1]]
    return path[0] in beside_last if problem.closed else problem.end is None or len(path) < 2 or path[-2] in beside_last


def backtracking_tours(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Iterator[list[Hashable]]:
    neighbours = problem.ground.neighbours(meter, move_order)
    return depth_first_tours(problem, meter, neighbours, set(neighbours), neighbours.__getitem__)


@solver(
    "backtracking",
    summary="depth-first search in a fixed move order, without pruning",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    tours=backtracking_tours,
    watchable=True,
    reference="R. J. Walker, An enumerative technique for a class of combinatorial problems, 1960",
)
def backtracking(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour of a depth-first search.

    Parameters
    ----------
    move_order : {"adjacency", "clockwise", "java"} or sequence of moves, optional
        The order in which neighbours are tried (default: "adjacency", the order in the graph). See the module docstring for
        "clockwise" and "java". A sequence of moves (row delta, column delta) must contain every move of the graph.
    """
    return outcome_of_first(backtracking_tours(problem, meter, move_order=move_order), meter)


def warnsdorff_backtracking_tours(
    problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency"
) -> Iterator[list[Hashable]]:
    neighbours = problem.ground.neighbours(meter, move_order)
    free = set(neighbours)

    def number_of_free_neighbours(square: Hashable) -> int:
        return len(free.intersection(neighbours[square]))

    def fewest_first(square: Hashable) -> list[Hashable]:
        onward = [near for near in neighbours[square] if near in free]
        return sorted(onward, key=number_of_free_neighbours) if len(onward) > 1 else onward

    return depth_first_tours(problem, meter, neighbours, free, fewest_first)


@solver(
    "warnsdorff-backtracking",
    summary="depth-first search by Warnsdorff's rule, without pruning",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    tours=warnsdorff_backtracking_tours,
    watchable=True,
    reference="H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823",
)
def warnsdorff_backtracking(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour of a depth-first search by Warnsdorff's rule.

    Parameters
    ----------
    move_order : {"adjacency", "clockwise", "java"} or sequence of moves, optional
        Order of neighbours with equally many free neighbours, as in `backtracking` (default: "adjacency").
    """
    return outcome_of_first(warnsdorff_backtracking_tours(problem, meter, move_order=move_order), meter)

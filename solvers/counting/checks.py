"""Check a computed number of tours by independent methods.

There are three checks:

- *Another method*: If a tree of separators needs less effort than a sweep, the tours are counted on another tree. Otherwise, if
  there are few tours, all of them are listed and verified. Otherwise they are counted again, with the vertices in another
  order, and without symmetries. If the first count used two halves of the graph (`halves`), the check processes all vertices in
  one sweep if that is feasible.
- *Starts*: The open tours that begin at each square are counted (`starts`). Each directed tour has one first square. So the
  numbers for all squares must add up to the number of directed tours. Squares that a symmetry of the board maps to each other
  have the same number, so only one of them is used for a count.
- *Orbits*: A symmetry of the board maps tours to tours. `quotients` counts the tours that each symmetry maps to themselves, by
  another method than `count_tours`. Let S be the sum of these numbers over all symmetries, where the identity contributes the
  number of all tours. By the lemma of Cauchy, Frobenius and Burnside, S is the number of symmetries times the number of orbits
  of tours. So S must be a multiple of the number of symmetries.

References
----------
W. Burnside, Theory of Groups of Finite Order, 1897.
"""

from __future__ import annotations

from graphs.symmetry import orbits, symmetries
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, SolverError, UnsupportedProblem
from solvers.core.forms import orient
from solvers.core.problem import Problem
from solvers.counting.count_plan import MOST_WIDTH, best_count_plan, count_plan_of
from solvers.counting.counting import (
    TourCount,
    count_by_listing,
    count_in_order,
    count_on_tree,
    count_starts,
    feasible_plan,
)
from solvers.counting.quotients import count_symmetric_tours
from solvers.solving.enumeration import enumerate_tours

MOST_LISTED = 2_000_000
"""Maximum number of tours for which a check lists all tours, which takes seconds."""
EFFORT_FROM_SIDE_TO_SIDE = 20.5
"""Maximum effort of a check that does not divide the graph into two halves.

The effort is the natural logarithm of the estimated number of states. With the maximum effort, a check takes minutes.
"""
MOST_STATES_OF_STARTS = 300_000
"""Maximum number of states for counting the tours from each start again, as a check.

The number is estimated, and summed over all starts. With this number, the check takes about a second.
"""


def check_count(problem: Problem, count: TourCount, budget: Budget | None = None, memory: float | None = None) -> str:
    r"""Check the result of a count by independent methods.

    Return the passed checks as text. Raise SolverError if the number fails a check.

    >>> from graphs import Board
    >>> from solvers import count_tours
    >>> problem = Problem.on_board(Board(6, 6), closed=True)
    >>> print(check_count(problem, count_tours(problem)).replace("; ", "\n"))
    every tour listed gives the same number
    Burnside's lemma gives 1,245 orbits of tours
    """
    meter = Meter(budget)
    if problem.feature:
        problem, _ = orient(problem, meter)
    passed: list[str] = []
    for check in (_by_orbits, _by_starts, _by_another_method):  # the cheapest check comes first
        try:
            passed.insert(0, check(problem, count, meter, memory))
        except BudgetSpent as spent:
            until_then = f"; until then, {_join_texts(passed)}" if any(passed) else ""
            raise BudgetSpent(meter.reason(spent) + until_then, spent.value, spent.limit) from None
    return _join_texts(passed)


def _join_texts(passed: list[str]) -> str:
    return "; ".join(filter(None, passed))


def _by_another_method(problem: Problem, count: TourCount, meter: Meter, memory: float | None) -> str:
    """Check a number of tours by listing them or by counting again.

    The second count uses another tree, or processes the vertices in another order. The tours are listed in any of these cases,
    if there is no tree:

    - there are few tours, and the first count did not list them;
    - steps, or both a start and an end, are given;
    - no other order of the vertices is found whose frontiers have few enough vertices.
    """
    number = count.directed if count.undirected is None else count.undirected
    assert number is not None
    bare = Problem(problem.graph, **problem.ends)
    best = best_count_plan(problem)
    was_listed = best.width > MOST_WIDTH and count.peak == 0
    both_ends = None not in (problem.start, problem.end)
    on_tree = None if both_ends else count_on_tree(bare, best.effort, meter, memory, seed=1)
    plans = (feasible_plan(bare, count_plan_of(bare, best.vertices[::-1]), meter, direction) for direction in (-1, 1))
    if problem.steps:
        method = "every tour listed by cp-sat"
        again = sum(1 for _ in enumerate_tours(problem, "cp-sat", budget=meter.rest()))
    elif on_tree is not None:
        method, (again, _) = "another tree", on_tree
    elif (
        (number <= MOST_LISTED and not was_listed)
        or problem.size < 2
        or both_ends
        or (found := next(filter(None, plans), None)) is None
    ):
        method, again = "every tour listed", count_by_listing(problem, meter)
    else:
        plan, middle = found
        if plan.effort <= EFFORT_FROM_SIDE_TO_SIDE:
            middle = None
        method = "another order" if middle is None else "two halves in another order"
        again, _ = count_in_order(plan, middle, meter, memory, problem.words.vertices)
    if again != number:
        raise SolverError(
            f"{problem}: counted {number:,} tours, but another method ({method}) found {again:,}", (problem, number, again)
        )
    return f"{method} gives the same number"


def _by_starts(problem: Problem, count: TourCount, meter: Meter, memory: float | None) -> str:
    """Check that the numbers of tours from each start add up to the total.

    The total is the number of directed tours. Return an empty string, without a check, if the tours are closed, if the graph is
    not a board, if a start, an end or a step is given, if there is only one square, or if there are too many states.
    """
    if problem.board is None or count.directed is None or count.undirected is None or problem.size < 2:
        return ""
    if len(orbits(problem.board)) * count.peak > MOST_STATES_OF_STARTS:
        return ""
    total = sum(count_starts(problem, budget=meter.rest(), memory=memory).values())
    if total != count.directed:
        reason = f"{count.directed:,} directed tours, but the numbers for all starts add up to {total:,}"
        raise SolverError(f"{problem}: {reason}", (problem, count.directed, total))
    return "the tours from each square add up to the same number"


def _by_orbits(problem: Problem, count: TourCount, meter: Meter, memory: float | None) -> str:
    """Check a number of tours by Burnside's lemma.

    Return an empty string, without a check, in any of these cases:

    - the graph is not a board, or the board is a cylinder or torus, or has no symmetries except the identity;
    - a start, an end or a step is given;
    - there are fewer than 3 squares;
    - the symmetric tours cannot be counted, because the frontiers of a quotient graph (see `quotients`) are too wide.
    """
    board = problem.board
    if board is None or board.wrap is not None or problem.where or problem.size < 3:
        return ""
    names = [symmetry.name for symmetry in symmetries(board)[1:]]
    try:
        tours_by_name = {
            name: count_symmetric_tours(problem, name, budget=meter.rest(), memory=memory).tours
            for name in dict.fromkeys(names)
        }
    except UnsupportedProblem:  # the frontiers of a quotient are too wide
        return ""
    assert count.undirected is not None
    total, maps = count.undirected + sum(tours_by_name[name] for name in names), len(names) + 1
    if total % maps:
        reason = f"{count.undirected:,} tours, but by Burnside's lemma there would be {total:,} / {maps} orbits of tours"
        raise SolverError(f"{problem}: {reason}", (problem, count.undirected, tours_by_name))
    return f"Burnside's lemma gives {total // maps:,} orbits of tours" if names else ""

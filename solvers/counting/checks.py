"""Checks of a count: other methods that find the same number, and the orbits of the tours under the board's symmetries.

- *Another method*: where there are few tours, all of them are listed and verified. Else the vertices come in another order, as
  those of a graph of which no symmetry is known; and what met in the middle is counted from side to side, if that is feasible.
- *Starts*: open tours are also counted from one square of each symmetric kind. Each tour has one first square, so these numbers
  add up to the number of directed tours.
- *Orbits*: a symmetry of the board maps tours onto tours. `quotients` counts the tours that each symmetry keeps, in another way
  than all tours are counted. By the lemma of Cauchy, Frobenius and Burnside (W. Burnside, Theory of Groups of Finite Order,
  1897) these numbers and that of all tours add up to the number of orbits times that of the symmetries. So the sum must be a
  multiple of the number of symmetries.
"""

from __future__ import annotations

from graphs.symmetry import orbits, symmetries
from solvers.budget import Budget, Meter
from solvers.counting.checkpoints import Checkpoints
from solvers.counting.counting import MOST_LISTED, TourCount, count_by_listing, count_in_order, plan_and_middle
from solvers.counting.plan import MOST_WIDTH, best_plan, plan_of
from solvers.counting.quotients import count_symmetric_tours
from solvers.counting.rows import Room
from solvers.counting.starts import count_starts
from solvers.enumeration import enumerate_tours
from solvers.errors import BudgetSpent, SolverError, UnsupportedProblem
from solvers.frontier.order import narrow_order
from solvers.problem import Problem

__all__ = ["check_count"]

EFFORT_FROM_SIDE_TO_SIDE = 20.5
"""Up to this effort of its plan, a count that met in the middle is checked by one from side to side, in minutes."""
MOST_STATES_OF_STARTS = 300_000
"""States, for all starts together, that are counted in about a second."""


def check_count(problem: Problem, count: TourCount, budget: Budget | None = None, memory: float | None = None) -> str:
    r"""Check a count in all ways that are cheap beside the count, and say in which.

    Parameters
    ----------
    problem, count : what was counted, and what was found.
    budget, memory : as in `count_tours`.

    Returns
    -------
    One sentence: which checks the number has passed.

    Raises
    ------
    SolverError : the number fails a check.
    BudgetSpent : the budget, or the memory, ran out. The sentence says which checks the number had passed by then.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import count_tours
    >>> problem = Problem.on_board(Board(6, 6), closed=True)
    >>> print(check_count(problem, count_tours(problem)).replace("; ", "\n"))
    every tour listed gives the same number
    with the tours that each symmetry keeps there are 1,245 orbits
    """
    meter = Meter(budget)
    passed: list[str] = []
    for check in (_by_orbits, _by_starts, _by_another_method):  # what costs least comes first
        try:
            passed.insert(0, check(problem, count, meter, memory))
        except BudgetSpent as spent:
            until_then = f"; until then, {_joined(passed)}" if any(passed) else ""
            raise BudgetSpent(meter.reason(spent) + until_then, spent.value, spent.limit) from None
    return _joined(passed)


def _joined(passed: list[str]) -> str:
    return "; ".join(filter(None, passed))


def _by_another_method(problem: Problem, count: TourCount, meter: Meter, memory: float | None) -> str:
    """List every tour where there are few and the count did not, and count in another order elsewhere."""
    number = count.directed if count.undirected is None else count.undirected
    assert number is not None
    bare = Problem(problem.graph, **problem.ends)
    best = best_plan(problem)
    plan, middle = plan_and_middle(bare, plan_of(bare, best.order[::-1]))
    if plan.width > MOST_WIDTH and middle is None:
        plan, middle = plan_and_middle(bare, plan_of(bare, narrow_order(bare.graph.adj, meter)))
    was_listed = best.width > MOST_WIDTH and count.peak == 0
    too_wide = plan.width > MOST_WIDTH and middle is None
    if problem.steps:
        method = "every tour listed by cp-sat"
        again = sum(1 for _ in enumerate_tours(problem, "cp-sat", budget=meter.rest()))
    elif (number <= MOST_LISTED and not was_listed) or too_wide or problem.size < 2 or None not in (problem.start, problem.end):
        method, again = "every tour listed", count_by_listing(problem, meter)
    else:
        if plan.effort <= EFFORT_FROM_SIDE_TO_SIDE:
            middle = None
        method = "another order" if middle is None else "two halves in another order"
        again = count_in_order(plan, middle, meter, Room(memory), problem.words.vertices, Checkpoints()).complete
    if again != number:
        raise SolverError(f"{problem}: {number:,} tours, but by {method} there are {again:,}", (problem, number, again))
    return f"{method} gives the same number"


def _by_starts(problem: Problem, count: TourCount, meter: Meter, memory: float | None) -> str:
    """Add up the tours from every square, where there are few states; one start of each symmetric kind is counted."""
    if problem.board is None or count.directed is None or count.undirected is None or problem.size < 2:
        return ""
    if len(orbits(problem.board)) * count.peak > MOST_STATES_OF_STARTS:
        return ""
    total = sum(count_starts(problem, meter.rest(), memory=memory).values())
    if total != count.directed:
        reason = f"{count.directed:,} directed tours, but {total:,} from all squares together"
        raise SolverError(f"{problem}: {reason}", (problem, count.directed, total))
    return "the tours from each square add up to it"


def _by_orbits(problem: Problem, count: TourCount, meter: Meter, memory: float | None) -> str:
    """Add up the tours that the symmetries keep, on boards without joined edges, where no start or end is given."""
    board = problem.board
    if board is None or board.wrap is not None or problem.where or problem.size < 3:
        return ""
    names = [symmetry.name for symmetry in symmetries(board)[1:]]
    try:
        kept = {name: count_symmetric_tours(problem, name, meter.rest(), memory=memory).tours for name in dict.fromkeys(names)}
    except UnsupportedProblem:  # the frontiers of a quotient are too wide
        return ""
    assert count.undirected is not None
    total, maps = count.undirected + sum(kept[name] for name in names), len(names) + 1
    if total % maps:
        reason = f"{count.undirected:,} tours, but with those that each symmetry keeps there would be {total:,} / {maps} orbits"
        raise SolverError(f"{problem}: {reason}", (problem, count.undirected, kept))
    return f"with the tours that each symmetry keeps there are {total // maps:,} orbits" if names else ""

"""How many tours a problem has: the counts, their two words, and their limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from solvers.budget import Budget, Meter
from solvers.counting.limbs import limbs_of
from solvers.counting.middle import best_middle
from solvers.counting.plan import Plan, best_plan
from solvers.errors import ProblemError
from solvers.problem import Problem
from solvers.progress import begin_step

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["TourCount", "count_by_listing", "count_by_plan", "count_tours"]

MOST_WIDTH = 22
"""The widest frontier whose states fit into a memory; on graphs with wider ones every tour is listed."""
EFFORT_OF_ONE_SWEEP = 17.3
"""Up to this effort of its plan, a count goes from side to side: it takes a second, and two halves would not be faster."""
MOST_LISTED = 2_000_000
"""Tours that a check lists, in seconds."""


@dataclass(frozen=True)
class TourCount:
    """The number of tours of a problem.

    Attributes
    ----------
    directed : open tours, each direction counted by itself; None for closed tours.
    undirected : closed tours, or open tours with a tour and its reverse counted as one; None where a start or an end of open
        tours is given.
    peak : the largest number of states at one time; it does not count when two are compared.
    """

    directed: int | None
    undirected: int | None
    peak: int = field(default=0, compare=False)


def count_tours(
    problem: Problem | Board | nx.Graph[Any],
    budget: Budget | None = None,
    *,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    memory: float | None = None,
) -> TourCount:
    """Count the tours of a problem, all of them, exactly.

    Parameters
    ----------
    problem : a problem; or a board (for the knight) or a networkx graph, with `start`, `end` and `closed` beside it.
    budget : None is no limit; a node is a state.
    start, end, closed : as in `Problem`; only where `problem` is a board or a graph.
    memory : gigabytes that the states may fill; None is four fifths of what is free.

    Raises
    ------
    BudgetSpent : the budget, or the memory, ran out. There is no count then.

    Notes
    -----
    A closed tour from a given start to a given end passes from the end to the start; such tours are counted.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4 (Simpath), 2011.

    Examples
    --------
    >>> count_tours(Board(6, 6), closed=True).undirected
    9862
    >>> count = count_tours(Board(5, 5))
    >>> count.directed, count.undirected
    (1728, 864)
    >>> count_tours(Board(5, 5), start=(0, 0)).directed
    304
    """
    problem = Problem.of(problem, start=start, end=end, closed=closed).refreshed()
    meter = Meter(budget)
    if memory is not None and not memory > 0:
        raise ProblemError(f"the memory limit is {memory}: it must be a number of gigabytes above 0", memory)
    number, peak = _number(problem, meter, memory)
    if problem.closed:
        return TourCount(None, number, peak)
    if problem.start is not None or problem.end is not None:
        return TourCount(number, None, peak)
    return TourCount(number if problem.size == 1 else 2 * number, number, peak)


def _number(problem: Problem, meter: Meter, memory: float | None) -> tuple[int, int]:
    """Return how many sets of edges are tours, and the largest number of states."""
    graph = problem.graph_within(meter)
    if problem.size < (3 if problem.closed else 1):
        return 0, 0
    if problem.size == 1:
        return 1, 0
    if problem.closed and problem.start is not None and problem.end is not None:
        if not graph.has_edge(problem.start, problem.end):
            return 0, 0
        problem = problem.with_ends(start=problem.start, end=problem.end)
    plan = best_plan(problem)
    middle = best_middle(problem, plan) if plan.effort > EFFORT_OF_ONE_SWEEP else None
    if middle is not None and middle.width <= MOST_WIDTH and middle.effort < plan.effort:
        from solvers.counting.compiled.middle import count_by_middle

        return count_by_middle(middle, limbs_of(plan), meter, memory)
    if plan.width > MOST_WIDTH:
        return count_by_listing(problem, meter), 0
    return count_by_plan(plan, meter, memory, problem.words.vertices)


def count_by_listing(problem: Problem, meter: Meter) -> int:
    """List all tours, and return how many there are."""
    from solvers.listing.tours import list_tour_blocks

    begin_step("counting: listing every tour")
    return sum(map(len, list_tour_blocks(problem, budget=Budget(meter.rest().seconds))))


def count_by_plan(plan: Plan, meter: Meter, memory: float | None, vertices: str) -> tuple[int, int]:
    """Return how many sets of edges are tours, counted in the order of a plan, and the largest number of states.

    Parameters
    ----------
    plan : the order.
    meter, memory : the budget, and gigabytes, as in `count_tours`.
    vertices : what the vertices are called, to show how far the count is.
    """
    from solvers.counting.compiled.frontier import count_levels

    peak = complete = 0
    for level in count_levels(plan, limbs_of(plan), meter, memory):
        begin_step(f"counting: {level.treated} of {len(plan.order)} {vertices}, {len(level.states):,} states")
        peak, complete = max(peak, len(level.states)), level.complete
    return complete, peak

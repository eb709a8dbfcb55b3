"""How many tours a problem has: the counts, their two words, and their limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from solvers.budget import Budget, Meter
from solvers.counting.limbs import limbs_of
from solvers.counting.middle import Middle, best_middle
from solvers.counting.plan import MOST_WIDTH, best_plan, plan_of
from solvers.errors import BudgetSpent, ProblemError
from solvers.frontier.order import narrow_order
from solvers.frontier.plan import Plan
from solvers.problem import Problem
from solvers.progress import begin_step, remark

if TYPE_CHECKING:
    import networkx as nx

    from solvers.counting.running.checkpoints import CheckpointFolder
    from solvers.counting.running.memory import Room

__all__ = ["Means", "TourCount", "count_by_listing", "count_in_order", "count_tours", "number_of_tours", "plan_and_middle"]

EFFORT_OF_ONE_SWEEP = 17.3
"""Up to this effort of its plan, a count goes from side to side: it takes a second, and two halves would not be faster."""
GAIN_OF_AN_ORDER = 3
"""How much less effort an order without symmetries must take, for the states are counted up to a symmetry in others."""
NODES_OF_A_SHORT_LIST = 10_000_000
"""Nodes in which all tours of a problem with wide frontiers may be listed, before its vertices are put in a better order."""
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

    @classmethod
    def of(cls, problem: Problem, number: int, peak: int = 0) -> TourCount:
        """Return the count of a problem with so many tours, where open ones between free ends count in one direction only."""
        if problem.closed:
            return cls(None, number, peak)
        if problem.start is not None or problem.end is not None:
            return cls(number, None, peak)
        return cls(number if problem.size == 1 else 2 * number, number, peak)


def count_tours(
    problem: Problem | Board | nx.Graph[Any],
    budget: Budget | None = None,
    *,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    memory: float | None = None,
    temporary: str | Path | None = None,
    checkpoint: str | Path | None = None,
) -> TourCount:
    """Count the tours of a problem, all of them, exactly.

    Parameters
    ----------
    problem : a problem; or a board (for the knight) or a networkx graph, with `start`, `end` and `closed` beside it.
    budget : None is no limit; a node is a state.
    start, end, closed : as in `Problem`; only where `problem` is a board or a graph.
    memory : gigabytes that the process may fill; None is what it fills and four fifths of what is free. States that do not fit
        go to disk.
    temporary : the folder for these; None is the system's folder for temporary files.
    checkpoint : a folder where the states are kept now and then, so that the same call goes on from there if it was stopped or
        killed. In the end it holds the number alone, and the same call returns it at once.

    Raises
    ------
    BudgetSpent : the budget ran out, or the memory is too small even with blocks on disk. There is no count then.
    FormatError : a folder cannot be written to, the checkpoint belongs to another problem or is damaged, or another process
        counts in its folder.

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
    problem = Problem.of(problem, start=start, end=end, closed=closed)
    return TourCount.of(problem, *number_of_tours(problem, Meter(budget), Means(memory, temporary, checkpoint)))


@dataclass(frozen=True)
class Means:
    """The memory and the folders of a count, as in `count_tours`."""

    memory: float | None = None
    temporary: str | Path | None = None
    checkpoint: str | Path | None = None

    def __post_init__(self) -> None:
        if self.memory is not None and not 0 < self.memory < inf:
            raise ProblemError(f"the memory limit is {self.memory}: it must be a number of gigabytes above 0", self.memory)


def number_of_tours(problem: Problem, meter: Meter, means: Means) -> tuple[int, int]:
    """Return how many sets of edges are tours, and the largest number of states; see `count_tours`."""
    graph = problem.graph_within(meter)
    if problem.size < (3 if problem.closed else 1):
        return 0, 0
    if problem.size == 1:
        return 1, 0
    question = repr(problem).removeprefix("Problem(").removesuffix(")")
    if problem.closed and problem.start is not None and problem.end is not None:
        if not graph.has_edge(problem.start, problem.end):
            return 0, 0
        problem = problem.with_ends(start=problem.start, end=problem.end)
    plan, middle = plan_and_middle(problem, best_plan(problem))
    if plan.width > MOST_WIDTH:
        number = _listed_soon(problem, meter)
        if number is not None:
            return number, 0
    if middle is None and plan.effort > EFFORT_OF_ONE_SWEEP:
        narrow = plan_of(problem, narrow_order(problem.graph.adj, meter))
        if narrow.effort < plan.effort - (GAIN_OF_AN_ORDER if any(each.mirror for each in plan.treatments) else 0):
            plan, middle = plan_and_middle(problem, narrow)
    if plan.width <= MOST_WIDTH or middle is not None:
        return _counted(plan, middle, meter, means, problem.words.vertices, question)
    if means.checkpoint is not None:
        remark("every tour is listed, for the frontiers are too wide: there are no checkpoints")
    return count_by_listing(problem, meter), 0


def plan_and_middle(problem: Problem, plan: Plan) -> tuple[Plan, Middle | None]:
    """Return a plan, and the two halves where they take less work."""
    middle = best_middle(problem, plan) if plan.effort > EFFORT_OF_ONE_SWEEP else None
    if middle is not None and (middle.width > MOST_WIDTH or middle.effort >= plan.effort):
        middle = None
    return plan, middle


def _listed_soon(problem: Problem, meter: Meter) -> int | None:
    """Return how many tours there are; None where there is no time to list them all."""
    try:
        return count_by_listing(problem, meter, NODES_OF_A_SHORT_LIST)
    except BudgetSpent:
        meter.check()
        return None


def count_by_listing(problem: Problem, meter: Meter, nodes: int | None = None) -> int:
    """List all tours, and return how many there are.

    Parameters
    ----------
    nodes : the most nodes of the search; None is no limit.
    """
    from solvers.listing import list_tour_blocks

    begin_step("counting: listing every tour")
    return sum(map(len, list_tour_blocks(problem, budget=Budget(meter.rest().seconds, nodes))))


def _counted(plan: Plan, middle: Middle | None, meter: Meter, means: Means, vertices: str, question: str) -> tuple[int, int]:
    """Return the number of tours and the largest number of states: those that a checkpoint holds, or counted."""
    from solvers.counting.running.checkpoints import CheckpointFolder, fingerprint
    from solvers.counting.running.memory import Room

    room = Room(means.memory, None if means.temporary is None else str(means.temporary))
    if means.checkpoint is None:
        return count_in_order(plan, middle, meter, room, vertices)
    with CheckpointFolder(means.checkpoint, question) as folder:
        answer = folder.answer(fingerprint(plan, limbs_of(plan)))
        if answer is not None:
            remark("the checkpoint holds the number: it was counted before")
            return answer
        number, peak = count_in_order(plan, middle, meter, room, vertices, folder)
        folder.keep_answer(number, peak, fingerprint(plan, limbs_of(plan)))
    return number, peak


def count_in_order(
    plan: Plan, middle: Middle | None, meter: Meter, room: Room, vertices: str, folder: CheckpointFolder | None = None
) -> tuple[int, int]:
    """Count by two halves, or from side to side where there are none or they do not fit into the memory.

    Parameters
    ----------
    plan, middle : the order, and the two halves.
    meter, room : the budget, and the memory.
    vertices : what the vertices are called, to show how far the count is.
    folder : where the states are kept.

    Returns
    -------
    How many sets of edges are tours, and the largest number of states.
    """
    if middle is not None:
        from solvers.counting.compiled.middle import count_by_middle

        found = count_by_middle(middle, limbs_of(plan), meter, room, folder)
        if found is not None:
            return found
        remark("two halves of the board do not fit into the memory limit together: counting from side to side")
    return _count_from_side_to_side(plan, meter, room, vertices, folder)


def _count_from_side_to_side(
    plan: Plan, meter: Meter, room: Room, vertices: str, folder: CheckpointFolder | None
) -> tuple[int, int]:
    from solvers.counting.running.checkpoints import fingerprint
    from solvers.counting.running.sweep import sweep

    limbs = limbs_of(plan)
    checkpoint = None if folder is None else folder.checkpoint("count", fingerprint(plan, limbs))
    level = sweep(plan, limbs, meter, room, vertices, checkpoint=checkpoint)
    return level.complete, level.peak

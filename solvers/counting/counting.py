"""How many tours a problem has: the counts, their two words, and their limits."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphs.leapers import KNIGHT, Leaper
from graphs.loading import load
from graphs.verify import Steps
from solvers.budget import Budget, Meter
from solvers.counting.middle import Middle, best_middle
from solvers.counting.plan import MOST_WIDTH, best_plan, plan_of
from solvers.errors import BudgetSpent, ProblemError
from solvers.frontier.order import narrow_order
from solvers.frontier.plan import Plan
from solvers.problem import Problem, Subject
from solvers.progress import begin_step, remark

if TYPE_CHECKING:
    from solvers.counting.checkpoints import Checkpoints
    from solvers.counting.rows import Level, Room

__all__ = ["TourCount", "count_by_listing", "count_in_order", "count_tours", "number_of_tours", "plan_and_middle"]

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
    directed : int or None
        Number of open tours; a tour and its reverse count as two. None for closed tours.
    undirected : int or None
        Number of closed tours, or of open tours if a tour and its reverse count once. None for open tours with a given start,
        end or step.
    peak : int
        Maximum number of states at one time. Ignored by `==`.

    See Also
    --------
    count_tours : counting rules if several squares are given.
    """

    directed: int | None
    undirected: int | None
    peak: int = field(default=0, compare=False)

    @classmethod
    def of(cls, problem: Problem, number: int, peak: int = 0) -> TourCount:
        """Return the count of a problem with a number of tours; open ones between free ends are counted in one direction."""
        if problem.closed:
            return cls(None, number, peak)
        if problem.where:
            return cls(number, None, peak)
        return cls(number if problem.size == 1 else 2 * number, number, peak)


def count_tours(
    problem: Subject,
    budget: Budget | None = None,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    memory: float | None = None,
    temporary: str | Path | None = None,
    checkpoint: str | Path | None = None,
) -> TourCount:
    """Count the tours of a problem, all of them, exactly.

    If two or more squares are given, a closed tour is counted twice if both directions agree with them.

    Parameters
    ----------
    problem : a problem; or a board (for the knight) or a networkx graph, with `start`, `end` and `closed` beside it.
    budget : None is no limit; a node is a state.
    leaper, start, end, closed, steps : as in `solve`; only for a board or a graph.
    memory : gigabytes that the process may fill; None is what it fills and four fifths of what is free. States that do not fit
        go to disk.
    temporary : the folder for these; None is the system's folder for temporary files.
    checkpoint : a folder where the states are kept now and then, so that the same call goes on from there if it was stopped or
        killed. In the end it holds the number alone, and the same call returns it at once.

    Raises
    ------
    BudgetSpent : the budget ran out, or the memory is too small even with blocks on disk. There is no count then.
    FormatError : a folder cannot be written to, or another process counts there; a checkpoint is damaged or of another problem.

    Notes
    -----
    A closed tour from a given start to a given end passes from the end to the start.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4 (Simpath), 2011.

    Examples
    --------
    >>> from graphs import Board
    >>> count_tours(Board(6, 6), closed=True).undirected
    9862
    >>> count_tours(Board(5, 5)) == TourCount(directed=1728, undirected=864)
    True
    >>> count_tours(Board(5, 5), start=(0, 0)).directed
    304
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    return TourCount.of(problem, *number_of_tours(problem, Meter(budget), memory, temporary, checkpoint))


def number_of_tours(
    problem: Problem, meter: Meter, memory: float | None, temporary: str | Path | None, checkpoint: str | Path | None
) -> tuple[int, int]:
    """Return how many sets of edges are tours, and the largest number of states; see `count_tours`.

    Where steps are known, every tour is listed. Elsewhere, the order of the vertices is planned first, and where it is worth
    it, two halves with a few vertices between them: on 8x8, closed, 24 squares row by row, two rows between, and the mirror
    image of the 24. Then the number is looked for in the checkpoint, or counted. Where all orders have too wide frontiers,
    every tour is listed.
    """
    check_memory(memory)
    load("solvers.counting.checkpoints", "solvers.counting.compiled.frontier", "solvers.counting.compiled.middle")
    from solvers.counting.checkpoints import checkpoints_in, fingerprint
    from solvers.counting.rows import Room

    graph = problem.graph_within(meter)
    if problem.size < (3 if problem.closed else 2):
        return int(problem.size == 1 and not problem.closed), 0
    if problem.steps:
        return count_by_listing(problem, meter), 0
    question = str(problem)
    if problem.closed and problem.start is not None and problem.end is not None:
        if not graph.has_edge(problem.start, problem.end):
            return 0, 0
        problem = problem.with_ends(start=problem.start, end=problem.end)
    plan, middle = plan_and_middle(problem, best_plan(problem, meter))
    if plan.width > MOST_WIDTH:
        with suppress(BudgetSpent):
            return count_by_listing(problem, meter, NODES_OF_A_SHORT_LIST), 0
        meter.check()
    if middle is None and plan.effort > EFFORT_OF_ONE_SWEEP:
        narrow = plan_of(problem, narrow_order(problem.graph.adj, meter))
        if narrow.effort < plan.effort - (GAIN_OF_AN_ORDER if any(each.mirror for each in plan.treatments) else 0):
            plan, middle = plan_and_middle(problem, narrow)
    if plan.width > MOST_WIDTH and middle is None:
        if checkpoint is not None:
            remark("every tour is listed, for the frontiers are too wide: there are no checkpoints")
        return count_by_listing(problem, meter), 0
    room, form = Room(memory, None if temporary is None else str(temporary)), fingerprint(plan)
    with checkpoints_in(checkpoint, question) as kept:
        answer = kept.read("answer", form, room)
        if answer is not None:
            remark("the checkpoint holds the number: it was counted before")
        else:
            answer = count_in_order(plan, middle, meter, room, problem.words.vertices, kept)
            kept.finish(form, answer)
    return answer.complete, answer.peak


def check_memory(memory: Any) -> None:
    """Refuse a memory limit that is no number of gigabytes above 0."""
    if memory is not None and not (isinstance(memory, int | float) and 0 < memory < 1e12):
        raise ProblemError(f"the memory limit is {memory!r:.40}: it must be a number of gigabytes above 0", memory)


def plan_and_middle(problem: Problem, plan: Plan) -> tuple[Plan, Middle | None]:
    """Return a plan, and the two halves where they take less work."""
    middle = best_middle(problem, plan) if plan.effort > EFFORT_OF_ONE_SWEEP else None
    if middle is not None and (middle.width > MOST_WIDTH or middle.effort >= plan.effort):
        middle = None
    return plan, middle


def count_by_listing(problem: Problem, meter: Meter, nodes: int | None = None) -> int:
    """List all tours, and return how many there are.

    Parameters
    ----------
    nodes : the most nodes of the search; None is no limit.
    """
    from solvers.listing import list_tour_blocks

    begin_step("counting: listing every tour")
    return sum(map(len, list_tour_blocks(problem, budget=replace(meter.rest(), nodes=nodes))))


def count_in_order(plan: Plan, middle: Middle | None, meter: Meter, room: Room, what: str, kept: Checkpoints) -> Level:
    """Count by two halves, or from side to side where there are none or they do not fit into the memory.

    Parameters
    ----------
    plan, middle : the order, and the two halves.
    meter, room : the budget, and the memory.
    what : what the vertices are called, to show how far the count is.
    kept : where the states are kept.

    Returns
    -------
    `complete` is how many sets of edges are tours, `peak` the largest number of states.
    """
    from solvers.counting.compiled.frontier import sweep

    if middle is not None:
        from solvers.counting.compiled.middle import count_by_middle

        found = count_by_middle(middle, meter, room, kept)
        if found is not None:
            return found
        remark("two halves of the board do not fit into the memory limit together: counting from side to side")
    return sweep(plan, meter, room, what, kept)

"""Count the tours of a problem, or its tours from each square, exactly.

Terms (see also `solvers.methods.frontier.plan`):

- A *plan* is an order in which the vertices are processed. To process a vertex is to choose the edges of the tour from it to
  later vertices, in all possible ways.
- The *frontier* consists of the vertices that are not processed yet and have a processed neighbour.
- The edges chosen so far form paths, a *partial tour*. Its *state* records, for each frontier vertex, whether it already has
  two edges, and otherwise where its path ends. Partial tours with the same state can be completed in the same ways, so only
  their number is stored.
- A *sweep* processes the vertices of a plan one by one. Each vertex is processed in all states before the next one.
- Counting *by two halves* sweeps each half of the graph, and combines the states of both halves into tours
  (`solvers.counting.halves`).
- Counting *on a tree* divides the graph by small separators again and again (`solvers.methods.tree_program`).
- The *effort* of a plan, of two halves or of a tree is the natural logarithm of the estimated number of states.

*Starts.* The orbit of a square is the set of its images under the symmetries of the board that map a given end to itself. The
same number of tours starts at each square of an orbit, so `count_starts` counts the tours from only one square of each orbit:
from 6 squares on 6x6, and from 10 on 8x8. The count from a corner takes about as long as a count of all tours, and the count
from the centre takes a third of that time. If the colouring of the board rules out tours from a square, the count from this
square takes almost no time.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING, Any

from graphs.leapers import KNIGHT, Leaper
from graphs.loading import load
from graphs.symmetry import orbits
from graphs.verify import Steps
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, ProblemError
from solvers.core.forms import orient
from solvers.core.problem import Problem, Subject
from solvers.core.progress import begin_step, prefix_steps
from solvers.counting.count_plan import MOST_WIDTH, best_count_plan, count_plan_of
from solvers.methods.frontier.order import narrow_order
from solvers.methods.frontier.plan import Plan
from solvers.methods.tree_program import closed_form

if TYPE_CHECKING:
    from solvers.counting.halves import Middle

EFFORT_OF_ONE_SWEEP = 17.3
"""Minimum effort for which counting by two halves of the graph is tried.

A sweep with less effort takes at most a second, and counting by two halves would not be faster.
"""
GAIN_OF_AN_ORDER = 3
"""Minimum saving of effort for which another order of the vertices replaces one that uses symmetries.

The effort is a natural logarithm, so the other order must have fewer states by a factor of e^3, about 20.
"""
NODES_OF_A_SHORT_LIST = 10_000_000
"""Maximum number of search nodes of a first attempt to list all tours.

This attempt is made only if the first order of the vertices has frontiers that are too wide for a count.
"""
EFFORT_OF_A_SHORT_SWEEP = 10
"""Minimum effort for which counting on a tree decomposition is tried. It is never tried on boards.

A sweep with less effort takes less time than the loading of the tree program.
"""


@dataclass(frozen=True)
class TourCount:
    """Number of tours of a problem.

    Attributes
    ----------
    directed : int or None
        Number of tours, where a tour and its reverse count as two. None for closed tours of an undirected graph.
    undirected : int or None
        Number of tours, where a tour and its reverse count as one. None for directed graphs, and for open tours with a given
        start, end or step.
    peak : int
        Maximum number of states (see the module docstring) after any step of the count, or the number of all states of a count
        on a tree. It is 0 if the count used no states. `==` ignores it.

    See Also
    --------
    count_tours : Count the tours of a problem. Its docstring describes how closed tours with several given squares are counted.
    """

    directed: int | None
    undirected: int | None
    peak: int = field(default=0, compare=False)

    @classmethod
    def of(cls, problem: Problem, number: int, peak: int = 0) -> TourCount:
        """Create a `TourCount` from a number of tours.

        Parameters
        ----------
        problem : Problem
            The problem.
        number : int
            Number of tours. For open tours of an undirected graph without given squares, a tour and its reverse count as one.
        peak : int, optional
            Maximum number of states after any step of the count (default: 0).

        Returns
        -------
        TourCount
            The directed and the undirected number of tours, as far as they are defined.
        """
        if problem.closed and not problem.directed:
            return cls(None, number, peak)
        if problem.where or problem.directed:
            return cls(number, None, peak)
        return cls(number if problem.size == 1 else 2 * number, number, peak)


def count_tours(
    problem: Subject,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    memory: float | None = None,
) -> TourCount:
    """Count all tours of a problem exactly.

    A closed tour and its reverse count as one. If two or more squares are given, a closed tour and its reverse count as
    two tours if both agree with them.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        The problem. If it is a board or a graph, the keyword arguments `leaper` to `steps` specify the rest of the problem.
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    start, end : square, optional
        As in `Problem`, if `problem` is a board or a graph.
    closed : bool, optional
        As in `Problem`, if `problem` is a board or a graph.
    steps : mapping of int to square, optional
        As in `Problem`, if `problem` is a board or a graph.
    budget : Budget, optional
        Limits on time and search nodes. Each state after each step of the count is one search node. If None, there is no limit.
    memory : float, optional
        Memory limit of the process in gigabytes. If None, the states may fill four fifths of the free memory.

    Returns
    -------
    TourCount
        The number of tours.

    Raises
    ------
    ProblemError
        If the problem or the memory limit is invalid.
    BudgetSpent
        If the budget or the memory is exhausted. No partial count is returned.

    Notes
    -----
    A closed tour with a given start and end contains the edge from the end to the start.

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
    return TourCount.of(problem, *number_of_tours(problem, Meter(budget), memory))


def count_starts(
    problem: Subject,
    *,
    leaper: Leaper = KNIGHT,
    end: Any = None,
    budget: Budget | None = None,
    memory: float | None = None,
) -> dict[Any, int]:
    """Count the open tours from each square exactly.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        A problem without a start. If it is a board or a graph, `leaper` and `end` specify the rest of the problem.
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    end : square, optional
        As in `Problem`, for a board or a graph.
    budget : Budget, optional
        Limits on time and search nodes for all starts together. Search nodes are counted as in `count_tours`. If None, there is
        no limit.
    memory : float, optional
        As in `count_tours`.

    Returns
    -------
    dict of square to int
        The number of tours from each square, in the order of the board or of the graph.

    Raises
    ------
    ProblemError
        If the problem has a start or known steps, or its tours are closed.
    BudgetSpent
        As in `count_tours`.

    Examples
    --------
    >>> from graphs import Board
    >>> starts = count_starts(Board(5, 5))
    >>> starts[0, 0], starts[0, 1], starts[2, 2], sum(starts.values())
    (304, 0, 64, 1728)
    """
    problem = Problem.of(problem, leaper, end=end)
    if problem.start is not None or problem.closed or problem.steps:
        feature = "known steps" if problem.start is None else f"the start {problem.start}"
        what = "closed tours, which have no fixed start" if problem.closed else feature
        raise ProblemError(f"only open tours without a start or known steps are supported: the problem has {what}", problem)
    vertices, numbers, meter = list(problem.graph), dict[Any, int](), Meter(budget)  # a board may be too large for a graph
    classes = [(vertex,) for vertex in vertices] if problem.board is None else orbits(problem.board, problem.end)
    for number, squares in enumerate(classes, 1):
        tours = 0
        if squares[0] != problem.end or problem.size == 1:
            from_here = problem.with_ends(start=squares[0], end=problem.end)
            with prefix_steps(f"start {number} of {len(classes)}"):
                tours, _ = number_of_tours(from_here, meter, memory)
        numbers |= dict.fromkeys(squares, tours)
    return {vertex: numbers[vertex] for vertex in vertices}


def number_of_tours(problem: Problem, meter: Meter, memory: float | None) -> tuple[int, int]:
    """Return the number of tours, and `TourCount.peak`.

    For open tours of an undirected graph without given squares, a tour and its reverse count as one. If steps are known, all
    tours are listed. Otherwise the method is chosen as follows:

    1. Choose an order of the vertices. If the graph is not a board and a tree of separators has less effort, count on the tree.
    2. If a frontier of the order is too wide, that is, has more than MOST_WIDTH vertices, try to list all tours with at most
       NODES_OF_A_SHORT_LIST search nodes.
    3. If the order has a high effort, search for a useful division of the graph: two halves and a middle, such that counting by
       two halves has less effort. For closed tours of 8x8, the middle is the two middle rows.
    4. If there is no useful division and the effort is high, search for an order with narrower frontiers.
    5. If there is still no useful division, and a frontier is still too wide, list all tours.
    """
    check_counting_memory(memory)
    if problem.feature:
        problem, _ = orient(problem, meter)
    graph = problem.graph_within(meter)
    if problem.size < (3 if problem.closed else 2):
        return int(problem.size == 1 and not problem.closed), 0
    if problem.steps:
        return count_by_listing(problem, meter), 0
    if problem.closed and problem.start is not None and problem.end is not None:
        if not graph.has_edge(problem.start, problem.end):
            return 0, 0
        problem = problem.with_ends(start=problem.start, end=problem.end)
    plan = best_count_plan(problem, meter)
    on_tree = count_on_tree(problem, plan.effort, meter, memory)
    if on_tree is not None:
        return on_tree
    if plan.width > MOST_WIDTH:
        with suppress(BudgetSpent):
            return count_by_listing(problem, meter, NODES_OF_A_SHORT_LIST), 0
        meter.check()
    found = feasible_plan(problem, plan, meter)
    if found is None:
        return count_by_listing(problem, meter), 0
    return count_in_order(*found, meter, memory, problem.words.vertices)


def feasible_plan(problem: Problem, plan: Plan, meter: Meter, direction: int = 1) -> tuple[Plan, Middle | None] | None:
    """Return a plan for a count, and a useful division into two halves or None.

    It is the given plan, or one in a narrow order if this saves much work. With the `direction` -1, the narrow order is
    reversed. The result is None if there is no useful division, and a frontier is too wide.
    """
    middle = useful_middle(problem, plan)
    if middle is None and plan.effort > EFFORT_OF_ONE_SWEEP:
        narrow = count_plan_of(problem, narrow_order(problem.graph.adj, meter)[::direction], meter=meter)
        if narrow.effort < plan.effort - (GAIN_OF_AN_ORDER if any(plan.mirrors) else 0):
            plan, middle = narrow, useful_middle(problem, narrow)
    return None if plan.width > MOST_WIDTH and middle is None else (plan, middle)


def count_on_tree(
    problem: Problem, most_effort: float, meter: Meter, memory: float | None, seed: int = 0
) -> tuple[int, int] | None:
    """Count the tours by dynamic programming over a tree decomposition.

    Return the number of tours and of states. Return None if the problem has a board, if `most_effort` is small, or if no tree
    with less effort is found.
    """
    if problem.board is not None or most_effort <= EFFORT_OF_A_SHORT_SWEEP:
        return None
    load("solvers.counting.sweep", "solvers.methods.tree_program_kernels")
    from solvers.counting.sweep import SweepRoom
    from solvers.methods.tree_order_kernels import narrow_tree
    from solvers.methods.tree_program_kernels import number_of_cycles

    tree = narrow_tree(*closed_form(problem, meter), seed, meter)
    if tree is None or log(tree.cost) >= most_effort:
        return None
    begin_step(f"counting: a tree of separators with an estimated cost of {tree.cost:.2g}")
    before, step = meter.nodes, meter.step()
    try:
        return number_of_cycles(tree, step, SweepRoom(memory).bytes), step.nodes
    finally:
        meter.nodes = before + step.nodes


def check_counting_memory(memory: Any) -> None:
    """Raise ProblemError unless a memory limit is None or a number of gigabytes."""
    if memory is not None and not (isinstance(memory, int | float) and 0 < memory < 1e12):
        raise ProblemError(f"the memory limit is {memory!r:.40}: it must be a number of gigabytes above 0", memory)


def useful_middle(problem: Problem, plan: Plan) -> Middle | None:
    """Return a division of the graph into two halves, or None if it saves no work."""
    if plan.effort <= EFFORT_OF_ONE_SWEEP:
        return None
    load("solvers.counting.halves")
    from solvers.counting.halves import best_middle

    middle = best_middle(problem, plan)
    return None if middle is None or middle.width > MOST_WIDTH or middle.effort >= plan.effort else middle


def count_by_listing(problem: Problem, meter: Meter, nodes: int | None = None) -> int:
    """Count the tours by listing them, within `nodes` search nodes."""
    from solvers.solving.enumeration import list_tour_blocks

    begin_step("counting: listing every tour")
    return sum(map(len, list_tour_blocks(problem, budget=meter.rest(nodes))))


def count_in_order(plan: Plan, middle: Middle | None, meter: Meter, memory: float | None, what: str) -> tuple[int, int]:
    """Count the tours by processing all vertices in order, or two halves separately.

    The order is that of `plan`, if `middle` is None. Return the number of tours, where a tour and its reverse count as one, and
    the maximum number of states. `what` names the vertices in progress messages, such as "squares".
    """
    load("solvers.counting.sweep")
    from solvers.counting.sweep import SweepRoom, sweep

    if middle is not None:
        from solvers.counting.halves import count_by_halves

        return count_by_halves(middle, meter, SweepRoom(memory))
    level = sweep(plan, meter, SweepRoom(memory), what)
    return level.complete, level.peak

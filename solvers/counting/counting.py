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
same number of tours starts at each square of an orbit, so `count_starts` counts the tours from one square of each orbit: from 6
squares on 6x6, and from 10 on 8x8. The count from a corner takes about as long as a count of all tours, and the count from the
centre takes a third of that time. If the colouring of the board rules out tours from a square, the count from this square takes
almost no time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graphs.leapers import KNIGHT, Leaper
from graphs.loading import load
from graphs.symmetry import orbits
from graphs.verify import Steps
from solvers.core.budget import Budget, Meter
from solvers.core.errors import ProblemError
from solvers.core.forms import orient
from solvers.core.problem import Problem, Subject
from solvers.core.progress import begin_step, prefix_steps


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
        Maximum number of states (see the module docstring) that were stored after any step of the count, or 0 if the count used
        no states. `==` ignores it.

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
    """Return the number of tours and the maximum number of stored states.

    For open tours of an undirected graph without given squares, a tour and its reverse count as one. If steps are known, all
    tours are listed.
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
    load("solvers.counting.method")
    from solvers.counting.method import count_by_method

    return count_by_method(problem, meter, memory)


def check_counting_memory(memory: Any) -> None:
    """Raise ProblemError unless a memory limit is None or a number of gigabytes."""
    if memory is not None and not (isinstance(memory, int | float) and 0 < memory < 1e12):
        raise ProblemError(f"the memory limit is {memory!r:.40}: it must be a number of gigabytes above 0", memory)


def count_by_listing(problem: Problem, meter: Meter, nodes: int | None = None) -> int:
    """Count the tours by listing them, within `nodes` search nodes."""
    from solvers.solving.enumeration import list_tour_blocks

    begin_step("counting: listing every tour")
    return sum(map(len, list_tour_blocks(problem, budget=meter.rest(nodes))))

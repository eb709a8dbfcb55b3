"""Number of open tours from each square.

The orbit of a square is the set of its images under the symmetries of the board. If an end is given, only symmetries that map
the end to itself are used. The same number of tours starts at each square of an orbit. So the tours are counted from one square
of each orbit: from 6 squares on 6x6, and from 10 on 8x8. In a graph that is not a board, the tours from every vertex are
counted.

Each directed tour has one first square, so the numbers add up to the number of all directed tours.

The count from a corner takes about as long as a count of all tours, and the count from the centre takes a third of that time.
If the colouring of the board rules out tours from a square, the count from this square takes almost no time.
"""

from __future__ import annotations

from typing import Any

from graphs.leapers import KNIGHT, Leaper
from graphs.symmetry import orbits
from solvers.core.budget import Budget, Meter
from solvers.core.errors import ProblemError
from solvers.core.problem import Problem, Subject
from solvers.core.progress import prefix_steps
from solvers.counting.counting import number_of_tours


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

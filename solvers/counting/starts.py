"""How many open tours start at each square: one count for each kind of square.

A symmetry of the board maps the tours from one square to those from its image, so one square of each orbit is counted; a graph
that is no board is counted from every vertex. Each tour has one first square: the numbers add up to all directed tours. Cost:
one count a kind, six for 6x6 and ten for 8x8; from a corner it takes about as long as the count of all tours, from the centre a
third of that, and where colours forbid a tour nearly nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphs.leapers import KNIGHT, Leaper
from graphs.symmetry import symmetries
from solvers.budget import Budget, Meter
from solvers.counting.counting import number_of_tours
from solvers.errors import ProblemError
from solvers.problem import Problem, Subject
from solvers.progress import prefix_steps

__all__ = ["count_starts"]


def count_starts(
    problem: Subject,
    budget: Budget | None = None,
    *,
    leaper: Leaper = KNIGHT,
    end: Any = None,
    memory: float | None = None,
    temporary: str | Path | None = None,
    checkpoint: str | Path | None = None,
) -> dict[Any, int]:
    """Count the open tours from each square, exactly.

    Parameters
    ----------
    problem : a problem without a start; or a board (for the knight) or a networkx graph, with `end` beside it.
    budget : for all starts together; None is no limit; a node is a state.
    leaper, end : as in `solve`; only for a board or a graph.
    memory, temporary, checkpoint : as in `count_tours`. Each kind of square has its folder in that of the checkpoint.

    Returns
    -------
    The number of each square, in the order of the board or of the graph.

    Raises
    ------
    ProblemError : the problem has a start already, or closed tours, of which every square starts all.
    BudgetSpent, FormatError : as `count_tours`.

    Examples
    --------
    >>> from graphs import Board
    >>> starts = count_starts(Board(5, 5))
    >>> starts[0, 0], starts[0, 1], starts[2, 2], sum(starts.values())
    (304, 0, 64, 1728)
    """
    problem = Problem.of(problem, leaper, end=end)
    if problem.start is not None or problem.closed or problem.steps:
        known = "known steps" if problem.start is None else f"the start {problem.start}"
        what = "closed tours, each of which starts anywhere" if problem.closed else known
        raise ProblemError(f"the starts of open tours are counted, and the problem has {what}", problem)
    squares, found = list(problem.graph), dict[Any, int]()
    meter, kinds = Meter(budget), _kinds(problem, squares)
    for number, kind in enumerate(kinds, 1):
        folder = None if checkpoint is None else Path(checkpoint) / f"start-{number}"
        tours = 0
        if kind[0] != problem.end or problem.size == 1:
            from_here = problem.with_ends(start=kind[0], end=problem.end)
            with prefix_steps(f"start {number} of {len(kinds)}"):
                tours, _ = number_of_tours(from_here, meter, memory, temporary, folder)
        found |= dict.fromkeys(kind, tours)
    return {square: found[square] for square in squares}


def _kinds(problem: Problem, squares: Sequence[Any]) -> list[list[Any]]:
    """Return the squares, grouped: symmetries of the board that keep the end map those of one group onto each other."""
    maps = [] if problem.board is None else symmetries(problem.board)
    kept = [symmetry for symmetry in maps if problem.end is None or symmetry(problem.end) == problem.end]
    kinds: dict[Any, list[Any]] = {}
    for square in squares:
        kinds.setdefault(min((symmetry(square) for symmetry in kept), default=square), []).append(square)
    return list(kinds.values())

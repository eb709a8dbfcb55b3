"""Run a solver on a board, and record every step of its search."""

from __future__ import annotations

from typing import Any

from graphs.leapers import KNIGHT, Leaper
from graphs.verify import Steps
from solvers.core.abilities import Solver
from solvers.core.budget import Budget
from solvers.core.forms import orient
from solvers.core.meter import Meter
from solvers.core.problem import Problem, Subject
from solvers.core.recording import Recording
from solvers.solving.solve import able_solver, require_ability, run_and_verify


def record_search(
    problem: Subject,
    solver: str | Solver,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    **options: Any,
) -> Recording:
    """Run a solver on a board and record every step of its search.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        As in `solve`. A graph must be the move graph of a board.
    solver : str or Solver
        A solver, or the name of a solver, whose search can be recorded. These are the solvers in `solver_table()` whose
        attribute `watchable` is True.
    leaper, start, end, closed, steps, budget, **options : optional
        As in `solve`.

    Returns
    -------
    Recording
        The recorded events of the search. The attribute `result` contains the result.

    Raises
    ------
    UnsupportedProblem
        If the search of the solver cannot be recorded, if there is no board, or if the board has more than 10,000 squares. All
        errors of `solve` can also be raised.

    Examples
    --------
    >>> from graphs import Board
    >>> recording = record_search(Problem(Board(3, 3), start=(0, 0)), "warnsdorff")
    >>> list(recording.events), recording.result.reason
    ([0, 20, 24, 4, 32, 12, 8, 28], 'dead end at (2, 1) after 8 of 9 squares')
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    entry = able_solver(problem, solver, options)
    require_ability(entry, "watchable", "cannot be watched")
    as_seen, turned = orient(problem)
    meter = Meter(budget)
    meter.path = recording = Recording(as_seen)
    recording.asked = problem
    result = recording.result = run_and_verify(problem, entry, meter, options)
    if result.tour is not None:  # a solver may place the last squares all at once, without recording them
        for _, square in sorted(zip(turned(range(problem.size)), result.tour, strict=True))[len(recording) :]:
            recording.append(square)
    return recording

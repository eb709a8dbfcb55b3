"""Prepare a problem for solvers: rule it out if its definition is enough, or bring it into the form that solvers support."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphs.leapers import leaper_moves
from graphs.obstructions import EndNotAMove, NoSquares, TooFewSquares
from solvers.outcome import Outcome
from solvers.problem import Problem


def by_definition(problem: Problem) -> Outcome | None:
    """Return the outcome IMPOSSIBLE if the definition of a tour is enough to rule out a tour of the problem.

    Parameters
    ----------
    problem : Problem
        The problem.

    Returns
    -------
    Outcome or None
        IMPOSSIBLE if there are no squares. Also if the tour must be closed, and there are fewer than 3 squares or no move leads
        from the given end to the given start. None in all other cases.
    """
    start, end, subject = problem.start, problem.end, problem.subject
    if problem.size == 0:
        return Outcome.impossible(0, NoSquares(subject=subject))
    if problem.closed and problem.size < 3:
        return Outcome.impossible(0, TooFewSquares(problem.size, subject=subject))
    if problem.closed and None not in (start, end) and not _is_move(problem):
        return Outcome.impossible(0, EndNotAMove(start, end, subject=subject))
    return None


def _is_move(problem: Problem) -> bool:
    """Return whether a move leads from the start to the end, without building the graph of a board."""
    if problem.board is None:
        return bool(problem.graph.has_edge(problem.start, problem.end))
    return problem.end in (problem.board.step(problem.start, move) for move in leaper_moves(problem.leaper))


def orient(problem: Problem) -> tuple[Problem, Callable[[Any], Any]]:
    """Return an equivalent problem in the form that solvers support, and the function that maps its tours back.

    In this form, an end is given only together with a start. Known steps of a closed tour are also given only together with a
    start. If the start and the end of a closed tour are given, the equivalent problem asks for an open tour. This is valid
    because `by_definition` has already checked that a move leads from the given end to the given start.

    Parameters
    ----------
    problem : Problem
        The problem as the user stated it.

    Returns
    -------
    as_seen : Problem
        The equivalent problem, which the solver receives.
    turned : callable
        The function that maps the squares of a tour of `as_seen` to those of a tour of `problem`.

    Examples
    --------
    >>> from graphs import Board
    >>> as_seen, turned = orient(Problem.on_board(Board(3, 4), end=(0, 0), steps={2: (1, 0)}))
    >>> as_seen, turned([4, 3, 2, 1])
    (<Problem: an open tour of 3x4 from (0, 0), step 11 at (1, 0)>, [1, 2, 3, 4])
    >>> as_seen, turned = orient(Problem.on_board(Board(6, 6), steps={3: (0, 0), 7: (0, 1)}, closed=True))
    >>> as_seen, turned([3, 4, 5, 6, 1, 2])
    (<Problem: a closed tour of 6x6 from (0, 0), step 5 at (0, 1)>, [1, 2, 3, 4, 5, 6])
    """
    start, end, steps = problem.start, problem.end, problem.steps
    if start is None and end is not None:
        backwards = {problem.size + 1 - step: square for step, square in steps.items()}
        return problem.with_ends(start=end, closed=problem.closed, steps=backwards), lambda squares: squares[::-1]
    if start is None and steps and problem.closed:
        ahead = min(steps) - 1
        rotated = {step - ahead: square for step, square in steps.items()}
        return problem.with_ends(closed=True, steps=rotated), lambda squares: [*squares[-ahead:], *squares[:-ahead]]
    if start is not None and end is not None:
        problem = problem.with_ends(start=start, end=end, steps=steps)
    return problem, lambda squares: squares

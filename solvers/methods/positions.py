"""Tours by positions, the textbook's model: each square has a step of the tour, and the next step is at a neighbour.

There is a variable for each square and step. Each square has exactly one step and each step exactly one square. A clause says
that a square with a step has a neighbour with the next one; another says so of the step before, which is implied but finds a
tour of 8x8 with a tenth of the conflicts. That a tour has no shorter cycles needs no saying: the steps are counted.

Known steps are plain to say here, and leave few squares for the others: `cp_sat` and `sat` read this model.
Cost: two clauses for each variable, of which there are as many as the square of the number of squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from graphs.obstructions import squares_at_steps
from graphs.obstructions.obstruction import known_steps
from solvers.budget import Meter
from solvers.errors import UnsupportedProblem
from solvers.problem import Problem

__all__ = ["Condition", "conditions", "too_large"]

MOST_SQUARES = 1000
"""The most squares for the model of positions. The memory grows with their square: 1,000 squares take a gigabyte."""

Condition: TypeAlias = tuple[str, Iterable[int]]
"""What CP-SAT calls the condition, and its variables, from 0; `-1 - v` is the opposite of variable v."""


def too_large(problem: Problem) -> str | None:
    """Return what a solver that has only this model for known steps cannot take, or None."""
    if not problem.steps or problem.size <= MOST_SQUARES:
        return None
    return f"known steps on more than {MOST_SQUARES:,} {problem.words.vertices}"


def conditions(problem: Problem, meter: Meter, first: int = 0) -> Iterator[Condition]:
    """Yield the conditions on the variables; number `square * size + step` says that the square has the step, both from 0.

    Parameters
    ----------
    problem, meter : the problem, and its time limit.
    first : the number of the square where a closed tour without known steps is to begin.

    Raises
    ------
    UnsupportedProblem : there are more than `MOST_SQUARES`.
    """
    size = problem.size
    if size > MOST_SQUARES:
        told = f"the model of positions takes {MOST_SQUARES:,} {problem.words.vertices} at most, not {size:,}"
        raise UnsupportedProblem(told, problem)
    neighbours = problem.neighbours()
    number = {square: place for place, square in enumerate(neighbours)}
    near = [[number[other] * size for other in others] for others in meter.watched(neighbours.values())]
    steps = enumerate(squares_at_steps(neighbours, problem, meter.watched))
    barred = {number[square] * size + step for step, possible in steps for square in neighbours if square not in possible}
    for each in meter.watched(range(size)):
        yield "exactly_one", range(each * size, (each + 1) * size)
        yield "exactly_one", range(each, size**2, size)
    for square, step in meter.watched(product(range(size), repeat=2)):
        for other in (step - 1, step + 1):
            if (problem.closed or 0 <= other < size) and square * size + step not in barred:
                yield "bool_or", [-square * size - step - 1, *[there + other % size for there in near[square]]]
    ends = {1: first} if problem.closed else {step: number[square] for step, square in known_steps(problem, size).items()}
    yield "bool_and", [-each - 1 for each in sorted(barred)] or [square * size + step - 1 for step, square in ends.items()]

"""Model of tours by positions: a Boolean variable for each square and step.

There is a variable for each pair of a square and a step. Each square has exactly one step, and each step has exactly one
square. For each pair, one clause requires that, if the square has the step, a neighbour of the square has the next step. A
second clause requires that a neighbour has the previous step. The second clause is redundant, but with it a tour of 8x8 is
found with a tenth of the conflicts. No condition against shorter cycles is needed because the steps are numbered.

Known steps are easy to express in this model, and each of them excludes many squares at the neighbouring steps. So `cp_sat` and
`sat` use the model for problems with known steps. A board of n squares has n ** 2 variables and two clauses per variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from graphs.obstructions import squares_at_steps
from graphs.obstructions.obstruction import known_steps
from solvers.core.budget import Meter
from solvers.core.errors import UnsupportedProblem
from solvers.core.problem import Problem

MOST_SQUARES = 1000  # maximum number of squares: a gigabyte, because memory is quadratic

Condition: TypeAlias = tuple[str, Iterable[int]]
"""A constraint of CP-SAT, e.g. "bool_or", and its literals.

A literal is a variable v, from 0, or its negation `-1 - v`.
"""


def too_large_for_positions(problem: Problem) -> str | None:
    """Return why a problem is too large for the model, or None."""
    if not problem.steps or problem.size <= MOST_SQUARES:
        return None
    return f"known steps on more than {MOST_SQUARES:,} {problem.words.vertices}"


def position_conditions(problem: Problem, meter: Meter) -> Iterator[Condition]:
    """Yield constraints with a Boolean per square and step.

    UnsupportedProblem is raised above `MOST_SQUARES` squares. Variable `square * size + step` is true if the square has the
    step. Here `size` is the number of squares, and squares and steps are numbered from 0. The kind of a condition states how
    many of its literals are true: exactly one ("exactly_one"), at least one ("bool_or"), or all ("bool_and").
    """
    size = problem.size
    if size > MOST_SQUARES:
        message = f"the model of positions supports at most {MOST_SQUARES:,} {problem.words.vertices}, not {size:,}"
        raise UnsupportedProblem(message, problem)
    neighbours = problem.neighbours(meter)
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
    ends = {1: 0} if problem.closed else {step: number[square] for step, square in known_steps(problem, size).items()}
    yield "bool_and", [-each - 1 for each in sorted(barred)] or [square * size + step - 1 for step, square in ends.items()]

"""Boolean formula whose models are exactly the tours of a problem.

There is a variable for each step that a tour may take, from one vertex to the next. The formula has two parts:

- Cover: one step leads to each vertex and one step leads away from it, so the chosen steps form cycles. For an open tour, one
  more vertex is added between its end and its start, so that it becomes a cycle.
- One cycle: every vertex has a number, written in binary digits. The first vertex has the number 0. Each step leads to the next
  number, unless it leads back to the first vertex. A cycle that avoids the first vertex would have to return to the number at
  which it begins. That is impossible, because the numbers repeat only after more steps than there are vertices. If each step
  changes the colour of the square, the last digit of a number follows from the colour.

The numbering in binary digits is that of Zhou. Other encodings number the vertices by a shift register, or by remainders, as
Heule does. A shift register needs half as many variables, but none of them follows from the colour. With binary digits, CaDiCaL
finds a closed tour of 12x12 in 0.1 s; with a shift register, two of three runs found none in 20 s.

The formula has about 2 log2(n) clauses per step for n vertices: 10,000 clauses for 8x8.

References
----------
N.-F. Zhou, In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem, CP 2020.

M. Heule, Chinese remainder encoding for Hamiltonian cycles, SAT 2021.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count
from typing import Any, TypeAlias

from graphs.formats import format_cnf
from graphs.formats.vertex_numbers import vertex_on_one_line
from graphs.leapers import ordered_neighbours
from graphs.obstructions import two_colours
from solvers.core.errors import UnsupportedProblem
from solvers.core.problem import Problem

Clause: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[Any, Any]
"""A vertex and the next vertex of a tour.

For open tours, (None, start) and (end, None) are also steps.
"""

MOST_CLAUSES = 3_000_000  # maximum number of clauses: half a gigabyte; 100x100 has 2,300,000
GROUP = 8  # maximum number of variables for an at-most-one condition by pairs; more variables are divided into groups


def tour_formula(problem: Problem) -> str:
    """Return a formula in DIMACS format whose models are the tours.

    If neither start nor end is given, an open tour and its reverse are two models. A closed tour is only one model, which
    describes it in one direction. If both start and end are given, `end` is the last vertex in this direction.

    UnsupportedProblem is raised if the formula is too large, or if the problem has known steps, a directed graph or fixed
    edges.

    >>> from graphs import Board
    >>> lines = tour_formula(Problem.on_board(Board(3, 4), start=(0, 0))).splitlines()
    >>> lines[4], lines[-1]
    ('c 1: (0, 0) to (1, 2)', '-41 146 0')
    """
    if problem.steps:
        raise UnsupportedProblem("the formula does not support known steps: leave them out", problem)
    if problem.feature:
        remedy = "write the formula of the equivalent problem solvers.core.forms.orient(problem)[0]"
        raise UnsupportedProblem(f"the formula does not support {problem.feature}: {remedy}", problem)
    neighbours = ordered_neighbours(problem.graph)
    variable = {step: number for number, step in enumerate(_steps(problem, neighbours), 1)}
    digits = max(1, len(neighbours).bit_length())
    if len(variable) * (2 * digits + 2) > MOST_CLAUSES:
        most = f"{MOST_CLAUSES:,} at most, and about {len(variable) * (2 * digits + 2):,} are needed"
        raise UnsupportedProblem(f"the formula for {len(variable):,} steps has too many clauses: {most}", problem)
    first = problem.start if problem.closed else None  # the vertex with the number 0
    if problem.closed and first is None:
        first = min(neighbours, key=lambda vertex: len(neighbours[vertex]), default=None)  # few neighbours leave few choices
    new = count(len(variable) + 1).__next__
    clauses = list(_cover(dict.fromkeys([*neighbours, first]), variable, new))
    comments = _comments(problem, variable, len(clauses))
    if problem.closed and None in (problem.start, problem.end):  # keep one of the two directions
        clauses += ((-variable[first, one], -variable[two, first]) for one, two in combinations(neighbours.get(first, ()), 2))
    clauses += _one_cycle(first, two_colours(problem.graph), [each for each in neighbours if each != first], variable, new)
    return format_cnf(clauses, comments)


def _comments(problem: Problem, steps: Iterable[Step], cover: int) -> Iterator[str]:
    ends = ((" from ", problem.start), (" to ", problem.end))
    which = "".join(word + vertex_on_one_line(vertex) for word, vertex in ends if vertex is not None)
    kind = "closed" if problem.closed else "open"
    yield f"The {kind} tours{which} of a graph with {problem.size} vertices: each is one model of these clauses."
    yield f"The first {cover} clauses require that one step leads to each vertex and one step leads away from it. Their"
    yield "models are sets of cycles that cover all vertices. The other clauses require that there is only one cycle."
    yield "The first variables stand for the steps of the tour:"
    for variable, (here, there) in enumerate(steps, 1):
        words = "starts at" if here is None else f"{vertex_on_one_line(here)} to" if there is not None else "ends at"
        yield f"{variable}: {words} {vertex_on_one_line(here if there is None else there)}"
    yield "The other variables follow from the steps: they are the binary digits of the number of each vertex along the tour."


def _steps(problem: Problem, neighbours: Mapping[Any, Collection[Any]]) -> Iterator[Step]:
    start, end = problem.start, problem.end
    for here, near in neighbours.items():
        is_last = problem.closed and start is not None and here == end
        yield from ((here, there) for there in near if not is_last or there == start)
    if not problem.closed:
        yield from ((None, vertex) for vertex in neighbours if start in (None, vertex))
        yield from ((vertex, None) for vertex in neighbours if end in (None, vertex))


def _cover(vertices: Collection[Any], variable: Mapping[Step, int], new: Callable[[], int]) -> Iterator[Clause]:
    """Yield clauses that make the tour enter and leave each vertex once.

    They also forbid cycles of two steps. `variable` contains the variable of each step, and `new` returns the next unused
    variable.
    """
    for side in (0, 1):
        steps: dict[Any, list[int]] = {vertex: [] for vertex in vertices}
        for step, number in variable.items():
            steps[step[side]].append(number)
        for numbers in steps.values():
            yield from _exactly_one(numbers, new)
    if len(vertices) > 2 or None not in vertices:  # an open tour of one vertex is a cycle of two steps
        for (here, there), number in variable.items():
            if number < variable.get((there, here), 0):
                yield -number, -variable[there, here]


def _exactly_one(variables: Sequence[int], new: Callable[[], int]) -> Iterator[Clause]:
    if not variables:  # some DIMACS readers do not accept an empty clause
        false = new()
        yield from ((false,), (-false,))
        return
    yield tuple(variables)
    while len(variables) > GROUP:
        later = new()  # true if the true variable comes after this group
        yield from ((-one, -other) for one, other in combinations([*variables[: GROUP // 2], later], 2))
        variables = [-later, *variables[GROUP // 2 :]]
    yield from ((-one, -other) for one, other in combinations(variables, 2))


def _one_cycle(
    first: Any, colour: Mapping[Any, int] | None, counted: Sequence[Any], variable: Mapping[Step, int], new: Callable[[], int]
) -> Iterator[Clause]:
    """Yield clauses that number the vertices along the tour.

    Each step leads to the next number, or to the vertex `first`. The vertices in `counted` get the numbers 1, 2, … along the
    tour. If `colour` is given, it determines the last binary digit of each number.
    """
    odd = 0 if colour is None else new()  # the numbers of one colour are odd
    number, following = dict[Any, list[int]](), dict[Any, list[int]]()
    for vertex in counted:
        last = new() if colour is None else odd * (-1) ** colour[vertex]
        number[vertex] = [last, *(new() for _ in range(1, len(counted).bit_length()))]
        following[vertex], carry = [-last], last
        for digit in number[vertex][1:]:
            total, both = new(), new()
            yield from ((-total, digit, carry), (-total, -digit, -carry), (total, -digit, carry), (total, digit, -carry))
            yield from ((-both, digit), (-both, carry), (both, -digit, -carry))
            following[vertex].append(total)
            carry = both
    for (here, there), step in variable.items():
        if first in (here, there):
            vertex, value = (there, 1) if here == first else (here, len(counted))
            yield from ((-step, digit if value >> place & 1 else -digit) for place, digit in enumerate(number[vertex]))
        else:
            for one, other in zip(number[there], following[here], strict=True):
                if one != other:
                    yield from ((-step, -one, other), (-step, one, -other))

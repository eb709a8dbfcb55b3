"""The tours of a problem as one formula for any SAT solver: its models are the tours, one model for each.

A variable stands for each step that a tour may take, from a vertex to the next. Each vertex has one step in and one step out,
so that the chosen steps are cycles; an open tour passes through one more vertex, which lies between its end and its start.
Counting makes them one cycle: every vertex has a number in binary digits, the first vertex has 0, and a step leads to the next
number, unless it leads back to the first vertex. A cycle that avoids the first vertex would have to come back to its own
number, and it is too short for that. Where each step changes the colour, the last digit of a number follows from the colour.

The binary numbers are those of N.-F. Zhou (In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem, CP 2020).
Others count by a shift register or by remainders (M. Heule, Chinese remainder encoding for Hamiltonian cycles, SAT 2021). A
shift register needs half as many variables, but none of them follows from the colour: CaDiCaL finds a closed tour of 12x12 here
in 0.1 s; there, in two of three orders of the clauses, it found none in 20 s. Cost: about 2 log2(n) clauses for each step, of n
vertices; 10,000 clauses for 8x8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from graphs.formats import format_cnf
from graphs.formats.numbering import on_one_line
from graphs.leapers import ordered_neighbours
from graphs.obstructions import two_colours
from solvers.errors import UnsupportedProblem
from solvers.problem import Problem

__all__ = ["tour_formula"]

Clause: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[Any, Any]
"""A vertex and the next one. None, which networkx takes for no vertex, lies before the start and behind the end."""

MOST_CLAUSES = 3_000_000
"""Clauses of a formula at most; they take half a gigabyte of memory. A board of 100x100 has 2,300,000."""
CROWDED = 8
"""Variables from which on a counter says that at most one is true: 8 of them have 28 pairs."""


def tour_formula(problem: Problem) -> str:
    """Return the formula whose models are the tours of a problem, in the format DIMACS; comments say what it means.

    An open tour and its reverse are two tours, where no end is given. A closed tour is one model, in one of its directions: if
    start and end are given, in the one that fits them.

    Raises
    ------
    UnsupportedProblem : the formula would have more than `MOST_CLAUSES` clauses.
    BoardError : the board is too large for a graph.

    Examples
    --------
    >>> from graphs import Board
    >>> lines = tour_formula(Problem.on_board(Board(3, 4), start=(0, 0))).splitlines()
    >>> lines[4], lines[-1]
    ('c 1: (0, 0) to (1, 2)', '42 -162 -41 0')
    """
    neighbours = ordered_neighbours(problem.graph)
    variable = {step: number for number, step in enumerate(_steps(problem, neighbours), 1)}
    first = problem.start if problem.closed else None  # counting begins there; few neighbours leave few choices
    if problem.closed and first is None:
        first = min(neighbours, key=lambda vertex: len(neighbours[vertex]), default=None)
    counted = [vertex for vertex in neighbours if vertex != first]
    digits = max(1, len(counted).bit_length())
    if len(variable) * (2 * digits + 2) > MOST_CLAUSES:
        clauses = f"{MOST_CLAUSES:,} at most, {2 * digits + 2} for each step"
        raise UnsupportedProblem(f"the clauses of {len(variable):,} steps are too many to write: {clauses}", problem)
    formula = _Formula(len(variable))
    formula.cover(dict.fromkeys([*neighbours, first]), variable)
    cover = len(formula.clauses)
    if problem.closed and None in (problem.start, problem.end):  # one of the two directions is left
        for one, other in combinations(neighbours.get(first, ()), 2):
            formula.add(-variable[first, other], -variable[one, first])
    colour = two_colours(problem.graph)
    odd = 0 if colour is None else formula.new()  # the numbers of one colour are odd
    number, following = {first: formula.constant(len(counted) + 1, digits)}, {first: formula.constant(1, digits)}
    for vertex in counted:
        last = formula.new() if colour is None else odd * (-1) ** colour[vertex]
        number[vertex] = [last, *(formula.new() for _ in range(digits - 1))]
        following[vertex] = formula.next_number(number[vertex])
    for (here, there), step in variable.items():
        for digit, next_digit in zip(number[there], following[here], strict=True):
            formula.equal(digit, next_digit, -step)
    return format_cnf(formula.clauses, _comments(problem, variable, cover))


def _comments(problem: Problem, steps: Iterable[Step], cover: int) -> Iterator[str]:
    ends = ((" from ", problem.start), (" to ", problem.end))
    which = "".join(word + on_one_line(vertex) for word, vertex in ends if vertex is not None)
    kind = "closed" if problem.closed else "open"
    yield f"The {kind} tours{which} of a graph with {problem.size} vertices: each is one model of these clauses."
    yield f"The first {cover} clauses say that each vertex has one step in and one step out. Alone they are necessary"
    yield "conditions: their models are covers of all vertices by cycles. The other clauses leave only those of one cycle."
    yield "The first variables stand for the steps of the tour:"
    for variable, (here, there) in enumerate(steps, 1):
        words = "starts at" if here is None else f"{on_one_line(here)} to" if there is not None else "ends at"
        yield f"{variable}: {words} {on_one_line(here if there is None else there)}"
    yield "The other variables follow from these: they number the vertices in binary digits, in the order of the visit."


def _steps(problem: Problem, neighbours: Mapping[Any, Collection[Any]]) -> Iterator[Step]:
    start, end = problem.start, problem.end
    for here, near in neighbours.items():
        is_last = problem.closed and start is not None and here == end
        yield from ((here, there) for there in near if not is_last or there == start)
    if not problem.closed:
        yield from ((None, vertex) for vertex in neighbours if start in (None, vertex))
        yield from ((vertex, None) for vertex in neighbours if end in (None, vertex))


class _Formula:
    """A formula in the making; `true` is a variable that is true in every model."""

    def __init__(self, variables: int) -> None:
        self._variables = variables
        self.clauses: list[Clause] = []
        self.true = self.new()
        self.add(self.true)

    def new(self) -> int:
        """Return a new variable."""
        self._variables += 1
        return self._variables

    def add(self, *clause: int) -> None:
        self.clauses.append(clause)

    def constant(self, value: int, digits: int) -> list[int]:
        """Return the last binary digits of a number, as literals, the last digit first."""
        return [self.true if value >> place & 1 else -self.true for place in range(digits)]

    def equal(self, one: int, other: int, *unless: int) -> None:
        """Require that two literals have the same value, unless one of some further literals is true."""
        if one != other:
            self.add(-one, other, *unless)
            self.add(one, -other, *unless)

    def cover(self, vertices: Collection[Any], variable: Mapping[Step, int]) -> None:
        """Require one step out and one step in at every vertex, and no cycle of two."""
        for side in (0, 1):
            steps: dict[Any, list[int]] = {vertex: [] for vertex in vertices}
            for step, number in variable.items():
                steps[step[side]].append(number)
            for numbers in steps.values():
                self.one(numbers)
        is_one = len(vertices) == 2 and None in vertices  # an open tour of one vertex goes to it and back
        for (here, there), number in variable.items():
            back = variable.get((there, here), 0)
            if number < back and not is_one:
                self.add(-number, -back)

    def one(self, variables: Sequence[int]) -> None:
        """Require that exactly one of the variables is true."""
        self.add(*variables or [-self.true])  # some programs that read DIMACS do not take the empty clause
        if len(variables) <= CROWDED:
            for one, other in combinations(variables, 2):
                self.add(-one, -other)
            return
        before = -self.true
        for variable in variables:
            self.add(-before, -variable)
            so_far = self.new()  # true where a variable up to this one is
            for clause in ((-before, so_far), (-variable, so_far), (before, variable, -so_far)):
                self.add(*clause)
            before = so_far

    def next_number(self, number: Sequence[int]) -> list[int]:
        """Return the literals of a binary number plus one, the last digit first; the largest number has 0 for its next."""
        following, carry = [-number[0]], number[0]
        for digit in number[1:]:
            total, before, carry = self.new(), carry, self.new()
            self.equal(total, digit, before)
            self.equal(total, -digit, -before)
            for clause in ((-carry, digit), (-carry, before), (carry, -digit, -before)):
                self.add(*clause)
            following.append(total)
        return following

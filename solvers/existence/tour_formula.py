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

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, TypeAlias

from graphs.formats import format_cnf
from graphs.formats.numbering import on_one_line
from graphs.leapers import ordered_neighbours
from graphs.obstructions import two_colours
from solvers.errors import UnsupportedProblem
from solvers.problem import Problem

__all__ = ["TourFormula", "tour_formula"]

Clause: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[Any, Any]
"""A vertex and the next one. None, which networkx takes for no vertex, lies before the start and behind the end."""
Neighbours: TypeAlias = Mapping[Hashable, Collection[Hashable]]

MOST_CLAUSES = 3_000_000
"""Clauses of a formula at most; they take half a gigabyte of memory. A board of 100x100 has 2,300,000."""
CROWDED = 8
"""Variables from which on a counter says that at most one is true: 8 of them have 28 pairs."""


@dataclass(frozen=True)
class TourFormula:
    """Clauses whose models are the tours of a problem, one model for each.

    An open tour and its reverse are two tours, where no end is given. Of the two directions of a closed tour the models have
    the one in which the second vertex comes before the last in the graph; if start and end are given, the one that fits them.

    Attributes
    ----------
    problem : the problem.
    steps : the steps that the variables 1, 2, … stand for: a vertex and the next one. None stands before the first vertex of
        an open tour and behind the last. The other variables follow from these.
    clauses : a literal is the number of a variable, negative where it is to be false.
    cover : how many clauses, from the first on, say that each vertex has one step in and one step out.
    """

    problem: Problem
    steps: tuple[Step, ...]
    clauses: tuple[Clause, ...]
    cover: int

    def tour(self, model: Iterable[int]) -> list[Any]:
        """Return the tour that a model stands for; a model is a list of the literals that are true, as SAT solvers give it."""
        chosen = set(model)
        following = dict(step for variable, step in enumerate(self.steps, 1) if variable in chosen)
        start, end = self.problem.start, self.problem.end
        if not self.problem.closed:
            vertex = following[None]
        else:
            vertex = start if start is not None else following[end] if end is not None else next(iter(self.problem.graph))
        tour = [vertex]
        while (vertex := following[vertex]) not in (None, tour[0]):
            tour.append(vertex)
        return tour

    def __str__(self) -> str:
        """Return the formula in the format DIMACS; comments say what it means."""
        return format_cnf(self.clauses, self._comments())

    def _comments(self) -> Iterator[str]:
        problem = self.problem
        ends = ((" from ", problem.start), (" to ", problem.end))
        which = "".join(word + on_one_line(vertex) for word, vertex in ends if vertex is not None)
        kind = "closed" if problem.closed else "open"
        yield f"The {kind} tours{which} of a graph with {problem.size} vertices: each is one model of these clauses."
        yield f"The first {self.cover} clauses say that each vertex has one step in and one step out. Alone they are necessary"
        yield "conditions: their models are covers of all vertices by cycles. The other clauses leave only those of one cycle."
        yield "The first variables stand for the steps of the tour:"
        yield from (f"{variable}: {_in_words(step)}" for variable, step in enumerate(self.steps, 1))
        yield "The other variables follow from these: they number the vertices in binary digits, in the order of the visit."


def tour_formula(problem: Problem) -> TourFormula:
    """Return the formula whose models are the tours of a problem.

    Raises
    ------
    UnsupportedProblem : the formula would have more than `MOST_CLAUSES` clauses.
    BoardError : the board is too large for a graph.

    Examples
    --------
    >>> from graphs import Board
    >>> formula = tour_formula(Problem.on_board(Board(3, 4), start=(0, 0)))
    >>> formula.steps[0], formula.steps[-1], len(formula.clauses)
    (((0, 0), (1, 2)), ((2, 3), None), 671)
    """
    neighbours = ordered_neighbours(problem.graph)
    steps = {step: variable for variable, step in enumerate(_steps(problem, neighbours), 1)}
    digits = max(1, (len(neighbours) - problem.closed).bit_length())
    if len(steps) * (2 * digits + 2) > MOST_CLAUSES:
        clauses = f"{MOST_CLAUSES:,} at most, {2 * digits + 2} for each step"
        raise UnsupportedProblem(f"the clauses of {len(steps):,} steps are too many to write: {clauses}", problem)
    formula = _Formula(len(steps))
    _cover_by_cycles(formula, problem, neighbours, steps)
    cover = len(formula.clauses)
    if neighbours:
        first = _first_vertex(problem, neighbours)
        if problem.closed:
            _choose_direction(formula, problem, neighbours, steps, first)
        number = {vertex: [formula.new_variable() for _ in range(digits)] for vertex in neighbours if vertex != first}
        _count_steps(formula, steps, number, first)
        _colour(formula, problem, number, first)
    return TourFormula(problem, tuple(steps), tuple(formula.clauses), cover)


def _steps(problem: Problem, neighbours: Neighbours) -> Iterator[Step]:
    yield from ((here, there) for here, near in neighbours.items() for there in near)
    if not problem.closed:
        yield from ((None, vertex) for vertex in neighbours if problem.start in (None, vertex))
        yield from ((vertex, None) for vertex in neighbours if problem.end in (None, vertex))


def _first_vertex(problem: Problem, neighbours: Neighbours) -> Any:
    """Return the vertex where counting begins: for a closed tour, one with few neighbours leaves few choices."""
    if not problem.closed or problem.start is not None:
        return problem.start if problem.closed else None
    return min(neighbours, key=lambda vertex: len(neighbours[vertex]))


class _Formula:
    """A formula in the making."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[Clause] = []

    def new_variable(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *clause: int) -> None:
        self.clauses.append(clause)

    def contradict(self) -> None:
        """Add a contradiction; some programs that read DIMACS do not take the empty clause."""
        variable = self.new_variable()
        self.add(variable)
        self.add(-variable)

    def require_one(self, variables: Sequence[int]) -> None:
        """Require that exactly one of the variables is true."""
        if not variables:
            self.contradict()
            return
        self.add(*variables)
        if len(variables) <= CROWDED:
            for one, other in combinations(variables, 2):
                self.add(-one, -other)
            return
        so_far = variables[0]
        for variable in variables[1:]:
            self.add(-so_far, -variable)
            before, so_far = so_far, self.new_variable()  # true where a variable up to this one is
            for clause in ((-before, so_far), (-variable, so_far), (before, variable, -so_far)):
                self.add(*clause)

    def require_equal(self, one: int, other: int, *unless: int) -> None:
        """Require that two literals have the same value, unless one of some further literals is true."""
        self.add(-one, other, *unless)
        self.add(one, -other, *unless)

    def next_number(self, digits: Sequence[int]) -> list[int]:
        """Return the literals of a binary number plus one, the last digit first; the largest number has 0 for its next."""
        following = [-digits[0]]
        carry = digits[0]
        for place, digit in enumerate(digits[1:], 1):
            total = self.new_variable()
            self.require_equal(total, digit, carry)
            self.require_equal(total, -digit, -carry)
            following.append(total)
            if place < len(digits) - 1:
                before, carry = carry, self.new_variable()
                for clause in ((-carry, digit), (-carry, before), (carry, -digit, -before)):
                    self.add(*clause)
        return following


def _cover_by_cycles(formula: _Formula, problem: Problem, neighbours: Neighbours, steps: Mapping[Step, int]) -> None:
    """Require one step in and one step out at every vertex, and no cycle of two."""
    vertices = neighbours if problem.closed else [*neighbours, None]
    out: dict[Any, list[int]] = {vertex: [] for vertex in vertices}
    into: dict[Any, list[int]] = {vertex: [] for vertex in vertices}
    for (here, there), variable in steps.items():
        out[here].append(variable)
        into[there].append(variable)
    for variables in chain(out.values(), into.values()):
        formula.require_one(variables)
    if not vertices:
        formula.contradict()
    if problem.closed or problem.size > 1:  # an open tour of one vertex goes to it and back
        for (here, there), variable in steps.items():
            back = steps.get((there, here), 0)
            if variable < back:
                formula.add(-variable, -back)


def _choose_direction(
    formula: _Formula, problem: Problem, neighbours: Neighbours, steps: Mapping[Step, int], first: Any
) -> None:
    """Leave one of the two directions of a closed tour."""
    if problem.start is not None and problem.end is not None:
        closing = steps.get((problem.end, problem.start))
        if closing is None:
            formula.contradict()
        else:
            formula.add(closing)
        return
    rank = {vertex: place for place, vertex in enumerate(neighbours)}
    for second, last in combinations(sorted(neighbours[first], key=lambda vertex: rank[vertex], reverse=True), 2):
        formula.add(-steps[first, second], -steps[last, first])


def _count_steps(formula: _Formula, steps: Mapping[Step, int], number: Mapping[Any, list[int]], first: Any) -> None:
    """Require that each step leads to the next number: from 0 at the first vertex up to the number of the others."""
    following = {vertex: formula.next_number(digits) for vertex, digits in number.items()}
    for (here, there), variable in steps.items():
        if here == first:
            _require_number(formula, number[there], 1, -variable)
        elif there == first:
            _require_number(formula, number[here], len(number), -variable)
        else:
            for digit, next_digit in zip(number[there], following[here], strict=True):
                formula.require_equal(digit, next_digit, -variable)


def _require_number(formula: _Formula, digits: Sequence[int], value: int, unless: int) -> None:
    for place, digit in enumerate(digits):
        formula.add(digit if value >> place & 1 else -digit, unless)


def _colour(formula: _Formula, problem: Problem, number: Mapping[Any, list[int]], first: Any) -> None:
    """Add what follows where each step changes the colour: the numbers of one colour are odd, those of the other even."""
    colour = two_colours(problem.graph)
    if colour is None:
        return
    if problem.closed:
        for vertex, digits in number.items():
            formula.add(digits[0] if colour[vertex] != colour[first] else -digits[0])
        return
    odd = formula.new_variable()  # whether the colour 1 has the odd numbers
    for vertex, digits in number.items():
        formula.require_equal(digits[0], odd if colour[vertex] else -odd)


def _in_words(step: Step) -> str:
    here, there = step
    if here is None:
        return f"starts at {on_one_line(there)}"
    return f"ends at {on_one_line(here)}" if there is None else f"{on_one_line(here)} to {on_one_line(there)}"

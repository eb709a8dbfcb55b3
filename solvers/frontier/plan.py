"""The treatments of the vertices, one after the other in a given order, and the states of the parts of a tour between them.

A vertex is treated when it gets all its edges to vertices that are not treated yet. The frontier consists of the vertices that
are not treated but touched: neighbours of a treated one.

The chosen edges form paths that end in the frontier. How such a part of a tour can be completed depends only on its *state*:
for each vertex of the frontier, whether it is untouched, has both its edges, or is an end of a path, and where that path ends.
Cost of a plan: linear in the number of edges and in the sizes of all frontiers.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import prod
from typing import TypeAlias

from solvers.budget import Meter
from solvers.frontier.order import Order, effort_of
from solvers.problem import Problem

__all__ = ["END", "FULL", "Choice", "Plan", "State", "Treatment", "join", "plan_in"]

FULL, END = -1, -2
"""They replace a vertex at the other end of a path: both edges are there; the path leads to an end of the tour."""
Choice: TypeAlias = tuple[int, ...]
"""What a vertex gets from its treatment: up to two neighbours, or END for an end of the tour in place of one."""
State: TypeAlias = tuple[int, ...]
"""For each vertex of the frontier the vertex at the other end of its path: itself where it is untouched, FULL or END."""


@dataclass(frozen=True)
class Treatment:
    """The treatment of one vertex; vertices are numbered in the order of their treatment.

    Attributes
    ----------
    vertex : its number.
    before, after : the frontier before and after it, in ascending order.
    later : the neighbours of the vertex that are treated later.
    is_given, is_free : whether the vertex is a given end of the tours; whether it may be one of their free ends.
    ends : the most ends of the tour that a state after it may have.
    is_last : whether all vertices that are left are in the frontier.
    mirror : for each vertex of the frontier after it, the place of its image under a symmetry that maps the treated vertices
        to themselves; empty where there is none, or where states and their images are not taken as one.
    """

    vertex: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    later: tuple[int, ...]
    is_given: bool
    is_free: bool
    ends: int
    is_last: bool
    mirror: tuple[int, ...] = ()

    @cached_property
    def choices(self) -> tuple[tuple[Choice, ...], ...]:
        """What the vertex can get where it misses no edge, one, and two; ends of the tour come first."""
        one, two = (tuple(combinations(self.later[::-1], edges)) for edges in (1, 2))
        last = tuple((other, END) for other in self.later[::-1])
        if self.is_given:
            return (), ((END,),), last
        return ((),), ((END,),) * self.is_free + one, last * self.is_free + two


@dataclass(frozen=True)
class Plan:
    """An order of all vertices, with the treatment of each.

    Attributes
    ----------
    order : the nodes of the graph.
    near : for each vertex its neighbours, in ascending order.
    treatments : one for each.
    given : the numbers of the given ends.
    closed : whether the tours are.
    weights : for pairs of neighbours, what their edge is worth where that is not 1: the number of parallel edges, or a sign. A
        tour counts as the product of what its edges are worth.
    """

    order: tuple[Hashable, ...]
    near: tuple[tuple[int, ...], ...]
    treatments: tuple[Treatment, ...]
    given: tuple[int, ...]
    closed: bool
    weights: Mapping[frozenset[int], int] = field(default_factory=dict, hash=False)

    @property
    def width(self) -> int:
        """The largest number of vertices in a frontier."""
        return max((len(each.after) for each in self.treatments), default=0)

    @property
    def effort(self) -> float:
        """An estimate of the work, to compare plans."""
        return effort_of(len(each.after) for each in self.treatments)

    @property
    def free(self) -> int:
        """How many ends of the tours are free."""
        return 0 if self.closed else 2 - len(self.given)

    def weight(self, vertex: int, choice: Choice) -> int:
        """Return what the edges are worth that a vertex gets by a choice."""
        return prod(self.weights.get(frozenset((vertex, other)), 1) for other in choice)


def plan_in(order: Order, problem: Problem, meter: Meter | None = None) -> Plan:
    """Return the plan that treats the vertices in an order.

    Parameters
    ----------
    problem : its tours are open, or not both of their ends are given.
    meter : the budget; only its time limit counts here.

    Raises
    ------
    BudgetSpent : the time is over.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.frontier.order import best_order
    >>> problem = Problem.on_board(Board(3, 4))
    >>> first = plan_in(best_order(problem), problem).treatments[0]
    >>> first.after, first.choices[2]
    ((1, 3), ((3, -2), (1, -2), (3, 1)))
    """
    ends = () if problem.closed else (problem.start, problem.end)
    given = tuple(order.vertices.index(end) for end in ends if end is not None)
    free = len(ends) - len(given)
    treatments: list[Treatment] = []
    before: tuple[int, ...] = ()
    for vertex, near in enumerate((meter or Meter()).watched(order.near)):
        later = near[bisect(near, vertex) :]
        after = tuple(sorted({*before, *later} - {vertex}))
        most = free + sum(end <= vertex for end in given)
        is_last = len(after) == len(order.near) - 1 - vertex
        treatments.append(Treatment(vertex, before, after, later, vertex in given, free > 0, most, is_last))
        before = after
    return Plan(order.vertices, order.near, tuple(treatments), given, problem.closed)


def join(mates: dict[int, int], one: int, other: int) -> bool:
    """Join two ends of paths, or a path and an END of the tour; return whether a path or cycle is whole then."""
    far, farther = mates[one], mates.get(other, END)
    mates[one] = FULL
    if other != END:
        mates[other] = FULL
    if far == other or far == farther == END:
        return True
    if far != END:
        mates[far] = farther
    if farther != END:
        mates[farther] = far
    return False

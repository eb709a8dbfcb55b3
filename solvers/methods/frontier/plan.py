"""States of partial tours, and the steps that process the vertices one by one in a given order.

To *process* a vertex is to choose all its edges to vertices that come later in the order. The *frontier* consists of the
vertices that are not processed yet and have a processed neighbour. A *plan* consists of an order of the vertices and of the
steps that process them.

The chosen edges form paths whose ends are in the frontier, or are ends of the tour. How these paths can be completed to a tour
depends only on their *state*. For each vertex of the frontier, the state records one of three cases: the vertex has no edge
yet; it has both its edges; or it is an end of a path. In the last case, the state also records the other end of the path.

Making a plan takes time linear in the number of edges and in the sum of the sizes of all frontiers.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import prod
from typing import TypeAlias

from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.frontier.order import Order, order_effort

FULL, END = -1, -2
"""Entries of a state that are not vertices: FULL if a vertex has both edges; END if the other end of its path is an end of the
tour."""
Choice: TypeAlias = tuple[int, ...]
"""The neighbours, at most two, to which a vertex gets edges when it is processed. END instead of a neighbour makes the vertex
an end of the tour."""
State: TypeAlias = tuple[int, ...]
"""For each vertex of the frontier, the vertex at the other end of its path (the vertex itself if it has no edge yet), FULL or
END."""


@dataclass(frozen=True)
class Treatment:
    """The step that processes one vertex."""

    vertex: int  # its place in the order, from 0
    before: tuple[int, ...]  # the frontier before the step, in ascending order
    after: tuple[int, ...]  # the frontier after the step, in ascending order
    later: tuple[int, ...]  # the neighbours of the vertex that are processed later
    is_given: bool  # whether the vertex is a given end of the tours
    is_free: bool  # whether the tours have a free end, so that each vertex that is not a given end may be one
    ends: int  # maximum number of ends of the tour among the vertices processed so far
    is_last: bool  # whether, after the step, all vertices that are not processed are in the frontier
    # A symmetry that maps the set of processed vertices to itself: for each vertex of `after`, the index in `after` of its
    # image. Empty if there is no such symmetry, or if states and their images are counted separately.
    mirror: tuple[int, ...] = ()

    @cached_property
    def choices(self) -> tuple[tuple[Choice, ...], ...]:
        """Choices for a vertex that lacks 0, 1 or 2 edges.

        Each tuple begins with the choices that contain END, which make the vertex an end of the tour.
        """
        one, two = (tuple(combinations(self.later[::-1], edges)) for edges in (1, 2))
        last = tuple((other, END) for other in self.later[::-1])
        if self.is_given:
            return (), ((END,),), last
        return ((),), ((END,),) * self.is_free + one, last * self.is_free + two


@dataclass(frozen=True)
class Plan:
    """An order of the vertices, with a step for each."""

    order: tuple[Hashable, ...]  # the nodes of the graph; the index of a node is its number
    near: tuple[tuple[int, ...], ...]  # the neighbours of each vertex, in ascending order
    treatments: tuple[Treatment, ...]  # one step per vertex
    given: tuple[int, ...]  # the given ends of the tours
    closed: bool
    # The weights of the edges whose weight differs from 1: nonzero integers, such as a number of parallel edges. The weight of
    # a tour is the product of the weights of its edges.
    weights: Mapping[frozenset[int], int] = field(default_factory=dict, hash=False)

    @property
    def width(self) -> int:
        """The maximum number of vertices in a frontier."""
        return max((len(each.after) for each in self.treatments), default=0)

    @property
    def effort(self) -> float:
        """An estimate of the work of a search (see `order_effort`)."""
        return order_effort(len(each.after) for each in self.treatments)

    @property
    def free(self) -> int:
        """The number of free ends, or 0 for closed tours."""
        return 0 if self.closed else 2 - len(self.given)

    def weight(self, vertex: int, choice: Choice) -> int:
        """Return the weight of the edges that a choice adds."""
        return prod(self.weights.get(frozenset((vertex, other)), 1) for other in choice)


def plan_in(order: Order, problem: Problem, meter: Meter | None = None) -> Plan:
    """Return the plan for a given order, without symmetries and weights.

    >>> from graphs import Board
    >>> from solvers.methods.frontier.order import best_order
    >>> problem = Problem.on_board(Board(3, 4))
    >>> first = plan_in(best_order(problem), problem).treatments[0]
    >>> first.after, first.choices[2]  # -2 is END: the vertex is an end of the tour
    ((1, 3), ((3, -2), (1, -2), (3, 1)))
    """
    ends = () if problem.closed else (problem.start, problem.end)
    fixed_ends = tuple(order.vertices.index(end) for end in ends if end is not None)
    free = len(ends) - len(fixed_ends)
    treatments: list[Treatment] = []
    before: tuple[int, ...] = ()
    for vertex, near in enumerate((meter or Meter()).watched(order.near)):
        later = near[bisect(near, vertex) :]
        after = tuple(sorted({*before, *later} - {vertex}))
        most = free + sum(end <= vertex for end in fixed_ends)
        is_last = len(after) == len(order.near) - 1 - vertex
        treatments.append(Treatment(vertex, before, after, later, vertex in fixed_ends, free > 0, most, is_last))
        before = after
    return Plan(order.vertices, order.near, tuple(treatments), fixed_ends, problem.closed)


def join_planned_paths(mates: dict[int, int], one: int, other: int) -> bool:
    """Join two paths at their ends, or end one at END.

    `mates` contains the other end of each path, as in a state. Return whether the edge completes a cycle, or a path between two
    ends of the tour.
    """
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

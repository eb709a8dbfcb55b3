"""States of partial tours, and the steps that process the vertices one by one in a given order.

To *process* a vertex is to choose all its edges to vertices that come later in the order. The *frontier* consists of the
vertices that are not processed yet and have a processed neighbour. A *plan* consists of an order of the vertices and of the
frontiers between its steps.

An open tour is closed by an additional vertex, the *apex*, which is adjacent to all possible ends. So the tours correspond to
the Hamiltonian cycles of the graph with the apex. The apex is the last vertex, and gets its edges from the others.

The chosen edges form paths whose ends are in the frontier. How these paths can be completed to a tour depends only on their
*state*. For each vertex of the frontier, the state records one of three cases: the vertex has no edge yet; it has both its
edges; or it is an end of a path. In the last case, the state also records the other end of the path.

Making a plan takes time linear in the number of edges and in the sum of the sizes of all frontiers.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import prod
from typing import Any, TypeAlias

from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.methods.frontier.order import Order

Choice: TypeAlias = tuple[int, ...]
"""The neighbours, at most two, to which a processed vertex gets edges."""


@dataclass(frozen=True)
class Plan(Order):
    """An order of the vertices, with the frontiers between its steps.

    Step i processes vertex i. The apex is not in `vertices`, but the last vertex in `near` may be the apex.
    """

    given: tuple[int, ...]  # the given ends of the tours
    frontiers: tuple[tuple[int, ...], ...]  # before the first step and after each step, in ascending order
    # For each step, a symmetry that maps the set of processed vertices to itself: for each vertex of the frontier after the
    # step, the index of its image there. Empty if there is no such symmetry, or if states and images are counted separately.
    mirrors: tuple[tuple[int, ...], ...] = ()
    # The weights of the edges whose weight differs from 1: small integers, such as a number of parallel edges, because the time
    # is proportional to them. The weight of a tour is the product of the weights of its edges.
    weights: Mapping[frozenset[int], int] = field(default_factory=dict, hash=False)

    @property
    def apex(self) -> int | None:
        """Number of the vertex that closes open tours, or None for closed tours."""
        return len(self.vertices) if len(self.near) > len(self.vertices) else None

    @property
    def slots(self) -> int:
        """Maximum number of vertices in a frontier, with the apex."""
        return max(map(len, self.frontiers))

    @property
    def bits(self) -> int:
        """Number of bits per vertex in a packed state (see `kernels`). They can store 0 to `slots`."""
        return max(2, self.slots.bit_length())

    @property
    def words(self) -> int:
        """Number of 64-bit words in a packed state."""
        return -(-max(1, self.slots) // (64 // self.bits))

    def later(self, vertex: int) -> tuple[int, ...]:
        """Return the neighbours of a vertex that come after it in the order."""
        return self.near[vertex][bisect(self.near[vertex], vertex) :]

    def choices(self, vertex: int) -> list[list[Choice]]:
        """Return the sets of edges to later vertices that a vertex can get if it lacks 0, 1, or 2 edges.

        Each list begins with the choices that contain the apex. A given end has no others.
        """
        later = self.later(vertex)[::-1]
        return [
            [choice for choice in combinations(later, lacks) if vertex not in self.given or self.apex in choice]
            for lacks in range(3)
        ]

    def may_close(self, step: int) -> bool:
        """Return whether a cycle that the step closes may be a tour.

        If it may, all unprocessed vertices are in the frontier, because the other ones have no edges yet. No given end is among
        them, because a given end gets its edge to the apex when it is processed.
        """
        return len(self.frontiers[step + 1]) == len(self.near) - 1 - step and max(self.given, default=0) <= step

    def weight(self, vertex: int, choice: Choice) -> int:
        """Return the product of the weights of the edges that a choice adds."""
        return prod(self.weights.get(frozenset((vertex, other)), 1) for other in choice)


def plan_in(order: Order, problem: Problem, meter: Meter | None = None) -> Plan:
    """Return the plan for a given order, without symmetries and weights.

    >>> from graphs import Board
    >>> from solvers.methods.frontier.order import best_order
    >>> problem = Problem.on_board(Board(3, 4))
    >>> plan = plan_in(best_order(problem), problem)
    >>> plan.frontiers[1], plan.choices(0)[2]  # 12 is the apex: the vertex is an end of the tour
    ((1, 3, 12), [(12, 3), (12, 1), (3, 1)])
    """
    near, apex = order.near, len(order.near)
    given: tuple[int, ...] = ()
    if not problem.closed:
        given = tuple(order.vertices.index(end) for end in (problem.start, problem.end) if end is not None)
        ends = sorted(given) if len(given) == 2 else range(apex)
        near = (*((*each, *[apex] * (vertex in ends)) for vertex, each in enumerate(near)), tuple(ends))
    frontiers: list[tuple[int, ...]] = [()]
    for vertex in (meter or Meter()).watched(range(apex)):
        later = near[vertex][bisect(near[vertex], vertex) :]
        frontiers.append(tuple(sorted({*frontiers[-1], *later} - {vertex})))
    return Plan(order.vertices, near, given, tuple(frontiers))


def tour_of(problem: Problem, vertices: Sequence[Hashable], cycle: Iterable[tuple[int, int]]) -> list[Any]:
    """Return the tour that a Hamiltonian cycle represents.

    The cycle is given by its edges, and each vertex by its index in `vertices`. Additional vertices, such as the apex, have
    larger indices, and are left out.
    """
    near: dict[int, set[int]] = {}
    for one, two in cycle:
        near.setdefault(one, set()).add(two)
        near.setdefault(two, set()).add(one)
    start = None if problem.start is None else vertices.index(problem.start)
    walk = [len(vertices) if not problem.closed else start or 0]
    while rest := near[walk[-1]]:
        walk.append(rest.pop())
        near[walk[-1]].remove(walk[-2])
    visited = [vertex for vertex in walk[:-1] if vertex < len(vertices)]
    return [vertices[each] for each in (visited if start in (None, visited[0]) else visited[::-1])]

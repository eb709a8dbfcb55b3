"""The plan of a count over a frontier: in which order the vertices are treated, and what the frontier is at each moment.

A vertex is treated when it gets all its edges to vertices that are not treated yet. The frontier consists of the vertices that
are not treated but touched: neighbours of a treated one. What matters is how many vertices it has: the states are all ways in
which paths can end in them. Cost: the number of edges, for each order that is tried.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log, prod

from graphs.symmetry import symmetries
from solvers.problem import Problem

__all__ = ["IS_END", "NONE", "Plan", "Treatment", "best_plan", "choices_of", "plan_of", "symmetric_images"]

IS_END, NONE = -2, -3
"""In a choice of what a vertex gets: an end of the tour, and nothing."""


@dataclass(frozen=True)
class Treatment:
    """The treatment of one vertex; vertices are numbered in the order of their treatment.

    Attributes
    ----------
    before, after : the frontier before and after it, in order. The vertex is the first before, unless nothing has touched it.
    later : the neighbours of the vertex that are treated later.
    mirror : for each vertex of the frontier after it, the place of its image under a symmetry that maps the treated vertices
        to themselves; empty where there is none.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    later: tuple[int, ...]
    mirror: tuple[int, ...] = ()


@dataclass(frozen=True)
class Plan:
    """An order of all vertices, with the treatment of each.

    Attributes
    ----------
    order : the nodes of the graph.
    treatments : one for each.
    given : the numbers of the given ends.
    closed : whether the tours are.
    weights : for pairs of neighbours, what their edge is worth where that is not 1: the number of parallel edges, or a sign. A
        tour counts as the product of what its edges are worth.
    """

    order: tuple[Hashable, ...]
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
        """An estimate of the work, to compare plans: the logarithm of the sum of 3 to the power of each frontier's size."""
        return log(sum(3 ** len(each.after) for each in self.treatments) + 1)

    @property
    def free(self) -> int:
        """How many ends of the tours are free."""
        return 0 if self.closed else 2 - len(self.given)

    def weight(self, vertex: int, choice: tuple[int, int]) -> int:
        """Return what the edges are worth that a vertex gets by a choice."""
        return prod(self.weights.get(frozenset((vertex, other)), 1) for other in choice)


def best_plan(problem: Problem) -> Plan:
    """Return the plan with the least effort: row by row, column by column, or in Cuthill and McKee's order.

    Examples
    --------
    >>> from graphs import Board
    >>> best_plan(Problem.on_board(Board(3, 10))).width
    7
    """
    plans = [plan_of(problem, order) for order in dict.fromkeys(map(tuple, _orders(problem)))]
    return min(plans, key=lambda plan: plan.effort)


def _orders(problem: Problem) -> Iterator[Sequence[Hashable]]:
    """Yield orders of the vertices."""
    from networkx.utils import cuthill_mckee_ordering

    if problem.board is not None:
        yield list(problem.board)
        yield [square for _, square in sorted(((col, row), (row, col)) for row, col in problem.board)]
    yield list(problem.graph)
    yield list(cuthill_mckee_ordering(problem.graph))


def plan_of(problem: Problem, order: Sequence[Hashable], half: int | None = None) -> Plan:
    """Return the plan that treats the vertices in a given order.

    Parameters
    ----------
    problem : its graph has no loops that matter, and no parallel edges.
    order : all nodes of the graph.
    half : the states after so many treatments are of interest in themselves. So they are counted up to one symmetry that maps
        the treated vertices to themselves, and no other one is used on the way.
    """
    number = {node: index for index, node in enumerate(order)}
    adjacent = [sorted({number[other] for other in problem.graph.adj[node]} - {index}) for index, node in enumerate(order)]
    given = () if problem.closed else tuple(number[end] for end in (problem.start, problem.end) if end is not None)
    symmetric = list(symmetric_images(problem, number))
    if half is not None:
        symmetric = [images for images in symmetric if max(images[:half]) < half][:1]
    reached = [(images, list(accumulate(images, max))) for images in symmetric]
    treatments = []
    before: tuple[int, ...] = ()
    for vertex, near in enumerate(adjacent):
        later = tuple(other for other in near if other > vertex)
        after = tuple(sorted({*before, *later} - {vertex}))
        mirror = next((_places(images, after) for images, last in reached if last[vertex] == vertex), ())
        treatments.append(Treatment(before, after, later, mirror))
        before = after
    return Plan(tuple(order), tuple(treatments), given, problem.closed)


def symmetric_images(problem: Problem, number: Mapping[Hashable, int]) -> Iterator[list[int]]:
    """Yield the symmetries of the problem's board as images of the vertices, but for the identity."""
    if problem.board is None or problem.leaper is None:
        return
    ends = {problem.start, problem.end} - {None}
    for symmetry in symmetries(problem.board):
        image: dict[Hashable, Hashable] = {square: symmetry(square) for square in problem.board}
        images = [number[image[square]] for square in number]
        if images != list(range(len(images))) and {image[end] for end in ends} == ends:
            yield images


def _places(images: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    """Return the places of the images of a frontier that is mapped to itself."""
    place = {each: index for index, each in enumerate(after)}
    return tuple(place[images[each]] for each in after)


def choices_of(plan: Plan, vertex: int) -> tuple[tuple[int, int], ...]:
    """Return what a vertex can get from its treatment: up to two neighbours, or one and an end of the tour, IS_END; NONE."""
    later = plan.treatments[vertex].later
    one = [(each, NONE) for each in later]
    two = [(each, other) for index, each in enumerate(later) for other in later[index + 1 :]]
    if vertex in plan.given:
        return ((IS_END, NONE), *((each, IS_END) for each in later))
    if plan.free:
        return ((NONE, NONE), (IS_END, NONE), *one, *((each, IS_END) for each in later), *two)
    return ((NONE, NONE), *one, *two)

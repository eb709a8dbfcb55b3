"""Meeting in the middle: count the sets of edges in two halves of a graph separately, and combine them into tours.

The *middle* is a set of vertices that separates the other vertices into two *halves* without an edge between them:

    8x8:    24 squares    |    16 squares    |    24 squares
            first half    |      middle      |    second half

A tour consists of three sets of edges: those with an end in the first half, those with an end in the second half, and those
within the middle.

1. The frontier method (`solvers.methods.frontier.plan`) processes the vertices of each half one by one: it chooses the edges
   from each vertex to later vertices, in all possible ways. It stops when all vertices of the half are processed. The chosen
   edges then form paths. Each path joins two vertices of the middle, or a vertex of the middle and an end of the tour. A
   *state* records the ends of these paths, and its *count* is the number of sets of edges with these ends.
2. The edges within the middle are few: 12 on a knight's board of 8 columns, where the middle is two rows. So all sets of them
   are tried.
3. A state of the first half, a state of the second half and a set of edges within the middle fit if together they give each
   vertex of the middle two edges. In this case, the paths are followed from end to end, to check whether they form one cycle.
4. If they form one cycle, the product of the counts of the two states is added to the number of tours.

An open tour is counted as a cycle through an additional vertex of the middle (INFINITY), which is joined to all vertices that
can be an end.

There are far fewer states than if all vertices are processed one by one: 9 million instead of 180 million on 8x8. If a
symmetry maps one half to the other, the states of one half are enough.

Notes
-----
The time is proportional to the number of states of the halves, plus the number of pairs of states whose edges fit (step 3).

References
----------
E. Horowitz and S. Sahni, Computing partitions with applications to the knapsack problem, Journal of the ACM 21, 1974. B. D.
McKay, Knight's tours of an 8x8 chessboard, 1997.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import log

from solvers.core.problem import Problem
from solvers.counting.count_plan import count_plan_of, symmetric_images
from solvers.methods.frontier.plan import Plan

INFINITY = 16
"""Additional vertex of the middle, which is joined to the ends of open tours. The other vertices are numbered from 0."""
MOST_SETS = 2**20
"""Maximum number of sets of edges within the middle. A division of the graph with more sets is not used."""
STATES_OF_A_SET = 300
"""Work for one set of edges within the middle, divided by the work for one state.

This ratio was measured for tours of 7x7 from a corner: 545,584 sets of edges took 16 s.
"""
MOST_TRIED = 12
"""Maximum number of divisions that `best_middle` compares."""


@dataclass(frozen=True)
class MiddleHalf:
    """Half of a graph: the vertices that a plan processes first."""

    plan: Plan
    """An order of all vertices that begins with the vertices of the half."""
    steps: int
    """Number of vertices of the half."""
    numberings: tuple[tuple[int, ...], ...]
    """The number of each vertex of `after` within the middle, from 0. If states are counted together with their mirror images,
    a second tuple contains the numbers of the mirror images of these vertices."""

    @property
    def after(self) -> tuple[int, ...]:
        """Frontier after the half: the middle's vertices, in ascending order."""
        return self.plan.treatments[self.steps - 1].after

    @property
    def sizes(self) -> list[int]:
        """Frontier size after each vertex of the half is processed."""
        return [len(each.after) for each in self.plan.treatments[: self.steps]]


@dataclass(frozen=True)
class Middle:
    """Two halves of a graph, and the middle that separates them."""

    halves: tuple[MiddleHalf, MiddleHalf]
    vertices: tuple[int, ...]
    """The vertices of the middle, as the numbers 0, 1, 2, …, and for open tours INFINITY."""
    edges: tuple[tuple[int, int], ...]
    """Edges between vertices of the middle, including those from possible ends of a tour to INFINITY."""
    needed: int
    """Number of edges that join the given ends to INFINITY. They come first, and every tour contains them."""
    swap: tuple[int, ...]
    """For each vertex of the middle except INFINITY, its image under a symmetry of the problem that exchanges the halves. So
    the states of the second half are those of the first half with other vertex numbers. Empty if there is no such symmetry."""

    @property
    def width(self) -> int:
        """Maximum number of vertices in a frontier of the two halves."""
        return max(chain.from_iterable(half.sizes for half in self.halves))

    @property
    def effort(self) -> float:
        """Natural logarithm of the work in states, like a plan's effort.

        There is work for each state of the halves and for each set of edges within the middle.
        """
        one, two = (sum(3**size for size in half.sizes) // len(half.numberings) for half in self.halves)
        return log(one + (0 if self.swap else two) + STATES_OF_A_SET * _most_sets(self.edges[self.needed :]))


def best_middle(problem: Problem, plan: Plan) -> Middle | None:
    """Return the division for which counting takes the least effort.

    Only divisions in which both halves have about the same size are compared.

    >>> from graphs import Board
    >>> from solvers.counting.count_plan import best_count_plan
    >>> problem = Problem.on_board(Board(6, 6), closed=True)
    >>> middle = best_middle(problem, best_count_plan(problem))
    >>> [half.steps for half in middle.halves], len(middle.vertices), len(middle.edges)
    ([12, 12], 12, 8)
    >>> middle.swap
    (6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5)
    """
    total = len(plan.order)
    sizes = {steps: total - steps - len(plan.treatments[steps - 1].after) for steps in range(1, total)}
    near = sorted((steps for steps, size in sizes.items() if size > 0), key=lambda steps: abs(sizes[steps] - steps))
    divisions = (middle_after(problem, plan, steps) for steps in near[:MOST_TRIED])
    return min(filter(None, divisions), key=lambda middle: middle.effort, default=None)


def middle_after(problem: Problem, plan: Plan, steps: int) -> Middle | None:
    """Return the division whose first half is the first `steps` vertices.

    Return None if the middle has too many vertices or too many sets of edges, or if no vertex is left for the second half.
    """
    between = plan.treatments[steps - 1].after
    rest = sorted({*range(steps, len(plan.order))} - {*between}, reverse=True)
    if len(between) > INFINITY or not rest:
        return None
    number = {vertex: index for index, vertex in enumerate(between)}
    needed_edges = [(number[end], INFINITY) for end in plan.given if end in number]
    ends = [(vertex, INFINITY) for vertex in range(len(between) if plan.free else 0) if (vertex, INFINITY) not in needed_edges]
    edges = ends + [(number[one], number[two]) for one in between for two in plan.treatments[one].later if two in number]
    if _most_sets(edges) > MOST_SETS:
        return None
    place = {plan.order[vertex]: index for vertex, index in number.items()}
    first = _half(problem, plan.order, steps, place)
    swap = _swap(problem, plan, rest, number, first)
    if swap:
        second = replace(first, numberings=tuple(tuple(swap[vertex] for vertex in each) for each in first.numberings))
    else:
        order = [plan.order[vertex] for vertex in (*rest, *reversed(between), *reversed(range(steps)))]
        second = _half(problem, order, len(rest), place)
    vertices = (*range(len(between)), *[INFINITY] * (not plan.closed))
    return Middle((first, second), vertices, (*needed_edges, *edges), len(needed_edges), swap)


def _most_sets(edges: Sequence[tuple[int, int]]) -> int:
    """Return how many subsets have at most two edges to INFINITY."""
    ends = sum(other == INFINITY for _, other in edges)
    return (1 + ends * (ends + 1) // 2) << len(edges) - ends


def _half(problem: Problem, order: Sequence[Hashable], steps: int, place: Mapping[Hashable, int]) -> MiddleHalf:
    plan = count_plan_of(problem, order, steps)
    last = plan.treatments[steps - 1]
    middle = tuple(place[plan.order[vertex]] for vertex in last.after)
    return MiddleHalf(plan, steps, (middle, tuple(middle[slot] for slot in last.mirror)) if last.mirror else (middle,))


def _swap(problem: Problem, plan: Plan, rest: Sequence[int], number: Mapping[int, int], first: MiddleHalf) -> tuple[int, ...]:
    """Return the middle's image, with halves exchanged, or () if impossible.

    On the middle, the symmetry must be its own inverse. If states of the first half are counted together with their mirror
    images (`first.numberings` has two entries), the symmetry must also commute with this reflection. `rest` contains the
    vertices of the second half. `number` maps each vertex of the middle to its index within the middle.
    """
    mirror = dict(zip(first.numberings[0], first.numberings[-1], strict=True))
    for images in symmetric_images(problem, plan.order):
        if {*images[: first.steps]} == {*rest}:
            swap = tuple(number[images[vertex]] for vertex in number)
            if all(swap[swap[each]] == each and swap[mirror[each]] == mirror[swap[each]] for each in mirror):
                return swap
    return ()


def middle_edge_sets(middle: Middle) -> Iterator[tuple[int, ...]]:
    """Yield the possible edge sets within the middle, as ascending indices.

    Each set contains all needed edges, and at most two edges at each vertex. It is yielded before the sets that contain it.
    """
    degrees: Counter[int] = Counter()

    def extensions(chosen: tuple[int, ...], first: int) -> Iterator[tuple[int, ...]]:
        yield chosen
        for edge in range(first, len(middle.edges)):
            one, two = middle.edges[edge]
            if degrees[one] < 2 and degrees[two] < 2:
                degrees[one] += 1
                degrees[two] += 1
                yield from extensions((*chosen, edge), edge + 1)
                degrees[one] -= 1
                degrees[two] -= 1

    for one, two in middle.edges[: middle.needed]:
        degrees[one] += 1
        degrees[two] += 1
    yield from extensions(tuple(range(middle.needed)), middle.needed)

"""Counting by meeting in the middle: each half of a board is counted by itself, and the halves are fitted together.

Some vertices, the *middle*, part the rest of the graph into two halves without an edge between them. A tour consists of three
sets of edges: those with a vertex in one half, those with a vertex in the other, and those within the middle. The frontier
method counts the first two by their states, each from its own side; it stops where the frontier is the middle. The third are
few: on a knight's board of 8 columns the middle is two rows, and has 12 edges. So three sums are left: over the states of one
half, over the sets of edges within the middle, and over those states of the other half whose degrees fit, so that each vertex
of the middle has two edges in all. Then the paths are followed from end to end, to see whether they make one cycle.

An open tour is a cycle through one more vertex of the middle, which is joined to all vertices that can be an end.

The states are many fewer than in one count from side to side: on 8x8, 9 million instead of 180 million. Where a symmetry maps
one half to the other, the states of one half are enough. Method: meeting in the middle, as in E. Horowitz and S. Sahni,
Computing partitions with applications to the knapsack problem, Journal of the ACM 21, 1974; for knight's tours, B. D. McKay,
Knight's tours of an 8x8 chessboard, 1997. Cost: the states of the halves, and the pairs of states whose degrees fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import log

from solvers.counting.plan import plan_of, symmetric_images
from solvers.frontier.plan import Plan
from solvers.problem import Problem

__all__ = ["INFINITY", "Half", "Middle", "best_middle", "edge_sets", "middle_after"]

INFINITY = 16
"""The vertex of the middle that represents the ends of open tours. The others are numbered from 0, and are fewer than that."""
MOST_SETS = 2**20
"""Sets of edges within the middle."""
STATES_OF_A_SET = 300
"""The work for a set of edges, as that for so many states. Measured on 7x7 from a corner: 545,584 sets, 16 s."""
MOST_TRIED = 12
"""Places of the middle that are tried."""


@dataclass(frozen=True)
class Half:
    """A half of the graph: the first steps of a plan.

    Attributes
    ----------
    plan : an order of all vertices; those of the half come first.
    steps : how many vertices the half has.
    numberings : for each vertex of the frontier after these steps, its number in the middle. Where the states are counted up to
        a symmetry that maps the half and the problem to themselves, also the numbers of their images.
    """

    plan: Plan
    steps: int
    numberings: tuple[tuple[int, ...], ...]

    @property
    def after(self) -> tuple[int, ...]:
        """The frontier after the steps."""
        return self.plan.treatments[self.steps - 1].after

    @property
    def sizes(self) -> list[int]:
        """How many vertices the frontier has after each step."""
        return [len(each.after) for each in self.plan.treatments[: self.steps]]


@dataclass(frozen=True)
class Middle:
    """Two halves and what is between them.

    Attributes
    ----------
    halves : the two halves.
    vertices : those of the middle; in open tours the last one is INFINITY, which is joined to all possible ends.
    edges : the edges between vertices of the middle.
    needed : how many of the first edges are in every tour.
    swap : for each vertex of the middle but INFINITY, its image under a symmetry of the problem that exchanges the halves, and
        commutes with the one of their states; empty where there is none. The states of the second half are those of the first
        then, with the numbers of the second.
    """

    halves: tuple[Half, Half]
    vertices: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    needed: int
    swap: tuple[int, ...]

    @property
    def width(self) -> int:
        """The largest number of vertices in a frontier."""
        return max(chain.from_iterable(half.sizes for half in self.halves))

    @property
    def effort(self) -> float:
        """An estimate of the work, to be compared with that of a plan: the states of the halves, and the sets of edges."""
        one, two = (sum(3**size for size in half.sizes) // len(half.numberings) for half in self.halves)
        return log(one + (0 if self.swap else two) + STATES_OF_A_SET * _most_sets(self.edges[self.needed :]))


def best_middle(problem: Problem, plan: Plan) -> Middle | None:
    """Return the middle with the least effort for the order of a plan; None where no middle is small enough.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.counting.plan import best_plan
    >>> problem = Problem.on_board(Board(6, 6), closed=True)
    >>> middle = best_middle(problem, best_plan(problem))
    >>> [half.steps for half in middle.halves], len(middle.vertices), len(middle.edges)
    ([12, 12], 12, 8)
    >>> middle.swap
    (6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5)
    """
    total = len(plan.order)
    sizes = {steps: total - steps - len(plan.treatments[steps - 1].after) for steps in range(1, total)}
    near = sorted((steps for steps, size in sizes.items() if size > 0), key=lambda steps: abs(sizes[steps] - steps))
    found = (middle_after(problem, plan, steps) for steps in near[:MOST_TRIED])
    return min((middle for middle in found if middle is not None), key=lambda middle: middle.effort, default=None)


def middle_after(problem: Problem, plan: Plan, steps: int) -> Middle | None:
    """Return the middle that is the frontier after so many steps of a plan; None where it is too large."""
    between = plan.treatments[steps - 1].after
    rest = sorted({*range(steps, len(plan.order))} - {*between}, reverse=True)
    if len(between) > INFINITY or not rest:
        return None
    number = {vertex: index for index, vertex in enumerate(between)}
    needed = [(number[end], INFINITY) for end in plan.given if end in number]
    ends = [(vertex, INFINITY) for vertex in range(len(between) if plan.free else 0) if (vertex, INFINITY) not in needed]
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
    return Middle((first, second), vertices, (*needed, *edges), len(needed), swap)


def _most_sets(edges: Sequence[tuple[int, int]]) -> int:
    """Return a bound of the sets of edges that no tour must have; two at most go to the ends of tours."""
    ends = sum(other == INFINITY for _, other in edges)
    return (1 + ends * (ends + 1) // 2) << len(edges) - ends


def _half(problem: Problem, order: Sequence[Hashable], steps: int, place: Mapping[Hashable, int]) -> Half:
    plan = plan_of(problem, order, steps)
    last = plan.treatments[steps - 1]
    middle = tuple(place[plan.order[vertex]] for vertex in last.after)
    return Half(plan, steps, (middle, tuple(middle[slot] for slot in last.mirror)) if last.mirror else (middle,))


def _swap(problem: Problem, plan: Plan, rest: Sequence[int], number: Mapping[int, int], first: Half) -> tuple[int, ...]:
    """Return the images of the middle's vertices under a symmetry that exchanges the halves, and commutes with the mirror."""
    mirror = dict(zip(first.numberings[0], first.numberings[-1], strict=True))
    for images in symmetric_images(problem, {node: index for index, node in enumerate(plan.order)}):
        if {*images[: first.steps]} == {*rest}:
            swap = tuple(number[images[vertex]] for vertex in number)
            if all(swap[swap[each]] == each and swap[mirror[each]] == mirror[swap[each]] for each in mirror):
                return swap
    return ()


def edge_sets(middle: Middle) -> Iterator[tuple[int, ...]]:
    """Yield the sets of edges of the middle of which no vertex has more than two, each before its extensions.

    Yields
    ------
    The numbers of the edges.
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

"""Count tours by meeting in the middle: combine partial tours of two halves of a graph.

The *middle* is a set of vertices that separates the other vertices into two *halves* without an edge between them:

    8x8:    24 squares    |    16 squares    |    24 squares
            first half    |      middle      |    second half

A tour consists of three sets of edges: those with an end in the first half, those with an end in the second half, and those
within the middle.

1. A sweep (`solvers.counting.sweep`) processes the vertices of each half one by one: it chooses the edges from each vertex to
   later vertices, in all possible ways. It stops when all vertices of the half are processed. The chosen edges then form paths
   between vertices of the middle. A *state* records the number of edges of each vertex of the middle, its *degree*, and the
   two ends of each path. Its *count* is the number of sets of edges with this state.
2. The edges within the middle are few: 12 on a knight's board of 8 columns, where the middle is two rows. So all sets of them
   are tried.
3. A state of the first half, a state of the second half and a set of edges within the middle fit if together they give each
   vertex of the middle two edges. In this case, the paths are followed from end to end, to check whether they form one cycle.
4. If they form one cycle, the product of the counts of the two states is added to the number of tours.

The apex of open tours (see `solvers.methods.frontier.plan`) belongs to the middle, with the number APEX.

There are far fewer states than if all vertices are processed one by one. On 8x8, a half has at most 16 million states after a
step, and 9 million at its end. Two kinds of symmetries reduce the work further:

- A *mirror* maps each half to itself. The sweeps count a state and its mirror image together. The mirror image of a pair of
  states is a pair with as many tours. So only one of two mirror images in the second half is joined, with the count of both, to
  all states of the first half. It is the one whose degrees, as a number, are smaller.
- A *swap* exchanges the halves. So the states of the second half are those of the first half with other vertex numbers. It also
  maps each pair of states to another pair, and only one of the two pairs is joined (see `_ranks`).

Notes
-----
The sweeps take time proportional to the number of states after all their steps. The join takes at most time proportional to the
number of pairs of a set of edges and of different degrees in the second half, plus the number of pairs of states that fit. It
takes less because states that can be joined to the same states are joined together.

References
----------
E. Horowitz and S. Sahni, Computing partitions with applications to the knapsack problem, Journal of the ACM 21, 1974. B. D.
McKay, Knight's tours of an 8x8 chessboard, 1997.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import log
from typing import TypeAlias

import numpy as np

from solvers.core.budget import Meter
from solvers.core.memory import available_cores
from solvers.core.problem import Problem
from solvers.core.progress import begin_step
from solvers.counting.count_plan import count_plan_of, symmetric_images
from solvers.counting.halves_kernels import (
    APEX,
    DEGREE,
    DIGIT,
    HalfGroups,
    HalfScratch,
    HalfSubsets,
    find_half_places,
    join_halves,
    unpack_half_states,
)
from solvers.counting.sweep import SweepRoom, Words, sweep
from solvers.methods.frontier.plan import Plan

# A division of the graph with more sets is not used.
MOST_SETS = 2**20
"""Maximum number of sets of edges among the vertices that separate the halves."""
STATES_OF_A_SET = 300
"""Work per set of edges among the separating vertices, relative to the work per state.

This ratio was measured for tours of 7x7 from a corner: 545,584 sets of edges took 16 s.
"""
MOST_TRIED = 12
"""Maximum number of divisions of a graph that `best_middle` compares."""
BYTES_OF_A_STATE = 40
"""Maximum memory per state, in bytes, except for its count."""
STATES_IN_A_PIECE = 20_000
"""Approximate number of states that are joined between two checks of the budget."""
Images: TypeAlias = tuple[int, ...]
"""A symmetry as images of the separating vertices: entry i is the image of vertex i."""


@dataclass(frozen=True)
class MiddleHalf:
    """One half of a graph: the first `steps` vertices in the order of `plan`."""

    plan: Plan
    steps: int
    # For each vertex of the frontier after the last step of the half, in order: its number in the middle. If states are counted
    # together with their mirror images, a second tuple contains the numbers of the mirror images of these vertices.
    numberings: tuple[tuple[int, ...], ...]

    @property
    def work(self) -> int:
        """Estimated number of states of partial tours in this half."""
        total: int = sum(3**size for size in self.plan.sizes[: self.steps])
        return total // len(self.numberings)


@dataclass(frozen=True)
class Middle:
    """A division of a graph: two halves, and the vertices (the middle) that separate them."""

    halves: tuple[MiddleHalf, MiddleHalf]
    vertices: tuple[int, ...]  # numbers of the separating vertices: 0, 1, 2, …, and APEX for open tours
    # Edges between separating vertices. Those to the apex come first.
    edges: tuple[tuple[int, int], ...]
    # Number of edges, at the beginning of `edges`, that join a given end to the apex. Every tour contains them.
    needed: int
    mirror: Images  # a symmetry that maps each half to itself, or the identity
    swap: Images  # a symmetry that exchanges the halves, or () if there is none

    @property
    def width(self) -> int:
        """Maximum number of vertices in a frontier of either half, without the apex."""
        return max(max(half.plan.sizes[: half.steps]) for half in self.halves)

    @cached_property
    def effort(self) -> float:
        """Natural logarithm of the estimated number of states.

        Each set of edges within the middle counts as `STATES_OF_A_SET` states.
        """
        one, two = (half.work for half in self.halves)
        return log(one + (0 if self.swap else two) + STATES_OF_A_SET * _most_sets(self.edges[self.needed :]))


def best_middle(problem: Problem, plan: Plan) -> Middle | None:
    """Return the division into two halves with which counting takes the least effort.

    Only divisions in which both halves have about the same size are compared.

    >>> from graphs import Board
    >>> from solvers.counting.count_plan import best_count_plan
    >>> problem = Problem.on_board(Board(6, 6), closed=True)
    >>> middle = best_middle(problem, best_count_plan(problem))
    >>> [half.steps for half in middle.halves], len(middle.vertices), len(middle.edges)
    ([12, 12], 12, 8)
    >>> middle.swap[:12]
    (6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5)
    """
    total = len(plan.vertices)
    rests = {steps: total - steps - plan.sizes[steps - 1] for steps in range(1, total)}
    near = sorted((steps for steps, rest in rests.items() if rest > 0), key=lambda steps: abs(rests[steps] - steps))
    divisions = (middle_after(problem, plan, steps) for steps in near[:MOST_TRIED])
    return min(filter(None, divisions), key=lambda middle: middle.effort, default=None)


def middle_after(problem: Problem, plan: Plan, steps: int) -> Middle | None:
    """Return the division whose first half is the first `steps` vertices of a plan.

    Return None if the middle has too many vertices or too many sets of edges, or if no vertex is left for the second half.
    """
    order = plan.vertices
    between = [vertex for vertex in plan.frontiers[steps] if vertex != plan.apex]
    rest = sorted({*range(steps, len(order))}.difference(between), reverse=True)
    number = {vertex: index for index, vertex in enumerate(between)}
    if len(between) > APEX or not rest:
        return None
    if plan.apex is not None:
        number[plan.apex] = APEX
    edges = [(number[one], number[two]) for one in between for two in plan.later(one) if two in number]
    needed = [(number[end], APEX) for end in plan.given if end in number]
    edges.sort(key=lambda edge: (edge not in needed, edge[1] != APEX))
    if _most_sets(edges[len(needed) :]) > MOST_SETS:
        return None
    place = {order[vertex]: number[vertex] for vertex in between}
    first = second = _half(problem, order, steps, place, order[:steps])
    mirror = _images(dict(zip(first.numberings[0], first.numberings[-1], strict=True)))
    exchanges = [images for images in symmetric_images(problem, order) if {*images[:steps]} == {*rest}]
    swaps = (_images({number[vertex]: number[images[vertex]] for vertex in number}) for images in exchanges)
    # `_ranks` needs a swap that is its own inverse on the middle, and that commutes with the mirror.
    swap = next((it for it in swaps if all(it[it[v]] == v and it[mirror[v]] == mirror[it[v]] for v in mirror)), ())
    if swap:
        second = replace(first, numberings=tuple(tuple(swap[vertex] for vertex in each) for each in first.numberings))
    else:
        backwards = [order[vertex] for vertex in (*rest, *reversed(between), *reversed(range(steps)))]
        second = _half(problem, backwards, len(rest), place, order[:steps])
    return Middle((first, second), tuple(number.values()), tuple(edges), len(needed), mirror, swap)


def _most_sets(edges: Sequence[tuple[int, int]]) -> int:
    """Return how many sets of edges contain at most two edges to the apex."""
    ends = sum(other == APEX for _, other in edges)
    return (1 + ends * (ends + 1) // 2) << len(edges) - ends


def _half(
    problem: Problem, order: Sequence[Hashable], steps: int, place: Mapping[Hashable, int], half: Sequence[Hashable]
) -> MiddleHalf:
    """Return a half of the graph, counted with a symmetry that maps `half` to itself."""
    plan = count_plan_of(problem, order, half)
    numbering = tuple(APEX if vertex == plan.apex else place[order[vertex]] for vertex in plan.frontiers[steps])
    mirror = plan.mirrors[steps - 1]
    return MiddleHalf(plan, steps, (numbering, tuple(numbering[slot] for slot in mirror)) if mirror else (numbering,))


def _images(images: Mapping[int, int]) -> Images:
    return tuple(images.get(vertex, vertex) for vertex in range(APEX + 1))


def count_by_halves(middle: Middle, meter: Meter, room: SweepRoom) -> tuple[int, int]:
    """Return the number of undirected tours and the maximum number of states of a half.

    The states of the halves are joined in one thread per core. Raise BudgetSpent if `meter` or `room` is exhausted.
    """
    first, second = middle.halves
    level = sweep(first.plan, meter, room, "in the first half", first.steps)
    peak, one = level.peak, _groups(middle, 0, level.rows, room, meter)
    if not middle.swap:
        del level  # frees the memory of the first half
        level = sweep(second.plan, meter, room, "in the second half", second.steps)
        peak = max(peak, level.peak)
    other = _groups(middle, 1, level.rows, room, meter)
    del level
    table = np.zeros(1 << (2 * len(one.degrees) + 1).bit_length(), np.uint64)
    places = np.zeros(len(table), np.int64)
    find_half_places(one.degrees, table, places)
    subsets = _subsets(middle)

    def join_piece(groups: tuple[int, int]) -> int:
        meter.check()
        scratch = HalfScratch.of(len(one.digits), len(other.digits))
        join_halves(one, other, *groups, table, places, subsets, scratch)
        return sum(int(digit) << DIGIT * place for place, digit in enumerate(scratch.total))

    cuts = np.searchsorted(other.first, np.arange(0, other.first[-1], STATES_IN_A_PIECE))
    pieces, total = list(pairwise(np.unique([*cuts, len(other.degrees)]))), 0
    with ThreadPoolExecutor(available_cores()) as pool:
        for done, tours in enumerate(pool.map(join_piece, pieces), 1):
            total += tours
            begin_step(f"counting: {done} of {len(pieces)} parts of the halves joined")
    return total // len(first.numberings), peak


def _groups(middle: Middle, which: int, rows: Words, room: SweepRoom, meter: Meter) -> HalfGroups:
    """Return the states of the first half (`which` = 0) or of the second half (1), grouped by vertex degrees.

    If there are two numberings, each row gives the count of a state and its mirror image together. In the first half, both of
    them are states here, each with the count of both. A state that is its own mirror image appears twice. So the total is twice
    the number of tours, and `count_by_halves` halves it. In the second half, only the one with smaller degrees is a state here.
    """
    begin_step("counting: sorting the states of a half")
    half = middle.halves[which]
    counts = rows.view(np.uint32)[:, 2 * half.plan.words :].T
    used = 1 + max(np.flatnonzero(counts.any(axis=1)).tolist(), default=0)
    each = 1 if which else len(half.numberings)
    number = each * len(rows)
    room.require(number * (BYTES_OF_A_STATE + DIGIT // 8 * used), room.free)
    degrees, mates = np.empty(number, np.uint64), np.empty(number, np.uint64)
    unpack_half_states(rows, np.array(half.numberings, np.int64), half.plan.bits, each, degrees, mates)
    meter.check()
    order = np.argsort(degrees)
    meter.check()
    degrees = degrees[order]
    mates = mates[order]
    first = np.flatnonzero(np.diff(degrees, prepend=np.uint64(0)))  # no state has degrees 0
    degrees = degrees[first]
    order //= each
    digits = np.array([digit[order] for digit in counts[:used]])
    return HalfGroups(degrees, _ranks(middle, which, degrees), np.append(first, number), mates, digits)


def _ranks(middle: Middle, which: int, degrees: Words) -> Words:
    """Return a rank for each group of states, so that only one of two symmetric pairs is joined.

    A swap s maps each pair of groups to another pair with the same number of tours:

                         the pair      its image
        first half       A             s(B)
        second half      B             s(A)

    So it is enough to join one of these two pairs. Here a group is identified by its degrees. The second half contains only one
    of two mirror images, so s(A) may be there only as its mirror image. Therefore a group and its mirror image have the same
    rank. The rank of A is A or its mirror image, whichever has smaller degrees. The rank of B is that of s(B), which is a group
    of the first half. A swap is its own inverse, so the rank of s(A) in the second half is that of A. So a pair and its image
    have the same two ranks, in exchanged order:

    - If A has a smaller rank than B, `join_halves` counts the pair twice. It skips the image of the pair.
    - If the ranks are equal, `join_halves` counts the pair once. The ranks in the image are also equal, so it also counts the
      image.

    Without a swap, all ranks are 0.
    """
    if not middle.swap:
        return np.zeros_like(degrees)
    swapped = _half_images(degrees, middle.swap) if which else degrees
    return np.minimum(swapped, _half_images(swapped, middle.mirror))


def _half_images(degrees: Words, images: Images) -> Words:
    """Return the vertex degrees after a symmetry is applied to the vertices."""
    image_degrees = np.zeros_like(degrees)
    for vertex, image in enumerate(images):
        image_degrees |= (degrees >> np.uint64(DEGREE * vertex) & np.uint64(3)) << np.uint64(DEGREE * image)
    return image_degrees


def _subsets(middle: Middle) -> HalfSubsets:
    """Return the sets of edges among the separating vertices that give each vertex at most two edges."""
    degrees = [sum(1 << DEGREE * end for end in edge) for edge in middle.edges]
    needs, after, first, edges = list[int](), list[int](), [0], list[int]()

    def extend(chosen: tuple[int, ...], needed: int, begin: int) -> None:
        place = len(needs)
        needs.append(needed)
        after.append(0)
        edges.extend(chosen)
        first.append(len(edges))
        for edge in range(begin, len(degrees)):
            if all(needed >> DEGREE * end & 3 for end in middle.edges[edge]):
                extend((*chosen, edge), needed - degrees[edge], edge + 1)
        after[place] = len(needs)

    two = sum(2 << DEGREE * vertex for vertex in middle.vertices)
    extend(tuple(range(middle.needed)), two - sum(degrees[: middle.needed]), middle.needed)
    ends = np.array(middle.edges, np.uint8).reshape(-1, 2)[edges]
    return HalfSubsets(np.array(needs, np.uint64), np.array(after, np.int64), np.array(first), ends)

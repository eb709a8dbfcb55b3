"""Meeting in the middle on arrays, in one thread per core.

`solvers.counting.middle` explains the method and its terms: halves, middle and states. `halves` explains the terms group, part,
mirror and swap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, pairwise
from typing import Any

import numpy as np

from solvers.core.budget import Meter
from solvers.core.progress import begin_step
from solvers.counting.compiled.halves import DEGREE, DIGIT, PARTS, Groups, HalfStates, images_of
from solvers.counting.compiled.middle_kernels import FREE, Scratch, Subsets, find_places, join
from solvers.counting.middle import INFINITY, Middle, edge_sets
from solvers.counting.plan import limbs_of
from solvers.counting.sweep import Level, Room, sweep
from solvers.workers.slots import available_cores

STATES_IN_A_PIECE = 100_000
"""Approximate maximum number of states of the second half that one call of `join` joins.

The groups of these states are called a *piece*. The budget is checked before each piece.
"""


def count_by_middle(middle: Middle, meter: Meter, room: Room) -> Level:
    """Count the tours, regardless of their direction, by joining the states of two halves (see `solvers.counting.middle`).

    `complete` of the result is the number of tours. Raise BudgetSpent if `meter` or `room` is exhausted.
    """
    first, second = middle.halves
    mirror = np.arange(INFINITY + 1)
    mirror[[*first.numberings[0]]] = first.numberings[-1]
    with ThreadPoolExecutor(available_cores()) as pool:
        level = sweep(first.plan, meter, room, "in the first half", first.steps)
        peak = level.peak
        states = HalfStates(first, level.rows, np.empty(0, np.int64), pool, meter.check)
        if states.bytes_of(0, PARTS) > room.free:
            room.refuse(states.bytes_of(0, PARTS))
        one, _ = states.groups(0, PARTS)
        if middle.swap:
            one = one._replace(ranks=np.minimum(one.degrees, images_of(one.degrees, mirror)))
        else:
            del level, states  # frees the memory of the first half
            level = sweep(second.plan, meter, room, "in the second half", second.steps)
            peak = max(peak, level.peak)
        states = HalfStates(second, level.rows, mirror, pool, meter.check)
        total = _join_halves(middle, one, states, meter, room)
    return Level(total >> sum(len(half.numberings) - 1 for half in middle.halves), peak)


def _join_halves(middle: Middle, one: Groups, states: HalfStates, meter: Meter, room: Room) -> int:
    """Add up the products of the counts of two states, for all pairs of states that form one cycle with edges of the middle.

    The groups of the second half (see `halves`) are built for as many parts at a time as fit into memory.
    """
    table = np.full(1 << (2 * len(one.degrees) + 1).bit_length(), FREE, np.uint64)
    places = np.zeros(len(table), np.int64)
    find_places(one.degrees, table, places)
    subsets, digits = _subsets(middle), 2 * limbs_of(middle.halves[0].plan)

    def piece(groups: Groups, first: int, last: int) -> int:
        meter.check()
        digits_of_sum = np.zeros(digits, np.uint64)
        join(one, groups, table, places, subsets, first, last, digits_of_sum, Scratch.of(len(one.digits), digits))
        return sum(int(digit) << DIGIT * place for place, digit in enumerate(digits_of_sum))

    done = total = 0
    while done < PARTS:
        last = next((last for last in range(PARTS, done, -1) if states.bytes_of(done, last) <= room.free), done)
        if last == 0:
            room.refuse(states.bytes_of(0, 1))
        groups, first = states.groups(done, max(last, done + 1))
        groups = _weighted(groups, states.mirror, middle.swap)
        parts = [[states.pool.submit(piece, groups, *cut) for cut in _pieces(groups, *part)] for part in pairwise(first)]
        try:
            for part in parts:
                total += sum(each.result() for each in part)
                done += 1
                begin_step(f"counting: {done} of {PARTS} parts of the halves joined")
        finally:
            for each in chain.from_iterable(parts):
                each.cancel()
        del groups, parts
    return total % (1 << DIGIT * digits)


def _weighted(groups: Groups, mirror: Any, swap: Sequence[int]) -> Groups:
    """Return the groups of the second half with their weights and ranks.

    Weights: Of a group B and its mirror image, only one was built. Its weight is 1 if the image is B itself, and otherwise 2.

    Ranks: A swap is a symmetry s that exchanges the halves. It maps each pair of groups to another pair with the same number of
    tours:

                         the pair      its image
        first half       A             s(B)
        second half      B             s(A)

    So it is enough to join one of these two pairs. Here a group is identified by its degrees. The rank of A is A itself, and
    the rank of B is s(B), which is also a group of the first half. (In both cases, if the mirror image of that group has
    smaller degrees, the rank is the mirror image.) So a pair and its image have the same two ranks, in exchanged order:

    - If A has a smaller rank than B, `join` counts the pair twice. It skips the image of the pair.
    - If the ranks are equal, `join` counts the pair once. The ranks in the image are also equal, so it also counts the image.

    Without a swap, all ranks are 0.
    """
    degrees = groups.degrees
    weights = np.where(degrees == images_of(degrees, mirror), np.uint64(1), np.uint64(2))
    if not swap:
        return groups._replace(weights=weights)
    swapped = images_of(degrees, [*swap, *range(len(swap), INFINITY + 1)])
    return groups._replace(weights=weights, ranks=np.minimum(swapped, images_of(swapped, mirror)))


def _pieces(groups: Groups, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Divide the groups of a part (see `halves`) into pieces of at most about STATES_IN_A_PIECE states.

    Yield, for each piece, the index of its first group and the index of its last group plus 1.
    """
    number = 1 + int(groups.first[last] - groups.first[first]) // STATES_IN_A_PIECE
    return pairwise(first + (last - first) * index // number for index in range(number + 1))


def _subsets(middle: Middle) -> Subsets:
    """Return all sets of edges between vertices of the middle that a tour can contain, as arrays."""
    sets = list(edge_sets(middle))
    after = [len(sets)] * len(sets)
    extended: list[int] = []
    for index, edges in enumerate(sets):
        while extended and len(sets[extended[-1]]) >= len(edges):
            after[extended.pop()] = index
        extended.append(index)
    degrees = [sum(1 << DEGREE * end for end in both) for both in middle.edges]
    two = sum(2 << DEGREE * vertex for vertex in middle.vertices)
    return Subsets(
        needs=np.array([two - sum(degrees[edge] for edge in edges) for edges in sets], np.uint64),
        after=np.array(after, np.int64),
        first=np.cumsum([0, *map(len, sets)]),
        ends=np.array(middle.edges, np.uint8).reshape(-1, 2)[[*chain.from_iterable(sets)]],
    )

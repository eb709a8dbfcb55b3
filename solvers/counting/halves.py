"""Counting by two halves, on arrays and in one thread per core.

`solvers.counting.middle` explains the method, and `halves_kernels` the terms state, degrees, mates, group and digits. Groups
are distributed over PARTS *parts* by a hash of their degrees, and each part is sorted by one thread.

*Symmetric states.* A *mirror* is a symmetry that maps each half to itself. In the second half, a state is used only if its
degrees, compared as numbers, are not larger than those of its image under the mirror. A *swap* is a symmetry that exchanges the
halves. It maps a pair of states, one of each half, to another pair. Only one of the two pairs is joined: the one in which the
group of the first half has the smaller *rank* (see `_weighted`).

Notes
-----
All work except for the sorting takes time linear in the number of states. In addition to the result, each state takes 8 bytes
of working memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, chain, pairwise
from typing import Any

import numpy as np

from solvers.core.budget import Meter
from solvers.core.progress import begin_step
from solvers.counting.count_plan import count_plan_limbs
from solvers.counting.halves_kernels import (
    DEGREE,
    DIGIT,
    FREE,
    PARTS,
    HalfGroups,
    HalfScratch,
    HalfSubsets,
    find_half_places,
    half_images,
    join_halves,
    sort_half_states,
)
from solvers.counting.middle import INFINITY, Middle, MiddleHalf, middle_edge_sets
from solvers.counting.sweep import SweepLevel, SweepRoom, Words, sweep
from solvers.methods.frontier.kernels import bits_of, frontier_words
from solvers.workers.slots import available_cores

STATES_READ = 2**18
"""Number of states that are read at a time."""
GROUP = 128
"""Estimate of the memory for one group and its place in a hash table, in bytes."""
STATES_IN_A_PIECE = 100_000
"""Approximate maximum number of states of the second half that one call of `join_halves` joins.

The groups of these states are called a *piece*. The budget is checked before each piece.
"""


def count_by_halves(middle: Middle, meter: Meter, room: SweepRoom) -> SweepLevel:
    """Count the undirected tours by joining states of two halves.

    `complete` of the result is the number of tours. Raise BudgetSpent if `meter` or `room` is exhausted.
    """
    first, second = middle.halves
    mirror = np.arange(INFINITY + 1)
    mirror[[*first.numberings[0]]] = first.numberings[-1]
    with ThreadPoolExecutor(available_cores()) as pool:
        level = sweep(first.plan, meter, room, "in the first half", first.steps)
        peak = level.peak
        states = HalfStates(first, level.rows, np.empty(0, np.int64), pool, meter.check)
        room.require(states.bytes_of(0, PARTS))
        one, _ = states.groups(0, PARTS)
        if middle.swap:
            one = one._replace(ranks=np.minimum(one.degrees, half_images(one.degrees, mirror)))
        else:
            del level, states  # frees the memory of the first half
            level = sweep(second.plan, meter, room, "in the second half", second.steps)
            peak = max(peak, level.peak)
        states = HalfStates(second, level.rows, mirror, pool, meter.check)
        total = _join_halves(middle, one, states, meter, room)
    return SweepLevel(total >> sum(len(half.numberings) - 1 for half in middle.halves), peak)


def _join_halves(middle: Middle, one: HalfGroups, states: HalfStates, meter: Meter, room: SweepRoom) -> int:
    """Add up count products of states that form one cycle together.

    The groups of the second half (see `halves`) are built for as many parts at a time as fit into memory.
    """
    table = np.full(1 << (2 * len(one.degrees) + 1).bit_length(), FREE, np.uint64)
    places = np.zeros(len(table), np.int64)
    find_half_places(one.degrees, table, places)
    subsets, digits = _subsets(middle), 2 * count_plan_limbs(middle.halves[0].plan)

    def piece(groups: HalfGroups, first: int, last: int) -> int:
        meter.check()
        digits_of_sum = np.zeros(digits, np.uint64)
        join_halves(one, groups, table, places, subsets, first, last, digits_of_sum, HalfScratch.of(len(one.digits), digits))
        return sum(int(digit) << DIGIT * place for place, digit in enumerate(digits_of_sum))

    done = total = 0
    while done < PARTS:
        last = next((last for last in range(PARTS, done, -1) if states.bytes_of(done, last) <= room.free), done)
        if last == 0:
            room.require(states.bytes_of(0, 1))
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


class HalfStates:
    """States of one half, from which groups are built.

    Of a state and its image under `mirror`, only the one with smaller degrees is used, unless `mirror` is empty. `watch` is
    called from time to time, and may raise an exception to stop the work.

    If the half has two numberings (see `MiddleHalf`), each row gives one count for a state and its mirror image together. Then
    the groups contain both the state and the image, each with the full count of the row. So all counts are twice the true ones.
    """

    def __init__(
        self, half: MiddleHalf, rows: Words, mirror: Any, pool: ThreadPoolExecutor, watch: Callable[[], object]
    ) -> None:
        self._rows, self.mirror, self.pool, self._watch = rows, mirror, pool, watch
        begin_step("counting: sorting the states of a half")
        self._numberings, self._bits, self._words = (
            np.array(half.numberings, np.int64),
            bits_of(half.plan),
            frontier_words(half.plan),
        )
        self._sizes = np.zeros((-(-len(rows) // STATES_READ), PARTS), np.int64)
        largest = self._sort(self._sizes, np.empty(0, np.uint64), np.empty(0, np.uint64), np.empty((0, 0), np.uint32))
        self._digits = -(-largest.bit_length() // DIGIT) or 1

    def bytes_of(self, first: int, last: int) -> int:
        """Estimate the bytes that `groups` adds, at 8 states per group."""
        return int(self._sizes[:, first:last].sum()) * (8 + GROUP // 8 + 8 + DIGIT // 8 * self._digits)

    def groups(self, first: int, last: int) -> tuple[HalfGroups, list[int]]:
        """Return the groups of the parts `first` to `last` - 1.

        All have weight 1 and rank 0. Return also the index of the first group of each part, followed by the number of groups.
        """
        sizes = self._sizes[:, first:last].T
        total = int(sizes.sum())
        following = np.full(self._sizes.shape, -1, np.int64)
        following[:, first:last] = (sizes.cumsum().reshape(sizes.shape) - sizes).T
        degrees, mates = np.empty(total, np.uint64), np.empty(total, np.uint64)
        digits = np.empty((self._digits, total), np.uint32)
        self._sort(following, degrees, mates, digits)

        def order(part: slice) -> tuple[Words, Any]:
            order = np.argsort(degrees[part])
            for each in (degrees, mates, *digits):
                each[part] = each[part][order]
            return np.unique(degrees[part], return_counts=True)

        cuts = np.concatenate([[0], np.cumsum(sizes.sum(axis=1))])
        ordered = self._each(order, [slice(*pair) for pair in pairwise(cuts)])
        keys, lengths = (np.concatenate(each) for each in zip(*ordered, strict=True))
        firsts = np.concatenate([[0], np.cumsum(lengths)])
        groups = HalfGroups(keys, np.zeros_like(keys), np.ones_like(keys), firsts, mates, digits)
        return groups, [0, *accumulate(len(each) for each, _ in ordered)]

    def _each(self, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        """Apply a function to each item in several threads."""

        def watched(item: Any) -> Any:
            self._watch()
            return work(item)

        return [*self.pool.map(watched, items)]

    def _sort(self, following: Any, degrees: Words, mates: Words, digits: Any) -> int:
        """Write each state to the next row of its part.

        The parts are in the output arrays (see the module docstring). If these arrays are empty, only the number of states in
        each part is added to `following`. Return an upper bound on the count (number of edge sets) of any state.
        """

        def sort_block(block: int) -> int:
            rows = self._rows[block * STATES_READ : (block + 1) * STATES_READ]
            counts = rows[:, self._words :]
            limbs = rows.view(np.uint32)[:, 2 * self._words :]
            sort_half_states(rows, limbs, self._numberings, self._bits, self.mirror, following[block], degrees, mates, digits)
            return sum(int(limb) << 64 * place for place, limb in enumerate(counts.max(axis=0)))

        return max(self._each(sort_block, range(len(following))), default=0)


def _weighted(groups: HalfGroups, mirror: Any, swap: Sequence[int]) -> HalfGroups:
    """Return the second half's groups with their weights and ranks.

    Weights: Of a group B and its mirror image, only one was built. Its weight is 1 if the image is B itself, and otherwise 2.

    Ranks: A swap is a symmetry s that exchanges the halves. It maps each pair of groups to another pair with the same number of
    tours:

                         the pair      its image
        first half       A             s(B)
        second half      B             s(A)

    So it is enough to join one of these two pairs. Here a group is identified by its degrees. The rank of A is A itself, and
    the rank of B is s(B), which is also a group of the first half. (In both cases, if the mirror image of that group has
    smaller degrees, the rank is the mirror image.) So a pair and its image have the same two ranks, in exchanged order:

    - If A has a smaller rank than B, `join_halves` counts the pair twice. It skips the image of the pair.
    - If the ranks are equal, `join_halves` counts the pair once. The ranks in the image are also equal, so it also counts the
      image.

    Without a swap, all ranks are 0.
    """
    degrees = groups.degrees
    weights = np.where(degrees == half_images(degrees, mirror), np.uint64(1), np.uint64(2))
    if not swap:
        return groups._replace(weights=weights)
    swapped = half_images(degrees, [*swap, *range(len(swap), INFINITY + 1)])
    return groups._replace(weights=weights, ranks=np.minimum(swapped, half_images(swapped, mirror)))


def _pieces(groups: HalfGroups, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Divide the groups of a part into pieces of limited size.

    Yield, for each piece, the index of its first group and the index of its last group plus 1.
    """
    number = 1 + int(groups.first[last] - groups.first[first]) // STATES_IN_A_PIECE
    return pairwise(first + (last - first) * index // number for index in range(number + 1))


def _subsets(middle: Middle) -> HalfSubsets:
    """Return the possible edge sets within the middle, as arrays."""
    sets = list(middle_edge_sets(middle))
    after = [len(sets)] * len(sets)
    extended: list[int] = []
    for index, edges in enumerate(sets):
        while extended and len(sets[extended[-1]]) >= len(edges):
            after[extended.pop()] = index
        extended.append(index)
    degrees = [sum(1 << DEGREE * end for end in both) for both in middle.edges]
    two = sum(2 << DEGREE * vertex for vertex in middle.vertices)
    return HalfSubsets(
        needs=np.array([two - sum(degrees[edge] for edge in edges) for edges in sets], np.uint64),
        after=np.array(after, np.int64),
        first=np.cumsum([0, *map(len, sets)]),
        ends=np.array(middle.edges, np.uint8).reshape(-1, 2)[[*chain.from_iterable(sets)]],
    )

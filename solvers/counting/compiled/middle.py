"""Meeting in the middle on arrays, in as many threads as there are cores."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np

from solvers.budget import Meter
from solvers.counting.compiled.frontier import Level, bits_of, count_levels
from solvers.counting.compiled.middle_kernels import BLOCK, DIGIT, NO_GROUP, Half, Subsets, find_places, join, unpack
from solvers.counting.middle import Middle, edge_sets
from solvers.counting.middle import Half as HalfPlan
from solvers.parallel import available_cores
from solvers.progress import begin_step

__all__ = ["count_by_middle"]

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]

PARTS = 64
"""Parts of the join for each thread; the budget is looked at after each."""


def count_by_middle(middle: Middle, limbs: int, meter: Meter | None = None, memory: float | None = None) -> tuple[int, int]:
    """Return the number of tours, each counted in one direction only, and the largest number of states.

    Parameters
    ----------
    middle : the halves and what is between them.
    limbs : numbers of 64 bits in a count, with a bit to spare; what is over them is lost.
    meter, memory : as in `count_levels`.

    Raises
    ------
    BudgetSpent : the budget or the memory ran out.
    """
    meter = meter or Meter()
    first, second = middle.halves
    states, peak = _states_of(first, limbs, meter, memory)
    one = _grouped(middle, first, states, [first.middle])
    if not middle.is_symmetric:
        states, other_peak = _states_of(second, limbs, meter, memory)
        peak = max(peak, other_peak)
    other = _grouped(middle, second, states, [second.middle, second.mirrored] if second.mirrored else [second.middle])
    total = _joined(middle, one, other, 2 * limbs, meter)
    return total // 2 if second.mirrored else total, peak


def _states_of(half: HalfPlan, limbs: int, meter: Meter, memory: float | None) -> tuple[Level, int]:
    """Return the states of a half, and the largest number of states on the way."""
    peak = 0
    for level in count_levels(half.plan, limbs, meter, memory, steps=half.steps):
        begin_step(f"counting: {level.treated} of {half.steps} in a half, {len(level.states):,} states")
        peak = max(peak, len(level.states))
    return level, peak


def _grouped(middle: Middle, half: HalfPlan, level: Level, numberings: Sequence[Sequence[int]]) -> Half:
    """Return the states in groups of those with the same degrees.

    Parameters
    ----------
    numberings : the numbers of the frontier's vertices in the middle. Where there are two, the states were counted up to a
        symmetry: each state and its image are there, and all counts are doubled.
    """
    infinity = middle.vertices if half.plan.closed else middle.vertices - 1
    rows = len(level.states)
    degrees, mates = (np.empty((len(numberings), rows), np.uint64) for _ in range(2))
    for index, slots in enumerate(numberings):
        places = np.array(slots, np.int64)
        unpack(level.states, places, bits_of(half.plan), middle.vertices, infinity, degrees[index], mates[index])
    digits = np.ascontiguousarray(level.counts).view(np.uint32).T.astype(np.uint64)
    digits = digits[: max(1, int(np.flatnonzero(digits.any(axis=1)).max(initial=0)) + 1)]
    if len(numberings) == 2:
        own_images = (degrees[0] == degrees[1]) & (mates[0] == mates[1])
        digits = np.concatenate([digits << own_images.astype(np.uint64), digits[:, ~own_images]], axis=1)
        degrees = np.concatenate([degrees[0], degrees[1, ~own_images]])
        mates = np.concatenate([mates[0], mates[1, ~own_images]])
    order = np.argsort(degrees.ravel())
    degrees, mates, digits = degrees.ravel()[order], mates.ravel()[order], digits[:, order]
    first = np.flatnonzero(np.concatenate([[True], degrees[1:] != degrees[:-1]])) if len(degrees) else np.zeros(0, np.int64)
    return Half(degrees[first], np.append(first, len(degrees)), mates, digits)


def _joined(middle: Middle, one: Half, other: Half, digits: int, meter: Meter) -> int:
    """Return the sum over all pairs that make one cycle."""
    size = 2 * BLOCK
    while size < 2 * len(other.degrees):
        size *= 2
    table, groups = np.full(size, NO_GROUP, np.uint64), np.zeros(size, np.int64)
    find_places(other.degrees, table, groups)
    subsets = _subsets(middle)
    threads = available_cores()
    parts = min(PARTS * threads, max(1, len(one.degrees)))
    goals = np.arange(parts + 1) * (len(one.mates) / parts)
    cuts = np.searchsorted(one.first, goals)

    def part(index: int) -> int:
        total = np.zeros(digits, np.uint64)
        room = tuple(np.zeros(size, np.uint64) for size in (16, BLOCK, BLOCK, digits))
        join(one, other, table, groups, subsets, middle.vertices, cuts[index : index + 2], total, room)
        return sum(int(digit) << DIGIT * place for place, digit in enumerate(total))

    total = 0
    with ThreadPoolExecutor(threads) as pool:
        for index, number in enumerate(pool.map(part, range(parts))):
            meter.check()
            begin_step(f"counting: {index + 1} of {parts} parts of the halves joined")
            total += number
    return total % (1 << DIGIT * digits)


def _subsets(middle: Middle) -> Subsets:
    """Return the sets of edges within the middle as arrays."""
    sets = list(edge_sets(middle))
    degrees = [sum(1 << 4 * vertex for edge in each for vertex in middle.edges[edge]) for each in sets]
    after = []
    for index, each in enumerate(sets):
        following = index + 1
        while following < len(sets) and len(sets[following]) > len(each):
            following += 1
        after.append(following)
    return Subsets(
        degrees=np.array(degrees, np.uint64),
        edges=np.array([sum(1 << edge for edge in each) for each in sets], np.uint64),
        after=np.array(after, np.int64),
        ends=np.array(middle.edges, np.int64).reshape(-1, 2),
    )

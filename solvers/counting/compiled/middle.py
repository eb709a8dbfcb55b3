"""Meeting in the middle on arrays, in as many threads as there are cores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, pairwise
from typing import Any

import numpy as np

from solvers.budget import Meter
from solvers.counting.checkpoints import Checkpoints, fingerprint
from solvers.counting.compiled.frontier import sweep
from solvers.counting.compiled.halves import DEGREE, DIGIT, PARTS, Groups, HalfStates, images_of
from solvers.counting.compiled.middle_kernels import FREE, Scratch, Subsets, find_places, join
from solvers.counting.middle import INFINITY, Middle, edge_sets
from solvers.counting.plan import limbs_of
from solvers.counting.rows import Level, Room
from solvers.parallel import available_cores
from solvers.progress import begin_step

__all__ = ["count_by_middle"]

STATES_IN_A_PIECE = 100_000
"""States of the other half after which the budget is checked, while the halves are joined."""


def count_by_middle(middle: Middle, meter: Meter, room: Room, kept: Checkpoints) -> Level | None:
    """Return the number of tours, `complete`, each counted in one direction only, and the largest number of states.

    Parameters
    ----------
    middle : the halves and what is between them.
    meter, room : as in `sweep`.
    kept : where the states of the halves are kept, and how much of them is joined.

    Returns
    -------
    None if the states of the halves do not fit into the memory together.

    Raises
    ------
    BudgetSpent : the budget ran out, or the memory is too small for the states of a half.
    """
    first, second = middle.halves
    mirror = np.arange(INFINITY + 1)
    mirror[[*first.numberings[0]]] = first.numberings[-1]
    with ThreadPoolExecutor(available_cores()) as pool:
        level = sweep(first.plan, meter, room, "in the first half", kept, "first-half", first.steps)
        peak = level.peak
        states = HalfStates(first, level.rows, np.empty(0, np.int64), pool, meter.check)
        if not room.holds(states.bytes_of(0, PARTS)):
            return None
        one, _ = states.groups(0, PARTS)
        if middle.swap:
            one = one._replace(ranks=np.minimum(one.degrees, images_of(one.degrees, mirror)))
        else:
            del level, states  # so that the states of the first half can go
            level = sweep(second.plan, meter, room, "in the second half", kept, "second-half", second.steps)
            peak = max(peak, level.peak)
        states = HalfStates(second, level.rows, mirror, pool, meter.check)
        total = _joined(middle, one, states, meter, room, kept)
    return None if total is None else Level(0, total >> sum(len(half.numberings) - 1 for half in middle.halves), peak)


def _joined(middle: Middle, one: Groups, states: HalfStates, meter: Meter, room: Room, kept: Checkpoints) -> int | None:
    """Return the sum over all pairs that make one cycle; None if the groups do not fit into the memory."""
    form = " ".join([f"{PARTS} parts", *(fingerprint(half.plan, half.steps) for half in middle.halves)])
    level = kept.read("join", form, room) or Level(0, 0)
    done, total = level.treated, level.complete
    table = np.full(1 << (2 * len(one.degrees) + 1).bit_length(), FREE, np.uint64)
    places = np.zeros(len(table), np.int64)
    find_places(one.degrees, table, places)
    subsets, digits = _subsets(middle), 2 * limbs_of(middle.halves[0].plan)

    def piece(groups: Groups, first: int, last: int) -> int:
        meter.check()
        found = np.zeros(digits, np.uint64)
        join(one, groups, table, places, subsets, first, last, found, Scratch.of(len(one.digits), digits))
        return sum(int(digit) << DIGIT * place for place, digit in enumerate(found))

    while done < PARTS:
        last = next((last for last in range(PARTS, done, -1) if room.holds(states.bytes_of(done, last))), done)
        if last == 0:
            return None
        groups, first = states.groups(done, max(last, done + 1))
        groups = _weighted(groups, states.mirror, middle.swap)
        parts = [[states.pool.submit(piece, groups, *cut) for cut in _pieces(groups, *part)] for part in pairwise(first)]
        try:
            for part in parts:
                total += sum(each.result() for each in part)
                done += 1
                begin_step(f"counting: {done} of {PARTS} parts of the halves joined")
                kept.keep("join", form, Level(done, total), now=False)
        finally:
            for each in chain.from_iterable(parts):
                each.cancel()
        del groups, parts
    return total % (1 << DIGIT * digits)


def _weighted(groups: Groups, mirror: Any, swap: Sequence[int]) -> Groups:
    """Return the groups of the other half with their weights and ranks."""
    degrees = groups.degrees
    weights = np.where(degrees == images_of(degrees, mirror), np.uint64(1), np.uint64(2))
    if not swap:
        return groups._replace(weights=weights)
    swapped = images_of(degrees, [*swap, *range(len(swap), INFINITY + 1)])
    return groups._replace(weights=weights, ranks=np.minimum(swapped, images_of(swapped, mirror)))


def _pieces(groups: Groups, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Return pieces of a part, of about STATES_IN_A_PIECE states each; a group is never split."""
    number = 1 + int(groups.first[last] - groups.first[first]) // STATES_IN_A_PIECE
    return pairwise(first + (last - first) * index // number for index in range(number + 1))


def _subsets(middle: Middle) -> Subsets:
    """Return the sets of edges within the middle as arrays."""
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

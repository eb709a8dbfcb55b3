"""Meeting in the middle on arrays, in as many threads as there are cores."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np

from solvers.budget import Meter
from solvers.counting.compiled.frontier import Level, bits_of
from solvers.counting.compiled.middle_kernels import DIGIT, NO_GROUP, Half, Room, Subsets, find_places, join, unpack
from solvers.counting.middle import Half as HalfPlan
from solvers.counting.middle import Middle, edge_sets
from solvers.counting.running.checkpoints import Checkpoint, CheckpointFolder, fingerprint, no_rows
from solvers.counting.running.memory import Room as StateRoom
from solvers.counting.running.sweep import sweep
from solvers.parallel import available_cores
from solvers.progress import begin_step

__all__ = ["count_by_middle"]

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]

PARTS = 256
"""Parts of the join; the budget is looked at after each."""


def count_by_middle(
    middle: Middle,
    limbs: int,
    meter: Meter | None = None,
    memory: float | StateRoom | None = None,
    folder: CheckpointFolder | None = None,
) -> tuple[int, int] | None:
    """Return the number of tours, each counted in one direction only, and the largest number of states.

    Parameters
    ----------
    middle : the halves and what is between them.
    limbs : numbers of 64 bits in a count, with two bits to spare; what is over them is lost.
    meter, memory : as in `count_levels`.
    folder : where the states of the halves are kept, and how much of them is joined.

    Returns
    -------
    None if the states of the halves do not fit into the memory together.

    Raises
    ------
    BudgetSpent : the budget ran out, or the memory is too small for the states of a half.
    """
    meter = meter or Meter()
    room = memory if isinstance(memory, StateRoom) else StateRoom(memory)
    first, second = middle.halves
    level, peak = _states_of(first, limbs, meter, room, folder, "first half")
    if not room.holds(_bytes_of_groups(first, level), level.rows.bytes_in_memory):
        return None
    one = _grouped(middle, first, level)
    if not middle.swap:
        level, other_peak = _states_of(second, limbs, meter, room, folder, "second half")
        peak = max(peak, other_peak)
    if not room.holds(_bytes_of_groups(second, level), level.rows.bytes_in_memory):
        return None
    other = _grouped(middle, second, level)
    checkpoint = None
    if folder is not None:
        halves = " ".join(fingerprint(half.plan, limbs, half.steps) for half in middle.halves)
        checkpoint = folder.checkpoint("join", halves)
    total = _joined(middle, *_each_pair_once(middle, one, other), 2 * limbs, meter, checkpoint)
    return total >> sum(bool(half.mirrored) for half in middle.halves), peak


def _states_of(
    half: HalfPlan, limbs: int, meter: Meter, room: StateRoom, folder: CheckpointFolder | None, name: str
) -> tuple[Level, int]:
    """Return the states of a half, and the largest number of states on the way."""
    checkpoint = None
    if folder is not None:
        checkpoint = folder.checkpoint(name.replace(" ", "-"), fingerprint(half.plan, limbs, half.steps))
    return sweep(half.plan, limbs, meter, room, f"in the {name}", half.steps, checkpoint)


def _bytes_of_groups(half: HalfPlan, level: Level) -> int:
    """Return about how many bytes `_grouped` needs, which sorts a copy of all that it returns, beside the states."""
    largest = max((int(limb) << 64 * place for place, limb in enumerate(level.counts.max(axis=0, initial=0))), default=0)
    digits = -(-largest.bit_length() // DIGIT) or 1
    images = 2 if half.mirrored else 1
    return len(level.rows) * (level.rows.row_bytes + images * (48 + 16 * digits) + 16)


def _grouped(middle: Middle, half: HalfPlan, level: Level) -> Half:
    """Return the states in groups of those with the same degrees.

    Where the states were counted up to a symmetry, each state and its image are there, and all counts are doubled.
    """
    begin_step("counting: sorting the states of a half")
    infinity = middle.vertices if half.plan.closed else middle.vertices - 1
    numberings = [half.middle, half.mirrored] if half.mirrored else [half.middle]
    degrees, mates = (np.empty((len(numberings), len(level.states)), np.uint64) for _ in range(2))
    for index, slots in enumerate(numberings):
        places = np.array(slots, np.int64)
        unpack(level.states, places, bits_of(half.plan), middle.vertices, infinity, degrees[index], mates[index])
    digits = np.ascontiguousarray(level.counts).view(np.uint32).T.astype(np.uint64)
    digits = digits[: max(1, int(np.flatnonzero(digits.any(axis=1)).max(initial=0)) + 1)]
    if half.mirrored:
        own_images = (degrees[0] == degrees[1]) & (mates[0] == mates[1])
        digits = np.concatenate([digits << own_images.astype(np.uint64), digits[:, ~own_images]], axis=1)
        degrees = np.concatenate([degrees[0], degrees[1, ~own_images]])
        mates = np.concatenate([mates[0], mates[1, ~own_images]])
    order = np.argsort(degrees.ravel())
    degrees, mates, digits = degrees.ravel()[order], mates.ravel()[order], digits[:, order]
    keys, first = np.unique(degrees, return_index=True)
    needs = np.uint64(2 * sum(1 << 4 * vertex for vertex in range(middle.vertices))) - keys
    ranks, weights = np.zeros_like(keys), np.ones_like(keys)
    return Half(keys, needs, ranks, weights, np.append(first, len(degrees)), mates, digits)


def _each_pair_once(middle: Middle, one: Half, other: Half) -> tuple[Half, Half]:
    """Return the halves with ranks and weights by which only one of several symmetric pairs of groups is left."""
    first = middle.halves[0]
    mirror = list(range(middle.vertices))
    for vertex, image in zip(first.middle, first.mirrored, strict=False):
        mirror[vertex] = image
    images = _images(other.degrees, mirror)
    weights = np.where(other.degrees < images, 2, other.degrees == images).astype(np.uint64)
    swap = list(middle.swap)
    if swap and all(swap[swap[vertex]] == vertex and swap[mirror[vertex]] == mirror[swap[vertex]] for vertex in mirror):
        one_ranks = np.minimum(one.degrees, _images(one.degrees, mirror))
        swapped = _images(other.degrees, swap)
        one = one._replace(ranks=one_ranks)
        other = other._replace(ranks=np.minimum(swapped, _images(swapped, mirror)))
    return one, other._replace(weights=weights)


def _images(degrees: Words, images: Sequence[int]) -> Words:
    """Return the degrees of the images of the vertices."""
    found = np.zeros_like(degrees)
    for vertex, image in enumerate(images):
        found |= (degrees >> np.uint64(4 * vertex) & np.uint64(15)) << np.uint64(4 * image)
    return found


def _joined(middle: Middle, one: Half, other: Half, digits: int, meter: Meter, checkpoint: Checkpoint | None) -> int:
    """Return the sum over all pairs that make one cycle."""
    size = 1
    while size < 2 * len(one.degrees) + 2:
        size *= 2
    table, groups = np.full(size, NO_GROUP, np.uint64), np.zeros(size, np.int64)
    find_places(one.degrees, table, groups)
    subsets = _subsets(middle)
    parts = min(PARTS, max(1, len(other.degrees)))
    cuts = np.searchsorted(other.first[:-1], np.arange(parts + 1) * (len(other.mates) / parts))

    def part(index: int) -> int:
        total = np.zeros(digits, np.uint64)
        room = Room.of(len(one.digits), digits)
        join(one, other, table, groups, subsets, cuts[index : index + 2], total, room)
        return sum(int(digit) << DIGIT * place for place, digit in enumerate(total))

    kept = None if checkpoint is None else checkpoint.read(StateRoom(None))[0]
    done, total = (0, 0) if kept is None else (kept.treated, kept.complete)
    with ThreadPoolExecutor(available_cores()) as pool:
        for index, number in enumerate(pool.map(part, range(done, parts)), done + 1):
            meter.check()
            begin_step(f"counting: {index} of {parts} parts of the halves joined")
            total += number
            if checkpoint is not None and checkpoint.is_due():
                checkpoint.keep(Level(index, no_rows(), total), 0)
    return total % (1 << DIGIT * digits)


def _subsets(middle: Middle) -> Subsets:
    """Return the sets of edges within the middle as arrays."""
    sets = list(edge_sets(middle))
    after = [len(sets)] * len(sets)
    extended: list[int] = []
    for index, (edges, _) in enumerate(sets):
        while extended and len(sets[extended[-1]][0]) >= len(edges):
            after[extended.pop()] = index
        extended.append(index)
    return Subsets(
        degrees=np.array([degrees for _, degrees in sets], np.uint64),
        edges=np.array([sum(1 << edge for edge in edges) for edges, _ in sets], np.uint64),
        after=np.array(after, np.int64),
        ends=4 * np.array(middle.edges, np.uint64).reshape(-1, 2),
    )

"""The states of a half in groups of those with the same degrees: they are shared out into parts, and each part is sorted.

A state of either half is two numbers. Its *degrees* have three bits for each vertex of the middle. Its *mates* have four: the
vertex at the other end of the path that ends there. At vertices where no path ends the mates mean nothing. INFINITY has a
degree like the others, but no bits are left for its mate. Where a path ends at INFINITY, some other vertex is the end of no
path, for each path has two ends. The bits of the first such vertex, its *alias*, hold the mate of INFINITY.

*Symmetric states.* A mirror maps both halves to themselves. Of a state of the other half and its image, the one with smaller
degrees is wanted. A swap maps one half to the other. So it maps a pair of states to another pair, and only that is joined in
which the one half's group has the smaller rank.

Cost: the states, and beside what is returned 8 bytes for each of them. States on disk are read in blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.counting.middle import INFINITY, Half
from solvers.counting.rows import Rows, Words
from solvers.frontier.kernels import bits_of
from solvers.jit import inlined, jit_in_place
from solvers.progress import begin_step

__all__ = ["DEGREE", "DIGIT", "PARTS", "Groups", "HalfStates", "alias_of", "images_of", "mate_of", "tied", "with_mate"]

DEGREE, MATE, DIGIT = 3, 4, 32
"""Bits of a degree, of a mate, and of a digit of a count."""
UNTOUCHED = np.uint64(sum(vertex << MATE * vertex for vertex in range(INFINITY)))
"""The mates where no path ends: each vertex has itself."""
PARTS = 256
"""Parts into which states are shared out by their degrees."""
BLOCK = 2**18
"""States that are read at a time."""
GROUP = 128
"""Bytes for a group, and its place in a table."""


class Groups(NamedTuple):
    """The states of one half, in groups of those with the same degrees.

    Attributes
    ----------
    degrees : one number for each group.
    ranks : a number for each group. A pair is joined where the rank in the one half is not the larger. Where it is smaller, the
        pair counts twice, for its image under the swap.
    weights : how many groups each represents.
    first : the first state of each group, and the number of states.
    mates : the mates of each state.
    digits : the digits of the counts, the lowest first, a row for each; shape (digits, states).
    """

    degrees: Any
    ranks: Any
    weights: Any
    first: Any
    mates: Any
    digits: Any


class HalfStates:
    """The states of a half, from which groups are made.

    A state that was counted together with its image is there twice: as itself and as the image, each with the full count. So
    all counts are doubled.

    Parameters
    ----------
    half, rows : the half, and its states.
    mirror : the images of the vertices of the middle. Of a state and its image one is taken; both where this is empty.
    pool : threads.
    watch : is called now and then; it may raise.
    """

    def __init__(self, half: Half, rows: Rows, mirror: Any, pool: ThreadPoolExecutor, watch: Callable[[], object]) -> None:
        self._rows, self.mirror, self.pool, self._watch = rows, mirror, pool, watch
        begin_step("counting: sorting the states of a half")
        self._numberings, self._bits = np.array(half.numberings, np.int64), bits_of(half.plan)
        self._blocks = range(0, len(rows), BLOCK)
        self._sizes = np.zeros((len(self._blocks), PARTS), np.int64)
        nothing = np.empty(0, np.uint64), np.empty(0, np.uint64), np.empty((0, 0), np.uint32)
        largest = max(self._each(lambda block: self._sorted(block, self._sizes, *nothing), range(len(self._blocks))), default=0)
        self._digits = -(-largest.bit_length() // DIGIT) or 1

    def bytes_of(self, first: int, last: int) -> int:
        """Return about how many bytes `groups` needs for some parts, beside the states; most groups have more than 8 states."""
        return int(self._sizes[:, first:last].sum()) * (8 + GROUP // 8 + 8 + DIGIT // 8 * self._digits)

    def groups(self, first: int, last: int) -> tuple[Groups, list[int]]:
        """Return the groups of the parts from `first` to `last`, and the first group of each part, and how many there are."""
        sizes = self._sizes[:, first:last].T
        total = int(sizes.sum())
        following = np.full(self._sizes.shape, -1, np.int64)
        following[:, first:last] = (sizes.cumsum().reshape(sizes.shape) - sizes).T
        degrees, mates = np.empty(total, np.uint64), np.empty(total, np.uint64)
        digits = np.empty((self._digits, total), np.uint32)
        self._each(lambda block: self._sorted(block, following, degrees, mates, digits), range(len(self._blocks)))

        def order(part: slice) -> tuple[Words, Any]:
            order = np.argsort(degrees[part])
            for each in (degrees, mates, *digits):
                each[part] = each[part][order]
            return np.unique(degrees[part], return_counts=True)

        cuts = np.concatenate([[0], np.cumsum(sizes.sum(axis=1))])
        ordered = self._each(order, [slice(*pair) for pair in pairwise(cuts)])
        keys, lengths = (np.concatenate(each) for each in zip(*ordered, strict=True))
        firsts = np.concatenate([[0], np.cumsum(lengths)])
        groups = Groups(keys, np.zeros_like(keys), np.ones_like(keys), firsts, mates, digits)
        return groups, [0, *accumulate(len(each) for each, _ in ordered)]

    def _each(self, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        """Return what some work returns for each item, done by the threads."""

        def watched(item: Any) -> Any:
            self._watch()
            return work(item)

        return [*self.pool.map(watched, items)]

    def _sorted(self, block: int, following: Any, degrees: Words, mates: Words, digits: Any) -> int:
        """Put the states of a block in their places, or count them; return a number that is not below any of their counts."""
        states, counts = self._rows.read(self._blocks[block], BLOCK)
        limbs = np.ascontiguousarray(counts).view(np.uint32)
        sort_states(states, limbs, self._numberings, self._bits, self.mirror, following[block], degrees, mates, digits)
        return sum(int(limb) << 64 * place for place, limb in enumerate(counts.max(axis=0)))


def images_of(degrees: Words, images: Iterable[int]) -> Words:
    """Return the degrees of the images of the vertices."""
    found = np.zeros_like(degrees)
    for vertex, image in enumerate(images):
        found |= (degrees >> np.uint64(DEGREE * vertex) & np.uint64(3)) << np.uint64(DEGREE * int(image))
    return found


@jit_in_place
def sort_states(
    states: Any, counts: Any, numberings: Any, bits: int, mirror: Any, following: Any, degrees: Any, mates: Any, digits: Any
) -> None:
    """Write the degrees, the mates and the counts of the states that are wanted to their parts.

    Parameters
    ----------
    states : a row for each state of the frontier method, packed with `bits` bits for each vertex of the frontier.
    counts : a row of digits for each state, 32 bits each, the lowest first.
    numberings : rows of the numbers that the vertices of the frontier have in the middle. Each state is there once for each.
    mirror : the images of the vertices of the middle; empty where all states are wanted.
    following : the next free place of each part, which goes up; below 0 for parts that are left out.
    degrees, mates : those of the state at each place; without places, the states are only counted.
    digits : a row for each digit.
    """
    for row in range(len(states)):
        for numbering in range(len(numberings)):
            degree, mate = _unpacked(states, row, numberings[numbering], bits)
            part = int((degree * uint64(0x9E3779B97F4A7C15) >> uint64(32)) * uint64(PARTS) >> uint64(32))
            place = following[part]
            if place >= 0 and _is_wanted(degree, mirror):
                following[part] = place + 1
                if len(degrees) > 0:
                    degrees[place] = degree
                    mates[place] = mate
                    for digit in range(len(digits)):
                        digits[digit, place] = counts[row, digit]


@inlined
def mate_of(mates: Any, vertex: Any) -> Any:
    """Return the mate of a vertex."""
    return mates >> uint64(MATE) * uint64(vertex) & uint64(15)


@inlined
def with_mate(mates: Any, vertex: Any, mate: Any) -> Any:
    """Return the mates after a vertex has got another one."""
    shift = uint64(MATE) * uint64(vertex)
    return mates & ~(uint64(15) << shift) | uint64(mate) << shift


@inlined
def tied(mates: Any, one: Any, other: Any) -> Any:
    """Return the mates after two vertices have become each other's."""
    return with_mate(with_mate(mates, one, other), other, one)


@inlined
def alias_of(degrees: Any) -> Any:
    """Return the alias of INFINITY; INFINITY where no path ends there."""
    alias = uint64(INFINITY)
    if degrees >> uint64(DEGREE * INFINITY) & uint64(3) == 1:
        alias = uint64(0)
        while degrees >> uint64(DEGREE) * alias & uint64(3) == 1:
            alias += uint64(1)
    return alias


@inlined
def _unpacked(states: Any, row: int, slots: Any, bits: int) -> Any:
    """Return the degrees and the mates of a state."""
    mask = (uint64(1) << uint64(bits)) - uint64(1)
    word = shift = 0
    degrees, mates = uint64(0), UNTOUCHED
    end, ends = 0, 0
    for slot in range(len(slots)):
        if shift + bits > 64:
            word += 1
            shift = 0
        far = int(states[row, word] >> uint64(shift) & mask)
        shift += bits
        vertex = slots[slot]
        if far == 0:
            degrees |= uint64(2) << uint64(DEGREE * vertex)
        elif far != slot + 1:
            degrees |= uint64(1) << uint64(DEGREE * vertex)
            if far <= len(slots):
                mates = with_mate(mates, vertex, slots[far - 1])
            else:
                degrees += uint64(1) << uint64(DEGREE * INFINITY)
                ends += 1
                if ends == 2:
                    mates = tied(mates, vertex, end)
                end = vertex
    if ends == 1:
        mates = tied(mates, alias_of(degrees), end)
    return degrees, mates


@inlined
def _is_wanted(degrees: Any, mirror: Any) -> bool:
    """Return whether a state is wanted: of a state and its image, the one with the smaller degrees."""
    image = uint64(0)
    for vertex in range(len(mirror)):
        image |= (degrees >> uint64(DEGREE * vertex) & uint64(3)) << uint64(DEGREE * mirror[vertex])
    return len(mirror) == 0 or degrees <= image

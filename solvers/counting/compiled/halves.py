"""The states of a half in groups of those with the same degrees: they are shared out into parts, and each part is sorted.

Cost: the states, and beside what is returned 8 bytes for each of them. States on disk are read in blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

import numpy as np

from solvers.counting.compiled.half_kernels import DIGIT, INFINITY, PARTS, Groups, sort_states
from solvers.counting.middle import Half, Middle
from solvers.counting.running.rows import Rows, Words
from solvers.frontier.kernels import bits_of
from solvers.progress import begin_step

__all__ = ["HalfStates", "places_in_middle"]

Digits: TypeAlias = np.ndarray[Any, np.dtype[np.uint32]]
BLOCK = 2**18
"""States that are read at a time."""
GROUP = 128
"""Bytes for a group, and its place in a table."""


def places_in_middle(middle: Middle, vertices: Sequence[int]) -> list[int]:
    """Return the numbers of vertices in the arrays: INFINITY for the one that stands for the ends of the tour."""
    return [INFINITY if vertex == middle.infinity else vertex for vertex in vertices]


class HalfStates:
    """The states of a half, from which groups are made.

    A state that was counted together with its image is there twice: as itself and as the image, each with the full count. So
    all counts are doubled.

    Parameters
    ----------
    middle, half : what the states belong to.
    rows : the states.
    mirror : the images of the vertices of the middle. Of a state and its image one is taken; both where this is empty.
    pool : threads.
    watch : is called now and then; it may raise.
    """

    def __init__(
        self,
        middle: Middle,
        half: Half,
        rows: Rows,
        mirror: Any,
        pool: ThreadPoolExecutor,
        watch: Callable[[], object],
    ) -> None:
        self._rows, self._mirror, self._pool, self._watch = rows, mirror, pool, watch
        begin_step("counting: sorting the states of a half")
        places = [half.middle, half.mirrored] if half.mirrored else [half.middle]
        self._numberings = np.array([places_in_middle(middle, each) for each in places], np.int64)
        self._bits = bits_of(half.plan)
        self._blocks = range(0, len(rows), BLOCK)
        self._sizes = np.zeros((len(self._blocks), PARTS), np.int64)
        nothing: tuple[Words, Words, Digits] = np.empty(0, np.uint64), np.empty(0, np.uint64), np.empty((0, 0), np.uint32)
        largest = max(self._each(lambda block: self._sorted(block, self._sizes, *nothing), range(len(self._blocks))), default=0)
        self._digits = -(-largest.bit_length() // DIGIT) or 1

    def bytes_of(self, first: int, last: int) -> int:
        """Return about how many bytes `groups` needs for some parts, beside the states; most groups have more than 8 states."""
        return int(self._sizes[:, first:last].sum()) * (8 + GROUP // 8 + 8 + DIGIT // 8 * self._digits)

    def groups(self, first: int, last: int) -> tuple[Groups, list[int]]:
        """Return the groups of the parts from `first` to `last`, and the first group of each part, and how many there are."""
        sizes = self._sizes[:, first:last]
        total = int(sizes.sum())
        following = np.full(self._sizes.shape, -1, np.int64)
        following[:, first:last] = (np.cumsum(sizes.T.ravel()) - sizes.T.ravel()).reshape(sizes.T.shape).T
        degrees, mates = np.empty(total, np.uint64), np.empty(total, np.uint64)
        digits: Digits = np.empty((self._digits, total), np.uint32)
        self._each(lambda block: self._sorted(block, following, degrees, mates, digits), range(len(self._blocks)))

        def order(part: slice) -> tuple[Words, Any]:
            order = np.argsort(degrees[part])
            for each in (degrees, mates, *digits):
                each[part] = each[part][order]
            return np.unique(degrees[part], return_counts=True)

        cuts = np.concatenate([[0], np.cumsum(sizes.sum(axis=0))])
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

        return [*self._pool.map(watched, items)]

    def _sorted(self, block: int, following: Any, degrees: Words, mates: Words, digits: Digits) -> int:
        """Put the states of a block in their places, or count them; return a number that is not below any of their counts."""
        states, counts = self._rows.read(self._blocks[block], BLOCK)
        limbs = np.ascontiguousarray(counts).view(np.uint32)
        sort_states(states, limbs, self._numberings, self._bits, self._mirror, following[block], degrees, mates, digits)
        return sum(int(limb) << 64 * place for place, limb in enumerate(counts.max(axis=0)))

"""The states of a half in groups of those with the same degrees: they are shared out into parts, and each part is sorted.

Cost: the states, and beside what is returned 8 bytes for each of them. States on disk are read in blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from solvers.counting.compiled.frontier import bits_of
from solvers.counting.compiled.half_kernels import (
    DEGREE,
    DIGIT,
    INFINITY,
    MATE,
    PARTS,
    Choice,
    Half,
    count_parts,
    place_states,
)
from solvers.counting.middle import Half as HalfPlan
from solvers.counting.middle import Middle
from solvers.counting.running.rows import Rows, Words

__all__ = ["HalfStates", "numbers"]

Digits: TypeAlias = np.ndarray[Any, np.dtype[np.uint32]]
BLOCK = 2**18
"""States that are read at a time."""


def numbers(middle: Middle, vertices: Sequence[int]) -> list[int]:
    """Return the numbers here of vertices of the middle: the one that stands for the ends of the tour has its own."""
    return [INFINITY if vertex == middle.infinity else vertex for vertex in vertices]


class HalfStates:
    """The states of a half, from which groups are made.

    Where the states were counted up to a symmetry, each state and its image are there, so that all counts are doubled.

    Parameters
    ----------
    middle, half : what the states belong to.
    rows : the states.
    choice : which of them are wanted.
    pool : threads.
    watch : is called now and then; it may raise.
    """

    def __init__(
        self,
        middle: Middle,
        half: HalfPlan,
        rows: Rows,
        choice: Choice,
        pool: ThreadPoolExecutor,
        watch: Callable[[], object],
    ) -> None:
        self._middle, self._rows, self._choice, self._pool, self._watch = middle, rows, choice, pool, watch
        places = [half.middle, half.mirrored] if half.mirrored else [half.middle]
        self._numberings, self._bits = np.array([numbers(middle, each) for each in places], np.int64), bits_of(half.plan)
        self._blocks = range(0, len(rows), BLOCK)
        counted = self._each(self._counted, self._blocks)
        self._sizes = np.array([sizes for sizes, _ in counted], np.int64).reshape(-1, PARTS)
        largest = max((number for _, number in counted), default=0)
        self._digits = -(-largest.bit_length() // DIGIT) or 1

    def bytes_of(self, first: int, last: int) -> int:
        """Return how many bytes `groups` needs for some parts, beside the states."""
        return int(self._sizes[:, first:last].sum()) * (16 + DIGIT // 8 * self._digits)

    def groups(self, first: int, last: int) -> tuple[Half, Any]:
        """Return the groups of the parts from `first` to `last`, and the first group of each part and the number of groups."""
        sizes = self._sizes[:, first:last]
        total = int(sizes.sum())
        following = np.full((len(self._blocks), PARTS), -1, np.int64)
        following[:, first:last] = (np.cumsum(sizes.T.ravel()) - sizes.T.ravel()).reshape(sizes.T.shape).T
        degrees, mates = np.empty(total, np.uint64), np.empty(total, np.uint64)
        digits: Digits = np.empty((self._digits, total), np.uint32)

        def place(block: int) -> None:
            states, counts = self._rows.read(self._blocks[block], BLOCK)
            limbs = np.ascontiguousarray(counts).view(np.uint32)
            place_states(states, limbs, self._numberings, self._bits, self._choice, following[block], degrees, mates, digits)

        self._each(place, range(len(self._blocks)))
        cuts = np.concatenate([[0], np.cumsum(sizes.sum(axis=0))])
        parts = [slice(*pair) for pair in pairwise(cuts)]
        ordered = self._each(lambda part: _sorted(degrees[part], mates[part], digits[:, part]), parts)
        keys, lengths = (np.concatenate(each) for each in zip(*ordered, strict=True))
        half = _half(self._middle, keys, np.concatenate([[0], np.cumsum(lengths)]), mates, digits)
        return half, np.concatenate([[0], np.cumsum([len(each) for each, _ in ordered])])

    def _each(self, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        """Return what some work returns for each item, done by the threads."""

        def watched(item: Any) -> Any:
            self._watch()
            return work(item)

        return [*self._pool.map(watched, items)]

    def _counted(self, first: int) -> tuple[Any, int]:
        """Return how many states of a block each part has, and a number that is not below any of their counts."""
        states, counts = self._rows.read(first, BLOCK)
        sizes = np.zeros(PARTS, np.int64)
        count_parts(states, self._numberings, self._bits, self._choice, sizes)
        return sizes, sum(int(limb) << 64 * place for place, limb in enumerate(counts.max(axis=0)))


def _sorted(degrees: Words, mates: Words, digits: Digits) -> tuple[Words, Any]:
    """Sort the states of a part by their degrees; return the different ones, and how many states have each."""
    order = np.argsort(degrees)
    mates[:] = mates[order]
    for each in digits:
        each[:] = each[order]
    return np.unique(degrees[order], return_counts=True)


def _half(middle: Middle, keys: Words, first: Any, mates: Words, digits: Digits) -> Half:
    """Return groups with what follows from their degrees."""
    needs = np.uint64(sum(2 << DEGREE * vertex for vertex in numbers(middle, range(middle.vertices)))) - keys
    is_end = [keys >> np.uint64(DEGREE * vertex) & np.uint64(3) == 1 for vertex in range(INFINITY + 1)]
    aliases = np.full(len(keys), INFINITY)
    for vertex in reversed(range(INFINITY)):
        aliases[is_end[INFINITY] & ~is_end[vertex]] = vertex
    ends = np.zeros_like(keys)
    for vertex in range(INFINITY):
        ends |= (is_end[vertex] | (aliases == vertex)).astype(np.uint64) << np.uint64(MATE * vertex)
    return Half(keys, needs, ends, aliases, np.zeros_like(keys), np.ones_like(keys), first, mates, digits)

"""The states of a half in groups of those with the same degrees: they are shared out into parts, and each part is sorted.

Cost: the states, and beside what is returned 8 bytes for each of them. States on disk are read in blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

import numpy as np

from solvers.counting.compiled.half_kernels import (
    DEGREE,
    DIGIT,
    INFINITY,
    PARTS,
    Choice,
    Groups,
    count_parts,
    place_states,
)
from solvers.counting.compiled.mates import field_of, most_in, without_paths, words_of
from solvers.counting.middle import Half, Middle
from solvers.counting.running.rows import Rows, Words
from solvers.frontier.packing import bits_of
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
    choice : which of them are wanted.
    pool : threads.
    watch : is called now and then; it may raise.
    """

    def __init__(
        self,
        middle: Middle,
        half: Half,
        rows: Rows,
        choice: Choice,
        pool: ThreadPoolExecutor,
        watch: Callable[[], object],
    ) -> None:
        self._middle, self._rows, self._choice, self._pool, self._watch = middle, rows, choice, pool, watch
        begin_step("counting: sorting the states of a half")
        places = [half.middle, half.mirrored] if half.mirrored else [half.middle]
        self._numberings = np.array([places_in_middle(middle, each) for each in places], np.int64)
        self._bits = bits_of(half.plan)
        self._untouched = without_paths(words_of(middle.vertices - (middle.infinity is not None)))
        self._blocks = range(0, len(rows), BLOCK)
        counted = self._each(self._counted, self._blocks)
        self._sizes = np.array([sizes for sizes, _ in counted], np.int64).reshape(-1, PARTS)
        largest = max((number for _, number in counted), default=0)
        self._digits = -(-largest.bit_length() // DIGIT) or 1

    def bytes_of(self, first: int, last: int) -> int:
        """Return about how many bytes `groups` needs for some parts, beside the states; most groups have more than 8 states."""
        return int(self._sizes[:, first:last].sum()) * (8 + GROUP // 8 + 8 * len(self._untouched) + DIGIT // 8 * self._digits)

    def groups(self, first: int, last: int) -> tuple[Groups, list[int]]:
        """Return the groups of the parts from `first` to `last`, and the first group of each part, and how many there are."""
        sizes = self._sizes[:, first:last]
        total = int(sizes.sum())
        following = np.full((len(self._blocks), PARTS), -1, np.int64)
        following[:, first:last] = (np.cumsum(sizes.T.ravel()) - sizes.T.ravel()).reshape(sizes.T.shape).T
        degrees, mates = np.empty(total, np.uint64), tuple(np.empty(total, np.uint64) for _ in self._untouched)
        digits: Digits = np.empty((self._digits, total), np.uint32)

        def place(block: int) -> None:
            states, counts = self._rows.read(self._blocks[block], BLOCK)
            limbs = np.ascontiguousarray(counts).view(np.uint32)
            what = self._numberings, self._bits, self._untouched, self._choice
            place_states(states, limbs, *what, following[block], degrees, mates, digits)

        self._each(place, range(len(self._blocks)))
        cuts = np.concatenate([[0], np.cumsum(sizes.sum(axis=0))])
        parts = [slice(*pair) for pair in pairwise(cuts)]
        ordered = self._each(lambda part: _sorted(degrees[part], [row[part] for row in (*mates, *digits)]), parts)
        keys, lengths = (np.concatenate(each) for each in zip(*ordered, strict=True))
        groups = _groups(self._middle, keys, np.concatenate([[0], np.cumsum(lengths)]), mates, digits)
        return groups, [0, *accumulate(len(each) for each, _ in ordered)]

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
        count_parts(states, self._numberings, self._bits, self._untouched, self._choice, sizes)
        return sizes, sum(int(limb) << 64 * place for place, limb in enumerate(counts.max(axis=0)))


def _sorted(degrees: Words, others: Sequence[Any]) -> tuple[Words, Any]:
    """Sort the states of a part by their degrees; return the different ones, and how many states have each.

    Parameters
    ----------
    degrees : one number for each state.
    others : arrays that are put in the same order.
    """
    order = np.argsort(degrees)
    for each in others:
        each[:] = each[order]
    return np.unique(degrees[order], return_counts=True)


def _groups(middle: Middle, keys: Words, first: Any, mates: tuple[Words, ...], digits: Digits) -> Groups:
    """Return groups with what follows from their degrees."""
    needs = np.uint64(sum(2 << DEGREE * vertex for vertex in places_in_middle(middle, range(middle.vertices)))) - keys
    is_end = [keys >> np.uint64(DEGREE * vertex) & np.uint64(3) == 1 for vertex in range(INFINITY + 1)]
    aliases, starts = np.full(len(keys), INFINITY), np.full(len(keys), INFINITY)
    for vertex in reversed(range(INFINITY)):
        aliases[is_end[INFINITY] & ~is_end[vertex]] = vertex
    paths = np.zeros(len(keys), np.int64)
    ends = tuple(np.zeros_like(keys) for _ in mates)
    for vertex in reversed(range(most_in(len(mates)))):
        is_path = is_end[vertex] | (aliases == vertex)
        starts[is_path] = vertex
        paths += is_path
        for words, field in zip(ends, field_of(len(mates), vertex), strict=True):
            words[is_path] |= field
    return Groups(keys, needs, ends, starts, paths // 2, aliases, np.zeros_like(keys), np.ones_like(keys), first, mates, digits)

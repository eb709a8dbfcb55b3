"""States of a half of a graph, sorted into groups with equal degrees.

`solvers.counting.middle` defines halves, the middle, and their states: which paths the edges of a half form between vertices of
the middle. Here a state consists of two numbers:

- The *degrees* have three bits for each vertex of the middle: the number of its edges.
- The *mates* have four bits for each vertex of the middle. If a path ends at the vertex, these bits are the number of the
  vertex at the other end of the path. A vertex without edges is its own mate. The bits of a vertex with both its edges have no
  meaning.

In this example, vertices 1 and 3 of the middle are the ends of a path, vertex 2 has both its edges, and vertex 0 has none:

    vertex    0    1    2    3
    degree    0    1    2    1
    mate      0    3    -    1

INFINITY, the additional vertex for the ends of open tours, has a degree like the other vertices, but no bits are left for its
mate. If a path ends at INFINITY, there is some other vertex of the 16 where no path ends, because the number of ends is even.
The first such vertex is the *alias* of INFINITY, and its bits store the mate of INFINITY.

States with the same degrees form a *group*. Groups are distributed over PARTS *parts* by a hash of their degrees, and each part
is sorted by one thread. A count is stored as several numbers of 32 bits, its *digits*.

*Symmetric states.* A *mirror* is a symmetry that maps each half to itself. In the second half, a state is used only if its
degrees, compared as numbers, are not larger than those of its image under the mirror. A *swap* is a symmetry that exchanges the
halves. It maps a pair of states, one of each half, to another pair. Only one of the two pairs is joined: the one in which the
group of the first half has the smaller *rank* (see `_weighted` in `compiled/middle.py`).

Notes
-----
All work except for the sorting takes time linear in the number of states. In addition to the result, each state takes 8 bytes
of working memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
from numba import uint64
from numba.extending import register_jitable

from solvers.core.compiling import inlined, jit_in_place
from solvers.core.progress import begin_step
from solvers.counting.middle import INFINITY, Half
from solvers.counting.sweep import Words
from solvers.methods.frontier.kernels import bits_of, words_of

DEGREE, MATE, DIGIT = 3, 4, 32
"""Number of bits for a degree, for a mate, and for a digit of a count."""
UNTOUCHED = np.uint64(sum(vertex << MATE * vertex for vertex in range(INFINITY)))
"""Mates of a state without paths: each vertex is its own mate."""
PARTS = 256
"""Number of parts over which states are distributed by a hash of their degrees."""
BLOCK = 2**18
"""Number of states that are read at a time."""
GROUP = 128
"""Estimate of the memory for one group and its place in a hash table, in bytes."""


class Groups(NamedTuple):
    """States of one half, in groups with equal degrees. The module docstring describes the degrees and the mates of a state.

    Attributes
    ----------
    degrees : numpy.ndarray
        Degrees of the states of each group.
    ranks : numpy.ndarray
        A number for each group. A group A of the first half and a group B of the second half are joined only if the rank of A
        is not larger than that of B. If it is smaller, the pair counts twice: a symmetry that exchanges the halves maps it to
        another pair, which is not joined.
    weights : numpy.ndarray
        Number of groups that each group represents: 2 if it also represents its image under a symmetry that maps the half to
        itself, and otherwise 1.
    first : numpy.ndarray
        Index of the first state of each group, followed by the number of all states.
    mates : numpy.ndarray
        Mates of each state.
    digits : numpy.ndarray
        Digits of the count of each state, the lowest one first, of shape (digits, states).
    """

    degrees: Any
    ranks: Any
    weights: Any
    first: Any
    mates: Any
    digits: Any


class HalfStates:
    """States of a half of a graph, from which groups are built (see the module docstring).

    If the half has two numberings (see `Half`), each row gives one count for a state and its mirror image together. Then the
    groups contain both the state and the image, each with the full count of the row. So all counts are twice the true ones.

    Parameters
    ----------
    half : Half
        The half of the graph.
    rows : numpy.ndarray
        The states of the half and their counts.
    mirror : numpy.ndarray
        Image of each vertex of the middle under the mirror. Of a state and its image, only the one with smaller degrees is
        used. If `mirror` is empty, both are used.
    pool : concurrent.futures.ThreadPoolExecutor
        Threads that do the work.
    watch : callable
        Function without arguments that is called from time to time. It may raise an exception to stop the work.
    """

    def __init__(self, half: Half, rows: Words, mirror: Any, pool: ThreadPoolExecutor, watch: Callable[[], object]) -> None:
        self._rows, self.mirror, self.pool, self._watch = rows, mirror, pool, watch
        begin_step("counting: sorting the states of a half")
        self._numberings, self._bits, self._words = np.array(half.numberings, np.int64), bits_of(half.plan), words_of(half.plan)
        self._sizes = np.zeros((-(-len(rows) // BLOCK), PARTS), np.int64)
        largest = self._sort(self._sizes, np.empty(0, np.uint64), np.empty(0, np.uint64), np.empty((0, 0), np.uint32))
        self._digits = -(-largest.bit_length() // DIGIT) or 1

    def bytes_of(self, first: int, last: int) -> int:
        """Return an estimate of the memory that `groups` needs for consecutive parts, in addition to the stored states.

        Parameters
        ----------
        first, last : int
            Index of the first part, and index of the last part plus 1.

        Returns
        -------
        int
            Number of bytes. The estimate is for groups of at least 8 states on average, which is the usual case.
        """
        return int(self._sizes[:, first:last].sum()) * (8 + GROUP // 8 + 8 + DIGIT // 8 * self._digits)

    def groups(self, first: int, last: int) -> tuple[Groups, list[int]]:
        """Return the states of some consecutive parts, in groups with equal degrees.

        Parameters
        ----------
        first, last : int
            Index of the first part, and index of the last part plus 1.

        Returns
        -------
        Groups
            The groups. All weights are 1 and all ranks are 0.
        list of int
            Index of the first group of each part, followed by the number of groups.
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
        groups = Groups(keys, np.zeros_like(keys), np.ones_like(keys), firsts, mates, digits)
        return groups, [0, *accumulate(len(each) for each, _ in ordered)]

    def _each(self, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        """Return the result of a function for each item. The results are computed by several threads."""

        def watched(item: Any) -> Any:
            self._watch()
            return work(item)

        return [*self.pool.map(watched, items)]

    def _sort(self, following: Any, degrees: Words, mates: Words, digits: Any) -> int:
        """Write each state to the next free row of its part (see the module docstring) in the output arrays.

        If these arrays are empty, only the number of states in each part is added to `following`. Return an upper bound on the
        count (number of edge sets) of any state.
        """

        def sort_block(block: int) -> int:
            rows = self._rows[block * BLOCK : (block + 1) * BLOCK]
            counts = rows[:, self._words :]
            limbs = rows.view(np.uint32)[:, 2 * self._words :]
            sort_states(rows, limbs, self._numberings, self._bits, self.mirror, following[block], degrees, mates, digits)
            return sum(int(limb) << 64 * place for place, limb in enumerate(counts.max(axis=0)))

        return max(self._each(sort_block, range(len(following))), default=0)


@register_jitable
def images_of(degrees: Any, images: Any) -> Any:
    """Return the degrees of the image of a state, or of each of many states, under a symmetry.

    The image of a vertex has the same degree as the vertex. This function can be called from Python and from compiled code.

    Parameters
    ----------
    degrees : int or numpy.ndarray
        Degrees of the states.
    images : sequence of int
        Image of each vertex of the middle under the symmetry.

    Returns
    -------
    int or numpy.ndarray
        The degrees of the images.
    """
    image_degrees = degrees & np.uint64(0)
    for vertex in range(len(images)):
        image_degrees |= (degrees >> np.uint64(DEGREE * vertex) & np.uint64(3)) << np.uint64(DEGREE * images[vertex])
    return image_degrees


@jit_in_place
def sort_states(
    states: Any, counts: Any, numberings: Any, bits: int, mirror: Any, following: Any, degrees: Any, mates: Any, digits: Any
) -> None:
    """Write the degrees, the mates and the counts of states to the parts to which they belong (see the module docstring).

    Parameters
    ----------
    states : numpy.ndarray
        Rows that begin with the packed states of the frontier method (see `solvers.methods.frontier.kernels`).
    counts : numpy.ndarray
        Counts of the states, one per row: digits of 32 bits, the lowest one first.
    numberings : numpy.ndarray
        One numbering per row: for each vertex of the frontier, its number in the middle. Each state is written once for each
        numbering.
    bits : int
        Number of bits of a packed state per vertex of the frontier.
    mirror : numpy.ndarray
        Image of each vertex of the middle under the mirror. Of a state and its image, only the one with smaller degrees is
        written. If `mirror` is empty, all states are written.
    following : numpy.ndarray
        For each part, the index in the output arrays at which its next state is written. It is increased for each state of the
        part. If it is negative, the states of the part are left out.
    degrees, mates : numpy.ndarray
        Output: the degrees and the mates of each state. If these arrays are empty, only `following` is changed.
    digits : numpy.ndarray
        Output: the counts, one row per digit.
    """
    for row in range(len(states)):
        for numbering in range(len(numberings)):
            degree, mate = _unpack(states, row, numberings[numbering], bits)
            part = int((degree * uint64(0x9E3779B97F4A7C15) >> uint64(32)) * uint64(PARTS) >> uint64(32))
            place = following[part]
            if place >= 0 and (len(mirror) == 0 or degree <= images_of(degree, mirror)):
                following[part] = place + 1
                if len(degrees) > 0:
                    degrees[place] = degree
                    mates[place] = mate
                    for digit in range(len(digits)):
                        digits[digit, place] = counts[row, digit]


@inlined
def mate_of(mates: Any, vertex: Any) -> Any:
    """Return the mate of a vertex: the vertex at the other end of the path that ends at the given vertex.

    Parameters
    ----------
    mates : int
        The mates of a state, in one number (see the module docstring).
    vertex : int
        A vertex of the middle, but not the additional vertex INFINITY.

    Returns
    -------
    int
        The mate of the vertex.
    """
    return mates >> uint64(MATE) * uint64(vertex) & uint64(15)


@inlined
def with_mate(mates: Any, vertex: Any, mate: Any) -> Any:
    """Return the mates of a state after the mate of one vertex is changed.

    Parameters
    ----------
    mates : int
        The mates of a state, in one number (see the module docstring).
    vertex : int
        A vertex of the middle, but not the additional vertex INFINITY.
    mate : int
        The new mate of the vertex.

    Returns
    -------
    int
        The new mates.
    """
    shift = uint64(MATE) * uint64(vertex)
    return mates & ~(uint64(15) << shift) | uint64(mate) << shift


@inlined
def tied(mates: Any, one: Any, other: Any) -> Any:
    """Return the mates of a state after two vertices become the two ends of one path, that is, mates of each other.

    Parameters
    ----------
    mates : int
        The mates of a state, in one number (see the module docstring).
    one, other : int
        Two vertices of the middle, but not the additional vertex INFINITY.

    Returns
    -------
    int
        The new mates.
    """
    return with_mate(with_mate(mates, one, other), other, one)


@inlined
def alias_of(degrees: Any) -> Any:
    """Return the alias of INFINITY, the first vertex where no path ends (see the module docstring).

    Parameters
    ----------
    degrees : int
        The degrees of a state.

    Returns
    -------
    int
        The alias, or INFINITY if no path ends at INFINITY.
    """
    alias = uint64(INFINITY)
    if degrees >> uint64(DEGREE * INFINITY) & uint64(3) == 1:
        alias = uint64(0)
        while degrees >> uint64(DEGREE) * alias & uint64(3) == 1:
            alias += uint64(1)
    return alias


@inlined
def _unpack(states: Any, row: int, slots: Any, bits: int) -> Any:
    """Return the degrees and the mates (see the module docstring) of a packed state.

    For each vertex of the frontier, `slots` gives its number in the middle.
    """
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

"""Symmetric pairs of states: which of them are joined, and for how many others each stands.

A *mirror* maps both halves to themselves. Of a group of the other half and its image, one is wanted. A *swap* maps one half to
the other. So it maps a pair to another pair, and only that is joined in which the one half's group has the smaller rank.

Some states of the one half fit to no state of the other half that is wanted, and they are left out from the first. The
*balance* of a state is the sum of its degrees, with a plus at one colour and a minus at the other. Each vertex of the middle
has two edges in a tour, and an edge within the middle joins two colours. So the balances of two states that fit, and of the
ends of tours in the middle, add up to twice the sum of the signs. If the mirror exchanges the colours, no state of the other
half that is wanted has a balance above 0. Then the balance of a state of the one half has a lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solvers.counting.compiled.half_kernels import DEGREE, INFINITY, Choice, Groups
from solvers.counting.middle import Middle
from solvers.counting.running.rows import Words

__all__ = ["PairSymmetries"]

NO_BOUND = 4 * INFINITY
"""More than any balance."""


class PairSymmetries:
    """The symmetries of a middle.

    Parameters
    ----------
    middle : two halves, and what is between them.
    """

    def __init__(self, middle: Middle) -> None:
        self._middle = middle
        first = middle.halves[0]
        self._mirror = list(range(INFINITY + 1))
        for vertex, image in zip(first.middle, first.mirrored, strict=False):
            self._mirror[vertex] = image
        swap, mirror = list(range(INFINITY + 1)), self._mirror
        for vertex, image in enumerate(middle.swap):
            if vertex != middle.infinity:
                swap[vertex] = image
        commute = all(swap[swap[each]] == each and swap[mirror[each]] == mirror[swap[each]] for each in range(INFINITY + 1))
        self._swap = swap if middle.swap and commute else []
        self._signs = [*middle.colours, *[0] * (INFINITY + 1 - len(middle.colours))]

    def choices(self) -> tuple[Choice, Choice]:
        """Return which states of the one and of the other half are wanted."""
        signs = np.array(self._signs, np.int64)
        all_states, no_mirror = np.full(3, -NO_BOUND), np.empty(0, np.int64)
        mirror = np.array(self._mirror, np.int64)
        return Choice(signs, self._least(), no_mirror), Choice(signs, all_states, mirror)

    def _least(self) -> Words:
        """Return the least balance of a state of the one half that fits, for no, one and two edges of INFINITY."""
        middle, signs = self._middle, self._signs
        least = np.full(3, -NO_BOUND)
        ends = [signs[vertex] for vertex, other in middle.edges if other == middle.infinity]
        if all(signs[self._mirror[vertex]] == -sign for vertex, sign in enumerate(signs)):
            for edges in range(3):  # a state of the other half that is wanted has no balance above 0
                between = max(0, 2 - edges - (edges if self._swap else 0))
                least[edges] = 2 * sum(signs) - sum(sorted([*ends, 0, 0])[-between:] if between else [])
        if self._swap:
            least[2] = NO_BOUND  # the ranks begin with the edges of INFINITY, and it would have fewer in the other half
        return least

    def with_ranks(self, groups: Groups) -> Groups:
        """Return the groups of the one half with their ranks."""
        return groups._replace(ranks=self._ranks(groups.degrees)) if self._swap else groups

    def with_ranks_and_weights(self, groups: Groups) -> Groups:
        """Return the groups of the other half with their ranks and weights."""
        weights = np.where(groups.degrees == _images(groups.degrees, self._mirror), 1, 2).astype(np.uint64)
        ranks = self._ranks(_images(groups.degrees, self._swap)) if self._swap else groups.ranks
        return groups._replace(weights=weights, ranks=ranks)

    def _ranks(self, degrees: Words) -> Words:
        return np.minimum(degrees, _images(degrees, self._mirror))


def _images(degrees: Words, images: Sequence[int]) -> Words:
    """Return the degrees of the images of the vertices."""
    found = np.zeros_like(degrees)
    for vertex, image in enumerate(images):
        found |= (degrees >> np.uint64(DEGREE * vertex) & np.uint64(3)) << np.uint64(DEGREE * image)
    return found

"""Symmetric pairs of states: which of them are joined, and for how many others each stands.

A *mirror* maps both halves to themselves. Of a group of the other half and its image, one is wanted. A *swap* maps one half to
the other. So it maps a pair to another pair, and only that is joined in which the one half's group has the smaller rank.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers.counting.compiled.half_kernels import DEGREE, INFINITY, Groups
from solvers.counting.middle import Middle
from solvers.counting.running.rows import Words

__all__ = ["PairSymmetries"]


class PairSymmetries:
    """The symmetries of a middle.

    Parameters
    ----------
    middle : two halves, and what is between them.

    Attributes
    ----------
    mirror : the images of the vertices of the middle; of a state of the other half and its image, one is wanted.
    """

    def __init__(self, middle: Middle) -> None:
        first = middle.halves[0]
        mirror, swap = list(range(INFINITY + 1)), list(range(INFINITY + 1))
        for vertex, image in zip(first.middle, first.mirrored, strict=False):
            mirror[vertex] = image
        for vertex, image in enumerate(middle.swap):
            if vertex != middle.infinity:
                swap[vertex] = image
        commute = all(swap[swap[each]] == each and swap[mirror[each]] == mirror[swap[each]] for each in range(INFINITY + 1))
        self.mirror = np.array(mirror, np.int64)
        self._swap = swap if middle.swap and commute else []

    def with_ranks(self, groups: Groups) -> Groups:
        """Return the groups of the one half with their ranks."""
        return groups._replace(ranks=self._ranks(groups.degrees)) if self._swap else groups

    def with_ranks_and_weights(self, groups: Groups) -> Groups:
        """Return the groups of the other half with their ranks and weights."""
        weights = np.where(groups.degrees == _images(groups.degrees, self.mirror), 1, 2).astype(np.uint64)
        ranks = self._ranks(_images(groups.degrees, self._swap)) if self._swap else groups.ranks
        return groups._replace(weights=weights, ranks=ranks)

    def _ranks(self, degrees: Words) -> Words:
        return np.minimum(degrees, _images(degrees, self.mirror))


def _images(degrees: Words, images: Iterable[int]) -> Words:
    """Return the degrees of the images of the vertices."""
    found = np.zeros_like(degrees)
    for vertex, image in enumerate(images):
        found |= (degrees >> np.uint64(DEGREE * vertex) & np.uint64(3)) << np.uint64(DEGREE * int(image))
    return found

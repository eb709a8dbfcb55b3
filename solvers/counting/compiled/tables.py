"""A hash table of states with their counts, by open addressing; it grows as it fills."""

from __future__ import annotations

import numpy as np

from solvers.counting.compiled.frontier_kernels import EMPTY, merge
from solvers.counting.running.rows import Words

__all__ = ["Table"]


class Table:
    """States and their counts.

    Parameters
    ----------
    words, limbs : numbers of 64 bits in a state and in a count.
    places : the size at first, a power of two.

    Attributes
    ----------
    size : how many states there are.
    """

    def __init__(self, words: int, limbs: int, places: int) -> None:
        self.size = 0
        self._packed = np.empty(words, np.uint64)
        self._states, self._sums = np.full((places, words), EMPTY), np.empty((places, limbs), np.uint64)

    @property
    def nbytes(self) -> int:
        """The memory that the table fills."""
        return self._states.nbytes + self._sums.nbytes

    def nbytes_with(self, number: int) -> int:
        """Return the memory that the table fills when so many states are added, none of which is there yet."""
        return self.nbytes * (self._places_for(number) // len(self._states))

    def add(self, states: Words, counts: Words, number: int) -> None:
        """Add the first rows of a buffer."""
        places = self._places_for(number)
        if places > len(self._states):
            kept = self.rows()
            self._states = np.full((places, states.shape[1]), EMPTY)
            self._sums = np.empty((places, counts.shape[1]), np.uint64)
            merge(self._states, self._sums, *kept, self.size, self._packed)
        self.size += merge(self._states, self._sums, states, counts, number, self._packed)

    def rows(self) -> tuple[Words, Words]:
        """Return the states and their counts as new arrays."""
        used = np.flatnonzero(self._states[:, 0] != EMPTY)
        return self._states.take(used, axis=0), self._sums.take(used, axis=0)

    def clear(self) -> None:
        """Remove all states; the memory is kept for the next ones."""
        self._states[:, 0] = EMPTY
        self.size = 0

    def _places_for(self, number: int) -> int:
        """Return how many places leave a third free when so many states are added."""
        places = len(self._states)
        while 3 * (self.size + number) > 2 * places:
            places *= 2
        return places

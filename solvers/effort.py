"""Where a depth-first search spends its nodes, measured when it looks at the clock, so that the search itself pays nothing."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from graphs.text import Words

__all__ = ["Effort"]

BETTER = ("warnsdorff-backtracking", "pruned")
"""The exact searches that choose or prune, and come on where others hang."""
FEWEST_LOOKS = 8
"""Looks from which on they say where the nodes are spent."""
MOST_SQUARES = 256
"""Squares of the path that a look compares with those of the look before, so that it takes some microseconds."""


class Effort:
    """What the looks saw of a search's path.

    A depth-first search comes to each path once, and goes beyond it until it takes it back for good. So the squares which two
    looks have in common at the beginning of the path have stood all the while between them.

    Examples
    --------
    >>> from graphs.text import WORDS
    >>> effort = Effort()
    >>> for nodes in range(100, 1000, 100):
    ...     effort.look(nodes, [(0, 0), (1, 2), (nodes % 300, 0)])
    >>> effort.told(64, WORDS["board"], "warnsdorff-backtracking").split(": ")[1]
    'half of the nodes were spent on levels 3 to 3, and the first 2 squares stood from node 100 on; pruned may answer sooner'
    """

    def __init__(self) -> None:
        self._first: Sequence[Any] = ()  # the first squares of the path
        self._since: list[int] = []  # for each of them, the node at which a look first saw it there
        self._nodes = 0
        self._levels = array("l")  # the length of the path at each look

    def look(self, nodes: int, path: Sequence[Any]) -> None:
        """Note the path at a look; `nodes` is the number of squares placed so far."""
        same = 0
        first = path[:MOST_SQUARES]
        for here, before in zip(first, self._first, strict=False):
            if here != before:
                break
            same += 1
        self._since[same:] = [nodes] * (len(first) - same)
        self._levels.append(len(path))
        self._first, self._nodes = first, nodes

    def told(self, size: int, words: Words, solver: str) -> str:
        """Return where the search stopped and what it spent its nodes on, as the end of a sentence; empty without a look.

        Parameters
        ----------
        size, words : the number of squares of what was searched, and what they are called.
        solver : the name of the solver that stopped.
        """
        if not self._levels:
            return ""
        said = f" with {self._levels[-1]:,} of {words.some(size)} on the path"
        if (looks := len(self._levels)) >= FEWEST_LOOKS:
            levels = sorted(self._levels)
            said += f": half of the nodes were spent on levels {levels[looks // 4]:,} to {levels[3 * looks // 4]:,}"
            standing = bisect_right(self._since, self._nodes // 2)
            if standing:
                said += f", and the first {words.some(standing)} stood from node {self._since[standing - 1]:,} on"
        return f"{said}; {' or '.join(BETTER[solver.startswith(BETTER[0]) :])} may answer sooner"

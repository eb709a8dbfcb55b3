"""A largest matching of a bipartite graph: as many edges as possible, no two of which share a vertex.

The vertices of one side are called tails here, those of the other side heads. A path from an unmatched tail to an unmatched
head is *augmenting* if every second edge of it is in the matching. Such a path makes the matching larger by one: its edges that
are in the matching change places with those that are not. Where there is no augmenting path, no matching is larger (C. Berge,
Two theorems in graph theory, 1957).

The method works in rounds. A breadth-first search finds how long the shortest augmenting paths are; then depth-first searches
follow paths of that length, no two of which share a vertex. The paths are longer in each round than in the one before, so
that there are few rounds.

J. Hopcroft and R. Karp, An n^(5/2) algorithm for maximum matchings in bipartite graphs, 1973. Cost: linear for each round; at
worst there are about as many rounds as the square root of the number of tails.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphs.watching import Watch, ticks, unwatched

__all__ = ["NONE", "largest_matching"]

NONE = -1
"""No tail, or no head."""


def largest_matching(near: Sequence[Sequence[int]], watched: Watch = unwatched) -> list[int]:
    """Return for each head the tail that it is matched with, or NONE.

    Parameters
    ----------
    near : for each tail the heads next to it. There are as many heads as tails; both are numbered from 0.
    watched : the steps of the searches pass through it; it may raise to stop them.

    Examples
    --------
    >>> largest_matching([[1], [0, 1], [1]])
    [1, 0, -1]
    """
    matching = _Matching(near, watched)
    while matching.grow():
        pass
    return matching.tail_of


class _Matching:
    """A matching that grows.

    Attributes
    ----------
    head_of, tail_of : for each tail its head, for each head its tail, or NONE.
    distance : for each tail how many other tails an augmenting path passes before it; the last number, with the index NONE, is
        how many it passes before an unmatched head. `far` is no distance: the tail is on no shortest path.
    """

    def __init__(self, near: Sequence[Sequence[int]], watched: Watch) -> None:
        self.near = near
        self.head_of, self.tail_of = [NONE] * len(near), [NONE] * len(near)
        self.far = len(near) + 1
        self.distance: list[int] = []
        self.tick = ticks(watched)

    def grow(self) -> bool:
        """Make a round; return False where the matching cannot grow."""
        self._measure()
        if self.distance[NONE] == self.far:
            return False
        for tail, head in enumerate(self.head_of):
            if head == NONE:
                self._augment(tail)
        return True

    def _measure(self) -> None:
        """Find the distances by a breadth-first search from all unmatched tails."""
        queue = [tail for tail, head in enumerate(self.head_of) if head == NONE]
        self.distance = distance = [self.far] * (len(self.near) + 1)
        for tail in queue:
            distance[tail] = 0
        for tail in queue:
            next(self.tick)
            if distance[tail] < distance[NONE]:  # which holds for no tail farther away, and not for NONE itself
                for head in self.near[tail]:
                    other = self.tail_of[head]
                    if distance[other] == self.far:
                        distance[other] = distance[tail] + 1
                        queue.append(other)

    def _augment(self, first: int) -> None:
        """Change the matching along a shortest augmenting path from a tail, where there is one."""
        tails, heads = [first], []
        choices = [iter(self.near[first])]
        while tails:
            next(self.tick)
            for head in choices[-1]:
                other = self.tail_of[head]
                if self.distance[other] != self.distance[tails[-1]] + 1:
                    continue
                heads.append(head)
                if other == NONE:
                    for tail, head in zip(tails, heads, strict=True):
                        self.head_of[tail], self.tail_of[head] = head, tail
                    return
                tails.append(other)
                choices.append(iter(self.near[other]))
                break
            else:  # no shortest path goes on from here
                self.distance[tails.pop()] = self.far
                choices.pop()
                del heads[-1:]

"""A largest flow from tails to heads: as many edges as possible, with so many at most for each vertex.

Every vertex of a graph stands twice, as a tail and as a head, and each edge leads from the tail of either vertex to the head of
the other. With one edge for each vertex, the flow is a largest matching of tails with heads.

The flow is filled greedily first, then by augmenting paths: a tail takes a head that another tail gives up, which takes a
third tail's head, and so on, until a head has room.

L. R. Ford and D. R. Fulkerson, Maximal flow through a network, 1956. Cost: a search through the graph for each unit that the
greedy flow lacks; from tails that no path helps, only one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphs.watching import Watch, ticks, unwatched

__all__ = ["largest_flow"]


def largest_flow(near: Sequence[Sequence[int]], most: int, watched: Watch = unwatched) -> tuple[list[list[int]], set[int]]:
    """Return the tails that each head takes, and the tails on the source's side of a smallest cut.

    Parameters
    ----------
    near : for each tail the heads next to it. There are as many heads as tails; both are numbered from 0.
    most : the number of edges for each tail and each head.
    watched : the steps of the searches pass through it; it may raise to stop them.

    Returns
    -------
    The second value is empty where each tail has `most` heads. Else it holds the tails that lack a head, and those which
    could give up a head to them: all heads next to these tails are full.

    Examples
    --------
    >>> largest_flow([[1], [0, 1], [1]], most=1)
    ([[1], [0], []], {0, 2})
    """
    tails_of: list[list[int]] = [[] for _ in near]
    heads_of: list[set[int]] = [set() for _ in near]
    for tail, heads in enumerate(near):
        for head in heads:
            if len(heads_of[tail]) < most and len(tails_of[head]) < most:
                heads_of[tail].add(head)
                tails_of[head].append(tail)
    tick = ticks(watched)
    lost: set[int] = set()
    for tail in range(len(near)):
        while len(heads_of[tail]) < most and tail not in lost:
            lost |= _augment(tail, near, most, heads_of, tails_of, lost, tick)
    return tails_of, lost


def _augment(
    first: int,
    near: Sequence[Sequence[int]],
    most: int,
    heads_of: list[set[int]],
    tails_of: list[list[int]],
    lost: set[int],
    tick: Iterator[None],
) -> set[int]:
    """Give a tail one more head along a shortest augmenting path; if there is none, return the tails that were reached.

    The search leaves out the tails in `lost`, which reach no head with room, now or later.
    """
    to_head: dict[int, int] = {}  # the tail from which each head was reached
    to_tail: dict[int, int] = {}  # the head by way of which each tail was reached: the tail may give this one up
    reached = [first]
    seen = lost | {first}
    for tail in reached:
        next(tick)
        for head in near[tail]:
            if head in to_head or head in heads_of[tail]:
                continue
            to_head[head] = tail
            if len(tails_of[head]) < most:
                while True:
                    taker = to_head[head]
                    heads_of[taker].add(head)
                    tails_of[head].append(taker)
                    if taker == first:
                        return set()
                    head = to_tail[taker]
                    heads_of[taker].remove(head)
                    tails_of[head].remove(taker)
            for other in tails_of[head]:
                if other not in seen:
                    seen.add(other)
                    to_tail[other] = head
                    reached.append(other)
    return set(reached)

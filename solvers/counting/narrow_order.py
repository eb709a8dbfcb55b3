"""An order of the vertices of a graph whose frontiers are narrow, found by a beam search.

The frontier after some vertices are treated depends only on the set of them: it is the neighbours of the set outside of it. So
an order is a chain of sets, each with one vertex more than the one before, and its work is estimated by the sum of 3 to the
power of each frontier's size. A search through all sets would find the best chain. The beam search keeps only some sets of each
size: those whose chain has the least work so far (B. T. Lowerre, The HARPY speech recognition system, 1976). The next vertex is
always one of the frontier, so that the set stays in one piece.

Cost: vertices x sets that are kept x width of the frontier; a fifth of a second for 64 vertices. On large graphs fewer sets are
kept, so that no graph takes more than some seconds.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from heapq import nsmallest
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from solvers.budget import Meter

__all__ = ["narrow_order"]

MOST_SETS, LEAST_SETS = 300, 10
"""Sets that are kept of each size; with 2,000 no better order was found for the quotients of square boards up to 18 x 18."""
SETS_OF_ALL_SIZES = 30_000

Vertex = TypeVar("Vertex", bound=Hashable)
Chain: TypeAlias = tuple[int, int, Any]
"""The work so far, the frontier as bits, and the vertices in order: the last one with the chain of those before it."""


def narrow_order(adjacency: Mapping[Vertex, Any], meter: Meter | None = None) -> list[Vertex]:
    """Return the vertices of a graph in an order with narrow frontiers.

    Parameters
    ----------
    adjacency : the neighbours of each vertex, as in `graph.adj`.
    meter : the budget; only its time limit counts here.

    Raises
    ------
    BudgetSpent : the time is over.

    Examples
    --------
    >>> import networkx as nx
    >>> narrow_order(nx.path_graph(5).adj)
    [4, 3, 2, 1, 0]
    """
    vertices = list(adjacency)
    bit = {vertex: 1 << index for index, vertex in enumerate(vertices)}
    near = [sum(bit[other] for other in adjacency[vertex]) for vertex in vertices]
    chains: dict[int, Chain] = {0: (0, 0, ())}
    most = max(LEAST_SETS, min(MOST_SETS, SETS_OF_ALL_SIZES // max(1, len(vertices))))
    for _ in vertices:
        if meter is not None:
            meter.check()
        longer = _longer(chains, near)
        chains = dict(nsmallest(most, longer.items(), key=itemgetter(1)))
    ((_, _, order),) = chains.values()
    numbers = []
    while order:
        order, last = order
        numbers.append(last)
    return [vertices[number] for number in reversed(numbers)]


def _longer(chains: Mapping[int, Chain], near: list[int]) -> dict[int, Chain]:
    """Return all sets with one vertex more, each with its best chain."""
    longer: dict[int, Chain] = {}
    for treated, (work, frontier, order) in chains.items():
        next_ones = frontier or (1 << len(near)) - 1 & ~treated
        while next_ones:
            one = next_ones & -next_ones
            next_ones -= one
            number = one.bit_length() - 1
            more = treated | one
            after = (frontier | near[number]) & ~more
            chain = (work + 3 ** after.bit_count(), after, (order, number))
            if more not in longer or chain[0] < longer[more][0]:
                longer[more] = chain
    return longer

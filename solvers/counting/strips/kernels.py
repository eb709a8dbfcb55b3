"""Treat one vertex of a strip in each of many states: one entry for each way to do so.

`solvers.frontier.kernels` says what a state is. On the boards of `matrix`, a state fits into one number of 64 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.frontier.kernels import END, FULL, OPEN, WHOLE, choose, missing_edges, pack, unpack
from solvers.jit import inlined, jit

__all__ = ["treat"]


@jit
def treat(states: Any, begins: int, step: Any, bits: int, ends: int) -> Any:
    """Return for each way the row of the state before, and the state after the treatment.

    Parameters
    ----------
    states : the packed states, one a row.
    begins : whether the vertex may be the first of all, in row 0 of a column.
    step : the sizes of the frontier before and after; `renumber`, `first_choice`, `choices` of `solvers.frontier.kernels`.
    bits : how many bits a vertex has in a packed state.
    ends : how many ends a tour has: 0 for closed tours, 2 for open ones.
    """
    before, slots, renumber, first_choice, choices = step
    mate = np.full(END + 1, END, np.uint8)
    after = mate.copy()
    packed = np.zeros(1, np.uint64)
    origins, reached, size = np.empty(1024, np.int64), np.empty(1024, np.uint64), 0
    for row in range(len(states)):
        used = unpack(states, row, before, renumber, slots + 1, bits, mate)
        missing = missing_edges(mate, slots + 1)
        if missing == 2 and _lone(mate, slots, not begins):
            continue  # the tour is complete without this vertex
        for choice in range(first_choice[missing], first_choice[missing + 1]):
            one, two = choices[choice]
            if mate[one] == FULL or mate[two] == FULL or used + (one == END) + (two == END) > ends:
                continue
            outcome = choose(mate, after, slots + 1, missing, one, two, ends == 0)
            if outcome == OPEN or (outcome == WHOLE and _lone(after, slots, True)):
                pack(after, slots, bits, packed)
                if size == len(origins):
                    origins, reached = np.append(origins, origins), np.append(reached, reached)
                origins[size], reached[size] = row, packed[0]
                size += 1
    return origins[:size], reached[:size]


@inlined
def _lone(mate: Any, slots: int, without_edges: bool) -> bool:
    """Return whether no path is open, and some vertex is full unless vertices without edges are enough."""
    is_lone, some_full = True, without_edges
    for vertex in range(1, slots + 1):
        is_lone &= mate[vertex] == FULL or mate[vertex] == vertex
        some_full |= mate[vertex] == FULL
    return is_lone and some_full

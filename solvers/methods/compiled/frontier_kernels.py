"""The loops of the search over a frontier: states are unpacked, a vertex gets its edges, and the states that are new are kept.

In memory and packed, a state looks as in `solvers.counting.compiled.frontier_kernels`; a packed one has one word more, the
number of treatments that led to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uint64

from solvers.counting.compiled.frontier_kernels import END, FULL, OPEN, WHOLE, _hash, _join, _pack
from solvers.methods.compiled.jit import inlined, jit_in_place

__all__ = [
    "DONE",
    "FOUND",
    "GROW",
    "LAST_CHOICE",
    "LAST_ROW",
    "LEFT",
    "LIMIT",
    "NODES",
    "PAUSED",
    "QUEUES",
    "SEARCH_COUNTERS",
    "STATES",
    "WAITING",
    "WORK",
    "Passage",
    "Search",
    "put_in_table",
    "search_states",
]

PAUSED, GROW, LIMIT, FOUND, DONE = range(5)
"""How a call of `search_states` ends: the work is done; there is no more room; the node limit; a tour; no state is left."""
QUEUES = 3
"""Queues of states that wait for a treatment: for no, one and two paths that lead to an end of the tour."""
QUEUE, LEFT, STATES, NODES, WORK, WAITING, LAST_ROW, LAST_CHOICE = range(8)
SEARCH_COUNTERS = 8
"""The queue at hand; how many of its states are still to be treated in this round; how many of each queue in a round; states
found; work left until the next look at the clock; states that wait; the state and the choice that end in a tour."""


class Passage(NamedTuple):
    """A frontier's way over a graph, as `solvers.methods.frontier_treatments.Passage`, in arrays with a row for each treatment.

    Attributes
    ----------
    slots : how many vertices the frontier has after each treatment.
    first_place, place : where the vertices of the frontier before a treatment begin; the number of each after it.
    first_choice, one, two : where the choices of no, one and two edges begin, three in a row; what is chosen, NONE for nothing.
    first_danger, danger, near, outside, is_given : where the vertices that may run out of edges begin; for each its number, 0
        outside the frontier; its neighbours in the frontier, as bits; how many others it has left; whether it is a given end.
    first_colour, colour : where the colours of the frontier begin; the colour of each.
    balance, given_later, is_last : as in the textbook.
    """

    slots: Any
    first_place: Any
    place: Any
    first_choice: Any
    one: Any
    two: Any
    first_danger: Any
    danger: Any
    near: Any
    outside: Any
    is_given: Any
    first_colour: Any
    colour: Any
    balance: Any
    given_later: Any
    is_last: Any


class Search(NamedTuple):
    """The states that were found, each in a row, in the order in which they were found.

    Attributes
    ----------
    states : the packed states.
    parent, choice : the row of the state before, and what the vertex got there: a row of the choices.
    behind : the row of the next state in the same queue, or -1.
    table : open addressing: rows of states, or -1; its size is a power of two.
    first, last : the rows of the first and the last state in each queue, or -1.
    mate, after, packed : room to work in.
    counters : see above.
    """

    states: Any
    parent: Any
    choice: Any
    behind: Any
    table: Any
    first: Any
    last: Any
    mate: Any
    after: Any
    packed: Any
    counters: Any


@jit_in_place
def search_states(passage: Passage, search: Search, bits: int, closed: bool, ends: int, factor: int, limit: int) -> int:
    """Search on until something stops it; return what.

    Parameters
    ----------
    bits : how many bits a vertex has in a packed state.
    closed, ends : whether the tour is closed; how many ends it has.
    factor : how many times as many states are taken in the next round.
    limit : the most states to be found.
    """
    counters = search.counters
    while counters[WAITING] > 0:
        queue = counters[QUEUE]
        if queue == QUEUES * len(passage.slots):
            counters[QUEUE] = 0
            counters[STATES] *= factor
            counters[LEFT] = counters[STATES]
            continue
        row = search.first[queue]
        if row < 0 or counters[LEFT] == 0:
            counters[QUEUE] = queue + 1
            counters[LEFT] = counters[STATES]
            continue
        step = queue // QUEUES
        most = passage.first_choice[3 * step + 3] - passage.first_choice[3 * step]
        if counters[WORK] <= 0:
            return PAUSED
        if counters[NODES] + 1 + most > len(search.parent):
            return GROW
        counters[LEFT] -= 1
        counters[WORK] -= 1 + most
        counters[WAITING] -= 1
        search.first[queue] = search.behind[row]
        outcome = _treat(passage, search, step, row, bits, closed, ends, limit)
        if outcome != PAUSED:
            return outcome
    return DONE


@inlined
def _treat(passage: Passage, search: Search, step: int, row: int, bits: int, closed: bool, ends: int, limit: int) -> int:
    """Give the vertex of a step its edges in one state; return PAUSED, LIMIT or FOUND."""
    mate, after, counters = search.mate, search.after, search.counters
    slots = passage.slots[step]
    treated = slots + 1
    _unpack(passage, search, step, row, bits, mate)
    missing = (mate[treated] != FULL) + (mate[treated] == treated)
    for choice in range(passage.first_choice[3 * step + missing], passage.first_choice[3 * step + missing + 1]):
        one, two = passage.one[choice], passage.two[choice]
        if (one > 0 and mate[one] == FULL) or (two > 0 and mate[two] == FULL):
            continue
        for vertex in range(1, treated + 1):
            after[vertex] = mate[vertex]
        outcome = _join(after, treated, one, closed) if missing > 0 else OPEN
        if missing > 1 and outcome == OPEN:
            outcome = _join(after, treated, two, closed)
        if outcome == OPEN and not _is_hopeless(passage, step, after, closed, ends):
            if not _keep(search, step, row, choice, slots, bits, limit):
                return LIMIT
        elif outcome == WHOLE and passage.is_last[step]:
            others = 0
            for vertex in range(1, treated):
                others += after[vertex] != FULL
            if others == 0:
                counters[LAST_ROW], counters[LAST_CHOICE] = row, choice
                return FOUND
    return PAUSED


@inlined
def _unpack(passage: Passage, search: Search, step: int, row: int, bits: int, mate: Any) -> None:
    """Write a state into `mate`, with the numbers of a step."""
    mask = (uint64(1) << uint64(bits)) - uint64(1)
    for vertex in range(1, passage.slots[step] + 2):
        mate[vertex] = vertex
    first = passage.first_place[step]
    word = shift = 0
    for place in range(first, passage.first_place[step + 1]):
        if shift + bits > 64:
            word += 1
            shift = 0
        other = int(search.states[row, word] >> uint64(shift) & mask)
        vertex = passage.place[place]
        mate[vertex] = FULL if other == FULL else END if other == int(mask) else passage.place[first + other - 1]
        shift += bits


@inlined
def _is_hopeless(passage: Passage, step: int, after: Any, closed: bool, ends: int) -> bool:
    """Return whether a vertex cannot get the edges that it misses, or the two colours miss too different numbers of edges."""
    free_ends, more = ends - passage.given_later[step], passage.balance[step]
    first_colour = passage.first_colour[step] - 1
    missing_edges = uint64(0)
    for vertex in range(1, passage.slots[step] + 1):
        mate = after[vertex]
        free_ends -= mate == END
        if mate != FULL:
            missing_edges |= uint64(1) << uint64(vertex)
            more += passage.colour[first_colour + vertex] * (1 + (mate == vertex))
    if abs(more) > free_ends:
        return True
    may_close = closed and passage.is_last[step]
    hopeless = False
    for each in range(passage.first_danger[step], passage.first_danger[step + 1]):
        vertex = passage.danger[each]
        missing, can_give = 2, missing_edges & passage.near[each]
        if vertex > 0:
            mate = after[vertex]
            missing = 0 if mate == FULL else 2 if mate == vertex else 1
            if not may_close and mate != FULL:
                can_give &= ~(uint64(1) << uint64(mate))
        available = passage.outside[each] + (passage.is_given[each] or free_ends > 0)
        while can_give != 0 and available < missing:
            can_give &= can_give - uint64(1)
            available += 1
        hopeless = hopeless or available < missing
    return hopeless


@inlined
def _keep(search: Search, step: int, row: int, choice: int, slots: int, bits: int, limit: int) -> bool:
    """Keep a state unless it is known; return False where it is new and the limit is reached."""
    counters, packed = search.counters, search.packed
    _pack(search.after, slots, bits, packed)
    packed[len(packed) - 1] = step + 1
    place = _place(search.table, search.states, packed)
    if search.table[place] >= 0:
        return True
    if counters[NODES] == limit:
        return False
    counters[NODES] += 1
    counters[WAITING] += 1
    new = counters[NODES]
    search.table[place] = new
    for word in range(len(packed)):
        search.states[new, word] = packed[word]
    search.parent[new], search.choice[new], search.behind[new] = row, choice, -1
    queue = QUEUES * (step + 1)
    for vertex in range(1, slots + 1):
        queue += search.after[vertex] == END
    if search.first[queue] < 0:
        search.first[queue] = new
    else:
        search.behind[search.last[queue]] = new
    search.last[queue] = new
    return True


@inlined
def _place(table: Any, states: Any, packed: Any) -> int:
    """Return the place of a state in the table, or the free place where it belongs."""
    mask = len(table) - 1
    place = int(_hash(packed) & uint64(0x7FFFFFFF)) & mask
    while table[place] >= 0:
        row = table[place]
        same = True
        for word in range(len(packed)):
            same = same and states[row, word] == packed[word]
        if same:
            break
        place = (place + 1) & mask
    return place


@jit_in_place
def put_in_table(table: Any, states: Any, rows: int, packed: Any) -> None:
    """Put the first rows of the states into an empty table."""
    for row in range(rows):
        for word in range(len(packed)):
            packed[word] = states[row, word]
        table[_place(table, states, packed)] = row

"""The loops of the search over a frontier: states are unpacked, a vertex gets its edges, and the states that are new are kept.

`solvers.frontier.kernels` says what a state is. A packed one has one word more here, the number of treatments that led to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uint64

from solvers.frontier.kernels import END, FULL, OPEN, WHOLE, choose, hash_of, missing_edges, pack, unpack
from solvers.methods.compiled.jit import inlined, jit_in_place

__all__ = ["Passage", "Search", "put_in_table", "search_states"]

PAUSED, GROW, LIMIT, FOUND, DONE = range(5)
"""How a call of `search_states` ends: the work is done; there is no more room; the node limit; a tour; no state is left."""
QUEUES = 3
"""Queues of states that wait for a treatment: for no, one and two paths that lead to an end of the tour."""
PARENT, CHOICE, NEXT = range(3)
QUEUE, LEFT, STATES, NODES, WORK, WAITING, LAST_ROW, LAST_CHOICE = range(8)
SEARCH_COUNTERS = 8
"""The queue at hand; how many of its states are still to be treated in this round; how many of each queue in a round; states
found; work left until the next look at the clock; states that wait; the state and the choice that end in a tour."""


class Passage(NamedTuple):
    """The treatments with their outlooks, in arrays with a row for each.

    Attributes
    ----------
    slots : how many vertices the frontier has after each treatment.
    first_place, place, renumber : where the vertices of the frontier before a treatment begin; the others are as in
        `solvers.frontier.packing.Numbered`.
    first_choice, choices : where the choices of no, one and two edges begin, three in a row; what is chosen.
    first_danger, danger : where the vertices that may run out of edges begin; rows of four: the vertex, 0 outside the frontier;
        its neighbours in the frontier, as bits; how many others it has left; whether it is a given end.
    colour : the colours of the frontier after each treatment, as the places before the next one.
    balance, ends, is_last : as in the textbook.
    """

    slots: Any
    first_place: Any
    place: Any
    renumber: Any
    first_choice: Any
    choices: Any
    first_danger: Any
    danger: Any
    colour: Any
    balance: Any
    ends: Any
    is_last: Any


class Search(NamedTuple):
    """The states that were found, each in a row, in the order in which they were found.

    Attributes
    ----------
    states : the packed states.
    links : the row of the state before; what the vertex got there, a row of the choices; and the row of the next state in the
        same queue, or -1.
    table : open addressing: rows of states, or -1; its size is a power of two.
    first, last : the rows of the first and the last state in each queue, or -1.
    mate, after, packed : room to work in.
    counters : see above.
    """

    states: Any
    links: Any
    table: Any
    first: Any
    last: Any
    mate: Any
    after: Any
    packed: Any
    counters: Any


@jit_in_place
def search_states(passage: Passage, search: Search, bits: int, closed: bool, factor: int, limit: int) -> int:
    """Search on until something stops it; return what.

    Parameters
    ----------
    bits : how many bits a vertex has in a packed state.
    closed : whether the tour is.
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
        if counters[NODES] + 1 + most > len(search.links):
            return GROW
        counters[LEFT] -= 1
        counters[WORK] -= 1 + most
        counters[WAITING] -= 1
        search.first[queue] = search.links[row, NEXT]
        outcome = _treat(passage, search, step, row, bits, closed, limit)
        if outcome != PAUSED:
            return outcome
    return DONE


@inlined
def _treat(passage: Passage, search: Search, step: int, row: int, bits: int, closed: bool, limit: int) -> int:
    """Give the vertex of a step its edges in one state; return PAUSED, LIMIT or FOUND."""
    mate, after, counters = search.mate, search.after, search.counters
    slots = passage.slots[step]
    treated = slots + 1
    place = passage.place[passage.first_place[step] : passage.first_place[step + 1]]
    unpack(search.states, row, place, passage.renumber[step], treated, bits, mate)
    missing = missing_edges(mate, treated)
    for choice in range(passage.first_choice[3 * step + missing], passage.first_choice[3 * step + missing + 1]):
        one, two = passage.choices[choice, 0], passage.choices[choice, 1]
        if mate[one] == FULL or mate[two] == FULL:
            continue
        outcome = choose(mate, after, treated, missing, one, two, closed)
        if outcome == OPEN and not _is_hopeless(passage, step, after, closed):
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
def _is_hopeless(passage: Passage, step: int, after: Any, closed: bool) -> bool:
    """Return whether a vertex cannot get the edges that it misses, or the two colours miss too different numbers of edges."""
    free_ends, more = passage.ends[step], passage.balance[step]
    first_colour = passage.first_place[step + 1] - 1
    not_full = uint64(0)
    for vertex in range(1, passage.slots[step] + 1):
        mate = after[vertex]
        free_ends -= mate == END
        if mate != FULL:
            not_full |= uint64(1) << uint64(vertex)
            more += passage.colour[first_colour + vertex] * missing_edges(after, vertex)
    if abs(more) > free_ends:
        return True
    may_close = closed and passage.is_last[step]
    hopeless = False
    for each in range(passage.first_danger[step], passage.first_danger[step + 1]):
        vertex, near, outside, is_given = passage.danger[each]
        missing, can_give = 2, not_full & uint64(near)
        if vertex > 0:
            mate, missing = after[vertex], missing_edges(after, vertex)
            if not may_close and mate != FULL:
                can_give &= ~(uint64(1) << uint64(mate))
        available = outside + (is_given > 0 or free_ends > 0)
        while can_give != 0 and available < missing:
            can_give &= can_give - uint64(1)
            available += 1
        hopeless = hopeless or available < missing
    return hopeless


@inlined
def _keep(search: Search, step: int, row: int, choice: int, slots: int, bits: int, limit: int) -> bool:
    """Keep a state unless it is known; return False where it is new and the limit is reached."""
    counters, packed = search.counters, search.packed
    pack(search.after, slots, bits, packed)
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
    search.links[new, PARENT], search.links[new, CHOICE], search.links[new, NEXT] = row, choice, -1
    queue = QUEUES * (step + 1)
    for vertex in range(1, slots + 1):
        queue += search.after[vertex] == END
    if search.first[queue] < 0:
        search.first[queue] = new
    else:
        search.links[search.last[queue], NEXT] = new
    search.last[queue] = new
    return True


@inlined
def _place(table: Any, states: Any, packed: Any) -> int:
    """Return the place of a state in the table, or the free place where it belongs."""
    mask = len(table) - 1
    place = int(hash_of(packed) & uint64(0x7FFFFFFF)) & mask
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

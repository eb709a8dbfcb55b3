"""The loops of the search over a frontier: states are unpacked, a vertex gets its edges, and the states that are new are kept.

`solvers.frontier.kernels` says what a state is. A packed one has one word more here, the number of treatments that led to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uint64

from solvers.frontier.kernels import END, FULL, OPEN, WHOLE, choose, hash_of, missing_edges, pack, unpack
from solvers.jit import inlined, jit_in_place, record_of

__all__ = ["DONE", "FOUND", "LIMIT", "NOW", "PAUSED", "SLOT", "STEP", "Passage", "Search", "fill_table", "search_states"]

PAUSED, LIMIT, FOUND, DONE = range(4)
"""How a call of `search_states` ends: to look at the clock or for more room; the node limit; a tour; no state is left."""
SLICE = 2**18
"""Choices between two looks at the clock: some hundredths of a second."""
PARENT, CHOICE, BELOW = range(3)

STEP = record_of("first", "before", "after", "ends", "is_last", "balance")
"""The treatment of a vertex: where the slots of the frontier after it begin; how many vertices the frontier has before and
after; `ends` and `is_last` of the treatment; and the sum of the colours of the vertices left outside the frontier, each twice
for its two edges, less the colours of the given ends that are left."""
SLOT = record_of("near", "outside", "colour")
"""A vertex of the frontier: its neighbours there, as bits; how many others are left for it, one more for a given end; its
colour."""
NOW = record_of("top", "nodes", "choice", "limit", "most_rows")
"""The state to go on from next, or -1; how many were found; the choice that ends in a tour; the most states to be found, and
how many the rows hold, but for those of one treatment."""


class Passage(NamedTuple):
    """The treatments in arrays.

    Attributes
    ----------
    steps : for each treatment a STEP.
    slots : for each vertex of the frontier after each treatment a SLOT.
    renumber : a row for each treatment, as in `solvers.frontier.packing.Numbered`.
    first_choice, choices : where the choices of no, one and two edges begin, three for each treatment; what is chosen.
    """

    steps: Any
    slots: Any
    renumber: Any
    first_choice: Any
    choices: Any


class Search(NamedTuple):
    """The states that were found, each in a row, in the order in which they were found.

    Attributes
    ----------
    states : the packed states.
    links : the row of the state before; what the vertex got there, a row of the choices; and the row of the next state to go on
        from after this one. It is -1 where there is none.
    table : open addressing: rows of states, or -1; its size is a power of two.
    mate, after, packed : room to work in.
    now : one NOW.
    """

    states: Any
    links: Any
    table: Any
    mate: Any
    after: Any
    packed: Any
    now: Any


@jit_in_place
def search_states(passage: Passage, search: Search, bits: int, closed: bool) -> int:
    """Search on until something stops it; return what.

    Parameters
    ----------
    bits : how many bits a vertex has in a packed state.
    closed : whether the tour is.
    """
    now, work = search.now, SLICE
    while now.top >= 0:
        if work <= 0 or now.nodes >= now.most_rows:
            return PAUSED
        row = now.top
        step = int(search.states[row, search.states.shape[1] - 1])
        work -= 1 + passage.first_choice[3 * step + 3] - passage.first_choice[3 * step]
        now.top = search.links[row, BELOW]
        outcome = _treat(passage, search, step, row, bits, closed)
        if outcome != PAUSED:
            return outcome
    return DONE


@inlined
def _treat(passage: Passage, search: Search, step: int, row: int, bits: int, closed: bool) -> int:
    """Give the vertex of a step its edges in one state; return PAUSED, LIMIT or FOUND."""
    mate, after, now, here = search.mate, search.after, search.now, passage.steps[step]
    treated = here.after + 1
    unpack(search.states, row, here.before, passage.renumber[step], treated, bits, mate)
    missing = missing_edges(mate, treated)
    for choice in range(passage.first_choice[3 * step + missing], passage.first_choice[3 * step + missing + 1]):
        one, two = passage.choices[choice, 0], passage.choices[choice, 1]
        if mate[one] == FULL or mate[two] == FULL:
            continue
        outcome = choose(mate, after, treated, missing, one, two, closed)
        if outcome == OPEN and not _is_hopeless(passage, here, after, closed):
            if not _keep(search, step, row, choice, here.after, bits):
                return LIMIT
        elif outcome == WHOLE and here.is_last:
            others = 0
            for vertex in range(1, treated):
                others += after[vertex] != FULL
            if others == 0:
                now.top, now.choice = row, choice
                return FOUND
    return PAUSED


@inlined
def _is_hopeless(passage: Passage, here: Any, after: Any, closed: bool) -> Any:
    """Return whether a vertex cannot get the edges that it misses, or the two colours miss too different numbers of edges."""
    free_ends, more, not_full = here.ends, here.balance, uint64(0)
    for vertex in range(1, here.after + 1):
        free_ends -= after[vertex] == END
        if after[vertex] != FULL:
            not_full |= uint64(1) << uint64(vertex)
            more += passage.slots[here.first + vertex - 1].colour * missing_edges(after, vertex)
    if abs(more) > free_ends:
        return True
    for vertex in range(1, here.after + 1):
        slot = passage.slots[here.first + vertex - 1]
        available, missing, can_give = (
            slot.outside + (free_ends > 0),
            missing_edges(after, vertex),
            not_full & uint64(slot.near),
        )
        if not (closed and here.is_last):
            can_give &= ~(uint64(1) << uint64(after[vertex]))
        while can_give != 0 and available < missing:
            can_give &= can_give - uint64(1)
            available += 1
        if available < missing:
            return True
    return False


@inlined
def _keep(search: Search, step: int, row: int, choice: int, slots: int, bits: int) -> bool:
    """Keep a state unless it is known; return False where it is new and the limit is reached."""
    now, packed = search.now, search.packed
    pack(search.after, slots, bits, packed)
    packed[len(packed) - 1] = step + 1
    place = _place(search)
    if search.table[place] >= 0:
        return True
    if now.nodes == now.limit:
        return False
    now.nodes += 1
    search.table[place] = now.nodes
    for word in range(len(packed)):
        search.states[now.nodes, word] = packed[word]
    links = search.links[now.nodes]
    links[PARENT], links[CHOICE], links[BELOW] = row, choice, now.top
    now.top = now.nodes
    return True


@inlined
def _place(search: Search) -> int:
    """Return the place of the packed state in the table, or the free place where it belongs."""
    table, packed = search.table, search.packed
    mask = len(table) - 1
    place = int(hash_of(packed) & uint64(0x7FFFFFFF)) & mask
    while table[place] >= 0:
        row = table[place]
        same = True
        for word in range(len(packed)):
            same = same and search.states[row, word] == packed[word]
        if same:
            break
        place = (place + 1) & mask
    return place


@jit_in_place
def fill_table(search: Search) -> None:
    """Put the states that were found into an empty table."""
    for row in range(search.now.nodes + 1):
        for word in range(len(search.packed)):
            search.packed[word] = search.states[row, word]
        search.table[_place(search)] = row

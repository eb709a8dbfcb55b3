"""The search of `solvers.methods.frontier` on arrays.

All states are stored in one table, with the row of the previous state and the choice there, from which a tour is read back. A
state takes about 40 bytes if the frontier has at most 12 vertices. A test compares the search with its definition in plain
Python.

`solvers.frontier.kernels` says what a state is. A packed one has one word more here, the number of treatments that led to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import psutil
from numba import uint64

from solvers.budget import Meter
from solvers.errors import BudgetSpent
from solvers.frontier.kernels import (
    END,
    FULL,
    OPEN,
    WHOLE,
    bits_of,
    choose,
    hash_of,
    missing_edges,
    numbered,
    pack,
    unpack,
    words_of,
)
from solvers.frontier.plan import Plan
from solvers.jit import inlined, jit_in_place, record_of

__all__ = ["edges_of_a_tour"]

ROWS = 2**14
"""Room for states at first."""
MOST_ROWS = 2**30
ALL = 2**62
"""More states than there is room for."""
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
    renumber : a row for each treatment, as in `solvers.frontier.kernels.Numbered`.
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


def edges_of_a_tour(plan: Plan, colours: Sequence[int], meter: Meter) -> list[tuple[int, int]] | None:
    """Return the edges of a tour, and (vertex, END) for its ends, or None if there is no tour.

    Afterwards, `meter.nodes` is the number of states.

    Parameters
    ----------
    plan : Plan
        The order of the vertices, at least two.
    colours : sequence of int
        The colours of the vertices, as `solvers.methods.frontier.colours_of` returns them.
    meter : Meter
        The budget.

    Raises
    ------
    BudgetSpent
        If the budget is exceeded, or the search needs more than four fifths of the free memory.
    """
    most_bytes = int(psutil.virtual_memory().available * 0.8)
    bits, words = bits_of(plan), words_of(plan) + 1
    passage = _passage(plan, colours, bits, meter)
    most_choices = int(np.diff(passage.first_choice).max())
    search = Search(
        states=np.zeros((ROWS, words), np.uint64),
        links=np.full((ROWS, 3), -1, np.int32),
        table=np.full(2 * ROWS, -1, np.int32),
        mate=np.full(END + 1, END, np.uint8),
        after=np.full(END + 1, END, np.uint8),
        packed=np.zeros(words, np.uint64),
        now=np.zeros(1, NOW)[0],
    )
    search.now["limit"] = meter.budget.nodes or ALL
    status = PAUSED
    while status == PAUSED:
        if meter.seconds_left == 0:
            meter.check()
        search.now["most_rows"] = len(search.links) - most_choices
        status = search_states(passage, search, bits, plan.closed)
        meter.nodes = int(search.now["nodes"])
        if meter.nodes >= search.now["most_rows"] and status == PAUSED:
            search = _grown(search, most_bytes)
    if status == LIMIT:
        meter.check()
    return _edges(plan, search) if status == FOUND else None


def _grown(search: Search, most_bytes: int) -> Search:
    """Return the search with room for twice as many states.

    Raises
    ------
    BudgetSpent : the memory ran out.
    """
    rows = len(search.links)
    needed = 3 * (search.states.nbytes + search.links.nbytes + search.table.nbytes)  # as many, and twice as many beside it
    if needed > most_bytes or 2 * rows > MOST_ROWS:
        limit = f"stopped at the memory limit of {most_bytes / 1e9:.3g} GB"
        raise BudgetSpent(f"{limit}: there is no room for twice as many states as {rows:,}", most_bytes, "memory limit")
    states, links = (np.concatenate([each, np.zeros_like(each)]) for each in (search.states, search.links))
    larger = search._replace(states=states, links=links, table=np.full(4 * rows, -1, np.int32))
    fill_table(larger)
    return larger


def _edges(plan: Plan, search: Search) -> list[tuple[int, int]]:
    """Return the edges of the tour that was found."""
    choices = [choice for each in plan.treatments for some in each.choices for choice in some]
    row, choice = int(search.now["top"]), int(search.now["choice"])
    edges: list[tuple[int, int]] = []
    while row >= 0:
        edges += [(int(search.states[row, -1]), other) for other in choices[choice]]
        row, choice, _ = map(int, search.links[row])
    return edges


def _passage(plan: Plan, colours: Sequence[int], bits: int, meter: Meter) -> Passage:
    """Return the treatments in arrays, with what is left of the graph after each."""
    numbers = [numbered(each, bits) for each in meter.watched(plan.treatments)]
    steps: list[tuple[int, ...]] = []
    slots: list[tuple[int, ...]] = []
    balance = 2 * sum(colours) - sum(colours[end] for end in plan.given)
    for each, (number, *_) in zip(meter.watched(plan.treatments), numbers, strict=True):
        balance -= 2 * sum(colours[vertex] for vertex in {each.vertex, *each.after}.difference(each.before))
        balance += colours[each.vertex] if each.is_given else 0
        steps.append((len(slots), len(each.before), len(each.after), each.ends, each.is_last, balance))
        for vertex in each.after:
            left = [other for other in plan.near[vertex] if other > each.vertex]
            inside = [1 << number[other] for other in left if other in number]
            slots.append((sum(inside), len(left) - len(inside) + (vertex in plan.given), colours[vertex]))
    return Passage(
        steps=np.array(steps, STEP),
        slots=np.array(slots, SLOT),
        renumber=np.array([each.renumber for each in numbers], np.uint8),
        first_choice=np.cumsum([0, *(len(choices) for each in plan.treatments for choices in each.choices)]),
        choices=np.array([choice for each in numbers for choice in each.choices], np.int64),
    )


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

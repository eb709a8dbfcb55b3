"""The search of the solver `frontier` (`solvers.methods.frontier.search`), as kernels on arrays.

A state is an array `mate`, packed into 64-bit words (see `solvers.methods.frontier.kernels`). One additional word is the number
of vertices processed so far, which is also the next step.

Each state is a row of one table. For each state, the search also stores the row of the previous state and the edges chosen
between the two. From these, the tour is read at the end. The states from which the search has not continued yet form a stack: a
linked list of rows.

A state takes about 40 bytes if the frontier has at most 12 vertices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.core.budget import NO_LIMIT, Meter
from solvers.core.compiling import compiled_record_type, inlined, jit_in_place
from solvers.core.errors import BudgetSpent
from solvers.core.memory import usable_memory
from solvers.methods.frontier.kernels import (
    FULL,
    MATES,
    PlanArrays,
    frontier_choice,
    frontier_missing_edges,
    pack,
    state_hash,
    unpack,
)
from solvers.methods.frontier.plan import Plan

ROWS = 2**14
"""Initial number of states that the search can store. It is doubled when all rows of the table are used."""
MOST_ROWS = 2**30
"""Maximum number of states that the search can store."""
PAUSED, LIMIT, FOUND, DONE = range(4)
"""How a call of `search_frontier_states` ends: paused to check the clock or to get more rows; node limit reached; tour found;
no state left."""
SLICE = 2**18
"""Number of choices of edges that are tried between two checks of the clock: the work of some hundredths of a second."""
PARENT, CHOICE, BELOW = range(3)
"""Indices of the columns of `FrontierSearch.links`, which are described in `FrontierSearch`."""

SLOT = compiled_record_type("near", "outside", "colour")
"""A vertex of the frontier after a step, and the neighbours to which it can still get edges.

- `near`: its neighbours in the frontier except the apex, as an integer: bit v is 1 if vertex v of the frontier is a neighbour.
- `outside`: number of its neighbours that are neither processed nor in the frontier, plus 1 if it is a given end.
- `colour`: its colour, 1 or -1, or 0 if the graph has no two-colouring.
"""
NOW = compiled_record_type("top", "nodes", "choice", "limit", "most_rows")
"""The position of the search.

- `top`: row of the next state to continue from, or -1 if none is left.
- `nodes`: number of states found so far.
- `choice`: when a tour is found, the index of the choice of edges that completes it from the state `top`.
- `limit`: the node limit.
- `most_rows`: number of states at which the kernel pauses, so that the table is enlarged before its rows are used up.
"""


class SearchOutlook(NamedTuple):
    """Data to recognize states whose vertices cannot get enough edges."""

    slots: Any  # for each step, one SLOT record per vertex of the frontier after the step
    # For each step, the number of edges that vertices of colour 1 need, minus the number for colour -1. Each vertex that is
    # neither processed nor in the frontier needs two. One is subtracted for each given end that is not processed yet.
    balance: Any


class FrontierSearch(NamedTuple):
    """States found so far, one per row; row 0 is initial."""

    states: Any  # packed states
    # For each state: PARENT, the row of the previous state; CHOICE, the index of the edges that lead from it to this state; and
    # BELOW, the row of the next state on the stack. A row is -1 if there is no such state.
    links: Any
    table: Any  # hash table with open addressing: rows of states, or -1 for a free entry; its size is a power of two
    mate: Any  # `mate`, `after` and `packed` are scratch space
    after: Any
    packed: Any
    now: Any  # a record with the fields of NOW


def search_tour_edges(plan: Plan, colours: Sequence[int], meter: Meter) -> list[tuple[int, int]] | None:
    """Search for a tour, and return its edges, including those of the apex, or None.

    BudgetSpent is also raised if the search needs more
    than four fifths of the available memory.
    """
    most_bytes = usable_memory()
    arrays, outlook = PlanArrays.of(plan, meter), _outlook(plan, colours, meter)
    words, most_choices = arrays.words + 1, int(np.diff(arrays.first_choice).max())
    search = FrontierSearch(
        states=np.zeros((ROWS, words), np.uint64),
        links=np.full((ROWS, 3), -1, np.int32),
        table=np.full(2 * ROWS, -1, np.int32),
        mate=np.full(MATES, MATES - 1, np.uint8),
        after=np.full(MATES, MATES - 1, np.uint8),
        packed=np.zeros(words, np.uint64),
        now=np.zeros(1, NOW)[0],
    )
    search.now["limit"] = min(meter.budget.nodes or NO_LIMIT, NO_LIMIT)
    status = PAUSED
    while status == PAUSED:
        if meter.seconds_left == 0:
            meter.check()
        search.now["most_rows"] = len(search.links) - most_choices
        status = search_frontier_states(arrays, outlook, search)
        meter.nodes = int(search.now["nodes"])
        if meter.nodes >= search.now["most_rows"] and status == PAUSED:
            search = _grown(search, most_bytes)
    if status == LIMIT:
        meter.check()
    return _edges(plan, search) if status == FOUND else None


def _grown(search: FrontierSearch, most_bytes: int) -> FrontierSearch:
    """Return the search with twice the space, or raise BudgetSpent."""
    rows = len(search.links)
    size = 3 * (search.states.nbytes + search.links.nbytes + search.table.nbytes)  # these arrays and their doubled copies
    if size > most_bytes or 2 * rows > MOST_ROWS:
        limit = f"stopped at the memory limit of {most_bytes / 1e9:.3g} GB"
        raise BudgetSpent(
            f"{limit}: {rows:,} states were found, and twice as many do not fit into memory", most_bytes, "memory limit"
        )
    states, links = (np.concatenate([each, np.zeros_like(each)]) for each in (search.states, search.links))
    larger = search._replace(states=states, links=links, table=np.full(4 * rows, -1, np.int32))
    fill_search_table(larger)
    return larger


def _edges(plan: Plan, search: FrontierSearch) -> list[tuple[int, int]]:
    """Return the edges of the tour found, in reverse order."""
    choices = [choice for vertex in range(len(plan.order.vertices)) for some in plan.choices(vertex) for choice in some]
    row, choice = int(search.now["top"]), int(search.now["choice"])
    edges: list[tuple[int, int]] = []
    while row >= 0:
        edges += [(int(search.states[row, -1]), other) for other in choices[choice]]
        row, choice, _ = map(int, search.links[row])
    return edges


def _outlook(plan: Plan, colours: Sequence[int], meter: Meter) -> SearchOutlook:
    slots: list[tuple[int, ...]] = []
    balance = [2 * sum(colours) - sum(colours[end] for end in plan.given)]
    for vertex in meter.watched(range(len(plan.order.vertices))):
        before, after = plan.frontiers[vertex : vertex + 2]
        new = sum(colours[each] for each in {vertex, *after}.difference(before))
        balance.append(balance[-1] - 2 * new + (vertex in plan.given) * colours[vertex])
        number = {each: index for index, each in enumerate(after, 1)}
        for each in after:
            later = [other for other in plan.near[each] if vertex < other != plan.apex]
            inside = [1 << number[other] for other in later if other in number]
            slots.append((sum(inside), len(later) - len(inside) + (each in plan.given), colours[each]))
    return SearchOutlook(np.array(slots, SLOT), np.array(balance[1:]))


@jit_in_place
def search_frontier_states(plan: PlanArrays, outlook: SearchOutlook, search: FrontierSearch) -> int:
    """Continue until FOUND, DONE, LIMIT or PAUSED."""
    now, work = search.now, SLICE
    while now.top >= 0:
        if work <= 0 or now.nodes >= now.most_rows:
            return PAUSED
        row = now.top
        step = int(search.states[row, search.states.shape[1] - 1])
        work -= 1 + plan.first_choice[3 * step + 3] - plan.first_choice[3 * step]
        now.top = search.links[row, BELOW]
        outcome = _process(plan, outlook, search, step, row)
        if outcome != PAUSED:
            return outcome
    return DONE


@inlined
def _process(plan: PlanArrays, outlook: SearchOutlook, search: FrontierSearch, step: int, row: int) -> int:
    """Process a vertex from one state, storing all new states.

    Return LIMIT if the node limit is reached, FOUND if a choice of edges completes a tour, and otherwise PAUSED.
    """
    mate, after, now, here = search.mate, search.after, search.now, plan.steps[step]
    treated = here.slots + 1
    unpack(search.states, row, plan, step, mate)
    missing = frontier_missing_edges(mate, treated)
    for choice in range(plan.first_choice[3 * step + missing], plan.first_choice[3 * step + missing + 1]):
        one, two = plan.choices[choice, 0], plan.choices[choice, 1]
        if mate[one] == FULL or mate[two] == FULL:
            continue
        if not frontier_choice(mate, after, treated, one, two):
            if not _is_hopeless(plan, outlook, step, after) and not _keep(plan, search, step, row, choice):
                return LIMIT
        elif here.may_close:
            others = 0
            for vertex in range(1, treated):
                others += after[vertex] != FULL
            if others == 0:
                now.top, now.choice = row, choice
                return FOUND
    return PAUSED


@inlined
def _is_hopeless(plan: PlanArrays, outlook: SearchOutlook, step: int, after: Any) -> Any:
    """Return whether missing edges prove that a state is hopeless.

    This is so if a vertex needs more edges than it can get. It is also so if the vertices of one colour need more edges than
    those of the other colour, and the difference is greater than the number of ends of the tour that can still be chosen.
    """
    here = plan.steps[step]
    free_ends = frontier_missing_edges(after, here.apex) - here.given if here.apex > 0 else 0
    others, more, not_full = here.slots - (here.apex > 0), outlook.balance[step], uint64(0)
    for vertex in range(1, others + 1):
        if after[vertex] != FULL:
            not_full |= uint64(1) << uint64(vertex)
            more += outlook.slots[here.first + vertex - 1].colour * frontier_missing_edges(after, vertex)
    if abs(more) > free_ends:
        return True
    for vertex in range(1, others + 1):
        slot = outlook.slots[here.first + vertex - 1]
        available, missing = slot.outside + (free_ends > 0), frontier_missing_edges(after, vertex)
        can_give = not_full & uint64(slot.near)
        if not here.may_close:
            can_give &= ~(uint64(1) << uint64(after[vertex]))
        while can_give != 0 and available < missing:
            can_give &= can_give - uint64(1)
            available += 1
        if available < missing:
            return True
    return False


@inlined
def _keep(plan: PlanArrays, search: FrontierSearch, step: int, row: int, choice: int) -> bool:
    """Store the state in `search.after`, unless it is already stored.

    Return False if the state is new but cannot be stored because the node limit is reached.
    """
    now, packed = search.now, search.packed
    pack(search.after, plan.steps[step].slots, plan.bits, packed)
    packed[len(packed) - 1] = step + 1
    place = _place(search, packed)
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
def _place(search: FrontierSearch, packed: Any) -> int:
    """Return a packed state's index, or a free index."""
    table, mask = search.table, len(search.table) - 1
    place = int(state_hash(packed) & uint64(0x7FFFFFFF)) & mask
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
def fill_search_table(search: FrontierSearch) -> None:
    """Enter all states of a search into its empty hash table."""
    for row in range(search.now.nodes + 1):
        search.table[_place(search, search.states[row])] = row

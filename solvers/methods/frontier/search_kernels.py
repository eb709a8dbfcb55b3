"""Compiled functions of the solver `frontier` (`solvers.methods.frontier.search`).

A state is an array `mate`, packed into 64-bit words (see `solvers.methods.frontier.kernels`). One additional word is the number
of vertices processed so far, which is also the next step.

Each state is a row of one table. For each state, the search also stores the row of the previous state and the edges chosen
between the two. From these, the tour is read at the end. The states from which the search has not continued yet form a stack: a
linked list of rows.

A state takes 36 bytes if the frontier has at most 15 vertices, including the apex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import uint64

from solvers.core.budget import Meter
from solvers.core.compiling import compiled_record_type, inlined, jit_in_place
from solvers.methods.frontier.kernels import FULL, MATES, PlanArrays, frontier_choice, frontier_missing_edges, pack, unpack
from solvers.methods.frontier.plan import Plan
from solvers.methods.frontier.state_table import (
    DONE,
    FOUND,
    LIMIT,
    PAUSED,
    SLICE,
    StateTable,
    run_search,
    store_state,
)
from solvers.methods.frontier.words import has_bits

PARENT, CHOICE, BELOW = range(3)
"""Links of a state: the row of the previous state, the index of the edges chosen after it, and the row of the next state on the
stack. A row is -1 if there is no such state."""

SLOT = compiled_record_type("near", "outside", "colour")
"""A vertex of the frontier after a step, and the neighbours to which it can still get edges.

- `near`: its neighbours in the frontier except the apex, as an integer: bit v is 1 if vertex v of the frontier is a neighbour.
- `outside`: number of its neighbours that are neither processed nor in the frontier, plus 1 if it is a given end.
- `colour`: its colour, 1 or -1, or 0 if the graph has no two-colouring.
"""
NOW = compiled_record_type("top", "choice")
"""Position of the search: the row of the next state, or -1 if none is left, and the index of the choice of edges that completes
a tour from there."""


class SearchOutlook(NamedTuple):
    """Data to recognize states whose vertices cannot get enough edges."""

    slots: Any  # for each step, one SLOT record per number of a vertex in the frontier after the step
    # For each step, the number of edges that vertices of colour 1 outside the frontier need, minus the number for colour -1.
    # An unprocessed one needs two. Each given end, also in the frontier, needs one less until it gets its edge to the apex.
    balance: Any


class FrontierSearch(NamedTuple):
    """The plan of a search, the states found so far, and scratch space."""

    plan: PlanArrays
    outlook: SearchOutlook
    table: StateTable
    mate: Any
    after: Any
    now: Any  # a record with the fields of NOW

    def grown(self, most_bytes: int) -> FrontierSearch:
        return self._replace(table=self.table.grown(most_bytes))


def search_tour_edges(plan: Plan, colours: Sequence[int], meter: Meter) -> list[tuple[int, int]] | None:
    """Search for a tour, and return its edges, or None.

    The edges of the apex are included.

    BudgetSpent is also raised if the search needs more than four fifths of the available memory.
    """
    arrays = PlanArrays.of(plan, meter)
    table = StateTable.of(np.zeros(arrays.words + 1, np.uint64), 3, meter)
    mate, after = np.full((2, MATES), MATES - 1, np.uint8)
    search = FrontierSearch(arrays, _outlook(plan, colours, meter), table, mate, after, np.zeros(1, NOW)[0])
    search, found = run_search(search_frontier_states, search, meter)
    return _edges(plan, search) if found else None


def _edges(plan: Plan, search: FrontierSearch) -> list[tuple[int, int]]:
    """Return the edges of the tour that a search found, in reverse order."""
    choices = [choice for vertex in range(len(plan.vertices)) for some in plan.choices(vertex) for choice in some]
    row, choice = int(search.now["top"]), int(search.now["choice"])
    edges: list[tuple[int, int]] = []
    while row >= 0:
        edges += [(int(search.table.states[row, -1]), other) for other in choices[choice]]
        row, choice, _ = map(int, search.table.links[row])
    return edges


def _outlook(plan: Plan, colours: Sequence[int], meter: Meter) -> SearchOutlook:
    slots = np.zeros((len(plan.vertices), plan.slots + 1), SLOT)
    balance = [2 * sum(colours) - sum(colours[end] for end in plan.given)]
    for vertex in meter.watched(range(len(plan.vertices))):
        before, after = plan.frontiers[vertex : vertex + 2]
        new = sum(colours[each] for each in {vertex, *after}.difference(before))
        balance.append(balance[-1] - 2 * new + (vertex in plan.given) * colours[vertex])
        number = {each: index for index, each in enumerate(after, 1)}
        for each, place in number.items():
            later = [other for other in plan.near[each] if vertex < other != plan.apex]
            inside = [1 << number[other] for other in later if other in number]
            slots[vertex, place] = sum(inside), len(later) - len(inside) + (each in plan.given), colours[each]
    return SearchOutlook(slots, np.array(balance[1:]))


@jit_in_place
def search_frontier_states(search: FrontierSearch) -> int:
    """Continue a search, and return its status: FOUND, DONE, LIMIT or PAUSED."""
    plan, table, now, work = search.plan, search.table, search.now, SLICE
    while now.top >= 0:
        row = now.top
        step = int(table.states[row, table.states.shape[1] - 1])
        choices = plan.first_choice[3 * step + 3] - plan.first_choice[3 * step]
        table.now.most_rows = table.now.rows + choices
        if work <= 0 or table.now.most_rows > len(table.states):
            return PAUSED
        work -= 1 + choices
        now.top = table.links[row, BELOW]
        outcome = _process(search, step, row)
        if outcome != PAUSED:
            return outcome
    return DONE


@inlined
def _process(search: FrontierSearch, step: int, row: int) -> int:
    """Add edges at one vertex to a state, and store all new states.

    Return LIMIT if the node limit is reached, FOUND if a choice of edges completes a tour, and otherwise PAUSED.
    """
    plan, table, now, mate, after = search.plan, search.table, search.now, search.mate, search.after
    here = plan.steps[step]
    treated = here.slots + 1
    unpack(table.states, row, plan, step, mate)
    missing = frontier_missing_edges(mate, treated)
    for choice in range(plan.first_choice[3 * step + missing], plan.first_choice[3 * step + missing + 1]):
        one, two = plan.choices[choice, 0], plan.choices[choice, 1]
        if mate[one] == FULL or mate[two] == FULL:
            continue
        if not frontier_choice(mate, after, treated, one, two):
            if _is_hopeless(plan, search.outlook, step, after):
                continue
            pack(after, here.slots, plan, table.packed)
            table.packed[len(table.packed) - 1] = step + 1
            new = table.now.rows
            if store_state(table, row, choice) < 0:
                return LIMIT
            if table.now.rows > new:
                table.links[new, BELOW], now.top = now.top, new
        elif here.may_close and not after[1:treated].any():  # each vertex is FULL
            now.top, now.choice = row, choice
            return FOUND
    return PAUSED


@inlined
def _is_hopeless(plan: PlanArrays, outlook: SearchOutlook, step: int, after: Any) -> Any:
    """Return whether a state lacks too many edges to be completed to a tour.

    This is so if a vertex needs more edges than it can get. It is also so if the vertices of one colour need more edges than
    those of the other colour, and the difference is greater than the number of ends of the tour that can still be chosen.
    """
    here = plan.steps[step]
    free_ends = frontier_missing_edges(after, here.apex) - here.given if here.apex > 0 else 0
    others, more, not_full = here.slots - (here.apex > 0), outlook.balance[step], uint64(0)
    for vertex in range(1, others + 1):
        if after[vertex] != FULL:
            not_full |= uint64(1) << uint64(vertex)
            more += outlook.slots[step, vertex].colour * frontier_missing_edges(after, vertex)
    if abs(more) > free_ends:
        return True
    for vertex in range(1, others + 1):
        slot = outlook.slots[step, vertex]
        missing = frontier_missing_edges(after, vertex) - slot.outside - (free_ends > 0)
        can_give = not_full & uint64(slot.near)
        if not here.may_close:
            can_give &= ~(uint64(1) << uint64(after[vertex]))
        if not has_bits(can_give, missing):
            return True
    return False

"""A growing table of states with back pointers, and the loop that runs a search.

`search_kernels` and `tree_program_kernels` share them.

All states are rows of one array. A hash table with open addressing finds equal states among those from row `first` onwards. If
`first` changes, the hash table is not cleared: entries below `first` count as free.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import int64

from solvers.core.budget import NO_LIMIT, Meter
from solvers.core.compiling import compiled_record_type, inlined, jit_inner
from solvers.core.errors import BudgetSpent
from solvers.core.memory import usable_memory
from solvers.methods.frontier.words import words_hash

DONE, PAUSED, LIMIT, FOUND = range(4)
"""Status of a search: no state left; paused to check the clock or to get more memory; node limit reached; cycle found."""
SLICE = 2**18
"""Amount of work between two checks of the clock: some hundredths of a second."""
ROWS = 2**13
"""Initial number of rows of a table, a power of two."""
MOST_ROWS = 2**30
"""Maximum number of rows of a table."""
LEAST_ENTRIES = 2**8
"""Initial number of entries of the hash table that are used."""
STORE = compiled_record_type("rows", "first", "entries", "limit", "most_rows")
"""Numbers that describe how much of a table is used.

- `rows`, `first`: number of rows in use, and first row that the hash table contains.
- `entries`: number of entries of the hash table that are used, a power of two.
- `limit`: number of rows at which the node limit is reached.
- `most_rows`: number of rows that are needed to continue.
"""


class StateTable(NamedTuple):
    """The states that a search has found, one per row.

    Row 0 is the initial state, and each other row is a search node.
    """

    states: Any  # packed states
    links: Any  # two or more numbers for each state, which show how it was found
    places: Any  # hash table: rows of states
    packed: Any  # the next state to be stored
    now: Any  # a record with the fields of STORE

    @classmethod
    def of(cls, first: Any, links: int, meter: Meter) -> StateTable:
        """Return a table that contains only the initial state.

        Each state has `links` numbers.
        """
        now = np.zeros(1, STORE)[0]
        now["rows"], now["entries"] = 1, LEAST_ENTRIES
        now["limit"] = 1 + min(meter.budget.nodes or NO_LIMIT, NO_LIMIT)
        states = np.zeros((ROWS, len(first)), np.uint64)
        states[0] = first
        return cls(states, np.full((ROWS, links), -1, np.int32), np.full(2 * ROWS, -1, np.int32), states[0].copy(), now)

    def grown(self, most_bytes: int, more_bytes: int = 0) -> StateTable:
        """Return the table with enough rows for the next states.

        Raise BudgetSpent if these rows and `more_bytes` do not fit into memory.
        """
        times = 1
        while times * len(self.states) < self.now["most_rows"]:
            times *= 2
        arrays = self.states, self.links, self.places
        needed = more_bytes + (times > 1) * (1 + times) * sum(each.nbytes for each in arrays)  # old and new arrays
        if needed > most_bytes or times * len(self.states) > MOST_ROWS:
            message = (
                f"stopped at the memory limit of {most_bytes / 1e9:.3g} GB: {int(self.now['rows']) - 1:,} states were found"
            )
            raise BudgetSpent(f"{message}, and twice as many do not fit into memory", most_bytes, "memory limit")
        if times == 1:
            return self
        states, links, places = (np.concatenate([each, *[~np.zeros_like(each)] * (times - 1)]) for each in arrays)
        return self._replace(states=states, links=links, places=places)


def run_search(kernel: Callable[[Any], int], search: Any, meter: Meter, most_bytes: int | None = None) -> tuple[Any, bool]:
    """Call a kernel until its search ends, and return the search and whether it found a cycle.

    The search has a field `table`, and a method `grown` that returns it with the memory for its next step, given the limit in
    bytes. If `most_bytes` is None, the limit is four fifths of the free memory.
    """
    most_bytes, status = usable_memory() if most_bytes is None else most_bytes, PAUSED
    while status == PAUSED:
        if meter.seconds_left == 0:
            meter.check()
        status = kernel(search)
        meter.nodes = int(search.table.now["rows"]) - 1
        if status == PAUSED:
            search = search.grown(most_bytes)
    if status == LIMIT:
        meter.check()
    return search, status == FOUND


@jit_inner
def store_state(table: StateTable, one: int, two: int) -> int:
    """Store the packed state with two links, unless the table contains this state.

    Return the row of the state, or -1 if the node limit is reached.
    """
    now = table.now
    place = _place(table, table.packed)
    if table.places[place] >= now.first:
        return int(table.places[place])
    if now.rows == now.limit:
        return -1
    table.places[place] = now.rows
    for word in range(len(table.packed)):
        table.states[now.rows, word] = table.packed[word]
    table.links[now.rows, 0], table.links[now.rows, 1] = one, two
    now.rows += 1
    if 2 * (now.rows - now.first) > now.entries:
        now.entries *= 2
        table.places[: now.entries] = -1
        for row in range(now.first, now.rows):
            table.places[_place(table, table.states[row])] = row
    return int(now.rows) - 1


@inlined
def _place(table: StateTable, packed: Any) -> Any:
    """Return the index of a state in the hash table, or the index of a free place."""
    now, places, last = table.now, table.places, int64(table.now.entries - 1)
    place = int64(words_hash(packed)) & last
    while places[place] >= now.first:
        same = True
        for word in range(len(packed)):
            same = same and table.states[places[place], word] == packed[word]
        if same:
            break
        place = (place + 1) & last
    return place

"""Compiled functions of the solver `treewidth`, with each state in one 64-bit word (see `solvers.methods.tree_program`).

Vertices are numbered by their place in the elimination order. Each has a *slot*, a number from 0 to 14. The vertices of one bag
have different slots. A greedy colouring, from the last vertex to the first, assigns the slots, so that width + 1 slots suffice.
So the word of a state stays the same when it passes from a bag to the next one.

Four bits of the word belong to each slot: its own number (no edge yet, or no vertex), the slot of the other end of its path, or
15 (two edges). A *mask* is a word that has only the lowest of the four bits of some slots. Two masks show all degrees of a
state: that of the vertices with two edges, and that of the vertices with at least one.

All states are rows of one `StateTable`, table after table. Two *links* per row show how a state was built: two rows that were
joined, or one row and the edges of the vertex that was forgotten. For a join, the states of both tables are sorted by their
degrees, and whole groups of them are compared first, because most pairs of states do not fit.

To count all Hamiltonian cycles, the search stores every *way* in which a state was built, instead of only the first, and does
not stop at a cycle. The number of partial tours of a state is a sum over its ways. For a join, each term is the product of the
numbers of the two linked states.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64

from solvers.core.budget import Meter
from solvers.core.compiling import compiled_record_type, inlined, jit_in_place, jit_inner, jit_merged
from solvers.methods.frontier.state_table import (
    DONE,
    FOUND,
    LEAST_ENTRIES,
    LIMIT,
    PAUSED,
    SLICE,
    StateTable,
    run_search,
    store_state,
)
from solvers.methods.frontier.words import has_bits, tied_word, word_entry, word_with
from solvers.methods.tree_order_kernels import MOST_CHOICES, MOST_WIDTH, Tree

FULL = 15
"""Value of the four bits of a vertex that has two edges."""
NO_EDGES = np.uint64(0x0EDCBA9876543210)
"""The state in which no vertex has an edge."""
ONES = np.uint64(0x0111111111111111)
"""The mask of all slots: the lowest of the four bits of each slot is 1."""

KEYS, BYTES_OF_A_KEY, BYTES_OF_A_WAY = 2**13, 44, 12
"""Initial number of sort keys of a join, and the memory in bytes per key and per way to build a state."""
PORT = compiled_record_type("slot", "outside", "near", kind=np.uint64)
"""A vertex of the bag with fewer than two neighbours `outside`: neither in the bag nor in the subtree. `near` is the mask of
its neighbours in the bag."""
AT = compiled_record_type(
    *("vertex", "joined", "below", "begun", "whole", "left", "lefts", "right", "rights", "at"),
    *("most_keys", "ports", "groups", "fits", "fitting", "ways", "most_ways", "status"),
)
"""The position of the search.

- `vertex`: the vertex that is processed.
- `joined`, `below`: number of its children that are joined, and number of vertices of their subtrees.
- `begun`: whether the current step is prepared. A step is a join, or the choice of the edges of `vertex`.
- `whole`: whether the subtree and the bag contain all vertices, so that a cycle can be closed.
- `left`, `lefts`, `right`, `rights`: first row and number of rows of the tables of a join. A choice has only the left one.
- `at`: number of left states that are done.
- `most_keys`: number of keys that are needed to continue.
- `ports`, `groups`, `fits`: lengths of these lists. `fitting`: number of groups and pairs to try with the left state.
- `ways`, `most_ways`: number of ways so far, and number that is needed to continue.
- `status`: FOUND after a cycle is found, LIMIT if the node limit is reached, and otherwise DONE.
"""


class Search(NamedTuple):
    """The states found so far, and the lists of the current step."""

    tree: Tree
    # The links of a state are two rows that were joined; or a row, and ~bits, where bit s is 1 for an edge to slot s.
    table: StateTable
    tables: Any  # for each vertex, the first row of its table, and the number of rows
    member: Any  # for each slot, its vertex in the bag, or -1
    near: Any  # for each slot, the mask of its neighbours in the bag
    count: Any  # for each slot, the number of its neighbours below
    ports: Any
    keys: Any  # degrees of the left states (first row) and of the right states, sorted
    sorted: Any  # the rows of these states
    paths: Any  # the paths of the right states: eight bits per path, the slots of its ends
    groups: Any  # starts of groups of equal right keys (first row); starts and ends of those that fit to the left state
    bag: Any  # the mask of the bag, as an array of one number
    ways: Any  # if tours are counted: the row of a state, or -1 for a Hamiltonian cycle, and two links. Otherwise empty
    at: Any

    def grown(self, most_bytes: int) -> Search:
        """Return the search with the memory for its next step, or raise BudgetSpent."""
        keys, ways = self.keys.shape[1], len(self.ways)
        more_keys = 2 * int(self.at["most_keys"]) if self.at["most_keys"] > keys else keys
        more_ways = 2 * int(self.at["most_ways"]) if self.at["most_ways"] > ways else ways
        needed = BYTES_OF_A_KEY * max(keys, more_keys) + BYTES_OF_A_WAY * (ways + more_ways)
        search = self._replace(table=self.table.grown(most_bytes, needed))
        if more_keys > keys:
            search = search._replace(**_lists(more_keys))
        if more_ways > ways:
            search = search._replace(ways=np.concatenate([search.ways, np.zeros((more_ways - ways, 3), np.int32)]))
        return search


def edges_of_a_cycle(tree: Tree, meter: Meter) -> list[tuple[int, int]] | None:
    """Return the edges of a Hamiltonian cycle as pairs of vertices, or None if there is none.

    BudgetSpent is also raised if the search needs more than four fifths of the available memory.
    """
    search, found = run_search(sweep, _search(tree, meter, ways=0), meter)
    return _edges(search) if found else None


def number_of_cycles(tree: Tree, meter: Meter, most_bytes: int) -> int:
    """Return the number of Hamiltonian cycles of a graph with a tree decomposition.

    Raise BudgetSpent if the search needs more than `most_bytes`.
    """
    search, _ = run_search(sweep, _search(tree, meter, ways=KEYS), meter, most_bytes)
    numbers = [1] + [0] * int(search.table.now["rows"])  # the last one is the number of cycles
    for start in range(0, int(search.at["ways"]), KEYS):
        meter.check()
        for row, left, right in search.ways[start : min(start + KEYS, search.at["ways"])].tolist():
            numbers[row] += numbers[left] if right < 0 else numbers[left] * numbers[right]
    return numbers[-1]


def _search(tree: Tree, meter: Meter, ways: int) -> Search:
    """Return a new search, with memory for `ways` ways to build states if tours are counted."""
    return Search(
        tree=tree,
        table=StateTable.of([NO_EDGES], 2, meter),
        tables=np.zeros((len(tree.order), 2), np.int64),
        member=np.full(MOST_WIDTH + 1, -1),
        near=np.zeros(MOST_WIDTH + 1, np.uint64),
        count=np.zeros(MOST_WIDTH + 1, np.int64),
        ports=np.zeros(MOST_WIDTH + 1, PORT),
        **_lists(KEYS),
        bag=np.zeros(1, np.uint64),
        ways=np.zeros((ways, 3), np.int32),
        at=np.zeros(1, AT)[0],
    )


def _edges(search: Search) -> list[tuple[int, int]]:
    """Follow the links back from the cycle, and return its edges."""
    tree, at, links, last = search.tree, search.at, search.table.links, int(search.table.now["rows"])
    edges: list[tuple[int, int]] = []
    rows = [last]
    while rows:
        row = rows.pop()
        left, right = links[row].tolist()
        rows += [each for each in (left, right) if each > 0]
        if right < 0:  # a choice of edges
            vertex = at["vertex"] if row == last else np.searchsorted(search.tables[: at["vertex"], 0], row, "right") - 1
            bag = tree.bags[tree.first[vertex] : tree.first[vertex + 1]]
            edges += [(int(tree.order[vertex]), other) for other in tree.order[bag[~right >> tree.slot[bag] & 1 > 0]].tolist()]
    return edges


def _lists(keys: int) -> dict[str, Any]:
    return {
        "keys": np.zeros((2, keys), np.uint64),
        "sorted": np.zeros((2, keys), np.int32),
        "paths": np.zeros(keys, np.uint64),
        "groups": np.zeros((3, keys + 1), np.int32),
    }


@jit_in_place
def sweep(search: Search) -> int:
    """Process the vertices until the search ends (FOUND, DONE, LIMIT) or must pause (PAUSED)."""
    at, store, work = search.at, search.table.now, SLICE
    while at.vertex < len(search.tree.order):
        if not at.begun:
            _begin(search)
            work -= 64
        if at.rights > 0 and at.groups == 0:
            at.most_keys = max(at.lefts, at.rights)
            if at.most_keys > search.keys.shape[1]:
                return PAUSED
            work -= at.most_keys
            _sort_for_join(search)
        while at.at < at.lefts:
            most = 1 + max(at.rights, MOST_CHOICES)
            store.most_rows = store.rows + most
            if len(search.ways) > 0:
                at.most_ways = at.ways + most
            if work <= 0 or store.most_rows > len(search.table.states) or at.most_ways > len(search.ways):
                return PAUSED
            if at.rights > 0:
                _join(search)
            else:
                _choose(search)
            if at.status != DONE:
                return int(at.status)
            work -= 4 + at.fitting
            at.at += 1
        if store.rows == store.first:
            return DONE
        _end(search)
    return DONE


@jit_inner
def _begin(search: Search) -> None:
    """Prepare the next step: a join with a child's table, or the choice of edges after the last join."""
    tree, at, store, vertex = search.tree, search.at, search.table.now, search.at.vertex
    start, stop = tree.first_child[vertex], tree.first_child[vertex + 1]
    if at.joined == 0:
        _open_bag(search)
        at.below, at.left, at.lefts = 0, 0, 1
        if start < stop:
            _smallest_first(search, start, stop)
            at.left, at.lefts = _next_child(search)
    at.right, at.rights, at.at, at.groups, at.fitting = 0, 0, 0, 0, 0
    at.begun, store.first, store.entries = 1, store.rows, LEAST_ENTRIES
    if start + at.joined < stop:
        at.right, at.rights = _next_child(search)
    else:
        search.member[tree.slot[vertex]] = -1
        for place in range(tree.first[vertex], tree.first[vertex + 1]):
            slot = tree.slot[tree.bags[place]]
            search.near[slot] &= ~slot_bit(tree.slot[vertex])
            search.count[slot] += tree.is_edge[place]
            tree.counts[place] = search.count[slot]
    _find_ports(search)
    at.whole = at.below + 1 + tree.first[vertex + 1] - tree.first[vertex] == len(tree.order)


@jit_inner
def _end(search: Search) -> None:
    """End a step, and store its table for the next step or as the result for the vertex."""
    at, store, vertex = search.at, search.table.now, search.at.vertex
    at.begun = 0
    if at.rights > 0:
        at.left, at.lefts = store.first, store.rows - store.first
    else:
        search.tables[vertex, 0], search.tables[vertex, 1] = store.first, store.rows - store.first
        at.vertex, at.joined = vertex + 1, 0


@inlined
def _open_bag(search: Search) -> None:
    tree, vertex = search.tree, search.at.vertex
    search.member[:], search.near[:], search.count[:] = -1, 0, 0
    search.member[tree.slot[vertex]] = vertex
    for place in range(tree.first[vertex], tree.first[vertex + 1]):
        search.member[tree.slot[tree.bags[place]]] = tree.bags[place]
    for slot in range(MOST_WIDTH + 1):
        one = search.member[slot]
        if one >= 0:
            for place in range(tree.first[one], tree.first[one + 1]):
                other = tree.slot[tree.bags[place]]
                if tree.is_edge[place] and search.member[other] == tree.bags[place]:
                    search.near[slot] |= slot_bit(other)
                    search.near[other] |= slot_bit(slot)


@inlined
def _smallest_first(search: Search, start: int, stop: int) -> None:
    """Sort the children of a vertex by the sizes of their tables."""
    tree = search.tree
    for end in range(start + 1, stop):
        child, place = tree.children[end], end
        while place > start and search.tables[tree.children[place - 1], 1] > search.tables[child, 1]:
            tree.children[place] = tree.children[place - 1]
            place -= 1
        tree.children[place] = child


@jit_inner
def _next_child(search: Search) -> tuple[int, int]:
    """Add the next child to the subtree, and return the first row and the number of rows of its table."""
    tree, at = search.tree, search.at
    child = tree.children[tree.first_child[at.vertex] + at.joined]
    at.joined += 1
    at.below += tree.size[child]
    for place in range(tree.first[child], tree.first[child + 1]):
        search.count[tree.slot[tree.bags[place]]] += tree.counts[place]
    return search.tables[child, 0], search.tables[child, 1]


@inlined
def _find_ports(search: Search) -> None:
    """Find the vertices of the bag with few neighbours outside, for `_is_hopeless`, and the mask of the bag."""
    tree, at = search.tree, search.at
    at.ports, search.bag[0] = 0, 0
    for slot in range(MOST_WIDTH + 1):
        if search.member[slot] >= 0:
            inside, rest = 0, search.near[slot]
            while rest != 0:
                rest &= rest - uint64(1)
                inside += 1
            outside = tree.degree[search.member[slot]] - search.count[slot] - inside
            search.bag[0] |= slot_bit(slot)
            if outside < 2:
                port = search.ports[at.ports]
                port.slot, port.outside, port.near = slot, outside, search.near[slot]
                at.ports += 1


@jit_inner
def _is_hopeless(search: Search, full: Any, touched: Any, word: Any) -> bool:
    """Return whether some vertex of a state can no longer get enough edges.

    `full` and `touched` are the masks of the vertices with two edges and with at least one. Unless `whole`, a vertex gets no
    edge to the other end of its path in `word`, because it would close a cycle too early. With NO_EDGES as `word`, only the
    degrees count.
    """
    for number in range(search.at.ports):
        port = search.ports[number]
        bit = slot_bit(port.slot)
        if full & bit == 0:
            can_give = port.near & ~full
            if search.at.whole == 0:
                can_give &= ~slot_bit(word_entry(word, port.slot))
            if not has_bits(can_give, 1 + int64(touched & bit == 0) - int64(port.outside)):
                return True
    return False


@inlined
def _sort_for_join(search: Search) -> None:
    """Sort the states of both tables by their degrees, and group those of the right table."""
    at = search.at
    for side in range(2):
        first, number = (at.left, at.lefts) if side == 0 else (at.right, at.rights)
        keys, rows = search.keys[side], search.sorted[side]
        for place in range(number):
            word = search.table.states[first + place, 0]
            keys[place], rows[place] = touched_slots(word) | (full_slots(word) << uint64(1)), first + place
        gap = 1
        while gap < number:
            gap = 3 * gap + 1
        while gap > 1:
            gap //= 3
            for end in range(gap, number):
                key, row, place = keys[end], rows[end], end
                while place >= gap and keys[place - gap] > key:
                    keys[place], rows[place] = keys[place - gap], rows[place - gap]
                    place -= gap
                keys[place], rows[place] = key, row
    for place in range(at.rights):
        search.paths[place] = word_paths(search.table.states[search.sorted[1, place], 0])
        if place == 0 or search.keys[1, place] != search.keys[1, place - 1]:
            search.groups[0, at.groups] = place
            at.groups += 1
    search.groups[0, at.groups] = at.rights


@inlined
def _find_fits(search: Search) -> None:
    """Find the groups of right states that give no vertex more than two edges with the left state."""
    at, key = search.at, search.keys[0, search.at.at]
    touched, full = key & ONES, (key >> uint64(1)) & ONES
    at.fits, at.fitting = 0, at.groups
    for group in range(at.groups):
        start = search.groups[0, group]
        key = search.keys[1, start]
        others, twice = key & ONES, (key >> uint64(1)) & ONES
        if full & others != 0 or twice & touched != 0:
            continue
        if not _is_hopeless(search, full | twice | (touched & others), touched | others, NO_EDGES):
            search.groups[1, at.fits], search.groups[2, at.fits] = start, search.groups[0, group + 1]
            at.fitting += search.groups[2, at.fits] - start
            at.fits += 1


@jit_inner
def _join(search: Search) -> None:
    """Join a left state with all right states that fit."""
    at = search.at
    if at.at == 0 or search.keys[0, at.at] != search.keys[0, at.at - 1]:
        _find_fits(search)
    left_row = int64(search.sorted[0, at.at])
    left = search.table.states[left_row, 0]
    for fit in range(at.fits):
        start, stop = search.groups[1, fit], search.groups[2, fit]
        word = left | (((search.keys[1, start] >> uint64(1)) & ONES) * uint64(FULL))
        for place in range(start, stop):
            _store(search, _spliced(search, word, search.paths[place]), left_row, int64(search.sorted[1, place]))


@jit_merged
def _spliced(search: Search, word: Any, paths: Any) -> Any:
    """Return a state with additional paths, or 0 or 1 as in `_linked`."""
    while paths != 0 and word > uint64(1):
        word = _linked(search, word, paths & uint64(15), (paths >> uint64(4)) & uint64(15))
        paths >>= uint64(8)
    return word


@jit_merged
def _linked(search: Search, word: Any, one: Any, two: Any) -> Any:
    """Return a state with one more edge or path, between two vertices.

    Return 1 if it closes a Hamiltonian cycle, or 0 if it closes any other cycle.
    """
    end, other = word_entry(word, one), word_entry(word, two)
    if end != two:
        return tied_word(word_with(word_with(word, one, FULL), two, FULL), end, other)
    full = full_slots(word) | slot_bit(one) | slot_bit(two)
    return uint64(search.at.whole != 0 and search.bag[0] & ~full == 0)


@jit_inner
def _choose(search: Search) -> None:
    """Choose edges of the processed vertex in all ways that give it two, and remove it from the state."""
    at, slots = search.at, search.tree.slot
    row, slot = at.left + at.at, uint64(slots[at.vertex])
    word = search.table.states[row, 0]
    end, near = word_entry(word, slot), search.near[slots[at.vertex]] & ~full_slots(word)
    if end == uint64(FULL):
        _forget(search, word, slot, row, uint64(0))
        return
    for one in range(MOST_WIDTH + 1):
        if near & slot_bit(one) != 0:
            bits, longer = uint64(1) << uint64(one), _linked(search, word, slot, uint64(one))
            if end != slot:
                _forget(search, longer, slot, row, bits)
                continue
            for two in range(one + 1, MOST_WIDTH + 1):
                if near & slot_bit(two) != 0:
                    _forget(search, _linked(search, longer, slot, uint64(two)), slot, row, bits | (uint64(1) << uint64(two)))


@jit_inner
def _forget(search: Search, word: Any, slot: Any, row: int, bits: Any) -> None:
    """Store a result of `_linked` without the processed vertex."""
    _store(search, word_with(word, slot, slot) if word > uint64(1) else word, row, ~int64(bits))


@jit_inner
def _store(search: Search, word: Any, left: int, right: int) -> None:
    """Store a result of `_linked`, unless it cannot lead to a tour.

    A state is stored once. A Hamiltonian cycle ends the search, or counts as a way to build row -1. After the end of the
    search, nothing is stored.
    """
    at, table, row = search.at, search.table, -1
    if word == 0 or at.status != DONE:
        return
    if word > uint64(1):
        if _is_hopeless(search, full_slots(word), touched_slots(word), word):
            return
        table.packed[0] = word
        row = store_state(table, left, right)
        if row < 0:
            at.status = LIMIT
    elif len(search.ways) == 0:
        table.links[table.now.rows, 0], table.links[table.now.rows, 1] = left, right
        at.status = FOUND
    if len(search.ways) > 0:
        search.ways[at.ways, 0], search.ways[at.ways, 1], search.ways[at.ways, 2] = row, left, right
        at.ways += 1


@inlined
def slot_bit(slot: Any) -> Any:
    """Return the bit mask of one slot."""
    return uint64(1) << (uint64(4) * uint64(slot))


@inlined
def full_slots(word: Any) -> Any:
    """Return the bit mask of the vertices with two edges in a state."""
    pairs = word & (word >> uint64(1))
    return pairs & (pairs >> uint64(2)) & ONES


@inlined
def touched_slots(word: Any) -> Any:
    """Return the bit mask of the vertices with at least one edge in a state."""
    word = word ^ NO_EDGES
    word |= word >> uint64(1)
    return (word | (word >> uint64(2))) & ONES


@inlined
def word_paths(word: Any) -> Any:
    """Return the slots of the ends of all paths of a state, eight bits per path."""
    paths = uint64(0)
    for slot in range(MOST_WIDTH + 1):
        end = word_entry(word, slot)
        if end > uint64(slot) and end != uint64(FULL):
            paths = (paths << uint64(8)) | (end << uint64(4)) | uint64(slot)
    return paths
